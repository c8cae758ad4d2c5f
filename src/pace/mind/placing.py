"""Order and place among candidates that are named equally well."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pace.core.element import Rect
from pace.mind.matching import Candidate

#: Places closer than this, in pixels, are the same place.
SAME_PLACE = 12
#: Of two nested elements with one name the first of these roles is meant.
_OUTRANKS = ("button", "toggle_button", "link", "check_box", "radio_button", "switch", "tab",
             "menu_item", "text_field", "combo_box", "icon", "image")  # fmt: skip


def distinct(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """One candidate for each target: the same label on the same or a nested place is one."""
    kept: list[Candidate] = []
    for candidate in found:
        twin = next((other for other in kept if _same(candidate, other)), None)
        if twin is None:
            kept.append(candidate)
        elif _rank(candidate) < _rank(twin):
            kept[kept.index(twin)] = candidate
    return tuple(kept)


def _same(one: Candidate, other: Candidate) -> bool:
    if one.one.label != other.one.label:
        return False
    first, second = one.one.element, other.one.element
    if first.rect is None or second.rect is None:
        return first.press_point is not None and first.press_point == second.press_point
    if first.rect == second.rect:
        return True
    if one.one.role == other.one.role:
        return False
    return _inside(first.rect, second.rect) or _inside(second.rect, first.rect)


def _inside(inner: Rect, outer: Rect) -> bool:
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def _rank(candidate: Candidate) -> int:
    role = candidate.one.role
    return _OUTRANKS.index(role) if role in _OUTRANKS else len(_OUTRANKS)


def nth(found: Sequence[Candidate], ordinal: int) -> Candidate | None:
    """The one at this position in reading order, from the end when negative."""
    ordered = in_reading_order(found)
    index = ordinal - 1 if ordinal > 0 else len(ordered) + ordinal
    return ordered[index] if 0 <= index < len(ordered) else None


def in_reading_order(found: Sequence[Candidate]) -> list[Candidate]:
    """Top to bottom, then left to right; as listed where places are unknown."""
    if any(c.one.element.press_point is None for c in found):
        return sorted(found, key=lambda c: c.one.order)
    rows: list[list[Candidate]] = []
    for candidate in sorted(found, key=lambda c: xy(c)[1]):
        if rows and xy(candidate)[1] - xy(rows[-1][0])[1] <= SAME_PLACE:
            rows[-1].append(candidate)
        else:
            rows.append([candidate])
    return [c for row in rows for c in sorted(row, key=lambda c: xy(c)[0])]


def xy(candidate: Candidate) -> tuple[int, int]:
    return candidate.one.element.press_point or (0, 0)


_EXTREMES: dict[str, Callable[[Candidate], int]] = {
    "top": lambda c: xy(c)[1],
    "bottom": lambda c: -xy(c)[1],
    "left": lambda c: xy(c)[0],
    "right": lambda c: -xy(c)[0],
}


def furthest(found: tuple[Candidate, ...], places: Sequence[str]) -> tuple[Candidate, ...]:
    """Those that lie furthest in these directions; all of them where places are unknown."""
    if any(c.one.element.press_point is None for c in found):
        return found
    for place in places:
        measure = _EXTREMES[place]
        best = min(measure(c) for c in found)
        found = tuple(c for c in found if measure(c) - best <= SAME_PLACE)
    return found
