"""How well and how fast the voice hears and speaks, each engine against the others in one run.

    python bench/voice.py [words|hearing|speaking|memory]

Recognisers are judged by speech of hibari, of Piper where it is here, and of people; never by
speech of espeak. What is measured is the whole way: ear, recogniser, our spelling.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from pace.core.audio import HEARING_RATE
from pace.core.clock import SystemClock
from pace.core.event import EventBus
from pace.demo.desktop import virtual_desktop
from pace.models.library import Library
from pace.store.places import Places
from pace.voice.listening import Listening
from pace.voice.microphone import PulseMicrophone
from pace.voice.packaged import packaged
from pace.voice.pcm import resampled, trimmed
from pace.voice.ports import Speech, Synthesizer, Transcriber
from pace.voice.recording import WavMicrophone
from pace.voice.speaker import PulseSpeaker
from pace.voice.speech import Voice
from pace.voice.stt.moonshine import MoonshineTranscriber
from pace.voice.stt.whisper import WhisperTranscriber
from pace.voice.tts.espeak import EspeakSynthesizer
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.tts.piper import PiperSynthesizer
from pace.voice.vad import SileroDetector
from pace.voice.wav import write_wav
from pace.voice.words import joined

COMMANDS = (
    "open firefox and turn the volume down a bit", "set a timer for ten minutes",
    "click the save button", "switch to the terminal", "scroll down", "type hello world",
    "undo that", "close the calculator", "play the next song", "what is the battery level",
    "go to wikipedia", "snap the window to the left", "open the file manager",
    "press the second button", "fill in the name field with sarah", "read the clipboard",
    "turn the volume up to fifty percent", "cancel the timer", "open a new tab",
    "select all the text and copy it", "pause the music", "maximize the window",
    "click on the link that says more information", "double click the first row",
    "start a timer for a quarter of an hour", "open the settings and search for displays",
    "what can i say", "stop", "yes", "no thank you", "press control s",
    "write a note about the meeting tomorrow", "close this window", "scroll to the bottom",
    "check the box next to remember me", "choose the last item in the list",
    "mute the sound", "open downloads in the file manager", "go back", "repeat that please",
)  # fmt: skip

#: What people say in the recordings that the recogniser's package carries.
PEOPLE = {
    "assets/beckett.wav": "ever tried ever failed no matter try again fail again fail better",
    "assets/two_cities.wav": (
        "it was the best of times it was the worst of times it was the age of wisdom it was the "
        "age of foolishness it was the epoch of belief it was the epoch of incredulity it was the "
        "season of light it was the season of darkness it was the spring of hope it was the "
        "winter of despair we had everything before us we had nothing before us we were all going "
        "direct to heaven we were all going direct the other way in short the period was so far "
        "like the present period that some of its noisiest authorities insisted on its being "
        "received for good or for evil in the superlative degree of comparison only"
    ),
}
TIMED = COMMANDS[:10]
REPLY = "Okay, the timer is set now."


@dataclass(frozen=True)
class Row:
    """One line of a table. `spread` holds the lower and upper quartile of `ours`."""

    case: str
    ours: float
    rivals: Mapping[str, float]
    n: int
    unit: str
    spread: tuple[float, float] | None = None

    def plain(self) -> dict[str, Any]:
        """As the contract of `pace bench --json` has it."""
        best = min(self.rivals.values(), default=0.0)
        return {
            "case": self.case, "ours": self.ours, "rivals": dict(self.rivals),
            "ratio": round(self.ours / best, 3) if best else None, "n": self.n,
            "spread": list(self.spread) if self.spread else None, "unit": self.unit,
        }  # fmt: skip


# ------------------------------------------------------------------ engines


@asynccontextmanager
async def recognisers() -> AsyncIterator[dict[str, Transcriber]]:
    """Moonshine, and Whisper where it is here; warm."""
    found: dict[str, Transcriber] = {"moonshine": MoonshineTranscriber()}
    python = Library(Places.of().data).python("whisper")
    whisper = WhisperTranscriber(python) if python is not None else None
    if whisper is not None:
        found["whisper"] = whisper
    try:
        for engine in found.values():
            await engine.warm_up()
        yield found
    finally:
        if whisper is not None:
            await whisper.close()


@asynccontextmanager
async def voices(*, with_espeak: bool) -> AsyncIterator[dict[str, Synthesizer]]:
    """hibari, Piper where it is here and, to be timed but never to judge by, espeak; warm."""
    found: dict[str, Synthesizer] = {"hibari": HibariSynthesizer()}
    python = Library(Places.of().data).python("piper")
    piper = PiperSynthesizer(python) if python is not None else None
    if piper is not None:
        found["piper"] = piper
    if with_espeak:
        found["espeak"] = EspeakSynthesizer()
    try:
        for engine in found.values():
            await engine.warm_up()
        yield found
    finally:
        if piper is not None:
            await piper.close()


def listening(transcriber: Transcriber, environment: Mapping[str, str] | None = None) -> Listening:
    """The product's own, with this recogniser."""
    return Listening(
        PulseMicrophone(environment=environment), transcriber, SileroDetector(), EventBus(),
        SystemClock(),
    )  # fmt: skip


