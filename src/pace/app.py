"""The composition root: the only module that names concrete adapters. It reads as a recipe."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from typing import Any

import anyio

from pace.assistant import Assistant
from pace.core.call import Call
from pace.core.clock import Clock, SystemClock
from pace.core.element import EMPTY, Element, Snapshot, Tree
from pace.core.envelope import Planner
from pace.core.error import Invalid, PaceError, TimedOut
from pace.core.event import CallEnded, Event, EventBus
from pace.core.question import ALLOW_ONCE, CANCEL, Answer, Kind, Question
from pace.core.result import Inverse, Result
from pace.core.tool import Catalogue
from pace.core.turn import Transcript, TurnReport
from pace.desktop.keys import parse_held
from pace.desktop.linux import assemble
from pace.desktop.linux.assemble import Choices as Choices  # callers choose
from pace.desktop.linux.assemble import Machine as Machine  # the doctor names it
from pace.desktop.ports import Desktop
from pace.egress import Egress
from pace.mind import understand
from pace.mind.text import clean, shorten
from pace.skills.flows import Flows
from pace.store.database import Database
from pace.store.inverses import Inverses
from pace.store.journals import Audit, History
from pace.store.places import Places
from pace.store.reminders import Reminders
from pace.store.settings import Settings, SettingsFile, VoiceSettings
from pace.store.timers import KeptText, Timers
from pace.tools.asking import Choose
from pace.tools.catalogue import built_in
from pace.tools.drawing import Annotations
from pace.tools.mcp.finding import Commands
from pace.tools.mcp.rendering import catalogue_of
from pace.tools.mcp.servers import Approve, Servers
from pace.tools.mcp.session import Pool, pool
from pace.tools.runner import ToolRunner
from pace.tools.sight import Sight
from pace.turn.control import Controls
from pace.turn.runner import MakePorts, Senses, TurnRunner, View
from pace.turn.speaking import Mouth
from pace.voice.speech import Voice

log = logging.getLogger(__name__)

#: How long a turn waits for its first look at the screen, in seconds.
LOOK_WITHIN = 2.0
TOO_SLOW = "The application in front does not answer, so I cannot see into it; try again shortly."
#: How many past turns a request carries (seed 001: four pairs).
CONVERSATION = 4


@dataclass(frozen=True, slots=True)
class Parts:
    """What was made before the turn runner: the stores, the bus, the settings, and the programs
    that were started to serve."""

    places: Places
    settings: Settings
    events: EventBus
    clock: Clock
    history: History
    audit: Audit
    inverses: Inverses
    timers: Timers
    reminders: Reminders
    kept: KeptText
    pool: Pool


@dataclass(frozen=True, slots=True)
class App:
    """Everything that was put together. What a caller needs, it takes by name."""

    parts: Parts
    desktop: Desktop
    catalogue: Catalogue
    assistant: Assistant
    mouth: Mouth
    tools: ToolRunner
    servers: Servers
    look: Callable[[], Awaitable[Snapshot]]

    async def focus(self) -> Element | None:
        """What has the focus now, if that can be seen."""
        return (await self.look()).focus

    async def say(self, text: str, **fields: Any) -> TurnReport:
        """Run one turn with these words."""
        return await self.assistant.start_turn(Transcript(text, **fields))


@asynccontextmanager
async def parts(places: Places, clock: Clock | None = None) -> AsyncIterator[Parts]:
    """The stores and the bus, until the end. What was wrong with the settings is in the log."""
    clock = clock or SystemClock()
    file = SettingsFile(places.settings)
    settings = file.load()
    for warning in file.warnings:
        log.warning("%s", warning)
    database = Database(places.database)
    try:
        async with pool(places.state / "mcp") as servers:
            yield Parts(
                places, settings, EventBus(), clock, History(database, clock),
                Audit(database, clock), Inverses(database, clock), Timers(database, clock),
                Reminders(database, clock), KeptText(database, clock), servers,
            )  # fmt: skip
    finally:
        with anyio.CancelScope(shield=True):
            await database.close()


def application(
    desktop: Desktop,
    made: Parts,
    *,
    voice: Voice | None = None,
    tiers: Sequence[Planner] = (),
    rings: bool = False,
    due_changed: Callable[[], None] = lambda: None,
) -> App:
    """Put Pace together around a desktop. `rings` says whether timers and reminders ring in
    this process; `due_changed` is called after what may have changed them."""
    catalogue = built_in()
    servers = _servers(desktop, made)
    current = catalogue_of(catalogue, servers)
    annotations = Annotations(made.events.publish)
    tools = _tool_runner(desktop, made, servers, rings, annotations)
    mouth = Mouth(made.events.publish, voice)
    look = _looking(desktop)
    if rings:
        made.events.subscribe(_waking(due_changed))
    runner = TurnRunner(
        catalogue=current,
        understand=understand,
        tools=tools,
        tiers=tiers,
        senses=Senses(look, app_names(desktop), _conversation(made.history), made.kept.last),
        turn_ports=_turn_ports(desktop, tools, catalogue),
        controls=Controls(current, lambda: _last_words(made.history)),
        mouth=mouth,
        keep=_keeper(made.history, made.kept),
        publish=made.events.publish,
        clock=made.clock,
        undo_seconds=lambda: made.settings.desktop.undo_seconds,
        wipe=annotations.clear,
    )
    assistant = Assistant(
        runner.run, made.events.publish, made.clock, lambda: made.settings.safety.answer_seconds
    )

    async def seen() -> Snapshot:
        return (await look()).snapshot

    return App(made, desktop, catalogue, assistant, mouth, tools, servers, seen)


def held_chord(settings: Settings) -> str:
    """The keys to hold while speaking; the usual ones when those of the settings cannot be."""
    chosen = settings.voice.push_to_talk
    try:
        parse_held(chosen)
    except Invalid:
        return VoiceSettings().push_to_talk
    return chosen


def _servers(desktop: Desktop, made: Parts) -> Servers:
    """The MCP servers, with the keyring for what they must not be told by a file."""
    return Servers(
        made.pool, Commands(), made.places,
        secret=desktop.secrets.get if desktop.secrets is not None else None,
        child=door(made).child,
    )  # fmt: skip


def _tool_runner(
    desktop: Desktop, made: Parts, servers: Servers, rings: bool, annotations: Annotations
) -> ToolRunner:
    ports = {
        **_ports(desktop), "timers": made.timers, "clock": made.clock,
        "reminders": made.reminders,
        "inverses": made.inverses, "rings": rings, "annotations": annotations, "mcp": servers,
        "publish": made.events.publish, "flows": Flows(made.places.data / "flows"),
    }  # fmt: skip
    return ToolRunner(
        ports, desktop.missing, lambda: made.settings.safety, made.events.publish, made.audit,
        made.inverses, made.kept.keep,
        lambda: made.settings.desktop.actions,
    )  # fmt: skip


def _turn_ports(desktop: Desktop, tools: ToolRunner, catalogue: Catalogue) -> MakePorts:
    """Ports that are made for each turn: what it saw, whom it asks, how it undoes."""

    def make(
        snapshot: Snapshot, focus: Element | None, ask: Callable[[Question], Awaitable[Answer]]
    ) -> Mapping[str, object]:
        choose = _chooser(ask)
        made: dict[str, object] = {"choose": choose, "approve": _approver(ask)}
        if desktop.tree is not None:
            made["sight"] = Sight(desktop.tree, snapshot, choose, focus)

        async def carry_out(inverse: Inverse) -> Result:
            return await tools.carry_out(inverse, catalogue, made)

        async def perform(call: Call) -> Result:
            return await tools.perform(call, catalogue, made)

        made |= {"carry_out": carry_out, "perform": perform}
        return made

    return make


#: In the names of tools that change what rings.
_DUE = ("timer", "undo", "reminder", "todo")


def _waking(wake: Callable[[], None]) -> Callable[[Event], None]:
    def see(event: Event) -> None:
        if isinstance(event, CallEnded) and any(part in event.name for part in _DUE):
            wake()

    return see


def _ports(desktop: Desktop) -> dict[str, object]:
    """The desktop's ports by the names that tools use, and the hands that act through them."""
    from pace.desktop.acting import Hands

    kept_back = ("missing", "hotkey", "secrets")
    names = [one.name for one in fields(desktop) if one.name not in kept_back]
    ports: dict[str, object] = {name: getattr(desktop, name) for name in names}
    if desktop.tree is not None:
        ports["hands"] = Hands(
            desktop.tree, desktop.pointer, desktop.keyboard, desktop.windows, desktop.screen
        )
    return ports


