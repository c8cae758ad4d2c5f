"""Drawing on the screen around what is named there, and wiping it."""

from __future__ import annotations

from typing import Any

from pace.core.call import Call, Provenance
from pace.core.element import Element
from pace.core.understanding import Lane
from pace.mind.asking import on_target
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Want
from pace.mind.meaning import act, always, call, sourced
from pace.mind.scene import Labelled, Scene

#: How far a shape stands off from what it is drawn around, in pixels.
_OFF = 8
#: Half the size of what only a point is known of, and the length of an arrow each way.
_AROUND, _ARROW = 40, 90
_SHAPES = {"circle": "ellipse", "ring": "ellipse", "ellipse": "ellipse", "oval": "ellipse",
           "box": "rect", "rectangle": "rect", "square": "rect", "frame": "rect",
           "arrow": "arrow", "line": "line"}  # fmt: skip
_COLOURS = ("red", "blue", "green", "yellow", "orange")
_VERBS = {"circle": "ellipse", "encircle": "ellipse", "outline": "rect", "frame": "rect",
          "highlight": "rect"}  # fmt: skip


def _draw(match: Match, scene: Scene) -> Reading | None:
    """Only around what is on screen; nothing is drawn for words alone."""
    words = match.texts("target")
    if words in (("it",), ("this",), ("that",), ("back",)) or words[0] == "of":
        return None
    verb = match.text("verb")
    if verb == "highlight" and scene.catalogue.find("draw_annotation") is None:
        return None
    if verb in ("outline", "frame") and scene.screen.empty:
        return None
    kind = match.chosen("shape") or match.chosen("verb") or "ellipse"
    colour = match.text("colour") or match.text("coloured")
    reading = on_target(
        words, scene, lambda one: _drawing(one, kind, colour), want=Want.POINT, unseen=None,
        said=match.verbatim("target"),
    )  # fmt: skip
    return None if reading.meaning.lane is not Lane.SCREEN_ACTION else reading


def _drawing(one: Labelled, kind: str, colour: str) -> tuple[Call, ...]:
    shape = shape_around(one.element, kind)
    if shape is None:
        return ()
    if colour:
        shape["color"] = colour
    return (sourced("draw_annotation", {"shapes": ([shape], Provenance.ELEMENT)}),)


def shape_around(element: Element, kind: str) -> dict[str, Any] | None:
    """The shape in screen pixels; None for an element with no place."""
    rect, point = element.rect, element.press_point
    if rect is None and point is None:
        return None
    if rect is not None and rect.width > 0 and rect.height > 0:
        left, top, width, height = rect.x, rect.y, rect.width, rect.height
    else:
        x, y = point or (rect.center if rect is not None else (0, 0))
        left, top, width, height = x - _AROUND, y - _AROUND, 2 * _AROUND, 2 * _AROUND
    if kind == "arrow":
        x, y = left + width // 2, top + height // 2
        back_x = x - _ARROW if x > _ARROW else x + _ARROW
        back_y = y - _ARROW if y > _ARROW else y + _ARROW
        return {"kind": kind, "x1": back_x, "y1": back_y, "x2": x, "y2": y}
    if kind == "line":
        under = top + height + _OFF // 2
        return {"kind": kind, "x1": left, "y1": under, "x2": left + width, "y2": under}
    return {
        "kind": kind, "x": left - _OFF, "y": top - _OFF, "width": width + 2 * _OFF,
        "height": height + 2 * _OFF,
    }  # fmt: skip


_DRAWN = "(annotation|annotations|drawing|drawings)"

FAMILIES = (
    Family(
        "draw around something",
        (("(draw|put|make|sketch|add) (a|an|another) [(big|small|thick)] [{colour}] {shape} "
         "(around|round|on|over|at|to|under|by|near|pointing to|pointing at|towards) [the] "
         "{target:rest}"),
         "{verb} [the] {target} [in {coloured}]"),
        _draw,
        examples=("circle the save button", "draw a red circle around the send button",
                  "draw an arrow to the menu", "put a box around the total field"),
        never=("draw a circle around it", "draw a cat", "circle back", "clear the drawings",
               "put a book on the table", "make a note"),
        lists={"shape": _SHAPES, "verb": _VERBS,
               "colour": dict.fromkeys(_COLOURS, ""), "coloured": dict.fromkeys(_COLOURS, "")},
    ),
    Family(
        "clear the drawings",
        (f"clear [all] [(the|my|your|these|all the|those)] {_DRAWN}",
         f"(wipe|remove|erase|hide|delete) [all] [(the|my|your|these|all the)] {_DRAWN}",
         "wipe the screen", f"get rid of [all] [(the|my|your|these)] {_DRAWN}",
         f"(take|wipe) [(the|these)] {_DRAWN} (away|off|down)", "stop (drawing|drawings)"),
        always(act(call("clear_annotations"), reason="drawings")),
        examples=("clear the drawings", "wipe the annotations", "get rid of the drawings",
                  "stop drawing"),
        never=("clear the screen", "draw a clear circle around the button", "clear",
               "delete the drawing.png file", "clear my browsing history"),
    ),
)  # fmt: skip
