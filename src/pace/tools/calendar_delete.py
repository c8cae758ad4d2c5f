"""Taking an event off the calendar, and putting it back for undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pace.core.call import Asks, Call, Risk
from pace.core.clock import Clock
from pace.core.error import TimedOut
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.core.tool import Ahead
from pace.desktop.services import CalendarEvent, Calendars, Kept
from pace.tools import when
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.events import title, told
from pace.tools.picking import named, picked
from pace.tools.unanswered import looked, unknown
from pace.tools.visible import first

#: How far ahead an event is looked for by its name, in days.
AHEAD = 366
#: A larger event is taken away for good, because it cannot be kept for undo.
MOST_KEPT = 200_000
#: May follow the title of an event and be no part of it.
_KINDS = (" event", " appointment", " meeting", " entry")


class Which(Arguments):
    title: Text = argument("title", "name", "event", about="which event, by its title")
    date: str = argument("date", "when", "day", default="", about="its day, as 2026-12-01")
    uid: str = argument("uid", default="", about="its id, where that is known")


def _described(given: Mapping[str, Any]) -> str:
    on = ""
    if given.get("date"):
        on = f" on {when.spoken(str(given['date']))}"
    return f"Take “{first(given.get('title') or '')}” off your calendar{on}"


async def _meant(
    given: Which, calendars: Calendars, clock: Clock, choose: Choose | None, *, sure: bool
) -> CalendarEvent:
    """The event; one that is called otherwise is confirmed by the person, unless that is `sure` to
    be asked with its whole title. Raises Gone."""
    now = clock.now()
    if given.uid:
        known = await calendars.find(given.uid)
        events = [known] if known is not None else []
    else:
        events = await _coming(given, calendars, now)

    def told_of(event: CalendarEvent) -> str:
        return told(event, now.date())

    return await picked(
        _called(given.title, events), events, lambda event: event.title, told_of,
        "on your calendar", choose, asked_anyway=sure,
    )  # fmt: skip


def _called(said: str, events: Sequence[CalendarEvent]) -> str:
    """The title as it was said, without its kind ("dentist appointment") where only that fits."""
    if named(said, events, lambda event: event.title):
        return said
    bare = next((said[: -len(kind)] for kind in _KINDS if said.casefold().endswith(kind)), said)
    return bare if named(bare, events, lambda event: event.title) else said


async def _coming(given: Which, calendars: Calendars, now: datetime) -> list[CalendarEvent]:
    """What is on the day that was given, else what is to come; one of each series."""
    zone = now.tzinfo
    assert zone is not None
    start, end = now, now + timedelta(days=AHEAD)
    if given.date.strip():
        said = when.read(given.date, zone)
        start = when.midnight(said.date() if isinstance(said, datetime) else said, zone)
        end = start + timedelta(days=1)
    found = {event.uid: event for event in reversed(await calendars.between(start, end))}
    return sorted(found.values(), key=lambda event: str(event.start))


async def ahead(call: Call, given: Which, ports: Mapping[str, object]) -> Ahead | Result:
    """Which event is meant, before anybody is asked. Raises what the calendar raises, and Gone."""
    calendars: Any = ports["calendars"]
    clock: Any = ports["clock"]
    choose: Any = ports.get("choose")
    chosen: list[str] = []

    async def choosing(text: str, options: Sequence[str]) -> int | None:
        chosen.append(text)
        index: int | None = await choose(text, options) if choose is not None else None
        return index

    event = await _meant(given, calendars, clock, choosing, sure=True)
    if event.recurring:
        return _repeats(event)
    words = f"Take {told(event, clock.now().date())}, off your calendar"
    return Ahead(words, {"title": event.title if chosen else given.title, "uid": event.uid})


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
    describe=_described,
    ahead=ahead,
    timeout=60.0,
)
async def calendar_delete(
    given: Which,
    *,
    calendars: Calendars,
    clock: Clock,
    choose: Choose | None = None,
    asked: bool = False,
) -> Result:
    event = await _meant(given, calendars, clock, choose, sure=asked)
    if event.recurring:
        return _repeats(event)
    before = await calendars.kept(event.uid)
    inverse = None
    if before is not None and len(before.text) <= MOST_KEPT:
        back = {"uid": before.uid, "calendar": before.calendar, "text": before.text}
        inverse = Inverse(
            Call("put_event_back", back), f"taking “{title(event)}” off your calendar"
        )
    try:
        taken = await calendars.delete(event.uid, before.mark) if before is not None else None
    except TimedOut:
        return unknown(f"“{title(event)}” was taken off", inverse)
    if taken is None:
        return failed(f"“{title(event)}” changed just now, so I left it; say that again.")
    if await looked(lambda: calendars.find(event.uid)) is not None:
        return contradicted(f"“{title(event)}” is still on your calendar.", "looked for by uid")
    when_ = when.span(event.start, event.end, clock.now().date())
    return verified(
        f"I took “{title(event)}” off your calendar: {when_}.",
        "no longer found by uid",
        inverse=inverse,
    )


def _repeats(event: CalendarEvent) -> Result:
    return failed(
        f"“{title(event)}” repeats, so I left it; take it off in your calendar application.",
        kind="repeats",
    )


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
    return verified(f"“{title(event)}” is on your calendar again.", "found again by uid")
