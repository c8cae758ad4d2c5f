"""What is named by its neighbour: "the box next to newsletter", a field by its caption."""

from __future__ import annotations

from collections.abc import Sequence

from pace.core.element import Rect
from pace.mind.describing import Description, described
from pace.mind.matching import FIELDS, Candidate, Want, candidates
from pace.mind.scene import Labelled

#: How a neighbour is said -> on which side of it the target lies.
_RELATIONS: tuple[tuple[tuple[str, ...], str], ...] = tuple(
    (tuple(words.split()), side)
    for words, side in (
        ("to the left of", "left"), ("to the right of", "right"), ("left of", "left"),
        ("right of", "right"), ("next to", "any"), ("beside", "any"), ("near", "any"),
        ("close to", "any"), ("below", "below"), ("under", "below"), ("underneath", "below"),
        ("beneath", "below"), ("above", "above"), ("in front of", "left"), ("behind", "right"),
        ("after", "right"), ("in the row of", "row"), ("in the row with", "row"),
        ("in the same row as", "row"),
    )
)  # fmt: skip
#: The nearest must be nearer than the next by this factor.
_CLEARLY = 0.7
_CAPTIONS = frozenset({"static_text", "label", "text", "heading", ""})
#: How far a caption may stand from its field, in pixels.
_REACH = 320


def beside(said: Sequence[str], elements: Sequence[Labelled], want: Want) -> Candidate | None:
    """The element on the named side of its neighbour, when one is clearly nearest."""
    words = tuple(said)
    for phrase, side in _RELATIONS:
        for start in range(1, len(words) - len(phrase)):
            if words[start : start + len(phrase)] == phrase:
                return _neighbour(words[:start], words[start + len(phrase) :], side, elements, want)
    return None


def _neighbour(
    target: tuple[str, ...],
    anchor: tuple[str, ...],
    side: str,
    elements: Sequence[Labelled],
    want: Want,
) -> Candidate | None:
    anchors = candidates(described(anchor), elements, Want.POINT)
    if not anchors or not anchors[0].sure:
        return None
    if len(anchors) > 1 and anchors[0].confidence - anchors[1].confidence < 0.05:
        return None
    fixed = anchors[0].one
    found = [
        (distance, candidate)
        for candidate in candidates(described(target), elements, want)
        if candidate.sure and candidate.one is not fixed
        and (distance := _distance(fixed, candidate.one, side)) is not None
    ]  # fmt: skip
    if not found:
        return None
    found.sort(key=lambda pair: pair[0])
    if len(found) > 1 and found[0][0] > _CLEARLY * found[1][0]:
        return None
    return Candidate(found[0][1].one, 0.8)


def _rect(one: Labelled) -> Rect | None:
    element = one.element
    if element.rect is not None:
        return element.rect
    return None if element.point is None else Rect(*element.point, 0, 0)


def _distance(anchor: Labelled, one: Labelled, side: str) -> float | None:
    """How far it lies on that side, or None when it does not."""
    fixed, rect = _rect(anchor), _rect(one)
    if fixed is None or rect is None:
        return None
    (ax, ay), (x, y) = fixed.center, rect.center
    across, down = x - ax, y - ay
    level = abs(down) <= max(fixed.height, rect.height, 24) / 2
    fits = {
        "left": level and across < 0, "right": level and across > 0, "row": level,
        "below": down > 0 and abs(across) <= 2 * abs(down) + max(fixed.width, rect.width),
        "above": down < 0 and abs(across) <= 2 * abs(down) + max(fixed.width, rect.width),
        "any": True,
    }[side]  # fmt: skip
    return float(abs(across) + 3 * abs(down)) if fits else None


def captioned(wanted: Description, elements: Sequence[Labelled], want: Want) -> Candidate | None:
    """The unnamed field right of or under a text that is called this."""
    if want is not Want.FILL and not (wanted.roles and "text_field" in wanted.roles):
        return None
    texts = [one for one in elements if one.role in _CAPTIONS]
    captions = candidates(wanted, texts, Want.POINT)
    if not captions or not captions[0].sure or captions[0].confidence < 0.6 * 0.6:
        return None
    fields = [one for one in elements if one.role in FIELDS and not one.label]
    near = [
        (distance, one)
        for one in fields
        for side in ("right", "below")
        if (distance := _distance(captions[0].one, one, side)) is not None and distance <= _REACH
    ]
    if not near:
        return None
    return Candidate(min(near, key=lambda pair: pair[0])[1], 0.75)
