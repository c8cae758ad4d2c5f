"""Plain X11 windows on the virtual desktop, and what arrived at them."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio

from pace.demo.desktop import Process, VirtualDesktop
from pace.desktop.linux.x11_keymap import character_of

APP = Path(__file__).parent / "desktop" / "apps" / "x_window.py"
SECONDS = 10.0


@dataclass
class XWindow:
    """A running `x_window.py`."""

    process: Process
    title: str
    _read: int = 0
    _notes: list[dict[str, Any]] = field(default_factory=list)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Everything of a kind that has arrived so far."""
        with self.process.log.open("rb") as log:
            log.seek(self._read)
            whole, newline, _ = log.read().rpartition(b"\n")
        self._read += len(whole) + len(newline)
        self._notes += [json.loads(line) for line in whole.splitlines() if line.startswith(b"{")]
        return [note for note in self._notes if note["kind"] == kind]

    def text(self) -> str:
        """The characters typed so far."""
        return "".join(character_of(note["symbol"]) or "" for note in self.told("key"))

    async def wait_for(self, kind: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait until `count` of a kind have arrived."""
        with anyio.move_on_after(SECONDS):
            while len(self.told(kind)) < count and self.process.running:
                await anyio.sleep(0.01)
        return self.told(kind)

    async def wait_for_text(self, text: str) -> str:
        """Wait until the text has arrived; what has."""
        with anyio.move_on_after(SECONDS):
            while self.text() != text and len(self.text()) < len(text):
                await anyio.sleep(0.01)
        return self.text()


def ease_keymap_changes(desktop: VirtualDesktop) -> None:
    """Spare openbox reading the system's table of compose keys at each change of the keyboard map.

    It takes 50 ms each time, in which it shows no new window.
    """
    (desktop.home / ".XCompose").touch()


@asynccontextmanager
async def x_window(
    desktop: VirtualDesktop, title: str, *numbers: int, **env: str
) -> AsyncIterator[XWindow]:
    """Open a window and wait until it shows; it ends when the context is left."""
    argv = [sys.executable, str(APP), title, *map(str, numbers)]
    process = await desktop.launch(argv, **env)
    try:
        window = XWindow(process, title)
        assert await window.wait_for("shown"), process.said(20)
        yield window
    finally:
        with anyio.CancelScope(shield=True):
            await process.stop()
