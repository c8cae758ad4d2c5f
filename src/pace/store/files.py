"""Files that are either the old or the new one, never half of each."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

from pace.core.error import NotSaved
from pace.store.places import private_folder


def write_atomically(path: Path, text: str, *, ours: bool = True) -> None:
    """Replace the file's content. Raises NotSaved; what was there is then kept.

    A folder of `ours` is made readable by its owner alone, and so is the file. Where it is the
    person's, their folder stays as it is and a file keeps its mode; a new one is 0600.
    """
    if ours:
        private_folder(path.parent)
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(path.stat().st_mode) if not ours and path.exists() else 0o600
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), mode)
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
