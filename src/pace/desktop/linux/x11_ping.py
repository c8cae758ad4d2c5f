"""Ask the active window whether it has handled everything that was sent to it so far.

EWMH's _NET_WM_PING: a window that supports it sends the message back to the root window when it
gets there in its queue, thus after every key that was sent before.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import anyio

from pace.core.error import PaceError
from pace.desktop.linux.x11_display import Connection

#: The time stamp is free for the sender to choose; window managers use the server's.
_MARK = 0x50616365
#: Window trees are shallow between the focus and the top-level window.
_DEPTH = 12


async def caught_up(connection: Connection, seconds: float) -> bool | None:
    """True when the active window answered, False when not in time, None when it never does.

    Taken under the connection's lock. Other events that arrive meanwhile are dropped.
    """
    window = await connection.run(_send)
    if window is None:
        return None
    try:
        with anyio.move_on_after(seconds):
            while True:
                if any(_answers(event, window) for event in await connection.events()):
                    return True
        return False
    finally:
        with anyio.CancelScope(shield=True), suppress(PaceError):
            await connection.run(_deselect)


def _send(display: Any) -> int | None:
    from Xlib import X
    from Xlib.protocol import event

    window = _answering_window(display)
    if window is None:
        return None
    root = display.screen().root
    # Qt answers to StructureNotify, the others as EWMH says.
    root.change_attributes(event_mask=X.SubstructureNotifyMask | X.StructureNotifyMask)
    message = event.ClientMessage(
        window=window,
        client_type=display.get_atom("WM_PROTOCOLS"),
        data=(32, [display.get_atom("_NET_WM_PING"), _MARK, window.id, 0, 0]),
    )
    window.send_event(message, event_mask=0)
    display.flush()
    return int(window.id)


def _deselect(display: Any) -> None:
    display.screen().root.change_attributes(event_mask=0)
    display.flush()


def _answers(event: Any, window: int) -> bool:
    from Xlib import X

    if event.type != X.ClientMessage or event.data[0] != 32:
        return False
    return list(event.data[1][1:3]) == [_MARK, window]


def _answering_window(display: Any) -> Any:
    """The active window if it answers pings, else the nearest such window around the focus."""
    from Xlib import X, Xatom, error

    root = display.screen().root
    active = root.get_full_property(display.get_atom("_NET_ACTIVE_WINDOW"), Xatom.WINDOW)
    focus = display.get_input_focus().focus
    window = display.create_resource_object("window", int(active.value[0])) if active else focus
    if window == X.NONE or getattr(window, "id", 0) == X.NONE:
        window = focus
    ping = display.get_atom("_NET_WM_PING")
    for _ in range(_DEPTH):
        if not hasattr(window, "get_wm_protocols") or window.id in (X.NONE, root.id):
            return None
        try:
            if ping in window.get_wm_protocols():
                return window
            window = window.query_tree().parent
        except error.BadWindow:
            return None
    return None
