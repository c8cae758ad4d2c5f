"""Whisper tiny.en: slower than Moonshine and surer of short commands. A process of its own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from pace.core.error import Unavailable
from pace.voice.companion import Companion
from pace.voice.frames import framed, next_frame
from pace.voice.pcm import to_samples
from pace.voice.ports import Recognition
from pace.voice.stt.rolling import RollingRecognition

CHILD = Path(__file__).with_name("whisper_child.py")
LOAD_SECONDS = 30.0
DECODE_SECONDS = 10.0
#: Each hypothesis costs half a second of both cores (spec 4.4).
INTERVAL_SECONDS = 1.2

BROKEN = Unavailable(
    "The speech recogniser Whisper does not work, so speech is not understood; fetch it again.",
    fix="pace models get whisper",
)


class WhisperTranscriber:
    """English speech by the interpreter of the environment that `pace models get whisper` makes."""

    name = "whisper"

    def __init__(self, python: Path) -> None:
        self._companion = Companion([str(python), "-I", str(CHILD)], BROKEN)

    async def warm_up(self) -> None:
        """Start the process and load the model."""
        await self.decode(b"")

    def recognise(
        self,
        hints: Sequence[str] = (),  # noqa: ARG002 - a prompt would put them into silence
    ) -> AbstractAsyncContextManager[Recognition]:
        """See `Transcriber.recognise`."""
        return self._recognise()

    async def close(self) -> None:
        """End the process."""
        await self._companion.close()

    async def decode(self, pcm: bytes) -> str:
        """The words of one piece of speech. Raises Unavailable or TimedOut."""
        if not self._companion.running:
            await self._companion.ask(b"", next_frame, LOAD_SECONDS)
        if not pcm:
            return ""
        request = framed(to_samples(pcm).astype("<f4").tobytes())
        answer = await self._companion.ask(request, next_frame, DECODE_SECONDS)
        try:
            return str(json.loads(answer)["text"]).strip()
        except (ValueError, KeyError, TypeError) as error:
            raise BROKEN from error

    @asynccontextmanager
    async def _recognise(self) -> AsyncIterator[Recognition]:
        yield RollingRecognition(self.decode, INTERVAL_SECONDS)
