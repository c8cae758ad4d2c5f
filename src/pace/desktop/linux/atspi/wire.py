"""A private connection to the accessibility bus on which no application can hold up another.

Calls go out in pipelined batches, each batch to one application. An application may have
`LANE` calls in flight and the connection `TOTAL`: dbus-fast ends the connection when the socket's
buffer is full (about 2,000 calls), and a lane of its own keeps a stopped application from taking
every slot. An application that answers nothing in time is asked one more thing, and nothing else
until it answers that: GTK 4.8 never answers some calls, though it is well.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
from dbus_fast import Message, MessageType

from pace.core.error import Gone, PaceError, TimedOut, Unavailable
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    APPLICATION,
    BUS,
    BUS_PATH,
    PROPERTIES,
    ROOT,
)
from pace.desktop.linux.atspi.peer import Peer, reach

if TYPE_CHECKING:
    import asyncio

    from dbus_fast.aio import MessageBus

LANE = 64
TOTAL = 192
#: How long one answer may take from an application that is meant, and from one that is passed by. A
#: browser that starts is busy for a second; a search of 7,700 nodes takes 70 ms when all is idle.
PATIENCE = 2.0
HURRY = 0.8
#: Above the few serials that dbus-fast takes for itself; one count for all connections.
_FIRST_SERIAL = 1 << 16
_CONNECT_SECONDS = 5.0

ENABLE = "Start the accessibility service: install at-spi2-core and log in again."


class Ask(NamedTuple):
    """One method call on an object of an application."""

    path: str
    interface: str
    member: str
    signature: str = ""
    body: Sequence[Any] = ()


class Fault(NamedTuple):
    """An error answer, by its D-Bus name."""

    name: str
    text: str = ""


Answer = list[Any] | Fault


def read(path: str, interface: str, name: str) -> Ask:
    """The call that reads one property. (Reading all of a node's at once crashes Qt 5.15.)"""
    return Ask(path, PROPERTIES, "Get", "ss", (interface, name))


@dataclass(slots=True, eq=False)
class _Batch:
    left: int
    answers: list[Answer]
    patience: float
    unsent: int = 0
    last: float = 0.0
    done: anyio.Event = field(default_factory=anyio.Event)


@dataclass(slots=True, eq=False)
class _Lane:
    """One application: what waits, what is in flight, when it last answered.

    `peer` is a connection for what goes out in this lane only.
    """

    app: str
    peer: Peer | None = None
    waiting: deque[tuple[_Batch, int, Ask]] = field(default_factory=deque)
    flying: int = 0
    last: float = 0.0
    revived: anyio.Event | None = None

    @property
    def stuck(self) -> bool:
        return self.revived is not None


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """One call that is in no other's way, and its answer once there is one."""

    _lane: _Lane
    _batch: _Batch

    @property
    def answer(self) -> Answer | None:
        return None if self._batch.left else self._batch.answers[0]

    async def answered(self, timeout: float) -> None:
        """Wait until it is answered, or the time is up."""
        with anyio.move_on_after(timeout):
            await self._batch.done.wait()


class Kept(NamedTuple):
    """A connection that brought a call, and the windows that were on screen before it."""

    app: str
    peer: Peer
    before: frozenset[str]


class Wire:
    """The connection. Open it with `connect`, end it with `close`."""

    def __init__(self, bus: MessageBus) -> None:
        self._bus = bus
        self._lanes: dict[str, _Lane] = {}
        self._pending: dict[int, tuple[_Lane, _Batch, int, str]] = {}
        self._flying = 0
        self._last = 0.0
        self._serial = _FIRST_SERIAL
        self._peers: dict[str, Peer | None] = {}
        self._addresses: dict[str, str] = {}
        #: Connections apart from all else, which `setting_off` makes and ends.
        self.kept: list[Kept] = []
        self._listeners: tuple[Callable[[Message], None], ...] = ()
        bus.add_message_handler(self._arrived)

    @property
    def alive(self) -> bool:
        return bool(self._bus.connected)

    async def shorten(self, app: str, path: str) -> None:
        """Reach the application past the bus from now on, where it offers that."""
        if app in self._peers:
            return
        self._peers[app] = None
        if address := await self.own_address(app, path):
            self._peers[app] = await reach(address, self._arrived, lambda: self._lost(app))

    async def own_address(self, app: str, path: str = ROOT) -> str:
        """Where the application listens past the bus, or "" where it does not."""
        if app not in self._addresses:
            ask = Ask(path, APPLICATION, "GetApplicationBusAddress")
            answer = (await self.ask(app, [ask]))[0]
            self._addresses[app] = "" if isinstance(answer, Fault) else str(answer[0])
        return self._addresses[app]

    def aside(self, app: str, call: Ask, peer: Peer | None = None) -> Aside:
        """Send a call that may long be unanswered, on `peer` where one is given.

        `answer_aside` is to be told what arrives there, `forget` to be called at the end.
        """
        lane, batch = _Lane(app, peer), _Batch(1, [NO_ANSWER], PATIENCE, 1)
        self._send(lane, batch, 0, call)
        return Aside(lane, batch)

    def answer_aside(self, message: Message) -> bool:
        """Take the answer to a call aside; signals are heard from the bus."""
        return message.message_type is not MessageType.SIGNAL and self._arrived(message)

    def forget(self, aside: Aside) -> None:
        """Do not wait for its answer any longer."""
        self._forget(aside._lane, aside._batch)

    def _lost(self, app: str) -> None:
        """Its own connection has ended; the bus tells whether the application has too."""
        self._peers.pop(app, None)
        self._addresses.pop(app, None)
        lane = self._lanes.get(app)
        for serial, (other, batch, index, _) in list(self._pending.items()):
            if other is lane and lane is not None:
                del self._pending[serial]
                self._settle(lane, batch, index, NO_ANSWER)

    def close(self) -> None:
        self._bus.disconnect()
        for peer in list(self._peers.values()):
            if peer is not None:
                peer.disconnect()
        self._fail_all()

    async def ask(self, app: str, calls: Sequence[Ask], *, hurry: bool = False) -> list[Answer]:
        """Answers to `calls`, in order. Raises TimedOut when the application stops answering.

        `hurry` is for looking around: an application known not to answer is then not waited for.
        """
        if not calls:
            return []
        patience = HURRY if hurry else PATIENCE
        lane = self._lanes.setdefault(app, _Lane(app))
        if lane.revived is not None:
            if not hurry:
                with anyio.move_on_after(patience):
                    await lane.revived.wait()
            if lane.stuck:
                raise _silent()
            lane = self._lanes.setdefault(app, lane)
        batch = _Batch(len(calls), [NO_ANSWER] * len(calls), patience, len(calls), time.monotonic())
        lane.waiting.extend((batch, index, call) for index, call in enumerate(calls))
        try:
            self._pump(lane)
            await self._finished(lane, batch)
        finally:
            if batch.left:
                lane.waiting = deque(item for item in lane.waiting if item[0] is not batch)
            if not (lane.flying or lane.waiting) and self._lanes.get(app) is lane:
                del self._lanes[app]
        return batch.answers

    async def one(self, app: str, call: Ask) -> list[Any]:
        """The answer to one call. Raises Gone, TimedOut, or NotOffered for an error answer."""
        answer = (await self.ask(app, [call]))[0]
        if isinstance(answer, Fault):
            raise error_of(answer)
        return answer

    async def bus_call(self, member: str, signature: str, *body: Any) -> list[Any]:
        """Ask the message bus itself."""
        return await self.one(BUS, Ask(BUS_PATH, BUS, member, signature, body))

    @contextmanager
    def listening(self, listener: Callable[[Message], None]) -> Iterator[None]:
        """Hand every signal that arrives to `listener`, which must not block."""
        self._listeners = (*self._listeners, listener)
        try:
            yield
        finally:
            self._listeners = tuple(one for one in self._listeners if one is not listener)

    async def _finished(self, lane: _Lane, batch: _Batch) -> None:
        while batch.left:
            with anyio.move_on_after(max(0.0, self._due(lane, batch) - time.monotonic())):
                await batch.done.wait()
            if batch.left and time.monotonic() >= self._due(lane, batch):
                self._give_up(lane, batch)
                raise _silent()

    def _due(self, lane: _Lane, batch: _Batch) -> float:
        """When to give up on it. What waits for a slot waits for whoever has the slots."""
        last = batch.last
        if batch.unsent:
            last = max(last, lane.last if lane.flying else self._last)
        return last + batch.patience

    def _give_up(self, lane: _Lane, batch: _Batch) -> None:
        """Forget the batch's calls in flight, and ask one more thing that revives the lane."""
        forgotten = self._forget(lane, batch)
        if lane.stuck or not forgotten:
            return
        lane.revived = anyio.Event()
        ask = Ask(forgotten[0], ACCESSIBLE, "GetRole")
        self._send(lane, _Batch(1, [NO_ANSWER], PATIENCE), 0, ask)

    def _forget(self, lane: _Lane, batch: _Batch) -> list[str]:
        """Forget the batch's calls in flight; the paths they were for."""
        forgotten = {serial: entry for serial, entry in self._pending.items() if entry[1] is batch}
        for serial in forgotten:
            del self._pending[serial]
        self._flying -= len(forgotten)
        lane.flying -= len(forgotten)
        return [entry[3] for entry in forgotten.values()]

    def _pump(self, lane: _Lane) -> None:
        while lane.waiting and lane.flying < LANE and self._flying < TOTAL and not lane.stuck:
            self._send(lane, *lane.waiting.popleft())

    def _send(self, lane: _Lane, batch: _Batch, index: int, call: Ask) -> None:
        message = _message(lane.app, call)
        self._serial += 1
        message.serial = self._serial
        self._pending[message.serial] = (lane, batch, index, call.path)
        lane.flying += 1
        self._flying += 1
        batch.unsent -= 1
        batch.last = time.monotonic()
        peer = lane.peer or self._peers.get(lane.app)
        if peer is not None and peer.connected:
            peer.send(message).add_done_callback(_seen)
        else:
            self._bus.send(message).add_done_callback(self._sent)

    def _sent(self, future: asyncio.Future[None]) -> None:
        if not future.cancelled() and future.exception() is not None:
            self._fail_all()

    def _arrived(self, message: Message) -> bool:
        entry = self._pending.pop(message.reply_serial, None) if message.reply_serial else None
        if entry is None:
            if message.message_type is MessageType.SIGNAL:
                for listener in self._listeners:
                    listener(message)
            return False
        lane, batch, index, _ = entry
        error = message.error_name
        text = str(message.body[0]) if error and message.body else ""
        self._settle(lane, batch, index, Fault(error, text) if error else message.body)
        self._pump(lane)
        for other in self._lanes.values():
            if other.waiting and self._flying < TOTAL:
                self._pump(other)
        return True

    def _settle(self, lane: _Lane, batch: _Batch, index: int, answer: Answer) -> None:
        lane.flying -= 1
        self._last = lane.last = batch.last = time.monotonic()
        if lane.revived is not None:
            lane.revived.set()
            lane.revived = None
        self._flying -= 1
        batch.answers[index] = answer
        batch.left -= 1
        if not batch.left:
            batch.done.set()

    def _fail_all(self) -> None:
        """The connection has ended: nothing in flight will be answered."""
        lost = [entry[:3] for entry in self._pending.values()]
        self._pending.clear()
        for lane in self._lanes.values():
            lost.extend((lane, batch, index) for batch, index, _ in lane.waiting)
            lane.waiting.clear()
        for _, batch, index in lost:
            batch.answers[index] = Fault(_DISCONNECTED)
            batch.left -= 1
            if not batch.left:
                batch.done.set()
        self._lanes.clear()
        self._flying = 0


_DISCONNECTED = "org.freedesktop.DBus.Error.Disconnected"
NO_ANSWER = Fault("org.freedesktop.DBus.Error.NoReply")
_GONE = frozenset({
    "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.NoReply",
})  # fmt: skip


class NotOffered(PaceError):
    """The application answered that it does not do this."""


def error_of(fault: Fault) -> PaceError:
    """The error of our tree for an error answer."""
    if fault.name == _DISCONNECTED:
        return Unavailable("The connection to the accessibility service was lost.", fix=ENABLE)
    if fault.name in _GONE:
        return Gone("It is no longer there.")
    return NotOffered(f"The application refused: {fault.text or fault.name}")


def _seen(future: asyncio.Future[None]) -> None:
    """What ends a connection past the bus is told by its end."""
    if not future.cancelled():
        future.exception()


def _silent() -> TimedOut:
    return TimedOut("The application is not answering; nothing more was sent to it.")


def _message(app: str, call: Ask) -> Message:
    return Message(
        destination=app, path=call.path, interface=call.interface, member=call.member,
        signature=call.signature, body=list(call.body),
    )  # fmt: skip
