"""`pace doctor --json` on a desktop that is whole, that lacks parts, and that hangs."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from pace.demo.desktop import VirtualDesktop

SOURCE = Path(__file__).parents[2] / "src"
WINDOW_SYSTEM = ("windows", "pointer", "keyboard", "screen", "clipboard", "hotkey")
SOUND = ("microphone", "speaker", "volume")
ALWAYS = (
    "applications", "voice activity", "speech to text", "text to speech", "models", "settings",
    "store", "egress",
)  # fmt: skip
#: Nothing may keep the doctor longer than this; it aims at half.
RUN_SECONDS = 40.0


async def doctor(
    desktop: VirtualDesktop, home: Path, without: tuple[str, ...] = (), **changes: str
) -> tuple[int, dict[str, dict[str, Any]], dict[str, Any]]:
    """The exit code, the rows by capability and the whole report, with a home of its own."""
    environment = {key: value for key, value in desktop.environment.items() if key not in without}
    environment |= {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "CONFIG", "STATE")}
    environment |= {"PYTHONPATH": str(SOURCE)} | changes
    with anyio.fail_after(RUN_SECONDS):
        done = await anyio.run_process(
            [sys.executable, "-m", "pace", "doctor", "--json"], env=environment, check=False
        )
    report = json.loads(done.stdout)
    return done.returncode, {row["capability"]: row for row in report["rows"]}, report


@contextmanager
def stopped(desktop: VirtualDesktop, *programs: str) -> Iterator[None]:
    """Keep the desktop's processes of these names from running."""
    pids = [pid for pid in desktop.pids() if name_of(pid) in programs]
    assert len(pids) >= len(programs), "not every program to stop is running"
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def failed(rows: dict[str, dict[str, Any]], names: tuple[str, ...]) -> list[dict[str, Any]]:
    return [rows[name] for name in names if rows[name]["state"] != "ok"]


def too_slow(rows: dict[str, dict[str, Any]]) -> set[str]:
    """The engines of speech that loaded for longer than they may, as on a machine with much to do.

    What they can do is then not known; nothing else may be slow.
    """
    slow = {
        name
        for name in ("speech to text", "text to speech")
        if "did not answer within" in rows[name]["did"]
    }
    # What listens is examined with what was spoken.
    return slow | {"speech to text", "voice activity"} if "text to speech" in slow else slow


def states(rows: dict[str, dict[str, Any]], names: tuple[str, ...]) -> set[str]:
    return {rows[name]["state"] for name in names}


async def test_on_a_whole_desktop_every_probe_does_what_it_says(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    code, rows, report = await doctor(virtual_desktop, tmp_path)
    slow = too_slow(rows)
    judged = [name for name in (*ALWAYS, *WINDOW_SYSTEM, *SOUND, "session bus") if name not in slow]
    assert not failed(rows, tuple(judged))
    assert "pressed and filled a window of its own" in rows["accessibility tree"]["did"]
    assert "speech to text" in slow or "Open the window" in rows["speech to text"]["did"]
    assert rows["text to speech"]["served_by"] == "hibari"
    assert rows["egress"]["did"] == "Pace itself sent 0 bytes; programs started for you: none"
    assert (code, report["ok"]) == ((1, False) if slow else (0, True))
    assert report["session"]["type"] == "x11"
    assert (tmp_path / "DATA/pace/pace.db").stat().st_mode & 0o777 == 0o600


async def test_in_a_wayland_session_x11_says_unavailable_and_the_tree_works(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    code, rows, report = await doctor(
        virtual_desktop, tmp_path, XDG_SESSION_TYPE="wayland", WAYLAND_DISPLAY="wayland-0"
    )
    assert states(rows, WINDOW_SYSTEM) == {"unavailable"}
    assert all("Wayland" in rows[name]["did"] for name in WINDOW_SYSTEM)
    assert rows["accessibility tree"]["state"] == "ok"
    assert "pace toggle" in rows["wayland"]["fix"]
    assert (code, report["session"]["type"]) == (0, "wayland")


async def test_without_display_bus_and_sound_it_says_so_and_the_rest_works(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    (tmp_path / "CONFIG/pace").mkdir(parents=True)
    (tmp_path / "CONFIG/pace/settings.toml").write_text("voice = 'not a table")
    gone = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER", "XDG_SESSION_TYPE")
    code, rows, report = await doctor(
        virtual_desktop, tmp_path, gone, XDG_RUNTIME_DIR="/nonexistent"
    )
    assert states(rows, (*WINDOW_SYSTEM, *SOUND)) == {"unavailable"}
    assert all(rows[name]["fix"] for name in (*WINDOW_SYSTEM, *SOUND, "session bus"))
    assert rows["accessibility tree"]["fix"] == "dbus-run-session -- pace run"
    assert rows["settings"]["state"] == "dead"
    always = {"speech to text", "voice activity", "store", "applications"}
    assert not failed(rows, tuple(always - too_slow(rows)))
    assert (code, report["ok"], report["session"]["type"]) == (1, False, "none")


@pytest.mark.timeout(90)
async def test_what_is_there_and_hangs_is_red_and_the_rest_is_still_examined(
    virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    with stopped(virtual_desktop, "Xvfb", "pipewire", "pipewire-pulse", "at-spi2-registr"):
        code, rows, report = await doctor(virtual_desktop, tmp_path)
    assert states(rows, (*SOUND, "accessibility tree", "screen")) == {"dead"}
    assert states(rows, WINDOW_SYSTEM) == {"dead", "not probed"}
    assert all(rows[name]["fix"] for name in (*SOUND, "accessibility tree", "screen"))
    assert not failed(rows, tuple(set(ALWAYS) - too_slow(rows)))
    assert (code, report["ok"]) == (1, False)
