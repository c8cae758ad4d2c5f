"""Things to do and reminders: put one on the list, say what is open, mark one done."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.clock import Clock
from pace.core.result import Evidence, Inverse, Result, Status, contradicted, failed, verified
from pace.desktop.services import Kept, ToDo, ToDos
from pace.tools import when
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.picking import picked
from pace.tools.visible import first, plain
from pace.tools.written import written, written_line

#: Things that are read out at once.
MOST = 12
#: A larger one cannot be kept for undo.
MOST_KEPT = 200_000

_ACTIONS = Synonyms({
    "read": "list", "show": "list", "open": "list", "done": "complete", "check_off": "complete",
    "finish": "complete", "mark_done": "complete", "delete": "remove",
})  # fmt: skip


class NewReminder(Arguments):
    title: Text = argument("title", "text", "name", about="of what", example="call Alex")
    due: str = argument(
        "due", "time", "when", "date", "at", "start", default="",
        about="when: 2026-12-01 15:00, or a day; empty: just the list",
    )  # fmt: skip
    notes: str = argument("notes", "body", "description", default="", about="more about it")


def _reminded(given: Mapping[str, Any]) -> str:
    at = f", {first(given['due'])}" if given.get("due") else ""
    return f"Remind you of “{first(given.get('title') or '')}”{at}"


@tool(
    "reminder",
    spellings=("Reminders.add", "reminder.add"),
    summary="Put a reminder on your list, with a time if you like",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("remind me to call Alex", "remind me to water the plants tomorrow at 9"),
    describe=_reminded,
    timeout=40.0,
)
async def reminder(given: NewReminder, *, todos: ToDos, clock: Clock) -> Result:
    zone = clock.now().tzinfo
    assert zone is not None
    due = when.read(given.due, zone) if given.due.strip() else None
    if isinstance(due, datetime) and due <= clock.now():
        return failed(
            f"{when.due(due, clock.now().date())} is past, so I made no reminder; say when else.",
            kind="invalid",
        )
    return await _made(given.title, given.notes, due, todos, clock)


class NewThing(Arguments):
    title: Text = argument("title", "text", "name", about="what to do", example="buy milk")
    notes: str = argument("notes", "body", "description", default="", about="more about it")


@tool(
    "things",
    aliases=("things_todo",),
    spellings=("Things.create", "things.add"),
    summary="Put something on your to-do list",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("add milk to my to-dos", "put fix the bike on my to-do list"),
    describe=lambda given: f"Put “{first(given.get('title') or '')}” on your to-do list",
    timeout=40.0,
)
async def things(given: NewThing, *, todos: ToDos, clock: Clock) -> Result:
    return await _made(given.title, given.notes, None, todos, clock)


async def _made(
    title: str, notes: str, due: datetime | date | None, todos: ToDos, clock: Clock
) -> Result:
    title = written_line(title, 10_000) or "untitled"
    made = await todos.create(title, notes=written(notes, 100_000), due=due)
    found, kept = await todos.find(made.uid), await todos.kept(made.uid)
    if found is None or kept is None:
        return contradicted(f"I made “{first(title)}”, but it is not on your list.", "looked for")
    if (found.title, found.due) != (title, due):
        return contradicted(f"Your list has it as {_line(found)}, not as you said.", "read back")
    at = f", due {when.due(due, clock.now().date())}" if due is not None else ""
    inverse = Inverse(
        Call("remove_todo", {"uid": made.uid}),
        f"“{_title(found)}” on the list",
        {"mark": kept.mark},
    )
    where = f" “{first(found.list_name)}”" if found.list_name else ""
    return verified(
        f"I put “{_title(found)}” on your list{where}{at}.",
        f"found again on the list as {_line(found)}",
        inverse=inverse,
    )


class WhatToDo(Arguments):
    action: Annotated[Literal["list", "complete", "remove"], _ACTIONS] = argument(
        "action", default="list", about="list, complete or remove"
    )
    title: str = argument("title", "name", "text", default="", about="which one; for list: none")


def _reads(given: Mapping[str, Any]) -> bool:
    said = str(given.get("action") or "list").strip().lower().replace(" ", "_").replace("-", "_")
    return _ACTIONS.of.get(said, said) == "list"


def _done_to(given: Mapping[str, Any]) -> str:
    if _reads(given):
        return "Read your to-do list"
    action = str(given.get("action"))
    verb = "Take" if _ACTIONS.of.get(action, action) == "remove" else "Mark"
    end = "off your list" if verb == "Take" else "as done"
    return f"{verb} “{first(given.get('title') or '')}” {end}"


@tool(
    "todos",
    aliases=("to_dos", "todo_list"),
    spellings=("Todos.list", "Todos.complete", "Todos.remove"),
    summary="Say what is on your to-do list, or mark something done",
    risk=Risk.MUTATION,
    effect=Effect.BOTH,
    reads=_reads,
    reversible=True,
    asks=Asks.PREFERENCE,
    asks_when=lambda given: str(given.get("action", "")).strip().lower() in ("remove", "delete"),
    muted=False,
    examples=("what is on my to-do list", "mark milk as done"),
    describe=_done_to,
    timeout=60.0,
)
async def todos_(
    given: WhatToDo, *, todos: ToDos, clock: Clock, choose: Choose | None = None
) -> Result:
    open_ones = list(await todos.open_ones())
    if given.action == "list":
        return _listed(open_ones, clock.now().date())
    if not given.title.strip():
        return failed("Say which one; nothing was changed.", kind="invalid")
    todo = await picked(
        given.title, open_ones, lambda each: each.title, _line, "on your list", choose
    )
    before = await todos.kept(todo.uid)
    if before is None:
        return failed(f"“{_title(todo)}” is no longer on your list.", kind="gone")
    if given.action == "remove":
        return await _removed(todo, before, todos)
    return await _completed(todo, before, todos)


def _listed(open_ones: list[ToDo], today: date) -> Result:
    count = len(open_ones)
    seen = f"{count} read"
    if not open_ones:
        return Result(Status.OK, "Nothing is on your list.", "", Evidence.VERIFIED, seen)
    parts = [_with_due(todo, today) for todo in open_ones[:MOST]]
    left = f", the first {MOST} of them" if count > MOST else ""
    things = "thing is" if count == 1 else "things are"
    spoken = f"{count} {things} on your list{left}: {'; '.join(parts)}."
    observation = "\n".join(_line(todo) for todo in open_ones[:MOST])
    return Result(Status.OK, spoken, observation, Evidence.VERIFIED, seen)


def _with_due(todo: ToDo, today: date) -> str:
    due = todo.due
    if due is None:
        return _title(todo)
    on = when.day(due.date() if isinstance(due, datetime) else due, today)
    at = f" at {when.clock(due)}" if isinstance(due, datetime) else ""
    return f"{_title(todo)}, due {on}{at}"


async def _completed(todo: ToDo, before: Kept, todos: ToDos) -> Result:
    await todos.complete(todo.uid)
    found, after = await todos.find(todo.uid), await todos.kept(todo.uid)
    if found is not None and not found.done:
        return contradicted(f"“{_title(todo)}” is still open on your list.", "read back")
    inverse = None
    if after is not None and len(before.text) <= MOST_KEPT:
        inverse = _back(before, f"marking “{_title(todo)}” done", after.mark)
    return verified(f"“{_title(todo)}” is done.", "read back as completed", inverse=inverse)


async def _removed(todo: ToDo, before: Kept, todos: ToDos) -> Result:
    if await todos.delete(todo.uid, before.mark) is None:
        return failed(f"“{_title(todo)}” changed just now, so I left it; say that again.")
    if await todos.find(todo.uid) is not None:
        return contradicted(f"“{_title(todo)}” is still on your list.", "looked for by uid")
    inverse = None
    if len(before.text) <= MOST_KEPT:
        inverse = _back(before, f"taking “{_title(todo)}” off the list", "")
    return verified(
        f"I took “{_title(todo)}” off your list.", "no longer found by uid", inverse=inverse
    )


def _back(kept: Kept, summary: str, mark: str) -> Inverse:
    arguments = {"uid": kept.uid, "calendar": kept.calendar, "text": kept.text}
    return Inverse(Call("put_todo_back", arguments), summary, {"mark": mark})


def _title(todo: ToDo) -> str:
    return first(plain(written_line(todo.title, 300), 200)) or "untitled"


def _line(todo: ToDo) -> str:
    """One to-do for a planner or a question."""
    if todo.due is None:
        return _title(todo)
    at = f"{todo.due:%Y-%m-%d %H:%M}" if isinstance(todo.due, datetime) else str(todo.due)
    return f"{_title(todo)}, due {at}"


class MadeToDo(Arguments):
    uid: str
    mark: str


@tool(
    "remove_todo",
    summary="Take away a to-do that was made, if nothing was changed in it",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def remove_todo(given: MadeToDo, *, todos: ToDos) -> Result:
    todo = await todos.find(given.uid)
    if todo is None:
        return failed("That is already off your list.", kind="no longer applies")
    if await todos.delete(given.uid, given.mark) is None:
        return failed(f"I kept “{_title(todo)}”, because it was changed.", kind="no longer applies")
    if await todos.find(given.uid) is not None:
        return contradicted(f"“{_title(todo)}” is still on your list.", "looked for by uid")
    return verified(f"“{_title(todo)}” is off your list.", "no longer found by uid")


class KeptToDo(Arguments):
    uid: str
    calendar: str
    text: str
    mark: str


@tool(
    "put_todo_back",
    summary="Put a to-do back as it was, if nothing else changed it",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def put_todo_back(given: KeptToDo, *, todos: ToDos) -> Result:
    if not await todos.put_back(Kept(given.uid, given.calendar, given.text, ""), given.mark):
        return failed(
            "I left it as it is: it was changed, or its list is gone.", kind="no longer applies"
        )
    todo = await todos.find(given.uid)
    if todo is None or todo.done:
        return contradicted("I put it back, but it is not open on your list.", "read back")
    return verified(f"“{_title(todo)}” is open on your list again.", "read back as open")
