"""Who may say that a notification's action was taken, and services that are odd or absent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import anyio
import pytest
from dbus_fast import Message, MessageType

from pace.core.error import TimedOut, Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import Connection, Link, connected
from pace.desktop.linux.notifications import NAME, PATH, DesktopNotifications
from pace.desktop.ports import Notice
from tests.desktop.driving import Pace, say, talking

pytestmark = pytest.mark.anyio

UNDO = Notice("Opened <Paint>", "a < b & c", (("undo", "Undo"), ("more", "More")), seconds=20)
BRIEF = Notice("Opened", "", (("undo", "Undo"),), seconds=0.1)


class Server:
    """A notification service that records, and that a test tells what to signal."""

    def __init__(self, bus: Connection, capabilities: Sequence[str]) -> None:
        self.bus = bus
        self.capabilities = list(capabilities)
        self.notified: list[list[object]] = []
        self.closed: list[int] = []
        self.hangs = False
        self.changed = anyio.Event()
        bus.on_message(self._answer)

    def _answer(self, message: Message) -> Message | bool | None:
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if self.hangs:
            return True
        if message.member == "GetCapabilities":
            return Message.new_method_return(message, "as", [self.capabilities])
        if message.member == "Notify":
            self.notified.append(message.body)
            self._tell()
            return Message.new_method_return(message, "u", [len(self.notified)])
        self.closed.append(message.body[0])
        self._tell()
        return Message.new_method_return(message)

    def _tell(self) -> None:
        self.changed.set()
        self.changed = anyio.Event()

    async def has_shown(self, count: int) -> None:
        with anyio.fail_after(10):
            while len(self.notified) < count:
                await self.changed.wait()


def signal(
    bus: Connection, member: str, shown: int, value: str | int, to: str | None = None
) -> None:
    bus.send(
        Message(
            message_type=MessageType.SIGNAL,
            destination=to,
            path=PATH,
            interface=NAME,
            member=member,
            signature="us" if isinstance(value, str) else "uu",
            body=[shown, value],
        )
    )


@pytest.fixture(name="address")
def session_address(virtual_desktop: VirtualDesktop) -> str:
    return virtual_desktop.environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture
async def bus(address: str) -> AsyncIterator[Connection]:
    async with connected(address) as opened:
        yield opened


@pytest.fixture
async def session(address: str) -> AsyncIterator[Link]:
    link = Link(lambda: address)
    yield link
    await link.close()


@pytest.fixture
def notifications(session: Link) -> DesktopNotifications:
    return DesktopNotifications(session)


@pytest.fixture
async def server(bus: Connection) -> Server:
    made = Server(bus, ["actions", "body", "body-markup"])
    assert await bus.request_name(NAME)
    return made


async def test_an_action_from_any_other_connection_is_ignored(
    notifications: DesktopNotifications, server: Server, session: Link, address: str
) -> None:
    answers: list[str | None] = []

    async def show() -> None:
        answers.append(await notifications.show(UNDO))

    async with connected(address) as forger, anyio.create_task_group() as group:
        group.start_soon(show)
        await server.has_shown(1)
        us = (await session.open()).name
        for to in (None, us):
            signal(forger, "NotificationClosed", 1, 2, to)
            signal(forger, "ActionInvoked", 1, "undo", to)
        # The forger's call is answered after its signals were delivered.
        await forger.owner(NAME)
        await (await session.open()).owner(NAME)
        assert answers == []
        signal(server.bus, "ActionInvoked", 1, "more")
    assert answers == ["more"]


async def test_a_new_owner_of_the_name_does_not_speak_for_the_old_one(
    notifications: DesktopNotifications, server: Server, address: str
) -> None:
    answers: list[str | None] = []

    async def show() -> None:
        answers.append(await notifications.show(UNDO))

    async with connected(address) as usurper, anyio.create_task_group() as group:
        group.start_soon(show)
        await server.has_shown(1)
        await server.bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "ReleaseName", "s", [NAME],
        )  # fmt: skip
        assert await usurper.request_name(NAME)
        signal(usurper, "ActionInvoked", 1, "undo")
        await usurper.owner(NAME)
        assert answers == []
        signal(server.bus, "NotificationClosed", 1, 2)
    assert answers == [None]


async def test_several_at_once_are_told_apart(
    notifications: DesktopNotifications, server: Server
) -> None:
    answers: dict[str, str | None] = {}

    async def show(title: str) -> None:
        answers[title] = await notifications.show(
            Notice(title, "", (("yes", "Yes"), ("no", "No")), seconds=20)
        )

    async with anyio.create_task_group() as group:
        for title in ("a", "b", "c"):
            group.start_soon(show, title)
        await server.has_shown(3)
        ids = {str(body[3]): index + 1 for index, body in enumerate(server.notified)}
        signal(server.bus, "ActionInvoked", ids["b"], "no")
        signal(server.bus, "ActionInvoked", ids["a"], "yes")
        signal(server.bus, "NotificationClosed", ids["c"], 2)
    assert answers == {"a": "yes", "b": "no", "c": None}
    assert sorted(server.closed) == sorted([ids["a"], ids["b"]])


async def test_an_action_that_was_not_offered_is_no_answer(
    notifications: DesktopNotifications, server: Server
) -> None:
    answers: list[str | None] = []

    async def show() -> None:
        answers.append(await notifications.show(UNDO))

    async with anyio.create_task_group() as group:
        group.start_soon(show)
        await server.has_shown(1)
        signal(server.bus, "ActionInvoked", 1, "delete")
        signal(server.bus, "ActionInvoked", 2, "undo")
        signal(server.bus, "ActionInvoked", 1, "undo")
    assert answers == ["undo"]


async def test_the_body_is_escaped_where_it_is_markup_and_the_title_never(
    notifications: DesktopNotifications, server: Server
) -> None:
    plain = Notice("a < b", "a < b & c", seconds=0.05)
    await notifications.show(plain)
    server.capabilities = ["body"]
    await notifications.show(plain)
    assert [body[3:5] for body in server.notified] == [
        ["a < b", "a &lt; b &amp; c"],
        ["a < b", "a < b & c"],
    ]


async def test_no_button_is_promised_where_the_service_has_none(
    notifications: DesktopNotifications, server: Server
) -> None:
    server.capabilities = ["body"]
    assert await notifications.show(BRIEF) is None
    assert server.notified[0][5] == []


async def test_pace_keeps_the_time_and_takes_the_notice_back(
    notifications: DesktopNotifications, server: Server
) -> None:
    assert await notifications.show(BRIEF) is None
    assert server.closed == [1]


async def test_an_interrupted_notice_is_taken_back(
    notifications: DesktopNotifications, server: Server
) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(notifications.show, UNDO)
        await server.has_shown(1)
        group.cancel_scope.cancel()
    assert server.closed == [1]


async def test_without_a_service_it_is_unavailable(notifications: DesktopNotifications) -> None:
    with pytest.raises(Unavailable, match="No notification service is running") as caught:
        await notifications.show(BRIEF)
    assert "dunst" in caught.value.fix
    probe = await notifications.probe()
    assert not probe.ok
    assert probe.fix == caught.value.fix


async def test_a_service_that_hangs_is_timed_out(
    notifications: DesktopNotifications, server: Server
) -> None:
    server.hangs = True
    with pytest.raises(TimedOut, match="does not answer"):
        await notifications.show(BRIEF)


async def test_without_a_bus_it_is_unavailable() -> None:
    notifications = DesktopNotifications(Link(lambda: "unix:path=/nowhere/bus"))
    assert notifications.available().startswith("There is no bus at /nowhere/bus")
    with pytest.raises(Unavailable):
        await notifications.show(BRIEF)


async def test_what_is_due_is_shown_by_a_headless_pace_and_its_questions_are_not(
    server: Server, pace: Pace
) -> None:
    await pace("settings", "set", "safety.answer_seconds", "5")
    async with talking(pace):
        asked = await say(pace, "delete everything")
        assert asked["question"]
        assert (await say(pace, "set a timer for one second"))["ok"]
        await server.has_shown(1)
    assert [(shown[3], shown[4]) for shown in server.notified] == [("Timer", "Your timer is done.")]