def _looking(desktop: Desktop) -> Callable[[], Awaitable[View]]:
    """A bounded look at the screen that answers even when nothing can be seen."""
    tree = desktop.tree

    async def look() -> View:
        if tree is None:
            why_not = desktop.missing.get("tree") or "I cannot see the screen here."
            return View(EMPTY, why_not)
        snapshot = EMPTY
        with anyio.move_on_after(LOOK_WITHIN):
            try:
                snapshot = await tree.snapshot()
            except TimedOut:
                return View(snapshot, TOO_SLOW)
            except PaceError as problem:
                log.info("nothing could be seen: %s", problem)
                return View(snapshot, "" if snapshot.window else str(problem))
            return View(snapshot, _shut(snapshot))
        return View(snapshot, "" if snapshot.window else TOO_SLOW)

    return look


def _shut(snapshot: Snapshot) -> str:
    """Why nothing of the window in front can be seen, if it is not on the accessibility bus."""
    window = snapshot.window
    if window is None or window.tree is not Tree.NONE:
        return ""
    app = shorten(clean(window.app)).strip() or "the window in front"
    return f"I cannot see into {app}: it shows nothing of itself; I can press keys there."


def app_names(desktop: Desktop) -> Callable[[], Awaitable[tuple[str, ...] | None]]:
    async def names() -> tuple[str, ...] | None:
        if desktop.applications is None:
            return None
        try:
            return tuple(app.name for app in await desktop.applications.installed())
        except PaceError as problem:
            log.info("applications are not known: %s", problem)
            return None

    return names


