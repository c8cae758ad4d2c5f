"""Reading files of folders that others write into: plain files only, so that a pipe or a device
under a file's name holds nobody up."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def opened(path: Path | str, *, links: bool = True) -> int:
    """A descriptor to read the file with; a link at the end is followed unless told otherwise.

    Raises OSError, also for what is no plain file. Blocking, never on the other end of a pipe.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
    handle = os.open(path, flags if links else flags | os.O_NOFOLLOW)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(errno.EINVAL, "not a plain file", str(path))


def content(path: Path | str, most: int, *, links: bool = True) -> bytes:
    """The file's bytes, at most so many. Raises OSError, also for what is no plain file."""
    with os.fdopen(opened(path, links=links), "rb") as file:
        return file.read(most)
