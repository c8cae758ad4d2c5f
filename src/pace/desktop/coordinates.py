"""From what a toolkit says about places to pixels of the screen: the one place that converts.

Measured on X11 at scale 2: GTK 3 and Qt count from the screen's corner in units of two pixels, and
GTK 4 from its window's; Chromium counts its own controls in such units and what is in a page in
pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pace.core.element import Rect


@dataclass(frozen=True, slots=True)
class Place:
    """Where a toolkit counts from on the screen, and how many pixels its unit is."""

    x: int = 0
    y: int = 0
    scale: float = 1.0


def to_screen(extents: Rect, place: Place) -> Rect:
    """Where `extents` are on the screen."""
    if place == _SCREEN:
        return extents
    return Rect(
        place.x + round(extents.x * place.scale),
        place.y + round(extents.y * place.scale),
        round(extents.width * place.scale),
        round(extents.height * place.scale),
    )


def place_of(frame: Rect | None, client: Rect | None, *, relative: bool = False) -> Place:
    """How a window's toolkit counts.

    `frame` are the window's own extents as the toolkit gives them. `client` is its content area in
    pixels as the window system gives it: with any shadow the application draws itself, without the
    window manager's frame. `relative` says that the toolkit always answers relative to the window
    (GTK 4); the others do so on Wayland, where they put the frame at the origin too. A client area
    larger than a relative frame has an equal margin on each side (a shadow). With no client area
    known extents are taken as they are.
    """
    if frame is None or client is None:
        return _SCREEN
    at_origin = (frame.x, frame.y) == (0, 0)
    if not relative and not (at_origin and (client.x > _NEAR or client.y > _NEAR)):
        quarters = round(4 * client.width / frame.width)
        return Place(scale=max(4, quarters) / 4)
    scale = next((s for s in (3, 2) if _fits(frame, client, s)), 1)
    left = client.x + (client.width - frame.width * scale) // 2
    top = client.y + (client.height - frame.height * scale) // 2
    return Place(left, top, float(scale))


def _fits(frame: Rect, client: Rect, scale: int) -> bool:
    return (
        client.width - frame.width * scale >= -_SLACK
        and client.height - frame.height * scale >= -_SLACK
    )


_SCREEN: Final = Place()
#: A window this near to the corner may have its frame at the origin and count from the screen's.
_NEAR: Final = 64
_SLACK: Final = 4
