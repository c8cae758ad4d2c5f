"""Spoken commands: how soon words, act and answer come, and how often words are wrong."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import anyio
import anyio.lowlevel
import anyio.to_thread

from bench.stage import form_command, opened, scratch, stage
from pace.app import Parts, linux_desktop, parts
from pace.bench import Differs, Run, without_figure
from pace.core.audio import HEARING_RATE
from pace.core.clock import SystemClock
from pace.core.error import PaceError, Unavailable
from pace.core.event import AudioLevel, CallEnded, Event, EventBus, TurnEnded, TurnStarted
from pace.core.figures import Row, measured, short
from pace.desktop.ports import Desktop
from pace.running import Running, assembled
from pace.store.places import Places
from pace.store.settings import Settings, VoiceSettings
from pace.voice.capture import Limits
from pace.voice.engines import environment_python
from pace.voice.listening import Listening
from pace.voice.packaged import packaged
from pace.voice.pcm import resampled
from pace.voice.ports import Speech, Synthesizer, Transcriber
from pace.voice.recording import WavMicrophone
from pace.voice.speaker import PulseSpeaker
from pace.voice.stt.moonshine import MoonshineTranscriber
from pace.voice.stt.whisper import WhisperTranscriber
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.tts.piper import PiperSynthesizer
from pace.voice.vad import SileroDetector
from pace.voice.wav import write_wav

USUAL = 12
RIVAL = "whisper tiny.en"
COMMANDS = Path(__file__).with_name("commands.txt")
#: Switches of the form, so that each press changes the window.
SPOKEN = ("click the bold button", "click subscribe")

STEPS = {
    "transcript": "the final words",
    "first_act": "the first act",
    "outcome": "the outcome seen",
    "first_sound": "the first sound of the answer",
}

#: Recordings of people that the recogniser's package carries, and what they say.
HUMAN = {
    "beckett.wav": "ever tried ever failed no matter try again fail again fail better",
    "two_cities.wav": "it was the best of times it was the worst of times it was the age of wisdom"
    " it was the age of foolishness it was the epoch of belief it was the epoch of incredulity"
    " it was the season of light it was the season of darkness it was the spring of hope"
    " it was the winter of despair we had everything before us we had nothing before us"
    " we were all going direct to heaven we were all going direct the other way in short"
    " the period was so far like the present period that some of its noisiest authorities"
    " insisted on its being received for good or for evil in the superlative degree of"
    " comparison only",
}
#: The same words in two spellings are no error.
SPELLINGS = {"10": "ten", "30": "thirty", "30%": "thirty percent", "5": "five", "2nd": "second",
    "ctrl": "control", "okay": "ok"}  # fmt: skip


async def measure(run: Run) -> list[Row]:
    """Time on a private desktop with a virtual microphone, then words over every voice here."""
    here = Places.of()
    rows = []
    if run.wants("time"):
        rows += await _times(run, here)
    if run.wants("words"):
        rows += await _errors(run, here)
    return rows


@dataclass
class Clockwork:
    """When each thing happened after the last word, in milliseconds."""

    ended: float = 0.0
    started: float = 0.0
    seen: dict[str, float] = field(default_factory=dict)
    words: str = ""
    acts: list[str] = field(default_factory=list)
    listening: anyio.Event = field(default_factory=anyio.Event)
    over: anyio.Event = field(default_factory=anyio.Event)

    def note(self, event: Event) -> None:
        now = time.perf_counter()
        match event:
            case AudioLevel():
                self.listening.set()
            case TurnStarted():
                self.words, self.started = event.transcript, now
                self.seen["transcript"] = (now - self.ended) * 1000
            case CallEnded():
                self.acts.append(event.evidence)
            case TurnEnded():
                marks = event.report["milliseconds"]
                for name in ("first_act", "outcome", "first_sound"):
                    if name in marks:
                        self.seen[name] = (self.started - self.ended) * 1000 + marks[name]
                self.over.set()


async def _times(run: Run, here: Places) -> list[Row]:
    """The whole engine with each recogniser: key down, words played, key up, act, answer."""
    samples: dict[str, list[dict[str, float] | str]] = {}
    async with stage(audio=True) as desktop, linux_desktop() as ports:
        if ports.tree is None:
            raise Unavailable(ports.missing.get("tree", "There is no accessibility tree."))
        places = Places.of()
        _lend(here, places, "whisper")
        voice = HibariSynthesizer()
        spoken = [await _at_hearing_rate(voice, words) for words in SPOKEN]
        async with opened(desktop, form_command("gtk3"), ports.tree, "GTK 3 form"):
            engines: tuple[Literal["moonshine", "whisper"], ...] = ("moonshine", "whisper")
            for name in engines:
                if name == "moonshine" or environment_python(places, name) is not None:
                    async with _engine(ports, places, name) as (running, made):
                        samples[name] = [
                            await _one(running, made, SPOKEN[n % 2], spoken[n % 2])
                            for n in range(run.times(USUAL) + 1)
                        ][1:]
    return _time_rows(samples)


@asynccontextmanager
async def _engine(
    desktop: Desktop, places: Places, recogniser: Literal["moonshine", "whisper"]
) -> AsyncIterator[tuple[Running, Parts]]:
    """The assistant of `pace run`, warm, with a recogniser."""
    settings = Settings(voice=VoiceSettings(recogniser=recogniser))
    async with parts(places) as stored:
        made = replace(stored, settings=settings)
        async with assembled(desktop, made, places, notify=False) as running:
            await running.hearing.warm_up()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(running.engine.run, running.bell, running.reminding)
                await anyio.lowlevel.checkpoint()
                yield running, made
                running.engine.quit()


async def _one(running: Running, made: Parts, words: str, speech: Speech) -> dict[str, float] | str:
    """Say one command into the microphone: times, or what went wrong when it was not done."""
    clock = Clockwork()
    forget = made.events.subscribe(clock.note)
    try:
        with anyio.move_on_after(40):
            running.engine.press()
            await clock.listening.wait()
            await PulseSpeaker("micpipe").play(speech)
            clock.ended = time.perf_counter()
            running.engine.release()
            await clock.over.wait()
    finally:
        forget()
    if clock.acts != ["verified"] or "first_sound" not in clock.seen:
        return f"“{words}” was heard as “{clock.words}” and came to {clock.acts}"
    return clock.seen


def _time_rows(samples: dict[str, list[dict[str, float] | str]]) -> list[Row]:
    """Of the commands that were carried out and seen; the others are told of."""
    done = {name: [one for one in ones if isinstance(one, dict)] for name, ones in samples.items()}
    notes = [
        f"{name}: {one}" for name, ones in samples.items() for one in ones if isinstance(one, str)
    ]
    if "whisper" not in samples:
        notes.append("whisper skipped: it is not installed (pace models get whisper)")
    rows = []
    for key, what in STEPS.items():
        case = f"time to {what}"
        if not done["moonshine"]:
            rows.append(without_figure(case, Differs(notes[0])))
            continue
        ours = measured([one[key] for one in done["moonshine"]])
        more: dict[str, Any] = {"p95": short(ours.p95), "notes": notes if not rows else []}
        rivals: dict[str, float | None] = {}
        if done.get("whisper"):
            rival = measured([one[key] for one in done["whisper"]])
            rivals, more["rival_spreads"] = {RIVAL: rival.median}, {RIVAL: short(rival.spread)}
        rows.append(Row(case, ours.median, rivals, ours.n, ours.spread, more=more))
    return rows


def _lend(here: Places, there: Places, name: str) -> None:
    """Let the private desktop use an environment that was built outside of it."""
    there.data.mkdir(parents=True, exist_ok=True)
    for folder in here.data.glob(f"env-{name}-*"):
        (there.data / folder.name).symlink_to(folder)


async def _errors(run: Run, here: Places) -> list[Row]:
    """Word errors of every recogniser here, over every voice here and over the recordings."""
    lines = COMMANDS.read_text().splitlines()[: run.times(1000)]
    async with scratch() as folder, _recognisers(here) as ears, _voices(here) as voices:
        sets: dict[str, list[tuple[Path, str]]] = {
            f"words of {name}": await _recorded(voice, lines, folder / name)
            for name, voice in voices.items()
        }
        human = [
            (path, words)
            for file, words in HUMAN.items()
            if (path := packaged("moonshine_voice", f"assets/{file}")) is not None
        ]
        sets["words of people"] = human[: run.times(1000)]
        rows = []
        for case, recordings in sets.items():
            try:
                rows.append(await _error_row(case, recordings, ears))
            except PaceError as problem:
                rows.append(without_figure(case, problem))
        return rows


async def _error_row(
    case: str, recordings: Sequence[tuple[Path, str]], ears: dict[str, Transcriber]
) -> Row:
    if not recordings:
        raise Unavailable("No recording is here.")
    detector = SileroDetector()
    rates, misheard = {}, []
    for name, ear in ears.items():
        wrong = of = 0
        for path, words in recordings:
            microphone = WavMicrophone(path)
            listening = Listening(
                microphone, ear, detector, EventBus(), SystemClock(), limits=Limits(finish=120.0)
            )
            heard = await listening.hear("file", released=microphone.ended)
            errors, count = word_errors(words, heard.text)
            wrong, of = wrong + errors, of + count
            if errors and name == "moonshine":
                misheard.append(f"“{words[:60]}” heard as “{heard.text[:60]}”")
        rates[name] = 100 * wrong / of
    ours = rates.pop("moonshine")
    rivals = {RIVAL: rates["whisper"]} if "whisper" in rates else {}
    total = sum(len(words.split()) for _, words in recordings)
    more = {"words": total, "notes": misheard}
    return Row(case, ours, rivals, len(recordings), None, "% wrong", more)


@asynccontextmanager
async def _recognisers(here: Places) -> AsyncIterator[dict[str, Transcriber]]:
    ears: dict[str, Transcriber] = {"moonshine": MoonshineTranscriber()}
    python = environment_python(here, "whisper")
    whisper = WhisperTranscriber(python) if python is not None else None
    if whisper is not None:
        ears["whisper"] = whisper
    try:
        for ear in ears.values():
            await ear.warm_up()
        yield ears
    finally:
        if whisper is not None:
            await whisper.close()


@asynccontextmanager
async def _voices(here: Places) -> AsyncIterator[dict[str, Synthesizer]]:
    """The voices there are: one woman, also fast, and one man."""
    python = environment_python(here, "piper")
    voices: dict[str, Synthesizer] = {
        "heart": HibariSynthesizer(),
        "heart, fast": HibariSynthesizer(speed=1.25),
    }
    piper = PiperSynthesizer(python) if python is not None else None
    if piper is not None:
        voices["joe"] = piper
    try:
        yield voices
    finally:
        if piper is not None:
            await piper.close()


async def _recorded(voice: Synthesizer, lines: list[str], folder: Path) -> list[tuple[Path, str]]:
    """Each line spoken by a voice, between silences, as a file."""
    await anyio.Path(folder).mkdir()
    found = []
    for number, line in enumerate(lines):
        speech = await _at_hearing_rate(voice, line)
        path = folder / f"{number}.wav"
        quiet = bytes(HEARING_RATE // 2 * 2)
        write_wav(path, quiet + speech.pcm + quiet, HEARING_RATE)
        found.append((path, line))
    return found


async def _at_hearing_rate(voice: Synthesizer, words: str) -> Speech:
    speech = await voice.render(words)
    return Speech(resampled(speech.pcm, speech.rate, HEARING_RATE), HEARING_RATE, words)


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Words that were put in, left out or taken for others, and how many were said."""
    wanted, given = plain_words(said), plain_words(heard)
    last = list(range(len(given) + 1))
    for row, word in enumerate(wanted, 1):
        line = [row]
        for column, other in enumerate(given, 1):
            line.append(min(last[column] + 1, line[-1] + 1, last[column - 1] + (word != other)))
        last = line
    return last[-1], len(wanted)


def plain_words(text: str) -> list[str]:
    """Words without case and marks, numbers and abbreviations in one spelling."""
    words = re.sub(r"[^\w%' ]", " ", text.lower().replace("-", " ")).split()
    return " ".join(SPELLINGS.get(word, word) for word in words).split()
