"""When the events of an object happen: recurrence, zones, days and broken values.

Reading is done by icalendar, recurrence by recurring-ical-events. What is read is kept with the
object, and occurrences for some months around what was asked, so that asking again is quick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

from pace.desktop.linux.calendars.ical import Parts, calendar_text
from pace.desktop.linux.calendars.zones import day_after, placed, with_known_zones
from pace.desktop.services import CalendarEvent, ToDo

#: What is computed around the span that was asked for.
BEFORE, AFTER = timedelta(days=14), timedelta(days=90)
#: Steps of a rule from its first day on; past that only its first day is shown.
MOST_STEPS = 60_000
#: Occurrences of one series in one span.
MOST_OCCURRENCES = 5_000

_DAYS = {"HOURLY": 1 / 24, "DAILY": 1.0, "WEEKLY": 7.0, "MONTHLY": 30.0, "YEARLY": 365.0}
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NARROWING = frozenset(
    ("BYDAY", "BYMONTHDAY", "BYMONTH", "BYYEARDAY", "BYWEEKNO", "BYHOUR", "BYSETPOS")
)
#: What icalendar and recurring-ical-events raise for values nobody foresaw.
FOREIGN = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError,
           NotImplementedError, RecursionError)  # fmt: skip
_MATTER = frozenset(
    ("DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID")
)

_REPEATS = re.compile(r"^(RRULE|RDATE|RECURRENCE-ID)[;:]", re.MULTILINE | re.IGNORECASE)
_DAY = re.compile(
    r"^(DTSTART|DTEND)(?:;[^:\r\n]*)?:(\d{4})(\d\d)(\d\d)", re.MULTILINE | re.IGNORECASE
)
_LASTS = re.compile(r"^DURATION[;:]", re.MULTILINE | re.IGNORECASE)


class Unreadable(Exception):
    """A component that cannot be read; it stays inside this package."""


@contextmanager
def reading() -> Iterator[None]:
    """Turn whatever a calendar library raises for a value into Unreadable."""
    try:
        yield
    except FOREIGN as problem:
        raise Unreadable(str(problem)) from problem


@dataclass(frozen=True, slots=True)
class _Known:
    """The occurrences of a span, with when they begin and end."""

    low: datetime
    high: datetime
    zone: tzinfo
    timed: tuple[tuple[float, float, CalendarEvent], ...]

    def covers(self, start: datetime, end: datetime, zone: tzinfo) -> bool:
        return self.low <= start and end <= self.high and self.zone == zone


class Series:
    """The components of one uid. Read when first needed, and never twice."""

    def __init__(self, parts: Parts, calendar: str = "") -> None:
        self.uid = parts.uid
        self.kind = parts.kind
        self.calendar = calendar
        self.repeats = any(_REPEATS.search(block) for block in parts.blocks)
        self._parts = parts
        self._days = None if self.repeats else _rough(parts.blocks)
        self._read: Any = None
        self._known: _Known | None = None

    def between(self, start: datetime, end: datetime, zone: tzinfo) -> Sequence[CalendarEvent]:
        """Occurrences that touch the span. What cannot be read has none."""
        if self._days is not None and not (
            self._days[0] <= end.date() and start.date() <= self._days[1]
        ):
            return ()
        known = self._known
        if known is None or not known.covers(start, end, zone):
            low, high = _around(start, end)
            try:
                found = self._occurrences(low, high, zone)
            except Unreadable:
                found = ()
            timed = tuple((*_moments(event, zone), event) for event in found)
            self._known = known = _Known(low, high, zone, timed)
        first, last = start.timestamp(), end.timestamp()
        return [
            event
            for begins, ends, event in known.timed
            if begins < last and (ends > first or begins == ends >= first)
        ]

    def first(self, zone: tzinfo) -> CalendarEvent | None:
        """The event itself, or the first of its series."""
        try:
            masters = [c for c in self._components() if c.get("RECURRENCE-ID") is None]
            return self._event((masters or self._components())[0], zone)
        except (Unreadable, IndexError):
            return None

    def todo(self, zone: tzinfo) -> ToDo | None:
        """The to-do, when this is a readable one."""
        try:
            component = self._components()[0]
            with reading():
                due = component.get("DUE") or component.get("DTSTART")
                when = None if due is None else due.dt
                status = str(component.get("STATUS", "")).upper()
                return ToDo(
                    self.uid,
                    str(component.get("SUMMARY", "")),
                    str(component.get("DESCRIPTION", "")),
                    placed(when, zone) if isinstance(when, datetime) else when,
                    done=status in ("COMPLETED", "CANCELLED")
                    or component.get("COMPLETED") is not None,
                    list_name=self.calendar,
                    repeats=self.repeats,
                    rule=_one_rule(component.get("RRULE")),
                )
        except (Unreadable, IndexError):
            return None

    def _calendar(self) -> Any:
        if self._read is None:
            from icalendar import Calendar

            blocks, needed = [], dict[str, None]()
            for block in self._parts.blocks:
                text, zones = with_known_zones(block, self._parts.zones)
                blocks.append(text)
                needed |= dict.fromkeys(zones)
            with reading():
                self._read = Calendar.from_ical(calendar_text(*needed, *blocks))
                self._read.subcomponents = [
                    c for c in self._read.subcomponents if c.name != self.kind.value or _whole(c)
                ]
        return self._read

    def _components(self) -> list[Any]:
        with reading():
            return [c for c in self._calendar().subcomponents if c.name == self.kind.value]

    def _occurrences(
        self, low: datetime, high: datetime, zone: tzinfo
    ) -> tuple[CalendarEvent, ...]:
        components = self._components()
        if not self.repeats:
            return tuple(self._event(component, zone) for component in components[:1])
        from recurring_ical_events import of

        calendar = self._calendar()
        with reading():
            for component in components:
                if not _bounded(component, high):
                    del component["RRULE"]
            found = of(calendar, skip_bad_series=True).between(low, high)
            return tuple(self._event(one, zone) for one in found[:MOST_OCCURRENCES])

    def _event(self, component: Any, zone: tzinfo) -> CalendarEvent:
        with reading():
            start, end = _span(component, zone)
            return CalendarEvent(
                self.uid,
                str(component.get("SUMMARY", "")),
                start,
                end,
                str(component.get("DESCRIPTION", "")),
                str(component.get("LOCATION", "")),
                self.calendar,
                self.repeats,
            )


def _one_rule(rule: Any) -> str:
    """The rule as text; of several none, as Pace follows one alone."""
    if rule is None or isinstance(rule, list):
        return ""
    return str(rule.to_ical().decode("utf-8", "replace"))[:500]


def _moments(event: CalendarEvent, zone: tzinfo) -> tuple[float, float]:
    """When it begins and ends, as seconds."""
    return placed(event.start, zone).timestamp(), placed(event.end, zone).timestamp()


def _span(component: Any, zone: tzinfo) -> tuple[datetime | date, datetime | date]:
    """When it begins and ends: both days, or both times in `zone`."""
    begins = component["DTSTART"].dt
    if not isinstance(begins, date):
        raise Unreadable("it begins at no date")
    whole_days = not isinstance(begins, datetime)
    ends: datetime | date
    if component.get("DTEND") is not None:
        ends = component["DTEND"].dt
    elif component.get("DURATION") is not None:
        ends = begins + component["DURATION"].dt
    else:
        ends = day_after(begins) if whole_days else begins
    if whole_days:
        last = ends.date() if isinstance(ends, datetime) else ends
        return begins, last if last > begins else day_after(begins)
    start = placed(begins, zone)
    # by the moment: in one zone Python compares what the clocks show, which they may show twice
    return start, max(start, placed(ends, zone), key=datetime.timestamp)


def _whole(component: Any) -> bool:
    """Whether nothing that matters in it is broken."""
    broken = {str(name).upper() for name, _ in component.errors if name}
    return not broken & _MATTER


def _rough(blocks: Sequence[str]) -> tuple[date, date] | None:
    """Days outside of which it certainly does not happen; None when that takes reading it."""
    if len(blocks) != 1 or _LASTS.search(blocks[0]):
        return None
    try:
        days = [date(int(y), int(m), int(d)) for _, y, m, d in _DAY.findall(blocks[0])]
        if not days:
            return None
        # two days of grace: zones, and events that end before they begin
        return min(days) - timedelta(days=2), max(days) + timedelta(days=2)
    except (ValueError, OverflowError):
        return None


def _around(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    try:
        return start - BEFORE, end + AFTER
    except OverflowError:
        return start, end


def _bounded(component: Any, high: datetime) -> bool:
    """Whether following its rule up to `high` ends soon.

    The libraries try a rule step by step and know no limit: a rule for every second, or one that
    no day satisfies, would keep them busy for minutes. Of such a rule only the first day is shown.
    """
    rules = component.get("RRULE")
    if rules is None:
        return True
    begins = component["DTSTART"].dt
    days = (high.date() - (begins.date() if isinstance(begins, datetime) else begins)).days
    return all(_followable(rule, days) for rule in (rules if isinstance(rules, list) else [rules]))


def _followable(rule: Any, days: int) -> bool:
    given = {str(key).upper(): value for key, value in rule.items()}
    frequency = str(given.get("FREQ", [""])[0]).upper()
    if frequency not in _DAYS or set(given) & {"BYSECOND", "BYMINUTE", "RSCALE", "SKIP"}:
        return False
    interval = max(1, int(given.get("INTERVAL", [1])[0]))
    hours = len(given.get("BYHOUR", [0]))
    if days * hours / (_DAYS[frequency] * interval) > MOST_STEPS:
        return False
    if not _some_day_is_in(given):
        return False
    narrow = set(given) & _NARROWING
    if frequency == "HOURLY":
        return not narrow
    if frequency == "DAILY":
        return not narrow or (interval == 1 and narrow <= {"BYDAY", "BYMONTH", "BYHOUR"})
    if frequency == "WEEKLY":
        return narrow <= {"BYDAY", "BYMONTH", "BYHOUR"} and not _ordinals(given)
    return frequency == "YEARLY" or _some_month_has(given)


def _ordinals(given: dict[str, Any]) -> list[int]:
    """The numbers in BYDAY=2MO,-1FR, without their sign."""
    digits = (re.sub(r"[^0-9]", "", str(day)) for day in given.get("BYDAY", []))
    return [int(number) for number in digits if number]


def _some_day_is_in(given: dict[str, Any]) -> bool:
    """Whether one of its months has one of its days of the month."""
    months = [int(month) for month in given.get("BYMONTH", range(1, 13))]
    days = [abs(int(day)) for day in given.get("BYMONTHDAY", [1])]
    return any(0 < day <= _LENGTHS[m - 1] for m in months if 0 < m < 13 for day in days)


def _some_month_has(given: dict[str, Any]) -> bool:
    """Whether a monthly rule can be met at all; when in doubt not."""
    ordinals = _ordinals(given)
    if set(given) & {"BYYEARDAY", "BYWEEKNO"} or any(number > 5 for number in ordinals):
        return False
    if ordinals and given.get("BYMONTHDAY"):
        return False
    positions = [abs(int(position)) for position in given.get("BYSETPOS", [1])]
    return min(positions) <= (4 if given.get("BYDAY") and not ordinals else 1)
