"""Text typed through XTEST is exact in programs of every toolkit; their titles show it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_windows import Windows
from tests.x_windows import SECONDS, ease_keymap_changes

EXACT = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
#: More different characters than there are spare keys.
MANY = "".join(chr(0x4E00 + n) for n in range(30)) + "Привет, мир! ^`´~ äöü"

PAGE = """<!doctype html><meta charset=utf-8><title>||</title>
<textarea id=notes autofocus style="width:90%; height:90%"></textarea>
<script>notes.oninput = () => { document.title = `|${notes.value}|` }</script>
"""


@pytest.fixture(params=["Qt 6", "GTK 4", "Chromium", "Firefox"])
async def notes(
    request: pytest.FixtureRequest, virtual_desktop: VirtualDesktop, tmp_path: Path
) -> AsyncIterator[Windows]:
    """A program with an empty text area that has the focus."""
    apps = Path(__file__).parent / "apps"
    page = tmp_path / "notes.html"
    page.write_text(PAGE)
    if request.param == "Qt 6":
        argv = [*request.getfixturevalue("qt_form")[:-1], str(apps / "qt_notes.py")]
    elif request.param == "GTK 4":
        argv = [*request.getfixturevalue("gtk4_form")[:-1], str(apps / "gtk4_notes.py")]
    else:
        argv = [*request.getfixturevalue(request.param.lower()), page.as_uri()]
    ease_keymap_changes(virtual_desktop)
    environment = virtual_desktop.environment
    windows = Windows(Connection(environment), Connection(environment))
    process = await virtual_desktop.launch(argv)
    try:
        with anyio.fail_after(45):
            while "||" not in getattr(await windows.active(), "title", ""):
                await anyio.sleep(0.01)
        yield windows
    finally:
        windows.disconnect()
        await process.stop()


@pytest.mark.timeout(120)
async def test_text_is_exact_under_a_german_layout(
    virtual_desktop: VirtualDesktop, notes: Windows
) -> None:
    keyboard = Keyboard(Connection(virtual_desktop.environment))

    async def wanted() -> bool:
        return True

    async def title() -> str:
        active = await notes.active()
        return active.title if active is not None else ""

    async def layout(name: str) -> None:
        assert await (await virtual_desktop.launch(["setxkbmap", name])).wait() == 0

    await layout("de")
    try:
        # A browser shows its window before its page takes keys.
        with anyio.fail_after(SECONDS):
            while "|.|" not in await title():
                await keyboard.type_text(".", wanted)
                with anyio.move_on_after(1.0):
                    while "||" in await title():
                        await anyio.sleep(0.01)
        expected = "." + EXACT + MANY
        assert await keyboard.type_text(EXACT + MANY, wanted) == len(EXACT + MANY)
        with anyio.move_on_after(SECONDS):
            while f"|{expected}|" not in await title():
                await anyio.sleep(0.01)
        assert f"|{expected}|" in await title()
    finally:
        with anyio.CancelScope(shield=True):
            await layout("us")
            keyboard.disconnect()
