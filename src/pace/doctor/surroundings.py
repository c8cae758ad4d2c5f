"""Where the doctor looks: the session and the platform, and what a missing part of them means."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pace import __version__
from pace.doctor.rows import Finding, State

_SOUND = frozenset({"volume", "microphone", "speaker"})
_WINDOW_SYSTEM = frozenset({"windows", "pointer", "keyboard", "screen", "clipboard", "hotkey"})
_BUS = frozenset({"accessibility tree", "notifications", "media", "secrets"})

_OF_THE_SESSION = _WINDOW_SYSTEM | _BUS | {"session bus", "window trees"}

LOG_IN_AGAIN = "log out and in again"
RESTART_SOUND = "systemctl --user restart pipewire pipewire-pulse wireplumber"
START_IN_SESSION = "start Pace in a desktop session, or try it on a private one: pace demo"
START_BUS = "dbus-run-session -- pace run"
X11_SESSION = "log out and choose an X11 (Xorg) session, if one is offered"


@dataclass(frozen=True, slots=True)
class Session:
    """The session by its environment; `bus` is where the session bus would be, "" for nowhere."""

    type: str
    desktop: str
    display: str
    wayland_display: str
    bus: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Session:
        display, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
        kind = environment.get("XDG_SESSION_TYPE", "").lower()
        if wayland:
            kind = "wayland"
        elif kind not in ("x11", "wayland"):
            kind = "x11" if display else "none"
        bus = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
        socket = Path(environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}") / "bus"
        if not bus and socket.exists():
            bus = f"unix:path={socket}"
        return cls(kind, environment.get("XDG_CURRENT_DESKTOP", ""), display, wayland, bus)

    @property
    def wayland(self) -> bool:
        return self.type == "wayland"

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def fix_for(capability: str, session: Session) -> str:
    """What brings back a capability that no adapter can serve in this session, or ""."""
    if capability in _WINDOW_SYSTEM:
        return X11_SESSION if session.wayland else START_IN_SESSION
    if capability in _BUS and not session.bus:
        return START_BUS
    if capability == "accessibility tree":
        return "sudo apt-get install at-spi2-core"
    return RESTART_SOUND if capability in _SOUND else ""


def cure_for(capability: str) -> str:
    """What usually brings a capability back that is there and does not work, or ""."""
    if capability in _SOUND:
        return RESTART_SOUND
    return LOG_IN_AGAIN if capability in _OF_THE_SESSION else ""


def on_wayland() -> Finding:
    """What of Pace works in a Wayland session, said before the details."""
    return Finding(
        State.UNAVAILABLE,
        "this is a Wayland session: finding, reading, pressing and filling by the accessibility"
        " tree work; what needs X11 is unavailable: windows, pointer, typed keys, pictures,"
        " clipboard and the push-to-talk key",
        "bind `pace toggle` to a key in the desktop's keyboard settings",
    )


def platform_facts() -> dict[str, object]:
    try:
        system = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        system = "Linux"
    return {
        "system": system,
        "kernel": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "pace": __version__,
        "cores": os.cpu_count() or 1,
    }
