"""The whole voice on a real sound server, with the real models."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import pytest

from pace.core.audio import HEARING_RATE
from pace.core.clock import SystemClock
from pace.core.event import AudioLevel, Event, EventBus, Heard, ListeningEnded, Noticed
from pace.demo.desktop import VirtualDesktop
from pace.testing.audio import FakeVoice
from pace.voice.listening import Listening, Utterance
from pace.voice.microphone import PulseMicrophone
from pace.voice.pcm import resampled
from pace.voice.ports import Speech
from pace.voice.recording import WavMicrophone
from pace.voice.speaker import PulseSpeaker
from pace.voice.speech import Said, Voice
from pace.voice.stt.moonshine import MoonshineTranscriber
from pace.voice.tts.espeak import EspeakSynthesizer
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.vad import SileroDetector
from pace.voice.wav import write_wav
from tests.sound import BOUND, SoundServer, loud_seconds_after, noise, sound_server

MONITOR = "speakers.monitor"


@dataclass
class Models:
    """Loaded once for all tests."""

    transcriber: MoonshineTranscriber = field(default_factory=MoonshineTranscriber)
    detector: SileroDetector = field(default_factory=SileroDetector)
    voice: HibariSynthesizer = field(default_factory=HibariSynthesizer)

    async def spoken(self, text: str) -> Speech:
        """The words at the rate of hearing."""
        speech = await self.voice.render(text)
        return Speech(resampled(speech.pcm, speech.rate, HEARING_RATE), HEARING_RATE, text)


@pytest.fixture(scope="module")
async def models(anyio_backend: str) -> Models:
    """Warm."""
    found = Models()
    await found.transcriber.warm_up()
    await found.voice.warm_up()
    return found


@dataclass
class Hearing:
    """A listening on a sound server, and what it published."""

    models: Models
    environment: dict[str, str]
    events: list[Event] = field(default_factory=list)
    changed: anyio.Event = field(default_factory=anyio.Event)

    def listening(self) -> Listening:
        bus = EventBus()
        bus.subscribe(self.note)
        return Listening(
            PulseMicrophone(environment=self.environment),
            self.models.transcriber,
            self.models.detector,
            bus,
            SystemClock(),
            speaker=PulseSpeaker(environment=self.environment),
        )

    def note(self, event: Event) -> None:
        self.events.append(event)
        self.changed.set()

    async def until(self, kind: type[Event]) -> None:
        """Wait for the first event of a kind."""
        with anyio.fail_after(BOUND):
            while not any(isinstance(event, kind) for event in self.events):
                self.changed = anyio.Event()
                await self.changed.wait()


def hearing(models: Models, server: VirtualDesktop | SoundServer) -> Hearing:
    return Hearing(models, dict(server.environment))


def bare(text: str) -> str:
    return "".join(one for one in text.lower() if one.isalnum() or one == " ").strip()


@pytest.mark.parametrize(
    "sentence", ["open the calculator", "snap the window to the left", "scroll down a bit"]
)
async def test_a_sentence_spoken_into_the_microphone_becomes_its_words(
    models: Models, virtual_desktop: VirtualDesktop, sentence: str
) -> None:
    here = hearing(models, virtual_desktop)
    released, found = anyio.Event(), list[Utterance]()

    async def hear() -> None:
        found.append(await here.listening().hear(released=released))

    with anyio.fail_after(BOUND * 2):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(hear)
            await here.until(AudioLevel)
            speech = await models.spoken(sentence)
            await PulseSpeaker("micpipe", virtual_desktop.environment).play(speech)
            released.set()
    assert bare(found[0].text) == sentence
    assert found[0].reason == "released"
    assert any(isinstance(event, Heard) for event in here.events)


@pytest.mark.parametrize(
    ("colour", "loudness"), [("silence", 0.0), ("white", 0.3), ("pink", 0.9), ("pink", 0.05)]
)
async def test_ten_seconds_without_speech_are_nothing(
    models: Models,
    virtual_desktop: VirtualDesktop,
    tmp_path: Path,
    colour: str,
    loudness: float,
) -> None:
    write_wav(tmp_path / "noise.wav", noise(10, colour, loudness), HEARING_RATE)
    here = hearing(models, virtual_desktop)
    wav = WavMicrophone(tmp_path / "noise.wav")
    heard = await here.listening().hear(
        "wav", released=wav.ended, microphone=wav, hints=["Firefox", "Files"]
    )
    assert (heard.text, heard.unused, heard.reason) == ("", "", "silence")
    assert math.isclose(heard.seconds, 10, abs_tol=0.1)
    assert not any(isinstance(event, Heard) for event in here.events)


async def test_a_tap_on_the_key_is_nothing(models: Models, virtual_desktop: VirtualDesktop) -> None:
    here = hearing(models, virtual_desktop)
    released = anyio.Event()
    released.set()
    with anyio.fail_after(BOUND):
        heard = await here.listening().hear(released=released)
    assert (heard.text, heard.reason) == ("", "tap")
    assert here.events[-1] == ListeningEnded("tap", words=False)


async def test_the_words_so_far_survive_the_death_of_the_sound_server(models: Models) -> None:
    async with sound_server() as server:
        here = hearing(models, server)
        found: list[Utterance] = []

        async def hear() -> None:
            found.append(await here.listening().hear(released=anyio.Event()))

        speech = await models.spoken("open the calculator and turn the volume down a bit")
        with anyio.fail_after(BOUND * 2):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(hear)
                await here.until(AudioLevel)
                async with anyio.create_task_group() as speaking:
                    speaking.start_soon(PulseSpeaker("micpipe", server.environment).play, speech)
                    await here.until(Heard)
                    speaking.cancel_scope.cancel()
                server.kill()
    (heard,) = found
    assert heard.reason == "device lost"
    assert "open" in bare(heard.text)
    told = [event for event in here.events if isinstance(event, Noticed)]
    assert len(told) == 1
    assert heard.text in told[0].text


@pytest.fixture
async def full_volume(virtual_desktop: VirtualDesktop) -> None:
    """Other tests turn the sound down; the monitor hears what the sink's volume leaves."""
    for command in (("set-sink-volume", "speakers", "100%"), ("set-sink-mute", "speakers", "0")):
        await anyio.run_process(["pactl", *command], env=dict(virtual_desktop.environment))


