"""The two ports over any store: what is asked and made is the same wherever it is kept."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, tzinfo
from typing import TypeVar

import anyio
import anyio.to_thread

from pace.core.error import Gone, NotSaved, Refused, TimedOut
from pace.desktop.linux.calendars import ical
from pace.desktop.linux.calendars.expansion import Series
from pace.desktop.linux.calendars.moving import once_done_text
from pace.desktop.linux.calendars.shelf import Collection, Item, Kind, Store
from pace.desktop.linux.calendars.zones import local_zone, placed
from pace.desktop.people import folded
from pace.desktop.services import CalendarEvent, EventDraft, Kept, ToDo, Unsure

#: Objects whose reading is kept.
MOST_KEPT = 50_000

_T = TypeVar("_T")


class Shelf:
    """Reads and writes the objects of one kind, and keeps what was read until it changes."""

    def __init__(self, store: Store, kind: Kind) -> None:
        self._store = store
        self._kind = kind
        self._known: dict[tuple[str, str], tuple[str, tuple[Series, ...]]] = {}
        self._one = anyio.CapacityLimiter(1)

    @property
    def desktop_rings(self) -> bool:
        """Whether a program of the desktop may ring the alarms of what is here."""
        return self._store.desktop_rings

    async def rings(self) -> bool:
        """Whether it runs now."""
        return self._store.desktop_rings and await self._store.rings()

    async def writable(self) -> list[Collection]:
        return [each for each in await self._store.collections(self._kind) if each.writable]

    async def chosen(self, name: str, what: str) -> Collection:
        """The one of that name, whatever its case and accents; without a name the default one.
        Raises Invalid, Refused."""
        there = await self.writable()
        if not there:
            raise Refused(f"There is no {what} I may write to; nothing was made.")
        if not name.strip():
            return there[0]
        found = next((each for each in there if folded(each.name) == folded(name)), None)
        return found or there[0]

    async def series(self, span: tuple[datetime, datetime] | None = None) -> list[Series]:
        items = await self._store.items(self._kind, span)
        return await self.worked(lambda: self._series(items))

    async def one(self, uid: str) -> tuple[Item, Series] | None:
        item = await self._store.find(self._kind, uid)
        if item is None:
            return None
        series = await self.worked(lambda: self._series([item]))
        return next(((item, each) for each in series if each.uid == uid), None)

    async def add(self, collection: Collection, uid: str, text: str) -> None:
        await self._store.add(collection, uid, text)

    async def kept(self, uid: str) -> Kept | None:
        item = await self._store.find(self._kind, uid)
        return None if item is None else self._kept(item, uid)

    async def delete(self, uid: str, mark: str) -> Kept | None:
        item = await self._store.find(self._kind, uid)
        if item is None:
            return None
        kept = self._kept(item, uid)
        if kept.mark != mark:
            return None
        gone = await self._store.replace(item, ical.without(item.text, self._kind, uid))
        if gone and await self._store.find(self._kind, uid) is not None:
            raise NotSaved("It is still there after I took it away; nothing else was changed.")
        return kept if gone else None

    async def put_back(self, kept: Kept, mark: str) -> bool:
        item = await self._store.find(self._kind, kept.uid)
        if item is None:
            if mark:
                return False
            there = await self.writable()
            place = next((each for each in there if each.key == kept.calendar), None)
            if place is None:
                return False
            await self.add(place, kept.uid, kept.text)
            return True
        if not mark or self._kept(item, kept.uid).mark != mark:
            return False
        text = ical.with_object(item.text, kept.text, self._kind, kept.uid)
        return await self._store.replace(item, text)

    async def changed(self, uid: str, change: Callable[[str], str]) -> bool:
        item = await self._store.find(self._kind, uid)
        return item is not None and await self._store.replace(item, change(item.text))

    async def worked(self, work: Callable[[], _T]) -> _T:
        """Reading takes long enough to leave the loop alone meanwhile."""
        return await anyio.to_thread.run_sync(work, limiter=self._one, abandon_on_cancel=True)

    def _kept(self, item: Item, uid: str) -> Kept:
        text = ical.alone(item.text, self._kind, uid)
        return Kept(uid, item.collection.key, text, ical.mark(item.text, self._kind, uid))

    def _series(self, items: Sequence[Item]) -> list[Series]:
        found: list[Series] = []
        for item in items:
            key = (item.collection.key, item.place)
            known = self._known.get(key)
            if known is None or known[0] != item.version:
                parts = [p for p in ical.taken_apart(item.text) if p.kind is self._kind]
                name = item.collection.name
                known = (item.version, tuple(Series(each, name) for each in parts))
                if len(self._known) >= MOST_KEPT:
                    self._known.clear()
                self._known[key] = known
            found += known[1]
        return found


class StoredCalendars:
    """Events in a store."""

    def __init__(self, store: Store, zone: Callable[[], tzinfo] = local_zone) -> None:
        self._shelf = Shelf(store, Kind.EVENT)
        self._zone = zone

    async def names(self) -> Sequence[str]:
        return [each.name for each in await self._shelf.writable()]

    async def between(self, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        zone = self._zone()
        series = await self._shelf.series((start, end))

        def work() -> list[CalendarEvent]:
            found = [event for each in series for event in each.between(start, end, zone)]
            return sorted(found, key=lambda event: (placed(event.start, zone), event.title))

        return await self._shelf.worked(work)

    async def create(self, draft: EventDraft, calendar: str = "") -> CalendarEvent:
        collection = await self._shelf.chosen(calendar, "calendar")
        zone, uid = self._zone(), str(uuid.uuid4())
        text = ical.event_text(uid, draft, datetime.now().astimezone(), zone)
        with _sent(uid):
            await self._shelf.add(collection, uid, text)
            made = await self.find(uid)
        if made is None:
            raise NotSaved("I could not find the event after I made it; look into your calendar.")
        return made

    async def find(self, uid: str) -> CalendarEvent | None:
        found = await self._shelf.one(uid)
        return None if found is None else found[1].first(self._zone())

    async def kept(self, uid: str) -> Kept | None:
        return await self._shelf.kept(uid)

    async def delete(self, uid: str, mark: str) -> Kept | None:
        return await self._shelf.delete(uid, mark)

    async def put_back(self, kept: Kept) -> bool:
        return await self._shelf.put_back(kept, "")


class StoredToDos:
    """Things to do in a store."""

    def __init__(self, store: Store, zone: Callable[[], tzinfo] = local_zone) -> None:
        self._shelf = Shelf(store, Kind.TODO)
        self._zone = zone

    async def lists(self) -> Sequence[str]:
        return [each.name for each in await self._shelf.writable()]

    async def open_ones(self) -> Sequence[ToDo]:
        zone = self._zone()
        series = await self._shelf.series()

        def work() -> list[ToDo]:
            read = [todo for each in series if (todo := each.todo(zone)) is not None]
            return sorted(
                (todo for todo in read if not todo.done),
                key=lambda todo: (todo.due is None, _moment(todo.due, zone), todo.title),
            )

        return await self._shelf.worked(work)

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
        collection = await self._shelf.chosen(list_name, "list")
        uid = str(uuid.uuid4())
        now = datetime.now().astimezone()
        text = ical.todo_text(
            uid, title, notes, due, now, self._zone(),
            rule=rule, alarm=not (quiet and self._shelf.desktop_rings),
        )  # fmt: skip
        with _sent(uid):
            await self._shelf.add(collection, uid, text)
            made = await self.find(uid)
        if made is None:
            raise NotSaved("I could not find it after I made it; look into your list.")
        return made

    async def rings(self) -> bool:
        return await self._shelf.rings()

    async def find(self, uid: str) -> ToDo | None:
        found = await self._shelf.one(uid)
        return None if found is None else found[1].todo(self._zone())

    async def complete(self, uid: str) -> ToDo:
        before = await self.find(uid)
        if before is None:
            raise Gone("That is no longer on your list.")
        now = datetime.now().astimezone()

        def done(text: str) -> str:
            if before.repeats:
                return once_done_text(text, before, now, self._zone())
            return ical.done_text(text, uid, now)

        if not await self._shelf.changed(uid, done):
            raise NotSaved("It changed just now, so I left it as it is; say that again.")
        after = await self.find(uid)
        if after is None:
            raise Gone("That is no longer on your list.")
        return after

    async def kept(self, uid: str) -> Kept | None:
        return await self._shelf.kept(uid)

    async def delete(self, uid: str, mark: str) -> Kept | None:
        return await self._shelf.delete(uid, mark)

    async def put_back(self, kept: Kept, mark: str = "") -> bool:
        return await self._shelf.put_back(kept, mark)


@contextmanager
def _sent(uid: str) -> Iterator[None]:
    """What is not answered from here on may have been done."""
    try:
        yield
    except TimedOut as problem:
        raise Unsure(str(problem), uid) from problem


def _moment(due: datetime | date | None, zone: tzinfo) -> float:
    try:
        return 0.0 if due is None else placed(due, zone).timestamp()
    except (OverflowError, ValueError, OSError):
        return 0.0
