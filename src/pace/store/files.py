"""Files that are either the old or the new one, never half of each."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from pace.core.error import NotSaved
from pace.store.places import private_folder


def write_atomically(path: Path, text: str) -> None:
    """Replace the file's content, mode 0600. Raises NotSaved; what was there is then kept."""
    private_folder(path.parent)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        advice = "free some space and try again" if full else "check that I may write there"
        raise NotSaved(
            f"I could not save {path.name} ({problem.strerror}); the old one is kept; {advice}."
        ) from problem
