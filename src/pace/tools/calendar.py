"""The calendar: what is on it, putting something on it, taking something off it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.clock import Clock
from pace.core.result import Evidence, Inverse, Result, Status, contradicted, failed, verified
from pace.desktop.services import CalendarEvent, Calendars, EventDraft, Kept
from pace.tools import when
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.picking import picked
from pace.tools.repeating import begun, repeats_in_words, told
from pace.tools.visible import first, plain
from pace.tools.written import written, written_line

#: Events that are read out at once (spec 1.3).
MOST = 12
#: How far ahead an event is looked for by its name, in days.
AHEAD = 366
#: A larger event is taken away for good, because it cannot be kept for undo.
MOST_KEPT = 200_000

_RANGES = Synonyms({
    "next_week": "week", "next_7_days": "week", "next_seven_days": "week", "this_week": "week",
    "the_week": "week", "7_days": "week",
})  # fmt: skip
_COUNTS = (
    "no one two three four five six seven eight nine ten eleven twelve"
).split()  # fmt: skip


class Range(Arguments):
    range: Annotated[Literal["today", "tomorrow", "week"], _RANGES] = argument(
        "range", "when", default="today", about="today, tomorrow or week"
    )
    date: str = argument("date", "day", default="", about="one day, as 2026-12-01")


@tool(
    "calendar",
    spellings=("Calendar.read", "calendar.list"),
    summary="Read your calendar",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    interruptible=True,
    examples=("my calendar this week", "what is on my calendar tomorrow"),
    describe=lambda given: (
        f"Read your calendar: {first(given.get('date') or given.get('range', 'today'))}"
    ),
    timeout=30.0,
)
async def calendar_(given: Range, *, calendars: Calendars, clock: Clock) -> Result:
    now = clock.now()
    zone = now.tzinfo
    assert zone is not None
    today = when.local(now, zone).date()
    days, words = 1, str(given.range)
    begins = today + timedelta(days=1 if given.range == "tomorrow" else 0)
    if given.date.strip():
        asked = when.read(given.date, zone)
        begins = asked.date() if isinstance(asked, datetime) else asked
        words = when.day(begins, today)
        words = words if words in ("today", "tomorrow") else f"on {words}"
    elif given.range == "week":
        days, words = 7, "in the next seven days"
    start = (
        max(when.midnight(begins, zone), now) if begins == today else when.midnight(begins, zone)
    )
    end = when.midnight(begins + timedelta(days=days), zone)
    found = [e for e in await calendars.between(start, end) if not _ended(e, now, zone)]
    spoken = _spoken(found, words, begins, today, several=days > 1)
    observation = "\n".join(_line(event) for event in found[:MOST]) or spoken
    return Result(Status.OK, spoken, observation, Evidence.VERIFIED, f"{_counted(len(found))} read")


def _ended(event: CalendarEvent, now: datetime, zone: Any) -> bool:
    end = event.end if isinstance(event.end, datetime) else when.midnight(event.end, zone)
    return end <= now and event.end != event.start


def _counted(count: int) -> str:
    number = _COUNTS[count] if 0 < count < len(_COUNTS) else str(count)
    return f"{number} event{'s' if count != 1 else ''}"


def _spoken(
    found: Sequence[CalendarEvent], words: str, begins: date, today: date, *, several: bool
) -> str:
    if not found:
        more = "nothing more" if words == "today" else "nothing"
        return f"You have {more} on your calendar {words}."
    shown = list(found[:MOST])
    if not several:
        shown.sort(key=lambda event: event.all_day)  # what has a time is said first
    parts = [_said(event, begins, today, several=several) for event in shown]
    listed = f"{', '.join(parts[:-1])}, and {parts[-1]}" if len(parts) > 1 else parts[0]
    left = f", the first {MOST} of them" if len(found) > MOST else ""
    return f"You have {_counted(len(found))} {words}{left}: {listed}."


def _said(event: CalendarEvent, begins: date, today: date, *, several: bool) -> str:
    """9:00 Standup (Room 4); in a week with its day."""
    start, end = event.start, event.end
    first_day = start.date() if isinstance(start, datetime) else start
    at = "all day"
    if isinstance(start, datetime) and isinstance(end, datetime):
        at = when.clock(start)
        if first_day < begins:
            at = f"until {when.clock(end)}" if end.date() <= begins else "all day"
    where = f" ({_clean(event.location)})" if _clean(event.location) else ""
    on = f"{when.day(max(first_day, begins), today)} " if several else ""
    return f"{on}{at} {_title(event)}{where}"


def _line(event: CalendarEvent) -> str:
    """One event for a planner: when, title, place."""
    start, end = event.start, event.end
    at = f"{start} all day"
    if isinstance(start, datetime) and isinstance(end, datetime):
        until = f"{end:%H:%M}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M}"
        at = f"{start:%Y-%m-%d %H:%M} to {until}"
    elif not isinstance(end, datetime) and (end - start).days > 1:
        at = f"{start} to {end - timedelta(days=1)}"
    return ", ".join(part for part in (f"{at} {_title(event)}", _clean(event.location)) if part)


def _clean(text: str) -> str:
    return first(plain(written_line(text, 300), 200)) if text.strip() else ""


def _title(event: CalendarEvent) -> str:
    return _clean(event.title) or "untitled"


class NewEvent(Arguments):
    title: Text = argument("title", "name", "summary", about="what it is", example="Review")
    start: Text = argument(
        "start", "startDate", "startsAt", "date", "when",
        about="when it begins: 2026-12-01 15:00, or 2026-12-01 for the whole day",
        example="2026-12-01 15:00",
    )  # fmt: skip
    end: str = argument(
        "end",
        "endDate",
        "endsAt",
        default="",
        about="when it ends; an hour or a day later",
    )
    all_day: bool | None = argument(
        "all_day", "allDay", "isAllDay", default=None, about="true for whole days"
    )
    notes: str = argument("notes", "body", "description", default="", about="more about it")
    location: str = argument("location", "place", default="", about="where it is")
    calendar: str = argument(
        "calendar", "calendarTitle", default="", about="which calendar; empty: the usual one"
    )
    repeat: str = argument(
        "repeat", "rrule", "recurrence", default="",
        about="how it repeats: FREQ=WEEKLY;BYDAY=MO, with COUNT or UNTIL; empty: once",
    )  # fmt: skip


def _described(given: Mapping[str, Any]) -> str:
    parts = [f"Put “{first(given.get('title') or '')}” on your calendar"]
    if given.get("calendar"):
        parts[0] += f" “{first(given['calendar'])}”"
    begins, ends = first(given.get("start") or ""), first(given.get("end") or "")
    parts.append(f"{begins} to {ends}" if ends else begins)
    if given.get("repeat"):
        parts.append(repeats_in_words(given["repeat"], given.get("start") or ""))
    if given.get("location"):
        parts.append(f"at {first(given['location'])}")
    if given.get("notes"):
        parts.append(f"with the note “{first(given['notes'])}”")
    return ", ".join(parts)


@tool(
    "calendar_create",
    aliases=("calendar_event", "cal_event"),
    spellings=("Calendar.createEvent", "calendar.create", "calendar.add", "cal.event"),
    summary="Put an event on your calendar",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=(
        "add a review tomorrow at 3 pm",
        "put lunch with Alex on my calendar for Friday",
        "every Monday at 9 standup",
    ),
    describe=_described,
    timeout=40.0,
)
async def calendar_create(given: NewEvent, *, calendars: Calendars, clock: Clock) -> Result:
    draft = _draft(given, clock)
    made = await calendars.create(draft, given.calendar)
    found = await calendars.find(made.uid)
    kept = await calendars.kept(made.uid)
    if found is None or kept is None:
        return contradicted("I made the event, but your calendar lacks it.", "looked for by uid")
    if (found.start, found.end, found.title) != (draft.start, draft.end, draft.title):
        return contradicted(
            f"I made the event, but your calendar has it as {_line(found)}.", "read back by uid"
        )
    today = clock.now().date()
    spoken = when.span(found.start, found.end, today)
    if draft.rrule:
        if not found.recurring:
            return contradicted("I made the event, but your calendar has it once.", "read back")
        spoken = f"{told(draft.rrule, found.start, today)}, first on {spoken}"
    inverse = Inverse(
        Call("remove_event", {"uid": made.uid}), f"the event “{_title(found)}”", {"mark": kept.mark}
    )
    where = f" “{first(found.calendar)}”" if found.calendar else ""
    return verified(
        f"I put “{_title(found)}” on your calendar{where}: {spoken}.",
        f"found again in the calendar as {_line(found)}",
        inverse=inverse,
    )


def _draft(given: NewEvent, clock: Clock) -> EventDraft:
    """What is to be made. Raises Invalid."""
    zone = clock.now().tzinfo
    assert zone is not None
    start = when.read(given.start, zone)
    end = when.read(given.end, zone) if given.end.strip() else None
    if given.all_day and isinstance(start, datetime):
        start = start.date()
    if given.all_day is False and not isinstance(start, datetime):
        start = when.midnight(start, zone)
    rule = ""
    end = when.end_of(start, end, zone)
    if given.repeat.strip():
        length = end - start
        read, start = begun(given.repeat, start)
        end, rule = start + length, read.text(start)
    return EventDraft(
        written_line(given.title, 10_000) or "untitled",
        start,
        end,
        written(given.notes, 100_000),
        written_line(given.location, 1_000),
        rule,
    )


class Which(Arguments):
    title: Text = argument("title", "name", "event", about="which event, by its title")
    date: str = argument("date", "when", "day", default="", about="its day, as 2026-12-01")


@tool(
    "calendar_delete",
    aliases=("delete_event", "cancel_event"),
    spellings=("Calendar.deleteEvent", "calendar.delete"),
    summary="Take an event off your calendar",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("take the dentist off my calendar", "delete the review from my calendar"),
    describe=lambda given: " ".join(
        ["Take", f"“{first(given.get('title') or '')}”", "off your calendar"]
        + ([f"on {first(given['date'])}"] if given.get("date") else [])
    ),
    timeout=60.0,
)
async def calendar_delete(
    given: Which, *, calendars: Calendars, clock: Clock, choose: Choose | None = None
) -> Result:
    now = clock.now()
    zone = now.tzinfo
    assert zone is not None
    start, end = now, now + timedelta(days=AHEAD)
    if given.date.strip():
        asked = when.read(given.date, zone)
        start = when.midnight(asked.date() if isinstance(asked, datetime) else asked, zone)
        end = start + timedelta(days=1)
    found = {event.uid: event for event in reversed(await calendars.between(start, end))}
    events = sorted(found.values(), key=lambda event: str(event.start))
    event = await picked(given.title, events, lambda e: e.title, _line, "on your calendar", choose)
    if event.recurring:
        return failed(
            f"“{_title(event)}” repeats, so I left it; take it off in your calendar application.",
            kind="repeats",
        )
    before = await calendars.kept(event.uid)
    taken = await calendars.delete(event.uid, before.mark) if before is not None else None
    if taken is None:
        return failed(f"“{_title(event)}” changed just now, so I left it; say that again.")
    if await calendars.find(event.uid) is not None:
        return contradicted(f"“{_title(event)}” is still on your calendar.", "looked for by uid")
    inverse = None
    if len(taken.text) <= MOST_KEPT:
        back = {"uid": taken.uid, "calendar": taken.calendar, "text": taken.text}
        inverse = Inverse(Call("put_event_back", back), f"taking “{_title(event)}” off")
    return verified(
        f"I took “{_title(event)}” off your calendar.", "no longer found by uid", inverse=inverse
    )


class MadeEvent(Arguments):
    uid: str
    mark: str


@tool(
    "remove_event",
    summary="Take away an event that was made, if nothing was changed in it",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def remove_event(given: MadeEvent, *, calendars: Calendars) -> Result:
    event = await calendars.find(given.uid)
    if event is None:
        return failed("That event is already gone.", kind="no longer applies")
    if await calendars.delete(given.uid, given.mark) is None:
        return failed(
            f"I kept “{_title(event)}”, because it was changed.", kind="no longer applies"
        )
    if await calendars.find(given.uid) is not None:
        return contradicted(f"“{_title(event)}” is still on your calendar.", "looked for by uid")
    return verified(f"“{_title(event)}” is off your calendar.", "no longer found by uid")


class KeptEvent(Arguments):
    uid: str
    calendar: str
    text: str


@tool(
    "put_event_back",
    summary="Put back an event that was taken off, if it is not there",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def put_event_back(given: KeptEvent, *, calendars: Calendars) -> Result:
    if not await calendars.put_back(Kept(given.uid, given.calendar, given.text, "")):
        return failed(
            "I did not put the event back: it is there, or its calendar is gone.",
            kind="no longer applies",
        )
    event = await calendars.find(given.uid)
    if event is None:
        return contradicted("I put the event back, but it is not there.", "looked for by uid")
    return verified(f"“{_title(event)}” is on your calendar again.", "found again by uid")
