"""Starting another program so that it outlives Pace, never waits for Pace and leaves no zombie."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import anyio
import anyio.to_thread

from pace.core.error import Unavailable

#: Seconds in which a program that cannot run has usually ended.
INSTANT = 0.3

#: What belongs to Pace's own interpreter and would mislead another program's.
_OWN_VARIABLES = frozenset({"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONSAFEPATH"})

ACCESSIBILITY_OPTION = "--force-renderer-accessibility"
_CHROMIUM_PROGRAMS = (
    "chromium", "google-chrome", "brave", "vivaldi", "microsoft-edge", "opera",
    "ungoogled-chromium", "thorium-browser", "electron",
)  # fmt: skip
_CHROMIUM_IDS = frozenset({
    "com.google.Chrome", "com.google.ChromeDev", "org.chromium.Chromium", "com.brave.Browser",
    "com.microsoft.Edge", "com.vivaldi.Vivaldi", "com.opera.Opera",
    "io.github.ungoogled_software.ungoogled_chromium", "com.visualstudio.code",
    "com.vscodium.codium", "com.slack.Slack", "com.discordapp.Discord", "md.obsidian.Obsidian",
    "org.signal.Signal", "im.riot.Riot", "com.spotify.Client", "org.mattermost.Desktop",
    "com.github.IsmaelMartinez.teams_for_linux", "us.zoom.Zoom", "com.logseq.Logseq",
})  # fmt: skip
#: Files that lie beside the program of Chromium and of every Electron application.
_CHROMIUM_FILES = (
    "chrome-sandbox", "chrome_crashpad_handler", "chrome_100_percent.pak", "resources/app.asar",
)  # fmt: skip

#: Terminals and the words after which each takes a command.
TERMINALS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("xdg-terminal-exec", ()),
    ("x-terminal-emulator", ("-e",)),
    ("gnome-terminal", ("--",)),
    ("ptyxis", ("--",)),
    ("konsole", ("-e",)),
    ("xfce4-terminal", ("-x",)),
    ("mate-terminal", ("-x",)),
    ("kitty", ()),
    ("alacritty", ("-e",)),
    ("foot", ()),
    ("wezterm", ("start", "--")),
    ("xterm", ("-e",)),
)


def is_chromium(entry_id: str, program: str | None) -> bool:
    """Whether it is Chromium or built on it: its tree opens only when started with an option.

    `program` is the absolute path of what is started.
    """
    if entry_id in _CHROMIUM_IDS:
        return True
    if program is None:
        return False
    name = Path(program).name
    if any(name == known or name.startswith(known + "-") for known in _CHROMIUM_PROGRAMS):
        return True
    real = Path(program).resolve()
    return any((folder / file).exists() for folder in real.parents[:2] for file in _CHROMIUM_FILES)


def accessibility_options(entry_id: str, program: str | None, *, as_root: bool) -> tuple[str, ...]:
    """The options that open the accessibility tree of Chromium and Electron, else none."""
    if not is_chromium(entry_id, program):
        return ()
    # Chromium refuses to start as root with its sandbox; for anyone else the sandbox stays.
    return (ACCESSIBILITY_OPTION, "--no-sandbox") if as_root else (ACCESSIBILITY_OPTION,)


async def start(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: str,
    name: str,
    watched: float = INSTANT,
) -> int:
    """Start a program in a session of its own and return its process id.

    Raises Unavailable when it cannot be started or ends with an error within `watched` seconds.
    """
    own = {key: value for key, value in environment.items() if key not in _OWN_VARIABLES}
    with _translated(name):
        pid, handle = await anyio.to_thread.run_sync(partial(_spawn, arguments, own, folder))
    code: int | None = None
    try:
        with anyio.move_on_after(watched):
            await anyio.wait_readable(handle)
            code = _reap(handle)
    finally:
        if code is None:
            asyncio.get_running_loop().add_reader(handle, _reap_later, handle)
    if code:
        raise Unavailable(f"{name} ended as soon as it was started, with code {code}.")
    return pid


@contextmanager
def _translated(name: str) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise Unavailable(f"{name} could not be started: its program is not there.") from error
    except PermissionError as error:
        raise Unavailable(f"{name} could not be started: it is not allowed to run.") from error
    except (OSError, ValueError) as error:
        raise Unavailable(f"{name} could not be started: {error}.") from error


def _spawn(
    arguments: Sequence[str], environment: Mapping[str, str], folder: str
) -> tuple[int, int]:
    """Start the program; its process id and a descriptor that is readable when it has ended."""
    child = subprocess.Popen(
        list(arguments),
        env=dict(environment),
        cwd=folder if Path(folder).is_dir() else "/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    child.returncode = 0  # from here the descriptor reaps it, and Popen need not know
    return child.pid, os.pidfd_open(child.pid)


def _reap(handle: int) -> int:
    """The exit code, negative for a signal; the descriptor is closed."""
    result = os.waitid(os.P_PIDFD, handle, os.WEXITED | os.WNOHANG)
    os.close(handle)
    if result is None:
        return 0
    return result.si_status if result.si_code == os.CLD_EXITED else -result.si_status


def _reap_later(handle: int) -> None:
    asyncio.get_running_loop().remove_reader(handle)
    _reap(handle)
