"""The sound of one utterance: where it begins, what of it is speech, and what ends it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import anyio

from pace.core.audio import HEARING_RATE, Chunk
from pace.core.clock import Clock
from pace.core.error import PaceError
from pace.core.event import AudioLevel, EventBus
from pace.voice.ear import Ear
from pace.voice.pcm import level
from pace.voice.ports import Microphone
from pace.voice.recogniser import Recogniser

LEVEL_SECONDS = 0.07
LEVEL_DECAY = 0.72


@dataclass(frozen=True, slots=True)
class Limits:
    """In seconds. `window` and `pause` end listening that no key holds open."""

    padding: float = 0.3
    tap: float = 0.3
    cap: float = 60.0
    finish: float = 12.0
    window: float = 6.0
    pause: float = 0.8


class Capture:
    """Hears from the trigger to the end. Afterwards `reason` says why it ended."""

    def __init__(
        self, ear: Ear, recogniser: Recogniser, bus: EventBus, clock: Clock, limits: Limits
    ) -> None:
        self.ear = ear
        self.reason = ""
        self.dropped_seconds = 0.0
        self.started_at = clock.monotonic()
        self.first_at: float | None = None
        self.spoken_at = self.ended_at = self.started_at
        self._recogniser = recogniser
        self._bus = bus
        self._clock = clock
        self._limits = limits
        self._shown_level = 0.0
        self._level_at = 0.0
        self._failure: PaceError | None = None
        self._scope = anyio.CancelScope()

    async def run(
        self,
        microphone: Microphone,
        released: anyio.Event | None,
        on_first: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """Listen to the end; `on_first` runs beside it from the first sound on.

        Raises what the microphone raised.
        """
        async with anyio.create_task_group() as tasks:
            self._scope = tasks.cancel_scope
            if released is not None:
                tasks.start_soon(self._await_release, released)
            try:
                async with microphone.open() as chunks:
                    self.first_at = self._clock.monotonic()
                    tasks.start_soon(on_first)
                    async for chunk in chunks:
                        self._take(chunk, held=released is not None)
                over = released is not None and released.is_set()
                self._end("released" if over else "device lost")
            except PaceError as error:
                self._failure = error
                self._scope.cancel()
        self.ended_at = self._clock.monotonic()
        # Raised out here, because a task group would wrap it.
        if self._failure is not None:
            raise self._failure

    async def _await_release(self, released: anyio.Event) -> None:
        await released.wait()
        held = max(self._clock.monotonic() - self.started_at, self.ear.heard_seconds)
        if held < self._limits.tap:
            self._end("tap")
            return
        await anyio.sleep(self._limits.padding)
        self._end("released")

    def _take(self, chunk: Chunk, *, held: bool) -> None:
        self.dropped_seconds += chunk.dropped / HEARING_RATE
        self._show_level(chunk)
        before, was_paused = self.ear.speech_seconds, self.ear.paused
        speech = self.ear.hear(chunk.pcm)
        if speech:
            self._recogniser.give(speech)
        if self.ear.speech_seconds > before:
            self.spoken_at = self._clock.monotonic()
        if self.ear.paused and not was_paused:
            self._recogniser.settle()
        if self.ear.heard_seconds >= self._limits.cap:
            self._end("cap")
        elif not held and self.ear.silent_seconds >= (
            self._limits.pause if self.ear.speech_seconds else self._limits.window
        ):
            self._end("silence")

    def _show_level(self, chunk: Chunk) -> None:
        self._shown_level = max(level(chunk.pcm), self._shown_level * LEVEL_DECAY)
        self._level_at -= chunk.seconds
        if self._level_at <= 0:
            self._level_at = LEVEL_SECONDS
            self._bus.publish(AudioLevel(round(self._shown_level, 3)))

    def _end(self, reason: str) -> None:
        """The first reason counts."""
        self.reason = self.reason or reason
        self._scope.cancel()
