"""Push-to-talk on X11: other chords, other layouts, our own keys, and who else hears them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import anyio
import pytest
from Xlib import XK, X, display

from pace.core.error import Invalid
from pace.demo.desktop import VirtualDesktop
from pace.desktop.keys import parse_chord
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_hotkey import Hotkey
from pace.desktop.linux.x11_keyboard import Keyboard
from tests.x_windows import x_window

SECONDS = 5.0


class Hands:
    """Presses keys on a display, as a person would."""

    def __init__(self, name: str) -> None:
        self._display = display.Display(name)
        self._down: list[str] = []

    def down(self, *names: str) -> None:
        for name in names:
            self._send(X.KeyPress, name)
            self._down.append(name)

    def up(self, *names: str) -> None:
        for name in names:
            self._send(X.KeyRelease, name)
            self._down.remove(name)

    def rest(self) -> None:
        self.up(*reversed(self._down))
        self._display.close()

    def _send(self, kind: int, name: str) -> None:
        code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
        self._display.xtest_fake_input(kind, code)
        self._display.sync()


@pytest.fixture
def hands(virtual_desktop: VirtualDesktop) -> Iterator[Hands]:
    made = Hands(virtual_desktop.display)
    yield made
    made.rest()


async def take(words: AsyncIterator[str], count: int) -> list[str]:
    with anyio.fail_after(SECONDS):
        return [await anext(words) for _ in range(count)]


async def test_a_chord_with_a_key_begins_and_ends_with_the_key(
    virtual_desktop: VirtualDesktop, hands: Hands
) -> None:
    hotkey = Hotkey(Connection(virtual_desktop.environment), "ctrl+alt+space")
    async with hotkey.events() as words:
        hands.down("Control_L", "Alt_L")
        hands.up("Alt_L")
        hands.down("Alt_L", "space")
        assert await take(words, 1) == ["press"]
        assert hotkey.held()
        hands.up("space")
        assert await take(words, 1) == ["release"]
        assert not hotkey.held()
    hotkey.disconnect()


async def test_a_third_modifier_cancels(virtual_desktop: VirtualDesktop, hands: Hands) -> None:
    hotkey = Hotkey(Connection(virtual_desktop.environment))
    async with hotkey.events() as words:
        hands.down("Control_L", "Alt_L", "Shift_L")
        assert await take(words, 2) == ["press", "cancel"]
    hotkey.disconnect()


async def test_the_right_hand_keys_count_too(virtual_desktop: VirtualDesktop, hands: Hands) -> None:
    hotkey = Hotkey(Connection(virtual_desktop.environment))
    async with hotkey.events() as words:
        hands.down("Control_R", "Alt_L")
        hands.up("Control_R")
        assert await take(words, 2) == ["press", "release"]
    hotkey.disconnect()


async def test_the_program_in_front_gets_its_keys_all_the_same(
    virtual_desktop: VirtualDesktop, hands: Hands
) -> None:
    hotkey = Hotkey(Connection(virtual_desktop.environment))
    async with x_window(virtual_desktop, "In front") as window, hotkey.events() as words:
        await window.wait_for("focus")
        hands.down("Control_L", "Alt_L")
        assert await take(words, 1) == ["press"]
        assert len(await window.wait_for("key", 2)) == 2
    hotkey.disconnect()


async def test_the_keys_are_heard_while_a_menu_has_the_keyboard(
    virtual_desktop: VirtualDesktop, hands: Hands
) -> None:
    grabber = display.Display(virtual_desktop.display)
    hotkey = Hotkey(Connection(virtual_desktop.environment))
    async with hotkey.events() as words:
        root = grabber.screen().root
        root.grab_keyboard(True, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        grabber.sync()
        hands.down("Control_L", "Alt_L")
        assert await take(words, 1) == ["press"]
    grabber.close()
    hotkey.disconnect()


async def test_the_keys_that_pace_sends_itself_are_not_push_to_talk(
    virtual_desktop: VirtualDesktop, hands: Hands
) -> None:
    environment = virtual_desktop.environment
    keyboard = Keyboard(Connection(environment))
    hotkey = Hotkey(Connection(environment), sending=keyboard.sending)
    async with hotkey.events() as words:
        await keyboard.press_chord(parse_chord("ctrl+alt+f9"))
        with anyio.fail_after(SECONDS):
            while keyboard.sending():
                await anyio.sleep(0.01)
        hands.down("Control_L", "Alt_L", "Shift_L")
        assert await take(words, 2) == ["press", "cancel"]  # and nothing before
    keyboard.disconnect()
    hotkey.disconnect()


async def test_the_chord_is_found_again_after_the_layout_changed(
    virtual_desktop: VirtualDesktop, hands: Hands
) -> None:
    hotkey = Hotkey(Connection(virtual_desktop.environment))
    swap = ["setxkbmap", "us", "-option", "ctrl:swapcaps"]
    async with hotkey.events() as words:
        try:
            assert await (await virtual_desktop.launch(swap)).wait() == 0
            other = Hands(virtual_desktop.display)  # Caps Lock is Ctrl now
            other.down("Control_L", "Alt_L")
            assert await take(words, 1) == ["press"]
            other.rest()
        finally:
            with anyio.CancelScope(shield=True):
                reset = await virtual_desktop.launch(["setxkbmap", "us", "-option", ""])
                assert await reset.wait() == 0
    hotkey.disconnect()


@pytest.mark.parametrize("chord", ["ctrl", "space", "ctrl+alt+nonsense"])
def test_a_chord_that_cannot_be_used_is_refused_at_once(chord: str) -> None:
    with pytest.raises(Invalid):
        Hotkey(chord=chord)
