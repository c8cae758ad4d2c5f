"""Calendars and lists in memory. One that is `broken` raises Unavailable. One that is
`silent` does what is written next without an answer and is `hung` from then on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta

from pace.core.clock import Clock, SystemClock
from pace.core.error import Gone, Invalid, Refused, TimedOut, Unavailable
from pace.core.repeating import rule_of
from pace.desktop.people import folded
from pace.desktop.services import CalendarEvent, EventDraft, Kept, ToDo, Unsure

#: Occurrences of a rule that are looked at.
_MOST = 1000


@dataclass
class FakeCalendars:
    """Holds what it is given."""

    calendars: list[str] = field(default_factory=lambda: ["Personal", "Work"])
    events: dict[str, CalendarEvent] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    taken: dict[str, tuple[CalendarEvent, str]] = field(default_factory=dict)
    broken: bool = False
    silent: bool = False
    hung: bool = False
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("The calendar does not answer, so nothing was read or made.")
        if self.hung:
            raise TimedOut("The calendar did not answer in time.")

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
        rule = self.rules.get(event.uid, "")
        if not rule:
            yield event
            return
        for start in itertools.islice(rule_of(rule).occurrences(event.start), _MOST):
            yield replace(event, start=start, end=start + _length(event))

    async def create(self, draft: EventDraft, calendar: str = "") -> CalendarEvent:
        self._check()
        if not self.calendars:
            raise Refused("There is no calendar I may write to; nothing was made.")
        if draft.rrule:
            rule_of(draft.rrule)
        named = [one for one in self.calendars if folded(one) == folded(calendar)]
        uid = f"event-{next(self._numbers)}"
        event = CalendarEvent(
            uid, draft.title, draft.start, draft.end, draft.notes, draft.location,
            (named or self.calendars)[0], bool(draft.rrule),
        )  # fmt: skip
        self.events[uid] = event
        self.rules[uid] = draft.rrule
        if self.silent:
            self.hung = True
            raise Unsure("The calendar did not answer in time.", uid)
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
        if self.silent:
            self.hung = True
            raise TimedOut("The calendar did not answer in time.")
        return kept

    async def put_back(self, kept: Kept) -> bool:
        self._check()
        if kept.uid in self.events or kept.text not in self.taken:
            return False
        self.events[kept.uid], self.rules[kept.uid] = self.taken[kept.text]
        return True


@dataclass
class FakeToDos:
    """Holds what it is given; `alarms` are those that have one. `desktop_rings` and
    `alarm_program` say that a program of the desktop may ring them, and that it runs."""

    names: list[str] = field(default_factory=lambda: ["Tasks"])
    todos: dict[str, ToDo] = field(default_factory=dict)
    versions: dict[str, ToDo] = field(default_factory=dict)
    alarms: set[str] = field(default_factory=set)
    clock: Clock = field(default_factory=SystemClock)
    desktop_rings: bool = False
    alarm_program: bool = False
    broken: bool = False
    silent: bool = False
    hung: bool = False
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("The list does not answer, so nothing was read or made.")
        if self.hung:
            raise TimedOut("The list did not answer in time.")

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
        rule: str = "",
        quiet: bool = False,
    ) -> ToDo:
        self._check()
        if not self.names:
            raise Refused("There is no list I may write to; nothing was made.")
        named = [one for one in self.names if folded(one) == folded(list_name)]
        uid = f"todo-{next(self._numbers)}"
        todo = ToDo(
            uid, title, notes, due, list_name=(named or self.names)[0],
            repeats=bool(rule), rule=rule_of(rule).text(due) if rule else "",
        )  # fmt: skip
        if due is not None and not (quiet and self.desktop_rings):
            self.alarms.add(uid)
        self.todos[uid] = todo
        if self.silent:
            self.hung = True
            raise Unsure("The list did not answer in time.", uid)
        return todo

    async def find(self, uid: str) -> ToDo | None:
        self._check()
        return self.todos.get(uid)

    async def complete(self, uid: str) -> ToDo:
        todo = await self.find(uid)
        if todo is None:
            raise Gone("That is no longer on your list.")
        self.todos[uid] = self._next(todo) if todo.repeats else replace(todo, done=True)
        return self.todos[uid]

    def _next(self, todo: ToDo) -> ToDo:
        now = self.clock.now()
        try:
            rule = rule_of(todo.rule)
        except Invalid:
            raise Refused("That one repeats in a way I cannot follow, so I left it.") from None
        assert todo.due is not None
        timed = isinstance(todo.due, datetime)
        found = rule.after(todo.due, max(todo.due, now if timed else now.date()))
        if found is None:
            return replace(todo, done=True)
        return replace(todo, due=found[0], rule=rule.less(found[1]).text(found[0]))

    async def rings(self) -> bool:
        self._check()
        return self.desktop_rings and self.alarm_program

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
        if self.silent:
            self.hung = True
            raise TimedOut("The list did not answer in time.")
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


def _length(event: CalendarEvent) -> timedelta:
    if isinstance(event.start, datetime) and isinstance(event.end, datetime):
        return event.end - event.start
    return timedelta(days=(_moment(event.end) - _moment(event.start)).days)


def _mark(event: CalendarEvent) -> str:
    return repr(event)
