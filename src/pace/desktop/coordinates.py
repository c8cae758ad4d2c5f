"""From what a toolkit says about places to pixels of the screen: the one place that converts."""

from __future__ import annotations

from pace.core.element import Rect


def to_screen(extents: Rect, *, frame: Rect | None = None, client: Rect | None = None) -> Rect:
    """Where `extents` are on the screen.

    `extents` and `frame` (the top-level window's own extents) are as the toolkit gave them;
    `client` is the window's content area in screen pixels, as the window system gives it, with any
    shadow the application draws itself but without the window manager's frame.

    GTK 4, and every toolkit on Wayland, answers relative to the window and puts the frame at the
    origin; a client area larger than the frame then has an equal margin on each side (a shadow).
    With no client area known, and for toolkits that know the screen, extents are taken as they are.
    """
    if frame is None or client is None or (frame.x, frame.y) != (0, 0):
        return extents
    left = client.x + (client.width - frame.width) // 2
    top = client.y + (client.height - frame.height) // 2
    return Rect(extents.x + left, extents.y + top, extents.width, extents.height)
