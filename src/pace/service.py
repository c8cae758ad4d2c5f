"""The running assistant as a D-Bus service, and the client of it.

    name       org.pacevoice.Pace      (single instance)
    object     /org/pacevoice/Pace
    interface  org.pacevoice.Pace1
    methods    Say(s) -> s   Press() Release() Toggle()   Stop() -> b   Quit()   Undo() -> s
               Status() -> s   Answer(s id, s option) -> b
               AgentSee() -> s   AgentAct(s) -> s   AgentUndo() -> s
               AgentAsk(s question, as options) -> s
    signal     Event(s)      every engine event as one JSON object

Say, Undo, Status and the methods for agents speak JSON. Answer is accepted from the connection
that was asked and from the interface process Pace itself started; anyone else is refused, and that
is audited.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from typing import Any, Protocol

import anyio
import anyio.abc
from dbus_fast import Message, MessageType

from pace.core.error import Invalid, PaceError, Unavailable
from pace.core.event import Event, as_json
from pace.core.turn import TurnReport
from pace.desktop.dbus import (
    DBUS,
    DBUS_PATH,
    Connection,
    Match,
    connected,
    error_name,
    session_address,
)

log = logging.getLogger(__name__)

NAME = "org.pacevoice.Pace"
PATH = "/org/pacevoice/Pace"
INTERFACE = "org.pacevoice.Pace1"

#: How long a client waits for a turn: a question may be open for five minutes.
TURN_SECONDS = 600.0

INTROSPECTION = f"""<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
<node><interface name="{INTERFACE}">
 <method name="Say"><arg name="text" type="s" direction="in"/>
  <arg name="report" type="s" direction="out"/></method>
 <method name="Press"/><method name="Release"/><method name="Toggle"/>
 <method name="Stop"><arg name="stopped" type="b" direction="out"/></method>
 <method name="Quit"/>
 <method name="Undo"><arg name="report" type="s" direction="out"/></method>
 <method name="Status"><arg name="status" type="s" direction="out"/></method>
 <method name="Answer"><arg name="question" type="s" direction="in"/>
  <arg name="option" type="s" direction="in"/>
  <arg name="accepted" type="b" direction="out"/></method>
 <method name="AgentSee"><arg name="seen" type="s" direction="out"/></method>
 <method name="AgentAct"><arg name="request" type="s" direction="in"/>
  <arg name="report" type="s" direction="out"/></method>
 <method name="AgentUndo"><arg name="report" type="s" direction="out"/></method>
 <method name="AgentAsk"><arg name="question" type="s" direction="in"/>
  <arg name="options" type="as" direction="in"/>
  <arg name="answer" type="s" direction="out"/></method>
 <signal name="Event"><arg name="json" type="s"/></signal>
