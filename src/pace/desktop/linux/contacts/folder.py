"""A folder of vCard files: one file or many cards in one, read again when it changed."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from pace.core.error import TimedOut, Unavailable
from pace.desktop.linux.contacts.vcards import people
from pace.desktop.people import merged
from pace.desktop.plain_files import content
from pace.desktop.services import Contact

log = logging.getLogger(__name__)

#: Seconds reading the whole folder may take.
READ_SECONDS = 10.0
#: Files that are looked at, and the size of one, in bytes.
MOST_FILES = 20_000
LARGEST = 20_000_000
ENDINGS = (".vcf", ".vcard")


@dataclass(frozen=True, slots=True)
class _File:
    """What was read of one file, and when it was as it was read."""

    stamp: tuple[int, int]
    people: tuple[Contact, ...]


class VCardFolder:
    """The cards below a folder. A folder that is not there holds nobody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: dict[Path, _File] = {}
        self._people: list[Contact] = []
        self._reading = anyio.Lock()

    async def all(self) -> Sequence[Contact]:
        """Raises Unavailable when the folder cannot be read, TimedOut when it takes too long."""
        async with self._reading:
            try:
                with anyio.fail_after(READ_SECONDS):
                    return await anyio.to_thread.run_sync(self._read, abandon_on_cancel=True)
            except TimeoutError as problem:
                raise TimedOut(
                    f"The address book {self.folder} took too long to read; nothing was changed."
                ) from problem

    def _read(self) -> Sequence[Contact]:
        now: dict[Path, _File] = {}
        changed = False
        for path, stamp in self._stamps():
            known = self._files.get(path)
            if known is None or known.stamp != stamp:
                known = _File(stamp, tuple(_cards(path)))
                changed = True
            now[path] = known
        if changed or now.keys() != self._files.keys():
            self._files = now
            self._people = merged([one for file in now.values() for one in file.people])
        return self._people

    def _stamps(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Every file of cards with its time and size, sorted."""

        def broken(problem: OSError) -> None:
            if isinstance(problem, FileNotFoundError):
                return
            raise Unavailable(
                f"I cannot read the address book {self.folder} ({problem.strerror});"
                " nothing was changed; check who may read it."
            ) from problem

        paths: list[Path] = []
        for folder, folders, names in os.walk(self.folder, onerror=broken):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            paths += [Path(folder, name) for name in names if name.lower().endswith(ENDINGS)]
            if len(paths) > MOST_FILES:
                break
        for path in sorted(paths)[:MOST_FILES]:
            try:
                status = path.stat()
            except OSError:
                continue
            if status.st_size <= LARGEST:
                yield path, (status.st_mtime_ns, status.st_size)


def _cards(path: Path) -> Iterator[Contact]:
    try:
        text = content(path, LARGEST).decode("utf-8", "replace")
    except OSError as problem:
        log.info("%s cannot be read: %s", path.name, problem.strerror)
        return
    yield from people(text, path.name)
