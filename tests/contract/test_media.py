"""One suite over what drives media players: mpv over MPRIS, and the double."""

from __future__ import annotations

import wave
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pace.core.error import Invalid
from pace.demo.desktop import VirtualDesktop
from pace.demo.processes import until
from pace.desktop.dbus import Link
from pace.desktop.linux.mpris import MprisMedia
from pace.desktop.ports import Adapter, Media, Playing
from pace.testing.services import FakeMedia

pytestmark = pytest.mark.anyio

TITLES = ("One", "Two", "Three")


def silence(path: Path, seconds: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000 * seconds))


@pytest.fixture(params=["mpv", "double"])
async def media(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Media]:
    if request.param == "double":
        yield FakeMedia(Playing("mpv", "paused"), titles=TITLES)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    for title in TITLES:
        silence(tmp_path / title, 60)
    player = await desktop.launch(
        ["mpv", "--no-video", "--pause", *(tmp_path / title for title in TITLES)]
    )
    session = Link(lambda: desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
    real = MprisMedia(session)

    async def loaded() -> bool:
        return [each.title for each in await real.players()] == ["One"]

    try:
        await until(loaded, "mpv on the session bus", player)
        yield real
    finally:
        await player.stop()
        await session.close()


async def test_a_running_player_is_listed_with_what_it_plays(media: Media) -> None:
    assert list(await media.players()) == [Playing("mpv", "paused", "One")]


async def test_each_command_is_read_back(media: Media) -> None:
    for command, expected in (
        ("play", Playing("mpv", "playing", "One")),
        ("next", Playing("mpv", "playing", "Two")),
        ("pause", Playing("mpv", "paused", "Two")),
        ("play_pause", Playing("mpv", "playing", "Two")),
        ("previous", Playing("mpv", "playing", "One")),
        ("play_pause", Playing("mpv", "paused", "One")),
    ):
        assert await media.command(command) == expected, command
        assert list(await media.players()) == [expected]


async def test_a_command_for_a_named_player_goes_to_it_alone(media: Media) -> None:
    assert await media.command("play", "MPV".lower()) == Playing("mpv", "playing", "One")
    assert await media.command("pause", "another") is None
    assert [each.status for each in await media.players()] == ["playing"]


async def test_a_command_that_changes_nothing_says_how_things_are(media: Media) -> None:
    assert await media.command("pause") == Playing("mpv", "paused", "One")


async def test_an_unknown_command_is_refused(media: Media) -> None:
    with pytest.raises(Invalid):
        await media.command("rewind everything")


async def test_the_adapter_declares_itself(media: Media) -> None:
    if isinstance(media, MprisMedia):
        assert isinstance(media, Adapter)
        assert media.provides == "media"
        assert media.available() == ""
        assert "mpv (paused)" in (await media.probe()).did
