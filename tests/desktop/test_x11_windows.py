"""Windows of real programs, on one monitor and on two."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from Xlib import X, Xatom, display

from pace.core.element import Rect, Window
from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_pointer import Pointer
from pace.desktop.linux.x11_screen import Screen
from pace.desktop.linux.x11_windows import Windows
from tests.x_windows import SECONDS, x_window

LEFT, RIGHT = Rect(0, 0, 640, 800), Rect(640, 0, 640, 800)


@pytest.fixture
async def windows(virtual_desktop: VirtualDesktop) -> AsyncIterator[Windows]:
    environment = virtual_desktop.environment
    made = Windows(Connection(environment), Connection(environment))
    yield made
    made.disconnect()


@asynccontextmanager
async def program(desktop: VirtualDesktop, windows: Windows, *argv: str) -> AsyncIterator[Window]:
    """Start a program and wait until its window is active."""
    process = await desktop.launch(argv)
    try:
        with anyio.fail_after(30):
            while (window := await windows.active()) is None or window.pid != process.pid:
                await anyio.sleep(0.01)
        yield window
    finally:
        with anyio.CancelScope(shield=True):
            await process.stop()


@asynccontextmanager
async def two_monitors(desktop: VirtualDesktop) -> AsyncIterator[None]:
    """Split the screen into two monitors side by side."""
    try:
        await _xrandr(desktop, "--setmonitor", "left", "640/170x800/210+0+0", "screen")
        await _xrandr(desktop, "--setmonitor", "right", "640/170x800/210+640+0", "none")
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await _xrandr(desktop, "--delmonitor", "right")
            await _xrandr(desktop, "--delmonitor", "left")


async def _xrandr(desktop: VirtualDesktop, *words: str) -> None:
    process = await desktop.launch(["xrandr", *words])
    assert await process.wait() == 0, process.said()


@asynccontextmanager
async def panel(desktop: VirtualDesktop, *strut: int) -> AsyncIterator[None]:
    """A panel that keeps a strip of the screen (_NET_WM_STRUT_PARTIAL)."""
    connection = display.Display(desktop.display)
    atom = connection.intern_atom
    window = connection.screen().root.create_window(0, 0, 100, 24, 0, X.CopyFromParent)
    window.change_property(atom("_NET_WM_WINDOW_TYPE"), Xatom.ATOM, 32,
                           [atom("_NET_WM_WINDOW_TYPE_DOCK")])  # fmt: skip
    window.change_property(atom("_NET_WM_STRUT_PARTIAL"), Xatom.CARDINAL, 32, strut)
    window.map()
    connection.sync()
    root = connection.screen().root
    try:
        with anyio.fail_after(SECONDS):
            while True:
                listed = root.get_full_property(atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
                if listed and window.id in listed.value:
                    break
                await anyio.sleep(0.01)
        yield
    finally:
        connection.close()


@pytest.mark.parametrize("argv", [("mousepad", "--disable-server"), ("gnome-calculator",)])
async def test_a_real_program_fills_exactly_the_half_it_was_given(
    virtual_desktop: VirtualDesktop, windows: Windows, argv: tuple[str, ...]
) -> None:
    """Mousepad has a frame of the window manager's, the calculator draws its own with a shadow."""
    async with program(virtual_desktop, windows, *argv) as window:
        for half in (LEFT, RIGHT):
            assert await windows.place(window, half) == half


async def test_a_maximized_window_is_placed_too(
    virtual_desktop: VirtualDesktop, windows: Windows
) -> None:
    async with program(virtual_desktop, windows, "mousepad", "--disable-server") as window:
        whole = await windows.work_area(window)
        maximise(virtual_desktop, window)
        with anyio.fail_after(SECONDS):
            while (await windows.frame(window)).width < whole.width:
                await anyio.sleep(0.01)
        assert await windows.place(window, LEFT) == LEFT


