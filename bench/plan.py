"""pace plan: lines of every kind, with and without a screen, against a keyword router."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

from bench.rivals.keywords import keyword_calls
from pace.bench import Differs, Run
from pace.core.figures import Row, measured, short
from pace.tools.catalogue import built_in
from pace.turn.planning import Planning

LINES = 1000
ROLES = ("button", "link", "tab", "text_field", "check_box", "menu_item", "row", "label")
NOUNS = (
    "report invoice garden holiday message account profile photo folder calendar recipe ticket"
    " contact map music video weather news order backup library draft budget team"
).split()
VERBS = ("Open", "Send", "Show", "Edit", "Share", "Save", "Print", "Move", "Export", "Archive")

#: `{}` is a thing on screen or an application, `#` a number.
TEMPLATES = (
    "click {}", "press the {} button", "please click on {} for me", "select the # tab",
    "click the second link", "open {}", "could you start {}", "close {}", "switch to {}",
    "open {}.org", "type dear {} see you on the #", "write thanks for the {}", "scroll down",
    "scroll up # times", "set the volume to # percent", "turn it down", "mute", "pause the music",
    "set a timer for # minutes", "press control s", "press enter", "maximize the window",
    "put this window on the left", "undo that", "set the {} to #", "click {} and type hello",
    "open {} and scroll down", "how much battery is left", "what is on my clipboard",
    "what does {} mean", "why is {} so slow today", "tell me a story about a {}",
    "delete everything in {}", "never mind", "um i think i want {} yeah {}",
    "order # {} for tomorrow evening", "good morning",
)  # fmt: skip


async def measure(run: Run) -> list[Row]:
    """Both get the same lines in the same order; each line is timed whole and by itself."""
    rows = []
    for case, elements in (("without a screen", []), ("60 elements", screen())):
        if run.wants(case):
            rows.append(_case(case, lines(run.times(LINES), elements)))
    return rows


def lines(count: int, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """So many different lines, the same at every run."""
    chance = random.Random(1)
    things = [one["label"].lower() for one in elements] or [
        f"{a} {b}" for a in VERBS for b in NOUNS
    ]
    made = []
    for number in range(count):
        words = TEMPLATES[number % len(TEMPLATES)]
        while "{}" in words:
            words = words.replace("{}", chance.choice(things), 1)
        words = words.replace("#", str(chance.randint(2, 90)))
        made.append({"id": number, "transcript": words, "elements": elements})
    return made


def screen() -> list[dict[str, Any]]:
    """Sixty elements with names of two words."""
    chance = random.Random(2)
    return [
        {
            "id": f"e{n}", "role": ROLES[n % len(ROLES)],
            "x": 20 + n % 6 * 200, "y": 20 + n // 6 * 60, "w": 180, "h": 40,
            "label": f"{chance.choice(VERBS)} {NOUNS[n % len(NOUNS)]}",
        }
        for n in range(60)
    ]  # fmt: skip


def _case(case: str, given: list[dict[str, Any]]) -> Row:
    planning = Planning(built_in())
    texts = [json.dumps(line) for line in given]
    planning.line(texts[0])
    inside: list[dict[str, Any]] = []

    def pace(text: str) -> int:
        inside.append(json.loads(planning.line(text)))
        return len(inside[-1]["calls"])

    def keywords(text: str) -> int:
        return len(keyword_calls(json.loads(text)))

    ours, answered = _timed(pace, texts)
    theirs, rival_answered = _timed(keywords, texts)
    if len(inside) != len(given) or any("error" in answer for answer in inside):
        raise Differs("Not every line was planned.")
    whole, rival = measured(ours), measured(theirs)
    planned = measured([answer["ms"] for answer in inside])
    prepared = measured([answer["prepare_ms"] for answer in inside])
    more = {
        "p95": short(whole.p95),
        "own ms": short(planned.median),
        "own p95": short(planned.p95),
        "prepare": short(prepared.median),
        "rival_spreads": {"keywords": short(rival.spread)},
        "notes": [f"lines with calls: pace {answered}, keywords {rival_answered}, of {len(given)}"],
    }
    return Row(case, whole.median, {"keywords": rival.median}, whole.n, whole.spread, more=more)


def _timed(plan: Callable[[str], int], texts: list[str]) -> tuple[list[float], int]:
    """Milliseconds of each line, JSON read and written, and how many had calls."""
    samples, acted = [], 0
    for text in texts:
        begun = time.perf_counter()
        calls = plan(text)
        samples.append((time.perf_counter() - begun) * 1000)
        acted += calls > 0
    return samples, acted
