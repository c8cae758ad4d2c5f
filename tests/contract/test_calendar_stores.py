"""What each kind of calendar store does in its own bad weather, and which of them is chosen."""

from __future__ import annotations

import os
import signal
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import httpx
import pytest

from pace.core.error import NotSaved, PaceError, Unavailable
from pace.desktop.dbus import DBUS, DBUS_PATH, Link
from pace.desktop.linux.calendars.caldav import PASSWORD as PASSWORD_NAME
from pace.desktop.linux.calendars.choosing import ChosenCalendars, ChosenToDos
from pace.desktop.linux.calendars.folder import Folder
from pace.desktop.linux.calendars.shelf import Kind
from pace.desktop.linux.calendars.stored import StoredCalendars, StoredToDos
from pace.desktop.services import EventDraft, Unsure
from pace.egress import Egress
from pace.store.places import Places
from pace.store.settings import CalendarSettings, Settings
from pace.testing.services import FakeSecrets
from tests.calendar_servers import PASSWORD, USER, evolution_session, radicale, session_bus

pytestmark = pytest.mark.anyio

START = datetime(2026, 12, 2, 15, 0, tzinfo=UTC)
DRAFT = EventDraft("Review", START, START + timedelta(hours=1))
TRUST = ssl.create_default_context()

Make = Callable[..., ChosenCalendars]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    links: list[Link] = []

    def made(
        kind: type = ChosenCalendars, bus: str = "unix:path=/none", password: str = PASSWORD,
        **settings: str,
    ) -> ChosenCalendars:  # fmt: skip
        link = Link(lambda: bus)
        links.append(link)
        ports = {"secrets": FakeSecrets(**{PASSWORD_NAME: password})}
        chosen = Settings(calendar=CalendarSettings(user=USER, **settings))
        egress = Egress(trust=lambda: TRUST)
        return kind(link, chosen, Places.below(tmp_path / "pace"), egress, ports.get)

    yield made
    for link in links:
        await link.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with radicale(tmp_path_factory.mktemp("radicale")) as url:
        yield url


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with evolution_session(tmp_path_factory.mktemp("eds")) as environment:
        yield environment["DBUS_SESSION_BUS_ADDRESS"]


def files(folder: Path) -> list[Path]:
    return list(folder.rglob("*.ics"))


async def answers(calendars: ChosenCalendars) -> str:
    return (await calendars.probe()).did


async def test_the_calendar_service_of_the_desktop_comes_first(make: Make, session: str) -> None:
    assert "Evolution Data Server" in await answers(make(bus=session))


async def test_without_it_the_server_of_the_settings_serves(make: Make, server: str) -> None:
    assert "CalDAV server 127.0.0.1" in await answers(make(url=server))


async def test_without_either_a_folder_of_our_own_serves(make: Make, tmp_path: Path) -> None:
    calendars = make()
    assert "pace/data/calendars" in await answers(calendars)
    made = await calendars.create(DRAFT)
    [file] = files(tmp_path / "pace/data/calendars/calendar")
    assert file.name == f"{made.uid}.ics"
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"provider": "eds"}, "no calendar service"),
        ({"provider": "caldav"}, "No CalDAV server is set"),
        ({"provider": "caldav", "url": "http://127.0.0.1:9/"}, "127.0.0.1"),
        ({"provider": "caldav", "url": "ftp://127.0.0.1/"}, "ftp"),
        ({"provider": "caldav", "url": "banana"}, "banana"),
    ],
)
async def test_what_was_asked_for_and_is_not_there_is_said_not_replaced(
    make: Make, tmp_path: Path, settings: dict[str, str], words: str
) -> None:
    calendars = make(**settings)
    with pytest.raises(PaceError, match=words):
        await calendars.create(DRAFT)
    assert not (tmp_path / "pace/data/calendars").exists()
    assert not (await calendars.probe()).ok


async def test_a_service_that_cannot_be_started_gives_way_to_the_folder(
    make: Make, tmp_path: Path
) -> None:
    services = tmp_path / "data/dbus-1/services"
    services.mkdir(parents=True)
    for name in ("Sources5", "Calendar8"):
        full = f"org.gnome.evolution.dataserver.{name}"
        (services / f"{full}.service").write_text(
            f"[D-BUS Service]\nName={full}\nExec=/bin/false\n"
        )
    async with session_bus(tmp_path / "bus", data=tmp_path / "data") as environment:
        calendars = make(bus=environment["DBUS_SESSION_BUS_ADDRESS"])
        made = await calendars.create(DRAFT)
        assert await calendars.find(made.uid) == made
    assert files(tmp_path / "pace/data/calendars/calendar")


async def test_what_is_sent_to_a_service_that_hangs_is_not_known_and_comes_later_under_its_uid(
    make: Make, tmp_path: Path
) -> None:
    async with session_bus(tmp_path / "bus") as environment:
        address = environment["DBUS_SESSION_BUS_ADDRESS"]
        calendars = make(bus=address, provider="eds")
        await calendars.names()
        [process] = await _processes(address, "org.gnome.evolution.dataserver.Calendar")
        os.kill(process, signal.SIGSTOP)
        try:
            with pytest.raises(Unsure) as raised:
                await calendars.create(DRAFT)
        finally:
            os.kill(process, signal.SIGCONT)

        with anyio.fail_after(20):
            while (event := await calendars.find(raised.value.uid)) is None:
                await anyio.sleep(0.05)
        assert event.title == DRAFT.title
        assert event.start == DRAFT.start


