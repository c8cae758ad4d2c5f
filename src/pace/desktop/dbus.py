"""D-Bus for the adapters: raw messages over dbus-fast, a timeout on every call, errors translated.

    async with connected(session_address()) as bus:            # or Link(session_address) for keeps
        [names] = await bus.call(DBUS, DBUS_PATH, DBUS, "ListNames")
        volume = await bus.property(player, path, interface, "Volume")
        await bus.set_property(player, path, interface, "Volume", Variant("d", 0.3))
        async with bus.signals(Match(interface="org.freedesktop.Notifications")) as heard:
            async for message in heard: ...
        async with bus.subscribed(Match(member="NameOwnerChanged"), on_message): ...
        reply = await bus.request(Message(...), within=0.5)   # the reply message itself

- `Link(address)` gives adapters one connection that is opened late and again after it broke:
  `bus = await link.open()`; `await link.close()` at the end. `address` is a callable.
- Errors: `Unavailable` (no bus, no service, access denied, failed), `TimedOut`, `Gone` (no such
  object), `Invalid` (no such method or property, wrong arguments). `error_name(error)` is the D-Bus
  name behind one, such as "org.freedesktop.DBus.Error.UnknownObject".
- `who` names the service in the sentence a person reads ("The music player does not answer.").
- A body holds dbus-fast `Variant`s; `plain(value)` takes them off, at every depth.
- At most 64 calls of a connection are in flight; any number of messages may be sent at once.
- No introspection and no proxies. A connection belongs to the event loop that opened it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream
from dbus_fast import Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import AuthError, DBusError, DBusFastError

from pace.core.error import Gone, Invalid, PaceError, TimedOut, Unavailable
from pace.desktop.bus_address import absent, session_address, socket_parts, system_address
from pace.desktop.signal_match import Match

__all__ = [
    "CALL_SECONDS",
    "DBUS",
    "DBUS_PATH",
    "IN_FLIGHT",
    "PROPERTIES",
    "SIGNAL_BACKLOG",
    "Connection",
    "Link",
    "Match",
    "absent",
    "connect",
    "connected",
    "error_name",
    "plain",
    "session_address",
    "system_address",
    "translated",
]

DBUS = "org.freedesktop.DBus"
DBUS_PATH = "/org/freedesktop/DBus"
PROPERTIES = "org.freedesktop.DBus.Properties"

#: Seconds a call may take when its caller says nothing.
CALL_SECONDS = 2.0
CONNECT_SECONDS = 2.0
CLOSE_SECONDS = 0.5
IN_FLIGHT = 64
#: Signals a slow reader may be behind before the newest are dropped.
SIGNAL_BACKLOG = 256

_ERROR = "org.freedesktop.DBus.Error."
_GONE = {_ERROR + "UnknownObject"}
_INVALID = {
    _ERROR + name
    for name in ("UnknownMethod", "UnknownInterface", "UnknownProperty", "InvalidArgs",
                 "PropertyReadOnly", "InvalidSignature", "NotSupported")
}  # fmt: skip
_TIMED_OUT = {_ERROR + name for name in ("NoReply", "Timeout", "TimedOut")}
_ABSENT = {_ERROR + name for name in ("ServiceUnknown", "NameHasNoOwner", "Disconnected")}


@contextmanager
def translated(who: str) -> Iterator[None]:
    """Turn what dbus-fast and its socket raise into the errors of Pace, naming `who`."""
    who = who[:1].upper() + who[1:]
    try:
        yield
    except DBusError as error:
        raise _translate(who, error) from error
    except TimeoutError as error:
        raise TimedOut(f"{who} did not answer in time.") from error
    except AuthError as error:
        raise Unavailable(f"{who} did not let Pace in.") from error
    except (OSError, EOFError) as error:
        raise Unavailable(f"{who} cannot be reached: the bus is gone.") from error
    except (DBusFastError, TypeError, ValueError, AttributeError, IndexError) as error:
        # the last four are what dbus-fast raises for a body that does not fit its signature
        raise Invalid(f"{who} cannot be asked that: {error}") from error


def _translate(who: str, error: DBusError) -> PaceError:
    name = str(error.type)
    if name in _GONE:
        return Gone(f"{who} no longer has what was asked for.")
    if name in _INVALID:
        return Invalid(f"{who} does not understand what was asked: {error.text}")
    if name in _TIMED_OUT:
        return TimedOut(f"{who} did not answer in time.")
    if name in _ABSENT or name.startswith(_ERROR + "Spawn."):
        return Unavailable(f"{who} is not running.")
    return Unavailable(f"{who} refused: {error.text or name}")


def error_name(error: BaseException) -> str:
    """The D-Bus error name behind an error, or ""."""
    cause = error.__cause__
    return str(cause.type) if isinstance(cause, DBusError) else ""


def plain(value: Any) -> Any:
    """The value without its Variants, at every depth."""
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


class Connection:
    """One open connection to a bus."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus
        self._slots = anyio.Semaphore(IN_FLIGHT)
        # dbus-fast reports a lost connection to nobody, and warns, where no handler is installed.
        bus.add_message_handler(_see_nothing)

    @property
    def name(self) -> str:
        """This connection's unique name."""
        return self._bus.unique_name or ""

    @property
    def open(self) -> bool:
        return bool(self._bus.connected)

    async def close(self) -> None:
        """Close the socket; waits a moment for it."""
        self._bus.disconnect()
        with anyio.move_on_after(CLOSE_SECONDS, shield=True), suppress(OSError, EOFError):
            await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]

    async def request(
        self, message: Message, *, within: float = CALL_SECONDS, who: str = ""
    ) -> Message:
        """Send a method call and return its reply. Raises the errors of `translated`."""
        who = who or message.destination or "the bus"
        with translated(who), anyio.fail_after(within):
            async with self._slots:
                if not self.open:
                    raise ConnectionError
                try:
                    reply = await self._bus.call(message)
                finally:
                    # Else dbus-fast keeps every call that ended without a reply for good.
                    self._bus._method_return_handlers.pop(message.serial, None)
            if reply is None:
                raise ConnectionError
            if reply.message_type is MessageType.ERROR:
                text = str(reply.body[0]) if reply.body else ""
                raise DBusError(reply.error_name or "", text, reply)
            return reply

    async def call(
        self,
        destination: str,
        path: str,
        interface: str,
        member: str,
        signature: str = "",
        body: Sequence[Any] = (),
        *,
        within: float = CALL_SECONDS,
        who: str = "",
    ) -> list[Any]:
        """Call a method and return the body of its reply."""
        who = who or destination
        with translated(who):
            message = Message(
                destination=destination, path=path, interface=interface, member=member,
                signature=signature, body=list(body),
            )  # fmt: skip
        return (await self.request(message, within=within, who=who)).body

    async def property(
        self, destination: str, path: str, interface: str, name: str,
        *, within: float = CALL_SECONDS, who: str = "",
    ) -> Any:  # fmt: skip
        """One property, without its Variant."""
        body = await self.call(destination, path, PROPERTIES, "Get", "ss", [interface, name],
                               within=within, who=who)  # fmt: skip
        return plain(body[0])

    async def set_property(
        self, destination: str, path: str, interface: str, name: str, value: Variant,
        *, within: float = CALL_SECONDS, who: str = "",
    ) -> None:  # fmt: skip
        await self.call(destination, path, PROPERTIES, "Set", "ssv", [interface, name, value],
                        within=within, who=who)  # fmt: skip

    async def owner(self, name: str) -> str | None:
        """The unique name of who owns a name now, or None."""
        try:
            [owner] = await self.call(DBUS, DBUS_PATH, DBUS, "GetNameOwner", "s", [name])
        except Unavailable as error:
            if error_name(error) == _ERROR + "NameHasNoOwner":
                return None
            raise
        return str(owner)

    async def request_name(self, name: str, *, flags: int = 4) -> bool:
        """Own a name; False when another has it. The default flags (4) do not queue."""
        [reply] = await self.call(DBUS, DBUS_PATH, DBUS, "RequestName", "su", [name, flags])
        return int(reply) in (1, 4)

    def send(self, message: Message) -> None:
        """Send a signal, a reply, or a call without reply, and do not wait. Raises Unavailable."""
        with translated("the bus"):
            if not self.open:
                raise ConnectionError
            self._bus.send(message)

    def on_message(self, handler: Callable[[Message], Message | bool | None]) -> Callable[[], None]:
        """Show every incoming message to `handler` first; it returns a reply, True (seen) or None.

        It runs inside the reader and must not block. The returned function removes it.
        """
        self._bus.add_message_handler(handler)
        return lambda: self._bus.remove_message_handler(handler)

    @asynccontextmanager
    async def subscribed(
        self, match: Match, handler: Callable[[Message], None]
    ) -> AsyncIterator[None]:
        """Call `handler` inside the reader for each signal wanted, while the context is open."""

        def see(message: Message) -> None:
            if match.accepts(message):
                handler(message)

        remove = self.on_message(see)
        try:
            await self.call(DBUS, DBUS_PATH, DBUS, "AddMatch", "s", [match.rule], who="the bus")
            try:
                yield
            finally:
                self._forget(match)
        finally:
            remove()

    @asynccontextmanager
    async def signals(self, match: Match) -> AsyncIterator[MemoryObjectReceiveStream[Message]]:
        """The signals wanted, in order, while the context is open; the oldest 256 are kept."""
        sender, receiver = anyio.create_memory_object_stream[Message](SIGNAL_BACKLOG)

        def keep(message: Message) -> None:
            try:
                sender.send_nowait(message)
            except (anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
                return

        with sender, receiver:
            async with self.subscribed(match, keep):
                yield receiver

    def _forget(self, match: Match) -> None:
        if self.open:
            self._bus.send(
                Message(
                    destination=DBUS,
                    path=DBUS_PATH,
                    interface=DBUS,
                    member="RemoveMatch",
                    signature="s",
                    body=[match.rule],
                    flags=MessageFlag.NO_REPLY_EXPECTED,
                )
            )


def _see_nothing(_: Message) -> None:
    return None


class _PatientSocket:
    """The socket a dbus-fast writer sends to, which waits when it is full.

    dbus-fast gives the connection up when a send would block, which a few hundred messages at
    once or a busy bus is enough for. Nothing sent tells it to go on when the socket has room.
    """

    def __init__(self, real: Any) -> None:
        self._real = real

    def send(self, data: memoryview) -> int:
        try:
            return int(self._real.send(data))
        except BlockingIOError:
            return 0


async def connect(address: str, *, within: float = CONNECT_SECONDS) -> Connection:
    """Open a connection to a bus on a Unix socket. Raises Unavailable, TimedOut or Invalid."""
    socket_parts(address)
    with translated("the bus"), anyio.fail_after(within):
        bus = await MessageBus(bus_address=address, auth_timeout=within).connect()
    writer: Any = bus._writer
    writer.sock = _PatientSocket(writer.sock)
    return Connection(bus)


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Connection]:
    """A connection that is closed with the context."""
    connection = await connect(address)
    try:
        yield connection
    finally:
        await connection.close()


class Link:
    """A connection that several adapters share: opened at first use, and again after it broke."""

    def __init__(self, address: Callable[[], str]) -> None:
        self.address = address
        self._connection: Connection | None = None
        self._opening = anyio.Lock()

    async def open(self) -> Connection:
        """The connection. Raises what `connect` and the address raise."""
        async with self._opening:
            if self._connection is None or not self._connection.open:
                self._connection = await connect(self.address())
            return self._connection

    async def close(self) -> None:
        async with self._opening:
            if self._connection is not None and self._connection.open:
                await self._connection.close()
            self._connection = None