# ------------------------------------------------------------------ words


@dataclass
class Errors:
    """Wrong words and all words, with the sentences that went wrong."""

    wrong: int = 0
    words: int = 0
    examples: list[tuple[str, str]] | None = None

    @property
    def percent(self) -> float:
        return round(100 * self.wrong / self.words, 2)


async def word_errors() -> tuple[list[Row], dict[str, list[tuple[str, str]]]]:
    """Word error rates, and what each engine made of what it got wrong."""
    errors: dict[str, dict[str, Errors]] = {}
    with tempfile.TemporaryDirectory() as folder:
        speakers = await _recordings(Path(folder))
        async with recognisers() as engines:
            for name, engine in engines.items():
                hearing = listening(engine)
                for speaker, recordings in speakers.items():
                    errors.setdefault(speaker, {})[name] = await _judged(hearing, recordings)
    rows = [
        Row(
            f"word errors, {speaker}",
            by["moonshine"].percent,
            {name: one.percent for name, one in by.items() if name != "moonshine"},
            by["moonshine"].words,
            "% of words",
        )
        for speaker, by in errors.items()
    ]
    wrong = {
        f"{engine}, {speaker}": one.examples or []
        for speaker, by in errors.items()
        for engine, one in by.items()
    }
    return rows, wrong


async def _recordings(folder: Path) -> dict[str, list[tuple[Path, str]]]:
    """By speaker, files and what is said in them."""
    found: dict[str, list[tuple[Path, str]]] = {}
    async with voices(with_espeak=False) as speakers:
        for name, voice in speakers.items():
            for number, command in enumerate(COMMANDS):
                path = folder / f"{name}-{number}.wav"
                speech = await voice.render(command)
                write_wav(path, speech.pcm, speech.rate)
                found.setdefault(name, []).append((path, command))
    for file, words in PEOPLE.items():
        person = packaged("moonshine_voice", file)
        if person is not None:
            found.setdefault("people", []).append((person, words))
    return found


async def _judged(hearing: Listening, recordings: Sequence[tuple[Path, str]]) -> Errors:
    found = Errors(examples=[])
    for path, said in recordings:
        wav = WavMicrophone(path)
        heard = await hearing.hear("bench", released=wav.ended, microphone=wav)
        wanted, got = plain_words(said), plain_words(heard.text)
        wrong = distance(wanted, got)
        found.wrong += wrong
        found.words += len(wanted)
        if wrong and found.examples is not None:
            found.examples.append((" ".join(wanted), " ".join(got)))
    return found


_NUMBERS = {"10": "ten", "15": "fifteen", "50": "fifty", "50%": "fifty percent", "%": "percent"}


def plain_words(text: str) -> list[str]:
    """Words without case, punctuation, and the choice between "10" and "ten"."""
    text = joined(text.lower()).replace("what's", "what is").replace("per cent", "percent")
    text = re.sub(r"\b(\d+)%", r"\1 percent", text)
    words = re.sub(r"[^\w\s']", " ", text.replace("-", " ")).split()
    return [_NUMBERS.get(word, word) for word in words]


def distance(wanted: Sequence[str], got: Sequence[str]) -> int:
    """Words to change, add or leave out."""
    row = list(range(len(got) + 1))
    for i, one in enumerate(wanted, 1):
        before, row[0] = row[0], i
        for j, other in enumerate(got, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (one != other))
    return row[-1]


# ------------------------------------------------------------------ times


async def hearing_times() -> list[Row]:
    """From the end of speech into a real microphone, and from the release, to the final words."""
    spans: dict[str, dict[str, list[float]]] = {}
    async with virtual_desktop() as desktop, recognisers() as engines:
        voice = HibariSynthesizer()
        for name, engine in engines.items():
            hearing = listening(engine, desktop.environment)
            for command in TIMED:
                speech = await voice.render(command)
                pcm = trimmed(resampled(speech.pcm, speech.rate, HEARING_RATE), HEARING_RATE)
                found = await _hear_live(hearing, desktop.environment, pcm)
                for span, value in found.items():
                    spans.setdefault(span, {}).setdefault(name, []).append(value)
    return [_row(f"{span}, {len(TIMED)} commands", by, "moonshine") for span, by in spans.items()]


