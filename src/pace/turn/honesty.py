"""No success word without a result. What a planner says is a claim until a tool has shown it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from pace.core.result import Status
from pace.tools.runner import Outcome

#: First-person or bare claims that something was done.
CLAIM = re.compile(
    r"\b(?:done|all set|finished|completed|success(?:ful(?:ly)?)?|"
    r"(?:i|i've|i have|i’ve|we|we've)\s+(?:just\s+|now\s+|already\s+)?"
    r"(?:opened|closed|clicked|pressed|typed|sent|set|created|added|deleted|removed|moved|saved|"
    r"started|stopped|turned|changed|played|paused|muted|booked|scheduled|renamed|wrote|"
    r"written|done|put|made|updated|launched|switched|scrolled|copied|downloaded|installed)|"
    r"(?:has|have|had)\s+been\s+\w+ed|(?:is|are)\s+now\s+(?:open|closed|set|on|off|done))\b",
    re.IGNORECASE,
)

NOTHING_DONE = "I did not do anything; I have no tool result that says so."


def claims_an_act(text: str) -> bool:
    """Whether the words say that something was done."""
    return CLAIM.search(text) is not None


def without_claims(text: str) -> str:
    """The planner's words when no call was made: claims of acts are dropped, and said to be."""
    sentences = re.split(r"(?<=[.!?])\s+", text.strip())
    kept = [sentence for sentence in sentences if sentence and not claims_an_act(sentence)]
    if len(kept) == len([s for s in sentences if s]):
        return text.strip()
    return " ".join([*kept, NOTHING_DONE]).strip()


def told(outcomes: Sequence[Outcome]) -> str:
    """What is said after calls: each result's own sentence, in order; a failure comes last because
    the plan stopped there. "I pressed 7. I pressed ×." becomes "I pressed 7 and ×."."""
    sentences = [outcome.result.spoken.strip() for outcome in outcomes]
    said: list[str] = []
    for verb, group in groupby(filter(None, sentences), key=_verb):
        same = list(group)
        if verb and len(same) > 1:
            things = [sentence.removeprefix(verb).rstrip(".") for sentence in same]
            said.append(f"{verb}{', '.join(things[:-1])} and {things[-1]}.")
        else:
            said += dict.fromkeys(same)
    return " ".join(said)


def _verb(sentence: str) -> str:
    """ "I pressed " of a plain sentence about a press; empty for any other."""
    plain = sentence.startswith("I pressed ") and ";" not in sentence
    return "I pressed " if plain else ""


def all_ok(outcomes: Sequence[Outcome]) -> bool:
    return all(o.result.ok for o in outcomes) and all(
        o.result.status is Status.OK for o in outcomes
    )
