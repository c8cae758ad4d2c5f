"""The running assistant: turns, listening, questions on screen, timers. The service shows it.

Pressing the push-to-talk key interrupts speech and turn, unless a question is open: then what is
said next may answer it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any

import anyio
import anyio.abc

from pace.assistant import Assistant, new_turn_id
from pace.core.call import Call
from pace.core.clock import Clock
from pace.core.element import Element
from pace.core.error import PaceError
from pace.core.event import (
    Event,
    EventBus,
    Noticed,
    Outcome,
    ReminderFired,
    StateChanged,
    TimerFired,
)
from pace.core.question import Question
from pace.core.trace import Trace
from pace.core.turn import Origin, Transcript, TurnReport
from pace.desktop.ports import Hotkey, Notice, Notifications
from pace.routines.bell import Bell
from pace.routines.reminding import Reminding
from pace.store.journals import Audit
from pace.store.timers import Timer
from pace.turn.speaking import Mouth
from pace.voice.listening import Listening, Utterance

log = logging.getLogger(__name__)


class Engine:
    """What the service and `pace run` drive."""

    def __init__(
        self,
        assistant: Assistant,
        events: EventBus,
        mouth: Mouth,
        audit: Audit,
        clock: Clock,
        listening: Listening | None,
        hotkey: Hotkey | None,
        notifications: Notifications | None,
        hints: Callable[[], Awaitable[tuple[str, ...] | None]],
        focus: Callable[[], Awaitable[Element | None]],
        *,
        shows_questions: bool = True,
    ) -> None:
        self._assistant = assistant
        self._events = events
        self._mouth = mouth
        self._audit = audit
        self._clock = clock
        self._listening = listening
        self._hotkey = hotkey
        self._notifications = notifications
        #: Where questions and offers to undo are shown; what is due is shown without it as well.
        self._asked_on = notifications if shows_questions else None
        self._app_names = hints
        self._focus = focus
        self._tasks: anyio.abc.TaskGroup | None = None
        self._released: anyio.Event | None = None
        self._utterance: anyio.CancelScope | None = None
        self._ended = anyio.Event()
        #: Set once the push-to-talk key is listened to, or it is known that it cannot be.
        self.key_followed = anyio.Event()

    async def run(self, bell: Bell, reminding: Reminding) -> None:
        """Run until `quit`."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            tasks.start_soon(bell.run)
            tasks.start_soon(reminding.run)
            if self._hotkey is not None:
                tasks.start_soon(self._follow_hotkey, self._hotkey)
            else:
                self.key_followed.set()
            await self._ended.wait()
            self._assistant.interrupt()
            tasks.cancel_scope.cancel()

    async def say(
        self, text: str, asker: str, origin: Origin = Origin.CLI, calls: tuple[Call, ...] = ()
    ) -> TurnReport:
        """Run a turn; the report comes with its outcome, while Pace may still be speaking."""
        turn_id = new_turn_id()
        known = anyio.Event()
        reports: list[TurnReport] = []

        def see(event: Event) -> None:
            if isinstance(event, Outcome) and event.turn_id == turn_id:
                reports.append(TurnReport(**event.report))
                known.set()

        async def turn() -> None:
            transcript = Transcript(text, origin, asker, calls=calls)
            reports.append(await self._assistant.start_turn(transcript, turn_id))
            known.set()

        forget = self._events.subscribe(see)
        try:
            self.start(turn)
            await known.wait()
        finally:
            forget()
        return reports[0]

    async def undo(self, asker: str) -> TurnReport:
        return await self.say("undo that", asker)

    def press(self) -> None:
        """The push-to-talk key went down."""
        if self._released is not None or self._tasks is None:
            return
        if self._listening is None:
            self._events.publish(
                Noticed("I cannot hear: no microphone or no speech model.", "pace doctor")
            )
            return
        self._mouth.hush()
        if self._assistant.question is None:
            self._assistant.interrupt()
        self._released = anyio.Event()
        self._tasks.start_soon(self._hear, self._released, self._listening)

    def release(self) -> None:
        """The key went up: that is the end of the utterance."""
        if self._released is not None:
            self._released.set()

    def cancel_press(self) -> None:
        """Another key joined the chord: it was a shortcut, not speech."""
        if self._utterance is not None:
            self._utterance.cancel()

    def toggle(self) -> None:
        if self._released is None:
            self.press()
        else:
            self.release()

    def stop(self) -> bool:
        """Stop the turn and the voice; whether there was one to stop."""
        hushed = self._mouth.hush()
        return self._assistant.interrupt() or hushed

    def quit(self) -> None:
        self._ended.set()

    def status(self) -> Mapping[str, Any]:
        question = self._assistant.question
        return {
            "running": True,
            "busy": self._assistant.busy,
            "listening": self._released is not None,
            "hears": self._listening is not None,
            "question": None if question is None else question.text,
        }

    def answer(self, question: str, option: str, by: str, *, trusted: bool) -> bool:
        return self._assistant.answer(question, option, by, trusted=trusted)

    async def refuse_answer(self, by: str) -> None:
        """Audit an answer from somebody who was not asked."""
        try:
            await self._audit.note("question", "answer", by, "refused")
        except PaceError as problem:
            self._events.publish(Noticed(str(problem)))

    def surface_pids(self) -> frozenset[int]:
        """Processes of the interface that Pace started."""
        return frozenset()

    def subscribe(self, subscriber: Callable[[Event], None]) -> Callable[[], None]:
        return self._events.subscribe(subscriber)

    async def _hear(self, released: anyio.Event, listening: Listening) -> None:
        heard: Utterance | None = None
        focus: list[Element | None] = []

        async def note_focus() -> None:
            focus.append(await self._focus())

        self.start(note_focus)  # where the words are meant to go, whatever happens meanwhile
        with anyio.CancelScope() as scope:
            self._utterance = scope
            self._events.publish(StateChanged("listening"))
            try:
                heard = await listening.hear(released=released, hints=await self._hints())
            except PaceError as problem:
                self._events.publish(Noticed(str(problem)))
            finally:
                self._utterance = None
                self._released = None
        if heard is None or not heard.text or heard.reason == "device lost":
            # half a sentence is shown and not acted on
            self._events.publish(StateChanged("idle"))
            return
        await self._assistant.start_turn(
            Transcript(
                heard.text,
                Origin.VOICE,
                "voice",
                heard.started_at,
                push_to_talk=True,
                focus=focus[0] if focus else None,
                timings=heard.timings,
            )
        )

    async def _hints(self) -> tuple[str, ...]:
        """Names that may restore spelling."""
        return await self._app_names() or ()

    async def _follow_hotkey(self, hotkey: Hotkey) -> None:
        acts: Mapping[str, Callable[[], None]] = {
            "press": self.press, "release": self.release, "cancel": self.cancel_press,
        }  # fmt: skip
        try:
            async with hotkey.events() as events:
                self.key_followed.set()
                async for event in events:
                    acts.get(event, lambda: None)()
        except PaceError as problem:
            self._events.publish(Noticed(f"{problem} Push-to-talk by key is off.", "pace doctor"))
        finally:
            self.key_followed.set()

    async def put(self, question: Question) -> None:
        """Show and say a question; a notification's own action may answer it."""
        async with anyio.create_task_group() as tasks:
            if self._asked_on is not None:
                tasks.start_soon(self._show, question, self._asked_on)
            trace = Trace(self._clock)
            await self._mouth.say(question.id.rsplit("-", 1)[0], question.text, trace)

    async def _show(self, question: Question, notifications: Notifications) -> None:
        actions = tuple((option, option) for option in question.options)
        first, _, rest = question.text.partition("\n")
        try:
            chosen = await notifications.show(Notice(first, rest, actions, seconds=60.0))
        except PaceError as problem:
            log.info("the question is not on screen: %s", problem)
            return
        if chosen is not None:
            self._assistant.answer(question.id, chosen, "notification", trusted=True)

    async def offer_undo(self, summary: str, seconds: float) -> None:
        """Show what can be taken back; taking the action undoes it."""
        if self._asked_on is None:
            return
        notice = Notice(f"Undo: {summary}", "", (("undo", "Undo"),), seconds)
        try:
            chosen = await self._asked_on.show(notice)
        except PaceError as problem:
            log.info("undo is not on screen: %s", problem)
            return
        if chosen == "undo":
            await self.undo("notification")

    def start(self, work: Callable[..., Coroutine[None, None, None]], *arguments: object) -> None:
        """Run something beside the turns, until the engine ends."""
        if self._tasks is not None:
            self._tasks.start_soon(work, *arguments)

    async def ring(self, timer: Timer, words: str) -> None:
        """A timer is due: say it and show it."""
        self._events.publish(TimerFired(timer.label, words))
        if self._notifications is not None:
            self.start(self._notify, Notice("Timer", words, (), 30.0))
        self.start(self._say_aside, words)

    async def remind(self, title: str, words: str) -> None:
        """Reminders are due: say it and show it."""
        self._events.publish(ReminderFired(words))
        if self._notifications is not None:
            self.start(self._notify, Notice(title, words, (), 30.0))
        self.start(self._say_aside, words)

    async def _notify(self, notice: Notice) -> None:
        assert self._notifications is not None
        try:
            await self._notifications.show(notice)
        except PaceError as problem:
            log.info("a notification was not shown: %s", problem)

    async def _say_aside(self, words: str) -> None:
        try:
            await self._mouth.say("timer", words, Trace(self._clock))
        except PaceError as problem:
            self._events.publish(Noticed(str(problem)))
