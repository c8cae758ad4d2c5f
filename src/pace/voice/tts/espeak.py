"""espeak-ng: the voice that is always there. A program, so that its licence stays its own."""

from __future__ import annotations

from collections.abc import Mapping

import anyio

from pace.core.error import TimedOut, Unavailable
from pace.voice.children import child, in_memory, read_to_end
from pace.voice.cleaning import sayable
from pace.voice.ports import Speech
from pace.voice.wav import unpacked

RENDER_SECONDS = 10.0
WORDS_PER_MINUTE = 165
RATE = 22_050

MISSING = Unavailable(
    "The voice espeak-ng is not installed, so nothing can be spoken; install it.",
    fix="sudo apt-get install espeak-ng",
)
BROKEN = Unavailable(
    "The voice espeak-ng gave no sound; install it again.",
    fix="sudo apt-get install --reinstall espeak-ng espeak-ng-data",
)


class EspeakSynthesizer:
    """English speech of one `espeak-ng` process a sentence."""

    name = "espeak"

    def __init__(self, voice: str = "en-us", environment: Mapping[str, str] | None = None) -> None:
        self._voice = voice
        self._environment = environment

    async def warm_up(self) -> None:
        """Nothing is kept loaded."""

    async def render(self, text: str) -> Speech:
        """See `Synthesizer.render`."""
        if not sayable(text):
            return Speech(b"", RATE, text, self.name)
        with anyio.move_on_after(RENDER_SECONDS):
            try:
                pcm, rate = unpacked(await self._wav(text))
            except ValueError as error:
                raise BROKEN from error
            return Speech(pcm, rate, text, self.name)
        raise TimedOut(f"The voice espeak-ng did not finish within {RENDER_SECONDS:g} seconds.")

    async def _wav(self, text: str) -> bytes:
        argv = ["espeak-ng", "--stdout", "--stdin", "-v", self._voice, "-s", str(WORDS_PER_MINUTE)]
        with in_memory(text.encode()) as words:
            async with child(
                argv, missing=MISSING, environment=self._environment, stdin=words
            ) as process:
                wav = await read_to_end(process.stdout)
                if await process.wait() != 0:
                    raise BROKEN
                return wav
