"""Child processes of the voice: they may die or hang, and never outlive their block."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

import anyio
import anyio.abc

from pace.core.error import Unavailable

END_SECONDS = 1.0


@asynccontextmanager
async def child(
    argv: Sequence[str],
    *,
    missing: Unavailable,
    environment: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.PIPE,
    stderr: int = subprocess.PIPE,
) -> AsyncIterator[anyio.abc.Process]:
    """Run a program whose output is piped, in a session of its own; it is killed on leaving.

    Messages on stderr are in English whatever the locale. Raises `missing` when the program
    cannot be started.
    """
    env = {**(os.environ if environment is None else environment), "LC_ALL": "C.UTF-8"}
    try:
        process = await anyio.open_process(
            list(argv),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=env,
            start_new_session=True,
        )
    except OSError as error:
        raise missing from error
    try:
        yield process
    finally:
        await end(process)


async def end(process: anyio.abc.Process) -> None:
    """Kill it, if it still runs, and collect it within a bound."""
    kill(process)
    with anyio.move_on_after(END_SECONDS, shield=True):
        await process.aclose()


def kill(process: anyio.abc.Process) -> None:
    """End it at once; nothing happens when it has ended."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            # its own `kill` polls first, and takes the exit status from whoever waits for it
            os.kill(process.pid, signal.SIGKILL)


async def read_to_end(stream: anyio.abc.ByteReceiveStream | None) -> bytes:
    """All that a pipe still holds."""
    if stream is None:
        return b""
    parts: list[bytes] = []
    with suppress(anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
        while True:
            parts.append(await stream.receive())
    return b"".join(parts)


@contextmanager
def in_memory(data: bytes) -> Iterator[int]:
    """An open file that holds `data`, for a program that reads its standard input to the end."""
    descriptor = os.memfd_create("pace")
    with os.fdopen(descriptor, "wb", buffering=0) as file:
        file.write(data)
        file.seek(0)
        yield descriptor
