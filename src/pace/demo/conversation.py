"""`pace demo`: a spoken conversation carried out for real on a private desktop."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict
from pathlib import Path

import anyio
import anyio.to_thread

from pace.app import Choices, linux_desktop, parts
from pace.core.error import Unavailable
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import DesktopError, VirtualDesktop, virtual_desktop
from pace.demo.pages import write_pages
from pace.demo.showing import shown
from pace.demo.stage import Shown, Stage, Step
from pace.demo.steps import STEPS
from pace.desktop.ports import Application
from pace.running import assembled
from pace.store.places import Places

log = logging.getLogger(__name__)

#: The screen of the demonstration, in pixels.
WIDTH, HEIGHT = 1280, 800


async def demonstrate(*, as_json: bool, keep: str | None) -> int:
    """Carry out the conversation; 0 when every step was verified."""
    folder = None
    if keep is not None:
        folder = anyio.Path(keep)
        await folder.mkdir(parents=True, exist_ok=True)
    seen: list[Shown] = []
    try:
        async with stage(None if folder is None else Path(folder)) as ready:
            for number, step in enumerate(STEPS, 1):
                result = await ready.perform(number, step)
                seen.append(result)
                if not as_json:
                    sys.stdout.write(shown(number, result) + "\n")
                    sys.stdout.flush()
    except DesktopError as problem:
        raise Unavailable(f"The private desktop did not start: {problem}") from problem
    ok = len(seen) == len(STEPS) and all(step.verified for step in seen)
    if as_json:
        sys.stdout.write(json.dumps({"ok": ok, "steps": [asdict(s) for s in seen]}) + "\n")
    else:
        good = sum(step.verified for step in seen)
        kept = f" Pictures and sound are in {keep}." if keep else ""
        sys.stdout.write(f"{good} of {len(STEPS)} steps verified.{kept}\n")
    return 0 if ok else 1


@asynccontextmanager
async def stage(folder: Path | None) -> AsyncIterator[Stage]:
    """A private desktop with a running assistant on it."""
    async with AsyncExitStack() as stack:
        desktop = await stack.enter_async_context(virtual_desktop(WIDTH, HEIGHT))
        _move_in(desktop)
        await anyio.to_thread.run_sync(_paint, desktop)
        page = write_pages(desktop.home / "page")
        places = Places.of()
        made = await stack.enter_async_context(parts(places))
        arguments = chromium_arguments(desktop.home / "chromium")

        def extra(application: Application) -> tuple[str, ...]:
            if "chromium" not in application.id.lower():
                return ()
            place = ("--window-position=700,330", "--window-size=560,450")
            # the flag keeps a warning about --no-sandbox, which root needs, off the picture
            return (*arguments, "--test-type", *place, page)

        ports = await stack.enter_async_context(linux_desktop(Choices(extra_arguments=extra)))
        running = await stack.enter_async_context(assembled(ports, made, places, notify=False))
        tasks = await stack.enter_async_context(anyio.create_task_group())
        stack.callback(tasks.cancel_scope.cancel)
        tasks.start_soon(running.engine.run, running.bell, running.reminding)
        await running.hearing.warm_up()
        yield Stage(desktop, running, folder)
        running.engine.quit()


def _paint(desktop: VirtualDesktop) -> None:
    """A background that is easier on the eye than black."""
    from Xlib.display import Display

    display = Display(desktop.display)
    root = display.screen().root
    root.change_attributes(background_pixel=0x3B5566)
    root.clear_area(width=desktop.width, height=desktop.height)
    display.sync()
    display.close()


def _move_in(desktop: VirtualDesktop) -> None:
    """This process now belongs to the private desktop, and to nothing of the person's."""
    for name in ("WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK"):
        os.environ.pop(name, None)
    os.environ.update(desktop.environment)


__all__ = ["STEPS", "Step", "demonstrate", "stage"]
