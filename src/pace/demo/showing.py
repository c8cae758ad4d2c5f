"""How a step of the demonstration reads on a terminal."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

from pace.demo.stage import Shown

#: Columns of a row.
WIDTH = 96


def shown(number: int, step: Shown) -> str:
    """One step as a block of labelled lines."""
    mark = _coloured("✔ verified", "32") if step.verified else _coloured("✘ not verified", "31")
    parts = " · ".join(f"{name.replace('_', ' ')} {ms:.0f}" for name, ms in step.ms.items())
    rows = [
        ("heard", step.heard or "(nothing)"),
        ("understood", step.understood),
        ("calls", "; ".join(_call(call) for call in step.calls) or "none"),
        ("evidence", step.evidence),
        ("spoken", step.spoken or "(silence)"),
        ("ms", parts or "–"),
    ]
    return "\n".join([f"{number:2d} {step.name:<24} {mark}", *(_row(*row) for row in rows), ""])


def _row(label: str, text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=f"     {label:<11}", subsequent_indent=" " * 16
    )


def _call(call: dict[str, Any]) -> str:
    arguments = ", ".join(f"{key}: {value}" for key, value in call["args"].items())
    return f"{call['name']}({arguments})"


def _coloured(text: str, colour: str) -> str:
    return f"\033[{colour}m{text}\033[0m" if sys.stdout.isatty() else text
