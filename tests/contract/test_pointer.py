"""One suite over what moves and presses the pointer: XTEST, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest

from pace.core.error import Invalid, Refused
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_pointer import Pointer as XPointer
from pace.desktop.ports import Pointer
from pace.testing.window_system import FakePointer
from tests.x_windows import x_window

UP, DOWN = 4, 5
Pressed = tuple[int, int, int]


@dataclass
class Bench:
    """A pointer over a window, and which buttons (button, x, y) arrived there."""

    pointer: Pointer
    arrived: Callable[[int], Awaitable[list[Pressed]]]
    held: bool = False


@pytest.fixture(params=["XTEST", "double"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakePointer(chord_held=lambda: made.held)

        async def all_of_it(_count: int) -> list[Pressed]:
            clicks = [(1, x, y) for x, y, count in double.clicks for _ in range(count)]
            wheel = {"up": UP, "down": DOWN}
            turns = [(wheel[d], *double.at) for d, lines in double.scrolls for _ in range(lines)]
            return clicks + turns

        made = Bench(double, all_of_it)
        yield made
        return
    desktop = request.getfixturevalue("virtual_desktop")
    async with x_window(desktop, "Pressing", 100, 100, 600, 400) as window:
        await window.wait_for("focus")

        async def arrived(count: int) -> list[Pressed]:
            return [(n["button"], n["x"], n["y"]) for n in await window.wait_for("button", count)]

        pointer = XPointer(Connection(desktop.environment), lambda: made.held)
        made = Bench(pointer, arrived)
        yield made
        pointer.disconnect()


async def test_a_click_arrives_where_it_was_meant(bench: Bench) -> None:
    await bench.pointer.click(301, 257)
    assert await bench.arrived(1) == [(1, 301, 257)]


async def test_a_double_click_arrives_twice_at_one_place(bench: Bench) -> None:
    await bench.pointer.click(300, 250, count=2)
    assert await bench.arrived(2) == [(1, 300, 250)] * 2


@pytest.mark.parametrize(("direction", "button"), [("up", UP), ("down", DOWN)])
async def test_scrolling_turns_the_wheel_at_the_pointers_place(
    bench: Bench, direction: str, button: int
) -> None:
    await bench.pointer.click(310, 260)
    await bench.pointer.scroll(direction, 3)
    assert await bench.arrived(4) == [(1, 310, 260), *[(button, 310, 260)] * 3]


async def test_the_wheel_can_be_turned_at_a_place(bench: Bench) -> None:
    await bench.pointer.click(150, 150)
    await bench.arrived(1)
    await bench.pointer.scroll("down", 2, at=(340, 240))
    assert (await bench.arrived(3))[1:] == [(DOWN, 340, 240)] * 2


async def test_scrolling_somewhere_else_takes_the_pointer_there(bench: Bench) -> None:
    await bench.pointer.scroll("down", 2, at=(500, 400))
    assert await bench.arrived(2) == [(DOWN, 500, 400)] * 2
    await bench.pointer.scroll("down", 1)
    assert (await bench.arrived(3))[2] == (DOWN, 500, 400)
    with pytest.raises(Invalid):
        await bench.pointer.scroll("down", 2, at=(5000, 400))


@pytest.mark.parametrize(("x", "y"), [(-1, 100), (100, -1), (1280, 100), (100, 800), (99999, 0)])
async def test_a_point_on_no_screen_is_not_clicked(bench: Bench, x: int, y: int) -> None:
    with pytest.raises(Invalid):
        await bench.pointer.click(x, y)
    await bench.pointer.click(300, 250)
    assert await bench.arrived(1) == [(1, 300, 250)]


@pytest.mark.parametrize(
    ("direction", "lines"), [("left", 1), ("up", 0), ("down", -3), ("up", 101)]
)
async def test_an_impossible_scroll_is_not_done(bench: Bench, direction: str, lines: int) -> None:
    with pytest.raises(Invalid):
        await bench.pointer.scroll(direction, lines)


async def test_nothing_is_pressed_while_the_talk_chord_is_held(bench: Bench) -> None:
    bench.held = True
    with pytest.raises(Refused):
        await bench.pointer.click(300, 250)
    bench.held = False
    await bench.pointer.click(305, 255)
    assert await bench.arrived(1) == [(1, 305, 255)]
