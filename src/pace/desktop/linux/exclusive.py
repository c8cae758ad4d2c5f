"""Moving a file or folder to a name that nothing has: never over something else."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

_NOREPLACE = 1
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


def _rename() -> Callable[..., int] | None:
    import ctypes

    try:
        found: Callable[..., int] = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return None
    return found
