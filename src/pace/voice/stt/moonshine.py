"""Moonshine tiny: the default recogniser, quick enough to start over with every new half second."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from pace.core.audio import HEARING_RATE, Chunk, Hypothesis
from pace.core.error import Unavailable
from pace.voice.agreement import agreed
from pace.voice.packaged import packaged
from pace.voice.pcm import quietest, to_samples
from pace.voice.ports import Recognition
from pace.voice.worker import Worker

MODEL = "assets/tiny-en"
LOAD_SECONDS = 20.0
DECODE_SECONDS = 10.0
BYTES_A_SECOND = HEARING_RATE * 2
#: A new hypothesis after this much new sound, or after twice the time that the last one took.
INTERVAL_SECONDS = 0.5
#: Recognised as one piece; a longer one is cut where it is quietest, between the two others.
PIECE_SECONDS = 14.0
CUT_FROM_SECONDS, CUT_TO_SECONDS = 6.0, 12.0
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
        yield _Recognition(self)

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


class _Recognition:
    """The utterance so far: words that no longer change, and the piece that is recognised anew."""

    def __init__(self, engine: MoonshineTranscriber) -> None:
        self._engine = engine
        self._done = ""
        self._piece = b""
        self._new_bytes = 0
        self._interval = INTERVAL_SECONDS
        self._last = Hypothesis("")

    async def add(self, chunk: Chunk) -> Hypothesis | None:
        """See `Recognition.add`."""
        self._piece += chunk.pcm
        self._new_bytes += len(chunk.pcm)
        if self._new_bytes < self._interval * BYTES_A_SECOND:
            return None
        return await self.catch_up()

    async def catch_up(self) -> Hypothesis | None:
        """See `Recognition.catch_up`."""
        if self._new_bytes == 0:
            return None
        while len(self._piece) > PIECE_SECONDS * BYTES_A_SECOND:
            cut = quietest(
                self._piece,
                int(CUT_FROM_SECONDS * BYTES_A_SECOND),
                int(CUT_TO_SECONDS * BYTES_A_SECOND),
            )
            words = await self._engine.decode(self._piece[:cut])
            self._done, self._piece = f"{self._done} {words}".strip(), self._piece[cut:]
        piece, self._new_bytes = self._piece, 0
        began = time.monotonic()
        text = f"{self._done} {await self._engine.decode(piece)}".strip()
        self._interval = max(INTERVAL_SECONDS, 2 * (time.monotonic() - began))
        if text == self._last.text:
            return None
        self._last = Hypothesis(text, agreed(self._last.text, text, self._last.stable))
        return self._last

    async def finish(self) -> str:
        """See `Recognition.finish`."""
        await self.catch_up()
        return self._last.text
