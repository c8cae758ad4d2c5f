"""What was said of when, against now: one start, and an end if one was said."""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import cast

from pace.core.error import Invalid
from pace.core.repeating import MOST, Rule, rule_of
from pace.mind.dates.values import Clock, Said

#: The hour meant by a part of the day alone.
_PARTS = {"morning": 9, "afternoon": 15, "evening": 18, "night": 20}
#: The end of the day at work.
_END_OF_DAY = 17


@dataclass(frozen=True, slots=True)
class When:
    """A start and perhaps an end: both times, or both days (a whole day; the end exclusive).

    `timed` if a time of day was said or follows from what was said; `rrule` if it repeats.
    """

    start: datetime | date
    end: datetime | date | None = None
    rrule: str = ""

    @property
    def timed(self) -> bool:
        return isinstance(self.start, datetime)

    @property
    def day(self) -> date:
        return self.start.date() if isinstance(self.start, datetime) else self.start

    @property
    def text(self) -> str:
        """The start as tools take it: `yyyy-MM-dd` or `yyyy-MM-dd HH:mm`."""
        return written(self.start)


def written(moment: datetime | date) -> str:
    """`yyyy-MM-dd HH:mm`, or `yyyy-MM-dd` for a whole day."""
    return f"{moment:%Y-%m-%d %H:%M}" if isinstance(moment, datetime) else f"{moment:%Y-%m-%d}"


def resolved(said: Said, now: datetime) -> When | None:
    """When this is, or None when there is no such day or time."""
    if said.last is not None and not said.rrule:
        joined = replace(said, last=None).with_(replace(said.last, firm=said.firm))
        if joined is None:
            return None
        said = joined
    if said.bound and not said.rrule:
        return None
    if said.offset is not None:
        return None if said.rrule else _from_now(said, now)
    if said.rrule:
        return _repeated(said, now)
    return _once(said, now)


def _once(said: Said, now: datetime) -> When | None:
    try:
        day = _day(said, now.date())
    except (ValueError, OverflowError):
        return None
    if day is None and (said.which or said.weeks is not None or said.month or said.all_day):
        return None
    if said.all_day or (said.clock is None and not said.part):
        return _whole_day(said, day, now)
    return _timed(said, day, now)


def _repeated(said: Said, now: datetime) -> When | None:
    """The first time that is still to come, and the rule with its end."""
    text = said.rrule
    if said.month_day is not None and said.month is None and text == "FREQ=MONTHLY":
        text += f";BYMONTHDAY={said.month_day}"
    when = _once(replace(said, bound="", last=None), now)
    if when is None:
        return None
    try:
        rule = rule_of(text)
        first = next(rule.occurrences(when.start), None)
        if isinstance(first, datetime) and first <= now:
            after = rule.after(first, now)
            first = None if after is None else after[0]
        if first is None:
            return None
        ending = _ended(rule, said, first, now)
    except (Invalid, ValueError, OverflowError):
        return None
    if ending is None or next(ending.occurrences(first), None) is None:
        return None
    end = when.end
    if isinstance(end, datetime) and isinstance(first, datetime):
        end = first + (end - cast("datetime", when.start))
    elif end is not None:
        end = None
    return When(first, end, ending.text())


def _ended(rule: Rule, said: Said, first: datetime | date, now: datetime) -> Rule | None:
    """The rule with the end that was said."""
    if said.bound and said.last is not None:
        return None
    if said.last is not None:
        last = _day(said.last, now.date())
        return None if last is None else replace(rule, until=last)
    if not said.bound:
        return rule
    number, unit = said.bound.split()
    if unit == "times":
        return replace(rule, times=int(number))
    day = first.date() if isinstance(first, datetime) else first
    days = {"days": 1, "weeks": 7}.get(unit)
    months = {"months": 1, "years": 12}.get(unit, 0) * int(number)
    ends = day + timedelta(days=days * int(number)) if days else _months_on(day, months)
    whole = replace(rule, until=ends - timedelta(days=1))
    return replace(rule, times=sum(1 for _ in islice(whole.occurrences(day), MOST)))


def _from_now(said: Said, now: datetime) -> When | None:
    if said.says_day or said.clock is not None or said.part or said.offset is None:
        return None
    try:
        start = (now.astimezone(UTC) + said.offset).astimezone(now.tzinfo)
    except OverflowError:
        return None
    start += timedelta(seconds=30)
    start = start.replace(second=0, microsecond=0)
    return When(start, start + said.length if said.length else None)


def _whole_day(said: Said, day: date | None, now: datetime) -> When | None:
    if said.which == "end of day":
        moment = datetime.combine(now.date(), time(_END_OF_DAY), now.tzinfo)
        return When(moment) if moment > now else None
    if day is None:
        return None
    end = None
    if said.length is not None:
        if said.length < timedelta(days=1) or said.length % timedelta(days=1):
            return None
        end = day + said.length
    return When(day, end, said.rrule)


