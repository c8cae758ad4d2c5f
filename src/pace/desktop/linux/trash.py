"""The person's trash (freedesktop.org trash specification 1.0)."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

import anyio.to_thread

from pace.core.error import Gone, NotSaved, Refused
from pace.desktop.downloading import cut, parted
from pace.desktop.linux import exclusive
from pace.desktop.ports import Probe

_ENDING = ".trashinfo"
_NAME_BYTES = 255 - len(_ENDING)
_TRIES = 10_000


class FreedesktopTrash:
    """The trash of the home folder, and that of each other file system at its top."""

    provides = "trash"
    rank = 10

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        def work() -> Path:
            home = self._home()
            _make(home)
            return home

        home = await anyio.to_thread.run_sync(work)
        return Probe(True, f"The trash is at {home}.")

    async def put(self, path: Path) -> str:
        return await anyio.to_thread.run_sync(self._put, path)

    async def restore(self, key: str) -> Path:
        return await anyio.to_thread.run_sync(self._restore, key)

    def _home(self) -> Path:
        default = Path(self._environment.get("HOME") or Path.home()) / ".local" / "share"
        return Path(self._environment.get("XDG_DATA_HOME") or default) / "Trash"

    def _put(self, path: Path) -> str:
        with _translated(path.name, "it is where it was"):
            path = Path(os.path.abspath(path))  # noqa: PTH100  # a link stays a link
            status = path.lstat()
            home = self._home()
            own = [home, Path(self._environment.get("HOME") or Path.home())]
            if path.parent == path or any(each.is_relative_to(path) for each in own):
                raise Refused(f"I do not move {path} to the trash; nothing was changed.")
            if path.is_relative_to(home):
                raise Refused(f"{path.name} is in the trash already; nothing was changed.")
            _make(home)
            if status.st_dev == home.lstat().st_dev:
                return str(_moved(path, home, str(path)))
            top = _top(path)
            if path == top:
                raise Refused(f"I do not move {path} to the trash; nothing was changed.")
            return str(_moved(path, _of(top), str(path.relative_to(top))))

    def _restore(self, key: str) -> Path:
        info = Path(key)
        trash = info.parent.parent
        if info.suffix != _ENDING or info.parent.name != "info" or not self._is_trash(trash):
            raise Gone("That is nothing in the trash; nothing was changed.")
        try:
            with _translated(info.stem, "it is still in the trash"):
                target = self._target(info, trash)
                target.parent.mkdir(parents=True, exist_ok=True)
                exclusive.move(str(trash / "files" / info.stem), str(target))
                info.unlink(missing_ok=True)
        except FileExistsError as problem:
            raise NotSaved(
                f"There is another {info.stem} where it was; it is still in the trash."
            ) from problem
        return target

    def _is_trash(self, folder: Path) -> bool:
        user = os.getuid()
        shared = folder.name == str(user) and folder.parent.name == ".Trash"
        return folder == self._home() or folder.name == f".Trash-{user}" or shared

    def _target(self, info: Path, trash: Path) -> Path:
        for line in info.read_bytes().splitlines():
            if line.startswith(b"Path="):
                path = Path(os.fsdecode(unquote_to_bytes(line.removeprefix(b"Path=").strip())))
                if path.is_absolute():
                    return path
                top = trash.parent.parent if trash.parent.name == ".Trash" else trash.parent
                if ".." not in path.parts:
                    return top / path
        raise Gone(f"The trash does not say where {info.stem} was; it is still there.")


def _moved(path: Path, trash: Path, recorded: str) -> Path:
    """Write the info first, then move; the info's path."""
    when = datetime.now().astimezone().strftime("%Y-%m-%dT%H:%M:%S")
    text = f"[Trash Info]\nPath={quote(os.fsencode(recorded))}\nDeletionDate={when}\n"
    base, ending = parted(path.name)
    for number in range(1, _TRIES):
        suffix = f" {number}{ending}" if number > 1 else ending
        name = _fitting(path.name, base, suffix, number)
        info = trash / "info" / f"{name}{_ENDING}"
        try:
            file = os.open(info, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
        except FileExistsError:
            continue
        try:
            with os.fdopen(file, "w", encoding="ascii") as opened:
                opened.write(text)
                opened.flush()
                os.fsync(opened.fileno())
            exclusive.move(str(path), str(trash / "files" / name))
        except FileExistsError:
            info.unlink(missing_ok=True)
            continue
        except BaseException:
            info.unlink(missing_ok=True)
            raise
        return info
    raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))


def _fitting(whole: str, base: str, suffix: str, number: int) -> str:
    """A name in the trash that leaves room for the ending of its info."""
    if number == 1 and len(os.fsencode(whole)) <= _NAME_BYTES:
        return whole
    plain = os.fsencode(base).decode("utf-8", "replace")
    return cut(plain, max(1, _NAME_BYTES - len(os.fsencode(suffix)))) + suffix


def _make(trash: Path) -> None:
    for folder in (trash, trash / "files", trash / "info"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _top(path: Path) -> Path:
    """The top folder of the file system that holds it."""
    device = path.lstat().st_dev
    top = path.parent if path.is_symlink() or not path.is_dir() else path
    while top.parent != top and top.parent.lstat().st_dev == device:
        top = top.parent
    return top


def _of(top: Path) -> Path:
    """The trash at the top of a file system: the administrator's, else the person's own."""
    user = os.getuid()
    shared = top / ".Trash"
    with contextlib.suppress(OSError):
        mode = shared.lstat().st_mode
        if stat.S_ISDIR(mode) and mode & stat.S_ISVTX:
            _make(shared / str(user))
            return shared / str(user)
    own = top / f".Trash-{user}"
    _make(own)
    if own.is_symlink() or own.lstat().st_uid != user:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    return own


@contextlib.contextmanager
def _translated(name: str, kept: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as problem:
        raise Gone(f"{name} is no longer there; nothing was changed.") from problem
    except FileExistsError:
        raise
    except (OSError, ValueError) as problem:
        code = getattr(problem, "errno", None)
        why = os.strerror(code) if code else "its name cannot be used"
        raise NotSaved(
            f"I could not move {name} ({why}); {kept}; check that I may change that folder."
        ) from problem