@pytest.mark.usefixtures("full_volume")
async def test_a_reply_falls_silent_within_a_tenth_of_a_second(
    models: Models, virtual_desktop: VirtualDesktop
) -> None:
    voice = speaking(virtual_desktop, models.voice)
    found: list[Said] = []

    async def say() -> None:
        found.append(await voice.say("One, two, three, four, five, six, seven, eight. Nine."))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(say)
        loud = await loud_seconds_after(
            virtual_desktop.environment, MONITOR, lambda: tasks.start_soon(voice.stop)
        )
    assert loud < 0.1
    assert found[0].stopped
    assert found[0].heard == ""


def speaking(
    server: VirtualDesktop | SoundServer,
    *engines: HibariSynthesizer | EspeakSynthesizer | FakeVoice,
    note: Callable[[Event], None] = lambda _: None,
) -> Voice:
    bus = EventBus()
    bus.subscribe(note)
    return Voice(engines, PulseSpeaker(environment=server.environment), bus, SystemClock())


@pytest.mark.usefixtures("full_volume")
async def test_what_is_said_can_be_understood(
    models: Models, virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    voice = speaking(virtual_desktop, models.voice)
    async with virtual_desktop.record_speakers(tmp_path / "said.wav"):
        said = await voice.say("Close the calculator. Snap the window to the left.")
    assert said.heard == said.text
    assert said.engines == ("hibari",)
    wav = WavMicrophone(tmp_path / "said.wav")
    here = hearing(models, virtual_desktop)
    heard = await here.listening().hear("wav", released=wav.ended, microphone=wav)
    assert bare(heard.text) == bare(said.text)


async def test_espeak_speaks_what_hibari_cannot(
    models: Models, virtual_desktop: VirtualDesktop
) -> None:
    events: list[Event] = []
    voice = speaking(virtual_desktop, models.voice, EspeakSynthesizer(), note=events.append)
    said = await voice.say("テスト.")
    assert said.engines == ("espeak",)
    assert events == []
