"""One suite over reading the clipboard: X11 selections, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest
from Xlib import X, display

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.x11_clipboard import Clipboard as XClipboard
from pace.desktop.linux.x11_display import Connection
from pace.desktop.ports import Clipboard
from pace.testing.window_system import FakeClipboard

SECONDS = 10.0


@dataclass
class Bench:
    """A clipboard, and how a program puts text into it."""

    clipboard: Clipboard
    copy: Callable[[str], Awaitable[None]]


@pytest.fixture(params=["X11", "double"])
async def bench(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Bench]:
    if request.param == "double":
        double = FakeClipboard()

        async def put(text: str) -> None:
            double.text = text

        yield Bench(double, put)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    clipboard = XClipboard(Connection(desktop.environment))
    async with AsyncExitStack() as stack:

        async def copy(text: str) -> None:
            file = tmp_path / "text"
            file.write_text(text, newline="")
            argv = ["xclip", "-quiet", "-selection", "clipboard", "-in", file]
            process = await desktop.launch(argv)
            stack.push_async_callback(process.stop)
            with anyio.fail_after(SECONDS):
                while owner(desktop) is None:
                    await anyio.sleep(0.01)

        yield Bench(clipboard, copy)
        clipboard.disconnect()


def owner(desktop: VirtualDesktop) -> int | None:
    """The window that holds the clipboard."""
    connection = display.Display(desktop.display)
    try:
        held = connection.get_selection_owner(connection.intern_atom("CLIPBOARD"))
        return None if held == X.NONE else held.id
    finally:
        connection.close()


async def test_an_empty_clipboard_holds_nothing(bench: Bench) -> None:
    assert await bench.clipboard.read() is None


@pytest.mark.parametrize(
    "text", ["hello", "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂", "two\nlines\n", "שלום"]
)
async def test_text_is_read_as_it_is(bench: Bench, text: str) -> None:
    await bench.copy(text)
    assert await bench.clipboard.read() == text


async def test_a_text_of_two_megabytes_is_read_whole(bench: Bench) -> None:
    text = "0123456789abcdéf\n" * 120_000
    await bench.copy(text)
    assert await bench.clipboard.read() == text


async def test_it_may_be_read_again(bench: Bench) -> None:
    await bench.copy("twice")
    assert [await bench.clipboard.read(), await bench.clipboard.read()] == ["twice", "twice"]
