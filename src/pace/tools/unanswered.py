"""A write that was sent and not answered: nobody knows if it was done, and it is not repeated."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from pace.core.error import TimedOut
from pace.core.result import Inverse, Result, unverified

#: How long a look at what was written may take, in seconds.
LOOK_SECONDS = 8.0

_T = TypeVar("_T")


async def looked(look: Callable[[], Awaitable[_T]], *, times: int = 2) -> _T | None:
    """What the look found; it is tried again when it is not answered, and then None."""
    for _ in range(times):
        try:
            with anyio.fail_after(LOOK_SECONDS):
                return await look()
        except (TimedOut, TimeoutError):
            continue
    return None


def unknown(what: str, inverse: Inverse | None, where: str = "calendar") -> Result:
    """The sentence for an act that may or may not have been done: "“X” was written"."""
    undo = "; undo looks whether it is there" if inverse is not None else ""
    return unverified(
        f"Your {where} did not answer in time: I do not know whether {what}, and I will not try"
        f" again{undo}.",
        "no answer",
        inverse=inverse,
    )
