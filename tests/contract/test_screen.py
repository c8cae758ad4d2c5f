"""One suite over pictures of the screen: mss on X11, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import anyio
import pytest

from pace.core.element import Rect
from pace.core.error import Invalid
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_screen import Screen as XScreen
from pace.desktop.pixels import changed_pixels
from pace.desktop.ports import Screen
from pace.testing.window_system import FakeScreen
from tests.x_windows import SECONDS, x_window

PAINTED = Rect(200, 150, 300, 200)  # well within the window
RED, GREEN, BLUE = 0x12, 0x9A, 0xE7
PIXEL = bytes([BLUE, GREEN, RED])


@dataclass
class Bench:
    """A screen of 1280 by 800 on which `PAINTED` has one colour."""

    screen: Screen


@pytest.fixture(params=["mss", "double"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakeScreen()
        double.paint(PAINTED, (RED, GREEN, BLUE))
        yield Bench(double)
        return
    desktop = request.getfixturevalue("virtual_desktop")
    async with x_window(desktop, "Seen", 150, 100, 500, 400, RED, GREEN, BLUE):
        screen = XScreen(Connection(desktop.environment))
        with anyio.fail_after(SECONDS):  # the server paints a window after it has mapped it
            while (await screen.picture(PAINTED)).bgra[:3] != PIXEL:
                await anyio.sleep(0.01)
        yield Bench(screen)
        screen.disconnect()


async def test_a_picture_shows_what_is_there(bench: Bench) -> None:
    picture = await bench.screen.picture(PAINTED)
    assert picture.rect == PAINTED
    assert len(picture.bgra) == 4 * PAINTED.width * PAINTED.height
    assert {picture.bgra[i : i + 3] for i in range(0, len(picture.bgra), 4)} == {PIXEL}


async def test_rows_run_from_the_top_left(bench: Bench) -> None:
    whole = await bench.screen.picture()
    x, y = PAINTED.center
    start = 4 * (y * whole.rect.width + x)
    assert whole.rect == Rect(0, 0, 1280, 800)
    assert whole.bgra[start : start + 3] == PIXEL


async def test_what_lies_off_the_screen_is_left_out(bench: Bench) -> None:
    picture = await bench.screen.picture(Rect(1200, 700, 500, 500))
    assert picture.rect == Rect(1200, 700, 80, 100)
    assert len(picture.bgra) == 4 * 80 * 100


@pytest.mark.parametrize("rect", [Rect(1280, 0, 10, 10), Rect(-20, 0, 20, 20), Rect(5, 5, 0, 9)])
async def test_a_place_on_no_screen_has_no_picture(bench: Bench, rect: Rect) -> None:
    with pytest.raises(Invalid):
        await bench.screen.picture(rect)


async def test_two_pictures_of_an_unchanged_place_are_equal(bench: Bench) -> None:
    first = await bench.screen.picture(PAINTED)
    assert changed_pixels(first, await bench.screen.picture(PAINTED)) == 0
