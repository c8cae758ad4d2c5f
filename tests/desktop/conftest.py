"""Applications on the virtual desktop, each ended when its test ends."""

import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
import Xlib.display
import Xlib.error
from Xlib import X

from pace.demo.browser import chromium_arguments
from pace.demo.desktop import Process, VirtualDesktop
from tests.desktop.driving import Keys, Pace, pace_on

APPS = Path(__file__).parent / "apps"
SYSTEM_PYTHON = "/usr/bin/python3"  # the one that Debian's python3-gi is for
WINDOW_SECONDS = 30.0
EDITOR = ["mousepad", "--disable-server"]
FORGETFUL = {"GSETTINGS_BACKEND": "memory"}  # else it asks about the text of the one before


@dataclass(frozen=True)
class Window:
    """A top-level window: its X identifier, its title and the process that made it."""

    id: int
    title: str
    pid: int


@dataclass(frozen=True)
class Launched:
    """A process and the window that appeared after it was started."""

    process: Process
    window: Window


Launch = Callable[..., Awaitable[Launched]]


@pytest.fixture
async def launch_and_wait_for_window(
    virtual_desktop: VirtualDesktop, anyio_backend: str
) -> AsyncIterator[Launch]:
    """Start a program and wait for a new window, with `title` in its title where one is given."""
    started: list[Process] = []
    connection = await anyio.to_thread.run_sync(Xlib.display.Display, virtual_desktop.display)

    async def listed() -> list[Window]:
        return await anyio.to_thread.run_sync(_listed, connection)

    async def launch(argv: Sequence[str | Path], title: str = "", **env: str) -> Launched:
        before = {window.id for window in await listed()}
        process = await virtual_desktop.launch(argv, **env)
        started.append(process)
        with anyio.fail_after(WINDOW_SECONDS):
            while True:
                for window in await listed():
                    if window.id not in before and window.title and title in window.title:
                        return Launched(process, window)
                if not process.running:
                    raise AssertionError(f"{argv[0]} ended: {process.said(20)}")
                await anyio.sleep(0.01)

    yield launch
    for process in reversed(started):
        await process.stop()
    connection.close()


@pytest.fixture
def gtk3_form() -> list[str]:
    """The command that starts the GTK 3 form."""
    return [SYSTEM_PYTHON, str(APPS / "gtk3_form.py")]


@pytest.fixture
def gtk4_form() -> list[str]:
    """The command that starts the GTK 4 form."""
    return [SYSTEM_PYTHON, str(APPS / "gtk4_form.py")]


@pytest.fixture
def qt_form() -> list[str]:
    """The command that starts the Qt 6 form."""
    return [sys.executable, str(APPS / "qt_form.py")]


@pytest.fixture
def chromium(tmp_path: Path) -> list[str]:
    """The command that starts Chromium with a profile of its own; append addresses."""
    return ["chromium", *chromium_arguments(tmp_path / "chromium")]


@pytest.fixture
def firefox(tmp_path: Path) -> list[str]:
    """The command that starts Firefox with a profile of its own; append addresses."""
    profile = tmp_path / "firefox"
    profile.mkdir()
    (profile / "user.js").write_text(
        'user_pref("browser.aboutwelcome.enabled", false);\n'
        'user_pref("browser.shell.checkDefaultBrowser", false);\n'
        'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
        'user_pref("browser.startup.homepage_override.mstone", "ignore");\n'
        'user_pref("termsofuse.bypassNotification", true);\n'
        'user_pref("app.update.auto", false);\n'
    )
    return ["firefox-esr", "--no-remote", "--profile", str(profile)]


async def windows(display: str) -> list[Window]:
    """List the windows that the window manager manages."""
    return await anyio.to_thread.run_sync(_windows, display)


def _windows(display: str) -> list[Window]:
    connection = Xlib.display.Display(display)
    try:
        return _listed(connection)
    finally:
        connection.close()


def _listed(connection: Xlib.display.Display) -> list[Window]:
    atom = connection.intern_atom
    managed = connection.screen().root.get_full_property(
        atom("_NET_CLIENT_LIST"), X.AnyPropertyType
    )
    found = []
    for identifier in managed.value if managed else ():
        window = connection.create_resource_object("window", identifier)
        try:
            name = window.get_full_property(atom("_NET_WM_NAME"), X.AnyPropertyType)
            pid = window.get_full_property(atom("_NET_WM_PID"), X.AnyPropertyType)
        except Xlib.error.BadWindow:
            continue
        title = bytes(name.value).decode() if name else ""
        found.append(Window(identifier, title, pid.value[0] if pid else 0))
    return found


@pytest.fixture
def pace(virtual_desktop: VirtualDesktop, tmp_path: Path) -> Pace:
    """Run a command of Pace on the virtual desktop, with files of its own."""
    return pace_on(virtual_desktop.environment, tmp_path)


@pytest.fixture
def keys(virtual_desktop: VirtualDesktop) -> Iterator[Keys]:
    """Which keys are down."""
    connection = Xlib.display.Display(virtual_desktop.display)
    yield Keys(connection)
    connection.close()
