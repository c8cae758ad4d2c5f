"""What window managers and windows tell each other (ICCCM, EWMH), read in few round trips.

Everything here runs in a connection's worker thread. `Gone` and `Unavailable` may be raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pace.core.element import Rect, Window
from pace.core.error import Unavailable
from pace.desktop.linux.x11_areas import Edges, free_area, monitor_of, overlap

#: In 32-bit units; a title or a list of windows is shorter.
_LONGEST = 16384
_NO_LIST = frozenset({"_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK"})
_MAXIMISED = ("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ")
_PLACED_ELSEWHERE = (*_MAXIMISED, "_NET_WM_STATE_FULLSCREEN")
#: The ICCCM state of a minimized window.
ICONIC = 3
#: We act for the person, not for a program: a window manager then does not prevent it.
FROM_PERSON = 2


class Property:
    """A property that was asked for; reading it waits for this and all earlier answers."""

    def __init__(self, display: Any, window: int, name: str) -> None:
        from Xlib import X
        from Xlib.protocol import request

        self._asked = request.GetProperty(
            display=display.display, defer=True, delete=False, window=window,
            property=display.get_atom(name), type=X.AnyPropertyType,
            long_offset=0, long_length=_LONGEST,
        )  # fmt: skip

    def numbers(self) -> list[int]:
        """Its numbers; none when it is not set."""
        value = self._value()
        return [] if isinstance(value, bytes) else [int(number) for number in value]

    def text(self) -> str:
        value = self._value()
        data = value if isinstance(value, bytes) else b""
        try:
            return data.decode()
        except UnicodeDecodeError:  # an old program's STRING or COMPOUND_TEXT
            return data.decode("latin-1")

    def _value(self) -> Any:
        self._asked.reply()
        return self._asked.value[1] if self._asked.property_type else []


class Geometry:
    """The rectangle of a window in screen pixels, asked for."""

    def __init__(self, display: Any, window: int) -> None:
        from Xlib.protocol import request

        self._size = request.GetGeometry(display=display.display, defer=True, drawable=window)
        self._corner = request.TranslateCoords(
            display=display.display, defer=True, src_wid=window,
            dst_wid=display.screen().root.id, src_x=0, src_y=0,
        )  # fmt: skip

    def rect(self) -> Rect:
        self._size.reply()
        self._corner.reply()
        return Rect(
            int(self._corner.x), int(self._corner.y), int(self._size.width), int(self._size.height)
        )


@dataclass(frozen=True, slots=True)
class _Asked:
    """One window of a list, asked for; all windows are answered in one round trip."""

    id: int
    name: Property
    old_name: Property
    wm_class: Property
    pid: Property
    types: Property
    geometry: Geometry

    @classmethod
    def of(cls, display: Any, window: int) -> _Asked:
        return cls(
            window,
            name=Property(display, window, "_NET_WM_NAME"),
            old_name=Property(display, window, "WM_NAME"),
            wm_class=Property(display, window, "WM_CLASS"),
            pid=Property(display, window, "_NET_WM_PID"),
            types=Property(display, window, "_NET_WM_WINDOW_TYPE"),
            geometry=Geometry(display, window),
        )

    def window(self, active: int) -> Window:
        words = [word for word in self.wm_class.text().split("\0") if word]
        return Window(
            id=hex(self.id),
            app=words[-1] if words else "",
            title=self.name.text() or self.old_name.text().rstrip("\0"),
            pid=next(iter(self.pid.numbers()), 0),
            rect=self.geometry.rect(),
            active=self.id == active,
        )


def number(window: Window) -> int:
    """The X identifier of one of our windows."""
    return int(window.id, 0)


def require_manager(display: Any) -> None:
    """Raise Unavailable unless a window manager serves this screen."""
    from Xlib import error

    root = display.screen().root.id
    checks = Property(display, root, "_NET_SUPPORTING_WM_CHECK").numbers()
    try:
        if checks and Property(display, checks[0], "_NET_SUPPORTING_WM_CHECK").numbers() == checks:
            return
    except error.BadWindow:  # it left the mark behind when it ended
        pass
    raise Unavailable(
        "No window manager runs on this screen, so windows are out of reach; start one, for example"
        " openbox.",
        fix="openbox",
    )


def client_ids(display: Any) -> list[int]:
    """The managed windows, top-most first."""
    root = display.screen().root.id
    stacking = Property(display, root, "_NET_CLIENT_LIST_STACKING")
    plain = Property(display, root, "_NET_CLIENT_LIST")
    return (stacking.numbers() or plain.numbers())[::-1]


def active_id(display: Any) -> int:
    """The active window, 0 when there is none."""
    numbers = Property(display, display.screen().root.id, "_NET_ACTIVE_WINDOW").numbers()
    return numbers[0] if numbers else 0


def list_windows(display: Any) -> list[Window]:
    """The windows a person would name, top-most first; panels and the desktop are left out."""
    require_manager(display)
    active = active_id(display)
    return _read(display, client_ids(display), active)


def active_window(display: Any) -> Window | None:
    require_manager(display)
    active = active_id(display)
    return next(iter(_read(display, [active], active)), None) if active else None


def _read(display: Any, ids: Iterable[int], active: int) -> list[Window]:
    from Xlib import error

    hidden = {display.get_atom(name) for name in _NO_LIST}
    found = []
    for asked in [_Asked.of(display, window) for window in ids]:
        try:
            window, types = asked.window(active), asked.types.numbers()
        except (error.BadWindow, error.BadDrawable):  # closed since it was listed
            continue
        if not hidden.intersection(types):
            found.append(window)
    return found


def states(display: Any, window: int) -> set[str]:
    """The window's _NET_WM_STATE, by name."""
    atoms = Property(display, window, "_NET_WM_STATE").numbers()
    return {display.get_atom_name(atom) for atom in atoms}


