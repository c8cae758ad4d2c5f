"""`pace run` and `pace listen`: the assistant in this desktop, with ears and a voice."""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import anyio

from pace.agents import Agents
from pace.app import (
    App,
    Parts,
    app_names,
    application,
    chosen,
    held_chord,
    linux_desktop,
    parts,
)
from pace.core.error import PaceError
from pace.core.event import AudioLevel, Event, UndoOffered
from pace.core.turn import Origin, Transcript
from pace.desktop.ports import Desktop
from pace.engine import Engine
from pace.mind.family import grammar as prepare_understanding
from pace.routines.bell import Bell
from pace.routines.reminding import Reminding
from pace.service import Service, claim, client, connected_here
from pace.store.places import Places
from pace.store.settings import SettingsFile
from pace.tools.mcp.rendering import catalogue_of
from pace.voice.engines import Hearing, hearing, speaking
from pace.voice.heap import one_heap

#: Runs a turn in the running assistant; its report.
Turn = Callable[[str], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Running:
    """An engine with everything around it, before it runs."""

    app: App
    engine: Engine
    bell: Bell
    reminding: Reminding
    hearing: Hearing


@asynccontextmanager
async def assembled(
    desktop: Desktop, made: Parts, places: Places, *, notify: bool = True
) -> AsyncIterator[Running]:
    """Put the running assistant together. Models are loaded at first use, or by `warm_up`.

    Without `notify` questions and offers to undo are not put on screen; what is due always is.
    """
    settings = made.settings
    async with (
        speaking(settings.voice, places, made.events, made.clock) as voice,
        hearing(settings.voice, places, made.events, made.clock) as ears,
    ):

        def due_changed() -> None:
            bell.wake()
            reminding.wake()

        app = application(
            desktop, made, voice=voice if settings.voice.speak else None, rings=True,
            due_changed=due_changed,
        )  # fmt: skip
        engine = Engine(
            app.assistant, made.events, app.mouth, made.audit, made.clock, ears.listening,
            desktop.hotkey, desktop.notifications, app_names(desktop), app.focus,
            shows_questions=notify,
        )  # fmt: skip
        app.assistant.put_with(engine.put)
        bell = Bell(made.timers, made.clock, engine.ring)
        reminding = Reminding(desktop.todos, made.reminders, made.clock, engine.remind)
        yield Running(app, engine, bell, reminding, ears)


async def run_assistant(*, headless: bool) -> int:
    """Run until quit, interrupted or terminated. Raises Unavailable when Pace runs already."""
    one_heap()
    places = Places.of()
    async with connected_here() as bus, parts(places) as made:
        await claim(bus)
        chord = held_chord(made.settings)
        if chord != made.settings.voice.push_to_talk:
            sys.stderr.write(f"pace: the keys set to be held cannot be; hold {chord} instead.\n")
        choices = chosen(made, places, chord)
        async with (
            linux_desktop(choices) as desktop,
            assembled(desktop, made, places, notify=not headless) as running,
        ):
            _say_what_is_missing(desktop)
            made.events.subscribe(_offering_undo(running.engine))
            async with anyio.create_task_group() as tasks:
                service = Service(running.engine, _agents(running, places), bus)
                tasks.start_soon(service.run)
                tasks.start_soon(_end_on_signal, running.engine)
                tasks.start_soon(_warm_up, running)
                tasks.start_soon(_announce, service, running.engine, chord)
                await running.engine.run(running.bell, running.reminding)
                tasks.cancel_scope.cancel()
    return 0


def _agents(running: Running, places: Places) -> Agents:
    """Other agents, who are served while the settings file says so."""
    app = running.app
    return Agents(
        lambda: SettingsFile(places.settings).load().mcp.serve,
        running.engine, app.look, app.assistant.ask, catalogue_of(app.catalogue, app.servers),
        app.parts.events.publish,
    )  # fmt: skip


async def _announce(service: Service, engine: Engine, chord: str) -> None:
    await service.ready.wait()
    await engine.key_followed.wait()
    sys.stderr.write(f"Pace is running. Hold {chord} and speak; `pace quit` ends it.\n")


def _offering_undo(engine: Engine) -> Callable[[Event], None]:
    def see(event: Event) -> None:
        if isinstance(event, UndoOffered):
            engine.start(engine.offer_undo, event.summary, event.seconds)

    return see


async def _warm_up(running: Running) -> None:
    """Read what the first turn needs, and load the speech models, beside the first turns."""
    try:
        await app_names(running.app.desktop)()
        prepare_understanding()
        await running.app.servers.get_ready()
        await running.hearing.warm_up()
    except PaceError as problem:
        sys.stderr.write(f"pace: {problem}\n")


async def _end_on_signal(engine: Engine) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            engine.quit()
            return


def _saying_when_to_speak() -> Callable[[Event], None]:
    said = False

    def see(event: Event) -> None:
        nonlocal said
        if isinstance(event, AudioLevel) and not said:
            said = True
            sys.stderr.write("Listening; speak now.\n")

    return see


def _say_what_is_missing(desktop: Desktop) -> None:
    for port, why in desktop.missing.items():
        if why and port in ("tree", "hotkey", "keyboard", "windows"):
            sys.stderr.write(f"pace: {why} (`pace doctor` says more)\n")


async def listen_once(
    wav: str | None, turn: Turn, see: Callable[[Event], None]
) -> dict[str, Any] | None:
    """Hear one utterance and do what it says; None when nothing was heard.

    Without a WAV file the microphone listens until the speaker pauses. A running assistant carries
    it out by `turn`; without one this process does, and answers aloud. `see` is shown every event.
    """
    places = Places.of()
    async with parts(places) as made, linux_desktop(chosen(made, places)) as desktop:
        made.events.subscribe(see)
        async with assembled(desktop, made, places, notify=False) as running, client() as other:
            if wav is None:
                await running.hearing.warm_up()  # or the first words would be lost
                made.events.subscribe(_saying_when_to_speak())
            heard = await running.hearing.once(
                None if wav is None else Path(wav), await app_names(desktop)() or ()
            )
            if not heard.text:
                return None
            if other is not None:
                return await turn(heard.text)
            report = await running.app.assistant.start_turn(
                Transcript(
                    heard.text, Origin.VOICE, "terminal", heard.started_at, timings=heard.timings
                )
            )
            return asdict(report)
