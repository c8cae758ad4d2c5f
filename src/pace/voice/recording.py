"""A WAV file in the place of a microphone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import anyio
import anyio.lowlevel
import anyio.to_thread

from pace.core.audio import HEARING_RATE, Chunk
from pace.voice.wav import read_wav

CHUNK_SECONDS = 0.05
CHUNK_BYTES = int(HEARING_RATE * CHUNK_SECONDS) * 2


class WavMicrophone:
    """See `Microphone`. `ended` is set when all was heard, so it serves as the release of a key.

    With `paced` the file takes as long as it lasts, otherwise as little as it can.
    """

    def __init__(self, path: Path, *, paced: bool = False) -> None:
        self._path = path
        self._paced = paced
        self.ended = anyio.Event()

    def open(self) -> AbstractAsyncContextManager[AsyncIterator[Chunk]]:
        """See `Microphone.open`. Raises Invalid when the file cannot be used."""
        return self._open()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[AsyncIterator[Chunk]]:
        pcm = await anyio.to_thread.run_sync(read_wav, self._path)
        yield _Replay(pcm, self.ended, paced=self._paced)


class _Replay(AsyncIterator[Chunk]):
    def __init__(self, pcm: bytes, ended: anyio.Event, *, paced: bool) -> None:
        self._pcm = pcm
        self._ended = ended
        self._at = 0
        self._started = anyio.current_time() if paced else None

    async def __anext__(self) -> Chunk:
        if self._at >= len(self._pcm):
            self._ended.set()
            raise StopAsyncIteration
        piece = self._pcm[self._at : self._at + CHUNK_BYTES]
        self._at += len(piece)
        if self._started is None:
            await anyio.lowlevel.checkpoint()
        else:
            await anyio.sleep_until(self._started + self._at / 2 / HEARING_RATE)
        return Chunk(piece)
