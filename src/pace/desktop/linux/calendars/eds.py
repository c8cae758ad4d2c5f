"""Evolution Data Server: the calendars and lists of GNOME Calendar, Endeavour and Evolution.

Its D-Bus names carry a number that changes with its releases, so they are found by their prefix.
What it opens for a program ends with the program's connection to the bus.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import anyio

from pace.core.error import Gone, Invalid, NotSaved, PaceError, Unavailable
from pace.desktop.dbus import DBUS, DBUS_PATH, Connection, Link, error_name
from pace.desktop.linux.calendars.ical import blocks_in, calendar_text, raw_blocks, taken_apart
from pace.desktop.linux.calendars.shelf import Collection, Item, Kind
from pace.desktop.linux.calendars.zones import definition_name, known_name

BASE = "org.gnome.evolution.dataserver."
SOURCES, FACTORY = BASE + "Sources", BASE + "Calendar"
MANAGER_PATH = "/org/gnome/evolution/dataserver/SourceManager"
FACTORY_PATH = "/org/gnome/evolution/dataserver/CalendarFactory"
#: The program that rings alarms, and its name on the bus while it runs.
ALARMS = "org.gnome.Evolution-alarm-notify"
WHO = "the calendar service"
FIX = "sudo apt install evolution-data-server, and log in again"

#: It may have to be started first; opening a calendar of a server takes longer still.
START_SECONDS, ANSWER_SECONDS = 15.0, 5.0
#: The whole series, not one occurrence of it.
ALL = "all"

_GROUPS = {Kind.EVENT: "Calendar", Kind.TODO: "Task List"}
_OPENS = {Kind.EVENT: "OpenCalendar", Kind.TODO: "OpenTaskList"}
_SYSTEM = {Kind.EVENT: "system-calendar", Kind.TODO: "system-task-list"}
_REPEATS = re.compile(r"^(RRULE|RDATE|RECURRENCE-ID)[;:]", re.MULTILINE)
_ZONES = re.compile(r';TZID=(?:"([^"\r\n]*)"|([^":;,\r\n]*))', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A calendar that is open on a connection."""

    bus: Connection
    owner: str
    path: str
    collection: Collection

    async def call(self, member: str, signature: str = "", *body: Any) -> list[Any]:
        return await self.bus.call(
            self.owner, self.path, BASE + "Calendar", member, signature, body,
            within=ANSWER_SECONDS, who=WHO,
        )  # fmt: skip


async def names(bus: Connection) -> tuple[str, str] | None:
    """The names of its two services, or None where it is not installed."""
    found: list[str] = []
    for member in ("ListActivatableNames", "ListNames"):
        [listed] = await bus.call(DBUS, DBUS_PATH, DBUS, member, who="the session bus")
        found += listed
    sources, factory = _newest(found, SOURCES), _newest(found, FACTORY)
    return (sources, factory) if sources and factory else None


def _newest(found: Iterable[str], prefix: str) -> str:
    numbered = {int(n[len(prefix) :]): n for n in found if re.fullmatch(rf"{prefix}\d+", n)}
    return numbered[max(numbered)] if numbered else ""


