"""Rings the reminders Pace made when they are due, once each.

What it rings is open on the person's list at that moment: one that is done or gone is silent. What
came due while Pace was not running is told at the next start, in one sentence. The list may be
slow or away: it is waited for only so long, and asked again.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

import anyio

from pace.core.clock import Clock
from pace.core.error import Invalid, PaceError
from pace.core.repeating import rule_of
from pace.desktop.services import ToDo, ToDos
from pace.store.reminders import Reminders, Ringing

log = logging.getLogger(__name__)

#: Between looks while one is due within a day, and otherwise, in seconds: other programs may
#: change the list.
POLL, POLL_FAR = 60.0, 900.0
#: Between looks at the clock, so that sleep and clock changes are noticed, in seconds.
CLOCK_EVERY = 20.0
ANSWER_SECONDS = 30.0
#: Where one for a whole day rings.
MORNING = time(9)
#: Later than this it is told as one that came due before.
LATE = timedelta(seconds=90)
#: How many are named in one sentence.
NAMED = 5
#: The longest title that is said.
LONGEST = 80


@dataclass(frozen=True, slots=True)
class Due:
    """One that is due, and since when."""

    title: str
    at: datetime


class Reminding:
    """`ring` is given a title for the notification and the sentence to say; the list is waited for
    `within` seconds."""

    def __init__(
        self,
        todos: ToDos | None,
        reminders: Reminders,
        clock: Clock,
        ring: Callable[[str, str], Awaitable[None]],
        within: float = ANSWER_SECONDS,
    ) -> None:
        self._todos = todos
        self._reminders = reminders
        self._clock = clock
        self._ring = ring
        self._within = within
        self._changed = anyio.Event()
        self._next: datetime | None = None

    def wake(self) -> None:
        """Look again: a turn may have changed the list."""
        self._changed.set()

    async def run(self) -> None:
        """Ring until cancelled."""
        while self._todos is not None:
            self._changed = anyio.Event()
            wait = POLL
            try:
                wait = await self._look(self._todos)
            except TimeoutError:
                log.info("the list of reminders does not answer; I ask again")
            except PaceError as problem:
                log.info("reminders cannot be read: %s", problem)
            await self._until(self._clock.now() + timedelta(seconds=wait))

    async def _until(self, moment: datetime) -> None:
        """Wait for the moment or for `wake`."""
        while not self._changed.is_set():
            left = (moment - self._clock.now()).total_seconds()
            if left <= 0:
                return
            with anyio.move_on_after(min(left, CLOCK_EVERY)):
                await self._changed.wait()

    async def _look(self, todos: ToDos) -> float:
        """Ring what is due; the seconds until the next look."""
        known = await self._reminders.all()
        if not known:
            return POLL_FAR  # nothing of ours: the list is left alone
        with anyio.fail_after(self._within):
            open_ones = {todo.uid: todo for todo in await todos.open_ones()}
        now = self._clock.now()
        due: list[Due] = []
        ahead: list[datetime] = []
        for one in known:
            todo = open_ones.get(one.uid)
            if todo is None or todo.due is None:
                continue
            last, coming = times(todo, one, now)
            if last is not None and await self._taken(one, last):
                due.append(Due(todo.title, last))
            if coming is not None:
                ahead.append(coming)
        if due:
            await self._ring("Reminder" if len(due) == 1 else "Reminders", ring_words(due, now))
        await self._reminders.forget([one for one in known if one.uid not in open_ones])
        if not ahead:
            return POLL_FAR
        left = max(0.0, (min(ahead) - now).total_seconds())
        return min(left, POLL if left < timedelta(days=1).total_seconds() else POLL_FAR)

    async def _taken(self, one: Ringing, due: datetime) -> bool:
        """Whether it is this look that rings it; what cannot be noted rings at another."""
        try:
            return await self._reminders.take(one, due)
        except PaceError as problem:
            log.warning("a reminder cannot be noted as rung: %s", problem)
            return False


def times(todo: ToDo, known: Ringing, now: datetime) -> tuple[datetime | None, datetime | None]:
    """The time for which it has to ring now, if any, and the next one. Of a repeating one that
    was missed more than once only the last time rings, and none from before it was made."""
    assert todo.due is not None
    start = _moment(todo.due, now)
    last: datetime | None = start if start <= now else None
    coming: datetime | None = start if start > now else None
    if todo.rule and last is not None:
        try:
            rule = rule_of(todo.rule)
        except Invalid:
            rule = None  # made in another program: it rings for the first time alone
        if rule is not None:
            latest, after = rule.latest(start, now), rule.after(start, now)
            last = latest if isinstance(latest, datetime) else last
            coming = after[0] if after is not None and isinstance(after[0], datetime) else None
    if last is not None and known.rung is not None and last <= known.rung:
        last = None
    return last, coming


def _moment(due: datetime | date, now: datetime) -> datetime:
    if isinstance(due, datetime):
        return due if due.tzinfo is not None else due.replace(tzinfo=now.tzinfo)
    return datetime.combine(due, MORNING, now.tzinfo)


def ring_words(due: Sequence[Due], now: datetime) -> str:
    """What is said: one sentence, whatever the number."""
    ordered = sorted(due, key=lambda one: one.at)
    if len(ordered) == 1:
        [one] = ordered
        when = "" if now - one.at <= LATE else f", due {_when(one.at, now)}"
        return f"Reminder: {_title(one)}{when}."
    parts = [
        f"{_title(one)}{'' if now - one.at <= LATE else f' ({_when(one.at, now)})'}"
        for one in ordered[:NAMED]
    ]
    more = len(ordered) - NAMED
    if more > 0:
        parts.append(f"{more} more on your list")
    return f"{len(ordered)} reminders are due: {', '.join(parts[:-1])} and {parts[-1]}."


def _title(one: Due) -> str:
    """The title in one line, as it may come from anywhere."""
    text = " ".join("".join(c if c.isprintable() else " " for c in one.title).split())
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"
    return shown.rstrip(".") or "untitled"


def _when(at: datetime, now: datetime) -> str:
    at = at.astimezone(now.tzinfo)
    days = (now.date() - at.date()).days
    clock = f"{at.hour}:{at.minute:02}"
    if days == 0:
        return f"at {clock}"
    return f"yesterday at {clock}" if days == 1 else f"on {at.day} {at:%B} at {clock}"
