"""What is only on the screen or in Pace's own store: clipboard, drawings, timers, recording."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bench.each.case import Case, Cases, Scene, needs, said
from pace.core.call import Call, spoken
from pace.core.error import Unavailable
from pace.core.result import Result

SHAPE = {"kind": "circle", "x": 400, "y": 300, "radius": 40, "label": "here"}


class Clipboard(Case):
    name, reader, rival, undoes = "clipboard_read", "xclip", "xclip", False

    async def ready(self, number: int) -> None:
        # xclip stays behind to hold it, and must not keep our pipes
        await said("sh", "-c", "xclip -selection clipboard >/dev/null 2>&1",
                   stdin=f"Words {number} für Anna".encode())  # fmt: skip

    def call(self, number: int) -> Call:
        return spoken("clipboard_read")

    async def by_rival(self, number: int) -> None:
        await said("xclip", "-o", "-selection", "clipboard")

    async def seen(self, number: int, result: Result | None) -> str:
        held = await said("xclip", "-o", "-selection", "clipboard")
        return "" if result is None or result.spoken.endswith(held) else f"it holds {held}"


@asynccontextmanager
async def _clipboard(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("xclip")
    async with scene.pace() as pace:
        yield (Clipboard(pace),)


@asynccontextmanager
async def _drawing(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    async with scene.pace() as pace:
        _, result = await pace.run(spoken("draw_annotation", shapes=[SHAPE]))
        if not result.ok:
            raise Unavailable(result.spoken)
        yield ()


class Starting(Case):
    name, reader = "start_timer", "sqlite3 on the file"

    def call(self, number: int) -> Call:
        return spoken("start_timer", duration=600 + number, label=f"tea {number}")

    async def seen(self, number: int, result: Result | None) -> str:
        return self._rows(number, [(0,)])

    async def back(self, number: int) -> str:
        return self._rows(number, [(1,)])

    def _rows(self, number: int, wanted: list[tuple[int]]) -> str:
        with sqlite3.connect(self.pace.app.parts.places.database) as database:
            found = database.execute(
                "SELECT fired FROM timer WHERE label = ? ORDER BY fired DESC", (f"tea {number}",)
            ).fetchall()
        return "" if found == wanted else f"rows {found}, not {wanted}"

    async def clear(self, number: int) -> None:
        with sqlite3.connect(self.pace.app.parts.places.database) as database:
            database.execute("DELETE FROM timer")


class Cancelling(Starting):
    name = "timers"

    async def ready(self, number: int) -> None:
        await self.pace.app.parts.timers.start(600, f"tea {number}")

    def call(self, number: int) -> Call:
        return spoken("timers", action="cancel", label=f"tea {number}")

    async def seen(self, number: int, result: Result | None) -> str:
        return self._rows(number, [(1,)])

    async def back(self, number: int) -> str:
        return self._rows(number, [(1,), (0,)])


@asynccontextmanager
async def _timers(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    async with scene.pace() as pace:
        yield Starting(pace), Cancelling(pace)


@asynccontextmanager
async def _recording(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    async with scene.pace() as pace:
        why_not = pace.app.desktop.missing.get("recorder", "")
        if why_not:
            raise Unavailable(f"{why_not}.")
        yield ()


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("clipboard_read",), _clipboard),
    (("draw_annotation", "clear_annotations"), _drawing),
    (("start_timer", "timers"), _timers),
    (("record_flow",), _recording),
)
