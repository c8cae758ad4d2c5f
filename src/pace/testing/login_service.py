"""A stand-in for logind on a private bus, with backlights that are files below a folder.

It answers `SetBrightness` as logind does: it writes the kernel's file, or refuses who is not at
the screen. It is no double of a port: the real adapter speaks to it over a real bus.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from dbus_fast import Message, MessageType

from pace.desktop.dbus import connected

NAME = "org.freedesktop.login1"
SESSION = "org.freedesktop.login1.Session"


class LoginService:
    """What it was asked, and how it behaves: `denies`, or `stuck` (answers and changes nothing)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.denies = False
        self.stuck = False

    def light(self, name: str, now: int, most: int, kind: str = "raw") -> None:
        """Have a backlight of that name."""
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        for file, value in (
            ("brightness", now), ("actual_brightness", now), ("max_brightness", most),
            ("type", kind),
        ):  # fmt: skip
            (place / file).write_text(f"{value}\n")

    def answer(self, message: Message) -> Message | None:
        """The reply to a call, as logind's own session object gives it."""
        if message.message_type is not MessageType.METHOD_CALL or message.interface != SESSION:
            return None
        if message.member != "SetBrightness" or message.signature != "ssu":
            return Message.new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "?")
        subsystem, name, value = message.body
        place = self.folder / name
        if self.denies:
            return Message.new_error(message, "org.freedesktop.DBus.Error.AccessDenied", "denied")
        if subsystem not in ("backlight", "leds") or "/" in name or not place.is_dir():
            return Message.new_error(message, "org.freedesktop.DBus.Error.FileNotFound", name)
        if not self.stuck:
            for file in ("brightness", "actual_brightness"):
                (place / file).write_text(f"{value}\n")
        return Message.new_method_return(message)


@asynccontextmanager
async def login_service(address: str, folder: Path) -> AsyncIterator[LoginService]:
    """Serve on the bus at this address while the context is open."""
    service = LoginService(folder)
    async with connected(address) as bus:
        bus.on_message(service.answer)
        if not await bus.request_name(NAME):
            raise RuntimeError("another login service is on this bus")
        yield service