async def _processes(address: str, prefix: str) -> list[int]:
    """The processes that own a name that begins so."""
    link = Link(lambda: address)
    bus = await link.open()
    try:
        [names] = await bus.call(DBUS, DBUS_PATH, DBUS, "ListNames")
        return [
            (await bus.call(DBUS, DBUS_PATH, DBUS, "GetConnectionUnixProcessID", "s", [name]))[0]
            for name in names
            if name.startswith(prefix)
        ]
    finally:
        await link.close()


async def test_a_wrong_password_says_what_mends_it(make: Make, server: str) -> None:
    with pytest.raises(Unavailable, match="did not let me in") as raised:
        await make(url=server, password="wrong").names()
    assert PASSWORD_NAME in raised.value.fix


async def test_without_a_password_nothing_is_sent(make: Make) -> None:
    with pytest.raises(Unavailable, match="no password") as raised:
        await make(url="http://127.0.0.1:9/", password="").names()
    assert "pace secrets set calendar.password" in raised.value.fix


async def test_the_list_is_chosen_by_what_it_may_hold(make: Make, server: str) -> None:
    assert await make(url=server).names() == ["Personal", "Arbeit"]
    assert await make(ChosenToDos, url=server).lists() == ["To buy"]


@pytest.mark.parametrize("path", ["", "anna/", "anna/list-0/"])
async def test_any_address_of_the_server_will_do(make: Make, server: str, path: str) -> None:
    assert (await make(url=server + path).names())[0] == "Personal"


async def test_what_changed_on_the_server_meanwhile_is_not_overwritten(
    make: Make, server: str
) -> None:
    todos = make(ChosenToDos, url=server)
    made = await todos.create("milk")
    kept = await todos.kept(made.uid)
    place = f"{server}anna/list-2/{made.uid}.ics"
    async with httpx.AsyncClient(auth=(USER, PASSWORD), trust_env=False) as other:
        text = (await other.get(place)).text
        changed = text.replace("milk", "soy milk")
        assert (await other.put(place, content=changed)).status_code in (201, 204)

    assert await todos.delete(made.uid, kept.mark) is None
    assert not await todos.put_back(kept, kept.mark)
    assert (await todos.find(made.uid)).title == "soy milk"


async def test_a_folder_as_other_programs_keep_it_is_read(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (work / "displayname").write_text("Arbeit\n")
    (work / "one.ics").write_text(ics("one", "20261202T150000Z"))
    (work / "broken.ics").write_text("banana")
    (work / "binary.ics").write_bytes(bytes(range(256)))
    (work / ".hidden.ics").write_text(ics("hidden", "20261202T150000Z"))
    (work / "notes.txt").write_text(ics("text", "20261202T150000Z"))
    (work / "folder.ics").mkdir()
    os.mkfifo(work / "pipe.ics")
    (work / "gone.ics").symlink_to("nowhere")
    calendars = StoredCalendars(Folder(tmp_path))

    [found] = await calendars.between(START, START + timedelta(hours=1))

    assert (found.uid, found.calendar) == ("one", "Arbeit")
    assert await calendars.names() == ["Arbeit"]


def ics(uid: str, start: str) -> str:
    return (
        f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:{uid}\r\nSUMMARY:{uid}\r\nDTSTART:{start}\r\n"
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )


async def test_a_changed_file_is_read_again_and_a_removed_one_is_gone(tmp_path: Path) -> None:
    calendars = StoredCalendars(Folder(tmp_path))
    made = await calendars.create(DRAFT)
    kept = await calendars.kept(made.uid)
    [file] = files(tmp_path)

    file.write_text(file.read_text().replace("Review", "Changed elsewhere"))
    assert (await calendars.find(made.uid)).title == "Changed elsewhere"
    assert await calendars.delete(made.uid, kept.mark) is None
    assert file.exists()

    file.unlink()
    assert await calendars.find(made.uid) is None
    assert await calendars.between(START, START + timedelta(days=1)) == []


async def test_taking_one_of_several_from_a_file_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "all.ics").write_text(
        ics("one", "20261202T150000Z") + ics("two", "20261202T150000Z")
    )
    calendars = StoredCalendars(Folder(tmp_path))

    kept = await calendars.kept("one")
    assert await calendars.delete("one", kept.mark) == kept

    left = await calendars.between(START, START + timedelta(hours=1))
    assert [event.uid for event in left] == ["two"]


@pytest.mark.parametrize("root", ["/proc/pace", "/dev/full", "/dev/null/pace"])
async def test_where_nothing_can_be_written_the_sentence_says_so(root: str) -> None:
    with pytest.raises((NotSaved, Unavailable), match=r"cannot read|could not write"):
        await StoredCalendars(Folder(Path(root))).create(DRAFT)


async def test_where_a_file_stands_instead_of_the_folder_nothing_is_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for root in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(PaceError):
            await StoredCalendars(Folder(root)).create(DRAFT)
    assert (tmp_path / "file").read_text() == "mine"


async def test_a_second_program_of_the_same_uid_is_not_overwritten(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    [usual, *_] = await folder.collections(Kind.EVENT)
    await folder.add(usual, "one", ics("one", "20261202T150000Z"))
    with pytest.raises(NotSaved):
        await folder.add(usual, "one", ics("one", "20261203T150000Z"))
    assert "20261202" in files(tmp_path)[0].read_text()


async def test_to_dos_of_one_file_are_told_apart(tmp_path: Path) -> None:
    text = "".join(
        f"BEGIN:VTODO\r\nUID:{n}\r\nSUMMARY:{n}\r\nEND:VTODO\r\n" for n in ("a", "b", "c")
    )
    (tmp_path / "all.ics").write_text(f"BEGIN:VCALENDAR\r\n{text}END:VCALENDAR\r\n")
    todos = StoredToDos(Folder(tmp_path))

    assert (await todos.complete("b")).done

    assert [one.title for one in await todos.open_ones()] == ["a", "c"]
