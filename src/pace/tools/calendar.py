"""The calendar: what is on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from pace.core.call import Effect, Risk
from pace.core.clock import Clock
from pace.core.result import Evidence, Result, Status
from pace.desktop.services import CalendarEvent, Calendars
from pace.tools import when
from pace.tools.declare import Arguments, Synonyms, argument, tool
from pace.tools.events import clean, line, title
from pace.tools.picking import named
from pace.tools.spans import Days, days_of
from pace.tools.visible import first

#: Events that are read out at once (spec 1.3).
MOST = 12
#: How far ahead an event is looked for, in days.
AHEAD = 366

_RANGES = Synonyms({
    "next_7_days": "week", "next_seven_days": "week", "the_week": "week", "7_days": "week",
    "rest_of_the_week": "this_week", "next_event": "next", "next_one": "next",
})  # fmt: skip
_COUNTS = (
    "no one two three four five six seven eight nine ten eleven twelve"
).split()  # fmt: skip


class Range(Arguments):
    range: Annotated[
        Literal["today", "tomorrow", "week", "this_week", "next_week", "next"], _RANGES
    ] = argument(
        "range", "when", default="today",
        about="today, tomorrow, week (the next seven days), this_week, next_week (from Monday), or"
        " next (the one that comes next)",
    )  # fmt: skip
    date: str = argument("date", "day", default="", about="one day, as 2026-12-01")
    until: str = argument("until", "to", default="", about="the last day, when it is several")
    title: str = argument("title", "name", default="", about="only the next one called so")


def _described(given: Mapping[str, Any]) -> str:
    words = str(given.get("date") or given.get("range", "today")).replace("_", " ")
    until = f" to {first(given['until'])}" if given.get("until") else ""
    return f"Read your calendar: {first(given.get('title') or words)}{until}"


@tool(
    "calendar",
    spellings=("Calendar.read", "calendar.list"),
    summary="Read your calendar",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    interruptible=True,
    examples=("my calendar this week", "what is on my calendar tomorrow"),
    describe=_described,
    timeout=30.0,
)
async def calendar_(given: Range, *, calendars: Calendars, clock: Clock) -> Result:
    now = clock.now()
    zone = now.tzinfo
    assert zone is not None
    today = when.local(now, zone).date()
    if given.title.strip() or (given.range == "next" and not given.date.strip()):
        return await _next(given, calendars, now, today)
    days = days_of(given.range, given.date, given.until, today, zone)
    found = list(await calendars.between(*days.moments(now, zone)))
    if days.first <= today <= days.last:
        found = [event for event in found if not _ended(event, now, zone)]
    spoken = _spoken(found, days, today)
    observation = "\n".join(line(event) for event in found[:MOST]) or spoken
    return Result(Status.OK, spoken, observation, Evidence.VERIFIED, f"{_counted(len(found))} read")


async def _next(given: Range, calendars: Calendars, now: datetime, today: date) -> Result:
    """The one that comes next, of those of a name or of all of them."""
    zone = now.tzinfo
    assert zone is not None
    start, end = now, now + timedelta(days=AHEAD)
    if given.date.strip():
        start, end = days_of("", given.date, given.until, today, zone).moments(now, zone)
    found = list(await calendars.between(start, end))
    called = f" called “{first(given.title)}”" if given.title.strip() else ""
    if called:
        found = named(given.title, found, lambda event: event.title)
    coming = [e for e in found if _begins(e, zone) >= now or (called and not _ended(e, now, zone))]
    if not coming:
        spoken = f"You have nothing{called} on your calendar in the coming year."
        if given.date.strip():
            spoken = f"You have nothing{called} on your calendar then."
        return Result(Status.OK, spoken, spoken, Evidence.VERIFIED, "0 events read")
    event = min(coming, key=lambda each: _begins(each, zone))
    where = f" ({clean(event.location)})" if clean(event.location) else ""
    spoken = f"Next is “{title(event)}”{where}: {when.span(event.start, event.end, today)}."
    return Result(Status.OK, spoken, line(event), Evidence.VERIFIED, "one event read")


def _begins(event: CalendarEvent, zone: Any) -> datetime:
    start = event.start
    return start if isinstance(start, datetime) else when.midnight(start, zone)


def _ended(event: CalendarEvent, now: datetime, zone: Any) -> bool:
    end = event.end if isinstance(event.end, datetime) else when.midnight(event.end, zone)
    return end <= now and event.end != event.start


def _counted(count: int) -> str:
    number = _COUNTS[count] if 0 < count < len(_COUNTS) else str(count)
    return f"{number} event{'s' if count != 1 else ''}"


def _spoken(found: Sequence[CalendarEvent], days: Days, today: date) -> str:
    if not found:
        more = "nothing more" if days.words in ("today", "this week") else "nothing"
        return f"You have {more} on your calendar {days.words}."
    shown = list(found[:MOST])
    if not days.several:
        shown.sort(key=lambda event: event.all_day)  # what has a time is said first
    parts = [_said(event, days, today) for event in shown]
    listed = f"{', '.join(parts[:-1])}, and {parts[-1]}" if len(parts) > 1 else parts[0]
    left = f", the first {MOST} of them" if len(found) > MOST else ""
    return f"You have {_counted(len(found))} {days.words}{left}: {listed}."


def _said(event: CalendarEvent, days: Days, today: date) -> str:
    """9:00 Standup (Room 4); among several days with its own."""
    start, end = event.start, event.end
    first_day = start.date() if isinstance(start, datetime) else start
    at = "all day"
    if isinstance(start, datetime) and isinstance(end, datetime):
        at = when.clock(start)
        if first_day < days.first:
            at = f"until {when.clock(end)}" if end.date() <= days.first else "all day"
    where = f" ({clean(event.location)})" if clean(event.location) else ""
    on = f"{when.day(max(first_day, days.first), today)} " if days.several else ""
    return f"{on}{at} {title(event)}{where}"
