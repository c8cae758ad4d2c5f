"""One tool measured: its calls, who reads back what they did, its inverse, and its rival."""

# ruff: noqa: ARG001, ARG002 - every case has the same form

from __future__ import annotations

import os
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import anyio

from bench.stage import until
from pace.app import App, application, chosen, linux_desktop, parts
from pace.bench import Differs
from pace.core.call import Call
from pace.core.clock import SystemClock
from pace.core.error import Unavailable
from pace.core.question import ALLOW_ONCE, Answer, Question
from pace.core.result import Result
from pace.core.turn import Origin
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import VirtualDesktop
from pace.desktop.ports import Application
from pace.store.places import Places
from pace.tools.runner import TurnScope
from pace.tools.sight import Sight

#: How long the second reader may take to see what was done, in seconds.
SEEN_WITHIN = 3.0
#: The answer to undo's question whether to reach past what cannot be undone.
REACH = "Undo that"


@dataclass(frozen=True, slots=True)
class Pace:
    """Pace put together on the desktop; everything it asks is allowed."""

    app: App
    folder: Path

    async def run(self, call: Call) -> tuple[float, Result]:
        """Carry out one call in a turn of its own: milliseconds in the tool runner, the result."""
        scope = TurnScope(os.urandom(4).hex(), Origin.CLI, _allow, await self._ports())
        begun = time.perf_counter()
        outcomes = await self.app.tools.run([call], self.app.catalogue, scope)
        return (time.perf_counter() - begun) * 1000, outcomes[-1].result

    async def _ports(self) -> dict[str, object]:
        tools, catalogue, desktop = self.app.tools, self.app.catalogue, self.app.desktop
        made: dict[str, object] = {"choose": _choose, "approve": _approve}
        if desktop.tree is not None:
            seen = await self.app.look()
            made["sight"] = Sight(desktop.tree, seen, _choose, seen.focus)
        made["carry_out"] = lambda inverse: tools.carry_out(inverse, catalogue, made)
        made["perform"] = lambda call: tools.perform(call, catalogue, made)
        return made


async def _allow(question: Question) -> Answer:
    return Answer(ALLOW_ONCE, 1)


async def _approve(text: str) -> bool:
    return True


async def _choose(text: str, options: Sequence[str]) -> int | None:
    return options.index(REACH) if REACH in options else None


class Case:
    """What is measured of one tool.

    `reader` is the library or command that confirms what was done, never Pace's own; "" where none
    can. `undoes` says whether each ok has an inverse. Numbers make each call another one.
    """

    name: str
    reader: str
    rival: str = ""
    undoes: bool = True
    note: str = ""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace

    async def ready(self, number: int) -> None:
        """Bring about what the call starts from."""

    def call(self, number: int) -> Call:
        raise NotImplementedError

    async def seen(self, number: int, result: Result | None) -> str:
        """What the second reader found instead, or "". Without a result it was the rival."""
        return ""

    async def back(self, number: int) -> str:
        """What the second reader found that is not as it was before, or ""."""
        return ""

    async def by_rival(self, number: int) -> float | None:
        """The same by the rival; its own milliseconds, where it has a clock."""
        return None

    async def clear(self, number: int) -> None:
        """Put away what was left."""


#: The cases of a family, while what they need is there.
Cases = Callable[["Scene"], AbstractAsyncContextManager[Sequence[Case]]]


@dataclass(frozen=True, slots=True)
class Scene:
    """The desktop that the cases run on, and a folder that is theirs."""

    desktop: VirtualDesktop
    folder: Path
    programs: Path  # of requirements/npm

    @asynccontextmanager
    async def pace(self, settings: str = "", **ports: Any) -> AsyncIterator[Pace]:
        """Pace with files of its own; `ports` stand in place of the machine's."""
        folder = self.folder / os.urandom(3).hex()
        places = Places.below(folder)
        write(places.settings, f"{settings}\n")

        def extra(application: Application) -> Sequence[str]:
            chromium = "chromium" in application.id.lower()
            return chromium_arguments(self.desktop.home / "profile") if chromium else ()

        async with parts(places, SystemClock()) as made:
            choices = replace(chosen(made, places), extra_arguments=extra)
            async with linux_desktop(choices) as machine:
                pace = Pace(application(replace(machine, **ports), made), folder)
                await pace.app.look()
                yield pace


def write(path: Path, text: str) -> Path:
    """A file with this text, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read(path: Path) -> str:
    """What a file holds, "" when it is not there."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


async def said(*argv: str | Path, stdin: bytes = b"", fails: bool = False) -> str:
    """What a command printed. Raises Unavailable when there is none, Differs when it failed."""
    program = shutil.which(str(argv[0]))
    if program is None:
        raise Unavailable(f"There is no {argv[0]} here.", fix="bin/test once installs it")
    done = await anyio.run_process(
        [program, *map(str, argv[1:])], input=stdin, env=dict(os.environ), check=False
    )
    if done.returncode != 0 and not fails:
        why = done.stderr.decode(errors="replace").strip().splitlines()
        raise Differs(f"{argv[0]} failed: {why[-1] if why else done.returncode}")
    return done.stdout.decode(errors="replace")


def needs(*programs: str) -> None:
    """Raises Unavailable for the first of these that is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            raise Unavailable(f"There is no {program} here.", fix="bin/test once installs it")


async def complaint(look: Callable[[], Awaitable[str]]) -> str:
    """Look until there is nothing to complain about; what is complained about in the end."""
    last = ""
    with anyio.move_on_after(SEEN_WITHIN):
        while True:
            last = await look()
            if not last:
                return ""
            await anyio.sleep(0.02)
    return last or "it was not looked at in time"


async def titles() -> list[str]:
    """The titles of all windows, as wmctrl has them."""
    listed = await said("wmctrl", "-l", fails=True)
    return [line.split(None, 3)[3] for line in listed.splitlines() if len(line.split(None, 3)) > 3]


async def shown(title: str, *, there: bool = True, seconds: float = 30.0) -> None:
    """Wait until a window of that title is there, or is none. Raises Differs."""

    async def check() -> bool:
        return any(title in each for each in await titles()) is there

    await until(check, seconds, f"A window “{title}” did not {'appear' if there else 'go'}.")


async def called(title: str, *, there: bool = True) -> str:
    """A complaint unless a window of that title is there, or is none."""

    async def look() -> str:
        now = await titles()
        return "" if any(title in each for each in now) is there else f"windows: {now}"

    return await complaint(look)


async def in_front(pace: Pace, title: str) -> None:
    """Make that window the active one, and wait until Pace sees it so."""
    await said("wmctrl", "-a", title)

    async def check() -> bool:
        window = (await pace.app.look()).window
        return window is not None and title in window.title

    await until(check, 20, f"{title} did not come to the front.")
