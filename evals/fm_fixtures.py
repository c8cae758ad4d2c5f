"""Public fixtures: one line and a screen, and the element that must be pressed, or none."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from evals.fixtures import Fixture, complaint, fixtures
from pace.evaluate import Answer, Case


def cases(data: Path | None) -> list[Case]:
    """Those with action tags are judged by the calls written as such tags."""
    return [_case(fixture) for fixture in fixtures(data, "fm-fixtures")]


def _case(fixture: Fixture) -> Case:
    tags = fixture.expected.get("SPOKEN_MUST_MATCH_REGEX")
    ids = fixture.ids("CLICK")
    acts = bool(tags) or (ids is not None and ids != {-1})
    return Case(
        fixture.name,
        "must act" if acts else "must not act",
        fixture.line,
        partial(_tagged if tags else _aimed, fixture),
        may_act=acts,
        may_hold=not acts or (ids is not None and -1 in ids),
        complaint=partial(_complaint, fixture),
    )


def _aimed(fixture: Fixture, answer: Answer) -> bool:
    """One press on the right element, and pointing, if at all, at a right one."""
    clicks, points = fixture.ids("CLICK") or set(), fixture.ids("POINT") or set()
    clicked = _clicked(answer)
    pointed = clicked if answer.get("point") is None else answer["point"]
    return len(answer["calls"]) == 1 and clicked in clicks and pointed in points


def _clicked(answer: Answer) -> Any:
    return next((c["args"].get("element") for c in answer["calls"] if c["name"] == "click"), None)


def _tagged(fixture: Fixture, answer: Answer) -> bool:
    places = {one["id"]: (one["x"], one["y"]) for one in fixture.line["elements"]}
    written = " ".join(tag(call, places) for call in answer["calls"])
    wanted = fixture.expected["SPOKEN_MUST_MATCH_REGEX"]
    return len(answer["calls"]) == len(wanted) and all(re.search(one, written) for one in wanted)


def tag(call: dict[str, Any], places: dict[Any, tuple[int, int]]) -> str:
    """A call as the tag the fixtures know. Their command key is Control on this desktop."""
    args = call["args"]
    match call["name"]:
        case "click" if args.get("element") in places:
            x, y = places[args["element"]]
            return f"[CLICK:{x},{y}]"
        case "type" | "set_value":
            return f"[TYPE:{args.get('text', args.get('value'))}]"
        case "key":
            key = str(args.get("key")).replace("ctrl+", "cmd+").replace("super+", "cmd+")
            return f"[KEY:{key}]"
        case "scroll":
            return f"[SCROLL:{args.get('direction')}:{args.get('amount', 3)}]"
        case name:
            return f"[{name.upper()}]"


def _complaint(fixture: Fixture, answer: Answer) -> str:
    question = answer.get("question") or {}
    return complaint(fixture, f"{answer['spoken']} {question.get('text', '')}".strip())
