"""The D-Bus helper on a real bus: bounds, errors, signals, and a bus that goes away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest
from dbus_fast import Message, MessageType, Variant

from pace.core.error import Gone, Invalid, PaceError, TimedOut, Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.demo.processes import Process, until
from pace.desktop.dbus import (
    DBUS,
    DBUS_PATH,
    IN_FLIGHT,
    SIGNAL_BACKLOG,
    Connection,
    Link,
    Match,
    connect,
    connected,
    error_name,
)

pytestmark = pytest.mark.anyio

NAME = "org.example.Pace.Test"
ERROR = "org.freedesktop.DBus.Error."


@pytest.fixture(name="address")
def session_address(virtual_desktop: VirtualDesktop) -> str:
    return virtual_desktop.environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture
async def bus(address: str) -> AsyncIterator[Connection]:
    async with connected(address) as opened:
        yield opened


@pytest.fixture
async def other(address: str) -> AsyncIterator[Connection]:
    """A service that answers Echo, fails as told by Fail, and never answers Hang."""
    held: list[Message] = []

    def answer(message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if message.member == "Hang":
            held.append(message)
            return True
        if message.member == "Fail":
            return Message.new_error(message, message.body[0], "because")
        if message.member == "Get":
            return Message.new_method_return(message, "v", [Variant("as", ["a", "b"])])
        return Message.new_method_return(message, message.signature, message.body)

    async with connected(address) as opened:
        opened.on_message(answer)
        assert await opened.request_name(NAME)
        yield opened


def emit(bus: Connection, member: str, text: str) -> None:
    bus.send(
        Message(
            message_type=MessageType.SIGNAL,
            path="/x",
            interface="org.x.I",
            member=member,
            signature="s",
            body=[text],
        )
    )


async def test_a_call_returns_the_body_of_the_reply(bus: Connection, other: Connection) -> None:
    assert await bus.call(NAME, "/", "org.x.I", "Echo", "si", ["a", 1]) == ["a", 1]
    assert await bus.property(NAME, "/", "org.x.I", "Anything") == ["a", "b"]
    assert await bus.owner(NAME) == other.name
    assert await bus.owner("org.example.Nobody") is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("UnknownObject", Gone),
        ("UnknownMethod", Invalid),
        ("UnknownProperty", Invalid),
        ("InvalidArgs", Invalid),
        ("NotSupported", Invalid),
        ("NoReply", TimedOut),
        ("Timeout", TimedOut),
        ("ServiceUnknown", Unavailable),
        ("Spawn.ChildExited", Unavailable),
        ("AccessDenied", Unavailable),
        ("Failed", Unavailable),
    ],
)
async def test_an_error_is_translated_and_keeps_its_name(
    bus: Connection, other: Connection, name: str, kind: type[PaceError]
) -> None:
    with pytest.raises(PaceError) as caught:
        await bus.call(NAME, "/", "org.x.I", "Fail", "s", [ERROR + name], who="the thing")
    assert type(caught.value) is kind
    assert str(caught.value).startswith("The thing ")
    assert error_name(caught.value) == ERROR + name


async def test_a_service_that_is_not_there_is_unavailable(bus: Connection) -> None:
    with pytest.raises(Unavailable, match="The radio is not running"):
        await bus.call("org.example.Nobody", "/", "org.x.I", "Echo", who="the radio")


@pytest.mark.parametrize(
    ("destination", "path", "signature"),
    [("no", "/", ""), (NAME, "no", ""), (NAME, "/", "(("), (NAME, "/", "s")],
)
async def test_what_cannot_be_asked_is_invalid(
    bus: Connection, destination: str, path: str, signature: str
) -> None:
    with pytest.raises(Invalid):
        await bus.call(destination, path, "org.x.I", "Echo", signature)


async def test_a_hanging_service_costs_its_bound_and_no_other_call(
    bus: Connection, other: Connection
) -> None:
    with pytest.raises(TimedOut):
        await bus.call(NAME, "/", "org.x.I", "Hang", within=0.05)
    assert await bus.call(NAME, "/", "org.x.I", "Echo", "s", ["still"]) == ["still"]


async def test_calls_that_ended_without_a_reply_leave_nothing_behind(
    bus: Connection, other: Connection
) -> None:
    pending = bus._bus._method_return_handlers
    with pytest.raises(TimedOut):
        await bus.call(NAME, "/", "org.x.I", "Hang", within=0.05)
    with pytest.raises(Invalid):
        await bus.call(NAME, "/", "org.x.I", "Echo", "s", ["\ud800"])
    assert pending == {}


async def test_more_calls_than_a_connection_bears_are_made_in_turns(
    bus: Connection, other: Connection
) -> None:
    answers: list[int] = []

    async def ask(number: int) -> None:
        answers.extend(await bus.call(NAME, "/", "org.x.I", "Echo", "i", [number], within=30))

    async with anyio.create_task_group() as group:
        for number in range(IN_FLIGHT * 40):
            group.start_soon(ask, number)
    assert sorted(answers) == list(range(IN_FLIGHT * 40))


async def test_signals_arrive_in_order_and_only_those_wanted(
    bus: Connection, other: Connection
) -> None:
    async with bus.signals(Match(interface="org.x.I", member="Changed")) as heard:
        for member, text in (("Changed", "1"), ("Other", "2"), ("Changed", "3")):
            emit(other, member, text)
        with anyio.fail_after(10):
            assert [(await heard.receive()).body for _ in range(2)] == [["1"], ["3"]]
    async with bus.signals(Match(member="Changed")) as heard:
        emit(other, "Changed", "4")
        with anyio.fail_after(10):
            assert (await heard.receive()).body == ["4"]


async def test_a_reader_that_falls_behind_keeps_the_oldest_and_the_bus_goes_on(
    bus: Connection, other: Connection
) -> None:
    async with bus.signals(Match(member="Changed")) as heard:
        for number in range(SIGNAL_BACKLOG * 2):
            emit(other, "Changed", str(number))
        await other.owner(NAME)
        await bus.owner(NAME)
        got = [heard.receive_nowait().body[0] for _ in range(SIGNAL_BACKLOG)]
        assert got == [str(number) for number in range(SIGNAL_BACKLOG)]
        with pytest.raises(anyio.WouldBlock):
            heard.receive_nowait()


async def test_a_burst_that_fills_the_socket_arrives_whole(
    bus: Connection, other: Connection
) -> None:
    text = "x" * 1000
    got: list[str] = []
    done = anyio.Event()

    def count(message: Message) -> None:
        got.append(message.body[0])
        if len(got) == 2000:
            done.set()

    async with bus.subscribed(Match(member="Changed"), count):
        for number in range(2000):
            emit(other, "Changed", f"{number} {text}")
        with anyio.fail_after(30):
            await done.wait()
    assert got == [f"{number} {text}" for number in range(2000)]
    assert other.open


async def test_a_name_has_one_owner(bus: Connection, other: Connection) -> None:
    assert not await bus.request_name(NAME)
    assert await other.request_name(NAME)


async def test_a_closed_connection_is_unavailable_and_a_link_opens_another(address: str) -> None:
    link = Link(lambda: address)
    first = await link.open()
    assert await link.open() is first
    await first.close()
    assert not first.open
    with pytest.raises(Unavailable, match="the bus is gone"):
        await first.call(DBUS, DBUS_PATH, DBUS, "GetId")
    with pytest.raises(Unavailable):
        emit(first, "Changed", "x")
    second = await link.open()
    assert second is not first
    await second.call(DBUS, DBUS_PATH, DBUS, "GetId")
    await link.close()
    assert not second.open


BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow eavesdrop="true"/><allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
  </policy>
</busconfig>
"""


