"""Public fixtures: one line and the tools that must be called for it, with their arguments."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from evals.fixtures import Fixture, complaint, fixtures
from pace.evaluate import Answer, Case


def cases(data: Path | None) -> list[Case]:
    """Grouped by whether the tool is one that Pace has."""
    return [
        Case(
            fixture.name,
            "draws" if "draw_annotation" in fixture.expected["EXPECT_ACTION"] else "acts",
            fixture.line,
            partial(_right, fixture),
            complaint=partial(_complaint, fixture),
        )
        for fixture in fixtures(data, "fm-fixtures-actions")
    ]


def _right(fixture: Fixture, answer: Answer) -> bool:
    calls, expected = answer["calls"], fixture.expected
    names = {call["name"] for call in calls}
    return (
        len(calls) >= int(fixture.one("EXPECT_MIN_ACTIONS") or 1)
        and names.issuperset(expected.get("EXPECT_ACTION", ()))
        and names.isdisjoint(expected.get("EXPECT_ACTION_NOT", ()))
        and all(_has(calls, rule) for rule in expected.get("EXPECT_ACTION_ARG", ()))
        and _drawn(fixture, calls)
    )


def _has(calls: list[dict[str, Any]], rule: str) -> bool:
    """A rule is tool.argument~=part of its value, or tool.argument=value; without case."""
    place, _, value = rule.partition("=")
    part = place.endswith("~")
    tool, _, argument = place.rstrip("~").partition(".")
    given = [str(c["args"].get(argument, "")).lower() for c in calls if c["name"] == tool]
    return any(value.lower() in one if part else value.lower() == one for one in given)


def _drawn(fixture: Fixture, calls: list[dict[str, Any]]) -> bool:
    """The drawing is on an element near the place, in the colour."""
    near, colour = fixture.one("EXPECT_DRAW_NEAR"), fixture.one("EXPECT_DRAW_COLOR")
    if near is None:
        return True
    x, y, radius = map(int, near.split(","))
    shapes = [
        shape
        for call in calls
        if call["name"] == "draw_annotation"
        for shape in call["args"].get("shapes", ())
    ]
    return any(
        abs(_middle(shape, "x") - x) <= radius and abs(_middle(shape, "y") - y) <= radius
        and colour in (None, shape.get("color", "red"))
        for shape in shapes
    )  # fmt: skip


def _middle(shape: dict[str, Any], axis: str) -> float:
    """Where a shape stands: its centre, or where its arrow points."""
    if "radius" in shape:
        return float(shape[axis])
    if f"{axis}2" in shape:
        return float(shape[f"{axis}2"])
    return float(shape[axis] + shape["width" if axis == "x" else "height"] / 2)


def _complaint(fixture: Fixture, answer: Answer) -> str:
    return complaint(fixture, answer["spoken"])
