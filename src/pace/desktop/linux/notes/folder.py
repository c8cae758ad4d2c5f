"""Notes in a folder of Markdown files, as Obsidian and plain editors keep them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread

from pace.core.error import Gone, NotSaved, PaceError, TimedOut
from pace.desktop.linux.notes.files import Folder
from pace.desktop.linux.notes.index import Index
from pace.desktop.markdown import (
    added,
    body_of,
    file_name,
    fold,
    one_line,
    title_of,
    whole,
)
from pace.desktop.ports import Probe
from pace.desktop.services import Note
from pace.store.places import Places, chosen_folder
from pace.store.settings import Settings

T = TypeVar("T")

#: Seconds reading, searching or writing may take: a first index of many notes takes longest.
WITHIN = 12.0
UNTITLED = "Note"


class MarkdownNotes:
    """The notes of the folder in the settings, else of ~/Notes."""

    provides = "notes"
    rank = 10

    def __init__(self, settings: Settings, places: Places) -> None:
        folder = chosen_folder(settings.notes.folder, Path("~/Notes").expanduser())
        self._files = Folder(folder)
        mark = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        self._index = Index(folder, places.cache / f"notes-{mark}.db")
        self._one = anyio.CapacityLimiter(1)

    @property
    def folder(self) -> Path:
        return self._files.path

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        """Writes, finds and removes a note of its own, where the folder is there already."""
        if not await anyio.Path(self.folder).is_dir():
            return Probe(True, f"Your first note will make the folder {self.folder}.")
        made = await self.create("Pace trial", "A note the doctor wrote to see that it can.")
        text = await self.text(made.path) or ""
        found = [note.path for note in await self.titled("Pace trial")]
        await self.remove(made.path, text)
        return Probe(made.path in found, f"Wrote, found and removed a note in {self.folder}.")

    async def create(self, title: str, body: str) -> Note:
        name = one_line(title) or UNTITLED
        made = datetime.now(UTC).astimezone()

        def work() -> Note:
            path = self._files.make(
                lambda number: file_name(name, number),
                lambda file: whole(name, body, made, file),
            )
            note = self._note(path)
            if note is None or note.body != body.strip("\r\n"):
                raise NotSaved(f"{path.name} does not hold what I wrote; look at it.")
            return note

        return await self._run(work)

    async def titled(self, title: str) -> Sequence[Note]:
        wanted = fold(one_line(title))

        def work() -> Sequence[Note]:
            found: list[Note] = []
            unread: PaceError | None = None
            for hit in self._index.titled(one_line(title)):
                try:
                    note = self._note(Path(hit.path))
                except PaceError as problem:
                    if fold(hit.title) == wanted:
                        unread = problem  # it is not said that there is none
                    continue
                if note is not None and fold(note.title) == wanted:
                    found.append(note)
            if unread is not None and not found:
                raise unread
            return found

        return await self._run(work)

    async def left_out(self) -> int:
        return await self._run(self._index.left_out)

    async def append(self, path: Path, text: str) -> str:
        def work() -> str:
            before = self._files.change(path, lambda now: now + added(now, text))
            return added(before, text)

        return await self._run(work)

    async def search(self, query: str, limit: int = 20) -> Sequence[Note]:
        def work() -> Sequence[Note]:
            return self._notes([hit.path for hit in self._index.search(query, limit)])

        return await self._run(work)

    async def read(self, path: Path) -> Note | None:
        return await self._run(lambda: self._note(path))

    async def text(self, path: Path) -> str | None:
        return await self._run(lambda: self._files.read(path))

    async def replace(self, path: Path, expected: str, whole: str) -> None:
        def put(now: str) -> str:
            if now != expected:
                raise Gone(f"{path.name} was changed meanwhile, so I left it.")
            return whole

        await self._run(lambda: self._files.change(path, put))

    async def remove(self, path: Path, expected: str) -> None:
        await self._run(lambda: self._files.remove(path, expected))

    def _notes(self, paths: Sequence[str]) -> Sequence[Note]:
        """As they are on the disk; what went away meanwhile or cannot be read is left out."""
        notes: list[Note] = []
        for path in paths:
            try:
                note = self._note(Path(path))
            except PaceError:
                continue
            if note is not None:
                notes.append(note)
        return notes

    def _note(self, path: Path) -> Note | None:
        text = self._files.read(path)
        if text is None:
            return None
        real = self._files.inside(path)
        try:
            changed = datetime.fromtimestamp(real.stat().st_mtime, UTC)
        except OSError:
            return None
        return Note(title_of(text, real.stem), body_of(text), real, changed)

    async def _run(self, work: Callable[[], T]) -> T:
        """In a thread, one at a time and bounded. What began to be written is finished."""
        try:
            with anyio.fail_after(WITHIN):
                return await anyio.to_thread.run_sync(
                    work, abandon_on_cancel=True, limiter=self._one
                )
        except TimeoutError as problem:
            raise TimedOut(
                f"The folder {self.folder} does not answer; look at it before you try again."
            ) from problem
