"""Where the D-Bus buses of this machine listen. Opens nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from pace.core.error import Invalid, PaceError, Unavailable

SYSTEM_ADDRESS = "unix:path=/run/dbus/system_bus_socket"


def session_address() -> str:
    """Where this person's session bus listens. Raises Unavailable when there is none."""
    if address := os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    socket = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")) / "bus"
    if socket.exists():
        return f"unix:path={socket}"
    raise Unavailable(
        "There is no session bus, so other programs cannot be reached.",
        fix="start Pace from a desktop session, or under dbus-run-session",
    )


def system_address() -> str:
    """Where the system bus listens."""
    return os.environ.get("DBUS_SYSTEM_BUS_ADDRESS") or SYSTEM_ADDRESS


def absent(address: Callable[[], str]) -> str:
    """Why no bus can be at this address, or "" when there may be one. Opens nothing."""
    try:
        parts = socket_parts(address())
    except PaceError as error:
        return str(error)
    path = parts.get("path")
    if path is not None and not Path(path).exists():
        return f"There is no bus at {path}, so other programs cannot be reached through it."
    return ""


def socket_parts(address: str) -> dict[str, str]:
    """The keys of the first address. Raises Invalid: a bus over TCP would leave the machine."""
    kind, _, rest = address.split(";", maxsplit=1)[0].partition(":")
    if any(part.partition(":")[0] != "unix" for part in address.split(";") if part) or not rest:
        raise Invalid(f"Pace speaks only to a bus on a Unix socket, not to one over {kind or '?'}.")
    return dict(part.partition("=")[::2] for part in rest.split(","))
