"""A file while it arrives: made anew, never followed through a link, never over another."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from pace.core.error import NotSaved
from pace.desktop.downloading import PART, numbered
from pace.desktop.linux import exclusive

#: Room that is left on the disk whatever arrives, in bytes.
SPARE = 100_000_000
#: How often the room is looked at, in bytes written.
_LOOK_EVERY = 16 << 20
_NAMES = 10_000


class PartFile:
    """The file `name` in `folder` while it grows under the name with .part. All is blocking."""

    def __init__(self, folder: Path, descriptor: int, file: int, name: str, number: int) -> None:
        self._folder = folder
        self._descriptor = descriptor
        self._file = file
        self._name = name
        self._number = number
        self._hash = hashlib.sha256()
        self._looked = 0
        self.size = 0

    @classmethod
    def begin(cls, folder: Path, name: str, expected: int) -> PartFile:
        """A new file. Raises NotSaved: no folder, no room, not allowed."""
        with _translated(folder):
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with _translated(folder):
                _room(folder, expected)
                file, number = _opened(name, descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(folder, descriptor, file, name, number)

    @property
    def _part(self) -> str:
        return numbered(self._name, self._number) + PART

    def write(self, data: bytes) -> None:
        with _translated(self._folder):
            if self.size - self._looked >= _LOOK_EVERY:
                self._looked = self.size
                _room(self._folder, 0)
            view = memoryview(data)
            while view:
                view = view[os.write(self._file, view) :]
            self._hash.update(data)
            self.size += len(data)

    def restart(self) -> None:
        """Forget what came."""
        with _translated(self._folder):
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
        self._hash = hashlib.sha256()
        self.size = self._looked = 0

    def finish(self) -> tuple[Path, str]:
        """Give it its name; the path, and the SHA-256 of what is read back from it.

        Raises NotSaved when what is on the disk is not what came.
        """
        with _translated(self._folder):
            os.fsync(self._file)
            part = self._part
            for number in range(self._number, _NAMES):
                final = numbered(self._name, number)
                try:
                    exclusive.move(part, final, self._descriptor)
                except FileExistsError:
                    continue
                break
            else:
                raise FileExistsError(errno.EEXIST, "every such name is taken")
            os.fsync(self._descriptor)
            found = _digest(final, self._descriptor)
        self._close()
        path = self._folder / final
        if found != self._hash.hexdigest():
            raise NotSaved(f"{path} is not what was sent; check the disk, and remove it.")
        return path, found

    def drop(self) -> None:
        """Remove what came, when it has not got its name."""
        with contextlib.suppress(OSError):
            if self._file >= 0:
                os.unlink(self._part, dir_fd=self._descriptor)
        self._close()

    def _close(self) -> None:
        for each in (self._file, self._descriptor):
            if each >= 0:
                os.close(each)
        self._file = self._descriptor = -1


def _opened(name: str, descriptor: int) -> tuple[int, int]:
    """The file to write to, new, and the number its name has."""
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
    for number in range(1, _NAMES):
        final = numbered(name, number)
        if not _there(final, descriptor):
            with contextlib.suppress(FileExistsError):
                return os.open(final + PART, flags, 0o600, dir_fd=descriptor), number
    raise FileExistsError(errno.EEXIST, "every such name is taken")


def _there(name: str, descriptor: int) -> bool:
    try:
        os.stat(name, dir_fd=descriptor, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _digest(name: str, descriptor: int) -> str:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, dir_fd=descriptor), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _room(folder: Path, expected: int) -> None:
    if shutil.disk_usage(folder).free < expected + SPARE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextlib.contextmanager
def _translated(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as problem:
        code = getattr(problem, "errno", None)
        full = code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        advice = "free some space" if full else "check that I may write there"
        why = os.strerror(code) if code else "that name cannot be used"
        raise NotSaved(
            f"I could not save the file in {folder} ({why}); nothing was kept; {advice}."
        ) from problem
