"""Media players in bad weather: none, several, and one that hangs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
from dbus_fast import Message, MessageType, Variant

from pace.core.error import Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import Connection, Link, connected
from pace.desktop.linux.mpris import PREFIX, MprisMedia

pytestmark = pytest.mark.anyio


@pytest.fixture(name="address")
def session_address(virtual_desktop: VirtualDesktop) -> str:
    return virtual_desktop.environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture
async def media(address: str) -> AsyncIterator[MprisMedia]:
    link = Link(lambda: address)
    yield MprisMedia(link)
    await link.close()


async def serve(bus: Connection, name: str, status: str, *, hangs: bool = False) -> list[str]:
    """Answer as a player of another make; the methods called are returned, as they come."""
    called: list[str] = []
    values = {"PlaybackStatus": Variant("s", status), "Identity": Variant("s", name.title())}

    def answer(message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if hangs:
            return True
        if message.member == "Get":
            value = values.get(message.body[1])
            if value is None:
                error = "org.freedesktop.DBus.Error.InvalidArgs"
                return Message.new_error(message, error, "no such property")
            return Message.new_method_return(message, "v", [value])
        called.append(message.member or "")
        return Message.new_method_return(message)

    bus.on_message(answer)
    assert await bus.request_name(PREFIX + name)
    return called


async def test_without_a_player_there_is_nothing_to_command(media: MprisMedia) -> None:
    assert list(await media.players()) == []
    assert await media.command("pause") is None


async def test_the_playing_one_is_first_and_takes_the_command(
    media: MprisMedia, address: str
) -> None:
    async with AsyncExitStack() as stack:
        buses = [await stack.enter_async_context(connected(address)) for _ in range(4)]
        idle = await serve(buses[0], "alpha", "Stopped")
        waits = await serve(buses[1], "beta", "Paused")
        plays = await serve(buses[2], "gamma.instance7", "Playing")
        await serve(buses[3], "playerctld", "Playing")
        assert [(each.player, each.status) for each in await media.players()] == [
            ("Gamma.Instance7", "playing"), ("Beta", "paused"), ("Alpha", "stopped"),
        ]  # fmt: skip
        await media.command("next")
        assert (idle, waits, plays) == ([], [], ["Next"])
        await media.command("play", "beta")
        assert waits == ["Play"]


async def test_a_player_that_ignores_the_command_is_reported_as_it_is(
    media: MprisMedia, address: str
) -> None:
    async with connected(address) as bus:
        assert await serve(bus, "deaf", "Playing") == []
        after = await media.command("pause")
        assert after is not None
        assert after.status == "playing"


async def test_a_player_that_hangs_hides_no_other(media: MprisMedia, address: str) -> None:
    async with connected(address) as stuck, connected(address) as well:
        await serve(stuck, "stuck", "Playing", hangs=True)
        called = await serve(well, "well", "Playing")
        assert [each.player for each in await media.players()] == ["Well"]
        await media.command("pause")
        assert called == ["Pause"]


async def test_without_a_bus_it_is_unavailable() -> None:
    media = MprisMedia(Link(lambda: "unix:path=/nowhere/bus"))
    assert media.available().startswith("There is no bus at /nowhere/bus")
    with pytest.raises(Unavailable):
        await media.players()
