"""A group of processes that ends as a whole, whatever its members do.

`process_group` starts one supervisor (see `pace.demo.supervisor`) and starts
everything else through it. Nothing here belongs to one event loop: a group
that was opened in one may be used from another.
"""

import json
import os
import select
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.abc

from pace.demo import supervisor

ANSWER_SECONDS = 10.0
CLOSE_SECONDS = supervisor.GRACE_SECONDS + supervisor.KILL_SECONDS + 3.0
STEP_SECONDS = 15.0
POLL_SECONDS = 0.01


class DesktopError(Exception):
    """The virtual desktop cannot do what it was asked to."""


class ProgramMissing(DesktopError):
    """A program is not installed; `package` is the Debian package that provides it."""

    def __init__(self, program: str, package: str) -> None:
        super().__init__(f"{program} is not installed: the Debian package {package} provides it.")
        self.program = program
        self.package = package


class Pidfd:
    """A descriptor of one process, readable once that has ended; closed with the last use."""

    def __init__(self, fd: int) -> None:
        os.set_inheritable(fd, False)
        self._fd = fd

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._fd

    def __del__(self) -> None:
        os.close(self._fd)


@dataclass(frozen=True, eq=False)
class Process:
    """A process in a session and process group of its own, both numbered `pid`."""

    pid: int
    argv: tuple[str, ...]
    log: Path
    _pidfd: Pidfd = field(repr=False)
    _ask: Callable[[dict[str, Any]], Any] = field(repr=False)

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        return not poll.poll(0)

    async def wait(self) -> int:
        """Wait until the process ends; return its exit code, negative for a signal."""
        await anyio.wait_readable(self._pidfd)
        while True:
            answer, _ = await self._ask({"status": self.pid})
            if answer["status"] is not None:
                return int(answer["status"])
            await anyio.sleep(POLL_SECONDS)

    async def stop(self, grace: float = supervisor.GRACE_SECONDS) -> int:
        """End the process and its group: SIGTERM, at most `grace` seconds, SIGKILL."""
        self._signal_group(signal.SIGTERM)
        with anyio.move_on_after(grace):
            return await self.wait()
        self._signal_group(signal.SIGKILL)
        return await self.wait()

    def _signal_group(self, number: signal.Signals) -> None:
        if self.running:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def said(self, lines: int = 5) -> str:
        """Return the last lines of the log."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


@dataclass(frozen=True, eq=False)
class ProcessGroup:
    """Starts processes whose standard output and errors go to files in `directory/logs`."""

    supervisor_pid: int
    directory: Path
    _control: socket.socket = field(repr=False)
    _started: list[Process] = field(default_factory=list, repr=False)

    @property
    def started(self) -> tuple[Process, ...]:
        """Everything started so far, in order, also what has ended."""
        return tuple(self._started)

    def pids(self) -> list[int]:
        """List every process of the group at this moment, the supervisor first."""
        return [
            self.supervisor_pid,
            *supervisor.members(self.supervisor_pid, str(self.directory)),
        ]

    @property
    def logs(self) -> Path:
        """The folder of the logs."""
        return self.directory / "logs"

    async def start(
        self, argv: Sequence[str], env: Mapping[str, str], *, output: Path | None = None
    ) -> Process:
        """Start a program found on the PATH of `env`; `output` takes its standard output.

        Raises DesktopError where the program cannot be started.
        """
        path = shutil.which(argv[0], path=env.get("PATH"))
        if path is None:
            raise DesktopError(f"There is no program {argv[0]} on the path.")
        log = self.logs / f"{len(self._started):02}-{Path(path).name}.log"
        answer, fds = await self._ask(
            {
                "start": [path, *argv[1:]],
                "env": dict(env),
                "log": str(log),
                "output": str(output or log),
            }
        )
        if "error" in answer:
            raise DesktopError(f"Starting {answer['error']}.")
        process = Process(answer["pid"], tuple(argv), log, fds[0], self._ask)
        self._started.append(process)
        return process

    async def _ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], list[Pidfd]]:
        """Send one request; return the answer and the process descriptors that came with it."""
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with closing(mine):
            mine.setblocking(False)
            try:
                with closing(theirs):
                    socket.send_fds(
                        self._control, [json.dumps(request).encode()], [theirs.fileno()]
                    )
                # Shielded: a process that has been asked for must become known.
                with anyio.fail_after(ANSWER_SECONDS, shield=True):
                    await anyio.wait_readable(mine)
                packet, fds, _, _ = socket.recv_fds(mine, supervisor.LARGEST_REQUEST, 1)
            except OSError as error:  # TimeoutError is one
                raise DesktopError("The supervisor of the desktop does not answer.") from error
        if not packet:
            raise DesktopError("The supervisor of the desktop has ended.")
        return json.loads(packet), [Pidfd(fd) for fd in fds]


async def until(
    condition: Callable[[], Awaitable[bool]],
    what: str,
    *needed: Process,
    seconds: float = STEP_SECONDS,
) -> None:
    """Wait until `condition` holds, looking every few milliseconds.

    Raises DesktopError, with `what` was waited for, after `seconds` or as soon as one of the
    processes that are `needed` for it has ended.
    """
    with anyio.move_on_after(seconds) as scope:
        while not await condition():
            for process in needed:
                if not process.running:
                    raise DesktopError(f"{what}: {process.argv[0]} ended. {process.said()}")
            await anyio.sleep(POLL_SECONDS)
    if scope.cancelled_caught:
        logs = " ".join(process.said() for process in needed)
        raise DesktopError(f"{what}: nothing after {seconds:g} s. {logs}".rstrip())


@asynccontextmanager
async def process_group(directory: Path) -> AsyncIterator[ProcessGroup]:
    """Start a supervisor for a folder that has a `logs` and a `home`, where processes start.

    On leaving, everything ends that was started through the group or with an environment that
    names the folder, and the folder is deleted.
    """
    mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    mine.setblocking(False)
    script = [sys.executable, "-I", "-S", supervisor.__file__]
    with closing(mine):
        with (
            closing(theirs),
            (directory / "logs/supervisor.log").open("wb") as log,
            anyio.CancelScope(shield=True),  # half-started, it would be nobody's to end
        ):
            parent = await anyio.open_process(
                [*script, str(theirs.fileno()), str(directory)],
                stdin=None,
                stdout=log,
                stderr=log,
                cwd=directory / "home",
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        group = ProcessGroup(parent.pid, directory, mine)
        try:
            yield group
        finally:
            mine.close()
            with anyio.CancelScope(shield=True):
                await _end(parent, group)


async def _end(parent: anyio.abc.Process, group: ProcessGroup) -> None:
    with anyio.move_on_after(CLOSE_SECONDS):
        await parent.wait()
    if parent.returncode != 0:  # it hangs, or something ended it before the others
        with suppress(ProcessLookupError):
            parent.kill()
        await parent.wait()

        async def alone() -> bool:
            pids = supervisor.members(parent.pid, str(group.directory))
            for pid in pids:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            return not pids

        with suppress(DesktopError):
            await until(alone, "Ending the desktop", seconds=supervisor.KILL_SECONDS)
    await parent.aclose()
