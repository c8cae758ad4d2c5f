"""A window system in memory: keyboard, pointer, windows, screen, clipboard and push-to-talk.

Each double obeys the contract of its port in `pace.desktop.ports` and keeps what was done to it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import anyio

from pace.core.element import Rect, Window
from pace.core.error import Gone, Invalid, Refused
from pace.desktop.chunks import next_chunk, reject_controls
from pace.desktop.keys import parse_held
from pace.desktop.ports import Chord, Picture, StillWanted

#: The doubles wait as long as the real ones for keys that a person holds.
HANDS_OFF_SECONDS = 1.0
LOOK_SECONDS = 0.005

SCREEN = Rect(0, 0, 1280, 800)


def _nobody() -> bool:
    return False


async def _hands_off(held: Callable[[], bool]) -> None:
    deadline = anyio.current_time() + HANDS_OFF_SECONDS
    while held():
        if anyio.current_time() >= deadline:
            raise Refused("Keys are held down, so nothing was sent; let go of them.")
        await anyio.sleep(LOOK_SECONDS)


class FakeKeyboard:
    """Keeps what was typed and pressed; `on_text` and `on_chord` pass it on to a fake program."""

    def __init__(
        self,
        chord_held: Callable[[], bool] = _nobody,
        *,
        on_text: Callable[[str], None] | None = None,
        on_chord: Callable[[Chord], None] | None = None,
    ) -> None:
        self.text = ""
        self.chords: list[Chord] = []
        self._chord_held = chord_held
        self._on_text = on_text
        self._on_chord = on_chord

    async def press_chord(self, chord: Chord) -> None:
        await _hands_off(self._chord_held)
        self.chords.append(chord)
        if self._on_chord is not None:
            self._on_chord(chord)

    async def type_text(self, text: str, still_wanted: StillWanted) -> int:
        reject_controls(text)
        typed = 0
        while typed < len(text):
            if not await still_wanted():
                break
            try:
                await _hands_off(self._chord_held)
            except Refused:
                if not typed:
                    raise
                break
            chunk = next_chunk(text, typed, text)
            self.text += chunk
            if self._on_text is not None:
                self._on_text(chunk)
            typed += len(chunk)
        return typed


class FakePointer:
    """Keeps clicks as (x, y, count) and scrolls as (direction, lines)."""

    def __init__(
        self,
        screen: Rect = SCREEN,
        chord_held: Callable[[], bool] = _nobody,
        *,
        on_click: Callable[[int, int, int], None] | None = None,
    ) -> None:
        self.clicks: list[tuple[int, int, int]] = []
        self.scrolls: list[tuple[str, int]] = []
        self.at = screen.center
        self._screen = screen
        self._chord_held = chord_held
        self._on_click = on_click

    async def click(self, x: int, y: int, *, count: int = 1) -> None:
        await _hands_off(self._chord_held)
        self._move(x, y)
        self.clicks.append((x, y, count))
        if self._on_click is not None:
            self._on_click(x, y, count)

    def _move(self, x: int, y: int) -> None:
        if not self._screen.contains(x, y):
            raise Invalid(f"The point {x}, {y} is on no screen, so nothing was clicked.")
        self.at = x, y

    async def scroll(
        self, direction: str, lines: int, *, at: tuple[int, int] | None = None
    ) -> None:
        if direction not in ("up", "down") or not 0 < lines <= 100:
            raise Invalid(f"I cannot scroll {lines} lines {direction}.")
        await _hands_off(self._chord_held)
        if at is not None:
            self._move(*at)
        self.scrolls.append((direction, lines))


@dataclass
class FakeWindows:
    """Windows without an outer frame, the top-most first.

    `stubborn` names titles that do not close (a program that asks first); `fixed` those whose size
    stays.
    """

    open: list[Window] = field(default_factory=list)
    area: Rect = SCREEN
    stubborn: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    minimized: list[Window] = field(default_factory=list)

    def add(
        self, title: str, app: str = "", *, pid: int = 1000, rect: Rect | None = None
    ) -> Window:
        """Open a window: it comes to the top and is active."""
        number = 1 + len(self.open) + len(self.minimized)
        place = rect or Rect(40 * number, 30 * number, 400, 300)
        window = Window(hex(number), app or title, title, pid, place)
        self._raise(window)
        return self.open[0]

    def _raise(self, window: Window) -> None:
        self.minimized = [w for w in self.minimized if w.id != window.id]
        others = [replace(w, active=False) for w in self.open if w.id != window.id]
        self.open = [replace(window, active=True), *others]

    def _now(self, window: Window) -> Window:
        for each in (*self.open, *self.minimized):
            if each.id == window.id:
                return each
        raise Gone("That window is no longer there.")

    def _without(self, window: Window) -> list[Window]:
        rest = [w for w in self.open if w.id != window.id]
        return [replace(w, active=not number) for number, w in enumerate(rest)]

    async def list(self) -> Sequence[Window]:
        return [*self.open, *self.minimized]

    async def active(self) -> Window | None:
        return next((w for w in self.open if w.active), None)

    async def activate(self, window: Window) -> bool:
        self._raise(self._now(window))
        return True

    async def frame(self, window: Window) -> Rect:
        return self._now(window).rect or self.area

    async def place(self, window: Window, rect: Rect) -> Rect:
        now = self._now(window)
        if now.title in self.fixed and now.rect is not None:
            rect = Rect(rect.x, rect.y, now.rect.width, now.rect.height)
        self.open = [replace(w, rect=rect) if w.id == now.id else w for w in self.open]
        return rect

    async def work_area(self, window: Window) -> Rect:
        self._now(window)
        return self.area

    async def close(self, window: Window) -> bool:
        now = self._now(window)
        if now.title in self.stubborn:
            return False
        self.open = self._without(now)
        self.minimized = [w for w in self.minimized if w.id != now.id]
        return True

    async def minimize(self, window: Window) -> bool:
        now = self._now(window)
        self.open = self._without(now)
        self.minimized.append(replace(now, active=False))
        return True


class FakeScreen:
    """A screen of one colour on which rectangles can be painted."""

    def __init__(self, width: int = 1280, height: int = 800) -> None:
        self.size = Rect(0, 0, width, height)
        self.saved: list[str] = []
        self._pixels = bytearray(4 * width * height)

    def paint(self, rect: Rect, colour: tuple[int, int, int]) -> None:
        """Fill a rectangle with a colour (red, green, blue)."""
        red, green, blue = colour
        for y in range(rect.y, rect.y + rect.height):
            start = 4 * (y * self.size.width + rect.x)
            self._pixels[start : start + 4 * rect.width] = bytes([blue, green, red, 0]) * rect.width

    async def picture(self, rect: Rect | None = None) -> Picture:
        wanted = self._clipped(rect or self.size)
        rows = []
        for y in range(wanted.y, wanted.y + wanted.height):
            start = 4 * (y * self.size.width + wanted.x)
            rows.append(bytes(self._pixels[start : start + 4 * wanted.width]))
        return Picture(wanted, b"".join(rows))

    def _clipped(self, rect: Rect) -> Rect:
        left, top = max(rect.x, 0), max(rect.y, 0)
        right = min(rect.x + rect.width, self.size.width)
        bottom = min(rect.y + rect.height, self.size.height)
        if left >= right or top >= bottom:
            raise Invalid("That place is on no screen, so nothing was looked at; choose another.")
        return Rect(left, top, right - left, bottom - top)

    async def save(self, path: str) -> None:
        self.saved.append(path)


@dataclass
class FakeClipboard:
    """Holds `text`; `secret` marks it as a password manager does."""

    text: str | None = None
    secret: bool = False

    async def read(self) -> str | None:
        if self.secret:
            raise Refused("The clipboard holds a password, so I did not read it.")
        return self.text


class FakeHotkey:
    """A chord that a test holds down and lets go."""

    def __init__(self, chord: str = "ctrl+alt") -> None:
        parse_held(chord)
        self._down = False
        self._spoilt = False
        self._listeners: list[Callable[[str], None]] = []

    def press(self) -> None:
        self._down, self._spoilt = True, False
        self._tell("press")

    def release(self) -> None:
        self._down = False
        if not self._spoilt:
            self._tell("release")

    def other_key(self) -> None:
        """Another key joins the chord, which is then no longer meant."""
        if self._down and not self._spoilt:
            self._spoilt = True
            self._tell("cancel")

    def _tell(self, word: str) -> None:
        for listener in self._listeners:
            listener(word)

    @asynccontextmanager
    async def events(self) -> AsyncIterator[AsyncIterator[str]]:
        send, receive = anyio.create_memory_object_stream[str](64)
        listener = send.send_nowait
        self._listeners.append(listener)
        try:
            with send, receive:
                yield receive
        finally:
            self._listeners.remove(listener)

    def held(self) -> bool:
        return self._down
