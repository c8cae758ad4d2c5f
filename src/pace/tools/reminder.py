"""Reminders: a to-do with a time, which Pace or the desktop rings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from pace.core.call import Asks, Call, Risk
from pace.core.clock import Clock
from pace.core.error import Invalid
from pace.core.result import Result
from pace.core.tool import Ahead
from pace.desktop.services import ToDos
from pace.tools import when
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.repeating import begun, repeats_in_words, told
from pace.tools.todos_making import Draft, made
from pace.tools.visible import first

if TYPE_CHECKING:
    from pace.store.reminders import Reminders


class NewReminder(Arguments):
    title: Text = argument("title", "text", "name", about="of what", example="call Alex")
    due: str = argument(
        "due", "time", "when", "date", "at", "start", default="",
        about="when: 2026-12-01 15:00, or a day; empty: just the list",
    )  # fmt: skip
    notes: str = argument("notes", "body", "description", default="", about="more about it")
    repeat: str = argument(
        "repeat", "rrule", "recurrence", default="",
        about="how it repeats: FREQ=DAILY, with COUNT or UNTIL; empty: once",
    )  # fmt: skip


def _reminded(given: Mapping[str, Any]) -> str:
    at = f", {when.spoken(str(given['due']))}" if given.get("due") else ""
    if given.get("repeat"):
        at += f", {repeats_in_words(given['repeat'], given.get('due') or '')}"
    return f"Remind you of “{first(given.get('title') or '')}”{at}"


def _when(given: NewReminder, clock: Clock) -> tuple[datetime | date | None, str]:
    """When it is due first, and its rule. Raises Invalid, also for what is past."""
    now = clock.now()
    zone = now.tzinfo
    assert zone is not None
    due = when.read(given.due, zone) if given.due.strip() else None
    rule = ""
    if given.repeat.strip():
        if due is None:
            raise Invalid("Say when it first is; I made no reminder.")
        due, rule = _first(given.repeat, due, now)
    if due is not None and _past(due, now):
        at = when.due(due, now.date())
        raise Invalid(f"{at} is past, so I made no reminder; say when else.")
    return due, rule


async def _reminder_ahead(call: Call, given: NewReminder, ports: Mapping[str, object]) -> Ahead:
    """Of what and when, in the words in which it is read back. Raises Invalid."""
    clock: Any = ports["clock"]
    due, rule = _when(given, clock)
    today = clock.now().date()
    at = f", {when.due(due, today)}" if due is not None else ""
    if rule and due is not None:
        at = f": {told(rule, due, today)}, first {when.due(due, today)}"
    return Ahead(f"Remind you of “{first(given.title)}”{at}")


@tool(
    "reminder",
    spellings=("Reminders.add", "reminder.add"),
    summary="Put a reminder on your list, with a time if you like",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=(
        "remind me to call Alex",
        "remind me to water the plants tomorrow at 9",
        "remind me every day at 8 to take the pills",
    ),
    describe=_reminded,
    ahead=_reminder_ahead,
    timeout=40.0,
)
async def reminder(
    given: NewReminder,
    *,
    todos: ToDos,
    clock: Clock,
    reminders: Reminders | None = None,
    rings: bool = True,
) -> Result:
    due, rule = _when(given, clock)
    draft = Draft(given.title, given.notes, due, rule)
    if due is None or reminders is None:
        return await made(draft, todos, clock)
    # what Pace rings, no program of the desktop rings as well
    ours = rings or not await todos.rings()
    result = await made(replace(draft, quiet=ours), todos, clock)
    if not ours or result.inverse is None:
        return result
    await reminders.add(str(result.inverse.call.arguments["uid"]))
    if rings:
        return result
    more = "It rings only while Pace is running; start it with `pace run`."
    return replace(result, spoken=f"{result.spoken} {more}")


def _first(repeat: str, due: datetime | date, now: datetime) -> tuple[datetime | date, str]:
    """The first time that is still to come, and the rule from there on. Raises Invalid."""
    rule, start = begun(repeat, due)
    if isinstance(start, datetime) and start <= now:
        later = rule.after(start, now)
        if later is not None:
            start = later[0]
    return start, rule.text(start)


def _past(due: datetime | date, now: datetime) -> bool:
    return due <= now if isinstance(due, datetime) else due < now.date()
