"""An event in words: for a planner, for a person, and in the question before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from pace.core.error import Invalid
from pace.desktop.services import CalendarEvent, EventDraft
from pace.tools import when
from pace.tools.repeating import begun, repeats_in_words
from pace.tools.visible import first, plain
from pace.tools.written import written_line


def clean(text: str) -> str:
    return first(plain(written_line(text, 300), 200)) if text.strip() else ""


def title(event: CalendarEvent) -> str:
    return clean(event.title) or "untitled"


def line(event: CalendarEvent) -> str:
    """One event for a planner: when, title, place."""
    start, end = event.start, event.end
    at = f"{start} all day"
    if isinstance(start, datetime) and isinstance(end, datetime):
        until = f"{end:%H:%M}" if end.date() == start.date() else f"{end:%Y-%m-%d %H:%M}"
        at = f"{start:%Y-%m-%d %H:%M} to {until}"
    elif not isinstance(end, datetime) and (end - start).days > 1:
        at = f"{start} to {end - timedelta(days=1)}"
    return ", ".join(part for part in (f"{at} {title(event)}", clean(event.location)) if part)


def told(event: CalendarEvent, today: date) -> str:
    """One event for a person who is to recognise it: title, when, place, which calendar."""
    where = f", {clean(event.location)}" if clean(event.location) else ""
    which = f" (“{first(event.calendar)}”)" if event.calendar else ""
    return f"“{title(event)}”, {when.span(event.start, event.end, today)}{where}{which}"


def times(given: Mapping[str, Any], zone: Any) -> tuple[datetime | date, datetime | date, str]:
    """When what is to be made begins and ends, and its rule. Raises Invalid."""
    start = when.read(str(given.get("start") or ""), zone)
    ends = str(given.get("end") or "")
    end = when.read(ends, zone) if ends.strip() else None
    all_day = given.get("all_day")
    if all_day and isinstance(start, datetime):
        start = start.date()
    if all_day is False and not isinstance(start, datetime):
        start = when.midnight(start, zone)
    end = when.end_of(start, end, zone)
    repeat = str(given.get("repeat") or "")
    if not repeat.strip():
        return start, end, ""
    length = end - start
    rule, start = begun(repeat, start)
    return start, start + length, rule.text(start)


def described(
    given: Mapping[str, Any], draft: EventDraft | None = None, today: date | None = None
) -> str:
    """What will be made, in the words in which it is read back."""
    line = f"Put “{first(given.get('title') or '')}” on your calendar"
    if given.get("calendar"):
        line += f" “{first(given['calendar'])}”"
    try:
        start, end = (draft.start, draft.end) if draft else times(given, UTC)[:2]
    except (Invalid, TypeError, OverflowError):
        ends = first(given.get("end") or "")
        line += f": {first(given.get('start') or '')}" + (f" to {ends}" if ends else "")
    else:
        # without a clock the year is always said
        line += f": {when.span(start, end, today or date.min)}"
    if given.get("location"):
        line += f" ({first(given['location'])})"
    if given.get("repeat"):
        line += f", {repeats_in_words(given['repeat'], given.get('start') or '')}"
    if given.get("notes"):
        line += f", with the note “{first(given['notes'])}”"
    return line
