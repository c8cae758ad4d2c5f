"""Typing and pressing keys through XTEST.

Text uses the keys of the current layout where it has the character; the others are put on spare
keycodes for as long as the text is typed. A program looks up the keyboard map only when it handles
a key, so a keycode must not get another meaning before that: Pace pings the active window
(see `x11_ping`), which answers after all the keys that were sent before.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import anyio

from pace.core.error import PaceError, Refused, TimedOut
from pace.desktop.chunks import next_chunk, reject_controls
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keys import Keys, Need
from pace.desktop.linux.x11_ping import caught_up
from pace.desktop.ports import Chord, Probe, StillWanted

#: How long Pace waits for the person to let go of the push-to-talk chord or of a modifier.
HANDS_OFF_SECONDS = 1.0
LOOK_SECONDS = 0.01
#: How long a busy program may take to handle a chunk before it counts as hanging.
CATCH_UP_SECONDS = 2.0
#: A window that answers no pings gives no sign; the slowest seen handled a chunk in half of this.
SETTLE_SECONDS = 0.1
#: How late a listener in this process may read the events of keys we sent.
ECHO_SECONDS = 0.1

_T = TypeVar("_T")
_A = TypeVar("_A")
_LOG = logging.getLogger(__name__)


class Keyboard:
    """The `Keyboard` port on X11. `chord_held` tells whether push-to-talk is physically down."""

    provides = "keyboard"
    rank = 50

    def __init__(
        self,
        connection: Connection | None = None,
        chord_held: Callable[[], bool] = lambda: False,
    ) -> None:
        self._connection = connection or Connection()
        self._chord_held = chord_held
        self._keys: Keys | None = None
        self._sent_until = 0.0

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()

    async def probe(self) -> Probe:
        from pace.desktop.linux.x11_probe import probe_keyboard

        return await probe_keyboard(self, self._connection.environment)

    def sending(self) -> bool:
        """Whether keys of ours may still be under way; for who listens to keys."""
        return time.monotonic() < self._sent_until

    async def press_chord(self, chord: Chord) -> None:
        async with self._connection.lock:
            try:
                await self._run(Keys.look)
                foreign = await self._run(Keys.missing_for, chord)
                await self._send(Keys.press, chord, foreign, _always)
            finally:
                await self._put_back()

    async def type_text(self, text: str, still_wanted: StillWanted) -> int:
        reject_controls(text)
        typed = window = 0

        async def there() -> bool:
            """Whether it is wanted where keys go now; the order matters."""
            nonlocal window
            window = await self._run(Keys.focus)
            return await still_wanted()

        def type_there(keys: Keys, chunk: str) -> bool:
            return keys.type(chunk, window)

        async with self._connection.lock:
            try:
                while typed < len(text):
                    if typed:  # what waits in a slow program's queue could not be stopped
                        await self._catch_up(0)
                    chunk = await self._run(_next_chunk, text, typed)
                    if not await self._send(type_there, chunk, chunk, there):
                        break
                    typed += len(chunk)
            except (Refused, TimedOut):
                if not typed:
                    raise
            finally:
                await self._put_back()
        return typed

    async def _send(
        self, work: Callable[[Keys, _A], bool], what: _A, characters: str, wanted: StillWanted
    ) -> bool:
        """Do `work` once nobody holds keys; False when it is no longer wanted.

        Raises Refused when the keys are held for too long.
        """
        deadline = anyio.current_time() + HANDS_OFF_SECONDS
        while True:
            if not self._chord_held():
                await self._place(characters)
                if not await wanted():
                    return False
                if await self._send_now(work, what):
                    return True
            if anyio.current_time() >= deadline:
                raise Refused(
                    "Keys such as Ctrl or Alt are held down, so nothing was sent; let go of them"
                    " and say it again."
                )
            await anyio.sleep(LOOK_SECONDS)

    async def _send_now(self, work: Callable[[Keys, _A], bool], what: _A) -> bool:
        self._sent_until = float("inf")
        try:
            return await self._run(work, what)
        finally:
            self._sent_until = time.monotonic() + ECHO_SECONDS

    async def _place(self, characters: str) -> None:
        """Place what the layout lacks, and let the program see it before it gets the keys."""
        need = await self._run(Keys.need, characters)
        if need is Need.RECYCLE:
            await self._catch_up(SETTLE_SECONDS)
        if need is not Need.NOTHING and await self._run(Keys.put, characters):
            await self._catch_up(SETTLE_SECONDS)

    async def _catch_up(self, settle: float) -> None:
        """Wait until the program has handled what was sent; `settle` if it gives no sign.

        Raises TimedOut for a program that hangs.
        """
        answered = await caught_up(self._connection, CATCH_UP_SECONDS)
        if answered is None:
            await anyio.sleep(settle)
        elif not answered:
            raise TimedOut(
                "The program in front does not react, so no more was typed; try again when it does."
            )

    async def _put_back(self) -> None:
        keys = self._keys
        if keys is None or not keys.changes:
            return
        with anyio.CancelScope(shield=True):
            try:
                if keys.changes.placed:
                    with suppress(TimedOut):
                        await self._catch_up(SETTLE_SECONDS)
                await self._run(Keys.put_back)
            except PaceError as problem:
                _LOG.warning("The keyboard map was not put back: %s", problem)

    async def _run(self, work: Callable[..., _T], *arguments: Any) -> _T:
        return await self._connection.run(self._with_keys, work, arguments)

    def _with_keys(self, display: Any, work: Callable[..., _T], arguments: tuple[Any, ...]) -> _T:
        if self._keys is None or self._keys.display is not display:
            self._keys = Keys(display, self._keys.changes if self._keys else None)
        return work(self._keys, *arguments)


def _next_chunk(keys: Keys, text: str, start: int) -> str:
    keys.look()
    return next_chunk(text, start, keys.known())


async def _always() -> bool:
    return True
