"""Things to do and reminders: put one on the list, say what is open, mark one done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.clock import Clock
from pace.core.result import Evidence, Inverse, Result, Status, contradicted, failed, verified
from pace.desktop.services import Kept, ToDo, ToDos
from pace.tools import when
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.lists import list_named
from pace.tools.picking import picked
from pace.tools.repeating import begun, repeats_in_words, told
from pace.tools.visible import first, plain
from pace.tools.written import written, written_line

if TYPE_CHECKING:
    from pace.store.reminders import Reminders

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
    repeat: str = argument(
        "repeat", "rrule", "recurrence", default="",
        about="how it repeats: FREQ=DAILY, with COUNT or UNTIL; empty: once",
    )  # fmt: skip


def _reminded(given: Mapping[str, Any]) -> str:
    at = f", {first(given['due'])}" if given.get("due") else ""
    if given.get("repeat"):
        at += f", {repeats_in_words(given['repeat'], given.get('due') or '')}"
    return f"Remind you of “{first(given.get('title') or '')}”{at}"


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
    zone = clock.now().tzinfo
    assert zone is not None
    due = when.read(given.due, zone) if given.due.strip() else None
    rule = ""
    if given.repeat.strip():
        if due is None:
            return failed("Say when it first is; I made no reminder.", kind="invalid")
        due, rule = _first(given.repeat, due, clock.now())
    if due is not None and _past(due, clock.now()):
        return failed(
            f"{when.due(due, clock.now().date())} is past, so I made no reminder; say when else.",
            kind="invalid",
        )
    draft = _Draft(given.title, given.notes, due, rule)
    if due is None or reminders is None:
        return await _made(draft, todos, clock)
    # what Pace rings, no program of the desktop rings as well
    ours = rings or not await todos.rings()
    result = await _made(replace(draft, quiet=ours), todos, clock)
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


class NewThing(Arguments):
    title: Text = argument("title", "text", "name", about="what to do", example="buy milk")
    notes: str = argument("notes", "body", "description", default="", about="more about it")
    list: str = argument(
        "list", "listName", "list_name", default="", about="which list; empty: the usual one"
    )


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
    describe=lambda given: (
        f"Put “{first(given.get('title') or '')}” on your "
        + (f"list “{first(given['list'])}”" if given.get("list") else "to-do list")
    ),
    timeout=60.0,
)
async def things(
    given: NewThing, *, todos: ToDos, clock: Clock, choose: Choose | None = None
) -> Result:
    where = await list_named(given.list, todos, choose) if given.list.strip() else ""
    return await _made(_Draft(given.title, given.notes, list_name=where), todos, clock)


@dataclass(frozen=True, slots=True)
class _Draft:
    title: str
    notes: str
    due: datetime | date | None = None
    rule: str = ""
    list_name: str = ""
    quiet: bool = False


async def _made(draft: _Draft, todos: ToDos, clock: Clock) -> Result:
    title, due = written_line(draft.title, 10_000) or "untitled", draft.due
    made = await todos.create(
        title, notes=written(draft.notes, 100_000), due=due, list_name=draft.list_name,
        rule=draft.rule, quiet=draft.quiet,
    )  # fmt: skip
    found, kept = await todos.find(made.uid), await todos.kept(made.uid)
    if found is None or kept is None:
        return contradicted(f"I made “{first(title)}”, but it is not on your list.", "looked for")
    if (found.title, found.due) != (title, due):
        return contradicted(f"Your list has it as {_line(found)}, not as you said.", "read back")
    today = clock.now().date()
    at = f", due {when.due(due, today)}" if due is not None else ""
    if draft.rule and due is not None:
        if not found.repeats:
            return contradicted(f"Your list has “{_title(found)}” once.", "read back")
        at = f": {told(draft.rule, due, today)}, first {when.due(due, today)}"
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
    list: str = argument(
        "list", "listName", "list_name", default="", about="on which list; empty: on all of them"
    )


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
    open_ones = [*await todos.open_ones()]
    place = "your list"
    if given.list.strip():
        name = await list_named(given.list, todos, choose)
        open_ones = [todo for todo in open_ones if todo.list_name == name]
        place = f"your list “{first(name)}”"
    if given.action == "list":
        return _listed(open_ones, clock.now().date(), place)
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
    return await _completed(todo, before, todos, clock.now().date())


def _listed(open_ones: Sequence[ToDo], today: date, place: str) -> Result:
    count = len(open_ones)
    seen = f"{count} read"
    if not open_ones:
        return Result(Status.OK, f"Nothing is on {place}.", "", Evidence.VERIFIED, seen)
    parts = [_with_due(todo, today) for todo in open_ones[:MOST]]
    left = f", the first {MOST} of them" if count > MOST else ""
    things = "thing is" if count == 1 else "things are"
    spoken = f"{count} {things} on {place}{left}: {'; '.join(parts)}."
    observation = "\n".join(_line(todo) for todo in open_ones[:MOST])
    return Result(Status.OK, spoken, observation, Evidence.VERIFIED, seen)


def _with_due(todo: ToDo, today: date) -> str:
    due = todo.due
    if due is None:
        return _title(todo)
    on = when.day(due.date() if isinstance(due, datetime) else due, today)
    at = f" at {when.clock(due)}" if isinstance(due, datetime) else ""
    return f"{_title(todo)}, due {on}{at}"


async def _completed(todo: ToDo, before: Kept, todos: ToDos, today: date) -> Result:
    await todos.complete(todo.uid)
    found, after = await todos.find(todo.uid), await todos.kept(todo.uid)
    again = found is not None and todo.repeats and not found.done and found.due != todo.due
    if found is not None and not found.done and not again:
        return contradicted(f"“{_title(todo)}” is still open on your list.", "read back")
    inverse = None
    if after is not None and len(before.text) <= MOST_KEPT:
        inverse = _back(before, f"marking “{_title(todo)}” done", after.mark)
    if again and found is not None and found.due is not None:
        at = when.due(found.due, today)
        return verified(
            f"“{_title(todo)}” is done for now; it is due again {at}.",
            f"read back as due {found.due}",
            inverse=inverse,
        )
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
