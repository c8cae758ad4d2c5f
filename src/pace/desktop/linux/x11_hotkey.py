"""The push-to-talk chord on X11, listened to by XInput 2 raw events: nobody loses a key to it.

Raw events come whatever window or grab has the keyboard. What XTEST presses counts too (keyboards
shared over the network and remote desktops work that way), except the keys that Pace itself sends.
"""

from __future__ import annotations

import select
import struct
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pace.core.error import PaceError, TimedOut, Unavailable
from pace.desktop.keys import Held, parse_held
from pace.desktop.linux.x11_chord import HeldChord
from pace.desktop.linux.x11_display import Connection, open_display, xlib_errors
from pace.desktop.linux.x11_keymap import MODIFIER_SYMBOLS, NAMED
from pace.desktop.linux.x11_keys import xtest_keyboard
from pace.desktop.ports import Probe

DEFAULT = "ctrl+alt"
#: Raw events reach a client during another's grab only from this version of XInput on.
_VERSION = (2, 2)
_GENERIC, _MAPPING_NOTIFY = 35, 34
_RAW_PRESS = 13
#: After the master device (16 bits): the time and the keycode (32 each), the real device (16).
_RAW = struct.Struct("=2xIIH")
_NO_XINPUT = (
    "The X server has no XInput 2.2, so push-to-talk cannot be heard; use another way to talk."
)
#: Bound of one question from within the event loop; a server answers in a fifth of a millisecond.
ASK_SECONDS = 0.25


def _nobody() -> bool:
    return False


class Hotkey:
    """The `Hotkey` port on X11. `sending` tells whether Pace itself sends keys just now.

    Raises Invalid for a chord that cannot be used.
    """

    provides = "hotkey"
    rank = 50

    def __init__(
        self,
        connection: Connection | None = None,
        chord: str = DEFAULT,
        sending: Callable[[], bool] = _nobody,
    ) -> None:
        self._connection = connection or Connection()
        self._held = parse_held(chord)
        self._sending = sending
        self._asking: Any = None

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()
        self._forget()

    async def probe(self) -> Probe:
        from pace.desktop.linux.x11_probe import probe_hotkey

        try:
            groups = await self._connection.run(_groups, self._held)
        except PaceError as problem:
            return Probe(False, str(problem))
        if not all(groups):
            return Probe(False, f"the keyboard lacks a key of {self._held}; choose another chord")
        return await probe_hotkey(self, [min(g) for g in groups], self._connection.environment)

    @asynccontextmanager
    async def events(self) -> AsyncIterator[AsyncIterator[str]]:
        async with self._connection.lock:
            try:
                source = await self._connection.run(_listen)
                async with aclosing(self._words(source)) as words:
                    yield words
            finally:
                self._connection.close()

    def held(self) -> bool:
        """Whether the chord is down. It asks the X server; raises Unavailable, TimedOut."""
        try:
            with xlib_errors():
                if self._asking is None:
                    self._asking = open_display(self._connection.environment)
                down = _keys_down(self._asking)
                return bool(down) and _complete(_groups(self._asking, self._held), down)
        except PaceError:
            self._forget()
            raise

    def _forget(self) -> None:
        if self._asking is not None:
            self._asking.display.socket.close()
            self._asking = None

    async def _words(self, source: _Source) -> AsyncGenerator[str]:
        """What the key events mean, until the iterator is closed."""
        groups = await self._connection.run(_groups, self._held)
        chord = HeldChord(groups, key_last=self._held.key is not None)
        while True:
            for event in await self._connection.events():
                if event.type == _MAPPING_NOTIFY:
                    chord.groups = await self._connection.run(_groups, self._held)
                    continue
                key = source.key_of(event)
                if key is None or (key.synthetic and self._sending()):
                    continue
                if key.down and chord.has_old(key.at):
                    chord.forget(await self._connection.run(_keys_down), key.at)
                word = chord.feed(key.code, key.down, key.at)
                if word is not None:
                    yield word


@dataclass(frozen=True, slots=True)
class _Key:
    at: int  # milliseconds of the X server
    code: int
    down: bool
    synthetic: bool


@dataclass(frozen=True, slots=True)
class _Source:
    """How raw key events are told from others: XInput's opcode and XTEST's device."""

    opcode: int
    xtest: int

    def key_of(self, event: Any) -> _Key | None:
        if event.type != _GENERIC or event.extension != self.opcode:
            return None
        at, code, device = _RAW.unpack_from(bytes(event.data))
        return _Key(at, code, event.evtype == _RAW_PRESS, device == self.xtest)


def _listen(display: Any) -> _Source:
    """Have raw key events sent to this connection. Raises Unavailable without XInput 2.2."""
    from Xlib.ext import xinput

    if not display.has_extension(xinput.extname):
        raise Unavailable(_NO_XINPUT)
    opcode = int(display.query_extension(xinput.extname).major_opcode)
    major, minor = _VERSION
    answer = xinput.XIQueryVersion(
        display=display.display, opcode=opcode, major_version=major, minor_version=minor
    )
    if (answer.major_version, answer.minor_version) < _VERSION:
        raise Unavailable(_NO_XINPUT)
    mask = xinput.RawKeyPressMask | xinput.RawKeyReleaseMask
    display.screen().root.xinput_select_events([(xinput.AllMasterDevices, mask)])
    display.sync()
    return _Source(opcode, xtest_keyboard(display))


def _groups(display: Any, held: Held) -> tuple[frozenset[int], ...]:
    """The keycodes of each part of the chord in the present keyboard map."""
    info = display.display.info
    first, last = int(info.min_keycode), int(info.max_keycode)
    rows = display.get_keyboard_mapping(first, last - first + 1)
    wanted = [frozenset(MODIFIER_SYMBOLS[name]) for name in held.modifiers]
    if held.key is not None:
        wanted.append(frozenset({NAMED.get(held.key) or ord(held.key)}))
    return tuple(
        frozenset(code for code, row in enumerate(rows, first) if row[0] in symbols)
        for symbols in wanted
    )


def _complete(groups: Sequence[frozenset[int]], down: frozenset[int]) -> bool:
    return HeldChord(groups).complete(down)


def _keys_down(display: Any) -> frozenset[int]:
    """The keys that are down, by the X server's account. Raises TimedOut."""
    from Xlib.protocol import request

    question = request.QueryKeymap(display=display.display, defer=True)
    display.flush()
    # Flushing reads as well: when it has read the answer, nothing more comes to wait for.
    waiting = question._data is None and question._error is None
    if waiting and not select.select([display.fileno()], [], [], ASK_SECONDS)[0]:
        raise TimedOut("The X server did not answer in time; try again when the desktop reacts.")
    question.reply()
    return frozenset(
        8 * place + bit
        for place, byte in enumerate(question.map)
        for bit in range(8)
        if byte >> bit & 1
    )