def _day(said: Said, today: date) -> date | None:
    """The day that was said, None when none was. Raises ValueError for one that is not there."""
    if said.days is not None:
        day = today + timedelta(days=said.days)
        if said.weekday is not None and said.weekday != day.weekday():
            raise ValueError(day)
        return day
    if said.which.startswith("months "):
        return _months_on(today, int(said.which.split()[1]))
    if said.which == "end of month":
        return today.replace(day=calendar.monthrange(today.year, today.month)[1])
    if said.which == "end of year":
        return today.replace(month=12, day=31)
    if said.month_day is not None:
        day = _dated(said, today)
        if said.weekday is not None and day.weekday() != said.weekday:
            raise ValueError(day)
        return day
    if said.weekday is not None:
        return _weekday(said, today)
    return today if said.rrule else None


def _months_on(today: date, count: int) -> date:
    index = today.month - 1 + count
    year, month = today.year + index // 12, index % 12 + 1
    return date(year, month, min(today.day, calendar.monthrange(year, month)[1]))


def _dated(said: Said, today: date) -> date:
    day = said.month_day or 1
    if said.month is None:
        year, month = today.year, today.month
        for _ in range(12):
            if day <= calendar.monthrange(year, month)[1] and date(year, month, day) >= today:
                return date(year, month, day)
            year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        raise ValueError(day)
    if said.year is not None:
        return date(said.year, said.month, day)
    for year in range(today.year, today.year + 9):  # 29 February is at most eight years away
        leap_day = (said.month, day) == (2, 29) and not calendar.isleap(year)
        if not leap_day and date(year, said.month, day) >= today:
            return date(year, said.month, day)
    raise ValueError(day)


def _weekday(said: Said, today: date) -> date:
    index = said.weekday or 0
    monday = today - timedelta(days=today.weekday())
    if said.weeks is not None:
        return monday + timedelta(days=7 * said.weeks + index)
    if said.which == "last":
        return today - timedelta(days=(today.weekday() - index) % 7 or 7)
    if said.which == "next":
        return monday + timedelta(days=7 + index)
    ahead = (index - today.weekday()) % 7
    if ahead == 0 and said.which != "this" and not said.rrule:
        ahead = 7
    if said.which.startswith("plus "):
        ahead += int(said.which.split()[1])
    return today + timedelta(days=ahead)


def _timed(said: Said, day: date | None, now: datetime) -> When | None:
    clock = said.clock or Clock(_PARTS[said.part], sure=True)
    first = _hour(clock, said)
    date_of = day if day is not None else now.date()
    start = _at(date_of, first, now)
    if _next_day(clock, said):
        start += timedelta(days=1)
    if start <= now and not said.rrule and (day is None or day == now.date()):
        start = _later(start, clock, said, now, fixed=day is not None)
    end = None
    if said.until is not None:
        end = _end(start, said.until)
        if end is None:
            return None
    elif said.length is not None:
        end = start + said.length
    return When(start, end, said.rrule)


def _at(day: date, clock: Clock, now: datetime) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo)


def _next_day(clock: Clock, said: Said) -> bool:
    """Midnight ends the day it is said of, and small hours of a night follow it."""
    if said.clock is None:
        return False
    if clock.half == "midnight":
        return True
    return said.part == "night" and not clock.half and (clock.hour in (12, 1, 2, 3, 4))


def _hour(clock: Clock, said: Said) -> Clock:
    """The hour of 24 that was meant."""
    if clock.sure or said.clock is None:
        return clock
    hour = clock.hour
    if said.part == "morning":
        return Clock(0 if hour == 12 else hour, clock.minute)
    if said.part == "night" and hour in (12, 1, 2, 3, 4):
        return Clock(hour % 12, clock.minute)
    if said.part in ("afternoon", "evening", "night"):
        return Clock(hour if hour == 12 else hour + 12, clock.minute)
    if said.until is not None and said.until.half:
        return _before(clock, said.until)
    return Clock(hour + 12 if 1 <= hour <= 7 else hour, clock.minute)


def _before(clock: Clock, until: Clock) -> Clock:
    """ "2 to 3 pm" and "11 to 1 pm": the last such hour before the end."""
    other = (clock.hour + 12) % 24
    minutes = (24 if until.half == "midnight" else until.hour) * 60 + until.minute
    fitting = [h for h in (clock.hour % 24, other) if h * 60 + clock.minute < minutes]
    return Clock(max(fitting) if fitting else clock.hour, clock.minute)


def _later(start: datetime, clock: Clock, said: Said, now: datetime, *, fixed: bool) -> datetime:
    """A time that is over today: the other half of the day, or tomorrow unless today was said."""
    open_half = said.clock is not None and not clock.sure and not said.part and said.until is None
    other = start + timedelta(hours=12)
    if open_half and other > now and other.date() == now.date():
        return other
    return start if fixed else start + timedelta(days=1)


def _end(start: datetime, until: Clock) -> datetime | None:
    """The first such time behind the start."""
    end = start.replace(hour=until.hour, minute=until.minute)
    if until.sure:
        return end if end > start else end + timedelta(days=1)
    for hours in (0, 12, 24):
        moment = end + timedelta(hours=hours)
        if moment > start:
            return moment
    return None