def placed_elsewhere(display: Any, window: int) -> bool:
    """Whether it is maximised or full-screen, so that its own place does not count."""
    return not states(display, window).isdisjoint(_PLACED_ELSEWHERE)


def minimized(display: Any, window: int) -> bool:
    hidden = "_NET_WM_STATE_HIDDEN" in states(display, window)
    return hidden or Property(display, window, "WM_STATE").numbers()[:1] == [ICONIC]


def decorations(display: Any, window: int) -> tuple[Edges, Edges]:
    """The frame around the window and the invisible shadow within it."""
    frame = Property(display, window, "_NET_FRAME_EXTENTS")
    shadow = Property(display, window, "_GTK_FRAME_EXTENTS")
    return _edges(frame.numbers()), _edges(shadow.numbers())


def _edges(numbers: Sequence[int]) -> Edges:
    return Edges(*numbers[:4]) if len(numbers) >= 4 else Edges()


def frame_rect(display: Any, window: int) -> Rect:
    """What a person sees of a window: with its frame, without its shadow."""
    geometry = Geometry(display, window)
    frame, shadow = decorations(display, window)
    return frame.around(shadow.within(geometry.rect()))


def work_area(display: Any, window: int) -> Rect:
    """The part of the window's monitor that panels leave free."""
    screen = display.screen()
    root, size = screen.root.id, (int(screen.width_in_pixels), int(screen.height_in_pixels))
    monitors = _monitors(display) or [Rect(0, 0, *size)]
    monitor = monitor_of(frame_rect(display, window), monitors)
    desktop = next(iter(Property(display, root, "_NET_CURRENT_DESKTOP").numbers()), 0)
    for area in _rects(Property(display, root, f"_GTK_WORKAREAS_D{desktop}").numbers()):
        if (own := overlap(area, monitor)) == area:  # mutter tells them for each monitor
            return own
    areas = _rects(Property(display, root, "_NET_WORKAREA").numbers())
    whole = areas[min(desktop, len(areas) - 1)] if areas else None
    return free_area(monitor, size, _struts(display), whole, alone=len(monitors) == 1)


def _rects(numbers: Sequence[int]) -> list[Rect]:
    return [Rect(*numbers[i : i + 4]) for i in range(0, len(numbers) - 3, 4)]


def _monitors(display: Any) -> list[Rect]:
    if not display.has_extension("RANDR"):
        return []
    answer = display.screen().root.xrandr_get_monitors()
    found = sorted(answer.monitors, key=lambda monitor: not monitor.primary)
    return [
        Rect(int(m.x), int(m.y), int(m.width_in_pixels), int(m.height_in_pixels)) for m in found
    ]


def _struts(display: Any) -> list[list[int]]:
    from Xlib import error

    asked = [
        (
            Property(display, window, "_NET_WM_STRUT_PARTIAL"),
            Property(display, window, "_NET_WM_STRUT"),
        )
        for window in client_ids(display)
    ]
    found = []
    for partial, plain in asked:
        try:
            numbers = partial.numbers() or plain.numbers()
        except error.BadWindow:
            continue
        if len(numbers) >= 4:
            found.append(numbers)
    return found


def select(display: Any, window: int | None, mask: int) -> None:
    """Have events of a window (None: the root) sent to this connection."""
    root = display.screen().root
    target = root if window is None else display.create_resource_object("window", window)
    target.change_attributes(event_mask=mask, onerror=_ignore)
    display.sync()


def tell_manager(display: Any, window: int, message: str, data: Sequence[int]) -> None:
    """Send the window manager a message about a window. Raises Gone when it is not there."""
    from Xlib import X
    from Xlib.protocol import event

    target = display.create_resource_object("window", window)
    target.get_geometry()
    note = event.ClientMessage(
        window=target, client_type=display.get_atom(message), data=(32, [*data, 0, 0, 0, 0, 0][:5])
    )
    mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
    display.screen().root.send_event(note, event_mask=mask)
    display.flush()


def free_its_place(display: Any, window: int) -> None:
    """Ask for it to be neither maximised nor full-screen."""
    atom = display.get_atom
    tell_manager(display, window, "_NET_WM_STATE", [0, *map(atom, _MAXIMISED), FROM_PERSON])
    full_screen = atom("_NET_WM_STATE_FULLSCREEN")
    tell_manager(display, window, "_NET_WM_STATE", [0, full_screen, 0, FROM_PERSON])


def move(display: Any, window: int, frame: Rect) -> tuple[Edges, Edges]:
    """Ask for the visible frame to be at a rectangle; the decorations this was computed with."""
    edges, shadow = decorations(display, window)
    client = edges.within(shadow.around(frame))
    corner = shadow.around(frame)  # the message gives the frame's corner, but the inner size
    everything, gravity = 0b1111 << 8, 1  # north-west
    tell_manager(
        display, window, "_NET_MOVERESIZE_WINDOW",
        [gravity | everything | FROM_PERSON << 12, corner.x & 0xFFFFFFFF, corner.y & 0xFFFFFFFF,
         max(client.width, 1), max(client.height, 1)],
    )  # fmt: skip
    return edges, shadow


def _ignore(*_: Any) -> None:
    """The window went away meanwhile; who waits for it finds out."""
