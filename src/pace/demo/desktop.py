"""A private virtual desktop: a screen, buses, a window manager and sound that nobody else sees.

`pace demo` and the desktop tests run on it. It touches nothing of the person who starts it: it
has its own home and XDG folders, its own session bus, accessibility bus and sound server, and no
system bus. Everything that runs on it ends with it.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

import anyio
import anyio.to_thread
import mss
import mss.tools

from pace.demo import buses, display, sound
from pace.demo.processes import (
    DesktopError,
    Process,
    ProcessGroup,
    ProgramMissing,
    process_group,
)

__all__ = ["DesktopError", "Process", "ProgramMissing", "VirtualDesktop", "virtual_desktop"]

# A socket's path has at most 107 characters; Chromium's below TMPDIR adds some fifty, the folder
# of the desktop thirty.
_LONGEST_TEMP = 25

# What a child inherits; everything else of the caller's session stays out.
_INHERITED = (
    *("PATH", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "XDG_DATA_DIRS", "LD_LIBRARY_PATH"),
    *("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONWARNINGS", "PACE_TEST_NETNS"),
)

_GTK_SETTINGS = "[Settings]\ngtk-enable-animations=0\n"


@dataclass(frozen=True, eq=False)
class VirtualDesktop:
    """A running virtual desktop.

    `environment` is the whole environment for a program that shall run on it. A program that is
    started with it by other means than `launch` ends with the desktop, too.
    """

    display: str
    width: int
    height: int
    environment: Mapping[str, str]
    home: Path
    directory: Path
    accessibility_address: str
    _group: ProcessGroup = field(repr=False)

    async def launch(self, argv: Sequence[str | Path], **env: str) -> Process:
        """Start a program on the desktop, with `env` added to its environment.

        Raises DesktopError where the program cannot be started.
        """
        return await self._group.start([str(word) for word in argv], {**self.environment, **env})

    def pids(self) -> list[int]:
        """List every process of the desktop at this moment, also those it did not start itself."""
        return self._group.pids()

    async def screenshot(self, path: Path) -> None:
        """Write the whole screen to a PNG file."""
        await anyio.to_thread.run_sync(_screenshot, self.display, path)

    async def play_into_microphone(self, wav: Path) -> None:
        """Play a file so that the source `mic` hears it; return when it has finished."""
        await sound.play(self._group, self.environment, "micpipe", wav)

    def record(
        self, source: str, wav: Path, *, rate: int = 16000
    ) -> AbstractAsyncContextManager[None]:
        """Record a source (`mic`, `speakers.monitor`) into a mono 16-bit file while open.

        The file is complete when the context has been left.
        """
        return sound.record(self._group, self.environment, source, wav, rate)

    def record_speakers(self, wav: Path, *, rate: int = 16000) -> AbstractAsyncContextManager[None]:
        """Record what the desktop plays into a mono 16-bit file while open."""
        return self.record("speakers.monitor", wav, rate=rate)


@asynccontextmanager
async def virtual_desktop(
    width: int = 1280, height: int = 800, *, audio: bool = True
) -> AsyncIterator[VirtualDesktop]:
    """Run a virtual desktop; on leaving, end all that runs on it and delete its files.

    Raises ProgramMissing, before anything is started, where a program is not installed, and
    DesktopError where a part does not come up.
    """
    check_programs(audio=audio)
    directory = _make_directory()
    try:
        environment = _environment(directory)
        async with process_group(directory) as group:
            await buses.start_session_bus(group, environment)
            name = await display.start_screen(group, environment, width, height)
            environment["DISPLAY"] = name
            address = await buses.start_accessibility_bus(group, environment)
            await display.start_window_manager(group, environment)
            if audio:
                await sound.start_sound(group, environment)
            yield VirtualDesktop(
                display=name,
                width=width,
                height=height,
                environment=MappingProxyType(environment),
                home=directory / "home",
                directory=directory,
                accessibility_address=address,
                _group=group,
            )
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def check_programs(*, audio: bool = True) -> None:
    """Raise ProgramMissing for the first program that a virtual desktop needs and cannot find."""
    programs = buses.PROGRAMS | display.PROGRAMS | (sound.PROGRAMS if audio else {})
    for program, package in programs.items():
        if shutil.which(program) is None:
            raise ProgramMissing(program, package)
    buses.bus_launcher()


def _make_directory() -> Path:
    where = tempfile.gettempdir()
    directory = Path(
        tempfile.mkdtemp(
            prefix="pace-desktop-",
            dir=where if len(where) <= _LONGEST_TEMP else "/tmp",  # noqa: S108
        )
    )
    for name in ("run", "logs", "tmp", "home", "home/.config", "home/.cache", "home/.local/share"):
        (directory / name).mkdir(mode=0o700, parents=True)
    for version in ("gtk-3.0", "gtk-4.0"):
        settings = directory / "home/.config" / version / "settings.ini"
        settings.parent.mkdir()
        settings.write_text(_GTK_SETTINGS)
    # openbox reads the whole compose table at every change of the keymap; an empty one is quick
    (directory / "home" / ".XCompose").touch()
    return directory


def _environment(directory: Path) -> dict[str, str]:
    run, home = directory / "run", directory / "home"
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return inherited | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_RUNTIME_DIR": str(run),
        # programs look there for others of theirs, such as those of another desktop
        "TMPDIR": str(directory / "tmp"),
        "XDG_SESSION_TYPE": "x11",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run / 'bus'}",
        "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={run / 'no-system-bus'}",
        "PULSE_SERVER": f"unix:{run / 'pulse/native'}",
        "PIPEWIRE_RUNTIME_DIR": str(run),
        "LANG": "C.UTF-8",
        "GDK_BACKEND": "x11",
        "GTK_A11Y": "atspi",
        "GTK_USE_PORTAL": "0",
        "ADW_DISABLE_PORTAL": "1",
        "GVFS_DISABLE_FUSE": "1",
        "GSK_RENDERER": "cairo",  # no GPU: a second faster than compiling shaders in software
        "QT_QPA_PLATFORM": "xcb",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }


def _screenshot(name: str, path: Path) -> None:
    with mss.MSS(display=name) as screen:
        picture = screen.grab(screen.monitors[0])
        mss.tools.to_png(picture.rgb, picture.size, output=str(path))
