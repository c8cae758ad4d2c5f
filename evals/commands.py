"""Spoken commands of every kind Pace has, and talk, questions and wishes that must do nothing."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from evals.comparing import same_calls
from pace.evaluate import Answer, Case

HERE = Path(__file__).parent


def cases(data: Path | None) -> list[Case]:  # noqa: ARG001 - the data is beside this file
    """Of commands.jsonl: `expect` holds the alternatives, each a list of calls; empty: no act."""
    world = json.loads((HERE / "commands-screens.json").read_text())
    lines = (HERE / "commands.jsonl").read_text().splitlines()
    return [_case(json.loads(line), world) for line in lines]


def _case(row: dict[str, Any], world: dict[str, Any]) -> Case:
    screen = world["screens"].get(row.get("screen"), {})
    line = {
        "id": row["id"], "transcript": row["transcript"], "now": world["now"],
        "apps": world["apps"], **screen,
    }  # fmt: skip
    acts = bool(row["expect"])
    return Case(
        row["id"],
        "must act" if acts else f"must not act: {row['kind']}",
        line,
        partial(_right, row["expect"]),
        may_act=acts,
        may_hold=not acts,
    )


def _right(expected: list[Any], answer: Answer) -> bool:
    return same_calls(answer["calls"], expected)
