"""One suite over the windows of a window system: X11 under a window manager, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass

import anyio
import pytest

from pace.core.element import Rect, Window
from pace.core.error import Gone
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_windows import Windows as XWindows
from pace.desktop.ports import Windows
from pace.testing.window_system import FakeWindows
from tests.x_windows import SECONDS, x_window

SOMEWHERE = Rect(100, 100, 400, 300)


@dataclass
class Bench:
    """Windows, and how a program opens one; titles are unique to the test."""

    windows: Windows
    open: Callable[..., Awaitable[Window]]

    async def comes_to_front(self, window: Window) -> None:
        """Wait until it is the active one: the window manager makes a new one that by and by."""
        with anyio.fail_after(SECONDS):
            while getattr(await self.windows.active(), "id", "") != window.id:
                await anyio.sleep(0.01)

    async def titles(self) -> list[str]:
        """Of the windows that the test opened, top-most first."""
        return [w.title for w in await self.windows.list() if w.app == "XWindow"]


@pytest.fixture(params=["EWMH", "double"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakeWindows(stubborn={"Stubborn"})

        async def add(title: str, place: Rect = SOMEWHERE) -> Window:
            return double.add(title, "XWindow", rect=place)

        yield Bench(double, add)
        return
    desktop = request.getfixturevalue("virtual_desktop")
    windows = XWindows(Connection(desktop.environment), Connection(desktop.environment))
    async with AsyncExitStack() as stack:

        async def start(title: str, place: Rect = SOMEWHERE) -> Window:
            numbers = (place.x, place.y, place.width, place.height)
            shown = await stack.enter_async_context(x_window(desktop, title, *numbers))
            await shown.wait_for("focus")
            return next(w for w in await windows.list() if w.title == title)

        yield Bench(windows, start)
        windows.disconnect()


async def test_windows_are_listed_top_most_first(bench: Bench) -> None:
    for title in ("First", "Second", "Third"):
        await bench.open(title)
    assert await bench.titles() == ["Third", "Second", "First"]


async def test_a_window_tells_its_application_title_process_and_place(bench: Bench) -> None:
    window = await bench.open("Ünïcode “title” テスト", Rect(200, 150, 420, 310))
    assert (window.app, window.title) == ("XWindow", "Ünïcode “title” テスト")
    assert window.pid > 0
    assert window.rect is not None
    assert (window.rect.width, window.rect.height) == (420, 310)


async def test_exactly_one_window_is_active(bench: Bench) -> None:
    await bench.open("First")
    second = await bench.open("Second")
    await bench.comes_to_front(second)
    assert [w.id for w in await bench.windows.list() if w.active] == [second.id]


async def test_an_activated_window_comes_to_the_top_and_is_active(bench: Bench) -> None:
    first = await bench.open("First")
    await bench.open("Second")
    assert await bench.windows.activate(first)
    active = await bench.windows.active()
    assert active is not None
    assert active.id == first.id
    assert await bench.titles() == ["First", "Second"]


async def test_the_active_window_can_be_activated_again(bench: Bench) -> None:
    only = await bench.open("Only")
    assert await bench.windows.activate(only)


@pytest.mark.parametrize(
    "rect", [Rect(0, 0, 640, 800), Rect(640, 0, 640, 400), Rect(37, 53, 500, 401)]
)
async def test_a_placed_window_has_exactly_that_frame(bench: Bench, rect: Rect) -> None:
    window = await bench.open("Placed")
    assert await bench.windows.place(window, rect) == rect
    assert await bench.windows.frame(window) == rect


async def test_placing_a_window_where_it_is_changes_nothing(bench: Bench) -> None:
    window = await bench.open("Placed")
    frame = await bench.windows.frame(window)
    assert await bench.windows.place(window, frame) == frame


async def test_the_work_area_lies_on_the_screen(bench: Bench) -> None:
    window = await bench.open("Anywhere")
    area = await bench.windows.work_area(window)
    assert area.x >= 0
    assert area.y >= 0
    assert 0 < area.width <= 1280
    assert 0 < area.height <= 800


async def test_a_minimized_window_is_not_active_and_comes_back_when_activated(bench: Bench) -> None:
    first = await bench.open("First")
    second = await bench.open("Second")
    assert await bench.windows.minimize(second)
    active = await bench.windows.active()
    assert active is None or active.id != second.id
    assert await bench.windows.activate(second)
    active = await bench.windows.active()
    assert active is not None
    assert active.id == second.id
    assert first.id != second.id


async def test_a_closed_window_is_gone(bench: Bench) -> None:
    await bench.open("Stays")
    window = await bench.open("Goes")
    assert await bench.windows.close(window)
    assert await bench.titles() == ["Stays"]


async def test_a_program_that_asks_first_keeps_its_window(bench: Bench) -> None:
    window = await bench.open("Stubborn")
    assert not await bench.windows.close(window)
    assert await bench.titles() == ["Stubborn"]


async def test_a_window_that_is_gone_cannot_be_used(bench: Bench) -> None:
    window = await bench.open("Goes")
    assert await bench.windows.close(window)
    windows = bench.windows
    for use in (
        windows.activate,
        windows.frame,
        windows.work_area,
        windows.close,
        windows.minimize,
    ):
        with pytest.raises(Gone):
            await use(window)
    with pytest.raises(Gone):
        await windows.place(window, Rect(0, 0, 300, 200))
