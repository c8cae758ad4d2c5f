"""What was said of when: a day, a time of day, a length, or several of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date, timedelta
from typing import Any

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
#: The names of the months, and their numbers.
MONTHS = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december"
        .split(), start=1
    )
}  # fmt: skip
#: The names of the days as one pattern.
DAY = "|".join(WEEKDAYS)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; `half` is "am", "pm" or "midnight" where that was said.

    It is `sure` if nothing is open about it.
    """

    hour: int
    minute: int = 0
    half: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """All that was said of when. A field that is None or empty was not said.

    `bound` is how long what repeats goes on ("6 weeks"), `last` until when, which is a day like
    another of what does not repeat. `weak` pieces count only behind a day; `firm` ones also in the
    middle of other words.
    """

    day: date | None = None
    weekday: int | None = None
    which: str = ""
    month: int | None = None
    month_day: int | None = None
    year: int | None = None
    weeks: int | None = None
    days: int | None = None
    clock: Clock | None = None
    until: Clock | None = None
    part: str = ""
    length: timedelta | None = None
    offset: timedelta | None = None
    all_day: bool = False
    rrule: str = ""
    bound: str = ""
    last: Said | None = None
    weak: bool = False
    firm: bool = False

    @property
    def says_day(self) -> bool:
        return not (
            self.day is None and self.weekday is None and self.month_day is None
            and self.days is None and not self.rrule
        )  # fmt: skip

    def with_(self, other: Said) -> Said | None:
        """Both together, or None when they say the same thing twice."""
        joined: dict[str, Any] = {}
        for field in fields(self):
            name = field.name
            mine, theirs = getattr(self, name), getattr(other, name)
            if name in ("weak", "firm"):
                joined[name] = mine or theirs
                continue
            mine_said, theirs_said = _said(mine), _said(theirs)
            if mine_said and theirs_said and mine != theirs:
                return None
            joined[name] = mine if mine_said else theirs
        return Said(**joined)


def _said(value: object) -> bool:
    return value is not None and value != "" and value is not False


#: A rule gives what is said and how many words that takes.
Piece = tuple[Said, int]
Rule = Callable[[str], Piece | None]


def rule(pattern: str) -> re.Pattern[str]:
    """A pattern for the beginning of words, which ends with a word."""
    return re.compile(f"(?:{pattern})(?![^ ])")


def count(match: re.Match[str], text: str) -> int:
    """How many words were matched."""
    return text.count(" ", 0, match.end()) + 1
