"""Reading a window: Pace against a walk with libatspi and against libatspi's Collection."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.stage import chromium_command, form_command, opened, pages, rival, scratch, stage
from pace.app import linux_desktop
from pace.bench import Differs, Run, without_figure
from pace.core.element import Element, Snapshot, Window
from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, measured, same_work, short
from pace.desktop.linux.atspi.names import INTERACTIVE, ROLES, roles_for
from pace.desktop.linux.atspi.nodes import Node
from pace.desktop.ports import ElementTree

#: Modes of bench/rivals/libatspi.py and what they are called in the table.
RIVALS = {"walk": "walk", "pruned": "pruned walk", "collection": "Collection"}


@dataclass(frozen=True, slots=True)
class Case:
    """A window to read; `least` is how many elements it shows when it is ready,
    `walks` how often the slow rival is run."""

    name: str
    title: str
    usual: int
    least: int = 1
    walks: int = 15

    def ready(self, seen: Snapshot) -> bool:
        return len(seen.elements) >= self.least


CASES = (
    Case("chromium-480", "Medium page", 15, 85),
    Case("chromium-7700", "Large page", 15, 60, 3),
    Case("gtk3", "GTK 3 form", 15),
    Case("gtk4", "GTK 4 form", 15),
    Case("gtk4-calculator", "Calculator", 15),
    Case("qt", "Qt form", 15),
)


async def measure(run: Run) -> list[Row]:
    """Each window read by three readers in turn, each sample of a rival in a fresh process."""
    rows = []
    async with stage() as desktop, linux_desktop() as ports, scratch() as folder:
        tree = ports.tree
        if tree is None:
            raise Unavailable(ports.missing.get("tree", "There is no accessibility tree."))
        await pages(folder)
        for case in (one for one in CASES if run.wants(one.name)):
            try:
                argv = _command(case, folder)
                async with opened(desktop, argv, tree, case.title, case.ready) as (_, window):
                    rows.append(await _compare(case, tree, window, run.times(case.usual)))
            except PaceError as problem:
                rows.append(without_figure(case.name, problem))
    return rows


def _command(case: Case, folder: Path) -> list[str]:
    match case.name:
        case "chromium-480":
            return chromium_command(folder / "medium", folder / "medium.html")
        case "chromium-7700":
            return chromium_command(folder / "large", folder / "large.html")
        case "gtk4-calculator":
            return ["gnome-calculator"]
        case form:
            return form_command(form)


async def _compare(case: Case, tree: ElementTree, window: Window, times: int) -> Row:
    """Ours and the rivals in turn, so that a busy moment of the machine meets all of them."""
    ours: list[float] = []
    theirs: dict[str, list[dict[str, Any]]] = {how: [] for how in RIVALS}
    seen = await tree.snapshot(window)  # connections and Python's own first time
    toolkit = _node(seen.elements[0]).toolkit
    request = {
        "title": case.title,
        "roles": roles_for(toolkit),
        "coordinates": "window" if toolkit.startswith("GTK 4") else "screen",
    }
    for turn in range(times):
        begun = time.perf_counter()
        seen = await tree.snapshot(window)
        ours.append((time.perf_counter() - begun) * 1000)
        for how, answers in theirs.items():
            wanted = turn < case.walks if how == "walk" else turn == 0 or answers
            if wanted and (answer := await rival(how, **request))["elements"] is not None:
                answers.append(answer)
    figure = measured(ours)
    summed = {
        how: measured([a["ms"] for a in answers]) for how, answers in theirs.items() if answers
    }
    again = {
        f"{RIVALS[how]} again": measured([one["again_ms"] for one in answers]).median
        for how, answers in theirs.items() if answers and how != "walk"
    }  # fmt: skip
    notes = [f"{RIVALS[how]}: {await _agreed(tree, window, how, request)}" for how in summed]
    notes += [f"{toolkit} offers no Collection" for how in RIVALS if how not in summed]
    more = {
        "elements": len(seen.elements),
        "again": {name: short(value) for name, value in again.items()},
        "rival_spreads": {RIVALS[how]: short(one.spread) for how, one in summed.items()},
        "notes": notes,
    }
    rivals = {RIVALS[how]: one.median for how, one in summed.items()}
    return Row(case.name, figure.median, rivals, figure.n, figure.spread, more=more)


async def _agreed(tree: ElementTree, window: Window, how: str, request: dict[str, Any]) -> str:
    """`agreement`, asked again where the window changed between two readers (a browser tab tells
    its use of memory)."""
    for left in (2, 1, 0):
        theirs = (await rival(how, **request))["elements"]
        ours = (await tree.snapshot(window)).elements
        try:
            return agreement(ours, theirs)
        except Differs:
            if not left:
                raise
    raise AssertionError


def agreement(ours: Sequence[Element], theirs: Sequence[Any]) -> str:
    """Whether both found the same: a sentence. Raises Differs when they did not.

    What can be acted on must be the same set of names, roles and rectangles. Where the toolkit
    gives no name ours comes from a label, so there the role and the rectangle count. Words that
    only repeat what they lie in are left out by Pace; the rest must be among the rival's. GTK 4
    does not know where its window is, so there all rectangles are taken from the first element's.
    """
    relative = any(_node(one).toolkit.startswith("GTK 4") for one in ours)
    ours = [one for one in ours if _node(one).role in ROLES]  # not a document that has the focus
    named = {(role, *(rect or ())) for name, role, rect, _ in theirs if name}
    mine = [_mine(one, named, relative) for one in ours]
    other = [(name, role, *(rect or ())) for name, role, rect, _ in theirs]
    actable = [one for one in mine if one[1] in INTERACTIVE]
    wanted = [one for one in other if one[1] in INTERACTIVE]
    if relative:
        actable, wanted = _from_first(actable), _from_first(wanted)
    differ = same_work(actable, wanted)
    if differ:
        raise Differs(f"The readers did not find the same elements: {differ}.")
    known = {one[1:] for one in other}
    strange = (
        [] if relative else [m for m in mine if m[1] not in INTERACTIVE and m[1:] not in known]
    )
    if strange:
        raise Differs(f"Pace shows words that the rival did not find: {strange[0]}.")
    words = len(mine) - len(actable)
    all_words = len(other) - len(wanted)
    return f"the same {len(actable)} things to act on, and {words} of its {all_words} words"


def _mine(element: Element, named: set[tuple[int, ...]], relative: bool) -> tuple[Any, ...]:
    rect = element.rect
    place = () if rect is None else (rect.x, rect.y, rect.width, rect.height)
    role = _node(element).role
    return (element.name if relative or (role, *place) in named else "", role, *place)


def _from_first(items: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    placed = [item for item in items if len(item) == 6]
    if not placed:
        return items
    x, y = min(item[2] for item in placed), min(item[3] for item in placed)
    return [(i[1], i[2] - x, i[3] - y, *i[4:]) if len(i) == 6 else i[1:] for i in items]


def _node(element: Element) -> Node:
    assert isinstance(element.handle, Node)
    return element.handle
