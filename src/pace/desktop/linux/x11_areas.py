"""Where windows may be: monitors, and what panels leave free of them. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pace.core.element import Rect


@dataclass(frozen=True, slots=True)
class Edges:
    """Widths at the four sides: of a window's frame, or of its invisible shadow."""

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0

    def around(self, rect: Rect) -> Rect:
        return Rect(
            rect.x - self.left,
            rect.y - self.top,
            rect.width + self.left + self.right,
            rect.height + self.top + self.bottom,
        )

    def within(self, rect: Rect) -> Rect:
        return Edges(-self.left, -self.right, -self.top, -self.bottom).around(rect)


def overlap(one: Rect, other: Rect) -> Rect | None:
    """What two rectangles share, None when they share nothing."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    right = min(one.x + one.width, other.x + other.width)
    bottom = min(one.y + one.height, other.y + other.height)
    if left >= right or top >= bottom:
        return None
    return Rect(left, top, right - left, bottom - top)


def monitor_of(window: Rect, monitors: Sequence[Rect]) -> Rect:
    """The monitor that has the window's centre, else the most of it, else the first one."""
    for monitor in monitors:
        if monitor.contains(*window.center):
            return monitor

    def shared(monitor: Rect) -> int:
        both = overlap(window, monitor)
        return both.width * both.height if both else 0

    return max(monitors, key=shared)


def free_area(
    monitor: Rect,
    screen: tuple[int, int],
    struts: Sequence[Sequence[int]],
    work_area: Rect | None = None,
    *,
    alone: bool = True,
) -> Rect:
    """The part of a monitor that panels leave free.

    `struts` are _NET_WM_STRUT_PARTIAL values, measured from the edges of the whole `screen`.
    `work_area` is one rectangle for all monitors, so it counts only for a monitor that is `alone`
    or where no panel declares a strut.
    """
    free = monitor
    for strut in struts:
        for side, panel in enumerate(_panels(strut, screen)):
            free = _without(free, monitor, panel, side)
    if work_area is not None and (alone or not struts):
        return overlap(free, work_area) or free
    return free


def _panels(strut: Sequence[int], screen: tuple[int, int]) -> tuple[Rect, Rect, Rect, Rect]:
    """The strips that a panel keeps at the left, right, top and bottom."""
    width, height = screen
    left, right, top, bottom = strut[:4]
    spans = strut[4:12] if len(strut) >= 12 else (0, height, 0, height, 0, width, 0, width)
    return (
        Rect(0, spans[0], left, spans[1] - spans[0] + 1),
        Rect(width - right, spans[2], right, spans[3] - spans[2] + 1),
        Rect(spans[4], 0, spans[5] - spans[4] + 1, top),
        Rect(spans[6], height - bottom, spans[7] - spans[6] + 1, bottom),
    )


def _without(free: Rect, monitor: Rect, panel: Rect, side: int) -> Rect:
    """Cut a strip off. One that crosses the whole monitor belongs to another one behind it."""
    both = overlap(monitor, panel)
    if both is None or (both.width == monitor.width if side < 2 else both.height == monitor.height):
        return free
    right, bottom = free.x + free.width, free.y + free.height
    left, top = free.x, free.y
    if side == 0:
        left = max(left, both.x + both.width)
    elif side == 1:
        right = min(right, both.x)
    elif side == 2:
        top = max(top, both.y + both.height)
    else:
        bottom = min(bottom, both.y)
    if left >= right or top >= bottom:
        return free
    return Rect(left, top, right - left, bottom - top)
