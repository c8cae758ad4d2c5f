"""Finds a command as the person's own shell would: a desktop often starts with a bare PATH."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

import anyio

from pace.core.error import Unavailable

#: How long the person's login shell may take to say its PATH, in seconds.
SHELL_SECONDS = 5.0
_LONGEST = 64 * 1024


class Commands:
    """Resolves commands; the login shell is asked once."""

    def __init__(self) -> None:
        self._path = ""
        self._asking = anyio.Lock()

    async def path(self) -> str:
        """The login shell's PATH, then what this process has beside it."""
        async with self._asking:
            if not self._path:
                folders = [*(await _login_path()).split(":"), *os.get_exec_path()]
                kept = dict.fromkeys(f for f in folders if f.startswith("/"))
                self._path = ":".join(kept)
        return self._path

    def surely_absent(self, command: str) -> bool:
        """Whether it is known without asking the shell that there is no such program."""
        if "/" in command:
            return not _runs(expanded(command))
        return bool(self._path) and shutil.which(command, path=self._path) is None

    async def find(self, command: str) -> str:
        """The program's file. Raises Unavailable with where was looked."""
        if "/" in command:
            given = expanded(command)
            if _runs(given):
                return str(given)
            raise Unavailable(
                f"{given} is not a program I can start, so nothing was started.",
                fix="check the command in the MCP configuration",
            )
        path = await self.path()
        found = shutil.which(command, path=path)
        if found is None:
            raise Unavailable(
                f"I did not find {command}, so nothing was started; I looked in"
                f" {', '.join(path.split(':'))}.",
                fix=_FIXES.get(command, f"install {command} or give its whole path"),
            )
        return found


_FIXES = {
    "npx": "install nodejs and npm",
    "uvx": "install uv",
}


def expanded(path: str) -> Path:
    """The path, with ~ as the person's folder where that is known."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def shell() -> str:
    """The person's login shell."""
    try:
        own = pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:
        own = ""
    return os.environ.get("SHELL") or own or "/bin/sh"


async def _login_path() -> str:
    """The last PATH that `env` shows in a login shell, or nothing when the shell is slow."""
    try:
        process = await anyio.open_process(
            [shell(), "-lc", "env"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
    except OSError:
        return ""
    said = b""
    try:
        with anyio.move_on_after(SHELL_SECONDS):
            assert process.stdout is not None
            async for chunk in process.stdout:
                said += chunk
                if len(said) > _LONGEST:
                    break
    finally:
        with anyio.CancelScope(shield=True):
            end_group(process.pid)
            await process.aclose()
    paths = [line[5:] for line in said.decode(errors="replace").splitlines() if line[:5] == "PATH="]
    return paths[-1] if paths else ""


def end_group(leader: int, sign: signal.Signals = signal.SIGKILL) -> None:
    """End the process group that this process leads, whatever is left of it."""
    try:
        os.killpg(leader, sign)
    except (ProcessLookupError, PermissionError):
        return
