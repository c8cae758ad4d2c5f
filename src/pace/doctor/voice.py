"""The rows of hearing and speaking: the devices, and the engines on a sentence of their own."""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Sequence

import anyio
import anyio.to_thread

from pace.core.audio import HEARING_RATE, Chunk
from pace.core.error import PaceError, Unavailable
from pace.doctor.checking import Checks, plainly
from pace.doctor.rows import Finding, State
from pace.doctor.surroundings import RESTART_SOUND
from pace.store.places import Places
from pace.store.settings import VoiceSettings
from pace.voice.engines import synthesizers, transcriber
from pace.voice.microphone import PulseMicrophone
from pace.voice.pcm import resampled
from pace.voice.ports import Speech, Synthesizer, Transcriber
from pace.voice.speaker import PulseSpeaker
from pace.voice.vad import FRAME_BYTES, SileroDetector

SENTENCE = "Open the window."
WORDS = frozenset({"open", "window"})

RECORD_SECONDS = 0.3
TONE_SECONDS = 0.2
TONE_HZ = 440
TONE_RATE = 24_000
#: A hundredth of full scale: heard beside the speaker in a quiet room.
TONE_LOUDNESS = 0.01
#: What the sound server says where there is no device.
_NO_DEVICE = "No such entity"
#: Loading a model from a cold disk.
ENGINE_SECONDS = 8.0
#: What the network says of speech and of silence; a rule of thumb between its two extremes.
SPEECH, QUIET = 0.5, 0.3


async def examine_voice(
    checks: Checks, chosen: VoiceSettings, places: Places, no_sound: str
) -> None:
    """Check devices and engines. `no_sound` is why there is no sound server, or ""."""
    async with anyio.create_task_group() as group:
        if no_sound:
            missing = Finding(State.UNAVAILABLE, no_sound, RESTART_SOUND)
            checks.note("microphone", "PulseAudio", missing)
            checks.note("speaker", "PulseAudio", missing)
        else:
            group.start_soon(checks.check, "microphone", "parec", _record)
            group.start_soon(checks.check, "speaker", "pacat", _play)
        await _examine_engines(checks, chosen, places)


async def _record() -> Finding:
    wanted = int(RECORD_SECONDS * HEARING_RATE) * 2
    pcm = b""
    try:
        async with PulseMicrophone().open() as chunks:
            async for chunk in chunks:
                pcm += chunk.pcm
                if len(pcm) >= wanted:
                    break
    except Unavailable as problem:
        return _of_device(problem)
    return heard(pcm)


def heard(pcm: bytes) -> Finding:
    """What a recording says of the microphone."""
    seconds = len(pcm) / 2 / HEARING_RATE
    if seconds < RECORD_SECONDS:
        return Finding(State.DEAD, f"it stopped after {seconds:.2f} s of sound", RESTART_SOUND)
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    power = sum(sample * sample for sample in samples) / len(samples)
    if power == 0:
        return Finding(
            State.OK, f"recorded {seconds:.1f} s of perfect silence, as a muted one gives",
            "pactl set-source-mute @DEFAULT_SOURCE@ 0",
        )  # fmt: skip
    return Finding(
        State.OK, f"recorded {seconds:.1f} s at {10 * math.log10(power / 32768**2):.0f} dB"
    )


async def _play() -> Finding:
    began = time.monotonic()
    after: list[float] = []
    try:
        whole = await PulseSpeaker().play(tone(), lambda: after.append(time.monotonic() - began))
    except Unavailable as problem:
        return _of_device(problem)
    if not whole or not after:
        return Finding(State.DEAD, "a quiet tone did not play to its end", RESTART_SOUND)
    return Finding(State.OK, f"played a very quiet tone; it began after {after[0] * 1000:.0f} ms")


def tone() -> Speech:
    """A very quiet tone that swells and fades, so that it does not click."""
    count = int(TONE_SECONDS * TONE_RATE)
    samples = array("h", (
        round(32767 * TONE_LOUDNESS * math.sin(math.pi * n / count)
              * math.sin(2 * math.pi * TONE_HZ * n / TONE_RATE))
        for n in range(count)
    ))  # fmt: skip
    return Speech(samples.tobytes(), TONE_RATE, engine="tone")


def _of_device(problem: Unavailable) -> Finding:
    """A program or a device that is not there is missing; one that does not work is dead."""
    missing = problem.fix.startswith("sudo apt") or _NO_DEVICE in str(problem)
    state = State.UNAVAILABLE if missing else State.DEAD
    return Finding(state, plainly(str(problem)), problem.fix)


