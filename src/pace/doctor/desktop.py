"""The rows of the desktop: every adapter, who serves, and what its probe did."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

import anyio

from pace.app import Machine
from pace.core.element import Tree, Window
from pace.core.error import PaceError, Unavailable
from pace.desktop import dbus
from pace.desktop.ports import Adapter, Desktop, ElementTree
from pace.doctor.checking import Checks, of_probe, plainly
from pace.doctor.rows import NOTE, Finding, State
from pace.doctor.surroundings import LOG_IN_AGAIN, START_BUS, Session, fix_for, on_wayland

#: The capability that each port of `Desktop` is shown as.
CAPABILITIES: Mapping[str, str] = MappingProxyType({
    "tree": "accessibility tree", "applications": "applications", "windows": "windows",
    "pointer": "pointer", "keyboard": "keyboard", "screen": "screen", "clipboard": "clipboard",
    "hotkey": "hotkey", "notifications": "notifications", "media": "media", "volume": "volume",
    "battery": "battery", "secrets": "secrets", "brightness": "brightness",
    "calendars": "calendars", "todos": "to-dos", "contacts": "contacts", "notes": "notes",
    "drafts": "mail drafts", "files": "file manager", "trash": "trash", "shortcuts": "shortcuts",
    "downloads": "downloads",
})  # fmt: skip

#: Their probes open windows, the last four's with the keyboard focus, so they take turns. The
#: hotkey comes before the keyboard, whose keys it does not listen to for a moment.
ONE_AT_A_TIME = ("screen", "clipboard", "windows", "pointer", "hotkey", "keyboard")

#: The name that `pace.service` owns on the session bus while Pace runs.
SERVICE = "org.pacevoice.Pace"

#: Windows that are looked into for their tree.
MOST_WINDOWS = 12


async def examine_desktop(checks: Checks, machine: Machine, session: Session) -> None:
    """Check every port."""
    if session.wayland:
        checks.note(NOTE, "", on_wayland())
    serving: dict[str, Adapter] = {}
    for adapter, why_not in sorted(machine.adapters, key=lambda pair: -pair[0].rank):
        capability, name = CAPABILITIES[adapter.provides], served_by(adapter)
        if getattr(machine.desktop, adapter.provides) is adapter:
            serving[adapter.provides] = adapter
        elif why_not:
            fix = fix_for(capability, session)
            checks.note(capability, name, Finding(State.UNAVAILABLE, plainly(why_not), fix))
        else:
            checks.note(capability, name, Finding(State.NOT_PROBED, "stands by"))
    known = {adapter.provides for adapter, _ in machine.adapters}
    for port, capability in CAPABILITIES.items():
        if port not in known:
            checks.note(capability, "", Finding(State.UNAVAILABLE, "nothing in Pace serves it yet"))

    bus = _Bus()

    async def tree_first() -> None:
        await _probe(checks, serving["tree"])
        await _examine_windows(checks, machine.desktop)

    async with anyio.create_task_group() as group:
        group.start_soon(bus.examine, checks, session)
        group.start_soon(_take_turns, checks, serving, bus)
        if "tree" in serving:
            group.start_soon(tree_first)
        for port, adapter in serving.items():
            if port not in ("tree", *ONE_AT_A_TIME):
                group.start_soon(_probe, checks, adapter)


def served_by(adapter: Adapter) -> str:
    """An adapter by the file it is in: x11_windows, mpris, atspi.tree."""
    return type(adapter).__module__.rpartition("pace.desktop.linux.")[2].replace("_", " ")


async def _probe(checks: Checks, adapter: Adapter) -> Finding:
    async def work() -> Finding:
        return of_probe(await adapter.probe())

    return await checks.check(CAPABILITIES[adapter.provides], served_by(adapter), work)


async def _take_turns(checks: Checks, serving: Mapping[str, Adapter], bus: _Bus) -> None:
    """One after the other; when two in a row fail in the same words, the rest is not tried."""
    last: tuple[State, str] | None = None
    hangs = False
    for port in ONE_AT_A_TIME:
        if port not in serving:
            continue
        skip = "it would fail like the others" if hangs else ""
        if port == "hotkey" and await bus.has_pace():
            skip = "Pace is running and listens to it already"
        if skip:
            name = served_by(serving[port])
            checks.note(CAPABILITIES[port], name, Finding(State.NOT_PROBED, skip))
            continue
        finding = await _probe(checks, serving[port])
        hangs = finding.state is State.DEAD and (finding.state, finding.did) == last
        last = (finding.state, finding.did)


class _Bus:
    """The session bus, and whether Pace runs on it: its hotkey must not be pressed for a trial."""

    def __init__(self) -> None:
        self._known = anyio.Event()
        self._owner: str | None = None

    async def examine(self, checks: Checks, session: Session) -> None:
        if session.bus:
            await checks.check("session bus", "D-Bus", self._look)
        else:
            nothing = Finding(State.UNAVAILABLE, "there is no session bus", START_BUS)
            checks.note("session bus", "", nothing)
        self._known.set()

    async def has_pace(self) -> bool:
        await self._known.wait()
        return self._owner is not None

    async def _look(self) -> Finding:
        try:
            async with dbus.connected(dbus.session_address()) as bus:
                self._owner = await bus.owner(SERVICE)
        except Unavailable as problem:
            return Finding(State.DEAD, plainly(str(problem)), LOG_IN_AGAIN)
        if self._owner is None:
            return Finding(State.OK, "it answers; Pace is not running (`pace run` starts it)")
        return Finding(State.OK, f"it answers, and Pace is running as {SERVICE}")


async def _examine_windows(checks: Checks, desktop: Desktop) -> None:
    tree = desktop.tree
    if tree is None:
        return

    async def work() -> Finding:
        return described(*await _without_tree(tree, desktop))

    await checks.check("window trees", "", work)


async def _without_tree(tree: ElementTree, desktop: Desktop) -> tuple[list[str], list[str], int]:
    """Applications that show a stub, windows that show no tree at all, and how many were seen."""
    mine = os.getpid()
    known = [window for window in await tree.windows() if window.pid != mine]
    stubs: dict[str, None] = {}
    for window in known[:MOST_WINDOWS]:
        try:
            seen = (await tree.snapshot(window)).window
        except PaceError:
            continue  # it is busy or has just closed, which says nothing of its tree
        if seen is not None and seen.tree is Tree.STUB:
            stubs[window.app or window.title] = None
    have = {window.pid for window in known}
    listed: list[Window] = []
    if desktop.windows is not None:
        try:
            listed = [w for w in await desktop.windows.list() if w.pid not in (0, mine)]
        except PaceError:
            listed = []
    silent = dict.fromkeys(w.app or w.title for w in listed if w.pid not in have)
    return list(stubs), list(silent), len(known)


def described(stubs: list[str], silent: list[str], count: int) -> Finding:
    """The row about windows that Pace cannot see into."""
    windows = f"{count} window" if count == 1 else f"{count} windows"
    also = f"; {', '.join(silent)} hangs or shows nothing to assistive programs" if silent else ""
    if stubs:
        return Finding(
            State.UNAVAILABLE,
            f"{', '.join(stubs)} was started without accessibility and shows a stub{also}",
            f'close {stubs[0]} and start it through Pace: pace say "open {stubs[0]}"',
        )
    if silent:
        only = f"looked into {windows}{also}, so Pace can only type there"
        return Finding(State.UNAVAILABLE, only)
    shown = f"looked into {windows}; each shows its tree"
    return Finding(State.OK, shown if count else "no application has a window open")
