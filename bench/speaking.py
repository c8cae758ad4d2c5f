"""Voices and models: how soon each voice sounds, and what speech models take to load and hold."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import anyio.to_thread

from bench.stage import ROOT, stage
from pace.bench import Run, without_figure
from pace.core.clock import SystemClock
from pace.core.error import PaceError
from pace.core.event import EventBus
from pace.core.figures import Row, measured
from pace.store.places import Places
from pace.voice.engines import environment_python
from pace.voice.ports import Synthesizer
from pace.voice.speaker import PulseSpeaker
from pace.voice.speech import Voice
from pace.voice.tts.espeak import EspeakSynthesizer
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.tts.piper import PiperSynthesizer

USUAL = 12
REPLY = "Okay, the timer is set now."


async def measure(run: Run) -> list[Row]:
    """Every voice that is here in turn; each model in fresh processes."""
    rows: list[Row] = []
    for name, work in (("voices", _voices), ("models", _models)):
        if run.wants(name):
            try:
                rows += await work(run)
            except PaceError as problem:
                rows.append(without_figure(name, problem))
    return rows


async def _voices(run: Run) -> list[Row]:
    """From the text to the sound of a whole sentence, and to the first sample that is played."""
    rendered: dict[str, list[float]] = {}
    sounded: dict[str, list[float]] = {}
    async with engines() as voices, stage(audio=True):
        for _ in range(run.times(USUAL)):
            for engine in voices:
                began = time.perf_counter()
                await engine.render(REPLY)
                rendered.setdefault(engine.name, []).append((time.perf_counter() - began) * 1000)
                voice = Voice((engine,), PulseSpeaker(), EventBus(), SystemClock())
                said = await voice.say("Okay.")
                sounded.setdefault(engine.name, []).append(said.first_sample_ms)
    return [
        _row("voices: a sentence rendered", rendered),
        _row("voices: the first sample played", sounded),
    ]


@asynccontextmanager
async def engines() -> AsyncIterator[list[Synthesizer]]:
    """hibari, Piper where it is here, and espeak; warm."""
    piper = environment_python(Places.of(), "piper")
    second = None if piper is None else PiperSynthesizer(piper)
    found: list[Synthesizer] = [HibariSynthesizer(), EspeakSynthesizer()]
    if second is not None:
        found.insert(1, second)
    try:
        for engine in found:
            await engine.warm_up()
        yield found
    finally:
        if second is not None:
            await second.close()


def _row(case: str, by: Mapping[str, list[float]]) -> Row:
    mine = measured(by["hibari"])
    rivals = {name: measured(values).median for name, values in by.items() if name != "hibari"}
    return Row(case, mine.median, rivals, mine.n, mine.spread, "ms", {"p95": mine.p95})


_LOADS = {
    "nothing": "pass",
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
    "import anyio, time; began = time.perf_counter(); {code};"
    "spent = (time.perf_counter() - began) * 1000;"
    "status = dict(line.split(':', 1) for line in open('/proc/self/status') if ':' in line);"
    "print(spent, int(status['VmRSS'].split()[0]) / 1024)"
)


async def _models(run: Run) -> list[Row]:
    """Import, load and first use in one figure; the memory a process then holds in another."""
    times: dict[str, list[float]] = {}
    sizes: dict[str, list[float]] = {}
    for _ in range(run.times(3)):
        for what in _LOADS:
            spent, held = await anyio.to_thread.run_sync(_loaded, what)
            times.setdefault(what, []).append(spent)
            sizes.setdefault(what, []).append(held)
    rows = []
    for what in _LOADS:
        for case, unit, values in (("load", "ms", times[what]), ("hold", "MB", sizes[what])):
            one = measured(values)
            rows.append(Row(f"models: {case} {what}", one.median, {}, one.n, one.spread, unit))
    return rows


def _loaded(what: str) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", _REPORT.format(code=_LOADS[what])],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    spent, held = done.stdout.split()
    return float(spent), float(held)
