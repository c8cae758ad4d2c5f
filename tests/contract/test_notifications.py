"""One suite over what shows notifications: dunst on a private bus, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import anyio
import pytest

from pace.demo.desktop import VirtualDesktop
from pace.demo.processes import until
from pace.desktop.dbus import Link, connected
from pace.desktop.linux.notifications import NAME, DesktopNotifications
from pace.desktop.ports import Adapter, Notice, Notifications
from pace.testing.services import FakeNotifications

pytestmark = pytest.mark.anyio

UNDO = Notice("Opened Paint", "Say “undo” or press", (("undo", "Undo"),), seconds=20)

#: Starts a notice and does something to it once it is to be seen.
Press = Callable[[Notice], Awaitable[str | None]]


class Place:
    """A notification service, and a person who presses the first action of what is shown."""

    def __init__(self, notifications: Notifications, press: Press) -> None:
        self.notifications = notifications
        self.show_and_press = press


@pytest.fixture(params=["dunst", "double"])
async def place(request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    if request.param == "double":
        double = FakeNotifications()

        async def press(notice: Notice) -> str | None:
            double.answers.append(notice.actions[0][0])
            return await double.show(notice)

        yield Place(double, press)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    dunst = await desktop.launch(["dunst"])
    session = Link(lambda: address)
    real = DesktopNotifications(session)
    async with connected(address) as bus:

        async def displayed() -> bool:
            count = await bus.property(
                NAME, "/org/freedesktop/Notifications", "org.dunstproject.cmd0", "displayedLength"
            )
            return count > 0

        async def press_shown(notice: Notice) -> str | None:
            answers: list[str | None] = []

            async def show() -> None:
                answers.append(await real.show(notice))

            async with anyio.create_task_group() as group:
                group.start_soon(show)
                await until(displayed, "A notification on the screen", dunst)
                await (await desktop.launch(["dunstctl", "action", "0"])).wait()
            return answers[0]

        async def there() -> bool:
            return await bus.owner(NAME) is not None

        async def gone() -> bool:
            return not await there()

        try:
            await until(there, "The notification service", dunst)
            yield Place(real, press_shown)
        finally:
            await dunst.stop()
            await until(gone, "The end of the notification service")
            await session.close()


async def test_the_action_taken_is_the_answer(place: Place) -> None:
    assert await place.show_and_press(UNDO) == "undo"


async def test_an_untouched_notice_is_taken_back_and_answers_nothing(place: Place) -> None:
    assert await place.notifications.show(Notice("A", "b", (("x", "X"),), seconds=0.1)) is None


async def test_a_notice_without_actions_answers_nothing(place: Place) -> None:
    assert await place.notifications.show(Notice("Timer", seconds=0.1)) is None


@pytest.mark.parametrize(
    "text",
    ["", "<b>bold</b> & <script>", "a\0b\x07", "\ud800", "שלום, テスト 🙂\nline two", "x" * 10_000],
    ids=["empty", "markup", "controls", "half a character", "scripts", "long"],
)  # fmt: skip
async def test_any_text_can_be_shown(place: Place, text: str) -> None:
    notice = Notice(text, text, (("ok", text),), seconds=0.05)
    assert await place.notifications.show(notice) is None


async def test_the_adapter_declares_itself(place: Place) -> None:
    real = place.notifications
    if isinstance(real, DesktopNotifications):
        assert isinstance(real, Adapter)
        assert real.provides == "notifications"
        assert real.available() == ""
        probe = await real.probe()
        assert probe.ok, probe.did
