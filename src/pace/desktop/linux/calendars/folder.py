"""A folder of .ics files, one object a file, as vdirsyncer, khal and todoman keep them.

Each folder in it is a calendar or a list. Files are written whole or not at all, and a new one
never over another. What was read is kept by a file's size and time of change.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread

from pace.core.error import NotSaved, Unavailable
from pace.desktop.linux.calendars.shelf import Collection, Item, Kind
from pace.desktop.plain_files import content

#: A larger file is not read: it is no calendar.
LARGEST = 30_000_000
#: Folders of the person's own that are made when there is none yet.
DEFAULTS = {Kind.EVENT: "calendar", Kind.TODO: "tasks"}

_T = TypeVar("_T")
#: Time of change, size and number of a file when it was read, and what it held.
_Read = tuple[tuple[int, int, int], Item]


class Folder:
    """Raises Unavailable for a folder that cannot be read, NotSaved for a write that failed."""

    desktop_rings = False

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read: dict[Kind, dict[str, _Read]] = {}
        self._one = anyio.CapacityLimiter(1)

    @property
    def name(self) -> str:
        return f"the folder {self._root}"

    async def rings(self) -> bool:
        return False

    async def collections(self, kind: Kind) -> Sequence[Collection]:
        return await self._run(lambda: self._collections(kind))

    async def items(
        self,
        kind: Kind,
        span: tuple[datetime, datetime] | None = None,  # noqa: ARG002 - reading all is quick
    ) -> Sequence[Item]:
        return await self._run(lambda: self._holding(kind))

    async def find(self, kind: Kind, uid: str) -> Item | None:
        return await self._run(lambda: self._find(kind, uid))

    async def add(self, collection: Collection, uid: str, text: str) -> None:
        def work() -> None:
            if self._find(collection.kind, uid) is not None:
                raise NotSaved("There is one like it already; nothing was changed; say it anew.")
            place = Path(collection.key) / f"{_file_name(uid)}.ics"
            with _saving(place):
                place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _written(place, text, anew=True)

        await self._run(work, writes=True)

    async def replace(self, item: Item, text: str) -> bool:
        def work() -> bool:
            place = Path(item.place)
            with _saving(place):
                try:
                    now = _version(place.stat())
                except FileNotFoundError:
                    return False
                if now != item.version:
                    return False
                if text:
                    _written(place, text, anew=False)
                else:
                    place.unlink()
            return True

        return await self._run(work, writes=True)

    async def _run(self, work: Callable[[], _T], *, writes: bool = False) -> _T:
        """A read that hangs, on a server that is gone, is left behind when nobody waits for it."""
        return await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=not writes)

    def _collections(self, kind: Kind) -> list[Collection]:
        """The default one first: that of the usual name, else one that has such objects."""
        found = {
            Path(folder).name: Collection(folder, _shown(folder), kind)
            for folder in self._folders()
        }
        usual = DEFAULTS[kind]
        if usual not in found:
            holding = {Path(item.collection.key).name for item in self._holding(kind)}
            usual = next((name for name in found if name in holding), next(iter(found), usual))
        if usual not in found:
            found[usual] = Collection(str(self._root / usual), usual, kind)
        return [found.pop(usual), *found.values()]

    def _holding(self, kind: Kind) -> list[Item]:
        return [item for item in self._items(kind) if f"BEGIN:{kind.value}" in item.text]

    def _find(self, kind: Kind, uid: str) -> Item | None:
        named = [item for item in self._holding(kind) if uid in _unfolded(item.text)]
        exact = re.compile(
            rf"^UID[^:\r\n]*:{re.escape(uid)}[ \t]*\r?$", re.MULTILINE | re.IGNORECASE
        )
        return next((item for item in named if exact.search(_unfolded(item.text))), None)

    def _folders(self) -> list[str]:
        """The folders that are calendars or lists, by name; the root when it holds files itself."""
        try:
            with os.scandir(self._root) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
            inner = [e.path for e in listed if e.is_dir() and not e.name.startswith(".")]
        except FileNotFoundError:
            return []
        except OSError as problem:
            raise Unavailable(
                f"I cannot read the calendars in {self._root} ({problem.strerror}).",
                fix="pace settings set calendar.folder FOLDER",
            ) from problem
        itself = any(entry.name.endswith(".ics") for entry in listed)
        return [str(self._root), *inner] if itself else inner

    def _items(self, kind: Kind) -> list[Item]:
        """Every file, read again only where it changed."""
        before = self._read.get(kind, {})
        now: dict[str, _Read] = {}
        for folder in self._folders():
            collection = Collection(folder, _shown(folder), kind)
            try:
                with os.scandir(folder) as entries:
                    for entry in entries:
                        if not entry.name.endswith(".ics") or entry.name.startswith("."):
                            continue
                        read = _read(entry, collection, before.get(entry.path))
                        if read is not None:
                            now[entry.path] = read
            except OSError:
                continue  # one folder that cannot be read hides no other
        self._read[kind] = now
        return [item for _, item in now.values()]


def _read(entry: os.DirEntry[str], collection: Collection, known: _Read | None) -> _Read | None:
    """The file as it is now; what cannot be read is none."""
    try:
        status = entry.stat()
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        if known is not None and known[0] == stamp:
            return known
        if not entry.is_file() or status.st_size > LARGEST:
            return None
        text = content(entry.path, LARGEST).decode("utf-8", "replace")
    except OSError:
        return None
    return stamp, Item(collection, entry.path, _version(status), text)


def _version(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns}-{status.st_size}-{status.st_ino}"


def _unfolded(text: str) -> str:
    return re.sub(r"\r?\n[ \t]", "", text) if "\n " in text or "\n\t" in text else text


def _shown(folder: str) -> str:
    """What a calendar is called: its `displayname` file, as vdirsyncer has it, or its folder."""
    try:
        name = content(Path(folder) / "displayname", 400).decode("utf-8", "replace").strip()[:100]
    except OSError:
        name = ""
    return name or Path(folder).name


def _file_name(uid: str) -> str:
    """The uid where it can be a file's name, else what stands for it."""
    if re.fullmatch(r"[A-Za-z0-9_.@-]{1,120}", uid) and not uid.startswith("."):
        return uid
    return uid.encode("utf-8", "replace").hex()[:120]


def _written(place: Path, text: str, *, anew: bool) -> None:
    """Write it whole. `anew`: only where nothing is, else FileExistsError."""
    handle, temporary = tempfile.mkstemp(prefix=f".{place.name[:40]}.", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        if anew:
            os.link(temporary, place)
        else:
            Path(temporary).replace(place)
    finally:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()


@contextmanager
def _saving(place: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError as problem:
        raise NotSaved(f"There is a file {place.name} already; it is as it was.") from problem
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        advice = "free some space and try again" if full else "check that I may write there"
        raise NotSaved(
            f"I could not write in {place.parent} ({problem.strerror}); all is as it was; {advice}."
        ) from problem
