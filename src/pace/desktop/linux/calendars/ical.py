"""iCalendar as text: taking files apart without trusting them, and making and changing objects.

Files are taken apart by their BEGIN and END lines and each uid is read on its own, so that what is
broken takes nothing else with it. Changes are made to the lines, so that what Pace does not know
about stays as it was.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from pace.core.error import Invalid
from pace.core.repeating import rule_of
from pace.desktop.linux.calendars.shelf import Kind
from pace.desktop.linux.calendars.zones import definition_name
from pace.desktop.services import EventDraft

PRODUCT = "-//Pace//Pace//EN"
#: Where a reminder for a day, without a time, rings.
MORNING = timedelta(hours=9)

_FOLD = re.compile(r"\r?\n[ \t]")
# Lines only, never what lies between two: that takes ages where nothing is ever closed.
_BLOCK = re.compile(
    r"^(BEGIN|END):(VEVENT|VTODO|VTIMEZONE)[ \t]*\r?$", re.MULTILINE | re.IGNORECASE
)
_ALARM = re.compile(r"^(BEGIN|END):VALARM[ \t]*\r?\n", re.MULTILINE | re.IGNORECASE)
_UID = re.compile(r"^UID[^:\r\n]*:([^\r\n]*)", re.MULTILINE | re.IGNORECASE)
#: What programs change without a person changing anything.
_VOLATILE = ("DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "X-", "PERCENT-COMPLETE")


@dataclass(slots=True)
class Parts:
    """The components of one uid as text without folds and alarms, and the zones the file defines
    (by name). `kind` is that of the components."""

    uid: str
    kind: Kind
    blocks: list[str] = field(default_factory=list)
    zones: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Block:
    """One component where it stands in a text."""

    name: str
    start: int
    end: int
    text: str


def blocks_in(text: str) -> Iterator[Block]:
    """Events, to-dos and zones, in order. One that is never closed is left out."""
    begun: re.Match[str] | None = None
    for mark in _BLOCK.finditer(text):
        if mark[1].upper() == "BEGIN":
            begun = mark
            continue
        if begun is not None and begun[2].upper() == mark[2].upper():
            start, end = begun.start(), mark.end()
            yield Block(mark[2].upper(), start, end, text[start:end])
        begun = None


def _without_alarms(text: str) -> str:
    kept: list[str] = []
    at, begun = 0, -1
    for mark in _ALARM.finditer(text):
        if mark[1].upper() == "BEGIN":
            begun = mark.start() if begun < 0 else begun
        elif begun >= 0:
            kept.append(text[at:begun])
            at, begun = mark.end(), -1
    return "".join([*kept, text[at:]])


def _uid(component: str) -> str:
    """The uid of a component without folds and alarms, or ""."""
    found = _UID.search(component)
    return found[1].rstrip(" \t") if found is not None else ""


def taken_apart(text: str) -> list[Parts]:
    """The objects in a file or an answer, by uid; what has no uid is left out."""
    flat = _unfolded(text)
    found: dict[tuple[str, str], Parts] = {}
    zones: dict[str, str] = {}
    for block in blocks_in(flat):
        if block.name == "VTIMEZONE":
            zones[definition_name(block.text)] = block.text
            continue
        inside = _without_alarms(block.text)
        if uid := _uid(inside):
            parts = Parts(uid, Kind(block.name), zones=zones)
            found.setdefault((block.name, uid), parts).blocks.append(inside)
    return list(found.values())


def calendar_text(*blocks: str) -> str:
    """A whole calendar object around components."""
    inside = "\r\n".join(block.strip("\r\n") for block in blocks)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:{PRODUCT}\r\n{inside}\r\nEND:VCALENDAR\r\n"


def raw_blocks(text: str, kind: Kind, uid: str) -> Iterator[Block]:
    """The components of a uid where they stand in the text, folds and alarms included."""
    for block in blocks_in(text):
        if block.name == kind.value and _uid(_without_alarms(_unfolded(block.text))) == uid:
            yield block


def without(text: str, kind: Kind, uid: str) -> str:
    """The text without the components of that uid; "" when nothing else is left in it."""
    for block in reversed(list(raw_blocks(text, kind, uid))):
        text = text[: block.start] + text[block.end :].lstrip("\r\n")
    return text if any(block.name != "VTIMEZONE" for block in blocks_in(text)) else ""


def alone(text: str, kind: Kind, uid: str) -> str:
    """A calendar with the components of that uid and the zones of the file."""
    if not without(text, kind, uid):
        return text
    zones = [block.text for block in blocks_in(text) if block.name == "VTIMEZONE"]
    return calendar_text(*zones, *(block.text for block in raw_blocks(text, kind, uid)))


def with_object(text: str, kept: str, kind: Kind, uid: str) -> str:
    """The text with that object as it was kept, in place of what it holds of the uid now."""
    rest = without(text, kind, uid)
    if not rest:
        return kept
    own = "\r\n".join(block.text.strip("\r\n") for block in raw_blocks(kept, kind, uid))
    head, end, tail = rest.rpartition("END:VCALENDAR")
    return f"{head}{own}\r\n{end}{tail}"


def mark(text: str, kind: Kind, uid: str) -> str:
    """A short fingerprint of what the object says; when programs touched it does not count."""
    lines = [
        line
        for block in raw_blocks(text, kind, uid)
        for line in _unfolded(block.text).splitlines()
        if line.strip() and not line.upper().startswith(_VOLATILE)
    ]
    return hashlib.sha256("\n".join(sorted(lines)).encode("utf-8", "replace")).hexdigest()[:32]


def event_text(uid: str, draft: EventDraft, now: datetime, zone: tzinfo) -> str:
    """A calendar object with one event. Raises Invalid for what cannot be written."""
    from icalendar import Event, vRecur

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("summary", clean(draft.title))
    event.add("dtstart", _written(draft.start, zone, named=bool(draft.rrule)))
    event.add("dtend", _written(draft.end, zone, named=bool(draft.rrule)))
    for name, value in (("description", draft.notes), ("location", draft.location)):
        if value:
            event.add(name, clean(value))
    if draft.rrule:
        try:
            rule = vRecur.from_ical(draft.rrule)
        except (ValueError, KeyError, AttributeError):
            rule = {}
        if not rule.get("FREQ"):
            raise Invalid(
                f"I cannot read the rule “{draft.rrule[:60]}”; nothing was made; give an RRULE."
            )
        event.add("rrule", rule)
    return _whole(event)


def todo_text(
    uid: str,
    title: str,
    notes: str,
    due: datetime | date | None,
    now: datetime,
    zone: tzinfo,
    *,
    rule: str = "",
    alarm: bool = True,
) -> str:
    """A calendar object with one to-do; one that is due may have an alarm then. Raises Invalid."""
    from icalendar import Alarm, Todo, vRecur

    todo = Todo()
    todo.add("uid", uid)
    todo.add("dtstamp", now.astimezone(UTC))
    todo.add("created", now.astimezone(UTC))
    todo.add("summary", clean(title))
    todo.add("status", "NEEDS-ACTION")
    if notes:
        todo.add("description", clean(notes))
    if due is not None:
        todo.add("due", _written(due, zone, named=bool(rule)))
        if rule:
            todo.add("dtstart", _written(due, zone, named=True))
            todo.add("rrule", vRecur.from_ical(rule_of(rule).text(due)))
    if due is not None and alarm:
        ringing = Alarm()
        ringing.add("action", "DISPLAY")
        ringing.add("description", clean(title))
        if rule:  # each time anew
            ahead = timedelta() if isinstance(due, datetime) else MORNING
            ringing.add("trigger", ahead, parameters={"RELATED": "END"})
        else:
            ringing.add("trigger", _rings(due, zone), parameters={"VALUE": "DATE-TIME"})
        todo.add_component(ringing)
    return _whole(todo)


def done_text(text: str, uid: str, now: datetime) -> str:
    """The text with that to-do done and everything else as it was."""
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    added = ("STATUS:COMPLETED", f"COMPLETED:{stamp}", "PERCENT-COMPLETE:100")
    for block in reversed(list(raw_blocks(text, Kind.TODO, uid))):
        kept: list[str] = []
        inside = drop = False
        for line in block.text.splitlines():
            upper = line.upper()
            inside = (inside and not upper.startswith("END:VALARM")) or upper.startswith(
                "BEGIN:VALARM"
            )
            drop = (drop and line[:1] in " \t") or (
                not inside
                and re.match(r"(STATUS|COMPLETED|PERCENT-COMPLETE)([;:]|$)", upper) is not None
            )
            if not drop:
                kept.append(line)
        kept[1:1] = added
        rest = text[block.end :].lstrip("\r\n")
        text = "".join((text[: block.start], "\r\n".join(kept), "\r\n", rest))
    return text


def clean(text: str) -> str:
    """Text that can be stored: line breaks stay, other control characters and halves of
    characters go."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(c for c in text if c in "\n\t" or (ord(c) >= 32 and not 127 <= ord(c) < 160))
    return text.encode("utf-8", "replace").decode()


def _unfolded(text: str) -> str:
    return _FOLD.sub("", text)


def _written(value: datetime | date, zone: tzinfo, *, named: bool) -> datetime | date:
    """A time as it is stored: UTC, or in the person's zone when what repeats must follow it."""
    if not isinstance(value, datetime):
        return value
    try:
        own = value.replace(tzinfo=zone) if value.tzinfo is None else value
        if named:
            return own.astimezone(zone if isinstance(zone, ZoneInfo) else UTC)
        return own.astimezone(UTC)
    except (OverflowError, ValueError) as problem:
        raise Invalid("That time is too far away to be kept; nothing was made.") from problem


def _rings(due: datetime | date, zone: tzinfo) -> datetime:
    if isinstance(due, datetime):
        moment = _written(due, zone, named=False)
    else:
        moment = datetime.combine(due, datetime.min.time(), zone) + MORNING
    assert isinstance(moment, datetime)
    return moment.astimezone(UTC)


def _whole(component: Any) -> str:
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add_component(component)
    calendar.add_missing_timezones()
    return str(calendar.to_ical().decode("utf-8"))
