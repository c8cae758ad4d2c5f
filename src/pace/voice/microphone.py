"""The microphone: `parec` records into a bounded feed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing

import anyio.abc

from pace.core.audio import HEARING_RATE, Chunk
from pace.core.error import TimedOut, Unavailable
from pace.voice.children import child, read_to_end
from pace.voice.feed import Pipe
from pace.voice.speaker import RESTART

LATENCY_MS = 20
#: PulseAudio took up to 2.0 s to begin from an idle null sink.
FIRST_SECONDS = 3.0
#: A source that runs gives sound every few milliseconds, so this long without any means it is gone.
STALL_SECONDS = 2.0

MISSING = Unavailable(
    "Pace cannot hear because parec is not installed; install pulseaudio-utils.",
    fix="sudo apt-get install pulseaudio-utils",
)


class PulseMicrophone:
    """Records the default source of PipeWire or PulseAudio, or the one named."""

    def __init__(self, source: str = "", environment: Mapping[str, str] | None = None) -> None:
        self._source = source
        self._environment = environment

    def open(self) -> AbstractAsyncContextManager[AsyncIterator[Chunk]]:
        """See `Microphone.open`. What is spoken while nobody iterates is kept for ten seconds."""
        return self._open()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[AsyncIterator[Chunk]]:
        argv = [
            "parec", "--raw", "--format=s16le", f"--rate={HEARING_RATE}", "--channels=1",
            f"--latency-msec={LATENCY_MS}", "--client-name=Pace",
        ]  # fmt: skip
        if self._source:
            argv.append(f"--device={self._source}")
        with closing(Pipe()) as pipe:
            async with child(
                argv, missing=MISSING, environment=self._environment, stdout=pipe.writing
            ) as process:
                pipe.close_writing()
                yield _Recording(pipe, await _first(pipe, process))


class _Recording(AsyncIterator[Chunk]):
    """The sound of one recorder, its first chunk included."""

    def __init__(self, pipe: Pipe, first: Chunk) -> None:
        self._pipe = pipe
        self._first: Chunk | None = first

    async def __anext__(self) -> Chunk:
        if self._first is not None:
            first, self._first = self._first, None
            return first
        try:
            chunk = await self._pipe.next(STALL_SECONDS)
        except TimeoutError:
            chunk = None
        if chunk is None:
            raise StopAsyncIteration
        return chunk


async def _first(pipe: Pipe, process: anyio.abc.Process) -> Chunk:
    """The first sound. Raises TimedOut, and Unavailable when the recorder gave up."""
    try:
        chunk = await pipe.next(FIRST_SECONDS)
    except TimeoutError:
        raise TimedOut(
            f"No sound came from the microphone within {FIRST_SECONDS:g} seconds,"
            " so nothing was heard; check that one is connected and chosen."
        ) from None
    if chunk is not None:
        return chunk
    said = (await read_to_end(process.stderr)).decode(errors="replace").strip().splitlines()
    raise Unavailable(
        f"Pace cannot hear because the sound server does not record"
        f"{f' ({said[-1]})' if said else ''}; restart it or connect a microphone.",
        fix=RESTART,
    )
