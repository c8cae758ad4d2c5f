"""One suite over address books: Evolution Data Server on a bus of its own, a folder, the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import anyio
import pytest
from anyio.from_thread import start_blocking_portal

from pace.core.error import Unavailable
from pace.demo.desktop import virtual_desktop as open_virtual_desktop
from pace.desktop.dbus import DBUS, DBUS_PATH, Connection, Link
from pace.desktop.linux.contacts.book import AddressBook
from pace.desktop.linux.contacts.eds import BOOK, BOOKS, FACTORY, FACTORY_PATH, EvolutionContacts
from pace.desktop.linux.contacts.folder import VCardFolder
from pace.desktop.people import Kind, who
from pace.desktop.ports import Adapter
from pace.desktop.services import Contact, Contacts
from pace.store.places import Places
from pace.store.settings import NotesSettings, Settings
from pace.testing.people import FakeContacts

pytestmark = pytest.mark.anyio

CARDS = {
    "ann": "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ann\r\nFN:Ann Lee\r\nN:Lee;Ann;;;\r\n"
    "EMAIL;TYPE=WORK:ann@work.example\r\nEMAIL;TYPE=HOME,PREF:ann@home.example\r\n"
    "TEL;TYPE=CELL:+49 151 2345\r\nEND:VCARD\r\n",
    "soren": "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:soren\r\nFN:Søren Kim\r\nN:Kim;Søren;;;\r\n"
    "NICKNAME:Sunny\r\nEMAIL:soren@x.example\r\nEND:VCARD\r\n",
}
PEOPLE = (
    Contact("ann", "Ann Lee", ("ann@work.example", "ann@home.example"), ("+49 151 2345",),
            preferred=("ann@home.example",)),
    Contact("soren", "Søren Kim", ("soren@x.example",), nickname="Sunny"),
)  # fmt: skip
LATER = (
    "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:zoe\r\nFN:Zoë New\r\nN:New;Zoë;;;\r\n"
    "EMAIL:zoe@x.example\r\nEND:VCARD\r\n"
)

Add = Callable[[str], Awaitable[None]]


class Server:
    """The address book that evolution-data-server keeps for a session, written to by its API."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.uids: list[str] = []

    async def _book(self) -> tuple[Connection, str, str]:
        bus = await self.link.open()
        [names] = await bus.call(DBUS, DBUS_PATH, DBUS, "ListActivatableNames")
        factory = next(name for name in names if name.startswith(BOOKS))
        path, owner = await bus.call(
            factory, FACTORY_PATH, FACTORY, "OpenAddressBook", "s", ["system-address-book"],
            within=20,
        )  # fmt: skip
        await bus.call(owner, path, BOOK, "Open", within=20)
        return bus, owner, path

    async def add(self, card: str) -> None:
        bus, owner, path = await self._book()
        [uids] = await bus.call(owner, path, BOOK, "CreateContacts", "asu", [[card], 0], within=20)
        self.uids += uids

    async def clear(self) -> None:
        bus, owner, path = await self._book()
        await bus.call(owner, path, BOOK, "RemoveContacts", "asu", [self.uids, 0], within=20)
        await self.link.close()


@pytest.fixture(scope="module")
def session() -> Iterator[str]:
    """The bus of a session where evolution-data-server can be started; it ends with the module."""
    with start_blocking_portal() as portal:
        desktop = portal.wrap_async_context_manager(open_virtual_desktop(audio=False))
        with desktop as opened:
            yield opened.environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture(params=["server", "server as the book", "folder", "folder as the book", "double"])
async def book(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Contacts, Add]]:
    if request.param.startswith("server"):
        address: str = request.getfixturevalue("session")
        server, link = Server(Link(lambda: address)), Link(lambda: address)
        for card in CARDS.values():
            await server.add(card)
        places = Places.below(tmp_path)
        whole = request.param != "server"
        yield (
            AddressBook(link, Settings(), places) if whole else EvolutionContacts(link),
            server.add,
        )
        await server.clear()
        await link.close()
    elif request.param == "double":
        yield in_memory()
    else:
        yield in_folder(tmp_path, whole=request.param != "folder")


def in_memory() -> tuple[Contacts, Add]:
    double = FakeContacts(*PEOPLE)

    async def add(_: str) -> None:
        double.contacts.append(Contact("zoe", "Zoë New", ("zoe@x.example",)))

    return double, add


def in_folder(tmp_path: Path, *, whole: bool) -> tuple[Contacts, Add]:
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "people.vcf").write_text("".join(CARDS.values()), "utf-8", newline="")

    async def add(card: str) -> None:
        (folder / "later.vcf").write_text(card, "utf-8", newline="")

    if not whole:
        return VCardFolder(folder), add
    settings = Settings(notes=NotesSettings(contacts=str(folder)))
    nothing = Link(lambda: f"unix:path={tmp_path / 'none'}")
    return AddressBook(nothing, settings, Places.below(tmp_path)), add


async def test_everyone_is_listed_by_name_with_what_the_book_has(
    book: tuple[Contacts, Add],
) -> None:
    assert tuple(await book[0].all()) == PEOPLE


async def test_whom_another_program_adds_is_there_at_once(book: tuple[Contacts, Add]) -> None:
    contacts, add = book
    await contacts.all()
    await add(LATER)
    found = await contacts.all()
    assert [each.name for each in found] == ["Ann Lee", "Søren Kim", "Zoë New"]
    assert who("zoe", found).people[0].emails == ("zoe@x.example",)


async def test_a_name_is_found_as_it_is_heard(book: tuple[Contacts, Add]) -> None:
    found = who("soren kim", await book[0].all())
    assert (found.kind, found.people[0].emails) == (Kind.ONE, ("soren@x.example",))
    assert who("soren anderson", await book[0].all()).kind is Kind.NOBODY


async def test_the_adapter_declares_itself_and_its_probe_counts(book: tuple[Contacts, Add]) -> None:
    if isinstance(book[0], AddressBook):
        assert isinstance(book[0], Adapter)
        assert (book[0].provides, book[0].available()) == ("contacts", "")
        probe = await book[0].probe()
        assert probe.ok
        assert "2 people" in probe.did


async def test_without_the_service_the_own_folder_serves(
    tmp_path: Path, virtual_desktop_without_services: str
) -> None:
    own = tmp_path / "data/contacts"
    own.mkdir(parents=True)
    (own / "ann.vcf").write_text(CARDS["ann"], "utf-8", newline="")
    link = Link(lambda: virtual_desktop_without_services)
    contacts = AddressBook(link, Settings(), Places.below(tmp_path))
    assert [each.name for each in await contacts.all()] == ["Ann Lee"]
    with pytest.raises(Unavailable, match="no address book service"):
        await EvolutionContacts(link).all()
    await link.close()


@pytest.fixture
async def virtual_desktop_without_services(tmp_path: Path) -> AsyncIterator[str]:
    """A session bus that can start nothing, as on a desktop without evolution-data-server."""

    socket = tmp_path / "bus"
    config = tmp_path / "bus.conf"
    config.write_text(
        f"<busconfig><type>session</type><keep_umask/><listen>unix:path={socket}</listen>"
        '<auth>EXTERNAL</auth><policy context="default">'
        '<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
        '<allow own="*"/></policy></busconfig>'
    )
    command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile"]
    async with await anyio.open_process(command) as daemon:
        with anyio.fail_after(10):
            while not socket.exists():
                await anyio.sleep(0.01)
        yield f"unix:path={socket}"
        daemon.terminate()
