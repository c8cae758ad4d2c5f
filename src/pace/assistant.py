"""Owns the one running turn and the one open question.

Everything said enters at `start_turn`, wherever it came from. `ask` is the only place in Pace that
waits on a person.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace

import anyio

from pace.core.clock import Clock
from pace.core.error import PaceError
from pace.core.event import Answered, Asked, Event, Noticed, StateChanged
from pace.core.question import CANCEL, DISMISS, DISMISSED, Answer, Kind, Question
from pace.core.turn import Origin, Transcript, TurnReport, writable
from pace.turn.answers import answer as understood_as
from pace.turn.runner import INTERRUPTED

log = logging.getLogger(__name__)

RunTurn = Callable[
    [Transcript, str, Callable[[Question], Awaitable[Answer]]], Awaitable[TurnReport]
]
Put = Callable[[Question], Coroutine[None, None, None]]


def new_turn_id() -> str:
    return secrets.token_hex(4)


class Open:
    """A question that was put and not yet answered."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.answer = DISMISSED
        self.settled = anyio.Event()

    def settle(self, answer: Answer) -> None:
        if not self.settled.is_set():
            self.answer = answer
            self.settled.set()


class Assistant:
    """One turn at a time; a new one interrupts the old and waits until it has unwound."""

    def __init__(
        self,
        run_turn: RunTurn,
        publish: Callable[[Event], None],
        clock: Clock,
        answer_seconds: Callable[[], float],
        put: Put | None = None,
    ) -> None:
        self._run_turn = run_turn
        self._publish = publish
        self._clock = clock
        self._answer_seconds = answer_seconds
        self._put = put
        self._running: anyio.CancelScope | None = None
        self._latest = ""
        self._one_turn = anyio.Lock()
        self._open: Open | None = None

    @property
    def question(self) -> Question | None:
        """The open question."""
        return self._open.question if self._open is not None else None

    @property
    def busy(self) -> bool:
        return self._running is not None

    def put_with(self, put: Put) -> None:
        """Where questions are shown; without it only the event says them."""
        self._put = put

    async def start_turn(self, transcript: Transcript, turn_id: str = "") -> TurnReport:
        """Run a turn with these words, or let them answer the open question. Never raises."""
        turn_id = turn_id or new_turn_id()
        transcript = replace(transcript, text=writable(transcript.text))
        if self._answers(transcript):
            return TurnReport(turn_id, transcript.text, lane="control")
        self.interrupt()
        self._latest = turn_id
        async with self._one_turn:
            if self._latest != turn_id:  # a later one came while this waited
                return TurnReport(turn_id, transcript.text, spoken=INTERRUPTED, ok=False)
            return await self._run(transcript, turn_id)

    async def _run(self, transcript: Transcript, turn_id: str) -> TurnReport:
        report = TurnReport(turn_id, transcript.text, spoken=INTERRUPTED, ok=False)
        with anyio.CancelScope() as scope:
            self._running = scope
            self._publish(StateChanged("thinking"))
            try:
                report = await self._run_turn(transcript, turn_id, self.ask)
            except PaceError as problem:
                self._publish(Noticed(str(problem)))
                report = replace(report, spoken=str(problem))
            except Exception:  # the turn boundary
                log.exception("a turn failed")
                sentence = "Something went wrong inside Pace and I stopped; the log says what."
                self._publish(Noticed(sentence))
                report = replace(report, spoken=sentence)
            finally:
                self._running = None
                self._open = None
                self._publish(StateChanged("idle"))
        return report

    def interrupt(self) -> bool:
        """Stop the running turn and those that wait; an open question counts as dismissed."""
        self._latest = ""
        if self._open is not None:
            self._open.settle(DISMISSED)
        if self._running is None:
            return False
        self._running.cancel()
        return True

    async def ask(self, question: Question) -> Answer:
        """Put the question and wait; dismissal and timeout are Cancel."""
        question = replace(question, put_at=self._clock.monotonic())
        opened = Open(question)
        self._open = opened
        self._publish(
            Asked(
                question.id.rsplit("-", 1)[0],
                question.id,
                question.kind.value,
                question.text,
                list(question.options),
            )
        )
        self._publish(StateChanged("asking"))
        try:
            with anyio.move_on_after(self._answer_seconds()):
                async with anyio.create_task_group() as group:
                    if self._put is not None:
                        group.start_soon(self._put, question)
                    await opened.settled.wait()
                    group.cancel_scope.cancel()
        finally:
            self._open = None
            self._publish(Answered(question.id, opened.answer.option, opened.answer.by))
        self._publish(StateChanged("acting"))
        return opened.answer

    def answer(self, question_id: str, option: str, by: str, *, trusted: bool = False) -> bool:
        """Settle the open question from one of the person's own surfaces.

        False, and nothing happens, when it is not open, the option is not one of it, or `by` is
        neither the connection that was asked nor one of Pace's own surfaces (`trusted`).
        """
        opened = self._open
        if opened is None or opened.question.id != question_id:
            return False
        if not trusted and (not by or by != opened.question.asked_of):
            return False
        if option == DISMISS:
            opened.settle(DISMISSED)
            return True
        if option not in opened.question.options:
            return False
        opened.settle(Answer(option, opened.question.options.index(option), by))
        return True

    def _answers(self, transcript: Transcript) -> bool:
        """Whether the words settle the open question; if so it is settled."""
        opened = self._open
        if opened is None or not transcript.origin.may_answer:
            return False
        question = opened.question
        if transcript.origin is Origin.VOICE:
            if not transcript.push_to_talk or transcript.started_at < question.put_at:
                return False
        elif transcript.asker != question.asked_of:
            return False
        meant = understood_as(question, transcript.text)
        if meant is None:
            return False
        if question.kind is Kind.APPROVAL and meant.option is None:
            meant = Answer(CANCEL, 0)
        opened.settle(replace(meant, by=transcript.origin.value))
        return True
