"""The display's backlight: read from the kernel, set through logind, which asks nobody's password
of the person at the machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import anyio
import anyio.to_thread

from pace.core.error import PaceError, Unavailable
from pace.desktop.dbus import Link, error_name
from pace.desktop.ports import Probe

KERNEL_FOLDER = Path("/sys/class/backlight")
NAME = "org.freedesktop.login1"
SESSION_PATH = "/org/freedesktop/login1/session/auto"
SESSION = "org.freedesktop.login1.Session"
ANSWER_SECONDS = 3.0
#: How long the kernel may take to show what was set, in seconds.
FOLLOWS_WITHIN = 1.0
#: The kernel's own advice: firmware knows best, then the platform, then the raw register.
_BEST = ("firmware", "platform", "raw")
#: Never wholly dark, or the person cannot see how to undo it; in percent.
DARKEST = 1


@dataclass(frozen=True, slots=True)
class _Light:
    """One backlight of the kernel's, in its own steps."""

    name: str
    now: int
    most: int

    @property
    def percent(self) -> int:
        return min(100, max(0, round(100 * self.now / self.most)))


class LogindBacklight:
    """The backlight of this machine's display."""

    provides = "brightness"
    rank = 10

    def __init__(self, system: Link, kernel_folder: Path = KERNEL_FOLDER) -> None:
        self._system = system
        self._kernel_folder = kernel_folder

    def available(self) -> str:
        there = read_kernel(self._kernel_folder) is not None
        return "" if there else "There is no adjustable display here"

    async def probe(self) -> Probe:
        light = await self._light()
        if light is None:
            return Probe(True, "Found no adjustable display.")
        return Probe(True, f"Read {light.name}: {light.percent} %; nothing was changed.")

    async def read(self) -> int | None:
        light = await self._light()
        return None if light is None else light.percent

    async def set(self, level: int) -> int | None:
        light = await self._light()
        if light is None:
            return None
        percent = min(100, max(DARKEST, level))
        value = max(1, round(light.most * percent / 100))
        try:
            bus = await self._system.open()
            await bus.call(
                NAME, SESSION_PATH, SESSION, "SetBrightness", "ssu",
                ["backlight", light.name, value], within=ANSWER_SECONDS, who="the login service",
            )  # fmt: skip
        except PaceError as problem:
            if error_name(problem).endswith("AccessDenied"):
                raise Unavailable(
                    "Only the person at the screen may change its brightness; it is as it was.",
                    fix="run Pace in the session that shows on the screen",
                ) from problem
            raise
        with anyio.move_on_after(FOLLOWS_WITHIN):
            while True:
                now = await self._light()
                if now is None or now.now == value:
                    break
                await anyio.sleep(0.02)
        return await self.read()

    async def _light(self) -> _Light | None:
        return await anyio.to_thread.run_sync(read_kernel, self._kernel_folder)


def read_kernel(folder: Path) -> _Light | None:
    """The backlight to use, or None without one."""
    found: list[tuple[int, _Light]] = []
    for each in sorted(folder.glob("*")) if folder.is_dir() else ():
        most = _number(each / "max_brightness")
        # what the panel really does, where the driver knows it
        now = _number(each / "actual_brightness")
        now = _number(each / "brightness") if now is None else now
        kind = _text(each / "type")
        if most and now is not None:
            found.append((_BEST.index(kind) if kind in _BEST else 9, _Light(each.name, now, most)))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _number(file: Path) -> int | None:
    text = _text(file)
    return int(text) if text.isdecimal() and len(text) < 12 else None


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii", "replace").strip()
    except OSError:
        return ""