</interface></node>"""


class Engine(Protocol):
    """What the service needs of the assistant."""

    async def say(self, text: str, asker: str) -> TurnReport: ...

    async def undo(self, asker: str) -> TurnReport: ...

    def press(self) -> None: ...

    def release(self) -> None: ...

    def toggle(self) -> None: ...

    def stop(self) -> bool: ...

    def quit(self) -> None: ...

    def status(self) -> Mapping[str, Any]: ...

    def answer(self, question: str, option: str, by: str, *, trusted: bool) -> bool: ...

    async def refuse_answer(self, by: str) -> None: ...

    def surface_pids(self) -> frozenset[int]: ...

    def subscribe(self, subscriber: Callable[[Event], None]) -> Callable[[], None]: ...


class Agents(Protocol):
    """What is done for other agents; it says itself when that is off."""

    async def see(self) -> dict[str, Any]: ...

    async def act(self, request: Mapping[str, Any]) -> TurnReport: ...

    async def undo(self) -> TurnReport: ...

    async def ask_user(self, text: str, options: Sequence[str]) -> str | None: ...


async def claim(bus: Connection) -> None:
    """Become the one running Pace of this session. Raises Unavailable when there is another."""
    if not await bus.request_name(NAME):
        raise Unavailable("Pace is already running here, and goes on; `pace quit` ends it.")


class Service:
    """Serves one engine on one connection."""

    def __init__(self, engine: Engine, agents: Agents, bus: Connection) -> None:
        self._engine = engine
        self._agents = agents
        self._bus = bus
        self._tasks: anyio.abc.TaskGroup | None = None
        self.ready = anyio.Event()

    async def run(self) -> None:
        """Serve until cancelled; `claim` the name first."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            remove_handler = self._bus.on_message(self._handle)
            unsubscribe = self._engine.subscribe(self._emit)
            try:
                self.ready.set()
                await anyio.sleep_forever()
            finally:
                unsubscribe()
                remove_handler()

    def _emit(self, event: Event) -> None:
        try:
            self._bus.send(
                Message(
                    message_type=MessageType.SIGNAL,
                    path=PATH,
                    interface=INTERFACE,
                    member="Event",
                    signature="s",
                    body=[as_json(event)],
                )
            )
        except PaceError:
            log.debug("the bus is gone; an event was not shown")

    def _handle(self, message: Message) -> Message | bool | None:
        """Runs inside the bus reader: starts the work and returns."""
        if message.message_type is not MessageType.METHOD_CALL or message.path != PATH:
            return None
        if message.interface == "org.freedesktop.DBus.Introspectable":
            return Message.new_method_return(message, "s", [INTROSPECTION])
        if message.interface not in (INTERFACE, None) or self._tasks is None:
            return None
        signature, work = self._methods.get(message.member or "", (None, None))
        if work is None:
            return Message.new_error(
                message, "org.freedesktop.DBus.Error.UnknownMethod",
                f"Pace has no method {message.member}.",
            )  # fmt: skip
        if message.signature != signature:
            return Message.new_error(
                message, "org.freedesktop.DBus.Error.InvalidArgs",
                f"{message.member} takes ({signature}).",
            )  # fmt: skip
        self._tasks.start_soon(self._answer_call, message, work)
        return True

    async def _answer_call(
        self, message: Message, work: Callable[[Service, Message], Awaitable[tuple[str, list[Any]]]]
    ) -> None:
        try:
            signature, body = await work(self, message)
            reply = Message.new_method_return(message, signature, body)
        except PaceError as problem:
            reply = Message.new_error(message, f"{NAME}.Error", str(problem))
        except Exception:  # the D-Bus boundary
            log.exception("the method %s failed", message.member)
            reply = Message.new_error(message, f"{NAME}.Error", "Something went wrong inside Pace.")
        try:
            self._bus.send(reply)
        except PaceError:
            log.debug("the bus is gone; a reply was not sent")

    async def _say(self, message: Message) -> tuple[str, list[Any]]:
        report = await self._engine.say(message.body[0], message.sender or "")
        return "s", [json.dumps(asdict(report), ensure_ascii=False)]

    async def _undo(self, message: Message) -> tuple[str, list[Any]]:
        report = await self._engine.undo(message.sender or "")
        return "s", [json.dumps(asdict(report), ensure_ascii=False)]

    async def _press(self, _: Message) -> tuple[str, list[Any]]:
        self._engine.press()
        return "", []

    async def _release(self, _: Message) -> tuple[str, list[Any]]:
        self._engine.release()
        return "", []

    async def _toggle(self, _: Message) -> tuple[str, list[Any]]:
        self._engine.toggle()
        return "", []

    async def _stop(self, _: Message) -> tuple[str, list[Any]]:
        return "b", [self._engine.stop()]

    async def _quit(self, _: Message) -> tuple[str, list[Any]]:
        self._engine.quit()
        return "", []

    async def _status(self, _: Message) -> tuple[str, list[Any]]:
        return "s", [json.dumps(dict(self._engine.status()), ensure_ascii=False)]

    async def _answer(self, message: Message) -> tuple[str, list[Any]]:
        question, option = message.body
        sender = message.sender or ""
        trusted = await self._is_surface(sender)
        accepted = self._engine.answer(question, option, sender, trusted=trusted)
        if not accepted:
            await self._engine.refuse_answer(sender)
        return "b", [accepted]

    async def _agent_see(self, _: Message) -> tuple[str, list[Any]]:
        return "s", [json.dumps(await self._agents.see(), ensure_ascii=False)]

    async def _agent_act(self, message: Message) -> tuple[str, list[Any]]:
        try:
            request = json.loads(message.body[0])
        except (ValueError, RecursionError):
            request = None
        if not isinstance(request, dict):
            raise Invalid("That is no JSON object, so nothing was done.")
        report = await self._agents.act(request)
        return "s", [json.dumps(asdict(report), ensure_ascii=False)]

    async def _agent_undo(self, _: Message) -> tuple[str, list[Any]]:
        return "s", [json.dumps(asdict(await self._agents.undo()), ensure_ascii=False)]

    async def _agent_ask(self, message: Message) -> tuple[str, list[Any]]:
        answer = await self._agents.ask_user(message.body[0], message.body[1])
        return "s", [json.dumps({"answer": answer}, ensure_ascii=False)]

    async def _is_surface(self, sender: str) -> bool:
        """Whether the caller is the interface process that Pace itself started."""
        surfaces = self._engine.surface_pids()
        if not surfaces:
            return False
        [pid] = await self._bus.call(
            DBUS, DBUS_PATH, DBUS, "GetConnectionUnixProcessID", "s", [sender]
        )
        return int(pid) in surfaces

    #: What each method takes, and what carries it out.
    _methods: Mapping[str, tuple[str, Callable[..., Awaitable[tuple[str, list[Any]]]]]] = {
        "Say": ("s", _say), "Undo": ("", _undo), "Press": ("", _press),
        "Release": ("", _release), "Toggle": ("", _toggle), "Stop": ("", _stop),
        "Quit": ("", _quit), "Status": ("", _status), "Answer": ("ss", _answer),
        "AgentSee": ("", _agent_see), "AgentAct": ("s", _agent_act),
        "AgentUndo": ("", _agent_undo), "AgentAsk": ("sas", _agent_ask),
    }  # fmt: skip


