"""`pace plan`: one JSON line in, request -> understand -> route, one JSON line out.

Nothing is looked up on the machine and nothing is done. `snapshot_as_json` writes the same
`elements`, `window`, `focused` and `selection` that a line may carry.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pace.core.call import Call
from pace.core.clock import Clock, SystemClock
from pace.core.element import Element, Rect, Snapshot, Source, Tree, Window
from pace.core.tool import Catalogue
from pace.core.understanding import Request, Understanding
from pace.mind import prepare, understand
from pace.mind.family import grammar
from pace.turn.router import route

_Json = Mapping[str, Any]
_CLICKS = ("click", "double_click")


class Malformed(ValueError):
    """A line that is no request; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A request with the ids as they were given, which need not be strings."""

    id: Any
    request: Request
    ids: Mapping[str, Any]


class Planning:
    """Plans lines with one catalogue. It keeps nothing between them."""

    def __init__(self, catalogue: Catalogue, clock: Clock | None = None) -> None:
        self._catalogue = catalogue
        self._clock = clock or SystemClock()
        grammar()  # gathered here, so that the first line is timed as the others are

    def line(self, text: str, *, explain: bool = False) -> str:
        """The answer to one line, without its line end; a malformed one gives `{"id", "error"}`."""
        given: Any = None
        try:
            given = _object(text)
            line = read_line(given, self._clock)
        except (Malformed, RecursionError) as problem:
            line_id = given.get("id") if isinstance(given, dict) else None
            return json.dumps({"id": line_id, "error": str(problem) or "too deeply nested"})
        return json.dumps(self.plan(line, explain=explain), ensure_ascii=False)

    def plan(self, line: Line, *, explain: bool = False) -> dict[str, Any]:
        """What Pace would do, as plain data."""
        begun = time.perf_counter()
        screen = prepare(line.request.snapshot)
        prepared = time.perf_counter()
        understanding = understand(line.request, self._catalogue, screen)
        chosen = route(understanding)
        done = time.perf_counter()
        answer = self._answer(line, understanding)
        answer["ms"] = round((done - prepared) * 1000, 3)
        answer["prepare_ms"] = round((prepared - begun) * 1000, 3)
        if explain:
            answer["reasons"] = list(understanding.reasons)
            answer["route"] = type(chosen).__name__.lower()
            answer["control"] = understanding.control
            answer["needs_model"] = understanding.needs_model
            answer["alternatives"] = [
                [self._call(call, line.ids) for call in calls]
                for calls in understanding.alternatives
            ]
        return answer

    def _answer(self, line: Line, understanding: Understanding) -> dict[str, Any]:
        calls = [self._call(call, line.ids) for call in understanding.calls]
        clicked = next((c["args"].get("element") for c in calls if c["name"] in _CLICKS), None)
        question = understanding.question
        point = understanding.point
        return {
            "id": line.id,
            "lane": understanding.lane.value,
            "intent": understanding.intent.value if understanding.intent is not None else None,
            "spoken": understanding.spoken,
            "calls": calls,
            "click": clicked,
            "point": None if point is None else line.ids.get(point, point),
            "question": None if question is None else {
                "text": question.text, "options": list(question.options),
            },
            "proposed": [self._call(call, line.ids) for call in understanding.proposed],
            "confidence": round(understanding.confidence, 3),
        }  # fmt: skip

    def _call(self, call: Call, ids: Mapping[str, Any]) -> dict[str, Any]:
        arguments = dict(call.arguments)
        if "element" in arguments:
            arguments["element"] = ids.get(arguments["element"], arguments["element"])
        return {
            "name": call.name, "args": arguments, "effect": self._catalogue.effect_of(call).value,
        }  # fmt: skip


def _object(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except ValueError:
        raise Malformed("not JSON") from None
    if not isinstance(given, dict):
        raise Malformed("not a JSON object")
    return given


def read_line(given: _Json, clock: Clock) -> Line:
    """The request in a line's object. Raises Malformed."""
    transcript = given.get("transcript")
    if not isinstance(transcript, str):
        raise Malformed("transcript must be text")
    ids: dict[str, Any] = {}
    elements = tuple(_element(item, ids) for item in _list(given, "elements"))
    focused = given.get("focused")
    snapshot = Snapshot(
        _window(given.get("window")),
        elements,
        None if focused is None else str(focused),
        _text(given, "selection"),
    )
    request = Request(
        transcript=transcript,
        now=_now(given.get("now"), clock),
        snapshot=snapshot,
        apps=_names(given, "apps"),
        contacts=_names(given, "contacts"),
        history=tuple(_exchange(pair) for pair in _list(given, "history")),
    )
    return Line(given.get("id"), request, ids)


