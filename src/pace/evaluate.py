"""`pace eval`: finds the suites of the project's `evals` folder, runs one, shows how it came out.

A suite is a file there with `def cases(data: Path | None) -> list[Case]`. Every line is planned by
`pace plan` and by two baselines, one of keywords and one that always asks; nothing is carried out.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, share_spread, shown

FOLDER = Path(__file__).resolve().parents[2] / "evals"

DONE, NOT_DONE, BAD_INPUT = 0, 1, 2

#: Where data from outside the project is, when --data does not say.
DATA = "PACE_EVAL_DATA"

Answer = Mapping[str, Any]


class Verdict(StrEnum):
    """What came of one line."""

    RIGHT = "acts_right"
    ASKED = "asked"
    ABSTAINED = "abstained"
    WRONG = "wrong_acts"


@dataclass(frozen=True, slots=True)
class Case:
    """One line with what may come of it.

    `right` judges an answer that acts. `complaint` says of any answer what is wrong with its
    words; it counts only in the strict figure.
    """

    id: str
    group: str
    line: Mapping[str, Any]
    right: Callable[[Answer], bool] = lambda _: False
    may_act: bool = True
    may_hold: bool = False
    complaint: Callable[[Answer], str] = lambda _: ""

    def verdict(self, answer: Answer) -> Verdict:
        """Only a call that changes something is an act, unless the case waits for a read."""
        calls = [c for c in answer["calls"] if self.may_act or c.get("effect") != "read"]
        if calls:
            return Verdict.RIGHT if self.may_act and self.right(answer) else Verdict.WRONG
        return Verdict.ASKED if answer.get("question") else Verdict.ABSTAINED

    def passes(self, verdict: Verdict) -> bool:
        if verdict is Verdict.RIGHT:
            return True
        return self.may_hold and verdict is not Verdict.WRONG


@dataclass(slots=True)
class Score:
    """How one planner did on a group."""

    n: int = 0
    passed: int = 0
    strict: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def add(self, case: Case, answer: Answer) -> None:
        verdict = case.verdict(answer)
        passed, complaint = case.passes(verdict), case.complaint(answer)
        self.n += 1
        self.verdicts[verdict] += 1
        self.passed += passed
        self.strict += passed and not complaint
        if not passed or complaint:
            did = json.dumps([[c["name"], c["args"]] for c in answer["calls"]], ensure_ascii=False)
            words = f"{case.id} “{case.line['transcript']}”: {verdict.value}"
            self.failed.append(f"{words} {did}{'; ' + complaint if complaint else ''}")

    def counts(self) -> dict[str, int]:
        return {verdict.value: self.verdicts[verdict] for verdict in Verdict}


def evaluate(name: str, *, as_json: bool, data: str | None) -> int:
    """Run the suite of this name; `list` lists them. `data` is a folder of data from outside."""
    known = suites()
    if not known:
        sys.stderr.write(f"pace: there is no folder {FOLDER}; suites need the checkout.\n")
        return NOT_DONE
    if name == "list":
        return _listed(known, as_json)
    if name not in known:
        sys.stderr.write(f"pace: there is no suite {name}; see `pace eval list`.\n")
        return BAD_INPUT
    given = data or os.environ.get(DATA)
    try:
        rows = _rows(_cases(name, Path(given) if given else None))
    except Unavailable as problem:
        return _skipped(name, problem, as_json)
    except PaceError as problem:
        sys.stderr.write(f"pace: {problem}\n")
        return NOT_DONE
    if as_json:
        _write(json.dumps({"name": name, "rows": rows}, ensure_ascii=False))
        return DONE
    _write(known[name])
    _write(shown(rows))
    for row in rows:
        for line in row["failed"]:
            _write(f"  {line}")
    return DONE


def suites() -> dict[str, str]:
    """The suites there are and the first line that each says of itself, without loading any."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        module = ast.parse(path.read_text())
        names = {one.name for one in module.body if isinstance(one, ast.FunctionDef)}
        if "cases" in names:
            about = (ast.get_docstring(module) or "").partition("\n")[0]
            found[path.stem.replace("_", "-")] = about
    return found


def _cases(name: str, data: Path | None) -> list[Case]:
    root = str(FOLDER.parent)
    if root not in sys.path:
        sys.path.insert(0, root)  # suites share files of their folder
    module: Any = importlib.import_module(f"{FOLDER.name}.{name.replace('-', '_')}")
    cases: list[Case] = module.cases(data)
    return cases


def planners() -> dict[str, Callable[[Mapping[str, Any]], Answer]]:
    """Pace first, then the baselines: each takes a line of `pace plan` and answers like it."""
    from pace.tools.catalogue import built_in
    from pace.turn.planning import Planning

    planning = Planning(built_in())
    keywords: Any = importlib.import_module("bench.rivals.keywords")

    def pace(line: Mapping[str, Any]) -> Answer:
        answer: dict[str, Any] = json.loads(planning.line(json.dumps(line)))
        if "error" in answer:
            raise Unavailable(f"A line of the suite is malformed: {answer['error']}.")
        return answer

    def router(line: Mapping[str, Any]) -> Answer:
        return {"calls": keywords.keyword_calls(line), "question": None, "spoken": ""}

    def always_ask(_: Mapping[str, Any]) -> Answer:
        return {"calls": [], "question": {"text": "What shall I do?", "options": []}, "spoken": ""}

    return {"pace": pace, "keywords": router, "always ask": always_ask}


def _rows(cases: Sequence[Case]) -> list[dict[str, Any]]:
    """One row a group, and one for all."""
    scores: dict[str, dict[str, Score]] = {}
    for name, planner in planners().items():
        for case in cases:
            answer = planner(case.line)
            for group in (case.group, "all"):
                scores.setdefault(group, {}).setdefault(name, Score()).add(case, answer)
    last = scores.pop("all")
    return [_row(group, found) for group, found in scores.items()] + [_row("all", last, all=True)]


def _row(group: str, scores: Mapping[str, Score], *, all: bool = False) -> dict[str, Any]:  # noqa: A002
    ours = scores["pace"]
    rivals = {name: score for name, score in scores.items() if name != "pace"}
    more = {
        **ours.counts(),
        "words too": 100 * ours.strict / ours.n,
        "rivals_counts": {name: score.counts() for name, score in rivals.items()},
        "failed": [] if all else ours.failed,
    }
    shares = {name: 100 * score.passed / score.n for name, score in rivals.items()}
    share, spread = 100 * ours.passed / ours.n, share_spread(ours.passed, ours.n)
    return Row(group, share, shares, ours.n, spread, "%", more).as_json()


def _skipped(name: str, problem: Unavailable, as_json: bool) -> int:
    """Data that is not here is no failure of Pace's."""
    if as_json:
        _write(json.dumps({"name": name, "rows": [], "skipped": str(problem)}, ensure_ascii=False))
    else:
        _write(f"{name} was skipped: {problem} {problem.fix}".rstrip())
    return DONE


def _listed(known: dict[str, str], as_json: bool) -> int:
    if as_json:
        _write(json.dumps([{"name": name, "about": about} for name, about in known.items()]))
    else:
        for name, about in known.items():
            _write(f"{name:<20} {about}")
    return DONE


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
