"""`pace bench`: finds the benchmarks of the project's `bench` folder, runs one, shows its figures.

A benchmark is a file there with `async def measure(run: Run) -> list[Row]`; its name is the
file's. It names its rival, checks that both did the same work, and runs both in one run.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, shown

FOLDER = Path(__file__).resolve().parents[2] / "bench"

DONE, NOT_DONE, BAD_INPUT = 0, 1, 2

#: Repetitions, in place of what each case thinks right; 1 shows that everything works.
REPEAT = "PACE_BENCH_REPEAT"


class Differs(PaceError):
    """We and the rival did not do the same work, so there is no figure."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a benchmark shall run: `only` is part of the names of the cases that are wanted."""

    repeat: int | None = None
    only: str = ""

    def times(self, usual: int) -> int:
        """How often to measure."""
        return usual if self.repeat is None else min(usual, self.repeat)

    def wants(self, case: str) -> bool:
        return self.only in case


def without_figure(case: str, problem: PaceError) -> Row:
    """The row of a case that could not be measured, which fails the run unless it is skipped."""
    if isinstance(problem, Unavailable):
        return Row(case, None, n=0, more={"notes": [f"skipped: {problem} {problem.fix}".rstrip()]})
    return Row(case, None, n=0, more={"failed": True, "notes": [f"failed: {problem}"]})


def benchmark(name: str, *, as_json: bool) -> int:
    """Run the benchmark of this name, or of `NAME:CASE` one of its cases; `list` lists them."""
    known = benchmarks()
    if not known:
        sys.stderr.write(f"pace: there is no folder {FOLDER}; benchmarks need the checkout.\n")
        return NOT_DONE
    if name == "list":
        return _listed(known, as_json)
    name, _, only = name.partition(":")
    if name not in known:
        sys.stderr.write(f"pace: there is no benchmark {name}; see `pace bench list`.\n")
        return BAD_INPUT
    try:
        rows = anyio.run(_measure, name, Run(_repeat(), only))
    except PaceError as problem:
        fix = f" To mend it: {problem.fix}" if isinstance(problem, Unavailable) else ""
        sys.stderr.write(f"pace: {problem}{fix}\n")
        return NOT_DONE
    if not rows:
        sys.stderr.write(f"pace: {name} has no case {only}; `pace bench {name}` shows them all.\n")
        return BAD_INPUT
    _tell(name, known[name], rows, as_json)
    return NOT_DONE if any("failed" in row.more for row in rows) else DONE


def benchmarks() -> dict[str, str]:
    """The benchmarks there are and the first line that each says of itself, without loading any."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        module = ast.parse(path.read_text())
        names = {one.name for one in module.body if isinstance(one, ast.AsyncFunctionDef)}
        if "measure" in names:
            found[path.stem] = (ast.get_docstring(module) or "").partition("\n")[0]
    return found


async def _measure(name: str, run: Run) -> list[Row]:
    root = str(FOLDER.parent)
    if root not in sys.path:
        sys.path.insert(0, root)  # benchmarks share files of their folder
    module: Any = importlib.import_module(f"{FOLDER.name}.{name}")
    rows: list[Row] = await module.measure(run)
    return rows


def _repeat() -> int | None:
    given = os.environ.get(REPEAT, "")
    return max(1, int(given)) if given.isdecimal() else None


def _listed(known: dict[str, str], as_json: bool) -> int:
    if as_json:
        _write(json.dumps([{"name": name, "about": about} for name, about in known.items()]))
    else:
        for name, about in known.items():
            _write(f"{name:<10} {about}")
    return DONE


def _tell(name: str, about: str, rows: Sequence[Row], as_json: bool) -> None:
    figures = [row.as_json() for row in rows]
    if as_json:
        _write(json.dumps({"name": name, "rows": figures}, ensure_ascii=False))
        return
    _write(about)
    _write(shown(figures))
    for row in figures:
        for note in row.get("notes", ()):
            _write(f"  {row['case']}: {note}")


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
