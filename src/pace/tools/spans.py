"""Which days of the calendar are meant, and how they are called."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from pace.core.error import Invalid
from pace.tools import when

_DAY = timedelta(days=1)
#: No longer span is read at once.
MOST_DAYS = 366


@dataclass(frozen=True, slots=True)
class Days:
    """The first and the last of the days, and how they are called ("this week")."""

    first: date
    last: date
    words: str

    @property
    def several(self) -> bool:
        return self.last > self.first

    def moments(self, now: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
        """From when to when, without what is over."""
        start, end = when.midnight(self.first, zone), when.midnight(self.last + _DAY, zone)
        return max(start, now) if start <= now < end else start, end


def days_of(range_: str, first: str, last: str, today: date, zone: tzinfo) -> Days:
    """The days of a range, or of a day and the last one that goes with it. Raises Invalid."""
    if first.strip() or last.strip():
        begins = _day(first, zone) if first.strip() else today
        ends = _day(last, zone) if last.strip() else begins
        if ends < begins or (ends - begins).days > MOST_DAYS:
            raise Invalid("Those days are none that I can read at once; say fewer of them.")
        return Days(begins, ends, _called(begins, ends, today))
    sunday = today + timedelta(days=6 - today.weekday())
    if range_ == "this_week":
        return Days(today, sunday, "this week")
    if range_ == "next_week":
        return Days(sunday + _DAY, sunday + 7 * _DAY, "next week")
    if range_ == "week":
        return Days(today, today + 6 * _DAY, "in the next seven days")
    day = today + _DAY if range_ == "tomorrow" else today
    return Days(day, day, range_)


def _day(text: str, zone: tzinfo) -> date:
    read = when.read(text, zone)
    return read.date() if isinstance(read, datetime) else read


def _called(begins: date, ends: date, today: date) -> str:
    if begins == ends:
        words = when.day(begins, today)
        return words if words in ("today", "tomorrow") else f"on {words}"
    whole = begins.day == 1 or begins == today
    if whole and (ends + _DAY).day == 1 and (begins.year, begins.month) == (ends.year, ends.month):
        return f"in {begins:%B}" + (f" {begins.year}" if begins.year != today.year else "")
    return f"from {when.full_day(begins, today)} to {when.full_day(ends, today)}"
