"""The memory that models use for a moment, given back to the system afterwards."""

from __future__ import annotations

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # mallopt(3)
#: What is larger goes back to the system as soon as it is freed, in bytes. Without a value glibc
#: raises its own to 32 MB, and each thread that a model ever ran in keeps the most it had.
LARGE = 256 * 1024


def one_heap() -> None:
    """One heap for all threads of this process. To be called before a model runs; with another C
    library than glibc nothing happens."""
    import ctypes

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(_ARENA_MAX, 1)
    mallopt(_MMAP_THRESHOLD, LARGE)
