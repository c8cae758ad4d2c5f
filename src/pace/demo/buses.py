"""The session bus and the accessibility bus of a virtual desktop."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import anyio
from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

from pace.demo.processes import DesktopError, ProcessGroup, ProgramMissing, until

CALL_SECONDS = 10.0

PROGRAMS = {"dbus-daemon": "dbus-daemon"}

# Where distributions put programs that no person starts.
_LIBEXEC = ("/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib", "/usr/libexec/at-spi2-core")
_LAUNCHER = "at-spi-bus-launcher"

_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <standard_session_servicedirs/>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_completed_connections">10000</limit>
  <limit name="max_connections_per_user">10000</limit>
  <limit name="max_pending_service_starts">1000</limit>
  <limit name="max_match_rules_per_connection">50000</limit>
  <limit name="max_replies_per_connection">50000</limit>
</busconfig>
"""


def bus_launcher() -> str:
    """Return the path of the accessibility bus launcher; raise ProgramMissing without one."""
    found = shutil.which(_LAUNCHER, path=":".join(_LIBEXEC))
    if found is None:
        raise ProgramMissing(_LAUNCHER, "at-spi2-core")
    return found


async def start_session_bus(group: ProcessGroup, environment: Mapping[str, str]) -> None:
    """Start the session bus at the address that `environment` names."""
    socket = Path(environment["DBUS_SESSION_BUS_ADDRESS"].partition("=")[2])
    config = group.logs / "session-bus.conf"
    config.write_text(_CONFIG.format(socket=socket))
    daemon = await group.start(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile"], environment
    )
    await until(anyio.Path(socket).exists, "The session bus", daemon)


async def start_accessibility_bus(group: ProcessGroup, environment: Mapping[str, str]) -> str:
    """Start the accessibility bus and turn accessibility on; return the address of the bus.

    The registry answers by then. An application that starts before it does never registers.
    """
    # Fedora and Arch build the launcher for dbus-broker, which wants systemd.
    launcher = await group.start(
        [bus_launcher(), "--launch-immediately"],
        {**environment, "ATSPI_DBUS_IMPLEMENTATION": "dbus-daemon"},
    )
    bus = await _connect(environment["DBUS_SESSION_BUS_ADDRESS"])
    try:

        async def owned() -> bool:
            reply = await _call(bus, _DBUS, "NameHasOwner", "s", "org.a11y.Bus")
            return bool(reply[0])

        await until(owned, "The accessibility bus", launcher)
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            enabled = name == "IsEnabled"
            await _call(
                bus, _PROPERTIES, "Set", "ssv", "org.a11y.Status", name, Variant("b", enabled)
            )
        address = str((await _call(bus, _A11Y, "GetAddress"))[0])
    finally:
        bus.disconnect()
    await _wake_registry(address)
    return address


_DBUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
_PROPERTIES = ("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties")
_A11Y = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
_REGISTRY = (
    "org.a11y.atspi.Registry",
    "/org/a11y/atspi/accessible/root",
    "org.a11y.atspi.Accessible",
)


async def _wake_registry(address: str) -> None:
    bus = await _connect(address)
    try:
        await _call(bus, _REGISTRY, "GetChildren")
    finally:
        bus.disconnect()


async def _connect(address: str) -> MessageBus:
    try:
        with anyio.fail_after(CALL_SECONDS):
            return await MessageBus(bus_address=address).connect()
    except OSError as error:  # TimeoutError is one
        raise DesktopError(f"The bus at {address} does not answer.") from error


async def _call(
    bus: MessageBus, where: tuple[str, str, str], member: str, signature: str = "", *body: object
) -> list[object]:
    destination, path, interface = where
    message = Message(
        destination=destination,
        path=path,
        interface=interface,
        member=member,
        signature=signature,
        body=list(body),
    )
    try:
        with anyio.fail_after(CALL_SECONDS):
            reply = await bus.call(message)
    except TimeoutError as error:
        raise DesktopError(f"{interface}.{member} does not answer.") from error
    if reply.message_type is MessageType.ERROR:
        raise DesktopError(f"{interface}.{member}: {reply.body}")
    return list(reply.body)