async def _hear_live(
    hearing: Listening, environment: Mapping[str, str], pcm: bytes
) -> dict[str, float]:
    """Play into the microphone and let go of the key when the sound has ended."""
    released = anyio.Event()
    found: dict[str, float] = {}

    async def hear() -> None:
        heard = await hearing.hear("bench", released=released)
        now = time.monotonic()
        assert heard.text, "nothing was heard"
        found["end of speech to final words"] = heard.timings["after_speech"]
        found["release to final words"] = (now - let_go) * 1000
        found["press to first sound recorded"] = heard.timings["microphone"]

    let_go = 0.0
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(hear)
        # The press comes before the speech, as with a person.
        await anyio.sleep(0.3)
        await PulseSpeaker("micpipe", environment).play(Speech(pcm, HEARING_RATE))
        let_go = time.monotonic()
        released.set()
    return found


async def speaking_times() -> list[Row]:
    """From a whole sentence to its sound rendered, and to the first sample that is played."""
    rendered: dict[str, list[float]] = {}
    sounded: dict[str, list[float]] = {}
    async with virtual_desktop() as desktop, voices(with_espeak=True) as engines:
        for name, engine in engines.items():
            speaker = PulseSpeaker(environment=desktop.environment)
            voice = Voice((engine,), speaker, EventBus(), SystemClock())
            for _ in range(10):
                began = time.perf_counter()
                await engine.render(REPLY)
                rendered.setdefault(name, []).append((time.perf_counter() - began) * 1000)
                said = await voice.say("Okay.")
                sounded.setdefault(name, []).append(said.first_sample_ms)
    return [
        _row("sentence to rendered speech", rendered, "hibari"),
        _row("word to first sample played", sounded, "hibari"),
    ]


def _row(case: str, by: Mapping[str, list[float]], ours: str) -> Row:
    values = sorted(by[ours])
    low, _, high = statistics.quantiles(values, n=4)
    rivals = {name: round(statistics.median(v), 1) for name, v in by.items() if name != ours}
    return Row(
        case, round(statistics.median(values), 1), rivals, len(values), "ms",
        (round(low, 1), round(high, 1)),
    )  # fmt: skip


# ------------------------------------------------------------------ memory and loading

_LOAD = {
    "nothing but Python and anyio": "",
    "silero": "from pace.voice.vad import SileroDetector; SileroDetector().load()",
    "hibari": (
        "from pace.voice.tts.hibari import HibariSynthesizer;"
        "keep = HibariSynthesizer(); anyio.run(keep.warm_up)"
    ),
    "moonshine": (
        "from pace.voice.stt.moonshine import MoonshineTranscriber;"
        "keep = MoonshineTranscriber(); anyio.run(keep.warm_up)"
    ),
    "all three": (
        "from pace.voice.vad import SileroDetector; SileroDetector().load();"
        "from pace.voice.tts.hibari import HibariSynthesizer;"
        "from pace.voice.stt.moonshine import MoonshineTranscriber;"
        "keep = (HibariSynthesizer(), MoonshineTranscriber());"
        "[anyio.run(one.warm_up) for one in keep]"
    ),
}
_REPORT = (
    "import anyio, time; began = time.perf_counter();{code};"
    "spent = (time.perf_counter() - began) * 1000;"
    "status = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line);"
    "print(spent, int(status['VmRSS'].split()[0]) / 1024)"
)


async def memory() -> list[Row]:
    """Time to import and load, and memory held, each in a fresh process; the least of three."""
    rows: list[Row] = []
    for what, code in _LOAD.items():
        runs = [_loaded(code) for _ in range(3)]
        rows.append(Row(f"load {what}", round(min(one[0] for one in runs), 1), {}, 3, "ms"))
        rows.append(Row(f"memory with {what}", round(min(one[1] for one in runs), 1), {}, 3, "MB"))
    return rows


def _loaded(code: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", _REPORT.format(code=code or "pass")],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    spent, held = done.stdout.split()
    return float(spent), float(held)


async def words_table() -> list[Row]:
    """`word_errors`, with what went wrong on stderr."""
    rows, wrong = await word_errors()
    for who, examples in wrong.items():
        for wanted, got in examples:
            sys.stderr.write(f"{who}: {wanted!r} was heard as {got!r}\n")
    return rows


TABLES: dict[str, Callable[[], Coroutine[Any, Any, list[Row]]]] = {
    "words": words_table,
    "hearing": hearing_times,
    "speaking": speaking_times,
    "memory": memory,
}


async def main(names: Sequence[str]) -> None:
    """Print each table as JSON lines."""
    for name in names or tuple(TABLES):
        for row in await TABLES[name]():
            print(json.dumps(row.plain()), flush=True)


if __name__ == "__main__":
    anyio.run(main, sys.argv[1:])
