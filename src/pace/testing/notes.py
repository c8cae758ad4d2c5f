"""Notes in memory, as files that nobody else can see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pace.core.error import Gone, Invalid, NotSaved, Refused
from pace.desktop.markdown import added, body_of, file_name, fold, one_line, title_of, whole
from pace.desktop.services import Note


class FakeNotes:
    """Holds whole texts by path. One that is `full` cannot be written to; `unread` files of others
    are in no search."""

    def __init__(self, folder: Path = Path("/notes")) -> None:
        self.folder = folder
        self.files: dict[Path, str] = {}
        self.full = False
        self.unread = 0
        self._order: list[Path] = []

    def put(self, name: str, text: str) -> Path:
        """A file of another program."""
        path = self.folder / name
        self.files[path] = text
        self._order = [*(each for each in self._order if each != path), path]
        return path

    async def create(self, title: str, body: str) -> Note:
        self._writable(body)
        name = one_line(title) or "Note"
        number = 1
        while self.folder / file_name(name, number) in self.files:
            number += 1
        file = file_name(name, number)
        path = self.put(file, whole(name, body, datetime(2026, 11, 30, 12, tzinfo=UTC), file))
        return self._note(path)

    async def titled(self, title: str) -> Sequence[Note]:
        wanted = fold(one_line(title))
        return [note for note in self._newest() if fold(note.title) == wanted]

    async def append(self, path: Path, text: str) -> str:
        self._writable(text)
        before = self._held(path)
        new = added(before, text)
        self.put(path.name, before + new)
        return new

    async def search(self, query: str, limit: int = 20) -> Sequence[Note]:
        words = re.findall(r"\w+", fold(query))
        found = [
            note
            for note in self._newest()
            if words and all(word in fold(f"{note.title} {note.body}") for word in words)
        ]
        found.sort(key=lambda note: not all(word in fold(note.title) for word in words))
        return found[:limit]

    async def left_out(self) -> int:
        return self.unread

    async def read(self, path: Path) -> Note | None:
        return self._note(path) if await self.text(path) is not None else None

    async def text(self, path: Path) -> str | None:
        if self.folder not in path.parents:
            raise Refused(f"{path.name} lies outside {self.folder}, so I left it alone.")
        return self.files.get(path)

    async def replace(self, path: Path, expected: str, whole: str) -> None:
        self._writable(whole)
        self._expect(path, expected)
        self.put(path.name, whole)

    async def remove(self, path: Path, expected: str) -> None:
        self._expect(path, expected)
        del self.files[path]
        self._order.remove(path)

    def _newest(self) -> list[Note]:
        return [self._note(path) for path in reversed(self._order)]

    def _note(self, path: Path) -> Note:
        text = self.files[path]
        return Note(title_of(text, path.stem), body_of(text), path)

    def _held(self, path: Path) -> str:
        if self.folder not in path.parents:
            raise Refused(f"{path.name} lies outside {self.folder}, so I left it alone.")
        if path not in self.files:
            raise Gone(f"{path.name} is no longer there; nothing was changed.")
        return self.files[path]

    def _expect(self, path: Path, expected: str) -> None:
        if self._held(path) != expected:
            raise Gone(f"{path.name} was changed meanwhile, so I left it.")

    def _writable(self, text: str) -> None:
        if self.full:
            raise NotSaved("I could not save the note (no space left); free some space.")
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise Invalid("The text has half characters in it; nothing was written.")