class Evolution:
    """Raises Unavailable where it is not there or does not work."""

    name = "Evolution Data Server"
    desktop_rings = True

    def __init__(self, session: Link) -> None:
        self._session = session
        self._opened: dict[tuple[Kind, str], _Opened] = {}
        self._names: tuple[Connection, tuple[str, str]] | None = None
        self._one = anyio.Lock()

    async def installed(self) -> bool:
        """Whether the bus knows it. Raises Unavailable without a bus."""
        return await self._known_names(await self._session.open()) is not None

    async def rings(self) -> bool:
        bus = await self._session.open()
        return await bus.owner(ALARMS) is not None

    async def collections(self, kind: Kind) -> Sequence[Collection]:
        return [opened.collection for opened in await self._all(kind)]

    async def items(
        self, kind: Kind, span: tuple[datetime, datetime] | None = None
    ) -> Sequence[Item]:
        query = "#t"
        if span is not None and kind is Kind.EVENT:
            low, high = (f'(make-time "{_stamp(moment)}")' for moment in span)
            query = f"(occur-in-time-range? {low} {high})"
        found: list[Item] = []
        for opened in await self._all(kind):
            [texts] = await opened.call("GetObjectList", "s", query)
            uids: dict[str, str] = {}
            again: dict[str, None] = {}
            for text in texts:
                for parts in taken_apart(text):
                    if parts.uid in uids or _REPEATS.search(text):
                        again[parts.uid] = None
                    uids[parts.uid] = text
            for uid, text in uids.items():
                # the answer lacks what was moved out of the span
                item = await self._item(opened, uid) if uid in again else None
                found.append(item or await _item(opened, uid, text))
        return found

    async def find(self, kind: Kind, uid: str) -> Item | None:
        for opened in await self._all(kind):
            item = await self._item(opened, uid)
            if item is not None:
                return item
        return None

    async def add(self, collection: Collection, uid: str, text: str) -> None:
        opened = await self._open(collection.kind, collection.key)
        with _saving():
            await self._send(opened, text, uid, "CreateObjects", "asu", 0)

    async def replace(self, item: Item, text: str) -> bool:
        uid = item.place
        opened = await self._open(item.collection.kind, item.collection.key)
        now = await self._item(opened, uid)
        if now is None or now.version != item.version:
            return False
        with _saving():
            if text:
                await self._send(opened, text, uid, "ModifyObjects", "assu", ALL, 0)
            else:
                await opened.call("RemoveObjects", "a(ss)su", [[uid, ""]], ALL, 0)
        return True

    async def _known_names(self, bus: Connection) -> tuple[str, str] | None:
        """They are looked for until they are there, and again on another connection."""
        if self._names is None or self._names[0] is not bus:
            found = await names(bus)
            if found is None:
                return None
            self._names = (bus, found)
        return self._names[1]

    async def _send(
        self, opened: _Opened, text: str, uid: str, member: str, signature: str,
        *more: Any,
    ) -> None:  # fmt: skip
        for zone in zones_in(text):
            await opened.call("AddTimezone", "s", zone)
        blocks = [
            block.text.strip() + "\r\n" for block in raw_blocks(text, opened.collection.kind, uid)
        ]
        await opened.call(member, signature, blocks, *more)

    async def _item(self, opened: _Opened, uid: str) -> Item | None:
        """All components of a uid, as they are now."""
        try:
            [text] = await opened.call("GetObject", "ss", uid, "")
        except Unavailable as problem:
            if "NotFound" in error_name(problem) or "ot found" in str(problem):
                return None
            raise
        return await _item(opened, uid, text)

    async def _all(self, kind: Kind) -> list[_Opened]:
        """Every calendar or list that opens, the default one first."""
        with _translated():
            bus = await self._session.open()
            found = await self._known_names(bus)
            if found is None:
                raise _absent()
            sources = await _sources(bus, found[0], kind)
        opened: list[_Opened] = []
        last: PaceError | None = None
        for key, name in sources:
            try:
                opened.append(await self._open(kind, key, name))
            except PaceError as problem:
                last = problem  # an account that is offline hides no other
        if not opened and last is not None:
            raise last
        return opened

    async def _open(self, kind: Kind, key: str, name: str = "") -> _Opened:
        async with self._one:
            with _translated():
                bus = await self._session.open()
                known = self._opened.get((kind, key))
                if known is not None and known.bus is bus and await bus.owner(known.owner):
                    return known
                found = await self._known_names(bus)
                if found is None:
                    raise _absent()
                [path, owner] = await bus.call(
                    found[1], FACTORY_PATH, BASE + "CalendarFactory", _OPENS[kind], "s", [key],
                    within=START_SECONDS, who=WHO,
                )  # fmt: skip
                owner = await bus.owner(owner) or owner
                await bus.call(
                    owner, path, BASE + "Calendar", "Open", within=START_SECONDS, who=WHO
                )
                writable = bool(await bus.property(owner, path, BASE + "Calendar", "Writable"))
            opened = _Opened(bus, owner, path, Collection(key, name or key, kind, writable))
            self._opened[kind, key] = opened
            return opened


async def _sources(bus: Connection, service: str, kind: Kind) -> list[tuple[str, str]]:
    """Uid and name of what is switched on and shown, the system's own first."""
    [objects] = await bus.call(
        service, MANAGER_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
        within=START_SECONDS, who=WHO,
    )  # fmt: skip
    found = {
        str(source["UID"].value): str(source["Data"].value)
        for interfaces in objects.values()
        if (source := interfaces.get(BASE + "Source"))
    }
    wanted = [
        (uid, _value(text, "DisplayName") or uid)
        for uid, text in found.items()
        if f"\n[{_GROUPS[kind]}]\n" in text
        and _value(text, "Selected").lower() != "false"
        and _switched_on(uid, found)
    ]
    return sorted(wanted, key=lambda pair: (pair[0] != _SYSTEM[kind], pair[1].casefold()))


def zones_in(text: str) -> list[str]:
    """The time zones that a calendar object defines."""
    return [block.text.strip() + "\r\n" for block in blocks_in(text) if block.name == "VTIMEZONE"]


def _value(text: str, key: str) -> str:
    """A key of a source's description, whose group of that name comes first."""
    found = re.search(rf"^{key}=(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _switched_on(uid: str, found: Mapping[str, str]) -> bool:
    """Whether it and every account above it is on."""
    for _ in range(10):
        text = found.get(uid)
        if text is None:
            return True
        if _value(text, "Enabled").lower() == "false":
            return False
        uid = _value(text, "Parent")
    return True


async def _item(opened: _Opened, uid: str, text: str) -> Item:
    """A whole calendar object, with the zones it names that only the calendar knows."""
    zones: list[str] = []
    for quoted, bare in set(_ZONES.findall(text)):
        name = quoted or bare
        if name and not known_name(name) and "BEGIN:VTIMEZONE" not in text:
            try:
                [zone] = await opened.call("GetTimezone", "s", name)
            except PaceError:
                continue  # its times are then local
            if definition_name(zone) == name:
                zones.append(zone)
    whole = text if "BEGIN:VCALENDAR" in text else calendar_text(*zones, text)
    return Item(opened.collection, uid, text, whole)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _absent() -> Unavailable:
    return Unavailable("There is no calendar service here.", fix=FIX)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (Gone, Invalid) as problem:
        raise Unavailable(f"The calendar service does not work: {problem}") from problem


@contextmanager
def _saving() -> Iterator[None]:
    try:
        yield
    except (Unavailable, Gone, Invalid) as problem:
        raise NotSaved(f"Nothing was changed: the calendar did not take it. {problem}") from problem
