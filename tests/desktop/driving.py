"""Drives Pace from outside, as a person would: by its commands, on the virtual desktop."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
from Xlib.display import Display
from Xlib.ext import xinput

from pace.desktop.dbus import Connection, connected
from pace.service import Client


@dataclass(frozen=True)
class Pace:
    """Runs commands of Pace with this environment; `before` is put before them."""

    environment: Mapping[str, str]
    before: tuple[str, ...] = ()

    async def __call__(
        self, *arguments: str | bytes, stdin: bytes = b"", seconds: float = 40
    ) -> subprocess.CompletedProcess[bytes]:
        """Run one command to its end, which is never a traceback."""
        program = [sys.executable, "-P", "-m", "pace"]
        with anyio.fail_after(seconds):
            done = await anyio.run_process(
                [*self.before, *program, *arguments],
                env=dict(self.environment), input=stdin, check=False,
            )  # fmt: skip
        assert b"Traceback" not in done.stderr, done.stderr.decode()[-2000:]
        return done

    def behind(self, *before: str) -> "Pace":
        """The same, started by another program."""
        return replace(self, before=before)

    def without(self, *names: str) -> "Pace":
        """The same without some variables of the environment."""
        kept = {name: value for name, value in self.environment.items() if name not in names}
        return replace(self, environment=kept)


def pace_on(environment: Mapping[str, str], folder: Path) -> Pace:
    """Pace with files of its own below `folder`."""
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG", "STATE")}
    return Pace({**environment, **own, "PYTHONPATH": ":".join(sys.path)})


def bare_machine(folder: Path) -> dict[str, str]:
    """An environment with no display, no bus and no sound server, and a home below `folder`."""
    for name in ("home", "run"):
        (folder / name).mkdir(mode=0o700)
    run = folder / "run"
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder / "home"),
        "XDG_RUNTIME_DIR": str(run),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run / 'none'}",
        "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={run / 'none'}",
        "PULSE_SERVER": f"unix:{run / 'none'}",
        "PIPEWIRE_RUNTIME_DIR": str(run),
        "LANG": "C.UTF-8",
    }


async def say(pace, text):
    done = await pace("say", "--json", text)
    assert done.stdout, done.stderr.decode()
    return json.loads(done.stdout)


async def in_front(pace, title):
    """Wait until the application's window is the one that Pace sees."""
    with anyio.fail_after(20):
        while True:
            seen = json.loads((await pace("see", "--json")).stdout)
            if seen["window"] is not None and title in seen["window"]["title"] and seen["elements"]:
                return


async def said(process, words, seconds=5.0):
    """Wait until the application itself printed the words."""
    with anyio.move_on_after(seconds):
        while words not in process.said(30):
            await anyio.sleep(0.02)
    assert words in process.said(30), f"no {words!r} in {process.said(30)!r}"


@asynccontextmanager
async def running(pace) -> AsyncIterator[anyio.abc.Process]:
    """The assistant as a service."""
    async with await anyio.open_process(
        [*pace.before, sys.executable, "-P", "-m", "pace", "run", "--headless"],
        env=dict(pace.environment),
    ) as process:
        try:
            with anyio.fail_after(20):
                buffer = b""
                while b"Pace is running" not in buffer:
                    buffer += await process.stderr.receive()
            yield process
        finally:
            await pace("quit")
            with anyio.move_on_after(10):
                await process.wait()
            if process.returncode is None:
                process.kill()
    assert process.returncode == 0


@dataclass(frozen=True)
class Keys:
    """The keys of the virtual desktop, as its X server has them.

    A key that a program presses is up again before one could look, so presses are listened to.
    """

    display: Display

    def __post_init__(self) -> None:
        presses = [(xinput.AllMasterDevices, xinput.RawKeyPressMask)]
        self.display.screen().root.xinput_select_events(presses)
        self.display.sync()

    def down(self) -> list[int]:
        """The codes of the keys that are down."""
        held = self.display.query_keymap()
        return [code for code in range(8, 256) if held[code // 8] >> code % 8 & 1]

    def forget(self) -> None:
        """Leave out what was pressed until now."""
        self.display.sync()
        self._heard()

    async def pressed(self) -> None:
        """Wait until a key was pressed, since the last of these."""
        while not self._heard():
            await anyio.wait_readable(self.display.fileno())

    def _heard(self) -> bool:
        events = [self.display.next_event() for _ in range(self.display.pending_events())]
        return any(getattr(event, "evtype", None) == xinput.RawKeyPress for event in events)


@dataclass(frozen=True)
class Talk:
    """A connection to the running assistant, as a program of the person would have one."""

    client: Client
    bus: Connection

    async def say(self, text: str, seconds: float = 20.0) -> dict[str, Any]:
        """Say something; the report."""
        with anyio.fail_after(seconds):
            report: dict[str, Any] = json.loads(await self.client.call("Say", "s", text))
            return report

    async def until(
        self, events: AsyncIterator[dict[str, Any]], name: str, seconds: float = 20.0
    ) -> dict[str, Any]:
        """The next event of that name."""
        with anyio.fail_after(seconds):
            async for event in events:
                if event["event"] == name:
                    return event
        raise AssertionError(f"the events ended before {name}")


async def typed_until(
    talk: Talk, keys: Keys, words: str, act: Callable[[], Awaitable[None]]
) -> dict[str, Any]:
    """Have the words typed, and `act` once the first key was pressed; the report of the typing."""
    reports: list[dict[str, Any]] = []
    begun = False
    keys.forget()
    async with anyio.create_task_group() as tasks:
        with anyio.move_on_after(20) as waiting:

            async def type_() -> None:
                reports.append(await talk.say(f"type {words}", seconds=50))
                waiting.cancel()

            tasks.start_soon(type_)
            await keys.pressed()
            begun = True
        if begun:
            await act()
        else:
            tasks.cancel_scope.cancel()
    assert begun, f"no key was pressed; what was said of the typing: {reports or 'nothing yet'}"
    return reports[0]


@asynccontextmanager
async def talking(pace: Pace) -> AsyncIterator[Talk]:
    """The assistant as a service, and a connection to it."""
    async with (
        running(pace),
        connected(pace.environment["DBUS_SESSION_BUS_ADDRESS"]) as bus,
    ):
        yield Talk(Client(bus), bus)


async def seen_text(pace: Pace, label: str) -> str:
    """What the field of that name in the active window holds."""
    seen = json.loads((await pace("see", "--json")).stdout)
    fields = [e for e in seen["elements"] if "editable" in e["states"]]
    return next(str(field["text"]) for field in fields if field["label"] == label)