def _conversation(
    history: History,
) -> Callable[[], Awaitable[tuple[tuple[str, str], ...]]]:
    async def recent() -> tuple[tuple[str, str], ...]:
        try:
            turns = await history.recent(CONVERSATION)
        except PaceError as problem:
            log.info("the conversation is not known: %s", problem)
            return ()
        return tuple((turn.heard, turn.spoken) for turn in reversed(turns))

    return recent


async def _last_words(history: History) -> str:
    return next((turn.spoken for turn in await history.recent(10) if turn.spoken), "")


def _keeper(
    history: History, kept: KeptText
) -> Callable[[TurnReport, Transcript], Awaitable[None]]:
    async def keep(report: TurnReport, transcript: Transcript) -> None:
        if any(r["name"] == "type" and r["status"] == "ok" for r in report.results):
            await kept.drop()
        await history.add(report, transcript.origin)

    return keep


def _chooser(ask: Callable[[Question], Awaitable[Answer]]) -> Choose:
    async def choose(text: str, options: Sequence[str]) -> int | None:
        answer = await ask(Question("choice", Kind.CHOICE, text, tuple(options)))
        return answer.index

    return choose


def _approver(ask: Callable[[Question], Awaitable[Answer]]) -> Approve:
    async def approve(text: str) -> bool:
        options = (CANCEL, ALLOW_ONCE)
        return (await ask(Question("approval", Kind.APPROVAL, text, options))).allows

    return approve


def door(made: Parts) -> Egress:
    """The way off this machine, which shows and audits what leaves."""

    async def note(operation: str, target: str, outcome: str, bytes_out: int) -> None:
        await made.audit.note("egress", operation, target, outcome, bytes_out=bytes_out)

    return Egress(made.events.publish, note)


def chosen(made: Parts, places: Places, chord: str | None = None) -> Choices:
    """What the adapters are made with, by the person's settings."""
    return Choices(
        chord=chord or held_chord(made.settings),
        settings=made.settings,
        places=places,
        egress=door(made),
    )


@asynccontextmanager
async def linux_machine(choices: Choices | None = None) -> AsyncIterator[Machine]:
    """The adapters of this machine; see `pace.desktop.linux.assemble`."""
    async with assemble.machine(choices or Choices()) as found:
        yield found


@asynccontextmanager
async def linux_desktop(choices: Choices | None = None) -> AsyncIterator[Desktop]:
    """The ports this machine serves."""
    async with linux_machine(choices) as found:
        yield found.desktop
