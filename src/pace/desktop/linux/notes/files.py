"""Files inside one folder: written whole or not at all, their mode kept, never through a link that
leads out of the folder. All of it blocks.

Text is UTF-8; bytes that are not are carried through unchanged.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pace.core.error import Gone, Invalid, NotSaved, Refused, Unavailable
from pace.desktop.linux.exclusive import exchange, move
from pace.desktop.plain_files import content

#: A note longer than this is not read, in bytes.
LARGEST = 8_000_000
#: How often a file that another program keeps changing is tried.
TRIES = 3
#: How many names of one title are tried.
MOST_ALIKE = 10_000

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Folder:
    """A folder that files are read from and written to; it is made when first written to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def inside(self, path: Path) -> Path:
        """Where the file really is. Raises Refused outside of the folder."""
        try:
            root = self.path.resolve()
            real = (self.path / path).resolve()
        except (OSError, ValueError, RuntimeError) as problem:
            raise Invalid(f"{path.name} is no file I can find; nothing was changed.") from problem
        if root not in real.parents:
            raise Refused(f"{path.name} lies outside {self.path}, so I left it alone.")
        return real

    def read(self, path: Path) -> str | None:
        """The file's text, None when it is gone. Raises Unavailable, Refused."""
        raw = self._bytes(self.inside(path))
        return None if raw is None else raw.decode("utf-8", "surrogateescape")

    def make(self, names: Callable[[int], str], text: Callable[[str], str]) -> Path:
        """A new file under the first of the names that is free. Raises NotSaved."""
        with _saving(self.path, "nothing was written"):
            self.path.mkdir(parents=True, exist_ok=True)
            root = self.path.resolve()
            for number in range(1, MOST_ALIKE):
                path = root / names(number)
                if _taken(path):
                    continue
                temporary = _written(root, _encoded(text(path.name)), None)
                try:
                    move(str(temporary), str(path))
                    return path
                except FileExistsError:
                    continue
                finally:
                    temporary.unlink(missing_ok=True)
        raise NotSaved(f"{self.path} has too many notes of that name; nothing was written.")

    def change(self, path: Path, new: Callable[[str], str]) -> str:
        """Replace the file's text by what `new` makes of it, and read it back; the text before.

        Raises Gone, NotSaved, Refused, and what `new` raises.
        """
        real = self.inside(path)
        with _saving(real, "it is as it was"), _alone(self.path):
            for _ in range(TRIES):
                before, was = self._now(real)
                text = before.decode("utf-8", "surrogateescape")
                data = _encoded(new(text))
                temporary = _written(real.parent, data, was)
                try:
                    if not _put(temporary, real, was):
                        continue
                finally:
                    temporary.unlink(missing_ok=True)
                if self._bytes(real) != data:
                    raise NotSaved(f"{real.name} does not hold what I wrote; look at it.")
                return text
        raise NotSaved(f"Another program keeps changing {real.name}; it is as it was; try again.")

    def remove(self, path: Path, expected: str) -> None:
        """Delete the file while it holds that. Raises Gone, NotSaved, Refused."""
        real = self.inside(path)
        with _saving(real, "it is as it was"), _alone(self.path):
            before, _ = self._now(real)
            if before != _encoded(expected):
                raise Gone(f"{real.name} was changed meanwhile, so I left it.")
            real.unlink()

    def _now(self, real: Path) -> tuple[bytes, os.stat_result]:
        """What the file holds and how it is. Raises Gone; NotSaved when it may not be written."""
        raw = self._bytes(real)
        if raw is None:
            raise Gone(f"{real.name} is no longer there; nothing was changed.")
        was = real.stat()
        if not was.st_mode & 0o222 or not os.access(real, os.W_OK):
            raise NotSaved(f"{real.name} is read-only, so I left it as it is.")
        return raw, was

    def _bytes(self, real: Path) -> bytes | None:
        try:
            status = real.stat()
            if not stat.S_ISREG(status.st_mode):
                raise Refused(f"{real.name} is not a plain file, so I left it alone.")
            if status.st_size > LARGEST:
                raise Refused(f"{real.name} is too long for a note, so I left it alone.")
            return content(real, LARGEST + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or "not a name"
            raise Unavailable(f"I cannot read {real.name} ({why}); check who may.") from problem


@contextmanager
def _saving(path: Path, kept: str) -> Iterator[None]:
    """Translate what writing raises."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as problem:
        code = getattr(problem, "errno", None)
        why = getattr(problem, "strerror", None) or "it is not a usable name"
        advice = "free some space" if code in _FULL else "check that I may write there"
        raise NotSaved(f"I could not save {path.name} ({why}); {kept}; {advice}.") from problem


def _taken(path: Path) -> bool:
    """Whether the name is in use, whatever its case: some file systems do not tell cases apart."""
    return os.path.lexists(path)


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as problem:
        raise Invalid("The text has half characters in it; nothing was written.") from problem


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While another Pace changes a note of this folder, wait. Some file systems have no locks."""
    with contextlib.ExitStack() as after:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            after.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _put(temporary: Path, real: Path, was: os.stat_result) -> bool:
    """Put the file in place of the one that `was`; False when that is another by now.

    They change places, so that what another program wrote at the last moment is seen and put back.
    """
    if not _same(was, real):
        return False
    if not exchange(str(temporary), str(real)):
        temporary.replace(real)
        return True
    if _same(was, temporary):
        return True
    exchange(str(temporary), str(real))
    return False


def _same(was: os.stat_result, real: Path) -> bool:
    """Whether nobody wrote the file since."""
    try:
        now = real.stat()
    except FileNotFoundError:
        return False
    return (was.st_mtime_ns, was.st_size, was.st_ino) == (now.st_mtime_ns, now.st_size, now.st_ino)


def _written(folder: Path, data: bytes, like: os.stat_result | None) -> Path:
    """A hidden file with the data, on the disk, with the mode and owner of `like`."""
    temporary = folder / f".pace-{secrets.token_hex(8)}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            if like is not None:
                os.fchmod(handle, stat.S_IMODE(like.st_mode))
                if os.geteuid() == 0:
                    os.fchown(handle, like.st_uid, like.st_gid)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary
