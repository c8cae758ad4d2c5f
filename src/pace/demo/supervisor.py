"""The parent of everything that runs on a virtual desktop.

Run as a script by `pace.demo.processes`, with the number of a control socket
and the folder of the desktop as its arguments. It is a child subreaper, so a
daemon that forks away from its starter, or a service that a D-Bus daemon
starts, still counts as its descendant. When the control socket closes (also
because the process at the other end was killed) it ends every member of the
desktop, deletes the folder, and ends.

It imports the standard library only, so that it starts fast under `python -I -S`.

Each packet on the control socket is one JSON request and carries one end of a
socket pair for the reply:

- `{"start": argv, "env": {...}, "log": path, "output": path}` is answered with
  `{"pid": n}` and a pidfd, or with `{"error": text}`;
- `{"status": pid}` is answered with `{"status": code}`, which is null while the
  process runs and negative where a signal ended it.
"""

import ctypes
import json
import os
import select
import shutil
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

GRACE_SECONDS = 2.0
KILL_SECONDS = 5.0
LARGEST_REQUEST = 1 << 20
PR_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


def descendants(ancestor: int) -> list[int]:
    """List the live or not yet reaped processes below `ancestor`, parents first."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208  # names are all it wants
        if not entry.isdigit():
            continue
        try:
            stat = Path("/proc", entry, "stat").read_text(errors="replace")
        except OSError:
            continue
        # The command name stands in parentheses and may hold anything.
        parent = int(stat.rpartition(")")[2].split()[1])
        children.setdefault(parent, []).append(int(entry))
    found = list(children.get(ancestor, ()))
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def members(ancestor: int, directory: str) -> list[int]:
    """List what runs on the desktop at `directory`: the processes below `ancestor`, parents first,
    then those that someone else started with the environment of the desktop.
    """
    below = descendants(ancestor)
    mark = directory.encode()
    others = []
    for entry in os.listdir("/proc"):  # noqa: PTH208  # names are all it wants
        if not entry.isdigit() or int(entry) in below or int(entry) == ancestor:
            continue
        try:
            environment = Path("/proc", entry, "environ").read_bytes()
        except OSError:
            continue  # another user's, or gone
        if mark in environment:
            others.append(int(entry))
    return below + others


class _Supervisor:
    """Starts, reaps and finally ends the processes of one desktop."""

    def __init__(self, control: socket.socket, directory: str) -> None:
        self._control = control
        self._directory = directory
        self._statuses: dict[int, int | None] = {}
        self._woken, wake = socket.socketpair()
        self._woken.setblocking(False)
        wake.setblocking(False)
        self._wake = wake
        signal.signal(signal.SIGCHLD, _noted)
        signal.signal(signal.SIGTERM, _noted)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)

    def serve(self) -> None:
        """Answer requests until the control socket closes or SIGTERM arrives."""
        while True:
            ready, _, _ = select.select([self._control, self._woken], [], [])
            if self._woken in ready and signal.SIGTERM in self._woken.recv(4096):
                return
            self._reap()
            if self._control in ready:
                packet, fds, _, _ = socket.recv_fds(self._control, LARGEST_REQUEST, 1)
                if not packet:
                    return
                with _own(fds[0]) as reply:
                    self._answer(json.loads(packet), reply)

    def end_all(self) -> None:
        """End every member: SIGTERM, a bounded wait, SIGKILL."""
        self._signal_until_gone(signal.SIGTERM, GRACE_SECONDS)
        self._signal_until_gone(signal.SIGKILL, KILL_SECONDS)

    def _answer(self, request: dict[str, Any], reply: socket.socket) -> None:
        if "status" in request:
            status = self._statuses.get(request["status"])
            _send(reply, {"status": status})
            return
        try:
            pid = self._start(request["start"], request["env"], request["log"], request["output"])
        except OSError as error:
            _send(reply, {"error": f"{request['start'][0]}: {error.strerror}"})
            return
        pidfd = os.pidfd_open(pid)  # exact: nothing reaps the child before the next loop
        try:
            _send(reply, {"pid": pid}, pidfd)
        finally:
            os.close(pidfd)

    def _start(self, argv: list[str], env: dict[str, str], log: str, output: str) -> int:
        append = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        pid = os.posix_spawn(
            argv[0],
            argv,
            env,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, output, append, 0o600),
                (os.POSIX_SPAWN_OPEN, 2, log, append, 0o600),
            ],
            setsid=True,
            setsigmask=[],
            setsigdef=[signal.SIGINT, signal.SIGHUP, signal.SIGPIPE],
        )
        self._statuses[pid] = None
        return pid

    def _reap(self) -> None:
        """Collect the processes that ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self._statuses:
                self._statuses[pid] = os.waitstatus_to_exitcode(status)

    def _signal_until_gone(self, number: signal.Signals, seconds: float) -> None:
        signalled: set[int] = set()
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._reap()
            present = members(os.getpid(), self._directory)
            if not present:
                return
            for pid in present:
                if pid not in signalled:
                    signalled.add(pid)
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, number)
            # SIGCHLD ends this wait early; the bound catches a process that forked meanwhile.
            if select.select([self._woken], [], [], min(left, 0.05))[0]:
                self._woken.recv(4096)


def _own(fd: int) -> socket.socket:
    """Take over a socket so that the processes started later do not inherit it."""
    os.set_inheritable(fd, False)
    return socket.socket(fileno=fd)


def _noted(_number: int, _frame: object) -> None:
    """Let the signal reach the wake-up socket instead of its default action."""


def _send(reply: socket.socket, message: dict[str, Any], *fds: int) -> None:
    # Where the asker has gone away, the control socket tells whether for good.
    with suppress(OSError):
        socket.send_fds(reply, [json.dumps(message).encode()], list(fds))


def main() -> None:
    """Serve the control socket named on the command line, then end and delete everything."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "cannot become a child subreaper")
    with _own(int(sys.argv[1])) as control:
        supervisor = _Supervisor(control, sys.argv[2])
        try:
            supervisor.serve()
        finally:
            supervisor.end_all()
            shutil.rmtree(sys.argv[2], ignore_errors=True)


if __name__ == "__main__":
    main()
