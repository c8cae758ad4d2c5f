"""Calendar, reminders, notes, mail, files and more, and near misses that must do nothing."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from evals.comparing import same_calls
from pace.evaluate import Answer, Case

HERE = Path(__file__).parent
#: What a call without the argument does as well.
_DEFAULTS = {
    ("calendar", "range"): "today",
    ("finder", "action"): "open",
    ("notes", "action"): "create",
    ("todos", "action"): "list",
}


def cases(data: Path | None) -> list[Case]:  # noqa: ARG001 - the data is beside this file
    """Of services.jsonl: `expect` holds the alternatives, each a list of calls; empty: no act."""
    world = json.loads((HERE / "services-world.json").read_text())
    lines = (HERE / "services.jsonl").read_text().splitlines()
    return [_case(json.loads(line), world) for line in lines]


def _case(row: dict[str, Any], world: dict[str, Any]) -> Case:
    screen = world["screens"].get(row.get("screen"), {})
    line = {
        "id": row["id"], "transcript": row["transcript"], "now": world["now"],
        "apps": world["apps"], "contacts": world["contacts"], **screen,
    }  # fmt: skip
    acts = bool(row["expect"])
    return Case(
        row["id"],
        row["kind"] if acts else f"must not act: {row['kind']}",
        line,
        partial(_right, row["expect"]),
        may_act=acts,
        may_hold=not acts,
    )


def _right(expected: list[Any], answer: Answer) -> bool:
    given = [{**call, "args": _plain(call["name"], call["args"])} for call in answer["calls"]]
    wanted = [[[name, _plain(name, args)] for name, args in calls] for calls in expected]
    return same_calls(given, wanted)


def _plain(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if _DEFAULTS.get((name, key)) != value}