async def start_bus(desktop: VirtualDesktop, socket: Path, config: Path) -> Process:
    await anyio.Path(config).write_text(BUS.format(socket))
    daemon = await desktop.launch(["dbus-daemon", f"--config-file={config}", "--nofork"])

    async def answers() -> bool:
        try:
            await (await connect(f"unix:path={socket}")).close()
        except PaceError:
            return False
        return True

    await until(answers, "The bus", daemon)
    return daemon


async def test_a_bus_that_dies_under_a_call_is_unavailable_and_a_new_one_is_found(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    socket = virtual_desktop.directory / "run" / "mortal"
    daemon = await start_bus(virtual_desktop, socket, tmp_path / "bus.conf")
    link = Link(lambda: f"unix:path={socket}")
    bus = await link.open()
    bus.on_message(lambda message: message.member == "Hang")
    assert await bus.request_name(NAME)
    failures: list[PaceError] = []

    async def hang() -> None:
        try:
            await bus.call(NAME, "/", "org.x.I", "Hang", within=30)
        except PaceError as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(hang)
        await bus.owner(NAME)
        await daemon.stop(0)
    assert [type(error) for error in failures] == [Unavailable]
    with pytest.raises(Unavailable):
        await link.open()
    again = await start_bus(virtual_desktop, socket, tmp_path / "bus.conf")
    assert await (await link.open()).owner(NAME) is None
    await link.close()
    await again.stop()
