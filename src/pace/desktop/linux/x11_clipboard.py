"""Reading the X11 clipboard. Pace never owns it: it belongs to the person."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio

from pace.core.error import Invalid, PaceError, Refused, TimedOut
from pace.desktop.linux.x11_display import Connection
from pace.desktop.ports import Probe

#: How long the program that holds the clipboard may take for each piece of it.
ANSWER_SECONDS = 2.0
#: More than anybody has read aloud or typed.
LARGEST = 4 * 1024 * 1024

#: Forms of text, the best first, with their encoding.
_TEXT = (
    ("UTF8_STRING", "utf-8"),
    ("text/plain;charset=utf-8", "utf-8"),
    ("text/plain", "utf-8"),
    ("STRING", "latin-1"),
)
#: Password managers mark what they put there (a convention of KDE that others follow).
_SECRET = "x-kde-passwordManagerHint"
_PLACE = "PACE_CLIPBOARD"
_PROPERTY_NOTIFY, _SELECTION_NOTIFY = 28, 31


class Clipboard:
    """The `Clipboard` port on X11.

    Raises Refused for what a password manager marked as secret, Invalid for more than `LARGEST`
    bytes, and TimedOut when the program that holds it does not answer.
    """

    provides = "clipboard"
    rank = 50

    def __init__(self, connection: Connection | None = None) -> None:
        self._connection = connection or Connection()

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()

    async def probe(self) -> Probe:
        """Ask which forms the clipboard has, without reading any of them."""
        try:
            async with self._asking() as window:
                forms = await self._forms(window)
        except PaceError as problem:
            return Probe(False, str(problem))
        held = "it holds text" if forms else "it holds no text"
        return Probe(True, f"asked the clipboard what it has without reading it: {held}")

    async def read(self) -> str | None:
        async with self._asking() as window:
            forms = await self._forms(window)
            if _SECRET in forms:
                raise Refused(
                    "The clipboard holds a password, so I did not read it; copy something else."
                )
            for form, encoding in _TEXT:
                data = await self._convert(window, form) if form in forms else None
                if data is not None:
                    return data.decode(encoding, errors="replace")
        return None

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[int]:
        """A window, never shown, to which answers come."""
        async with self._connection.lock:
            window = await self._connection.run(_open)
            try:
                yield window
            finally:
                with anyio.CancelScope(shield=True), suppress(PaceError):
                    await self._connection.run(_close, window)

    async def _forms(self, window: int) -> frozenset[str]:
        """Which of the forms we know the clipboard has."""
        data = await self._convert(window, "TARGETS")
        if data is None:
            return frozenset()
        atoms = struct.unpack(f"={len(data) // 4}I", data[: len(data) // 4 * 4])
        known = await self._connection.run(_atoms, [form for form, _ in _TEXT] + [_SECRET])
        return frozenset(name for name, atom in known.items() if atom in atoms)

    async def _convert(self, window: int, form: str) -> bytes | None:
        """The clipboard in one form; None when nobody holds it or its holder declines."""
        if not await self._connection.run(_ask, window, form):
            return None
        answer = await self._event(window, _SELECTION_NOTIFY)
        if not answer.property:
            return None
        data, piecemeal = await self._connection.run(_take, window)
        if not piecemeal:
            return data
        pieces, size = list[bytes](), 0
        while True:  # each time we take a piece, the holder puts the next; an empty one is the last
            await self._event(window, _PROPERTY_NOTIFY)
            piece, _ = await self._connection.run(_take, window)
            if not piece:
                return b"".join(pieces)
            pieces.append(piece)
            size += len(piece)
            if size > LARGEST:
                raise _too_much()

    async def _event(self, window: int, kind: int) -> Any:
        """The next event of a kind at our window; of a property, that it has a new value."""
        with anyio.move_on_after(ANSWER_SECONDS):
            while True:
                for event in await self._connection.events():
                    if event.type == kind and _at(event) == window:
                        return event
        raise TimedOut(
            "The program that holds the clipboard did not answer in time, so it was not read; copy"
            " it again."
        )


def _at(event: Any) -> int:
    """The window an event is about; 0 for a property that was deleted."""
    if event.type == _SELECTION_NOTIFY:
        return int(event.requestor.id)
    return int(event.window.id) if event.state == 0 else 0


def _open(display: Any) -> int:
    from Xlib import X

    window = display.screen().root.create_window(
        -1, -1, 1, 1, 0, 0, X.InputOnly, X.CopyFromParent, event_mask=X.PropertyChangeMask
    )
    return int(window.id)


def _close(display: Any, window: int) -> None:
    display.create_resource_object("window", window).destroy()
    display.sync()


def _atoms(display: Any, names: list[str]) -> dict[str, int]:
    return {name: int(display.get_atom(name)) for name in names}


def _ask(display: Any, window: int, form: str) -> bool:
    """Ask the holder of the clipboard for a form. False when nobody holds it."""
    from Xlib import X

    clipboard = display.get_atom("CLIPBOARD")
    if display.get_selection_owner(clipboard) == X.NONE:
        return False
    ours = display.create_resource_object("window", window)
    place = display.get_atom(_PLACE)
    ours.delete_property(place)
    ours.convert_selection(clipboard, display.get_atom(form), place, X.CurrentTime)
    display.flush()
    return True


def _take(display: Any, window: int) -> tuple[bytes, bool]:
    """Take what was put at our window, and whether it comes piecemeal (INCR) from now on."""
    from Xlib.protocol import request

    answer = request.GetProperty(
        display=display.display, delete=True, window=window, property=display.get_atom(_PLACE),
        type=0, long_offset=0, long_length=LARGEST // 4,
    )  # fmt: skip
    if answer.bytes_after:
        raise _too_much()
    if not answer.property_type:
        return b"", False
    piecemeal = answer.property_type == display.get_atom("INCR")
    size, value = answer.value
    return (bytes(value) if size == 8 else struct.pack(f"={len(value)}I", *value)), piecemeal


def _too_much() -> Invalid:
    return Invalid(
        "The clipboard holds more text than I can read out, so I left it; copy a smaller part."
    )