class Client:
    """Speaks to the running assistant."""

    def __init__(self, bus: Connection) -> None:
        self._bus = bus

    async def call(self, member: str, signature: str = "", *body: Any) -> Any:
        """Call a method; its single result, or None. Raises the sentence the service gave."""
        try:
            result = await self._bus.call(
                NAME,
                PATH,
                INTERFACE,
                member,
                signature,
                list(body),
                within=TURN_SECONDS,
                who="Pace",
            )
        except Unavailable as problem:
            if error_name(problem) == f"{NAME}.Error":
                raise Unavailable(str(problem).removeprefix("Pace refused: ")) from problem
            raise
        return result[0] if result else None

    @asynccontextmanager
    async def events(self) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """Every event from now on, as plain data."""
        owner = await self._bus.owner(NAME)
        match = Match(interface=INTERFACE, member="Event", path=PATH, sender=owner)
        async with self._bus.signals(match) as signals:

            async def plain() -> AsyncIterator[dict[str, Any]]:
                async for message in signals:
                    yield json.loads(message.body[0])

            yield plain()


@asynccontextmanager
async def client() -> AsyncIterator[Client | None]:
    """The running assistant, or None when there is none or no bus."""
    async with AsyncExitStack() as stack:
        found: Client | None = None
        try:
            bus = await stack.enter_async_context(connected(session_address()))
            if await bus.owner(NAME) is not None:
                found = Client(bus)
        except PaceError:
            log.debug("no bus to look for a running Pace on")
        yield found


@asynccontextmanager
async def connected_here() -> AsyncIterator[Connection]:
    """A connection to the session bus, to serve on."""
    async with connected(session_address()) as bus:
        yield bus
