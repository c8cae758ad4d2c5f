"""X11 without a window manager, stopped, gone and back; programs that hang or vanish."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass

import anyio
import pytest

from pace.core.element import Rect, Window
from pace.core.error import Gone, TimedOut, Unavailable
from pace.demo.desktop import Process, VirtualDesktop
from pace.desktop.keys import parse_chord
from pace.desktop.linux.x11_clipboard import Clipboard
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_hotkey import Hotkey
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_pointer import Pointer
from pace.desktop.linux.x11_screen import Screen
from pace.desktop.linux.x11_windows import Windows
from tests.x_windows import SECONDS, x_window

NOWHERE = Window("0x1234567", "Nothing", "Nothing")


@dataclass
class Server:
    """An X server of its own, with no window manager."""

    desktop: VirtualDesktop
    process: Process
    display: str

    @property
    def environment(self) -> dict[str, str]:
        return {**self.desktop.environment, "DISPLAY": self.display}

    async def start_again(self) -> None:
        """Start it, on the display it has; its lock keeps that from every other server."""
        self.process = await self.desktop.launch([*ARGV, self.display])
        await self.answers()

    async def answers(self) -> None:
        with anyio.fail_after(SECONDS):
            while Connection(self.environment).reason_against():
                assert self.process.running, self.process.said()
                await anyio.sleep(0.01)


ARGV = ["Xvfb", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"]


@pytest.fixture
async def server(virtual_desktop: VirtualDesktop) -> AsyncIterator[Server]:
    # With -displayfd it would make no lock, and a server of another suite could take its place.
    display = f":{20000 + secrets.randbelow(9000)}"
    made = Server(virtual_desktop, await virtual_desktop.launch([*ARGV, display]), display)
    await made.answers()
    yield made
    if made.process.running:
        os.kill(made.process.pid, signal.SIGCONT)
    await made.process.stop()


async def wanted() -> bool:
    return True


async def test_without_a_window_manager_windows_say_so(server: Server) -> None:
    windows = Windows(Connection(server.environment), Connection(server.environment))
    for use in (windows.list, windows.active):
        with pytest.raises(Unavailable, match="No window manager"):
            await use()
    with pytest.raises(Unavailable, match="No window manager"):
        await windows.activate(NOWHERE)
    windows.disconnect()


async def test_without_a_window_manager_keys_and_clicks_still_work(server: Server) -> None:
    keyboard, pointer = (
        Keyboard(Connection(server.environment)),
        Pointer(Connection(server.environment)),
    )
    async with x_window(server.desktop, "Bare", DISPLAY=server.display) as window:
        await pointer.click(50, 60)  # without a manager, keys go where the pointer is
        assert [n["x"] for n in await window.wait_for("button")] == [50]
        assert await keyboard.type_text("Hé テ", wanted) == 4
        assert await window.wait_for_text("Hé テ") == "Hé テ"
    keyboard.disconnect()
    pointer.disconnect()


async def test_a_stopped_server_costs_its_bound_and_nothing_else(server: Server) -> None:
    connection = Connection(server.environment)
    assert await connection.run(width, timeout=1.0) == 640
    os.kill(server.process.pid, signal.SIGSTOP)
    for _ in range(2):  # the second finds the connection given up, and the server silent still
        with anyio.fail_after(SECONDS), pytest.raises(TimedOut):
            await connection.run(width, timeout=0.2)
    os.kill(server.process.pid, signal.SIGCONT)
    assert await connection.run(width, timeout=1.0) == 640
    connection.close()


async def test_no_adapter_waits_for_a_stopped_server_without_end(server: Server) -> None:
    environment = server.environment
    hotkey, screen = Hotkey(Connection(environment)), Screen(Connection(environment))
    assert not hotkey.held()
    await screen.picture()
    os.kill(server.process.pid, signal.SIGSTOP)
    with anyio.fail_after(SECONDS):
        with pytest.raises(TimedOut):
            hotkey.held()
        with pytest.raises(TimedOut):
            await screen.picture()
    os.kill(server.process.pid, signal.SIGCONT)
    assert not hotkey.held()
    assert (await screen.picture()).rect == Rect(0, 0, 640, 480)
    hotkey.disconnect()
    screen.disconnect()


async def test_a_server_that_is_gone_is_unavailable_and_used_again_when_it_is_back(
    server: Server,
) -> None:
    environment = server.environment
    keyboard, screen = Keyboard(Connection(environment)), Screen(Connection(environment))
    clipboard, hotkey = Clipboard(Connection(environment)), Hotkey(Connection(environment))
    key = parse_chord("f9")

    async def held() -> bool:
        return hotkey.held()

    async def press() -> None:
        await keyboard.press_chord(key)

    uses = (press, screen.picture, clipboard.read, held)
    for use in uses:
        await use()
    await server.process.stop()
    for use in uses:
        with pytest.raises(Unavailable):
            await use()
    assert "Nothing answers" in keyboard.available()
    await server.start_again()
    for use in uses:
        await use()
    for adapter in (keyboard, screen, clipboard, hotkey):
        adapter.disconnect()


async def test_listening_to_a_server_that_goes_away_ends_with_a_sentence(server: Server) -> None:
    hotkey = Hotkey(Connection(server.environment))
    async with hotkey.events() as words, anyio.create_task_group() as tasks:
        tasks.start_soon(server.process.stop)
        with anyio.fail_after(SECONDS), pytest.raises(Unavailable):
            await anext(words)
    hotkey.disconnect()


async def test_a_program_that_hangs_gets_no_more_text(virtual_desktop: VirtualDesktop) -> None:
    """It would pour in at once when the program wakes up, and could not be stopped."""
    environment = virtual_desktop.environment
    keyboard = Keyboard(Connection(environment))
    windows = Windows(Connection(environment), Connection(environment))
    process = await virtual_desktop.launch(["gnome-calculator"])
    try:
        with anyio.fail_after(30):
            while getattr(await windows.active(), "pid", 0) != process.pid:
                await anyio.sleep(0.01)
        os.kill(process.pid, signal.SIGSTOP)
        with anyio.fail_after(SECONDS):
            assert await keyboard.type_text("a" * 500, wanted) == 32
    finally:
        os.kill(process.pid, signal.SIGCONT)
        await process.stop()
        keyboard.disconnect()
        windows.disconnect()


async def test_a_window_that_vanishes_while_it_is_used_is_gone(
    virtual_desktop: VirtualDesktop,
) -> None:
    environment = virtual_desktop.environment
    windows = Windows(Connection(environment), Connection(environment))
    async with x_window(virtual_desktop, "Brief") as shown:
        await shown.wait_for("focus")
        window = next(w for w in await windows.list() if w.title == "Brief")
        await shown.process.stop()
        with pytest.raises(Gone):
            await windows.place(window, Rect(0, 0, 300, 200))
    windows.disconnect()


async def test_cancelling_a_wait_leaves_the_connection_usable(
    virtual_desktop: VirtualDesktop,
) -> None:
    environment = virtual_desktop.environment
    windows = Windows(Connection(environment), Connection(environment))
    async with x_window(virtual_desktop, "Stubborn") as shown:
        await shown.wait_for("focus")
        window = next(w for w in await windows.list() if w.title == "Stubborn")
        with anyio.move_on_after(0.05) as scope:
            await windows.close(window)
        assert scope.cancelled_caught
        assert await windows.activate(window)
    windows.disconnect()


def width(display: object) -> int:
    return int(display.screen().root.get_geometry().width)  # type: ignore[attr-defined]
