"""Which engines hear and speak, by the settings and by what is installed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pace.core.clock import Clock
from pace.core.event import EventBus, Noticed
from pace.store.places import Places
from pace.voice.listening import Listening, Utterance
from pace.voice.microphone import PulseMicrophone
from pace.voice.ports import Synthesizer, Transcriber
from pace.voice.recording import WavMicrophone
from pace.voice.speaker import PulseSpeaker
from pace.voice.speech import Voice
from pace.voice.stt.moonshine import MoonshineTranscriber
from pace.voice.stt.whisper import WhisperTranscriber
from pace.voice.tts.espeak import EspeakSynthesizer
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.tts.piper import PiperSynthesizer
from pace.voice.vad import SileroDetector


class Choice(Protocol):
    """What of the settings decides."""

    @property
    def recogniser(self) -> str: ...

    @property
    def voice(self) -> str: ...

    @property
    def cues(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Hearing:
    """Listening, with the recogniser that was chosen."""

    listening: Listening

    async def warm_up(self) -> None:
        """Load the models."""
        await self.listening.warm_up()

    async def once(self, wav: Path | None, hints: Sequence[str]) -> Utterance:
        """Hear a WAV file whole, or the microphone until the speaker pauses."""
        if wav is None:
            return await self.listening.hear("command", hints=hints)
        microphone = WavMicrophone(wav)
        return await self.listening.hear(
            "file", released=microphone.ended, hints=hints, microphone=microphone
        )


def environment_python(places: Places, name: str) -> Path | None:
    """The interpreter of an environment built on demand, or None when it was not built."""
    finished = sorted(places.data.glob(f"env-{name}-*/.locked"), key=lambda p: p.stat().st_mtime)
    found = [python for one in finished if (python := one.parent / "bin" / "python").exists()]
    return found[-1] if found else None


def _replaced(what: str, chosen: str, used: str) -> Noticed:
    return Noticed(
        f"The {what} {chosen} was chosen but is not on this machine, so {used} is used; fetch it.",
        f"pace models get {chosen}",
    )


@asynccontextmanager
async def hearing(
    choice: Choice, places: Places, events: EventBus, clock: Clock
) -> AsyncIterator[Hearing]:
    """Ears by the settings; Whisper when it was chosen and is here, else Moonshine."""
    async with transcriber(choice, places) as recogniser:
        if recogniser.name != choice.recogniser:
            events.publish(_replaced("recogniser", choice.recogniser, recogniser.name))
        speaker = PulseSpeaker() if choice.cues else None
        yield Hearing(
            Listening(
                PulseMicrophone(), recogniser, SileroDetector(), events, clock, speaker=speaker
            )
        )


@asynccontextmanager
async def transcriber(choice: Choice, places: Places) -> AsyncIterator[Transcriber]:
    """The recogniser of `hearing`, not yet loaded."""
    python = environment_python(places, "whisper")
    if choice.recogniser == "whisper" and python is not None:
        whisper = WhisperTranscriber(python)
        try:
            yield whisper
        finally:
            await whisper.close()
    else:
        yield MoonshineTranscriber()


@asynccontextmanager
async def speaking(
    choice: Choice, places: Places, events: EventBus, clock: Clock
) -> AsyncIterator[Voice]:
    """A voice by the settings: the chosen engine first, then the others, espeak as the floor."""
    async with synthesizers(choice, places) as engines:
        if engines[0].name != choice.voice:
            events.publish(_replaced("voice", choice.voice, engines[0].name))
        yield Voice(engines, PulseSpeaker(), events, clock)


@asynccontextmanager
async def synthesizers(choice: Choice, places: Places) -> AsyncIterator[Sequence[Synthesizer]]:
    """The engines of `speaking` in the order in which they are tried, not yet loaded."""
    async with AsyncExitStack() as stack:
        engines: dict[str, Synthesizer] = {"hibari": HibariSynthesizer()}
        python = environment_python(places, "piper")
        if python is not None:
            piper = PiperSynthesizer(python)
            stack.push_async_callback(piper.close)
            engines["piper"] = piper
        engines["espeak"] = EspeakSynthesizer()
        ordered = sorted(engines, key=lambda name: name != choice.voice)
        yield [engines[name] for name in ordered]
