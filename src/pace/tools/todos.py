"""Things to do: put one on the list, say what is open, mark one done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.clock import Clock
from pace.core.error import TimedOut
from pace.core.result import Evidence, Inverse, Result, Status, contradicted, failed, verified
from pace.core.tool import Ahead
from pace.desktop.people import folded
from pace.desktop.services import Kept, ToDo, ToDos
from pace.tools import when
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.files import called
from pace.tools.lists import list_named
from pace.tools.picking import picked
from pace.tools.todos_back import line, title, told_of
from pace.tools.todos_making import Draft, made
from pace.tools.unanswered import looked, unknown
from pace.tools.visible import first

if TYPE_CHECKING:
    pass

#: Things that are read out at once.
MOST = 12
#: A larger one cannot be kept for undo.
MOST_KEPT = 200_000

_ACTIONS = Synonyms({
    "read": "list", "show": "list", "open": "list", "done": "complete", "check_off": "complete",
    "finish": "complete", "mark_done": "complete", "delete": "remove",
})  # fmt: skip


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
    return await made(Draft(given.title, given.notes, list_name=where), todos, clock)


class WhatToDo(Arguments):
    action: Annotated[Literal["list", "complete", "remove"], _ACTIONS] = argument(
        "action", default="list", about="list, complete or remove"
    )
    title: str = argument("title", "name", "text", default="", about="which one; for list: none")
    list: str = argument(
        "list", "listName", "list_name", default="", about="on which list; empty: on all of them"
    )
    uid: str = argument("uid", default="", about="its id, where that is known")


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


async def _open(given: WhatToDo, todos: ToDos, choose: Choose | None) -> tuple[list[ToDo], str]:
    """What is open on the list that is meant, and how that is called."""
    open_ones = [*await todos.open_ones()]
    if not given.list.strip():
        return open_ones, "your list"
    name = await list_named(given.list, todos, choose)
    return [todo for todo in open_ones if todo.list_name == name], f"your list “{first(name)}”"


async def _meant(
    given: WhatToDo,
    open_ones: Sequence[ToDo],
    today: date,
    choose: Choose | None,
    *,
    sure: bool,
) -> ToDo:
    """The one that is meant; one that is called otherwise is confirmed, unless that is `sure` to be
    asked with its whole title. Raises Gone."""
    among = [todo for todo in open_ones if not given.uid or todo.uid == given.uid]
    return await picked(
        given.title, among, lambda each: each.title, lambda each: told_of(each, today),
        "on your list", choose, asked_anyway=sure,
    )  # fmt: skip


async def _ahead(call: Call, given: WhatToDo, ports: Mapping[str, object]) -> Ahead | Result:
    """What will be taken off, before anybody is asked. Raises what the list raises, and Gone."""
    if given.action != "remove" or not given.title.strip():
        return Ahead()
    todos: Any = ports["todos"]
    clock: Any = ports["clock"]
    choose: Any = ports.get("choose")
    today = clock.now().date()
    open_ones, _ = await _open(given, todos, choose)
    todo = await _meant(given, open_ones, today, choose, sure=True)
    several = sum(folded(each.title) == folded(todo.title) for each in open_ones) > 1
    chosen = {"title": todo.title} if several else {}
    return Ahead(f"Take {told_of(todo, today)}, off your list", {"uid": todo.uid, **chosen})


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
    ahead=_ahead,
    timeout=60.0,
)
async def todos_(
    given: WhatToDo,
    *,
    todos: ToDos,
    clock: Clock,
    choose: Choose | None = None,
    asked: bool = False,
) -> Result:
    open_ones, place = await _open(given, todos, choose)
    if given.action == "list":
        return _listed(open_ones, clock.now().date(), place)
    if not given.title.strip():
        return failed("Say which one; nothing was changed.", kind="invalid")
    todo = await _meant(given, open_ones, clock.now().date(), choose, sure=asked)
    before = await todos.kept(todo.uid)
    if before is None:
        return failed(f"“{title(todo)}” is no longer on your list.", kind="gone")
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
    observation = "\n".join(line(todo) for todo in open_ones[:MOST])
    return Result(Status.OK, spoken, observation, Evidence.VERIFIED, seen)


def _with_due(todo: ToDo, today: date) -> str:
    due = todo.due
    if due is None:
        return called(title(todo))
    on = when.day(due.date() if isinstance(due, datetime) else due, today)
    at = f" at {when.clock(due)}" if isinstance(due, datetime) else ""
    return f"{called(title(todo))}, due {on}{at}"


async def _completed(todo: ToDo, before: Kept, todos: ToDos, today: date) -> Result:
    try:
        await todos.complete(todo.uid)
    except TimedOut:
        return unknown(f"“{title(todo)}” was marked done", None, "list")
    found, after = await todos.find(todo.uid), await todos.kept(todo.uid)
    again = found is not None and todo.repeats and not found.done and found.due != todo.due
    if found is not None and not found.done and not again:
        return contradicted(f"“{title(todo)}” is still open on your list.", "read back")
    inverse = None
    if after is not None and len(before.text) <= MOST_KEPT:
        inverse = _back(before, f"marking “{title(todo)}” done", after.mark)
    if again and found is not None and found.due is not None:
        at = when.due(found.due, today)
        return verified(
            f"“{title(todo)}” is done for now; it is due again {at}.",
            f"read back as due {found.due}",
            inverse=inverse,
        )
    return verified(f"“{title(todo)}” is done.", "read back as completed", inverse=inverse)


async def _removed(todo: ToDo, before: Kept, todos: ToDos) -> Result:
    inverse = None
    if len(before.text) <= MOST_KEPT:
        inverse = _back(before, f"taking “{title(todo)}” off your list", "")
    try:
        taken = await todos.delete(todo.uid, before.mark)
    except TimedOut:
        return unknown(f"“{title(todo)}” was taken off", inverse, "list")
    if taken is None:
        return failed(f"“{title(todo)}” changed just now, so I left it; say that again.")
    if await looked(lambda: todos.find(todo.uid)) is not None:
        return contradicted(f"“{title(todo)}” is still on your list.", "looked for by uid")
    return verified(
        f"I took “{title(todo)}” off your list.", "no longer found by uid", inverse=inverse
    )


def _back(kept: Kept, summary: str, mark: str) -> Inverse:
    arguments = {"uid": kept.uid, "calendar": kept.calendar, "text": kept.text}
    return Inverse(Call("put_todo_back", arguments), summary, {"mark": mark})
