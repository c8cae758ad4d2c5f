"""Several days together, as they are asked for: a month, a weekend."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from pace.mind.dates.values import MONTHS

_THIS_MONTH = frozenset({"this month", "the month", "the rest of the month"})
_WEEKEND = frozenset({"weekend", "the weekend", "this weekend", "the coming weekend"})


def several_days(said: str, today: date) -> tuple[date, date] | None:
    """The first and the last of the days; of a month that has begun what is left of it. None for
    anything else."""
    saturday = today + timedelta(days=5 - today.weekday())
    if said in _WEEKEND:
        return max(saturday, today), saturday + timedelta(days=1)
    if said == "next weekend":
        return saturday + timedelta(days=7), saturday + timedelta(days=8)
    name, _, year = said.removeprefix("the month of ").partition(" ")
    if said in _THIS_MONTH or (name in MONTHS and not year and MONTHS[name] == today.month):
        return today, _last(today)
    if said == "next month":
        first = _last(today) + timedelta(days=1)
        return first, _last(first)
    if name not in MONTHS or (year and not (year.isdecimal() and len(year) == 4)):
        return None
    month = MONTHS[name]
    first = date(int(year) if year else today.year + (month < today.month), month, 1)
    return first, _last(first)


def _last(day: date) -> date:
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])
