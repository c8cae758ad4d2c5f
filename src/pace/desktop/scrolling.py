"""What proves that a view scrolled. A control that lights up below the pointer does not."""

from __future__ import annotations

from collections import Counter
from typing import Final

from pace.core.element import Element, Snapshot
from pace.desktop.pixels import changed_shares
from pace.desktop.ports import Picture

#: So much of a window never changes because the pointer came to be over a control.
_CELLS: Final = 0.2
#: Short lines of text fill few cells, but lie at every height.
_BANDS: Final = 0.6


def scrolled(before: Snapshot, after: Snapshot) -> bool:
    """Whether elements moved together, or others show now than did."""
    if before.window is None or after.window is None or before.window.id != after.window.id:
        return False
    was, now = _showing(before), _showing(after)
    if was.keys() != now.keys():
        return True
    shifts = Counter(filter(None, (_shift(was[key], now[key]) for key in was)))
    return bool(shifts) and 2 * max(shifts.values()) > shifts.total()


def looks_scrolled(before: Picture, after: Picture) -> bool:
    """Whether a large part of the window looks different. Raises Invalid for different places."""
    cells, bands = changed_shares(before, after)
    return cells > _CELLS or bands > _BANDS


def _showing(seen: Snapshot) -> dict[object, Element]:
    return {
        element.handle: element
        for element in seen.elements
        if element.role != "tooltip" and not element.has("offscreen")
    }


def _shift(was: Element, now: Element) -> tuple[int, int] | None:
    """How far it moved; None where it stayed, or grew."""
    if was.rect is None or now.rect is None or was.rect == now.rect:
        return None
    if (was.rect.width, was.rect.height) != (now.rect.width, now.rect.height):
        return None
    return now.rect.x - was.rect.x, now.rect.y - was.rect.y
