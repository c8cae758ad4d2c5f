"""What repeats: the part of iCalendar's rules (RFC 5545, 3.3.10) that Pace makes and follows.

    FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=6
    FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20261231
    FREQ=MONTHLY;BYDAY=-1FR

Anything else in a rule is refused, never left out.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, islice

from pace.core.error import Invalid

BY_DAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
#: Monday to Friday.
WORKING = tuple((0, index) for index in range(5))
#: Longer intervals and more occurrences are not followed.
MOST = 999
#: Days or months that are looked at for one answer.
_STEPS = 60_000
#: No calendar knows what comes after this year.
_LAST_YEAR = 2200

_FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_NTH = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_MONTH_DAY = re.compile(r"[+-]?\d{1,2}", re.ASCII)
_UNTIL = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?", re.ASCII)
#: A longer rule is none of a person's.
_LONGEST = 500
_WORDS = {
    "daily": "DAILY", "every day": "DAILY", "day": "DAILY", "weekly": "WEEKLY",
    "every week": "WEEKLY", "week": "WEEKLY", "monthly": "MONTHLY", "every month": "MONTHLY",
    "month": "MONTHLY", "yearly": "YEARLY", "annually": "YEARLY", "every year": "YEARLY",
    "year": "YEARLY", "weekdays": "WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "every weekday": "WEEKLY;BYDAY=MO,TU,WE,TH,FR",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """How something repeats. `days` are pairs of which one in the month (0: each, -1: the last)
    and the weekday, from Monday as 0; `month_days` count from 1, or from the end as -1."""

    frequency: str
    interval: int = 1
    days: tuple[tuple[int, int], ...] = ()
    month_days: tuple[int, ...] = ()
    times: int | None = None
    until: datetime | date | None = None

    def text(self, start: datetime | date | None = None) -> str:
        """As iCalendar writes it. With a start that is a time, the end is an instant as well."""
        parts = [f"FREQ={self.frequency}"]
        if self.interval != 1:
            parts.append(f"INTERVAL={self.interval}")
        if self.days:
            parts.append("BYDAY=" + ",".join(f"{n or ''}{BY_DAY[day]}" for n, day in self.days))
        if self.month_days:
            parts.append("BYMONTHDAY=" + ",".join(map(str, self.month_days)))
        if self.times is not None:
            parts.append(f"COUNT={self.times}")
        if self.until is not None:
            parts.append(f"UNTIL={_end_text(self.until, start)}")
        return ";".join(parts)

    def occurrences(self, start: datetime | date) -> Iterator[datetime | date]:
        """When it happens, from the first time on that is not before `start`, in its zone."""
        first = start.date() if isinstance(start, datetime) else start
        for day in islice(self._all_days(first), self.times):
            moment = _at(day, start) if isinstance(start, datetime) else day
            if self.until is not None and _past(moment, self.until):
                return
            yield moment

    def after(
        self, start: datetime | date, moment: datetime | date
    ) -> tuple[datetime | date, int] | None:
        """The first occurrence later than `moment`, and how many come before it."""
        for number, one in enumerate(self.occurrences(start)):
            if _later(one, moment):
                return one, number
        return None

    def latest(self, start: datetime | date, moment: datetime | date) -> datetime | date | None:
        """The last occurrence that is not later than `moment`."""
        found: datetime | date | None = None
        for one in self.occurrences(start):
            if _later(one, moment):
                break
            found = one
        return found

    def less(self, passed: int) -> Rule:
        """What is left of it when that many have passed."""
        return self if self.times is None else replace(self, times=max(1, self.times - passed))

    def _all_days(self, first: date) -> Iterator[date]:
        try:
            for day in islice(self._unbounded(first), _STEPS):
                if day.year > _LAST_YEAR:
                    return
                if day >= first:
                    yield day
        except (OverflowError, ValueError):
            return

    def _unbounded(self, first: date) -> Iterator[date]:
        if self.frequency == "DAILY":
            for number in count():
                yield first + timedelta(days=number * self.interval)
        elif self.frequency == "WEEKLY":
            monday = first - timedelta(days=first.weekday())
            weekdays = sorted({day for _, day in self.days}) or [first.weekday()]
            for number in count():
                week = monday + timedelta(weeks=number * self.interval)
                yield from (week + timedelta(days=day) for day in weekdays)
        else:
            yield from self._by_month(first)

    def _by_month(self, first: date) -> Iterator[date]:
        months = self.interval * (12 if self.frequency == "YEARLY" else 1)
        for number in range(_STEPS):
            index = first.year * 12 + first.month - 1 + number * months
            year, month = divmod(index, 12)
            if year > _LAST_YEAR:
                return
            yield from self._in_month(year, month + 1, first)

    def _in_month(self, year: int, month: int, first: date) -> list[date]:
        """Its days in a month, which may be none."""
        length = calendar.monthrange(year, month)[1]
        found: set[int] = set()
        for which, weekday in self.days:
            fitting = [d for d in range(1, length + 1) if _weekday(year, month, d) == weekday]
            place = which - 1 if which > 0 else which
            if which == 0:
                found.update(fitting)
            elif -len(fitting) <= place < len(fitting):
                found.add(fitting[place])
        if not self.days:
            wanted = self.month_days or (first.day,)
            found = {day if day > 0 else length + 1 + day for day in wanted}
        return [date(year, month, day) for day in sorted(found) if 1 <= day <= length]


def rule_of(text: str) -> Rule:
    """Read a rule: RRULE text, or a word such as "daily". Raises Invalid."""
    said = " ".join(text.split()).removeprefix("RRULE:")
    said = f"FREQ={_WORDS[said.lower()]}" if said.lower() in _WORDS else said
    try:
        return _read(said.upper())
    except (ValueError, KeyError):
        shown = "".join(c if c.isprintable() else "·" for c in said[:60])
        raise Invalid(
            f"I cannot read “{shown}” as how often it repeats, so nothing was made; give it like"
            " FREQ=WEEKLY;BYDAY=MO."
        ) from None


def _read(text: str) -> Rule:
    if len(text) > _LONGEST:
        raise ValueError(text)
    given: dict[str, str] = {}
    for part in filter(None, text.split(";")):
        key, _, value = part.partition("=")
        if key in given or not value:
            raise ValueError(part)
        given[key] = value
    frequency = given.pop("FREQ")
    if given.pop("WKST", "MO") != "MO" or frequency not in _FREQUENCIES:
        raise ValueError(frequency)
    days = tuple(map(_day, given["BYDAY"].split(","))) if "BYDAY" in given else ()
    listed = given["BYMONTHDAY"].split(",") if "BYMONTHDAY" in given else []
    if not all(_MONTH_DAY.fullmatch(day) for day in listed):
        raise ValueError(text)
    month_days = tuple(map(int, listed))
    rule = Rule(
        frequency, _number(given.pop("INTERVAL", "1")), days, month_days,
        _number(given.pop("COUNT")) if "COUNT" in given else None,
        _end(given.pop("UNTIL")) if "UNTIL" in given else None,
    )  # fmt: skip
    given.pop("BYDAY", None)
    given.pop("BYMONTHDAY", None)
    if given or (rule.times is not None and rule.until is not None):
        raise ValueError(text)
    return _fitting(rule)


def _fitting(rule: Rule) -> Rule:
    """The rule when its parts fit together. Raises ValueError."""
    if any(not 1 <= abs(day) <= 31 for day in rule.month_days):
        raise ValueError(rule.month_days)
    if rule.frequency == "DAILY" and rule.days and rule.interval == 1:
        rule = replace(rule, frequency="WEEKLY")
    monthly = rule.frequency == "MONTHLY"
    if (rule.month_days or any(which for which, _ in rule.days)) and not monthly:
        raise ValueError(rule.frequency)
    if rule.days and (rule.frequency not in ("WEEKLY", "MONTHLY") or rule.month_days):
        raise ValueError(rule.days)
    return rule


def _day(text: str) -> tuple[int, int]:
    found = _NTH.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return int(found[1] or 0), BY_DAY.index(found[2])


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII) or not 1 <= int(text) <= MOST:
        raise ValueError(text)
    return int(text)


def _end(text: str) -> datetime | date:
    found = _UNTIL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    day = date(int(found[1]), int(found[2]), int(found[3]))
    if found[4] is None:
        return day
    return datetime.combine(
        day, time(int(found[4]), int(found[5]), int(found[6])), UTC if found[7] else None
    )


def _end_text(until: datetime | date, start: datetime | date | None) -> str:
    if isinstance(start, datetime) and not isinstance(until, datetime):
        until = datetime.combine(until, time(23, 59, 59), start.tzinfo)
    if not isinstance(until, datetime):
        return f"{until:%Y%m%d}"
    if start is not None and not isinstance(start, datetime):
        return f"{until:%Y%m%d}"
    return f"{until.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _at(day: date, start: datetime) -> datetime:
    """The time of the start on that day; one that the clocks skip is the one they show instead."""
    moment = start.replace(year=day.year, month=day.month, day=day.day, fold=0)
    return moment if moment.tzinfo is None else moment.astimezone(UTC).astimezone(moment.tzinfo)


def _later(one: datetime | date, other: datetime | date) -> bool:
    if isinstance(one, datetime) and isinstance(other, datetime):
        return one > other
    return _date(one) > _date(other)


def _past(moment: datetime | date, until: datetime | date) -> bool:
    if isinstance(moment, datetime) and isinstance(until, datetime):
        zoned = until if until.tzinfo is not None else until.replace(tzinfo=moment.tzinfo)
        return moment > zoned
    if isinstance(until, datetime):
        until = until.date()
    return _date(moment) > until


def _date(value: datetime | date) -> date:
    return value.date() if isinstance(value, datetime) else value


def _weekday(year: int, month: int, day: int) -> int:
    return date(year, month, day).weekday()
