"""A place for one model's calls: in a thread, one at a time, each within a bound."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from pace.core.error import TimedOut

T = TypeVar("T")


class Worker:
    """Runs blocking calls of one model.

    A call that runs out of time, or whose caller is cancelled, is left behind: its thread ends
    when the model does, and until then the lock keeps every later call out of the model.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._limiter = anyio.CapacityLimiter(1)
        self._lock = threading.Lock()

    async def run(self, call: Callable[[], T], seconds: float) -> T:
        """The call's value. Raises TimedOut, and whatever the call raises."""
        left = False

        def alone() -> T:
            if not self._lock.acquire(timeout=seconds):
                raise TimeoutError
            try:
                if left:  # while it waited for the model
                    raise TimeoutError
                return call()
            finally:
                self._lock.release()

        try:
            with anyio.fail_after(seconds):
                return await anyio.to_thread.run_sync(
                    alone, abandon_on_cancel=True, limiter=self._limiter
                )
        except TimeoutError as error:
            raise TimedOut(f"{self._what} did not finish within {seconds:g} seconds.") from error
        finally:
            left = True
