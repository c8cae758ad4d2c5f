"""One utterance, from the trigger to its final words.

trigger -> microphone -> ear (what is speech?) -> recogniser -> hypotheses, then the words
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import anyio
import anyio.to_thread

from pace.core.audio import Hypothesis
from pace.core.clock import Clock
from pace.core.error import PaceError
from pace.core.event import EventBus, Heard, ListeningEnded, ListeningStarted, Noticed
from pace.voice import cue
from pace.voice.capture import Capture, Limits
from pace.voice.ear import Ear
from pace.voice.ports import Microphone, Speaker, Speech, Transcriber, VoiceActivity
from pace.voice.recogniser import Recogniser
from pace.voice.words import in_our_spelling, joined


class Detector(Protocol):
    """Makes a `VoiceActivity` for each utterance."""

    def load(self) -> None:
        """Load what is needed; blocks. Raises Unavailable."""
        ...

    def start(self) -> VoiceActivity:
        """Begin an utterance."""
        ...


@dataclass(frozen=True, slots=True)
class Utterance:
    """What was heard. `text` is empty when there is nothing to act on.

    `reason` is one of `ListeningEnded`; after "device lost" the words may be half a sentence.
    `unused` holds words of a key that stuck: to be shown, not acted on. `timings` are
    milliseconds: microphone (trigger to first sound), after_end and after_speech (from the end of
    listening, and from the last speech, to the final words).
    """

    text: str
    reason: str
    unused: str = ""
    seconds: float = 0.0
    dropped_seconds: float = 0.0
    started_at: float = 0.0
    timings: dict[str, float] = field(default_factory=dict)


class Listening:
    """Hears one utterance at a time; the caller holds back a second one."""

    def __init__(
        self,
        microphone: Microphone,
        transcriber: Transcriber,
        detector: Detector,
        bus: EventBus,
        clock: Clock,
        *,
        speaker: Speaker | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._microphone = microphone
        self._transcriber = transcriber
        self._detector = detector
        self._bus = bus
        self._clock = clock
        self._speaker = speaker
        self._limits = limits or Limits()

    async def warm_up(self) -> None:
        """Load the models, so that the first utterance does not wait for them."""
        await anyio.to_thread.run_sync(self._detector.load)
        await self._transcriber.warm_up()

    async def hear(
        self,
        trigger: str = "push-to-talk",
        *,
        released: anyio.Event | None = None,
        hints: Sequence[str] = (),
        microphone: Microphone | None = None,
    ) -> Utterance:
        """Listen until `released` is set, or without it until the speaker pauses.

        Cancel it to drop the utterance. Raises Unavailable, TimedOut or Invalid when nothing can
        be heard at all.
        """
        self._bus.publish(ListeningStarted(trigger))
        reason, words = "cancelled", False
        try:
            utterance = await self._hear(microphone or self._microphone, released, hints)
            reason, words = utterance.reason, bool(utterance.text)
        except PaceError:
            reason = "device lost"
            raise
        finally:
            self._bus.publish(ListeningEnded(reason, words))
        self._say_what_was_lost(utterance)
        if not words:
            await self._play(cue.nothing())
        return utterance

    async def _hear(
        self, microphone: Microphone, released: anyio.Event | None, hints: Sequence[str]
    ) -> Utterance:
        await anyio.to_thread.run_sync(self._detector.load)
        ear = Ear(self._detector.start())
        text, failure = "", None
        async with self._transcriber.recognise(hints) as recognition:
            recogniser = Recogniser(recognition, self._show)
            capture = Capture(ear, recogniser, self._bus, self._clock, self._limits)
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(recogniser.run)
                try:
                    await capture.run(microphone, released, self._cue_listening)
                    if ear.words_likely and capture.reason != "tap":
                        text = await self._final_words(recogniser)
                except PaceError as error:
                    failure = error
                tasks.cancel_scope.cancel()
        # Raised out here, because a task group would wrap it.
        if failure is not None:
            raise failure
        return self._utterance(capture, in_our_spelling(text, hints))

    async def _final_words(self, recogniser: Recogniser) -> str:
        """The final words, or the last hypothesis when they do not come in time."""
        with anyio.move_on_after(self._limits.finish):
            return await recogniser.finish()
        return recogniser.last.text

    def _utterance(self, capture: Capture, text: str) -> Utterance:
        now = self._clock.monotonic()
        timings = {
            "after_end": (now - capture.ended_at) * 1000,
            "after_speech": (now - capture.spoken_at) * 1000,
        }
        if capture.first_at is None and capture.reason == "released":
            self._bus.publish(
                Noticed(
                    "The key was let go before the microphone was ready, so nothing was heard;"
                    " speak after the tone."
                )
            )
        if capture.first_at is not None:
            timings["microphone"] = (capture.first_at - capture.started_at) * 1000
        reason = capture.reason
        if not text and reason == "released":
            reason = "silence"
        return Utterance(
            text="" if reason == "cap" else text,
            reason=reason,
            unused=text if reason == "cap" else "",
            seconds=capture.ear.heard_seconds,
            dropped_seconds=capture.dropped_seconds,
            started_at=capture.started_at,
            timings={name: round(value, 1) for name, value in timings.items()},
        )

    def _say_what_was_lost(self, utterance: Utterance) -> None:
        if utterance.reason == "device lost":
            kept = (
                f"I kept what I heard: “{utterance.text}”" if utterance.text else "I heard nothing"
            )
            self._bus.publish(
                Noticed(f"The microphone went away; {kept}. Connect it and try again.")
            )
        elif utterance.reason == "cap":
            self._bus.publish(
                Noticed(
                    f"The key was held for {self._limits.cap:g} seconds, so nothing was done;"
                    " press it again and let go after speaking."
                )
            )
        if utterance.dropped_seconds > 0:
            self._bus.publish(
                Noticed(
                    f"{utterance.dropped_seconds:.1f} seconds of sound were lost because this"
                    " machine is busy; check the words before relying on them."
                )
            )

    def _show(self, hypothesis: Hypothesis) -> None:
        self._bus.publish(Heard(joined(hypothesis.text), joined(hypothesis.stable)))

    async def _cue_listening(self) -> None:
        await self._play(cue.listening())

    async def _play(self, tone: Speech) -> None:
        if self._speaker is None:
            return
        try:
            await self._speaker.play(tone)
        except PaceError:
            return  # a dead speaker is told of when there is something to say
