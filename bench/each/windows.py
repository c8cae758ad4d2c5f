"""Applications, windows and the file manager."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bench.each.case import (
    Case,
    Cases,
    Pace,
    Scene,
    called,
    complaint,
    in_front,
    needs,
    said,
    shown,
    titles,
    write,
)
from pace.bench import Differs
from pace.core.call import Call, spoken
from pace.core.result import Result

EDITOR = ["mousepad", "--disable-server"]
FORGETFUL = {"GSETTINGS_BACKEND": "memory"}
SIDES = ("left", "right", "top", "bottom", "maximize", "center")
MOUSEPAD, CALCULATOR = "Mousepad", "Calculator"
#: Where a window stands before it is moved: the frame in pixels.
START = (200, 150, 500, 400)


class Snapping(Case):
    name, reader, rival = "window_snap", "xwininfo", "wmctrl"

    async def ready(self, number: int) -> None:
        await in_front(self.pace, MOUSEPAD)
        await said("wmctrl", "-r", MOUSEPAD, "-b", "remove,maximized_vert,maximized_horz")
        await said("wmctrl", "-r", MOUSEPAD, "-e", "0,{},{},{},{}".format(*START))
        if found := await self._is_like(START, 60):
            raise Differs(found)
        self.before = await _geometry()

    def call(self, number: int) -> Call:
        return spoken("window_snap", position=SIDES[number % len(SIDES)])

    async def by_rival(self, number: int) -> None:
        x, y, width, height = _side(SIDES[number % len(SIDES)])
        await said("wmctrl", "-r", ":ACTIVE:", "-e", f"0,{x},{y},{width},{height}")

    async def seen(self, number: int, result: Result | None) -> str:
        return await self._is_like(_side(SIDES[number % len(SIDES)]), 60)

    async def back(self, number: int) -> str:
        return await self._is_like(self.before, 0)

    async def _is_like(self, wanted: tuple[int, ...], by: int) -> str:
        """A decorated frame is wider than what xwininfo measures, by less than `by` pixels."""

        async def look() -> str:
            now = await _geometry()
            near = all(abs(a - b) <= by for a, b in zip(now, wanted, strict=True))
            return "" if near else f"at {now}, not {tuple(wanted)}"

        return await complaint(look)


def _side(name: str) -> tuple[int, int, int, int]:
    """The part of the desktop's 1280 by 800 pixels; center is 80 % by 85 %."""
    return {
        "left": (0, 0, 640, 800), "right": (640, 0, 640, 800),
        "top": (0, 0, 1280, 400), "bottom": (0, 400, 1280, 400),
        "maximize": (0, 0, 1280, 800), "center": (128, 60, 1024, 680),
    }[name]  # fmt: skip


async def _geometry() -> tuple[int, ...]:
    window = await _active()
    told = await said("xwininfo", "-id", window)
    names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    found = [re.search(rf"{name}:\s+(-?\d+)", told) for name in names]
    return tuple(int(each[1]) if each else -1 for each in found)


async def _active() -> str:
    told = await said("xprop", "-root", "_NET_ACTIVE_WINDOW")
    return told.split()[-1]


class Switching(Case):
    name, reader, rival, undoes = "switch_app", "xprop", "wmctrl", False

    async def ready(self, number: int) -> None:
        await in_front(self.pace, (MOUSEPAD, CALCULATOR)[number % 2])

    def call(self, number: int) -> Call:
        return spoken("switch_app", app=(CALCULATOR, MOUSEPAD)[number % 2])

    async def by_rival(self, number: int) -> None:
        await said("wmctrl", "-a", (CALCULATOR, MOUSEPAD)[number % 2])

    async def seen(self, number: int, result: Result | None) -> str:
        async def look() -> str:
            title = await said("xprop", "-id", await _active(), "WM_NAME", fails=True)
            return "" if (CALCULATOR, MOUSEPAD)[number % 2] in title else title.strip()

        return await complaint(look)