def _list(given: _Json, key: str) -> list[Any]:
    value = given.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Malformed(f"{key} must be a list")
    return value


def _text(given: _Json, key: str) -> str:
    value = given.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Malformed(f"{key} must be text")
    return value


def _names(given: _Json, key: str) -> tuple[str, ...] | None:
    if given.get(key) is None:
        return None
    names = _list(given, key)
    if not all(isinstance(name, str) for name in names):
        raise Malformed(f"{key} must be a list of names")
    return tuple(names)


def _exchange(pair: Any) -> tuple[str, str]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise Malformed("history must hold pairs of what was said")
    return str(pair[0] or ""), str(pair[1] or "")


def _now(value: Any, clock: Clock) -> datetime:
    if value is None:
        return clock.now()
    try:
        now = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise Malformed("now must be a time in ISO 8601") from None
    if now.tzinfo is None:
        raise Malformed("now must have a zone")
    return now


def _element(item: Any, ids: dict[str, Any]) -> Element:
    if not isinstance(item, dict) or item.get("id") is None:
        raise Malformed("an element must have an id")
    if not isinstance(item.get("label"), str):
        raise Malformed("an element must have a label")
    states = _list(item, "states")
    if not all(isinstance(state, str) for state in states):
        raise Malformed("states must be words")
    rect, point = _place(item)
    ids[str(item["id"])] = item["id"]
    return Element(
        id=str(item["id"]),
        role=_text(item, "role").strip().lower().replace(" ", "_").replace("-", "_"),
        name=item["label"],
        text=_text(item, "text"),
        rect=rect,
        point=point,
        states=frozenset(state.strip().lower() for state in states),
        source=Source.GIVEN,
    )


def _place(item: _Json) -> tuple[Rect | None, tuple[int, int] | None]:
    """A rectangle when width and height are given, else the point to press."""
    x, y, w, h = (_number(item, key) for key in ("x", "y", "w", "h"))
    if x is None or y is None:
        return None, None
    if w is None or h is None:
        return None, (x, y)
    return Rect(x, y, w, h), None


def _number(item: _Json, key: str) -> int | None:
    value = item.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e9:
        raise Malformed(f"{key} must be a number")
    try:
        return round(value)
    except ValueError:
        raise Malformed(f"{key} must be a number") from None


def _window(given: Any) -> Window | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise Malformed("window must be an object")
    tree = _text(given, "tree") or Tree.FULL.value
    if tree not in set(Tree):
        raise Malformed("window.tree must be full, stub or none")
    return Window("", _text(given, "app"), _text(given, "title"), active=True, tree=Tree(tree))


def snapshot_as_json(snapshot: Snapshot) -> dict[str, Any]:
    """What `pace see --json` prints, in the form that a line of `pace plan --json` takes."""
    window = snapshot.window
    return {
        "elements": [_element_as_json(element) for element in snapshot.elements],
        "window": None if window is None else {
            "app": window.app, "title": window.title, "tree": window.tree.value,
        },
        "focused": snapshot.focused,
        "selection": snapshot.selection,
    }  # fmt: skip


def _element_as_json(element: Element) -> dict[str, Any]:
    place: dict[str, int] = {}
    if element.rect is not None:
        rect = element.rect
        place = {"x": rect.x, "y": rect.y, "w": rect.width, "h": rect.height}
    elif element.point is not None:
        place = {"x": element.point[0], "y": element.point[1]}
    return {
        "id": element.id, "role": element.role, **place, "label": element.name,
        "text": element.text, "states": sorted(element.states),
    }  # fmt: skip
