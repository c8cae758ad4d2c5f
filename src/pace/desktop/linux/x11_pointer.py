"""Moving and pressing the pointer through XTEST, in pixels of the whole desktop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anyio

from pace.core.error import Invalid, Refused, Unavailable
from pace.desktop.linux.x11_display import Connection
from pace.desktop.ports import Probe

#: Between the clicks of a double click; the X server keeps the time.
BETWEEN_CLICKS_MS = 40
#: Clicks nearer in time and place than this belong together for every toolkit (400 to 500 ms): what
#: Pace means as another click would be the second or third of the one before. Seconds and pixels.
APART_SECONDS = 0.55
APART_PIXELS = 8
#: More than a person turns a wheel at once.
MOST_LINES = 100
HANDS_OFF_SECONDS = 1.0
LOOK_SECONDS = 0.01

_LEFT, _UP, _DOWN = 1, 4, 5
#: Shift, Ctrl, Alt, Super and the like, and the buttons; not Caps Lock (2) and Num Lock (16).
_HELD = 0x1FFF & ~0x12


def _nobody() -> bool:
    return False


class Pointer:
    """The `Pointer` port on X11. `chord_held` tells whether push-to-talk is physically down.

    A click raises Invalid for a point that is on no monitor, and Refused, with nothing pressed,
    while the person holds keys or buttons for longer than a second.
    """

    provides = "pointer"
    rank = 50

    def __init__(
        self,
        connection: Connection | None = None,
        chord_held: Callable[[], bool] = _nobody,
    ) -> None:
        self._connection = connection or Connection()
        self._chord_held = chord_held
        self._last: tuple[float, int, int] | None = None

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()

    async def probe(self) -> Probe:
        from pace.desktop.linux.x11_probe import probe_pointer

        return await probe_pointer(self, self._connection.environment)

    async def click(self, x: int, y: int, *, count: int = 1) -> None:
        await self._apart_from_the_last(x, y)
        await self._when_free(_press, _LEFT, count, BETWEEN_CLICKS_MS, (x, y))
        self._last = (anyio.current_time(), x, y)

    async def _apart_from_the_last(self, x: int, y: int) -> None:
        if self._last is None:
            return
        when, near_x, near_y = self._last
        if max(abs(x - near_x), abs(y - near_y)) <= APART_PIXELS:
            await anyio.sleep(max(0.0, when + APART_SECONDS - anyio.current_time()))

    async def scroll(
        self, direction: str, lines: int, *, at: tuple[int, int] | None = None
    ) -> None:
        if direction not in ("up", "down") or not 0 < lines <= MOST_LINES:
            raise Invalid(
                f"I cannot scroll {lines} lines {direction}, so nothing was scrolled; say up or"
                f" down and at most {MOST_LINES} lines."
            )
        await self._when_free(_press, _UP if direction == "up" else _DOWN, lines, 0, at)

    async def _when_free(self, work: Callable[..., bool], *arguments: Any) -> None:
        deadline = anyio.current_time() + HANDS_OFF_SECONDS
        async with self._connection.lock:
            while self._chord_held() or not await self._connection.run(work, *arguments):
                if anyio.current_time() >= deadline:
                    raise Refused(
                        "Keys such as Ctrl or Alt, or a mouse button, are held down, so nothing was"
                        " clicked; let go of them and say it again."
                    )
                await anyio.sleep(LOOK_SECONDS)


def _press(
    display: Any, button: int, count: int, pause_ms: int, at: tuple[int, int] | None
) -> bool:
    """Press a button there. False, and nothing is sent, while somebody holds keys or buttons."""
    from Xlib import X

    if _busy(display):
        return False
    if at is not None:
        _move(display, *at)
    physical = _physical(display, button)
    for number in range(count):
        display.xtest_fake_input(X.ButtonPress, physical, pause_ms if number else 0)
        display.xtest_fake_input(X.ButtonRelease, physical)
    display.sync()
    return True


def _move(display: Any, x: int, y: int) -> None:
    """Raises Invalid for a point on no screen."""
    from Xlib import X

    screen = display.screen()
    size = screen.root.get_geometry()
    if not (0 <= x < size.width and 0 <= y < size.height):
        raise _nowhere(x, y)
    display.xtest_fake_input(X.MotionNotify, x=x, y=y, root=screen.root)
    where = screen.root.query_pointer()
    if (where.root_x, where.root_y) != (x, y):  # between monitors: the server moves it elsewhere
        raise _nowhere(x, y)


def _busy(display: Any) -> bool:
    if not display.has_extension("XTEST"):
        raise Unavailable(
            "The X server has no XTEST extension, so nothing was clicked; start it with +extension"
            " XTEST."
        )
    return bool(display.screen().root.query_pointer().mask & _HELD)


def _physical(display: Any, button: int) -> int:
    """The button that acts as `button`: a left-handed person has them swapped."""
    mapping = list(display.get_pointer_mapping())
    return mapping.index(button) + 1 if button in mapping else button


def _nowhere(x: int, y: int) -> Invalid:
    return Invalid(
        f"The point {x}, {y} is on no screen, so nothing was clicked; look at the screen again."
    )