async def _examine_engines(checks: Checks, chosen: VoiceSettings, places: Places) -> None:
    spoken: list[Speech] = []

    async with synthesizers(chosen, places) as engines, transcriber(chosen, places) as recogniser:

        async def speak() -> Finding:
            speech, finding = await spoke(engines, chosen.voice)
            if speech is not None:
                spoken.append(speech)
            return finding

        await checks.check("text to speech", engines[0].name, speak, ENGINE_SECONDS)
        if not spoken:
            silent = Finding(State.NOT_PROBED, "no voice could say a sentence for it")
            checks.note("voice activity", SileroDetector.name, silent)
            checks.note("speech to text", recogniser.name, silent)
            return
        pcm = resampled(spoken[0].pcm, spoken[0].rate, HEARING_RATE)

        async def tell_apart() -> Finding:
            return await anyio.to_thread.run_sync(told_apart, pcm, abandon_on_cancel=True)

        async def recognise() -> Finding:
            return await recognised(recogniser, pcm, chosen.recogniser)

        await checks.check("voice activity", SileroDetector.name, tell_apart)
        await checks.check("speech to text", recogniser.name, recognise, ENGINE_SECONDS)


async def spoke(engines: Sequence[Synthesizer], chosen: str) -> tuple[Speech | None, Finding]:
    """A sentence by the first engine that works, and what became of those before it."""
    troubles: list[PaceError] = []
    for engine in engines:
        began = time.monotonic()
        try:
            speech = await engine.render(SENTENCE)
        except PaceError as problem:
            troubles.append(problem)
            continue
        took = (time.monotonic() - began) * 1000
        did = f"{engine.name} made {speech.seconds:.1f} s of speech in {took:.0f} ms, loading too"
        if troubles:
            instead = f"{plainly(str(troubles[0]))}; {did}"
            return speech, Finding(State.DEAD, instead, _fix_of(troubles[0]), engine.name)
        if not engine.name.startswith(chosen):
            return speech, Finding(
                State.UNAVAILABLE, f"the voice {chosen} is not here; {did}",
                f"pace models get {chosen}", engine.name,
            )  # fmt: skip
        return speech, Finding(State.OK, did, "", engine.name)
    said = plainly(str(troubles[0])) if troubles else "there is no engine"
    return None, Finding(State.DEAD, said, _fix_of(troubles[0]) if troubles else "bin/pace")


def _fix_of(problem: PaceError) -> str:
    return problem.fix if isinstance(problem, Unavailable) else "pace models verify"


def told_apart(pcm: bytes) -> Finding:
    """What the detector says of speech and of silence. Blocking."""
    detector = SileroDetector()
    speech = likeliest(detector, pcm)
    quiet = likeliest(detector, bytes(len(pcm)))
    did = f"gave speech {speech:.2f} and silence {quiet:.2f}"
    if speech < SPEECH or quiet > QUIET:
        return Finding(State.DEAD, f"cannot tell speech from silence: {did}", "pace models verify")
    return Finding(State.OK, did)


def likeliest(detector: SileroDetector, pcm: bytes) -> float:
    """The highest probability over the frames of a sound."""
    activity = detector.start()
    frames = range(0, len(pcm) - FRAME_BYTES + 1, FRAME_BYTES)
    return max((activity.probability(pcm[at : at + FRAME_BYTES]) for at in frames), default=0.0)


async def recognised(recogniser: Transcriber, pcm: bytes, chosen: str) -> Finding:
    """What the recogniser makes of the sentence the voice has just rendered."""
    began = time.monotonic()
    async with recogniser.recognise() as recognition:
        await recognition.add(Chunk(pcm, HEARING_RATE))
        text = await recognition.finish()
    took = (time.monotonic() - began) * 1000
    did = f"heard “{text}” in {took:.0f} ms, loading too"
    words = {word.strip(".,!?").lower() for word in text.split()}
    if not WORDS & words:
        return Finding(State.DEAD, f"was given “{SENTENCE}” and {did}", "pace models verify")
    if not recogniser.name.startswith(chosen):
        return Finding(
            State.UNAVAILABLE, f"the recogniser {chosen} is not here; {recogniser.name} {did}",
            f"pace models get {chosen}",
        )  # fmt: skip
    return Finding(State.OK, did)
