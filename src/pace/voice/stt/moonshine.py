"""Moonshine tiny: the default recogniser, quick enough to start over with every new half second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from pace.core.audio import HEARING_RATE
from pace.core.error import Unavailable
from pace.voice.packaged import packaged
from pace.voice.pcm import to_samples
from pace.voice.ports import Recognition
from pace.voice.stt.rolling import BYTES_A_SECOND, RollingRecognition
from pace.voice.worker import Worker

MODEL = "assets/tiny-en"
LOAD_SECONDS = 20.0
DECODE_SECONDS = 10.0
#: Between hypotheses, of new speech.
INTERVAL_SECONDS = 0.5
#: Its own segmentation is off, because it finds words in the silence around a command.
OPTIONS = {"vad_threshold": "0", "return_audio_data": "false"}

BROKEN = Unavailable(
    "The speech recogniser Moonshine does not work, so speech is not understood; check its files.",
    fix="pace models verify",
)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        from moonshine_voice.errors import MoonshineError
    except (ImportError, OSError) as error:
        raise BROKEN from error
    try:
        yield
    except (MoonshineError, ImportError, OSError, ValueError) as error:
        raise BROKEN from error


class MoonshineTranscriber:
    """English speech with the weights that the package carries; nothing is downloaded."""

    name = "moonshine"

    def __init__(self) -> None:
        self._worker = Worker("The speech recogniser Moonshine")
        self._engine: Any = None

    async def warm_up(self) -> None:
        """Load the model and recognise a moment of silence."""
        await self._worker.run(lambda: self._decode(bytes(BYTES_A_SECOND)), LOAD_SECONDS)

    def recognise(
        self,
        hints: Sequence[str] = (),  # noqa: ARG002 - the port gives them
    ) -> AbstractAsyncContextManager[Recognition]:
        """See `Transcriber.recognise`. This engine takes no hints."""
        return self._recognise()

    @asynccontextmanager
    async def _recognise(self) -> AsyncIterator[Recognition]:
        yield RollingRecognition(self.decode, INTERVAL_SECONDS)

    async def decode(self, pcm: bytes) -> str:
        """The words of one piece of speech. Raises Unavailable or TimedOut."""
        seconds = DECODE_SECONDS if self._engine is not None else LOAD_SECONDS
        return await self._worker.run(lambda: self._decode(pcm), seconds)

    def _decode(self, pcm: bytes) -> str:
        with _translated():
            said = self._loaded().transcribe_without_streaming(
                to_samples(pcm).tolist(), HEARING_RATE
            )
            return " ".join(line.text.strip() for line in said.lines if line.text.strip())

    def _loaded(self) -> Any:
        if self._engine is None:
            from moonshine_voice.moonshine_api import ModelArch
            from moonshine_voice.transcriber import Transcriber

            path = packaged("moonshine_voice", MODEL)
            if path is None:
                raise FileNotFoundError(MODEL)
            self._engine = Transcriber(path, ModelArch.TINY, options=OPTIONS)
        return self._engine
