"""The one place that opens X displays: over Unix sockets only, bounded, errors made ours.

Xlib blocks. A `Connection` therefore runs each piece of work in a worker thread, one at a time.
Work that outlives its bound finds its socket shut down, so that no thread stays behind; the next
work connects anew, as it does after the server went away.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread

from pace.core.error import Gone, TimedOut, Unavailable

#: Bound of one piece of work; a healthy server answers within a few milliseconds.
WORK_SECONDS = 2.0
#: Connecting reads the keyboard map and asks for every extension.
CONNECT_SECONDS = 5.0
#: Bound of the passive look whether a server listens.
LOOK_SECONDS = 0.25

WAYLAND = (
    "This is unavailable in a Wayland session, where X11 reaches only programs under XWayland."
)

_SILENT = (
    "The X server did not answer in time, so this was not finished; try again when the desktop"
    " reacts."
)
_BYTE_ORDER = ord("l" if sys.byteorder == "little" else "B")
_LOCAL = re.compile(r"^(?:unix/|unix)?:(\d+)(?:\.(\d+))?$")
_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")


def local_display(environment: Mapping[str, str] | None = None) -> str:
    """The display of this machine, in the form that never falls back to a network connection.

    Raises Unavailable when there is none, or when it is on another machine.
    """
    name = (os.environ if environment is None else environment).get("DISPLAY", "").strip()
    if not name:
        raise Unavailable(
            "There is no X display here, so windows and keys are out of reach; start Pace in a"
            " desktop session.",
            fix="pace demo",
        )
    match = _LOCAL.match(name)
    if match is None:
        raise Unavailable(
            f"The display {name} is not a screen of this machine, so Pace leaves it alone; start"
            " Pace on the machine whose screen it is."
        )
    number, screen = match.groups()
    return f"unix:{number}.{screen or 0}"


def reason_against(environment: Mapping[str, str] | None = None) -> str:
    """Why X11 cannot serve this session, or "". Opens a socket at most, and says nothing on it."""
    env = os.environ if environment is None else environment
    if env.get("XDG_SESSION_TYPE", "").lower() == "wayland" or env.get("WAYLAND_DISPLAY"):
        return WAYLAND
    try:
        display = local_display(env)
    except Unavailable as error:
        return str(error)
    try:
        import Xlib  # noqa: F401
    except ImportError:
        return (
            "The package python-xlib is not installed, so X11 is out of reach; run bin/pace again."
        )
    if not _listens(display):
        return (
            f"Nothing answers on the display {env['DISPLAY']}, so it is out of"
            " reach; start Pace in a desktop session."
        )
    return ""


def _listens(display: str) -> bool:
    try:
        with _connected(display):
            return True
    except OSError:
        return False


@contextmanager
def xlib_errors() -> Iterator[None]:
    """Make every error of Xlib one of ours."""
    from Xlib import error

    try:
        yield
    except (error.BadWindow, error.BadDrawable) as problem:
        raise Gone("That window is no longer there.") from problem
    except error.XError as problem:
        raise Unavailable(
            f"The X server refused a request ({type(problem).__name__}), so nothing was done; try"
            " again."
        ) from problem
    except (error.DisplayError, error.XauthError, error.XNoAuthError) as problem:
        raise Unavailable(
            "The X server does not let Pace in; start Pace in the desktop session it shall help in."
        ) from problem
    except (error.ConnectionClosedError, OSError) as problem:
        raise Unavailable(
            "The connection to the X server is lost, so this was not done; try again when the"
            " desktop is back."
        ) from problem


class Connection:
    """A connection to the X server of a session, opened when first needed.

    `environment` is that of the session, by default this process's own. Steps that belong together
    (select events, act, wait for them) are taken under `lock`; nothing else runs meanwhile.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self.lock = anyio.Lock()
        self.environment = environment
        self._display: Any = None
        self._working: list[Any] = []
        self._given_up = 0
        self._limiter: anyio.CapacityLimiter | None = None

    def reason_against(self) -> str:
        """Why X11 cannot serve this session, or ""; see `reason_against`."""
        return reason_against(self.environment)

    async def run(
        self, work: Callable[..., _T], *arguments: Any, timeout: float = WORK_SECONDS
    ) -> _T:
        """Run `work(display, *arguments)` in the worker thread; it ends before a cancellation does.

        Raises Gone for a window that is no longer there, TimedOut, Unavailable.
        """
        await anyio.lowlevel.checkpoint_if_cancelled()
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(1)
        bound = timeout if self._display is not None else timeout + CONNECT_SECONDS
        with anyio.CancelScope(shield=True), anyio.move_on_after(bound) as scope:
            result = await anyio.to_thread.run_sync(
                self._work, work, arguments, limiter=self._limiter, abandon_on_cancel=True
            )
        if scope.cancelled_caught:
            self.close()
        await anyio.lowlevel.checkpoint_if_cancelled()
        if scope.cancelled_caught:
            raise TimedOut(_SILENT)
        return result

    async def events(self) -> list[Any]:
        """Wait for events that were selected before; at least one. The caller sets the deadline."""
        while True:
            waiting = await self.run(_pending)
            if waiting:
                return waiting
            sock = self._display.display.socket
            try:
                await anyio.wait_readable(sock)
            except (OSError, ValueError, anyio.ClosedResourceError) as problem:
                self.close()
                raise Unavailable(
                    "The connection to the X server is lost, so this was not done; try again when"
                    " the desktop is back."
                ) from problem

    def close(self) -> None:
        """Give up the connection; a thread that waits on it returns at once. Work reopens it."""
        display, self._display = self._display, None
        self._given_up += 1
        if display is None:
            return
        with suppress(OSError):
            display.display.socket.shutdown(socket.SHUT_RDWR)
        if display not in self._working:  # else the thread closes it
            display.display.socket.close()

    def _work(self, work: Callable[..., _T], arguments: tuple[Any, ...]) -> _T:
        display, given_up = self._display, self._given_up
        try:
            with xlib_errors():
                if display is None:
                    display = open_display(self.environment)
                self._working.append(display)
                if self._display is None and self._given_up == given_up:
                    self._display = display  # else nobody waits for it, and it is closed below
                return work(display, *arguments)
        except Unavailable:
            if self._display is display:  # and not the one that came after it
                self._display = None
            raise
        finally:
            if display is not None:
                self._working.remove(display)
                if self._display is not display:
                    display.display.socket.close()


