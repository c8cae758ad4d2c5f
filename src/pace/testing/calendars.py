"""Calendars and lists in memory. One that is `broken` raises Unavailable."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta

from pace.core.error import Gone, Invalid, Refused, Unavailable
from pace.desktop.people import folded
from pace.desktop.services import CalendarEvent, EventDraft, Kept, ToDo

#: Occurrences of a rule that are looked at.
_MOST = 1000
_STEPS = {"FREQ=DAILY": timedelta(days=1), "FREQ=WEEKLY": timedelta(days=7)}


@dataclass
class FakeCalendars:
    """Holds what it is given; of rules it knows FREQ=DAILY and FREQ=WEEKLY alone."""

    calendars: list[str] = field(default_factory=lambda: ["Personal", "Work"])
    events: dict[str, CalendarEvent] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    taken: dict[str, tuple[CalendarEvent, str]] = field(default_factory=dict)
    broken: bool = False
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("The calendar does not answer, so nothing was read or made.")

    async def names(self) -> Sequence[str]:
        self._check()
        return tuple(self.calendars)

    async def between(self, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        self._check()
        found = [
            one
            for event in self.events.values()
            for one in self._repeated(event)
            if _moment(one.start) < end
            and (_moment(one.end) > start or one.start == one.end == start)
        ]
        return sorted(found, key=lambda event: (_moment(event.start), event.title))

    def _repeated(self, event: CalendarEvent) -> Iterator[CalendarEvent]:
        step = _STEPS.get(self.rules.get(event.uid, ""))
        if step is None:
            yield event
            return
        for number in range(_MOST):
            yield replace(event, start=event.start + step * number, end=event.end + step * number)

    async def create(self, draft: EventDraft, calendar: str = "") -> CalendarEvent:
        self._check()
        if not self.calendars:
            raise Refused("There is no calendar I may write to; nothing was made.")
        if draft.rrule and draft.rrule not in _STEPS:
            raise Invalid("I cannot read that rule; nothing was made.")
        named = [one for one in self.calendars if folded(one) == folded(calendar)]
        uid = f"event-{next(self._numbers)}"
        event = CalendarEvent(
            uid, draft.title, draft.start, draft.end, draft.notes, draft.location,
            (named or self.calendars)[0], bool(draft.rrule),
        )  # fmt: skip
        self.events[uid] = event
        self.rules[uid] = draft.rrule
        return event

    async def find(self, uid: str) -> CalendarEvent | None:
        self._check()
        return self.events.get(uid)

    async def kept(self, uid: str) -> Kept | None:
        event = await self.find(uid)
        return None if event is None else Kept(uid, event.calendar, uid, _mark(event))

    async def delete(self, uid: str, mark: str) -> Kept | None:
        kept = await self.kept(uid)
        if kept is None or kept.mark != mark:
            return None
        self.taken[uid] = (self.events.pop(uid), self.rules.pop(uid, ""))
        return kept

    async def put_back(self, kept: Kept) -> bool:
        self._check()
        if kept.uid in self.events or kept.text not in self.taken:
            return False
        self.events[kept.uid], self.rules[kept.uid] = self.taken[kept.text]
        return True


@dataclass
class FakeToDos:
    """Holds what it is given."""

    names: list[str] = field(default_factory=lambda: ["Tasks"])
    todos: dict[str, ToDo] = field(default_factory=dict)
    versions: dict[str, ToDo] = field(default_factory=dict)
    broken: bool = False
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("The list does not answer, so nothing was read or made.")

    async def lists(self) -> Sequence[str]:
        self._check()
        return tuple(self.names)

    async def open_ones(self) -> Sequence[ToDo]:
        self._check()
        never = datetime.max.replace(tzinfo=UTC)
        return sorted(
            (todo for todo in self.todos.values() if not todo.done),
            key=lambda t: (never if t.due is None else _moment(t.due), t.title),
        )

    async def create(
        self,
        title: str,
        *,
        notes: str = "",
        due: datetime | date | None = None,
        list_name: str = "",
    ) -> ToDo:
        self._check()
        if not self.names:
            raise Refused("There is no list I may write to; nothing was made.")
        named = [one for one in self.names if folded(one) == folded(list_name)]
        uid = f"todo-{next(self._numbers)}"
        todo = ToDo(uid, title, notes, due, list_name=(named or self.names)[0])
        self.todos[uid] = todo
        return todo

    async def find(self, uid: str) -> ToDo | None:
        self._check()
        return self.todos.get(uid)

    async def complete(self, uid: str) -> ToDo:
        todo = await self.find(uid)
        if todo is None:
            raise Gone("That is no longer on your list.")
        if todo.repeats:
            raise Refused("That one repeats, so I left it.")
        self.todos[uid] = replace(todo, done=True)
        return self.todos[uid]

    async def kept(self, uid: str) -> Kept | None:
        todo = await self.find(uid)
        if todo is None:
            return None
        text = repr(todo)
        self.versions[text] = todo
        return Kept(uid, todo.list_name, text, text)

    async def delete(self, uid: str, mark: str) -> Kept | None:
        kept = await self.kept(uid)
        if kept is None or kept.mark != mark:
            return None
        del self.todos[uid]
        return kept

    async def put_back(self, kept: Kept, mark: str = "") -> bool:
        now = await self.kept(kept.uid)
        if (now.mark if now is not None else "") != mark or kept.text not in self.versions:
            return False
        self.todos[kept.uid] = self.versions[kept.text]
        return True


def _moment(value: datetime | date) -> datetime:
    if not isinstance(value, datetime):
        return datetime.combine(value, time.min, UTC)
    return value if value.tzinfo is not None else value.replace(tzinfo=UTC)


def _mark(event: CalendarEvent) -> str:
    return repr(event)
