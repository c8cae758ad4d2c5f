"""Every recogniser: Moonshine, Whisper where it was fetched, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import pairwise

import anyio
import pytest

from pace.core.audio import HEARING_RATE, Chunk
from pace.models.library import Library
from pace.store.places import Places
from pace.testing.audio import ScriptedTranscriber
from pace.voice.pcm import resampled
from pace.voice.ports import Transcriber
from pace.voice.stt.moonshine import MoonshineTranscriber
from pace.voice.stt.whisper import WhisperTranscriber
from pace.voice.tts.hibari import HibariSynthesizer

SENTENCES = ("set a timer for 10 minutes", "close the calculator", "snap the window to the left")
TENTH = HEARING_RATE // 10 * 2


@pytest.fixture(scope="module")
async def spoken(anyio_backend: str) -> dict[str, bytes]:
    """The sentences as hibari speaks them."""
    voice = HibariSynthesizer()
    found = {}
    for sentence in SENTENCES:
        speech = await voice.render(sentence)
        found[sentence] = resampled(speech.pcm, speech.rate, HEARING_RATE)
    return found


@pytest.fixture(scope="module", params=["moonshine", "whisper", "double"])
async def transcriber(
    request: pytest.FixtureRequest, anyio_backend: str
) -> AsyncIterator[Transcriber]:
    """A recogniser that is warm."""
    if request.param == "moonshine":
        moonshine = MoonshineTranscriber()
        await moonshine.warm_up()
        yield moonshine
    elif request.param == "whisper":
        python = Library(Places.of().data).python("whisper")
        if python is None:
            pytest.skip("whisper was not fetched: pace models get whisper")
        whisper = WhisperTranscriber(python)
        await whisper.warm_up()
        yield whisper
        await whisper.close()
    else:
        yield ScriptedTranscriber()


async def recognised(
    transcriber: Transcriber, sentence: str, pcm: bytes, hints: tuple[str, ...] = ()
) -> tuple[str, list[str]]:
    """The final words, bare, and the stable parts before them."""
    if isinstance(transcriber, ScriptedTranscriber):
        words = sentence.split()
        transcriber.scripts.append([" ".join(words[: n + 1]) for n in range(len(words))])
    stable: list[str] = []
    with anyio.fail_after(50):
        async with transcriber.recognise(hints) as recognition:
            for at in range(0, len(pcm), TENTH):
                hypothesis = await recognition.add(Chunk(pcm[at : at + TENTH]))
                if hypothesis is not None:
                    stable.append(hypothesis.stable)
            await recognition.catch_up()
            text = await recognition.finish()
    return "".join(one for one in text.lower() if one.isalnum() or one == " ").strip(), stable


@pytest.mark.parametrize("sentence", SENTENCES)
async def test_what_is_spoken_is_what_is_written(
    transcriber: Transcriber, spoken: dict[str, bytes], sentence: str
) -> None:
    text, stable = await recognised(transcriber, sentence, spoken[sentence])
    assert text == sentence
    assert all(later.startswith(earlier) for earlier, later in pairwise(stable))


async def test_silence_is_no_words_whatever_the_hints(transcriber: Transcriber) -> None:
    text, _ = await recognised(transcriber, "Firefox", bytes(2 * HEARING_RATE * 2), ("Firefox",))
    assert text == ""


async def test_no_sound_is_no_words(transcriber: Transcriber) -> None:
    async with transcriber.recognise() as recognition:
        assert await recognition.catch_up() is None
        assert await recognition.finish() == ""


async def test_an_utterance_that_was_dropped_does_not_show_in_the_next(
    transcriber: Transcriber, spoken: dict[str, bytes]
) -> None:
    dropped, kept = SENTENCES[:2]
    if isinstance(transcriber, ScriptedTranscriber):
        transcriber.scripts.append([dropped])
    async with transcriber.recognise() as recognition:
        await recognition.add(Chunk(spoken[dropped]))
    text, _ = await recognised(transcriber, kept, spoken[kept])
    assert text == kept
