"""A bounded feed of sound between the process that records and the one that listens."""

from __future__ import annotations

import fcntl
import os
from collections import deque
from contextlib import suppress

import anyio

from pace.core.audio import HEARING_RATE, Chunk

CHUNK_BYTES = HEARING_RATE // 10 * 2
FEED_SECONDS = 10.0
#: Half a minute of sound; the most that Linux gives a user.
PIPE_BYTES = 1 << 20


class Feed:
    """Chunks on their way. When full the oldest goes, and the next taken says how much was lost."""

    def __init__(self, seconds: float = FEED_SECONDS) -> None:
        self._limit = int(seconds * HEARING_RATE)
        self._chunks: deque[bytes] = deque()
        self._held = 0
        self._dropped = 0

    def put(self, pcm: bytes) -> None:
        """Add whole samples; never waits."""
        self._chunks.append(pcm)
        self._held += len(pcm) // 2
        while self._held > self._limit and len(self._chunks) > 1:
            lost = len(self._chunks.popleft()) // 2
            self._held -= lost
            self._dropped += lost

    def take(self) -> Chunk | None:
        """The oldest chunk, or None when there is none."""
        if not self._chunks:
            return None
        pcm = self._chunks.popleft()
        self._held -= len(pcm) // 2
        dropped, self._dropped = self._dropped, 0
        return Chunk(pcm, HEARING_RATE, dropped)


class Pipe:
    """The reading end of a recorder's output. The kernel holds what is not yet read."""

    def __init__(self) -> None:
        self._reading, self.writing = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._reading, False)
        with suppress(OSError):  # allowance spent: the kernel's own size holds two seconds
            fcntl.fcntl(self._reading, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._feed = Feed()
        self._odd = b""
        self._ended = False

    def close_writing(self) -> None:
        """The recorder has its own copy; without ours the pipe ends when the recorder does."""
        if self.writing >= 0:
            os.close(self.writing)
            self.writing = -1

    def close(self) -> None:
        """Give both ends back."""
        self.close_writing()
        os.close(self._reading)

    async def next(self, seconds: float) -> Chunk | None:
        """The next chunk; None when the recorder has ended. Raises TimeoutError."""
        while True:
            self._drain()
            chunk = self._feed.take()
            if chunk is not None or self._ended:
                return chunk
            with anyio.fail_after(seconds):
                await anyio.wait_readable(self._reading)

    def _drain(self) -> None:
        while not self._ended:
            try:
                data = os.read(self._reading, CHUNK_BYTES)
            except BlockingIOError:
                return
            self._ended = not data
            data = self._odd + data
            even = len(data) // 2 * 2
            self._odd = data[even:]
            if even:
                self._feed.put(data[:even])
