"""Desktop notifications with actions, over org.freedesktop.Notifications.

Servers keep time differently (GNOME Shell ignores the time asked for), so the time is Pace's own
and the notification is taken back at its end. Anyone on the bus can send a signal that says an
action was chosen, so one counts only when it comes from the connection that owned the
notification name when the notification was sent.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import anyio.lowlevel
from dbus_fast import Variant

from pace.core.error import PaceError, TimedOut, Unavailable
from pace.desktop.dbus import Connection, Link, Match, absent
from pace.desktop.ports import Notice, Probe

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
WHO = "the notification service"

#: Starting the service on demand takes a moment.
START_SECONDS = 5.0
ANSWER_SECONDS = 2.0
_NORMAL = 1
_FIX = "install a notification service, such as dunst"


class DesktopNotifications:
    """The notification service on the session bus."""

    provides = "notifications"
    rank = 10

    def __init__(self, session: Link, desktop_entry: str = "org.pacevoice.Pace") -> None:
        self._session = session
        self._desktop_entry = desktop_entry

    def available(self) -> str:
        return absent(self._session.address)

    async def probe(self) -> Probe:
        try:
            bus, owner, abilities = await self._server()
        except PaceError as error:
            silent = isinstance(error, TimedOut)
            return Probe(False, str(error), "" if silent else _FIX, missing=not silent)
        async with bus.signals(_heard_from(owner)) as heard:
            shown = await self._send(bus, owner, abilities, Notice("Pace", "A trial notification"))
            await _close(bus, owner, shown)
            with anyio.move_on_after(ANSWER_SECONDS):
                async for message in heard:
                    if message.member == "NotificationClosed" and message.body[0] == shown:
                        buttons = "with" if "actions" in abilities else "without"
                        return Probe(
                            True, f"Showed a notification and took it back, {buttons} buttons."
                        )
        return Probe(False, "A notification was shown and never reported closed.", _FIX)

    async def show(self, notice: Notice) -> str | None:
        """Raises Unavailable when there is no service, TimedOut when it does not answer.

        Where the service offers no buttons the notice is shown without, and the answer is None.
        """
        bus, owner, abilities = await self._server()
        keys = {key for key, _ in notice.actions}
        async with bus.signals(_heard_from(owner)) as heard:
            # Cancelled half-way it would stay on the screen with nobody to take it back.
            with anyio.CancelScope(shield=True):
                shown = await self._send(bus, owner, abilities, notice)
            closed = False
            try:
                await anyio.lowlevel.checkpoint_if_cancelled()
                with anyio.move_on_after(notice.seconds):
                    async for message in heard:
                        if message.body[0] != shown:
                            continue
                        if message.member == "ActionInvoked" and message.body[1] in keys:
                            return str(message.body[1])
                        if message.member == "NotificationClosed":
                            closed = True
                            return None
            finally:
                if not closed:
                    await _close(bus, owner, shown)
        return None

    async def _server(self) -> tuple[Connection, str, frozenset[str]]:
        """The bus, the service's own connection, started if it can be, and what it can do."""
        with _no_service():
            bus = await self._session.open()
            within = START_SECONDS if await bus.owner(NAME) is None else ANSWER_SECONDS
            [abilities] = await bus.call(
                NAME, PATH, NAME, "GetCapabilities", within=within, who=WHO
            )
            owner = await bus.owner(NAME)
        if owner is None:
            raise _absent()
        return bus, owner, frozenset(abilities)

    async def _send(
        self, bus: Connection, owner: str, abilities: frozenset[str], notice: Notice
    ) -> int:
        body = _clean(notice.body)
        offered = notice.actions if "actions" in abilities else ()
        hints = {
            "urgency": Variant("y", _NORMAL),
            "desktop-entry": Variant("s", self._desktop_entry),
            "transient": Variant("b", True),
        }
        arguments: list[Any] = [
            "Pace",
            0,
            "",
            _clean(notice.title),
            html.escape(body, quote=False) if "body-markup" in abilities else body,
            [_clean(word) for pair in offered for word in pair],
            hints,
            max(1, round(notice.seconds * 1000)),
        ]
        with _no_service():
            [shown] = await bus.call(
                owner, PATH, NAME, "Notify", "susssasa{sv}i", arguments,
                within=ANSWER_SECONDS, who=WHO,
            )  # fmt: skip
        return int(shown)


def _heard_from(owner: str) -> Match:
    return Match(interface=NAME, path=PATH, sender=owner)


async def _close(bus: Connection, owner: str, shown: int) -> None:
    """Take a notification back; one that is gone already is as good."""
    with anyio.CancelScope(shield=True):
        try:
            await bus.call(
                owner, PATH, NAME, "CloseNotification", "u", [shown],
                within=ANSWER_SECONDS, who=WHO,
            )  # fmt: skip
        except PaceError:
            return


@contextmanager
def _no_service() -> Iterator[None]:
    try:
        yield
    except TimedOut as error:
        raise TimedOut("The notification service does not answer; nothing was shown.") from error
    except PaceError as error:
        raise _absent() from error


def _absent() -> Unavailable:
    return Unavailable("No notification service is running, so nothing was shown.", fix=_FIX)


def _clean(text: str) -> str:
    """Text that D-Bus can carry and a bubble can show: no controls, no broken characters."""
    whole = text.encode("utf-8", "replace").decode()
    return "".join(each for each in whole if each == "\n" or each.isprintable())