def open_display(environment: Mapping[str, str] | None = None) -> Any:
    """Connect in this thread. The caller closes it; errors that nobody waits for are logged.

    Raises Unavailable, TimedOut, and the errors that `xlib_errors` translates.
    """
    from Xlib import display

    local = local_display(environment)
    _ask_for_an_answer(local)
    opened = display.Display(local)
    opened.set_error_handler(_unasked)
    return opened


def _ask_for_an_answer(display: str) -> None:
    """Make sure that the server talks: Xlib would wait for a stopped one without a bound."""
    with _connected(display) as trial:
        trial.settimeout(CONNECT_SECONDS / 2)
        trial.sendall(struct.pack("=2B5H", _BYTE_ORDER, 0, 11, 0, 0, 0, 0))
        try:
            trial.recv(1)
        except TimeoutError as problem:
            raise TimedOut(_SILENT) from problem


@contextmanager
def _connected(display: str) -> Iterator[socket.socket]:
    path = "/tmp/.X11-unix/X" + display.removeprefix("unix:").partition(".")[0]  # noqa: S108
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        trial.settimeout(LOOK_SECONDS)
        trial.connect(path if Path(path).exists() else "\0" + path)
        yield trial


def _pending(display: Any) -> list[Any]:
    return [display.next_event() for _ in range(display.pending_events())]


def _unasked(error: Any, _request: Any) -> None:
    """An error of a request without a reply: a window that went away between two requests."""
    _LOG.debug("X11: %s", error)
