"""A child process that is kept between requests, because it takes long to start."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TypeVar

import anyio
from anyio.streams.buffered import BufferedByteReceiveStream

from pace.core.error import TimedOut, Unavailable
from pace.voice.children import child

T = TypeVar("T")


class Companion:
    """Starts on the first request and anew after any that failed; one request at a time.

    It answers on its standard output, or with `answers_on_stderr` on the other. It ends when its
    standard input closes, so it does not outlive Pace.
    """

    def __init__(
        self,
        argv: Sequence[str],
        broken: Unavailable,
        *,
        answers_on_stderr: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._argv = list(argv)
        self._broken = broken
        self._on_stderr = answers_on_stderr
        self._environment = environment
        self._lock = anyio.Lock()
        self._stack = AsyncExitStack()
        self._answers: BufferedByteReceiveStream | None = None
        self._requests = -1

    @property
    def running(self) -> bool:
        """Whether a request would find it started."""
        return self._answers is not None

    async def ask(
        self,
        request: bytes,
        answer: Callable[[BufferedByteReceiveStream], Awaitable[T]],
        seconds: float,
    ) -> T:
        """Write the request and read what `answer` reads. Raises Unavailable or TimedOut.

        Whatever interrupts it ends the process: the next request must not get its answer.
        """
        async with self._lock:
            done = False
            try:
                with anyio.fail_after(seconds):
                    answers = await self._running()
                    await write_all(self._requests, request)
                    value = await answer(answers)
                done = True
                return value
            except TimeoutError as error:
                raise TimedOut(
                    f"{self._broken} (It gave no answer in {seconds:g} seconds.)"
                ) from error
            except (
                OSError,
                ValueError,
                anyio.EndOfStream,
                anyio.IncompleteRead,
                anyio.DelimiterNotFound,
            ) as error:
                raise self._broken from error
            finally:
                if not done:
                    await self.close()

    async def close(self) -> None:
        """End the process; a later request starts another."""
        self._answers = None
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()

    async def _running(self) -> BufferedByteReceiveStream:
        if self._answers is not None:
            return self._answers
        reading, self._requests = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._requests, False)
        self._stack.callback(os.close, self._requests)
        try:
            process = await self._stack.enter_async_context(
                child(
                    self._argv,
                    missing=self._broken,
                    environment=self._environment,
                    stdin=reading,
                    stdout=subprocess.DEVNULL if self._on_stderr else subprocess.PIPE,
                    stderr=subprocess.PIPE if self._on_stderr else subprocess.DEVNULL,
                )
            )
        finally:
            os.close(reading)
        stream = process.stderr if self._on_stderr else process.stdout
        assert stream is not None
        self._answers = BufferedByteReceiveStream(stream)
        return self._answers


async def write_all(descriptor: int, data: bytes) -> None:
    """Write to a pipe that does not block, as fast as it is read."""
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(descriptor, left) :]
        except BlockingIOError:
            await anyio.wait_writable(descriptor)
