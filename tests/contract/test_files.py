"""One suite over what shows files: the desktop's own way on a private bus, and the double; and the
person's folders by their spoken names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from dbus_fast import Message, MessageType

from pace.core.element import Window
from pace.core.error import Gone
from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import Link, connected
from pace.desktop.linux.files import NAME, DesktopFiles
from pace.desktop.linux.user_folders import spoken_folder, user_folder
from pace.desktop.ports import Adapter
from pace.desktop.services import FileManager
from pace.testing.files import FakeFiles
from pace.testing.services import FakeApplications

pytestmark = pytest.mark.anyio


@dataclass
class Screen:
    """The windows that are there."""

    shown: list[Window] = field(default_factory=list)

    async def list(self) -> list[Window]:
        return list(self.shown)

    def show(self, title: str) -> None:
        self.shown.append(Window(str(len(self.shown)), "files", title, active=True))


@dataclass
class Place:
    files: FileManager
    shown: list[str]
    applications: FakeApplications | None = None


@pytest.fixture(params=["file manager", "no file manager", "double"])
async def place(request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    if request.param == "double":
        double = FakeFiles()
        yield Place(double, [])
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    screen, applications = Screen(), FakeApplications()
    opened = applications.open_uri

    async def open_uri(uri: str) -> str:
        screen.show(uri.rpartition("/")[2])
        return await opened(uri)

    applications.open_uri = open_uri  # type: ignore[method-assign]
    ports: dict[str, Any] = {"windows": screen, "applications": applications}
    shown: list[str] = []

    def answer(message: Message) -> Message | None:
        if message.message_type is MessageType.METHOD_CALL and message.member == "ShowItems":
            uris, _ = message.body
            shown.extend(uris)
            screen.show(Path(uris[0]).parent.name)
            return Message.new_method_return(message)
        return None

    session = Link(lambda: address)
    async with connected(address) as bus:
        if request.param == "file manager":
            bus.on_message(answer)
            assert await bus.request_name(NAME)
        yield Place(DesktopFiles(session, ports.get), shown, applications)
        await session.close()


async def test_a_folder_is_opened_and_its_window_seen(place: Place, tmp_path: Path) -> None:
    assert await place.files.open(tmp_path) == tmp_path.name
    if place.applications is not None:
        assert place.applications.opened == [tmp_path.as_uri()]


async def test_a_file_is_shown_in_its_folder(place: Place, tmp_path: Path) -> None:
    path = tmp_path / "a b#ü?.txt"
    path.touch()
    assert await place.files.reveal(path) == tmp_path.name
    if place.shown:
        assert place.shown == [path.as_uri()]


async def test_what_is_not_there_is_said_so_and_nothing_is_shown(
    place: Place, tmp_path: Path
) -> None:
    for act in (place.files.open, place.files.reveal):
        with pytest.raises(Gone):
            await act(tmp_path / "nothing")
    assert place.shown == []


async def test_the_adapter_declares_itself(place: Place) -> None:
    if isinstance(place.files, DesktopFiles):
        assert isinstance(place.files, Adapter)
        assert place.files.available() == ""
        await place.files.probe()


@pytest.fixture
def person(tmp_path: Path) -> dict[str, str]:
    config = tmp_path / ".config"
    config.mkdir()
    (config / "user-dirs.dirs").write_text(
        '# made\nXDG_DOWNLOAD_DIR="$HOME/Téléchargements"\nXDG_MUSIC_DIR="/srv/music"\n'
        'XDG_DESKTOP_DIR="$HOME"\nXDG_VIDEOS_DIR="relative"\nnonsense\nXDG_PICTURES_DIR=\n'
    )
    return {"HOME": str(tmp_path)}


@pytest.mark.parametrize(
    ("said", "folder"),
    [
        ("Downloads", "Téléchargements"), ("my downloads folder", "Téléchargements"),
        ("the Download directory", "Téléchargements"), ("music", "/srv/music"),
        ("documents", "Documents"), ("desktop", "Desktop"), ("videos", "Videos"),
        ("photos", "Pictures"),
        ("home", ""), ("my home folder", ""), ("~", ""), ("projects", None), ("", None),
        ("\0", None),
        ("folder", None),
    ],
)  # fmt: skip
def test_the_persons_folders_have_the_names_they_chose(
    person: dict[str, str], tmp_path: Path, said: str, folder: str | None
) -> None:
    expected = None if folder is None else tmp_path / folder
    assert spoken_folder(said, person) == expected


def test_a_file_of_folders_that_cannot_be_read_leaves_the_usual_ones(tmp_path: Path) -> None:
    config = tmp_path / ".config" / "user-dirs.dirs"
    config.mkdir(parents=True)
    assert user_folder("DOWNLOAD", {"HOME": str(tmp_path)}) == tmp_path / "Downloads"
