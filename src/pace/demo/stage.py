"""Performs one step: speaks it into the virtual microphone and watches what comes of it."""

from __future__ import annotations

import random
import struct
import wave
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio

from pace.core.event import AudioLevel, Event, Heard, ListeningEnded, Noticed, TurnEnded
from pace.demo.desktop import VirtualDesktop
from pace.voice.ports import Speech, Synthesizer
from pace.voice.tts.hibari import HibariSynthesizer

if TYPE_CHECKING:
    from pace.running import Running

#: Longest wait for the microphone to open, and for a turn to end, in seconds.
MICROPHONE_WITHIN, TURN_WITHIN = 10.0, 90.0


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of what was said. `report` is None when there was no turn."""

    report: dict[str, Any] | None
    reason: str
    partials: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def calls(self) -> list[dict[str, Any]]:
        return list(self.report["calls"]) if self.report else []

    @property
    def spoken(self) -> str:
        return str(self.report["spoken"]) if self.report else ""


@dataclass(frozen=True, slots=True)
class Shown:
    """One row of the demonstration, as `pace demo --json` gives it."""

    name: str
    heard: str
    understood: str
    calls: list[dict[str, Any]]
    evidence: str
    verified: bool
    spoken: str
    ms: dict[str, float] = field(default_factory=dict)


#: Looks at the desktop itself, not at what Pace claims: whether it is so, and what was seen.
Check = Callable[["Stage", Observed], Awaitable[tuple[bool, str]]]


@dataclass(frozen=True, slots=True)
class Step:
    """One utterance. `words` is spoken; empty means ten seconds of silence and noise."""

    name: str
    words: str
    check: Check

    async def sound(self, voice: Synthesizer) -> Speech:
        if not self.words:
            return silence_and_noise()
        said = await voice.render(self.words)
        rest = b"\0\0" * (said.rate // 2)
        return Speech(said.pcm + rest, said.rate, self.words, said.engine)


def silence_and_noise(seconds: int = 10, rate: int = 16_000) -> Speech:
    """Half silence, half quiet noise, always the same."""
    chance = random.Random(1974)
    half = seconds * rate // 2
    noise = [chance.randint(-700, 700) for _ in range(half)]
    return Speech(b"\0\0" * half + struct.pack(f"<{half}h", *noise), rate)


class Stage:
    """The desktop, the assistant on it, and the voice that speaks to it."""

    def __init__(self, desktop: VirtualDesktop, running: Running, folder: Path | None) -> None:
        self.desktop = desktop
        self.running = running
        self._folder = folder
        self._prompter = HibariSynthesizer()

    async def perform(self, number: int, step: Step) -> Shown:
        """Speak the step's words, wait for the end of the turn, and check."""
        stem = f"{number:02d}-{step.name.replace(' ', '-')}"
        async with AsyncExitStack() as stack:
            if self._folder is not None:
                heard = self._folder / f"{stem}.wav"
                await stack.enter_async_context(self.desktop.record_speakers(heard))
            observed = await self._speak(stem, step)
            good, evidence = await step.check(self, observed)
        if self._folder is not None:
            await self.desktop.screenshot(self._folder / f"{stem}.png")
        report = observed.report or {}
        understood = f"{report.get('lane')}: {report.get('intent')}" if report else "no turn"
        return Shown(
            step.name, report.get("heard", ""), understood, observed.calls, evidence, good,
            observed.spoken, dict(report.get("milliseconds", {})),
        )  # fmt: skip

    async def _speak(self, stem: str, step: Step) -> Observed:
        wav = self.desktop.directory / f"{stem}-said.wav"
        speech = await step.sound(self._prompter)
        write_wav(wav, speech)
        events: list[Event] = []
        hearing, done = anyio.Event(), anyio.Event()

        def see(event: Event) -> None:
            events.append(event)
            if isinstance(event, AudioLevel):
                hearing.set()
            silent = isinstance(event, ListeningEnded) and not event.words
            if isinstance(event, TurnEnded) or silent:
                done.set()

        engine = self.running.engine
        forget = engine.subscribe(see)
        try:
            engine.press()
            with anyio.move_on_after(MICROPHONE_WITHIN):
                await hearing.wait()
            await self.desktop.play_into_microphone(wav)
            engine.release()
            with anyio.move_on_after(TURN_WITHIN):
                await done.wait()
        finally:
            forget()
        return _observed(events)


def _observed(events: list[Event]) -> Observed:
    reports = [event.report for event in events if isinstance(event, TurnEnded)]
    ended = [event.reason for event in events if isinstance(event, ListeningEnded)]
    return Observed(
        reports[-1] if reports else None,
        ended[-1] if ended else "nothing was heard",
        tuple(event.text for event in events if isinstance(event, Heard)),
        tuple(event.text for event in events if isinstance(event, Noticed)),
    )


def write_wav(path: Path, speech: Speech) -> None:
    """Write mono 16-bit sound."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(speech.rate)
        file.writeframes(speech.pcm)
