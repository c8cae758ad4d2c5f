"""Typing into an editor that is no browser."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bench.each.case import Case, Cases, Scene, complaint, in_front, needs, said, shown
from bench.each.windows import EDITOR, FORGETFUL, MOUSEPAD
from bench.stage import rival
from pace.bench import Differs
from pace.core.call import Call, spoken
from pace.core.result import Result

WORDS = "Line {} for Anna, and no more (yet)."


class Typing(Case):
    name, reader, rival = "type (editor)", "libatspi", "xdotool"
    note = "; GTK 3"

    async def ready(self, number: int) -> None:
        await in_front(self.pace, MOUSEPAD)

    def call(self, number: int) -> Call:
        return spoken("type", text=WORDS.format(number))

    async def by_rival(self, number: int) -> None:
        await said("xdotool", "type", WORDS.format(number))

    async def seen(self, number: int, result: Result | None) -> str:
        return await _holds(WORDS.format(number))

    async def back(self, number: int) -> str:
        return await _holds("")

    async def clear(self, number: int) -> None:
        await said("xdotool", "key", "ctrl+a", "Delete")
        if found := await _holds(""):
            raise Differs(found)


async def _holds(text: str) -> str:
    async def look() -> str:
        held = (await rival("text", title=MOUSEPAD))["text"]
        return "" if held == text else f"it holds {held!r}"

    return await complaint(look)


@asynccontextmanager
async def _editor(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("mousepad", "xdotool", "wmctrl")
    process = await scene.desktop.launch(EDITOR, **FORGETFUL)
    try:
        await shown(MOUSEPAD)
        async with scene.pace() as pace:
            yield (Typing(pace),)
    finally:
        await process.stop()
        await shown(MOUSEPAD, there=False)


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = ((("type (editor)",), _editor),)
