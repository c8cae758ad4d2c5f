"""Putting a to-do on a list, and looking whether it is there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from pace.core.call import Call
from pace.core.clock import Clock
from pace.core.result import Inverse, Result, contradicted, verified
from pace.desktop.services import Kept, ToDo, ToDos, Unsure
from pace.tools import when
from pace.tools.repeating import told
from pace.tools.todos_back import line, title
from pace.tools.unanswered import looked, unknown
from pace.tools.visible import first
from pace.tools.written import written, written_line


@dataclass(frozen=True, slots=True)
class Draft:
    """A to-do to be made."""

    title: str
    notes: str
    due: datetime | date | None = None
    rule: str = ""
    list_name: str = ""
    quiet: bool = False


async def made(draft: Draft, todos: ToDos, clock: Clock) -> Result:
    """Put it on the list and look whether it is there."""
    name, due = written_line(draft.title, 10_000) or "untitled", draft.due
    answered = True
    try:
        created = await todos.create(
            name, notes=written(draft.notes, 100_000), due=due, list_name=draft.list_name,
            rule=draft.rule, quiet=draft.quiet,
        )  # fmt: skip
        uid = created.uid
    except Unsure as problem:
        uid, answered = problem.uid, False

    async def look() -> tuple[ToDo | None, Kept | None]:
        return await todos.find(uid), await todos.kept(uid)

    seen = await looked(look, times=1 + answered)
    found, kept = seen or (None, None)
    if found is None or kept is None:
        if answered and seen is not None:
            return contradicted(
                f"I made “{first(name)}”, but it is not on your list.", "looked for"
            )
        like = line(ToDo(uid, name, due=due))
        inverse = Inverse(
            Call("remove_todo", {"uid": uid}),
            f"putting “{first(name)}” on your list",
            {"mark": "", "like": like},
        )
        return unknown(f"“{first(name)}” was written", inverse, "list")
    if found.title != name or not when.same(found.due, due):
        return contradicted(f"Your list has it as {line(found)}, not as you said.", "read back")
    today = clock.now().date()
    at = f", due {when.due(due, today)}" if due is not None else ""
    if draft.rule and due is not None:
        if not found.repeats:
            return contradicted(f"Your list has “{title(found)}” once.", "read back")
        at = f": {told(draft.rule, due, today)}, first {when.due(due, today)}"
    inverse = Inverse(
        Call("remove_todo", {"uid": uid}),
        f"putting “{title(found)}” on your list",
        {"mark": kept.mark},
    )
    where = f" “{first(found.list_name)}”" if found.list_name else ""
    return verified(
        f"I put “{title(found)}” on your list{where}{at}.",
        f"found again on the list as {line(found)}",
        inverse=inverse,
    )
