"""hibari: the default voice, a small network that runs in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pace.core.error import Invalid, Unavailable
from pace.voice import onnx
from pace.voice.cleaning import sayable
from pace.voice.packaged import packaged
from pace.voice.ports import Speech
from pace.voice.worker import Worker

VOICE = "heart"
RATE = 24_000
LOAD_SECONDS = 20.0
RENDER_SECONDS = 10.0
BROKEN = Unavailable(
    "The voice hibari does not work, so another voice speaks; check its files.",
    fix="pace models verify",
)


def weights() -> Path | None:
    """The one voice that the wheel carries; any other name would be downloaded."""
    return packaged("hibari", "assets/hibari.onnx")


class HibariSynthesizer:
    """English speech at 24 kHz; a sentence takes a few hundredths of a second."""

    name = "hibari"

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._worker = Worker("The voice hibari")
        self._engine: Any = None

    async def warm_up(self) -> None:
        """Load the network and the dictionary, and render once."""
        await self._worker.run(lambda: self._render("Ready."), LOAD_SECONDS)

    async def render(self, text: str) -> Speech:
        """See `Synthesizer.render`; the first call loads the engine."""
        if not sayable(text):
            return Speech(b"", RATE, text, self.name)
        seconds = RENDER_SECONDS if self._engine is not None else LOAD_SECONDS
        pcm = await self._worker.run(lambda: self._render(text), seconds)
        return Speech(pcm, RATE, text, self.name)

    def _render(self, text: str) -> bytes:
        from pace.voice.pcm import from_samples

        with onnx.translated(BROKEN):
            pcm = from_samples(self._loaded()(text, speed=self._speed, seed=0))
        if not pcm:
            raise Invalid(
                "The voice hibari knows no sound for these letters; another voice speaks."
            )
        return pcm

    def _loaded(self) -> Any:
        if self._engine is None:
            from hibari import Hibari

            model = weights()
            if model is None:
                raise FileNotFoundError("hibari.onnx")
            self._engine = Hibari(voice=VOICE, model=str(model), threads=1)
        return self._engine
