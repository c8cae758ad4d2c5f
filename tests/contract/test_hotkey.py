"""One suite over the push-to-talk chord: XInput on X11, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import anyio
import pytest
from Xlib import XK, X, display

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_hotkey import Hotkey as XHotkey
from pace.desktop.ports import Hotkey
from pace.testing.window_system import FakeHotkey

SECONDS = 5.0


@dataclass
class Bench:
    """A hotkey, and hands that press the chord, let it go, and press another key."""

    hotkey: Hotkey
    press: Callable[[], None]
    release: Callable[[], None]
    other_key: Callable[[], None]


@pytest.fixture(params=["XInput", "double"])
async def bench(request: pytest.FixtureRequest) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakeHotkey()
        yield Bench(double, double.press, double.release, double.other_key)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    hands = Hands(desktop.display)
    hotkey = XHotkey(Connection(desktop.environment))
    yield Bench(
        hotkey,
        lambda: hands.down("Control_L", "Alt_L"),
        lambda: hands.up("Alt_L", "Control_L"),
        lambda: hands.tap("F9"),
    )
    hands.rest()
    hotkey.disconnect()


class Hands:
    """Presses keys on a display, as a person would."""

    def __init__(self, name: str) -> None:
        self._display = display.Display(name)
        self._pressed: list[int] = []

    def down(self, *names: str) -> None:
        for name in names:
            self._send(X.KeyPress, name)

    def up(self, *names: str) -> None:
        for name in names:
            self._send(X.KeyRelease, name)

    def tap(self, name: str) -> None:
        self.down(name)
        self.up(name)

    def rest(self) -> None:
        for code in self._pressed:
            self._display.xtest_fake_input(X.KeyRelease, code)
        self._display.sync()
        self._display.close()

    def _send(self, kind: int, name: str) -> None:
        code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
        self._pressed.append(code)
        self._display.xtest_fake_input(kind, code)
        self._display.sync()


async def take(words: AsyncIterator[str], count: int) -> list[str]:
    """The next `count` words."""
    taken = []
    with anyio.fail_after(SECONDS):
        while len(taken) < count:
            taken.append(await anext(words))
    return taken


async def test_holding_and_letting_go(bench: Bench) -> None:
    async with bench.hotkey.events() as words:
        bench.press()
        assert await take(words, 1) == ["press"]
        assert bench.hotkey.held()
        bench.release()
        assert await take(words, 1) == ["release"]
        assert not bench.hotkey.held()


async def test_a_quick_tap_is_heard_whole(bench: Bench) -> None:
    async with bench.hotkey.events() as words:
        bench.press()
        bench.release()
        assert await take(words, 2) == ["press", "release"]


async def test_another_key_cancels_and_the_next_press_counts_again(bench: Bench) -> None:
    async with bench.hotkey.events() as words:
        bench.press()
        bench.other_key()
        bench.release()
        bench.press()
        bench.release()
        assert await take(words, 4) == ["press", "cancel", "press", "release"]


async def test_the_chord_is_held_until_it_is_let_go_even_when_cancelled(bench: Bench) -> None:
    async with bench.hotkey.events() as words:
        bench.press()
        bench.other_key()
        assert await take(words, 2) == ["press", "cancel"]
        assert bench.hotkey.held()
        bench.release()
        assert not bench.hotkey.held()


async def test_held_is_known_without_listening(bench: Bench) -> None:
    assert not bench.hotkey.held()
    bench.press()
    assert bench.hotkey.held()
    bench.release()
    assert not bench.hotkey.held()


async def test_listening_ends_at_once_and_can_begin_again(bench: Bench) -> None:
    with anyio.fail_after(1.0):
        async with bench.hotkey.events():
            pass
    async with bench.hotkey.events() as words:
        bench.press()
        assert await take(words, 1) == ["press"]
        bench.release()


async def test_waiting_for_it_can_be_cancelled(bench: Bench) -> None:
    async with bench.hotkey.events() as words:
        with anyio.move_on_after(0.05) as scope:
            await anext(words)
        assert scope.cancelled_caught
