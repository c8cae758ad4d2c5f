"""Typing into real programs through XTEST, under several layouts, and what it leaves behind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest
from Xlib import XK, X, display

from pace.core.error import Refused
from pace.demo.desktop import VirtualDesktop
from pace.desktop.keys import parse_chord
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_windows import Windows
from tests.x_windows import SECONDS, XWindow, ease_keymap_changes, x_window

EXACT = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
#: More characters than there are spare keys, so that keys are used again; combining characters,
#: joined emoji, right-to-left, and everything a German or French keyboard has dead keys for.
LONG = (
    f"{EXACT}\nこんにちは世界。今日は天気がいいですね。散歩に行きましょう。\n\tПривет, мир!"
    " Ελληνικά 你好，世界！ שלום éàüöä ÄÖÜ ^`´~ <>|{}[]@#\\ \"q\" 'x'"
    " e\u0301 👩\u200d💻 👍🏽 ½ § ¿¡ ﷽"
)


@dataclass(frozen=True)
class Editor:
    """Mousepad with a document, emptied before use; what it holds is read from the saved file."""

    keyboard: Keyboard
    file: Path

    async def text(self) -> str:
        before = self.file.stat().st_mtime_ns
        await self.keyboard.press_chord(parse_chord("ctrl+s"))
        with anyio.fail_after(SECONDS):
            while self.file.stat().st_mtime_ns == before or not self.file.read_text():
                await anyio.sleep(0.01)
        return self.file.read_text().removesuffix("\n")


@pytest.fixture
async def keyboard(virtual_desktop: VirtualDesktop) -> AsyncIterator[Keyboard]:
    ease_keymap_changes(virtual_desktop)
    made = Keyboard(Connection(virtual_desktop.environment))
    yield made
    made.disconnect()


@pytest.fixture(scope="module")
async def mousepad(
    virtual_desktop: VirtualDesktop,
    tmp_path_factory: pytest.TempPathFactory,
    anyio_backend: str,
) -> AsyncIterator[Path]:
    file = tmp_path_factory.mktemp("documents") / "typed.txt"
    file.touch()
    process = await virtual_desktop.launch(["mousepad", file])
    windows = Windows(
        Connection(virtual_desktop.environment), Connection(virtual_desktop.environment)
    )
    with anyio.fail_after(30):
        while "typed.txt" not in getattr(await windows.active(), "title", ""):
            await anyio.sleep(0.01)
    yield file
    windows.disconnect()
    await process.stop()


@pytest.fixture
async def editor(mousepad: Path, keyboard: Keyboard) -> Editor:
    await keyboard.press_chord(parse_chord("ctrl+a"))
    await keyboard.press_chord(parse_chord("backspace"))
    return Editor(keyboard, mousepad)


@asynccontextmanager
async def layout(desktop: VirtualDesktop, *names: str) -> AsyncIterator[None]:
    """Use a keyboard layout while the context is open."""
    await _set(desktop, *names)
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await _set(desktop, "us", "-option", "")


async def _set(desktop: VirtualDesktop, *names: str) -> None:
    assert await (await desktop.launch(["setxkbmap", *names])).wait() == 0


async def wanted() -> bool:
    return True


@pytest.mark.parametrize(
    "names", [("us",), ("de",), ("fr",), ("us", "intl"), ("ru",), ("gr",), ("us,ru",)], ids="-".join
)
@pytest.mark.parametrize("text", [EXACT, LONG], ids=["short", "long"])
async def test_text_is_exact_under_every_layout(
    virtual_desktop: VirtualDesktop, editor: Editor, names: tuple[str, ...], text: str
) -> None:
    async with layout(virtual_desktop, *names):
        assert await editor.keyboard.type_text(text, wanted) == len(text)
        assert await editor.text() == text


async def test_the_second_layout_of_two_is_used_when_it_is_on(
    virtual_desktop: VirtualDesktop, editor: Editor
) -> None:
    async with layout(virtual_desktop, "us,ru", "-option", "grp:caps_toggle"):
        tap(virtual_desktop, "Caps_Lock")
        try:
            await editor.keyboard.type_text(EXACT + " Привет", wanted)
            assert await editor.text() == EXACT + " Привет"
        finally:
            tap(virtual_desktop, "Caps_Lock")


@pytest.mark.parametrize("lock", ["Caps_Lock", "Num_Lock"])
@pytest.mark.parametrize("names", [("us",), ("de",)], ids="-".join)
async def test_a_lock_changes_nothing_and_stays_on(
    virtual_desktop: VirtualDesktop, editor: Editor, lock: str, names: tuple[str, ...]
) -> None:
    async with layout(virtual_desktop, *names):
        before = locks(virtual_desktop)
        tap(virtual_desktop, lock)
        on = locks(virtual_desktop)
        assert on != before
        try:
            await editor.keyboard.type_text("Zwölf ß 123 €", wanted)
            assert locks(virtual_desktop) == on
            assert await editor.text() == "Zwölf ß 123 €"
        finally:
            tap(virtual_desktop, lock)


async def test_the_keyboard_map_is_as_it_was(
    virtual_desktop: VirtualDesktop, editor: Editor
) -> None:
    before = await keyboard_map(virtual_desktop)
    await editor.keyboard.type_text(LONG, wanted)
    assert await keyboard_map(virtual_desktop) == before


async def test_cancelled_typing_leaves_the_keyboard_as_it_was(
    virtual_desktop: VirtualDesktop, editor: Editor
) -> None:
    before, asked = await keyboard_map(virtual_desktop), 0

    async def cancel_in_the_third_chunk() -> bool:
        nonlocal asked
        asked += 1
        if asked == 3:
            scope.cancel()
        return True

    with anyio.CancelScope() as scope:
        await editor.keyboard.type_text(LONG, cancel_in_the_third_chunk)
    assert scope.cancelled_caught
    assert await keyboard_map(virtual_desktop) == before
    assert keys_down(virtual_desktop) == []
    typed = await editor.text()
    assert typed
    assert LONG.startswith(typed)


async def test_a_window_that_took_the_focus_after_it_was_asked_for_gets_no_key(
    virtual_desktop: VirtualDesktop, keyboard: Keyboard
) -> None:
    async with AsyncExitStack() as opened:
        meant = await opened.enter_async_context(x_window(virtual_desktop, "Meant"))
        await meant.wait_for("focus")
        other: list[XWindow] = []

        async def lose_the_focus() -> bool:
            """It has the focus when asked, and no longer when the answer is there."""
            if other:
                return False
            other.append(await opened.enter_async_context(x_window(virtual_desktop, "Other")))
            await other[0].wait_for("focus")
            return True

        assert await keyboard.type_text("quit", lose_the_focus) == 0
        assert await keyboard.type_text("seen", wanted) == 4
        assert await other[0].wait_for_text("seen") == "seen"
        assert meant.text() == ""


async def test_it_waits_until_a_modifier_is_let_go(
    virtual_desktop: VirtualDesktop, editor: Editor
) -> None:
    hold(virtual_desktop, "Control_L", down=True)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(editor.keyboard.type_text, "quit", wanted)  # with Ctrl it would
        await anyio.sleep(0.05)
        hold(virtual_desktop, "Control_L", down=False)
    assert await editor.text() == "quit"


async def test_a_modifier_that_stays_down_has_nothing_typed(
    virtual_desktop: VirtualDesktop, editor: Editor
) -> None:
    hold(virtual_desktop, "Alt_L", down=True)
    try:
        with pytest.raises(Refused, match="held down"):
            await editor.keyboard.type_text("no", wanted)
    finally:
        hold(virtual_desktop, "Alt_L", down=False)
    await editor.keyboard.type_text("yes", wanted)
    assert await editor.text() == "yes"


@pytest.mark.parametrize("names", [("us",), ("de",), ("fr",), ("ru",), ("us,ru",)], ids="-".join)
async def test_chords_work_under_every_layout(
    virtual_desktop: VirtualDesktop, editor: Editor, names: tuple[str, ...]
) -> None:
    async with layout(virtual_desktop, *names):
        await editor.keyboard.type_text("one two", wanted)
        for chord in ("ctrl+a", "delete"):
            await editor.keyboard.press_chord(parse_chord(chord))
        await editor.keyboard.type_text("three", wanted)
        for chord in ("home", "shift+right", "shift+right", "backspace", "end", "return"):
            await editor.keyboard.press_chord(parse_chord(chord))
        await editor.keyboard.type_text("four", wanted)
        assert await editor.text() == "ree\nfour"


async def test_a_chord_presses_its_modifiers_and_leaves_no_key_down(
    virtual_desktop: VirtualDesktop, keyboard: Keyboard
) -> None:
    async with x_window(virtual_desktop, "Chords") as window:
        await window.wait_for("focus")
        await keyboard.press_chord(parse_chord("ctrl+alt+shift+super+k"))
        keys = await window.wait_for("key", 5)
        symbols = [key["symbol"] for key in keys]
        names = ("Control_L", "Alt_L", "Shift_L", "Super_L", "K")
        assert symbols[0] == XK.string_to_keysym(names[0])
        assert len(keys) == 5
        assert keys[4]["state"] & 0x4D == 0x4D  # Shift, Ctrl, Alt and Super together
        assert keys_down(virtual_desktop) == []


async def test_a_page_of_text_arrives(virtual_desktop: VirtualDesktop, editor: Editor) -> None:
    text = "The quick brown fox jumps over the lazy dog. \n" * 30
    assert await editor.keyboard.type_text(text, wanted) == len(text)
    assert await editor.text() == text.removesuffix("\n")


async def keyboard_map(desktop: VirtualDesktop) -> str:
    """The whole map, as `xmodmap` prints it."""
    process = await desktop.launch(["xmodmap", "-pke"])
    assert await process.wait() == 0
    return process.log.read_text()


def tap(desktop: VirtualDesktop, name: str) -> None:
    hold(desktop, name, down=True)
    hold(desktop, name, down=False)


def hold(desktop: VirtualDesktop, name: str, *, down: bool) -> None:
    """Press or release a key as the person would."""
    connection = display.Display(desktop.display)
    code = connection.keysym_to_keycode(XK.string_to_keysym(name))
    connection.xtest_fake_input(X.KeyPress if down else X.KeyRelease, code)
    connection.sync()
    connection.close()


def locks(desktop: VirtualDesktop) -> int:
    """Caps Lock and Num Lock, as bits."""
    connection = display.Display(desktop.display)
    mask = int(connection.screen().root.query_pointer().mask) & 0x12
    connection.close()
    return mask


def keys_down(desktop: VirtualDesktop) -> list[int]:
    connection = display.Display(desktop.display)
    down = [8 * i + bit for i, byte in enumerate(connection.query_keymap()) for bit in range(8)
            if byte >> bit & 1]  # fmt: skip
    connection.close()
    return down
