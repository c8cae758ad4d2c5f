"""End-to-end checks of the X11 adapters, on a small window that Pace opens itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio

from pace.core.element import Rect, Window
from pace.core.error import PaceError, Unavailable
from pace.desktop.linux.x11_display import Connection
from pace.desktop.ports import Chord, Hotkey, Keyboard, Pointer, Probe, Screen, Windows

TITLE = "Pace is checking this desktop"
SIZE = (320, 120)
COLOUR = (0x2E, 0x7D, 0x32)  # red, green, blue
WAIT_SECONDS = 3.0


@dataclass(frozen=True)
class ProbeWindow:
    """A window of our own that notes what arrives at it."""

    id: int
    connection: Connection

    @property
    def window(self) -> Window:
        return Window(hex(self.id), "Pace", TITLE)

    async def received(self, kind: int, count: int) -> list[Any]:
        """The first `count` events of a kind, fewer when they do not come."""
        found: list[Any] = []
        with anyio.move_on_after(WAIT_SECONDS):
            while len(found) < count:
                found += [e for e in await self.connection.events() if e.type == kind]
        return found


@asynccontextmanager
async def probe_window(environment: Mapping[str, str] | None) -> AsyncIterator[ProbeWindow]:
    """Show the window, with the keyboard focus, until the context is left."""
    from Xlib import X

    connection = Connection(environment)
    async with connection.lock:
        try:
            probe = ProbeWindow(await connection.run(_open), connection)
            if not await probe.received(X.Expose, 1):
                raise Unavailable("A window of Pace's own did not appear on the screen.")
            with anyio.move_on_after(WAIT_SECONDS) as scope:
                while not await connection.run(_focus, probe.id):
                    await connection.events()
            if scope.cancelled_caught:
                raise Unavailable("A window of Pace's own did not get the keyboard focus.")
            yield probe
        finally:
            connection.close()


async def probe_keyboard(keyboard: Keyboard, environment: Mapping[str, str] | None) -> Probe:
    """Press one key with a modifier and see it arrive."""
    from Xlib import X

    try:
        async with probe_window(environment) as probe:
            await keyboard.press_chord(Chord("k", ("shift",)))
            seen = await probe.received(X.KeyPress, 2)
    except PaceError as problem:
        return Probe(False, str(problem))
    if len(seen) == 2 and seen[1].state & X.ShiftMask:
        return Probe(True, "pressed Shift and a key in a window of its own and saw both arrive")
    return Probe(False, "pressed keys in a window of its own, and they did not arrive")


async def probe_windows(windows: Windows, environment: Mapping[str, str] | None) -> Probe:
    """Find the window in the list, move it and see where it is."""
    try:
        async with probe_window(environment) as probe:
            listed = [window.id for window in await windows.list()]
            if probe.window.id not in listed:
                return Probe(False, "opened a window, and the window manager does not list it")
            area = await windows.work_area(probe.window)
            wanted = Rect(area.x + 40, area.y + 30, 400, 200)
            placed = await windows.place(probe.window, wanted)
    except PaceError as problem:
        return Probe(False, str(problem))
    if placed != wanted:
        return Probe(False, f"placed a window at {wanted}, and it is at {placed}")
    return Probe(True, "opened a window, found it in the list and moved it")


async def probe_pointer(pointer: Pointer, environment: Mapping[str, str] | None) -> Probe:
    """Click the window and see the click arrive. The pointer stays there."""
    from Xlib import X

    try:
        async with probe_window(environment) as probe:
            middle = await probe.connection.run(_middle, probe.id)
            await pointer.click(*middle)
            seen = await probe.received(X.ButtonPress, 1)
    except PaceError as problem:
        return Probe(False, str(problem))
    if seen and (seen[0].root_x, seen[0].root_y) == middle:
        return Probe(True, "clicked a window of its own and saw the click arrive")
    return Probe(False, "clicked a window of its own, and the click did not arrive")


async def probe_screen(screen: Screen, environment: Mapping[str, str] | None) -> Probe:
    """Look at the window and see its colour."""
    try:
        async with probe_window(environment) as probe:
            x, y = await probe.connection.run(_middle, probe.id)
            seen = (await screen.picture(Rect(x, y, 1, 1))).bgra[2::-1]
    except PaceError as problem:
        return Probe(False, str(problem))
    if tuple(seen) == COLOUR:
        return Probe(True, "took a picture of a window of its own and saw its colour")
    return Probe(False, "took a picture of a window of its own, and it shows something else")


async def probe_hotkey(
    hotkey: Hotkey, keys: Sequence[int], environment: Mapping[str, str] | None
) -> Probe:
    """Press the chord by XTEST, on a window of its own, and hear it."""
    heard: list[str] = []
    try:
        async with probe_window(environment) as probe, hotkey.events() as words:
            await probe.connection.run(_press_and_release, keys)
            with anyio.move_on_after(WAIT_SECONDS):
                async for word in words:
                    heard.append(word)
                    if len(heard) == 2:
                        break
    except PaceError as problem:
        return Probe(False, str(problem))
    if heard == ["press", "release"]:
        return Probe(True, "pressed the chord in a window of its own and heard it")
    return Probe(False, f"pressed the chord in a window of its own and heard {heard or 'nothing'}")


def _open(display: Any) -> int:
    from Xlib import X

    red, green, blue = COLOUR
    window = display.screen().root.create_window(
        0, 0, *SIZE, 0, X.CopyFromParent, X.InputOutput,
        background_pixel=red << 16 | green << 8 | blue,
        event_mask=X.ExposureMask | X.KeyPressMask | X.ButtonPressMask | X.FocusChangeMask
        | X.StructureNotifyMask,
    )  # fmt: skip
    window.set_wm_name(TITLE)
    window.set_wm_class("pace", "Pace")
    window.map()
    display.flush()
    return int(window.id)


def _focus(display: Any, number: int) -> bool:
    """Take the keyboard focus unless we have it already."""
    from Xlib import X

    if getattr(display.get_input_focus().focus, "id", 0) == number:
        return True
    window = display.create_resource_object("window", number)
    window.set_input_focus(X.RevertToParent, X.CurrentTime)
    display.sync()
    return False


def _middle(display: Any, number: int) -> tuple[int, int]:
    from pace.desktop.linux.x11_ewmh import Geometry

    return Geometry(display, number).rect().center


def _press_and_release(display: Any, keys: Sequence[int]) -> None:
    from Xlib import X

    for code in keys:
        display.xtest_fake_input(X.KeyPress, code)
    for code in reversed(keys):
        display.xtest_fake_input(X.KeyRelease, code)
    display.sync()