@asynccontextmanager
async def _two(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("wmctrl", "xprop", "xwininfo", "mousepad", "gnome-calculator")
    processes = [
        await scene.desktop.launch(EDITOR, **FORGETFUL),
        await scene.desktop.launch(["gnome-calculator"], **FORGETFUL),
    ]
    try:
        for title in (MOUSEPAD, CALCULATOR):
            await shown(title)
        async with scene.pace() as pace:
            yield Snapping(pace), Switching(pace)
    finally:
        for process in processes:
            await process.stop()
        for title in (MOUSEPAD, CALCULATOR):
            await shown(title, there=False)


class Opening(Case):
    name, reader, rival = "open_app", "wmctrl", "its command, wmctrl"

    def call(self, number: int) -> Call:
        return spoken("open_app", app="mousepad")

    def __init__(self, pace: Pace, scene: Scene) -> None:
        super().__init__(pace)
        self.scene = scene

    async def by_rival(self, number: int) -> None:
        await self.scene.desktop.launch(["mousepad"])
        await shown(MOUSEPAD)

    async def seen(self, number: int, result: Result | None) -> str:
        return await called(MOUSEPAD)

    async def back(self, number: int) -> str:
        return await called(MOUSEPAD, there=False)

    async def clear(self, number: int) -> None:
        while any(MOUSEPAD in each for each in await titles()):
            await said("wmctrl", "-c", MOUSEPAD, fails=True)
            await called(MOUSEPAD, there=False)


class Closing(Opening):
    name, reader, rival, undoes = "close_app", "wmctrl", "wmctrl", False

    async def ready(self, number: int) -> None:
        await self.scene.desktop.launch(EDITOR, **FORGETFUL)
        await shown(MOUSEPAD)

    def call(self, number: int) -> Call:
        return spoken("close_app", app="mousepad")

    async def by_rival(self, number: int) -> None:
        await said("wmctrl", "-c", MOUSEPAD)

    async def seen(self, number: int, result: Result | None) -> str:
        return await called(MOUSEPAD, there=False)


@asynccontextmanager
async def _coming_and_going(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("wmctrl", "mousepad")
    async with scene.pace() as pace:
        yield Opening(pace, scene), Closing(pace, scene)


class Finding(Case):
    name, reader, rival, undoes = "finder", "wmctrl", "thunar, wmctrl", False

    def __init__(self, pace: Pace, scene: Scene) -> None:
        super().__init__(pace)
        self.scene = scene

    async def ready(self, number: int) -> None:
        write(self.scene.folder / f"folder-{number}" / "report.txt", "words")

    def call(self, number: int) -> Call:
        folder = self.scene.folder / f"folder-{number}"
        if number % 2:
            return spoken("finder", path=str(folder / "report.txt"), action="reveal")
        return spoken("finder", path=str(folder))

    async def by_rival(self, number: int) -> None:
        await said("thunar", self.scene.folder / f"folder-{number}")
        await shown(f"folder-{number}")

    async def seen(self, number: int, result: Result | None) -> str:
        return await called(f"folder-{number}")

    async def clear(self, number: int) -> None:
        await said("wmctrl", "-c", f"folder-{number}", fails=True)
        await called(f"folder-{number}", there=False)


@asynccontextmanager
async def _files(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("wmctrl", "thunar")
    write(
        scene.desktop.home / ".config/mimeapps.list",
        "[Default Applications]\ninode/directory=thunar.desktop\n"
        "x-scheme-handler/http=chromium.desktop\nx-scheme-handler/mailto=sylpheed.desktop\n",
    )
    process = await scene.desktop.launch(["thunar", "--daemon"])
    try:
        async with scene.pace() as pace:
            yield (Finding(pace, scene),)
    finally:
        await process.stop()


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("window_snap", "switch_app"), _two),
    (("open_app", "close_app"), _coming_and_going),
    (("finder",), _files),
)
