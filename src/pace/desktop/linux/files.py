"""Showing files and folders: opened by what opens them, or shown in the file manager."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread

from pace.core.error import Gone, PaceError, Unavailable
from pace.desktop.dbus import Link, absent
from pace.desktop.linux.user_folders import spoken_folder
from pace.desktop.ports import Applications, Probe, Windows

NAME = "org.freedesktop.FileManager1"
PATH = "/org/freedesktop/FileManager1"
#: How long a file manager may take to start, and its window to come, in seconds.
START_SECONDS = 8.0
WINDOW_SECONDS = 4.0
_LOOK_EVERY = 0.05


class DesktopFiles:
    """The file manager on the session bus, and the applications that open files.

    `port` gives the adapters of other ports when they are needed.
    """

    provides = "files"
    rank = 10

    def __init__(self, session: Link, port: Callable[[str], Any] = lambda _: None) -> None:
        self._session = session
        self._port = port

    def available(self) -> str:
        return absent(self._session.address)

    async def probe(self) -> Probe:
        bus = await self._session.open()
        listed = (await bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                 "org.freedesktop.DBus", "ListActivatableNames"))[0]  # fmt: skip
        if NAME in listed or await bus.owner(NAME) is not None:
            return Probe(True, "A file manager can be asked to show files.")
        return Probe(
            False, "No file manager shows a file in its folder; its folder is opened instead.",
            "install a file manager, such as nautilus",
        )  # fmt: skip

    async def named(self, words: str) -> Path | None:
        return await anyio.to_thread.run_sync(spoken_folder, words)

    async def open(self, path: Path) -> str:
        await anyio.to_thread.run_sync(_is_there, path)
        return await self._seen(path.name, lambda: self._handed_over(path))

    async def reveal(self, path: Path) -> str:
        await anyio.to_thread.run_sync(_is_there, path)
        folder = path.parent

        async def show() -> None:
            try:
                bus = await self._session.open()
                await bus.call(
                    NAME, PATH, NAME, "ShowItems", "ass", [[path.as_uri()], ""],
                    within=START_SECONDS, who="the file manager",
                )  # fmt: skip
            except Unavailable:
                await self._handed_over(folder)

        return await self._seen(folder.name, show)

    async def _handed_over(self, path: Path) -> None:
        applications: Applications | None = self._port("applications")
        if applications is None:
            raise Unavailable(
                "Nothing here opens files, so nothing was opened.", fix="install a file manager"
            )
        await applications.open_uri(path.as_uri())

    async def _seen(self, name: str, act: Callable[[], Any]) -> str:
        """Do it; the title of the window that came or was there with that name, or ""."""
        windows: Windows | None = self._port("windows")
        before = {(w.id, w.title) for w in await _listed(windows)}
        await act()
        if windows is None:
            return ""
        with anyio.move_on_after(WINDOW_SECONDS):
            while True:
                for window in await _listed(windows):
                    new = (window.id, window.title) not in before and window.title
                    if new or (name and name in window.title and window.active):
                        return str(window.title)
                await anyio.sleep(_LOOK_EVERY)
        return ""


async def _listed(windows: Windows | None) -> Any:
    if windows is None:
        return ()
    try:
        return await windows.list()
    except PaceError:
        return ()


def _is_there(path: Path) -> None:
    try:
        path.lstat()
    except (OSError, ValueError) as problem:
        raise Gone(f"{path.name or path} is not there; nothing was opened.") from problem
