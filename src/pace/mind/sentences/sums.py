"""Sums of plain numbers, answered exactly and without a model."""

from __future__ import annotations

import re

from pace.core.understanding import Lane
from pace.mind.arithmetic import Sum, sum_said, summed
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import say
from pace.mind.scene import Scene


def _sum(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if _DATES.fullmatch(match.verbatim("sum")) and not match.has("reckon"):
        return None
    return _answered(sum_said(match.slots["sum"], match.transcript))


#: "9-11" and "24/7" are mostly names and dates.
_DATES = re.compile(r"\d+(?:[-–/]\d+)+")


def _two(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    """ "Multiply 6 by 7"; what is subtracted is said first."""
    one, other = ("1" if match.text(n) == "one" else match.text(n) for n in ("one", "other"))
    sign = match.chosen("verb")
    return _answered(summed((other, "-", one) if sign == "-" else (one, sign, other)))


def _answered(found: Sum | None) -> Reading | None:
    if found is None:
        return None
    return say(found.answer, Lane.PURE_KNOWLEDGE, worth=0.9, reason="a sum")


FAMILIES = (
    Family(
        "a sum",
        ("{reckon} {sum} [equal to]", "(what is|what are) {sum} [equal to]",
         "what (does|do) {sum} (equal|make|give|come to)", "what {sum} (is|are|makes|equals)",
         "how much (does|do) {sum} (make|come to)", "{sum} [(equals|is)] [what]"),
        _sum,
        examples=("what's 12 times 12", "calculate 7 plus 8 minus 3", "how much is 15% of 80",
                  "what is twenty percent of fifty", "what's 7x8", "10 divided by 4",
                  "tell me what six times seven is", "what does 3 + 4 equal"),
        never=("what is 12", "what is 2 plus x", "12 times", "what is love times two",
               "what time is it", "volume 50 percent", "press five times", "scroll down 3 times",
               "what is 5 minutes plus 3 minutes", "what is 20 percent", "what is 24/7",
               "what happened on 9-11"),
        lists={"reckon": dict.fromkeys(("how much is", "calculate", "compute", "work out",
                                        "add up"), "")},
        moods=EITHER,
    ),
    Family(
        "a sum of two",
        ("{verb} {one:number} (and|to|by|from) {other:number}",
         "[what is] [the] {verb} {one:number} and {other:number}"),
        _two,
        examples=("multiply 6 by 7", "divide 100 by 8", "add 5 and 7", "subtract 3 from 10",
                  "what is the sum of 5 and 7"),
        never=("add 5 to the list", "add 5 minutes to the timer", "divide the bill by four"),
        lists={"verb": {"add": "+", "sum of": "+", "multiply": "*", "product of": "*",
                        "divide": "/", "subtract": "-", "take": "-", "deduct": "-"}},
        moods=EITHER,
    ),
)  # fmt: skip
