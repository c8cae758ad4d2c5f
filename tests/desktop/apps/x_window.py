"""A plain X11 window of one colour that tells, line by line as JSON, what arrives at it.

    x_window.py TITLE [X Y WIDTH HEIGHT [RED GREEN BLUE]]

It looks keys up as old programs do: in the core keyboard map, when it handles them. It answers no
pings, and closes when asked to unless its title begins with "Stubborn".
"""

import json
import os
import sys
from typing import Any

from Xlib import X, Xatom, Xutil, display

SHIFT, LEVEL3 = 1, 0x80


def main(title: str, *numbers: str) -> None:
    given = [*map(int, numbers)]
    x, y, width, height, red, green, blue = given + [0, 0, 400, 300, 0, 0, 128][len(given) :]
    polite = not title.startswith("Stubborn")
    connection = display.Display()
    window = connection.screen().root.create_window(
        x, y, width, height, 0, X.CopyFromParent, X.InputOutput,
        background_pixel=red << 16 | green << 8 | blue,
        event_mask=X.KeyPressMask | X.ButtonPressMask | X.ExposureMask | X.FocusChangeMask,
    )  # fmt: skip
    if title.isascii():  # as old programs name themselves
        window.set_wm_name(title)
    else:
        name, kind = (connection.intern_atom(a) for a in ("_NET_WM_NAME", "UTF8_STRING"))
        window.change_property(name, kind, 8, title.encode())
    window.set_wm_class("x-window", "XWindow")
    window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.PMinSize, min_width=50, min_height=40)
    delete = connection.intern_atom("WM_DELETE_WINDOW")
    window.set_wm_protocols([delete])
    pid = connection.intern_atom("_NET_WM_PID")
    window.change_property(pid, Xatom.CARDINAL, 32, [os.getpid()])
    window.map()
    while True:
        event = connection.next_event()
        if event.type == X.MappingNotify:
            connection.refresh_keyboard_mapping(event)
        elif event.type == X.KeyPress:
            tell("key", code=event.detail, symbol=symbol(connection, event), state=event.state)
        elif event.type == X.ButtonPress:
            tell("button", button=event.detail, x=event.root_x, y=event.root_y, time=event.time)
        elif event.type == X.Expose:
            tell("shown")
        elif event.type == X.FocusIn:
            tell("focus")
        elif event.type == X.ClientMessage and event.data[1][0] == delete and polite:
            return


def symbol(connection: Any, event: Any) -> int:
    level = (4 if event.state & LEVEL3 else 0) + (1 if event.state & SHIFT else 0)
    return int(connection.keycode_to_keysym(event.detail, level))


def tell(kind: str, **fields: int) -> None:
    sys.stdout.write(json.dumps({"kind": kind, **fields}) + "\n")
    sys.stdout.flush()


main(*sys.argv[1:])
