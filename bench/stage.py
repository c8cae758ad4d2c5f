"""Where benchmarks run: a private desktop with real applications on it."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio

from pace.bench import Differs
from pace.core.element import Snapshot, Window
from pace.core.error import Unavailable
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import Process, VirtualDesktop, virtual_desktop
from pace.desktop.ports import ElementTree

ROOT = Path(__file__).resolve().parents[1]
FORMS = ROOT / "tests" / "desktop" / "apps"
SYSTEM_PYTHON = "/usr/bin/python3"  # the one that the distribution's python3-gi is for
RIVAL = Path(__file__).with_name("rivals") / "libatspi.py"
WAIT_SECONDS = 40.0


@asynccontextmanager
async def stage(*, audio: bool = False) -> AsyncIterator[VirtualDesktop]:
    """A private desktop, in whose environment this process is until the end."""
    before = dict(os.environ)
    async with virtual_desktop(audio=audio) as desktop:
        os.environ.update(desktop.environment)
        try:
            yield desktop
        finally:
            os.environ.clear()
            os.environ.update(before)


@asynccontextmanager
async def scratch() -> AsyncIterator[Path]:
    """A folder for the time of a case."""
    with tempfile.TemporaryDirectory(prefix="pace-bench-") as name:
        yield Path(name)


def form_command(kind: str) -> list[str]:
    """What starts the form of a toolkit: gtk3, gtk4 or qt. Raises Unavailable."""
    python = SYSTEM_PYTHON
    if kind == "qt":
        if importlib.util.find_spec("PySide6") is None:
            raise Unavailable(
                "There is no Qt here, so its window was not measured.",
                fix="bin/test once, then its environment's python -m pace bench",
            )
        python = sys.executable
    return [python, str(FORMS / f"{kind}_form.py")]


async def pages(folder: Path) -> None:
    """Write medium.html and large.html."""
    await anyio.run_process([sys.executable, str(FORMS / "pages" / "generate.py"), str(folder)])


def chromium_command(folder: Path, page: Path) -> list[str]:
    """What starts Chromium with a profile in `folder` on a page."""
    return ["chromium", *chromium_arguments(folder / "profile"), page.as_uri()]


@asynccontextmanager
async def opened(
    desktop: VirtualDesktop,
    argv: list[str],
    tree: ElementTree,
    title: str,
    ready: Callable[[Snapshot], bool] = lambda seen: bool(seen.elements),
) -> AsyncIterator[tuple[Process, Window]]:
    """An application, once its window shows what `ready` waits for and two looks agree on it."""
    process = await desktop.launch(argv)
    found: list[Window] = []
    looks: list[Snapshot] = []

    async def settled() -> bool:
        if not process.running:
            raise Unavailable(f"{argv[0]} ended at once: {process.said(5)}")
        window = next((one for one in await tree.windows() if title in one.title), None)
        if window is None:
            return False
        found[:] = [window]
        looks.append(await tree.snapshot(window))
        return ready(looks[-1]) and len(looks) > 1 and looks[-1].elements == looks[-2].elements

    try:
        await until(settled, WAIT_SECONDS, f"{argv[0]} did not show {title} in time.", every=0.1)
        yield process, found[0]
    finally:
        await process.stop()


async def until(
    check: Callable[[], Awaitable[bool]], seconds: float, otherwise: str, every: float = 0.02
) -> None:
    """Wait until it holds. Raises Differs with the sentence when it never did."""
    with anyio.move_on_after(seconds):
        while True:
            if await check():
                return
            await anyio.sleep(every)
    raise Differs(otherwise)


async def rival(how: str, **request: object) -> dict[str, Any]:
    """One answer of bench/rivals/libatspi.py, from a fresh process."""
    argv = [SYSTEM_PYTHON, str(RIVAL), how, json.dumps(request)]
    done = await anyio.run_process(argv, check=False)
    if done.returncode != 0:
        said = done.stderr.decode().strip().splitlines()
        raise Unavailable(
            f"The rival with libatspi did not run: {said[-1] if said else 'it said nothing'}.",
            fix="apt-get install python3-pyatspi",
        )
    answer: dict[str, Any] = json.loads(done.stdout.decode().splitlines()[-1])
    return answer
