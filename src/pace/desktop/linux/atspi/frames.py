"""Applications and their top-level windows, as the accessibility bus knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import anyio

from pace.core.element import Tree, Window
from pace.core.error import Gone, PaceError, TimedOut
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    APPLICATION,
    FRAMES,
    NULL,
    POPUPS,
    REGISTRY,
    ROOT,
    Bit,
)
from pace.desktop.linux.atspi.nodes import Node, describe, described_as
from pace.desktop.linux.atspi.wire import Answer, Ask, Fault, Wire, read

_DIALOGS: Final = frozenset(role for role, word in FRAMES.items() if word in ("dialog", "alert"))


@dataclass(frozen=True, slots=True)
class Application:
    """An application on the bus. `toolkit` is its name and version, such as "GTK 4.8.3"."""

    bus: str
    path: str
    name: str
    toolkit: str
    pid: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A top-level object of an application at one moment; menus and tooltips are popups.

    A `silent` one never says whether it is active.
    """

    app: Application
    path: str
    title: str
    role: int
    active: bool
    popup: bool
    silent: bool = False

    @property
    def node(self) -> Node:
        """The handle of the window itself."""
        return Node(self.app.bus, self.path, self.role, self.path, self.app.toolkit)

    @property
    def id(self) -> str:
        return f"{self.app.bus}{self.path}"

    def window(self, tree: Tree = Tree.FULL) -> Window:
        """The window as Pace speaks of it; only the snapshot knows its rectangle."""
        return Window(self.id, self.app.name, self.title, self.app.pid, None, self.active, tree)


class Applications:
    """Who is on the bus. Name, toolkit and process of a connection never change: read once."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._known: dict[str, Application] = {}

    async def frames(self, pid: int = 0) -> list[Frame]:
        """Every top-level object on screen, of one process if `pid` is given.

        An application that does not answer costs its timeout once and is left out. Raises TimedOut
        when it is the very process that was asked for.
        """
        body = await self._wire.one(REGISTRY, Ask(ROOT, ACCESSIBLE, "GetChildren"))
        refs = [(bus, path) for bus, path in body[0] if path != NULL]
        present = {bus for bus, _ in refs}
        self._known = {bus: app for bus, app in self._known.items() if bus in present}
        found: dict[str, list[Frame]] = {}
        silent: list[TimedOut] = []

        async def look(bus: str, path: str) -> None:
            try:
                app = await self._application(bus, path)
                if pid in (0, app.pid):
                    found[bus] = await self._frames_of(app)
            except TimedOut as problem:
                if pid and await self._pid(bus) == pid:
                    silent.append(problem)
            except PaceError:
                return  # it went away

        async with anyio.create_task_group() as group:
            for bus, path in refs:
                group.start_soon(look, bus, path)
        if silent and not found:
            raise silent[0]
        return [frame for bus, _ in refs for frame in found.get(bus, ())]

    async def of(self, bus: str) -> Application:
        """The application of a bus name. Raises Gone."""
        if bus not in self._known:
            await self.frames()
        if bus not in self._known:
            raise Gone("That application is no longer running.")
        return self._known[bus]

    async def _pid(self, bus: str) -> int:
        """The process behind a connection, or 0 when that has gone."""
        try:
            return int((await self._wire.bus_call("GetConnectionUnixProcessID", "s", bus))[0])
        except PaceError:
            return 0

    async def _application(self, bus: str, path: str) -> Application:
        known = self._known.get(bus)
        if known is not None and known.path == path:
            return known
        pid = await self._pid(bus)
        calls = [
            read(path, ACCESSIBLE, "Name"),
            read(path, APPLICATION, "ToolkitName"),
            read(path, APPLICATION, "Version"),
        ]
        name, toolkit, version = map(_value, await self._wire.ask(bus, calls, hurry=True))
        app = Application(bus, path, name, f"{toolkit} {version}".strip(), pid)
        self._known[bus] = app
        return app

    async def _frames_of(self, app: Application) -> list[Frame]:
        children = (
            await self._wire.ask(app.bus, [Ask(app.path, ACCESSIBLE, "GetChildren")], hurry=True)
        )[0]
        if isinstance(children, Fault):
            return []
        paths = [path for bus, path in children[0] if path != NULL and bus == app.bus]
        calls = [call for path in paths for call in describe(path)]
        answers = await self._wire.ask(app.bus, calls, hurry=True)
        found = (frame_of(app, path, answers[3 * n : 3 * n + 3]) for n, path in enumerate(paths))
        return [frame for frame in found if frame is not None]


def frame_of(app: Application, path: str, answers: Sequence[Answer]) -> Frame | None:
    """The frame from the answers to `describe`; None for what has gone or is not on screen."""
    found = described_as(path, answers)
    if found is None:
        return None
    # GTK 4 up to 4.8 sets neither the showing nor the active state of a dialog, and lists those
    # on screen only
    silent = (
        app.toolkit.startswith("GTK 4")
        and found.role in _DIALOGS
        and found.has(Bit.VISIBLE)
        and not found.has(Bit.SHOWING)
    )
    if not (silent or found.has(Bit.SHOWING) or found.has(Bit.ICONIFIED)):
        return None
    popup = found.role in POPUPS and not found.has(Bit.ACTIVE)
    return Frame(app, path, found.name, found.role, found.has(Bit.ACTIVE), popup, silent)


def _value(answer: Answer) -> str:
    return "" if isinstance(answer, Fault) else str(answer[0].value)
