"""The battery: from UPower on the system bus, else from the kernel's files.

Charging here means on mains power: charging, full, or held below full by the charger.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio.to_thread

from pace.core.error import PaceError
from pace.desktop.dbus import Link
from pace.desktop.ports import Probe

NAME = "org.freedesktop.UPower"
#: All batteries of the machine as one.
DEVICE_PATH = "/org/freedesktop/UPower/devices/DisplayDevice"
DEVICE = "org.freedesktop.UPower.Device"
KERNEL_FOLDER = Path("/sys/class/power_supply")

ANSWER_SECONDS = 1.0
_BATTERY = 2  # UPower's device type
_ON_MAINS = (1, 4, 5)  # UPower's states: charging, fully charged, pending charge
_KERNEL_ON_MAINS = ("charging", "full", "not charging")


class MachineBattery:
    """The battery of this machine. `system` leads to the system bus."""

    provides = "battery"
    rank = 10

    def __init__(self, system: Link, kernel_folder: Path = KERNEL_FOLDER) -> None:
        self._system = system
        self._kernel_folder = kernel_folder

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        state = await self.read()
        if state is None:
            return Probe(True, "Found no battery.")
        return Probe(True, f"Read the battery: {state[0]} %{', charging' if state[1] else ''}.")

    async def read(self) -> tuple[int, bool] | None:
        try:
            return await self._from_upower()
        except PaceError:
            return await anyio.to_thread.run_sync(read_kernel, self._kernel_folder)

    async def _from_upower(self) -> tuple[int, bool] | None:
        bus = await self._system.open()

        async def ask(name: str) -> Any:
            return await bus.property(
                NAME, DEVICE_PATH, DEVICE, name, within=ANSWER_SECONDS, who="UPower"
            )

        if not await ask("IsPresent") or await ask("Type") != _BATTERY:
            return None
        return _percent(await ask("Percentage")), await ask("State") in _ON_MAINS


def read_kernel(folder: Path) -> tuple[int, bool] | None:
    """Percent and charging of all batteries the kernel lists together, or None without one."""
    supplies = sorted(folder.glob("*")) if folder.is_dir() else []
    batteries = [
        supply
        for supply in supplies
        # A mouse or a headset has a battery too, of scope Device.
        if _text(supply, "type") == "battery" and _text(supply, "scope") != "device"
    ]
    shares = [share for battery in batteries if (share := _share(battery)) is not None]
    if not shares:
        return None
    now = sum(share[0] for share in shares)
    full = sum(share[1] for share in shares)
    charging = any(_text(battery, "status") in _KERNEL_ON_MAINS for battery in batteries)
    discharging = any(_text(battery, "status") == "discharging" for battery in batteries)
    return _percent(100 * now / full), charging and not discharging


def _share(battery: Path) -> tuple[float, float] | None:
    """What is in a battery and what fits in: energy, else charge, else its percentage of 100."""
    for unit in ("energy", "charge"):
        now, full = _number(battery, f"{unit}_now"), _number(battery, f"{unit}_full")
        if now is not None and full:
            return now, full
    percent = _number(battery, "capacity")
    return None if percent is None else (percent, 100.0)


def _number(folder: Path, name: str) -> float | None:
    try:
        return float(_text(folder, name))
    except ValueError:
        return None


def _text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text().strip().lower()
    except (OSError, UnicodeDecodeError):
        return ""


def _percent(value: float) -> int:
    return min(100, max(0, round(value)))
