"""Which of the three stores serves: what the settings say, else the first that is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from pace.core.error import PaceError, TimedOut, Unavailable
from pace.desktop.dbus import Link
from pace.desktop.linux.calendars.caldav import CalDav, account
from pace.desktop.linux.calendars.eds import FIX, Evolution
from pace.desktop.linux.calendars.folder import Folder
from pace.desktop.linux.calendars.shelf import Kind, Store
from pace.desktop.linux.calendars.stored import StoredCalendars, StoredToDos
from pace.desktop.ports import Probe
from pace.desktop.services import CalendarEvent, EventDraft, Kept, ToDo
from pace.egress import Egress
from pace.store.places import Places
from pace.store.settings import CalendarSettings, Settings

_P = TypeVar("_P")
_R = TypeVar("_R")


class Stores:
    """Makes the stores, each once."""

    def __init__(
        self,
        session: Link,
        settings: CalendarSettings,
        places: Places,
        egress: Egress,
        port: Callable[[str], Any],
    ) -> None:
        self._settings = settings
        self._evolution = Evolution(session)
        self._server = CalDav(
            egress, account(settings.url.strip(), settings.user, lambda: port("secrets"))
        )
        chosen = settings.folder.strip()
        self._folder = Folder(Path(chosen).expanduser() if chosen else places.data / "calendars")

    @property
    def explicit(self) -> bool:
        return self._settings.provider != "auto"

    def beside_evolution(self) -> Store:
        """What serves where the desktop has no calendar service."""
        return self._server if self._settings.url.strip() else self._folder

    async def serving(self) -> Store:
        """Raises Unavailable when what was asked for is not there."""
        provider = self._settings.provider
        if provider == "folder":
            return self._folder
        if provider == "caldav":
            if not self._settings.url.strip():
                raise Unavailable(
                    "No CalDAV server is set.", fix="pace settings set calendar.url ADDRESS"
                )
            return self._server
        try:
            installed = await self._evolution.installed()
        except PaceError:
            installed = False
        if installed:
            return self._evolution
        if provider == "eds":
            raise Unavailable("There is no calendar service on this desktop.", fix=FIX)
        return self.beside_evolution()


class Chosen(Generic[_P]):
    """The port over the store that serves, chosen at each use."""

    rank = 10

    def __init__(self, stores: Stores, kind: Kind, over: Callable[[Store], _P]) -> None:
        self._stores = stores
        self._kind = kind
        self._over = over
        self._made: dict[int, _P] = {}

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        try:
            store = await self._stores.serving()
            listed = await store.collections(self._kind)
        except PaceError as problem:
            fix = problem.fix if isinstance(problem, Unavailable) else ""
            return Probe(False, str(problem), fix)
        writable = sum(each.writable for each in listed)
        what = "calendars" if self._kind is Kind.EVENT else "lists"
        did = f"Asked {store.name}: {len(listed)} {what}, {writable} of them writable"
        return Probe(bool(listed), f"{did}.", "" if listed else "make a calendar there")

    async def serve(self, work: Callable[[_P], Awaitable[_R]]) -> _R:
        """Do it with the store that serves. A calendar service that is listed but cannot be
        started counts as absent, unless the person asked for it."""
        store = await self._stores.serving()
        try:
            return await work(self._port(store))
        except (Unavailable, TimedOut) as problem:
            if self._stores.explicit or not isinstance(store, Evolution):
                raise
            if not _could_not_start(problem):
                raise
        return await work(self._port(self._stores.beside_evolution()))

    def _port(self, store: Store) -> _P:
        if id(store) not in self._made:
            self._made[id(store)] = self._over(store)
        return self._made[id(store)]


def _could_not_start(problem: PaceError) -> bool:
    from pace.desktop.dbus import error_name

    name = error_name(problem)
    return "ServiceUnknown" in name or ".Spawn." in name or "NameHasNoOwner" in name


class ChosenCalendars(Chosen[StoredCalendars]):
    """The person's calendars, wherever they are."""

    provides = "calendars"

    def __init__(
        self,
        session: Link,
        settings: Settings,
        places: Places,
        egress: Egress,
        port: Callable[[str], Any],
    ) -> None:
        stores = Stores(session, settings.calendar, places, egress, port)
        super().__init__(stores, Kind.EVENT, StoredCalendars)

    async def names(self) -> Sequence[str]:
        return await self.serve(lambda calendars: calendars.names())

    async def between(self, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        return await self.serve(lambda calendars: calendars.between(start, end))

    async def create(self, draft: EventDraft, calendar: str = "") -> CalendarEvent:
        return await self.serve(lambda calendars: calendars.create(draft, calendar))

    async def find(self, uid: str) -> CalendarEvent | None:
        return await self.serve(lambda calendars: calendars.find(uid))

    async def kept(self, uid: str) -> Kept | None:
        return await self.serve(lambda calendars: calendars.kept(uid))

    async def delete(self, uid: str, mark: str) -> Kept | None:
        return await self.serve(lambda calendars: calendars.delete(uid, mark))

    async def put_back(self, kept: Kept) -> bool:
        return await self.serve(lambda calendars: calendars.put_back(kept))


class ChosenToDos(Chosen[StoredToDos]):
    """The person's lists, wherever they are."""

    provides = "todos"

    def __init__(
        self,
        session: Link,
        settings: Settings,
        places: Places,
        egress: Egress,
        port: Callable[[str], Any],
    ) -> None:
        stores = Stores(session, settings.calendar, places, egress, port)
        super().__init__(stores, Kind.TODO, StoredToDos)

    async def lists(self) -> Sequence[str]:
        return await self.serve(lambda todos: todos.lists())

    async def open_ones(self) -> Sequence[ToDo]:
        return await self.serve(lambda todos: todos.open_ones())

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
        return await self.serve(
            lambda todos: todos.create(
                title, notes=notes, due=due, list_name=list_name, rule=rule, quiet=quiet
            )
        )

    async def rings(self) -> bool:
        return await self.serve(lambda todos: todos.rings())

    async def find(self, uid: str) -> ToDo | None:
        return await self.serve(lambda todos: todos.find(uid))

    async def complete(self, uid: str) -> ToDo:
        return await self.serve(lambda todos: todos.complete(uid))

    async def kept(self, uid: str) -> Kept | None:
        return await self.serve(lambda todos: todos.kept(uid))

    async def delete(self, uid: str, mark: str) -> Kept | None:
        return await self.serve(lambda todos: todos.delete(uid, mark))

    async def put_back(self, kept: Kept, mark: str = "") -> bool:
        return await self.serve(lambda todos: todos.put_back(kept, mark))
