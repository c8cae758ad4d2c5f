"""The pipe to a server: starts the program, reads its lines within bounds, and ends all of it.

The SDK's own pipe reads lines of any length and logs each one it cannot read. This one drops what
is no message, gives up on a server that floods, and keeps what it says beside in a file of limited
size. The program leads a process group; a guard outside Pace ends that group should Pace die.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
import anyio.abc
import anyio.lowlevel

from pace.core.error import NotSaved
from pace.store.places import private_folder
from pace.tools.mcp.finding import end_group

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

#: The longest line in bytes, and what may come in one exchange: bytes, lines, lines of no message.
LONGEST_LINE, MOST_BYTES = 8 * 1024 * 1024, 32 * 1024 * 1024
MOST_LINES, MOST_JUNK = 5_000, 2_000
#: What is kept of what the program says beside, in bytes, for each start.
LOG_BYTES = 256 * 1024
#: How long it may take to end by itself once its input has ended, and once it was told to.
GRACE, TERM_GRACE = 1.0, 1.0
_CHUNK = 64 * 1024

#: Reads the group to guard, then a word. No word means that Pace is gone.
_GUARD = 'read -r group && { read -r word; [ "$word" = done ] || kill -9 "-$group"; }'


@dataclass(frozen=True, slots=True)
class Program:
    """What to start, and where what it says beside is kept."""

    command: str
    args: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    log: Path


@dataclass(slots=True)
class Flow:
    """What has come since the last question was put. `why` says why the pipe was given up."""

    bytes: int = 0
    lines: int = 0
    junk: int = 0
    why: str = ""
    ended: anyio.Event = field(default_factory=anyio.Event)

    def renew(self) -> None:
        """A question is put: what its answer may take is counted anew."""
        self.bytes = self.lines = self.junk = 0

    def count(self, size: int, *, message: bool) -> bool:
        """Count one line; False when it is too much."""
        self.bytes += size
        self.lines += 1
        self.junk += not message
        if self.junk > MOST_JUNK:
            self.why = "it wrote what is no message"
        elif self.bytes > MOST_BYTES or self.lines > MOST_LINES:
            self.why = "it wrote more than I read"
        return not self.why


@asynccontextmanager
async def pipe(
    program: Program, flow: Flow
) -> AsyncIterator[
    tuple[MemoryObjectReceiveStream[SessionMessage | Exception],
          MemoryObjectSendStream[SessionMessage]]
]:  # fmt: skip
    """Start the program and speak to it. Raises OSError when it cannot be started.

    At the end the program and its whole group have ended, and are waited for.
    """
    async with AsyncExitStack() as stack:
        guard = await _guard()
        stack.push_async_callback(_dismiss, guard)
        said, aside = stack.enter_context(_outlet()), stack.enter_context(_outlet())
        process = await anyio.open_process(
            [program.command, *program.args], env=dict(program.env), cwd=program.cwd or None,
            stdout=said.theirs, stderr=aside.theirs, start_new_session=True,
        )  # fmt: skip
        stack.push_async_callback(_end, process, flow)
        assert guard.stdin is not None
        with anyio.CancelScope(shield=True):
            await guard.stdin.send(f"{process.pid}\n".encode())
        said.started()
        aside.started()
        incoming, read = anyio.create_memory_object_stream[Any](0)
        write, outgoing = anyio.create_memory_object_stream[Any](0)
        with incoming, read, write, outgoing:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_read, said, incoming, flow)
                tasks.start_soon(_write, process, outgoing)
                tasks.start_soon(_keep, aside, program.log)
                try:
                    yield read, write
                finally:
                    await _end(process, flow)
                    tasks.cancel_scope.cancel()


class _Outlet:
    """A pipe out of the program that is ours to close, whoever else still holds its other end."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.pipe()
        os.set_blocking(self._ours, False)

    def started(self) -> None:
        """The program has its end; ours of it is closed, so that its end is seen."""
        if self.theirs >= 0:
            os.close(self.theirs)
        self.theirs = -1

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        while True:
            await anyio.wait_readable(self._ours)
            try:
                chunk = os.read(self._ours, _CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                return
            yield chunk

    def close(self) -> None:
        self.started()
        os.close(self._ours)


@contextmanager
def _outlet() -> Iterator[_Outlet]:
    outlet = _Outlet()
    try:
        yield outlet
    finally:
        outlet.close()


async def _guard() -> anyio.abc.Process:
    return await anyio.open_process(
        ["/bin/sh", "-c", _GUARD], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={"PATH": "/usr/bin:/bin"}, cwd="/", start_new_session=True,
    )  # fmt: skip


async def _dismiss(guard: anyio.abc.Process) -> None:
    """The group has ended: the guard goes without killing anything."""
    assert guard.stdin is not None
    with anyio.CancelScope(shield=True):
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            await guard.stdin.send(b"done\n")
        await _gone(guard, GRACE)
        end_group(guard.pid)
        await guard.aclose()


async def _read(said: _Outlet, incoming: MemoryObjectSendStream[Any], flow: Flow) -> None:
    """One message after the other, until the program stops or has to be given up."""
    begun = bytearray()
    try:
        async with aclosing(said.chunks()) as chunks:
            async for chunk in chunks:
                head, *lines = chunk.split(b"\n")
                begun += head
                if len(begun) > LONGEST_LINE:
                    flow.why = "it wrote a line that is too long"
                    return
                for rest in lines:
                    if not await _deliver(bytes(begun), incoming, flow):
                        return
                    begun = bytearray(rest)
    except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        return
    finally:
        flow.ended.set()  # before whoever waits for an answer learns that none will come
        incoming.close()


async def _deliver(line: bytes, incoming: MemoryObjectSendStream[Any], flow: Flow) -> bool:
    """Hand on the message in a line, if there is one; False when too much has come."""
    if not line.strip():
        return flow.count(len(line) + 1, message=False)
    message = _message(line)
    if not flow.count(len(line) + 1, message=message is not None):
        return False
    if message is not None:
        await incoming.send(message)
    else:
        await anyio.lowlevel.checkpoint()
    return True


def _message(line: bytes) -> SessionMessage | None:
    """The message in a line, without the tools nobody could read."""
    import mcp_types as types
    from mcp.shared.message import SessionMessage

    try:
        data = json.loads(line)
        if not isinstance(data, dict):
            return None
        return SessionMessage(types.jsonrpc_message_adapter.validate_python(_mended(data)))
    except (ValueError, RecursionError):
        return None


#: Where a tool travels through the SDK as the server wrote it.
_WRITTEN = "org.pacevoice/as-written"


def _mended(data: dict[str, Any]) -> dict[str, Any]:
    """A list of tools that the SDK takes whatever is wrong with one of them: that is judged
    later, tool by tool, and never costs the others."""
    result = data.get("result")
    tools = result.get("tools") if isinstance(result, dict) else None
    if not isinstance(result, dict) or not isinstance(tools, list):
        return data
    carriers = [
        {"name": f"tool-{number}", "inputSchema": {"type": "object"}, "_meta": {_WRITTEN: tool}}
        for number, tool in enumerate(tools)
    ]
    return {**data, "result": {**result, "tools": carriers}}


def as_written(meta: Mapping[str, Any] | None) -> Any:
    """The tool as the server wrote it, from the metadata it travelled in."""
    return (meta or {}).get(_WRITTEN)


async def _write(
    process: anyio.abc.Process, outgoing: MemoryObjectReceiveStream[SessionMessage]
) -> None:
    assert process.stdin is not None
    try:
        async with outgoing:
            async for given in outgoing:
                text = given.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.stdin.send(text.encode("utf-8", "replace") + b"\n")
    except (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
        return  # that it does not read is seen when its answer does not come


async def _keep(aside: _Outlet, log: Path) -> None:
    """Keep the beginning of what it says beside, and read on so that it never waits for us."""
    with ExitStack() as stack:
        file: BinaryIO | None = None
        with contextlib.suppress(OSError, NotSaved):
            file = stack.enter_context(_log(log))
        left = LOG_BYTES
        with contextlib.suppress(anyio.ClosedResourceError, OSError):
            async with aclosing(aside.chunks()) as chunks:
                async for chunk in chunks:
                    if file is not None and left > 0:
                        with contextlib.suppress(OSError):  # a full disk costs the log, no more
                            file.write(chunk[:left])
                        left -= len(chunk)


def _log(path: Path) -> BinaryIO:
    """A new file that only the person can read."""
    private_folder(path.parent)
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)


async def _end(process: anyio.abc.Process, flow: Flow) -> None:
    """Its input ends, then its group is told, then killed. Each wait is bounded."""
    assert process.stdin is not None
    with anyio.CancelScope(shield=True):
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            await process.stdin.aclose()
        if not flow.why:
            await _gone(process, GRACE)
            if process.returncode is None:
                end_group(process.pid, signal.SIGTERM)
                await _gone(process, TERM_GRACE)
        end_group(process.pid)
        await _gone(process, TERM_GRACE)


async def _gone(process: anyio.abc.Process, seconds: float) -> None:
    """Wait for the program itself; one that it started may hold its pipes open."""
    with anyio.move_on_after(seconds):
        await process.wait()