async def test_a_window_of_fixed_size_says_what_it_became(
    virtual_desktop: VirtualDesktop, windows: Windows
) -> None:
    async with x_window(virtual_desktop, "Small", 10, 10, 300, 200) as shown:
        await shown.wait_for("focus")
        window = next(w for w in await windows.list() if w.title == "Small")
        placed = await windows.place(window, Rect(100, 100, 10, 10))  # it wants 50 by 40 at least
        assert placed == await windows.frame(window)
        assert placed.width >= 50
        assert (placed.x, placed.y) == (100, 100)


async def test_each_of_two_monitors_has_its_own_work_area(
    virtual_desktop: VirtualDesktop, windows: Windows
) -> None:
    top_of_the_left = (0, 0, 24, 0, 0, 0, 0, 0, 0, 639, 0, 0)
    async with (
        two_monitors(virtual_desktop),
        panel(virtual_desktop, *top_of_the_left),
        x_window(virtual_desktop, "Wandering", 100, 100, 200, 150) as shown,
    ):
        await shown.wait_for("focus")
        window = next(w for w in await windows.list() if w.title == "Wandering")
        await windows.place(window, Rect(100, 100, 300, 300))
        assert await windows.work_area(window) == Rect(0, 24, 640, 776)
        await windows.place(window, Rect(700, 100, 300, 300))
        assert await windows.work_area(window) == RIGHT
        assert await windows.place(window, RIGHT) == RIGHT


async def test_panels_are_not_listed_and_their_strip_is_not_free(
    virtual_desktop: VirtualDesktop, windows: Windows
) -> None:
    async with (
        x_window(virtual_desktop, "Under", 100, 100, 200, 150) as shown,
        panel(virtual_desktop, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 1279),
    ):
        await shown.wait_for("focus")
        listed = await windows.list()
        assert [w.title for w in listed] == ["Under"]
        assert await windows.work_area(listed[0]) == Rect(0, 0, 1280, 770)


async def test_pointer_and_pictures_use_the_pixels_of_the_whole_desktop(
    virtual_desktop: VirtualDesktop,
) -> None:
    environment = virtual_desktop.environment
    pointer, screen = Pointer(Connection(environment)), Screen(Connection(environment))
    async with (
        two_monitors(virtual_desktop),
        x_window(virtual_desktop, "On the right", 800, 200, 300, 200, 200, 30, 40) as shown,
    ):
        await shown.wait_for("focus")
        await pointer.click(950, 300)
        assert [(n["x"], n["y"]) for n in await shown.wait_for("button")] == [(950, 300)]
        picture = await screen.picture(Rect(950, 300, 2, 2))
        assert picture.bgra[:3] == bytes([40, 30, 200])
    pointer.disconnect()
    screen.disconnect()


async def test_the_calculator_computes_what_is_typed(
    virtual_desktop: VirtualDesktop, windows: Windows
) -> None:
    keyboard = Keyboard(Connection(virtual_desktop.environment))
    screen = Screen(Connection(virtual_desktop.environment))

    async def still_there() -> bool:
        active = await windows.active()
        return active is not None and active.id == window.id

    async with program(virtual_desktop, windows, "gnome-calculator") as window:
        before = await screen.picture(await windows.frame(window))
        assert await keyboard.type_text("6*7\n", still_there) == 4
        with anyio.fail_after(SECONDS):
            while (await screen.picture(before.rect)).bgra == before.bgra:
                await anyio.sleep(0.01)
    keyboard.disconnect()
    screen.disconnect()


def maximise(desktop: VirtualDesktop, window: Window) -> None:
    """As its button would."""
    from pace.desktop.linux.x11_ewmh import number, tell_manager

    connection = display.Display(desktop.display)
    atom = connection.intern_atom
    both = [atom("_NET_WM_STATE_MAXIMIZED_VERT"), atom("_NET_WM_STATE_MAXIMIZED_HORZ")]
    tell_manager(connection, number(window), "_NET_WM_STATE", [1, *both, 2])
    connection.sync()
    connection.close()
