"""Drawing on the screen: shapes read, bounded, and published for whoever draws them (spec 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import field_validator

from pace.core.call import Effect, Risk
from pace.core.event import Annotated as Drawn
from pace.core.event import AnnotationsCleared, Event
from pace.core.result import Result, failed, unverified, verified
from pace.tools.coercion import as_bool, as_number, as_text
from pace.tools.declare import Arguments, Clamp, argument, tool
from pace.tools.visible import plain

#: At most this many shapes of a call are looked at.
SHAPES: Final = 24
#: How long a drawing stays, in seconds; a new one starts anew.
STAYS: Final = 30.0

COLOURS: Final = frozenset({"red", "blue", "green", "yellow", "orange"})
CANNOT: Final = "I cannot draw on the screen yet; nothing was drawn."
_LABEL: Final = 60
_WIDEST: Final = 12.0

_KINDS: Final[Mapping[str, str]] = {
    "rect": "rect", "rectangle": "rect", "box": "rect",
    "ellipse": "ellipse", "circle": "ellipse", "oval": "ellipse",
    "line": "line", "arrow": "arrow",
    "polygon": "polygon", "pentagon": "polygon", "hexagon": "polygon", "octagon": "polygon",
}  # fmt: skip


class Annotations:
    """What is drawn over the screen now. Publishes the shapes, and that they went, once.

    Whoever draws them says so by adding to `surfaces`; with none there, nothing is drawn.
    """

    def __init__(self, publish: Callable[[Event], None]) -> None:
        self._publish = publish
        self.surfaces: set[str] = set()
        self.shapes: tuple[Mapping[str, Any], ...] = ()

    def draw(self, shapes: Sequence[Mapping[str, Any]], screen: int | None) -> bool:
        """Put these in place of what was drawn before; False when nothing draws them."""
        self.shapes = tuple(shapes) if self.surfaces else ()
        self._publish(Drawn([dict(shape) for shape in shapes], screen, STAYS))
        return bool(self.surfaces)

    def clear(self) -> bool:
        """Wipe all; False when nothing was drawn."""
        if not self.shapes:
            return False
        self.shapes = ()
        self._publish(AnnotationsCleared())
        return True


def shape(given: Any) -> dict[str, Any] | None:
    """One shape in screenshot pixels, with its style; None when it is not valid."""
    if not isinstance(given, Mapping):
        return None
    named = as_text(given.get("kind")) or as_text(given.get("type")) or "rect"
    kind = _KINDS.get(named.strip().lower())
    if kind in ("rect", "ellipse"):
        place = _box(given, round_ones=kind == "ellipse")
    elif kind in ("line", "arrow"):
        place = _numbers(given, "x1", "y1", "x2", "y2")
    elif kind == "polygon":
        place = _polygon(given)
    else:
        return None
    return None if place is None else {"kind": kind, **place, **_style(given)}


def _box(given: Mapping[str, Any], *, round_ones: bool) -> dict[str, Any] | None:
    around = _numbers(given, "x", "y", "radius") if round_ones else None
    if around is not None and around["radius"] > 0:  # x, y are the centre then
        radius = around["radius"]
        return {
            "x": around["x"] - radius, "y": around["y"] - radius,
            "width": 2 * radius, "height": 2 * radius,
        }  # fmt: skip
    box = _numbers(given, "x", "y", "width", "height")
    return box if box is not None and box["width"] > 0 and box["height"] > 0 else None


def _polygon(given: Mapping[str, Any]) -> dict[str, Any] | None:
    raw = given.get("points")
    points = [_point(each) for each in raw] if isinstance(raw, list | tuple) else []
    valid = [point for point in points if point is not None]
    return {"points": valid} if len(valid) >= 3 else None


def _point(given: Any) -> list[float] | None:
    if isinstance(given, list | tuple) and len(given) == 2:
        given = {"x": given[0], "y": given[1]}
    found = _numbers(given, "x", "y") if isinstance(given, Mapping) else None
    return None if found is None else [found["x"], found["y"]]


def _numbers(given: Mapping[str, Any], *names: str) -> dict[str, Any] | None:
    found = {name: as_number(given.get(name), whole=False) for name in names}
    usable = all(isinstance(value, int | float) for value in found.values())
    return found if usable else None


def _style(given: Mapping[str, Any]) -> dict[str, Any]:
    colour = (as_text(given.get("color")) or as_text(given.get("colour")) or "").strip().lower()
    strokes = (given.get(key) for key in ("strokeWidth", "stroke_width", "stroke"))
    widths = (as_number(stroke, whole=False) for stroke in strokes)
    width = next((each for each in widths if isinstance(each, int | float)), 3)
    label = plain(as_text(given.get("label")) or "", 10_000).replace("\n", " ")
    filled = as_bool(given["filled"] if "filled" in given else given.get("fill", False))
    return {
        "color": colour if colour in COLOURS else "red",
        "label": label[:_LABEL].strip(),
        "stroke_width": max(1.0, min(_WIDEST, float(width))),
        "filled": filled is True,
    }


class Shapes(Arguments):
    shapes: list[Any] = argument(
        "shapes",
        about="objects with kind rect, ellipse, line, arrow or polygon, their place in screenshot"
        " pixels, and color, label, strokeWidth, filled",
        example=[{"kind": "circle", "x": 400, "y": 300, "radius": 40}],
    )
    screen: Annotated[int | None, Clamp(1, 64)] = argument(
        "screen", default=None, about="which screen, from 1; none: where the pointer is"
    )

    @field_validator("shapes")
    @classmethod
    def _valid(cls, given: list[Any]) -> list[Any]:
        found = [made for each in given[:SHAPES] if (made := shape(each)) is not None]
        if not found:
            raise ValueError("I could not read any shape in that; nothing was drawn.")
        return found


@tool(
    "draw_annotation",
    aliases=("annotate", "draw"),
    spellings=("Draw.annotation", "annotate", "draw"),
    summary="Draw on the screen (nothing draws yet): circle, box, arrow, line or polygon",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    examples=("circle the save button", "draw an arrow to the menu"),
    describe=lambda given: f"Draw {_count(given.get('shapes', []))}",
    muted=False,
    drained=True,
)
async def draw_annotation(given: Shapes, *, annotations: Annotations) -> Result:
    if not annotations.draw(given.shapes, given.screen):
        return failed(CANNOT, kind="unavailable")
    labels = ", ".join(one["label"] for one in given.shapes if one["label"])
    words = f"I drew {_count(given.shapes)}" + (f": {labels}." if labels else ".")
    return unverified(words, f"{len(given.shapes)} given to the screen")


@tool(
    "clear_annotations",
    aliases=("clear_drawing", "wipe_annotations"),
    spellings=("Clear.annotations", "clear.drawing", "wipe.annotations", "draw.clear"),
    summary="Wipe what was drawn on the screen",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    examples=("clear the drawings", "wipe the annotations"),
    drained=True,
)
async def clear_annotations(given: Arguments, *, annotations: Annotations) -> Result:
    if annotations.clear():
        return verified("The drawings are gone.", "no shape is kept")
    return verified("Nothing is drawn.", "no shape is kept")


def _count(shapes: Sequence[Any]) -> str:
    return "a shape" if len(shapes) == 1 else f"{len(shapes)} shapes"
