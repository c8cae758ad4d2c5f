"""Putting an event on the calendar, and taking it off again for undo."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pace.core.call import Asks, Call, Risk
from pace.core.clock import Clock
from pace.core.error import Invalid, TimedOut
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.core.tool import Ahead
from pace.desktop.people import folded
from pace.desktop.services import CalendarEvent, Calendars, EventDraft, Kept, Unsure
from pace.tools import when
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.events import clean, described, line, times, title
from pace.tools.repeating import told
from pace.tools.unanswered import looked, unknown
from pace.tools.visible import first
from pace.tools.written import written, written_line


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


async def ahead(call: Call, given: NewEvent, ports: Mapping[str, object]) -> Ahead | Result:
    """What will be made, and in which calendar. Raises what the calendar raises, and Invalid."""
    clock: Any = ports["clock"]
    calendars: Any = ports["calendars"]
    draft = _draft(given, clock)
    try:
        names = list(await calendars.names())
    except TimedOut:
        return failed("Your calendar did not answer in time, so I made nothing.", kind="timed out")
    same = [name for name in names if folded(name) == folded(given.calendar)]
    which = (same or names or [""])[0]
    arguments = {name: getattr(given, name) for name in type(given).model_fields}
    today = clock.now().date()
    return Ahead(described({**arguments, "calendar": which}, draft, today))


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
    describe=described,
    ahead=ahead,
    timeout=60.0,
)
async def calendar_create(given: NewEvent, *, calendars: Calendars, clock: Clock) -> Result:
    draft = _draft(given, clock)
    answered = True
    try:
        uid = (await calendars.create(draft, given.calendar)).uid
    except Unsure as problem:
        uid, answered = problem.uid, False

    async def look() -> tuple[CalendarEvent | None, Kept | None]:
        return await calendars.find(uid), await calendars.kept(uid)

    seen = await looked(look, times=1 + answered)
    found, kept = seen or (None, None)
    if found is None or kept is None:
        return _unseen(draft, uid, answered=answered and seen is not None)
    as_made = when.same(found.start, draft.start) and when.same(found.end, draft.end)
    if not as_made or found.title != draft.title:
        return contradicted(
            f"I made the event, but your calendar has it as {line(found)}.", "read back by uid"
        )
    return _made(draft, found, kept, clock)


def _made(draft: EventDraft, found: CalendarEvent, kept: Kept, clock: Clock) -> Result:
    today = clock.now().date()
    spoken = when.span(found.start, found.end, today)
    if draft.rrule:
        if not found.recurring:
            return contradicted("I made the event, but your calendar has it once.", "read back")
        spoken = f"{told(draft.rrule, found.start, today)}, first on {spoken}"
    inverse = Inverse(
        Call("remove_event", {"uid": found.uid}),
        f"putting “{title(found)}” on your calendar",
        {"mark": kept.mark},
    )
    where = f" “{first(found.calendar)}”" if found.calendar else ""
    place = f" ({clean(found.location)})" if clean(found.location) else ""
    return verified(
        f"I put “{title(found)}” on your calendar{where}: {spoken}{place}.",
        f"found again in the calendar as {line(found)}",
        inverse=inverse,
    )


def _unseen(draft: EventDraft, uid: str, *, answered: bool) -> Result:
    """What is not there, or was not answered about; undo then looks whether it came."""
    if answered:
        return contradicted("I made the event, but your calendar lacks it.", "looked for by uid")
    name = first(draft.title)
    like = line(CalendarEvent(uid, draft.title, draft.start, draft.end, location=draft.location))
    inverse = Inverse(
        Call("remove_event", {"uid": uid}),
        f"putting “{name}” on your calendar",
        {"mark": "", "like": like},
    )
    return unknown(f"“{name}” was written", inverse)


def _draft(given: NewEvent, clock: Clock) -> EventDraft:
    """What is to be made. Raises Invalid, also for a day that is over."""
    now = clock.now()
    zone = now.tzinfo
    assert zone is not None
    start, end, rule = times(given.model_dump(), zone)
    today = when.local(now, zone).date()
    if (start.date() if isinstance(start, datetime) else start) < today and not rule:
        raise Invalid(
            f"{when.span(start, end, today)} is past, so I made no event; say a day to come."
        )
    return EventDraft(
        written_line(given.title, 10_000) or "untitled",
        start,
        end,
        written(given.notes, 100_000),
        written_line(given.location, 1_000),
        rule,
    )


class MadeEvent(Arguments):
    uid: str
    mark: str
    like: str = ""


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
        gone = "That event is not on your calendar, so there is nothing to take off."
        return failed(gone, kind="no longer applies")
    mark = given.mark
    if not mark and line(event) == given.like:  # nobody saw it when it was made
        kept = await calendars.kept(given.uid)
        mark = kept.mark if kept is not None else ""
    if not mark or await calendars.delete(given.uid, mark) is None:
        return failed(f"I kept “{title(event)}”, because it was changed.", kind="no longer applies")
    if await calendars.find(given.uid) is not None:
        return contradicted(f"“{title(event)}” is still on your calendar.", "looked for by uid")
    return verified(f"“{title(event)}” is off your calendar.", "no longer found by uid")
