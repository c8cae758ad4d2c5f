"""The edge of onnxruntime: one session with one thread, its errors as ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pace.core.error import Unavailable


@contextmanager
def translated(broken: Unavailable) -> Iterator[None]:
    """Whatever onnxruntime, or a package that lives on it, may raise becomes `broken`."""
    try:
        yield
    except (ImportError, OSError, RuntimeError, ValueError, KeyError, IndexError) as error:
        raise broken from error
    except Exception as error:
        if type(error).__module__.startswith("onnxruntime."):  # they share no base class
            raise broken from error
        raise


def session(path: Path) -> Any:
    """An inference session on one thread, which leaves the other core to the desktop."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
