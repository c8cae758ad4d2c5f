"""Moving a file or folder to a name that nothing has, never over something else; and letting two
change places, so that what was there is not lost unseen."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

_NOREPLACE = 1
_EXCHANGE = 2
_AT_FDCWD = -100
_UNSUPPORTED = (errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP)


def move(source: str, target: str, folder: int | None = None) -> None:
    """Rename within one file system. Raises FileExistsError when the target is there, OSError.

    `folder` is a descriptor that both names are relative to.
    """
    rename = _rename()
    if rename is not None:
        at = _AT_FDCWD if folder is None else folder
        if rename(at, os.fsencode(source), at, os.fsencode(target), _NOREPLACE) == 0:
            return
        import ctypes

        code = ctypes.get_errno()
        if code not in _UNSUPPORTED:
            raise OSError(code, os.strerror(code), target)
    # a file system without that call: a second name is exclusive too, but folders have none
    os.link(source, target, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    os.unlink(source, dir_fd=folder)


def exchange(one: str, other: str) -> bool:
    """Let two files of one file system change names at once. False, and nothing done, where that
    cannot be. Raises OSError."""
    import ctypes

    rename = _rename()
    if rename is None:
        return False
    if rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _EXCHANGE) == 0:
        return True
    code = ctypes.get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), other)


def _rename() -> Callable[..., int] | None:
    import ctypes

    try:
        found: Callable[..., int] = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return None
    return found
