"""The address books of the desktop, from Evolution Data Server over D-Bus.

The names of its services carry a number that changes with the release, so they are found by their
beginning among what the bus can activate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread

from pace.core.error import PaceError, Unavailable
from pace.desktop.dbus import DBUS, DBUS_PATH, Connection, Link, plain
from pace.desktop.linux.contacts.vcards import people
from pace.desktop.people import merged
from pace.desktop.services import Contact

PREFIX = "org.gnome.evolution.dataserver."
SOURCES = PREFIX + "Sources"
BOOKS = PREFIX + "AddressBook"
SOURCES_PATH = "/org/gnome/evolution/dataserver/SourceManager"
FACTORY_PATH = "/org/gnome/evolution/dataserver/AddressBookFactory"
FACTORY = PREFIX + "AddressBookFactory"
BOOK = PREFIX + "AddressBook"
SOURCE = PREFIX + "Source"
WHO = "the desktop's address book"

#: Starting the service on demand takes about a second on an idle machine.
ANSWER_SECONDS = 6.0
EVERYONE = '(contains "x-evolution-any-field" "")'


@dataclass(frozen=True, slots=True)
class _Book:
    """An opened address book: who serves it and where."""

    uid: str
    owner: str
    path: str


@dataclass(frozen=True, slots=True)
class _Read:
    """What a book held at a revision of it."""

    revision: str
    people: tuple[Contact, ...]


class EvolutionContacts:
    """Everyone in the address books of the desktop that are switched on."""

    def __init__(self, session: Link) -> None:
        self._session = session
        self._read: dict[str, _Read] = {}

    async def installed(self) -> bool:
        """Whether the bus can start it. Starts nothing."""
        return bool(await _name(await self._session.open(), BOOKS))

    async def all(self) -> Sequence[Contact]:
        """Raises Unavailable when none of the books can be read, TimedOut."""
        bus = await self._session.open()
        books, problem = await self._books(bus)
        if not books and problem is not None:
            raise problem
        found: list[Contact] = []
        for book in books:
            found += await self._people(bus, book)
        return merged(found)

    async def _books(self, bus: Connection) -> tuple[list[_Book], PaceError | None]:
        """The books that open; a remote one may not, and the others serve without it."""
        factory = await _name(bus, BOOKS)
        if not factory:
            raise Unavailable(
                "The desktop has no address book service, so nobody was looked up.",
                fix="apt-get install evolution-data-server",
            )
        books: list[_Book] = []
        first: PaceError | None = None
        for uid in await _sources(bus):
            try:
                path, owner = await bus.call(
                    factory, FACTORY_PATH, FACTORY, "OpenAddressBook", "s", [uid],
                    within=ANSWER_SECONDS, who=WHO,
                )  # fmt: skip
                await bus.call(owner, path, BOOK, "Open", within=ANSWER_SECONDS, who=WHO)
            except PaceError as problem:
                first = first or problem
                continue
            books.append(_Book(uid, str(owner), str(path)))
        return books, first

    async def _people(self, bus: Connection, book: _Book) -> Sequence[Contact]:
        revision = str(await bus.property(book.owner, book.path, BOOK, "Revision", who=WHO))
        known = self._read.get(book.uid)
        if known is not None and revision and known.revision == revision:
            return known.people
        [cards] = await bus.call(
            book.owner, book.path, BOOK, "GetContactList", "s", [EVERYONE],
            within=ANSWER_SECONDS, who=WHO,
        )  # fmt: skip
        read = await anyio.to_thread.run_sync(_parsed, [str(card) for card in cards], book.uid)
        self._read[book.uid] = _Read(revision, read)
        return read


def _parsed(cards: Sequence[str], source: str) -> tuple[Contact, ...]:
    return tuple(one for n, card in enumerate(cards) for one in people(card, f"{source}.{n}"))


async def _name(bus: Connection, beginning: str) -> str:
    """The service that can be started or runs, or ""; the newest where there are several."""
    [startable] = await bus.call(DBUS, DBUS_PATH, DBUS, "ListActivatableNames", who="the bus")
    names = {name for name in startable if name[len(beginning) :].isdigit()}
    ours = [name for name in names if name.startswith(beginning)]
    return max(ours, key=lambda name: int(name[len(beginning) :]), default="")


async def _sources(bus: Connection) -> list[str]:
    """The ids of the address books that are switched on, the desktop's own first."""
    registry = await _name(bus, SOURCES)
    [objects] = await bus.call(
        registry, SOURCES_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects",
        within=ANSWER_SECONDS, who=WHO,
    )  # fmt: skip
    sources: list[dict[str, Any]] = [
        found for each in objects.values() if (found := plain(each.get(SOURCE)))
    ]
    uids = [str(each["UID"]) for each in sources if _is_book(str(each.get("Data", "")))]
    return sorted(uids, key=lambda uid: (uid != "system-address-book", uid))


def _is_book(data: str) -> bool:
    """Whether the key file of a source describes an address book that is on."""
    section = ""
    book, on = False, True
    for line in map(str.strip, data.splitlines()):
        if line.startswith("["):
            section = line
            book = book or section == "[Address Book]"
        elif section == "[Data Source]" and line.replace(" ", "").lower() == "enabled=false":
            on = False
    return book and on
