"""Windows through the X11 window manager (EWMH): list, activate, place, close."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio

from pace.core.element import Rect, Window
from pace.core.error import PaceError
from pace.desktop.linux import x11_ewmh as ewmh
from pace.desktop.linux.x11_display import Connection
from pace.desktop.ports import Probe

#: How long a window manager and a program may take to do what was asked.
ACT_SECONDS = 2.0
PLACE_SECONDS = 1.0
#: A window that was configured, and then no more for so long, stays as it is (fixed sizes).
QUIET_SECONDS = 0.15


class Windows:
    """The `Windows` port on X11. It asks on one connection and waits on another."""

    provides = "windows"
    rank = 50

    def __init__(
        self, connection: Connection | None = None, waiting: Connection | None = None
    ) -> None:
        self._connection = connection or Connection()
        self._waiting = waiting or Connection()

    def available(self) -> str:
        return self._connection.reason_against()

    def disconnect(self) -> None:
        self._connection.close()
        self._waiting.close()

    async def probe(self) -> Probe:
        from pace.desktop.linux.x11_probe import probe_windows

        return await probe_windows(self, self._connection.environment)

    async def list(self) -> Sequence[Window]:
        return await self._connection.run(ewmh.list_windows)

    async def active(self) -> Window | None:
        return await self._connection.run(ewmh.active_window)

    async def work_area(self, window: Window) -> Rect:
        return await self._connection.run(ewmh.work_area, ewmh.number(window))

    async def frame(self, window: Window) -> Rect:
        return await self._connection.run(ewmh.frame_rect, ewmh.number(window))

    async def activate(self, window: Window) -> bool:
        async with self._watching(window) as number:
            await self._tell(number, "_NET_ACTIVE_WINDOW", ewmh.FROM_PERSON)
            return await self._until(_is_active, number)

    async def close(self, window: Window) -> bool:
        async with self._watching(window) as number:
            await self._tell(number, "_NET_CLOSE_WINDOW", 0, ewmh.FROM_PERSON)
            return await self._until(_is_gone, number)

    async def minimize(self, window: Window) -> bool:
        async with self._watching(window) as number:
            await self._tell(number, "WM_CHANGE_STATE", ewmh.ICONIC)
            return await self._until(ewmh.minimized, number)

    async def place(self, window: Window, rect: Rect) -> Rect:
        async with self._watching(window) as number:
            if await self._waiting.run(ewmh.placed_elsewhere, number):
                await self._waiting.run(ewmh.free_its_place, number)
                await self._until(_has_its_place, number)
            edges = await self._waiting.run(ewmh.move, number, rect)
            placed = await self._settled(number, rect)
            if placed == rect or edges == await self._waiting.run(ewmh.decorations, number):
                return placed
            await self._waiting.run(ewmh.move, number, rect)  # its frame has changed meanwhile
            return await self._settled(number, rect)

    async def _settled(self, number: int, wanted: Rect) -> Rect:
        """Its frame once it is as wanted, or once it was configured and stays otherwise."""
        deadline = anyio.current_time() + PLACE_SECONDS
        while True:
            rect = await self._waiting.run(ewmh.frame_rect, number)
            if rect == wanted:
                return rect
            with anyio.move_on_at(deadline) as scope:
                await self._waiting.events()
            if scope.cancelled_caught:
                return rect
            deadline = min(deadline, anyio.current_time() + QUIET_SECONDS)

    @asynccontextmanager
    async def _watching(self, window: Window) -> AsyncIterator[int]:
        """Have events about the window and the screen come in. Raises Unavailable, Gone."""
        number = ewmh.number(window)
        async with self._waiting.lock:
            await self._waiting.run(_watch, number)
            try:
                yield number
            finally:
                with anyio.CancelScope(shield=True), suppress(PaceError):
                    await self._waiting.run(_watch_no_more, number)

    async def _tell(self, number: int, message: str, *data: int) -> None:
        await self._waiting.run(ewmh.tell_manager, number, message, data)

    async def _until(self, condition: Callable[[Any, int], bool], number: int) -> bool:
        """Whether the condition holds, looked at again after each event, for `ACT_SECONDS`."""
        with anyio.move_on_after(ACT_SECONDS):
            while not await self._waiting.run(condition, number):
                await self._waiting.events()
            return True
        return await self._waiting.run(condition, number)


def _watch(display: Any, number: int) -> None:
    from Xlib import X

    ewmh.require_manager(display)
    ewmh.select(display, None, X.PropertyChangeMask)
    ewmh.select(display, number, X.PropertyChangeMask | X.StructureNotifyMask)


def _watch_no_more(display: Any, number: int) -> None:
    ewmh.select(display, None, 0)
    ewmh.select(display, number, 0)


def _is_active(display: Any, number: int) -> bool:
    return ewmh.active_id(display) == number


def _is_gone(display: Any, number: int) -> bool:
    return number not in ewmh.client_ids(display)


def _has_its_place(display: Any, number: int) -> bool:
    return not ewmh.placed_elsewhere(display, number)
