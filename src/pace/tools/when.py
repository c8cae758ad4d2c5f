"""Dates and times as a planner writes them, and as a person hears them.

    2026-12-01                     the whole day
    2026-12-01 15:00, 2026-12-01 3:00 PM          local time
    2026-12-01T15:00:00+01:00, ...14:00:00.000Z   an instant

Nothing else is read: words for a day are turned into these before a tool is called (spec 1.2).
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from pace.core.error import Invalid
from pace.tools.visible import first

#: Years that can be meant. Beyond them calendars and zones know nothing.
EARLIEST, LATEST = 1900, 2200

_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_LOCAL = re.compile(
    r"(\d{4})-(\d\d)-(\d\d) (\d{1,2}):(\d\d)(?: (AM|PM))?", re.ASCII | re.IGNORECASE
)
_INSTANT = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)", re.ASCII
)


def read(text: str, zone: tzinfo) -> datetime | date:
    """A day, or a time with a zone. Raises Invalid for anything else."""
    text = text.strip()
    try:
        value = _read(text, zone)
    except (ValueError, OverflowError, OSError):
        value = None
    if value is None or not EARLIEST <= value.year <= LATEST:
        raise Invalid(
            f"I cannot read “{first(text)}” as a date, so nothing was done; give it like"
            " 2026-12-01 or 2026-12-01 15:00."
        )
    return value


def _read(text: str, zone: tzinfo) -> datetime | date | None:
    if match := _DAY.fullmatch(text):
        year, month, day = map(int, match.groups())
        return date(year, month, day)
    if _INSTANT.fullmatch(text):
        return local(datetime.fromisoformat(text), zone)
    if match := _LOCAL.fullmatch(text):
        year, month, day, hour, minute = map(int, match.groups()[:5])
        if match[6]:
            if not 1 <= hour <= 12:
                return None
            hour = hour % 12 + (12 if match[6].upper() == "PM" else 0)
        return _there(datetime(year, month, day, hour, minute), zone)  # noqa: DTZ001
    return None


def _there(moment: datetime, zone: tzinfo) -> datetime:
    """The moment; raises Invalid for one that the clocks skip."""
    found = local(moment, zone)
    if found.replace(tzinfo=None) == moment:
        return found
    later = local(moment + timedelta(hours=1), zone)
    raise Invalid(
        f"There is no {clock(moment)} on {full_day(moment.date(), date.min)}, because the clocks"
        f" are put forward then, so nothing was done; {clock(later)} is the same time in the new"
        " time."
    )


def local(moment: datetime, zone: tzinfo) -> datetime:
    """The moment in the person's zone; one without a zone is their own clock's. A time that the
    clocks skip is the one they show instead."""
    if not isinstance(zone, ZoneInfo):
        # What the system calls now is an offset: only the system knows that of another day.
        return moment.astimezone()
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    return moment.astimezone(UTC).astimezone(zone)


def same(one: datetime | date | None, other: datetime | date | None) -> bool:
    """Whether both are the same day or the same moment. Python's own comparison says no of any
    moment that a clock shows twice, when the zones are two objects."""
    if isinstance(one, datetime) and isinstance(other, datetime):
        return one.astimezone(UTC) == other.astimezone(UTC)
    return one == other


def midnight(day: date, zone: tzinfo) -> datetime:
    """When the day begins."""
    return local(datetime.combine(day, time.min), zone)


def end_of(start: datetime | date, end: datetime | date | None, zone: tzinfo) -> datetime | date:
    """The end to go with the start: one hour or one day later, unless a later one was given."""
    if not isinstance(start, datetime):
        usual: date = start + timedelta(days=1)
        if isinstance(end, datetime):
            day = local(end, zone)
            end = day.date() + timedelta(days=1 if day.time() > time.min else 0)
        return usual if end is None or end <= start else end
    if end is not None and not isinstance(end, datetime):
        end = midnight(end, zone)
    return start + timedelta(hours=1) if end is None or end <= start else end


def clock(moment: datetime) -> str:
    """9:05."""
    return f"{moment.hour}:{moment.minute:02}"


def _time(moment: datetime) -> str:
    """The clock, with which of the two when it shows that twice."""
    at, wall = clock(moment), moment.replace(tzinfo=None)
    zone = moment.tzinfo
    if isinstance(zone, ZoneInfo):
        first_, second = (moment.replace(fold=fold).utcoffset() for fold in (0, 1))
    else:
        first_, second = (wall.replace(fold=fold).astimezone().utcoffset() for fold in (0, 1))
    if first_ is None or second is None or first_ <= second:
        return at
    which = {first_: "first", second: "second"}.get(moment.utcoffset() or first_)
    return f"{at} (the {which} {at} of that night)" if which else at


def day(value: date, today: date) -> str:
    """Today, tomorrow, Friday, or Tuesday 1 December, with the year when it is another."""
    ahead = (value - today).days
    if 0 <= ahead <= 6:
        return ("today", "tomorrow", *(f"{value:%A}",) * 5)[ahead]
    return full_day(value, today)


def full_day(value: date, today: date) -> str:
    """Tuesday 1 December."""
    year = "" if value.year == today.year else f" {value.year}"
    return f"{value:%A} {value.day} {value:%B}{year}"


def span(start: datetime | date, end: datetime | date, today: date) -> str:
    """Tuesday 1 December, 15:00 to 16:00; the last day of whole days is said, not the next."""
    if not isinstance(start, datetime) or not isinstance(end, datetime):
        last = (end if not isinstance(end, datetime) else end.date()) - timedelta(days=1)
        begins = full_day(start, today)
        return f"{begins}, all day" if last <= start else f"{begins} to {full_day(last, today)}"
    begins = f"{full_day(start.date(), today)}, {_time(start)}"
    if end.date() == start.date():
        return f"{begins} to {_time(end)}"
    return f"{begins} to {full_day(end.date(), today)}, {_time(end)}"


def due(value: datetime | date, today: date) -> str:
    """Tuesday 1 December at 15:00."""
    if isinstance(value, datetime):
        return f"{full_day(value.date(), today)} at {_time(value)}"
    return full_day(value, today)


def spoken(text: str) -> str:
    """The same of a date as it was given, where there is no clock; what is none stays as it is."""
    try:
        return due(read(text, UTC), date.min)
    except Invalid:
        return first(text)
