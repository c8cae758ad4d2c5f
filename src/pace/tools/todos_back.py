"""A to-do in words, and the tools that take back what was done to one."""

from __future__ import annotations

from datetime import date, datetime

from pace.core.call import Risk
from pace.core.result import Result, contradicted, failed, verified
from pace.desktop.services import Kept, ToDo, ToDos
from pace.tools import when
from pace.tools.declare import Arguments, tool
from pace.tools.visible import first, plain
from pace.tools.written import written_line


def title(todo: ToDo) -> str:
    return first(plain(written_line(todo.title, 300), 200)) or "untitled"


def line(todo: ToDo) -> str:
    """One to-do for a planner."""
    if todo.due is None:
        return title(todo)
    at = f"{todo.due:%Y-%m-%d %H:%M}" if isinstance(todo.due, datetime) else str(todo.due)
    return f"{title(todo)}, due {at}"


def told_of(todo: ToDo, today: date) -> str:
    """One to-do for a person who is to recognise it: title, due, which list."""
    due = f", due {when.due(todo.due, today)}" if todo.due is not None else ", without a day"
    on = f", on “{first(todo.list_name)}”" if todo.list_name else ""
    return f"“{title(todo)}”{due}{on}"


class MadeToDo(Arguments):
    uid: str
    mark: str
    like: str = ""


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
        return failed("That is not on your list.", kind="no longer applies")
    mark = given.mark
    if not mark and line(todo) == given.like:  # nobody saw it when it was made
        kept = await todos.kept(given.uid)
        mark = kept.mark if kept is not None else ""
    if not mark or await todos.delete(given.uid, mark) is None:
        return failed(f"I kept “{title(todo)}”, because it was changed.", kind="no longer applies")
    if await todos.find(given.uid) is not None:
        return contradicted(f"“{title(todo)}” is still on your list.", "looked for by uid")
    return verified(f"“{title(todo)}” is off your list.", "no longer found by uid")


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
    return verified(f"“{title(todo)}” is open on your list again.", "read back as open")
