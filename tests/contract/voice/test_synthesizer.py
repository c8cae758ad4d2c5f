"""Every voice: hibari, espeak-ng, Piper where it was fetched, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from pace.core.error import Invalid, Unavailable
from pace.models.library import Library
from pace.store.places import Places
from pace.testing.audio import FakeVoice
from pace.voice.pcm import level
from pace.voice.ports import Speech, Synthesizer
from pace.voice.tts.espeak import EspeakSynthesizer
from pace.voice.tts.hibari import HibariSynthesizer
from pace.voice.tts.piper import PiperSynthesizer


@pytest.fixture(scope="module", params=["hibari", "espeak", "piper", "double"])
async def voice(request: pytest.FixtureRequest, anyio_backend: str) -> AsyncIterator[Synthesizer]:
    """A voice that is warm."""
    if request.param == "piper":
        python = Library(Places.of().data).python("piper")
        if python is None:
            pytest.skip("piper was not fetched: pace models get piper")
        piper = PiperSynthesizer(python)
        await piper.warm_up()
        yield piper
        await piper.close()
        return
    engines: dict[str, Synthesizer] = {
        "hibari": HibariSynthesizer(), "espeak": EspeakSynthesizer(), "double": FakeVoice()
    }  # fmt: skip
    engine = engines[request.param]
    await engine.warm_up()
    yield engine


async def test_a_sentence_becomes_sound_of_a_sensible_length(voice: Synthesizer) -> None:
    speech = await voice.render("Okay, the timer is set now.")
    assert 0.1 < speech.seconds < 6
    assert speech.rate >= 16_000
    assert len(speech.pcm) % 2 == 0
    assert level(speech.pcm) > 0.1
    assert (speech.text, speech.engine) == ("Okay, the timer is set now.", voice.name)


async def test_more_words_take_longer(voice: Synthesizer) -> None:
    short = await voice.render("Yes.")
    long = await voice.render("Yes, and after that I will close every window on the left.")
    assert long.seconds > 2 * short.seconds


@pytest.mark.parametrize("text", ["", "   ", "\n"])
async def test_nothing_to_say_is_no_sound(voice: Synthesizer, text: str) -> None:
    assert (await voice.render(text)).pcm == b""


@pytest.mark.parametrize(
    "text",
    [
        "テスト",
        "Zwölf Yaks: ñ, ß, €, “quotes”",
        "-x --help; $(rm) | `ls`",
        "a\x00b\x07c",
        "שלום",
        "x" * 500,
        "5 < 6 & 7 > 2",
    ],
)
async def test_any_text_becomes_sound_or_is_refused_as_unspeakable(
    voice: Synthesizer, text: str
) -> None:
    try:
        speech = await voice.render(text)
    except Invalid as refused:
        assert str(refused)  # noqa: PT017 - either is right, a crash is not
    else:
        assert speech.pcm
    assert (await voice.render("Still here.")).pcm


async def test_two_sentences_at_once_do_not_mix(voice: Synthesizer) -> None:
    alone = {text: await voice.render(text) for text in ("One.", "Two and three.")}
    found: dict[str, Speech] = {}

    async def render(text: str) -> None:
        found[text] = await voice.render(text)

    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:
            for text in alone:
                tasks.start_soon(render, text)
    for text, speech in alone.items():
        assert found[text].text == text
        assert abs(found[text].seconds - speech.seconds) < 0.5


async def test_a_voice_that_is_not_installed_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="install it") as caught:
        await EspeakSynthesizer(environment={"PATH": str(tmp_path)}).render("Hello.")
    assert caught.value.fix
    with pytest.raises(Unavailable, match="fetch it again"):
        await PiperSynthesizer(tmp_path / "bin/python").render("Hello.")
