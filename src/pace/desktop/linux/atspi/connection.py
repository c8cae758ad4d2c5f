"""Switching accessibility on, and connecting to its bus."""

from __future__ import annotations

from typing import Final

import anyio
from dbus_fast import Variant
from dbus_fast.aio import MessageBus

from pace.core.error import Unavailable
from pace.desktop import dbus
from pace.desktop.linux.atspi.names import REGISTRY
from pace.desktop.linux.atspi.setting_off import leave
from pace.desktop.linux.atspi.wire import Ask, Wire

#: What applications are asked to announce. Some export their cache only after the first request.
EVENTS: Final = (
    "window:", "focus:", "document:load-complete", "object:state-changed",
    "object:property-change", "object:text-changed", "object:children-changed",
    "object:selection-changed",
)  # fmt: skip

FIX: Final = "sudo apt install at-spi2-core"
_SECONDS: Final = 5.0
_BUS: Final = ("org.a11y.Bus", "/org/a11y/bus")
_STATUS: Final = "org.a11y.Status"
_WHO: Final = "the accessibility service"


class Connection:
    """The open wire, and whether accessibility was off before."""

    def __init__(self, wire: Wire, session: str, switched_on: bool) -> None:
        self.wire = wire
        self.switched_on = switched_on
        self._session = session

    async def close(self) -> None:
        """End the connection, and switch accessibility off again if it was."""
        await leave(self.wire)
        self.wire.close()
        if self.switched_on:
            async with dbus.connected(self._session) as bus:
                await _enable(bus, False)


async def connect(session: str) -> Connection:
    """Switch accessibility on, by the session bus at this address, and connect.

    Raises Unavailable or TimedOut.
    """
    async with dbus.connected(session) as bus:
        address = await bus_address(bus)
        was_off = not await bus.property(*_BUS, _STATUS, "IsEnabled", who=_WHO)
        if was_off:
            await _enable(bus, True)
    with dbus.translated(_WHO), anyio.fail_after(_SECONDS):
        wire = Wire(await MessageBus(bus_address=address, auth_timeout=_SECONDS).connect())
    for event in EVENTS:
        registry = Ask(
            "/org/a11y/atspi/registry", REGISTRY, "RegisterEvent", "sass", (event, [], "")
        )
        await wire.one(REGISTRY, registry)
    return Connection(wire, session, was_off)


async def bus_address(session: dbus.Connection) -> str:
    """Where the accessibility bus listens. Raises Unavailable or TimedOut."""
    try:
        [address] = await session.call(
            *_BUS, "org.a11y.Bus", "GetAddress", within=_SECONDS, who=_WHO
        )
    except Unavailable as error:
        raise Unavailable("The accessibility service does not run.", fix=FIX) from error
    return str(address)


async def _enable(bus: dbus.Connection, enabled: bool) -> None:
    value = Variant("b", enabled)
    await bus.set_property(*_BUS, _STATUS, "IsEnabled", value, who=_WHO)
