"""The doctor's check of the tree: read, press and fill a window of Pace's own, end to end."""

from __future__ import annotations

import os
import time
from typing import Final

from pace.core.element import Element, Snapshot, Window
from pace.core.error import PaceError, Unavailable
from pace.desktop import dbus
from pace.desktop.linux.atspi.connection import bus_address
from pace.desktop.linux.atspi.specimen import BUTTON, FIELD, PRESSED, TITLE, UNPRESSED, served
from pace.desktop.ports import ElementTree, Probe

#: Characters of more than one byte, and one of more than one UTF-16 unit.
_WORDS: Final = "Zwölf Yaks 🙂"


async def probe_tree(tree: ElementTree, session_bus: str) -> Probe:
    """Serve a window, then find its elements, press its button and fill its field."""
    try:
        await tree.windows()  # connects, and switches accessibility on
        async with dbus.connected(session_bus) as session:
            address = await bus_address(session)
        async with served(address) as specimen:
            began = time.monotonic()
            trouble = await _tried(tree)
            if not trouble and specimen.presses != 1:
                trouble = f"one press arrived as {specimen.presses}"
            took = (time.monotonic() - began) * 1000
    except PaceError as problem:
        return Probe(False, str(problem), problem.fix if isinstance(problem, Unavailable) else "")
    if trouble:
        return Probe(False, f"opened a window of its own, but {trouble}")
    return Probe(True, f"read, pressed and filled a window of its own in {took:.0f} ms")


async def _tried(tree: ElementTree) -> str:
    """What did not work, or ""."""
    window = await _window(tree)
    if window is None:
        return "the accessibility tree does not list it"
    seen = await tree.snapshot(window)
    button, label, field = (_named(seen, name) for name in (BUTTON, UNPRESSED, FIELD))
    if button is None or label is None or field is None:
        names = ", ".join(element.name for element in seen.elements) or "nothing"
        return f"of its three elements the tree shows {names}"
    if not await tree.press(button) or (await tree.refresh(label)).name != PRESSED:
        return "pressing its button had no effect"
    if not await tree.write_text(field, _WORDS) or await tree.read_text(field) != _WORDS:
        return "text written into its field did not arrive"
    return ""


async def _window(tree: ElementTree) -> Window | None:
    mine = (window for window in await tree.windows() if window.pid == os.getpid())
    return next((window for window in mine if window.title == TITLE), None)


def _named(seen: Snapshot, name: str) -> Element | None:
    return next((element for element in seen.elements if element.name == name), None)
