"""Rings timers when they are due, and those that came due while Pace was not running at once."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

import anyio

from pace.core.clock import Clock
from pace.core.error import PaceError
from pace.store.timers import Timer, Timers

log = logging.getLogger(__name__)

#: The longest wait between looks, so that sleep and clock changes are noticed, in seconds.
LOOK_EVERY = 20.0


class Bell:
    """Waits for the next due timer. `wake` is called when a timer was started or cancelled."""

    def __init__(
        self, timers: Timers, clock: Clock, ring: Callable[[Timer, str], Awaitable[None]]
    ) -> None:
        self._timers = timers
        self._clock = clock
        self._ring = ring
        self._changed = anyio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def run(self) -> None:
        """Ring until cancelled."""
        while True:
            self._changed = anyio.Event()
            try:
                wait = await self._ring_what_is_due()
            except PaceError as problem:
                log.warning("timers cannot be read: %s", problem)
                wait = LOOK_EVERY
            with anyio.move_on_after(min(wait, LOOK_EVERY)):
                await self._changed.wait()

    async def _ring_what_is_due(self) -> float:
        """Ring each due timer; the seconds until the next one."""
        now = self._clock.now()
        for timer in await self._timers.running():
            if timer.due > now:
                return (timer.due - now).total_seconds()
            if await self._timers.take(timer.id):
                await self._ring(timer, ring_words(timer, now))
        return LOOK_EVERY


def ring_words(timer: Timer, now: datetime) -> str:
    """What is said when it rings; a late one says so."""
    name = f"Your {timer.label} timer" if timer.label else "Your timer"
    late = (now - timer.due).total_seconds()
    if late > 60:
        return f"{name} was due at {timer.due:%H:%M}, while Pace was not running."
    return f"{name} is done."
