"""Reading a window: Pace against a walk with libatspi and against libatspi's Collection."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.stage import chromium_command, form_command, opened, pages, rival, scratch, stage
from pace.app import linux_desktop
from pace.bench import Differs, Run, without_figure
from pace.core.element import Element, Rect, Snapshot, Window
from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, measured, short
from pace.desktop.linux.atspi.names import INTERACTIVE, ROLES, roles_for, tidy
from pace.desktop.linux.atspi.nodes import Node
from pace.desktop.ports import ElementTree

Sides = tuple[int, int, int, int]
#: Name, role and rectangle.
Found = tuple[str, int, Sides | None]

#: Modes of bench/rivals/libatspi.py and what they are called in the table.
RIVALS = {"walk": "walk", "pruned": "pruned walk", "collection": "Collection"}


@dataclass(frozen=True, slots=True)
class Case:
    """A window to read; `shows` is the name of an element that it shows when it is ready,
    `walks` how often the slow rival is run."""

    name: str
    title: str
    usual: int
    shows: str = ""
    walks: int = 15

    def ready(self, seen: Snapshot) -> bool:
        names = {one.name for one in seen.elements}
        return self.shows in names if self.shows else bool(names)


CASES = (
    Case("chromium-480", "Medium page", 15, shows="Link 5"),
    Case("chromium-7700", "Large page", 15, shows="Link 5", walks=3),
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

    Each element of ours must be a node of the rival's, by role, rectangle and, where the toolkit
    gives it one, name. Each node that can be acted on and has a name must be an element of ours; an
    echo, which repeats the name of what it lies in or around, need not be. GTK 4 does not know
    where its windows are, so there the rival's rectangles are moved by one distance for all. Names
    compare as Pace tidies them (GTK 4 calls what has no name by its class).
    """
    known = [one for one in ours if _node(one).role in ROLES]  # no document that has the focus
    mine = _tidied([(one.name, _node(one).role, _sides(one)) for one in known])
    other = _tidied([(name, role, rect and tuple(rect)) for name, role, rect, _ in theirs])
    toolkit = next((_node(one).toolkit for one in known), "")
    other = [(tidy(name, toolkit), role, rect) for name, role, rect in other]
    if toolkit.startswith("GTK 4"):
        other = _moved(other, mine)
    nodes = Counter((role, rect) for _, role, rect in other)
    names = {(role, rect): name for name, role, rect in other}
    for name, role, rect in mine:
        nodes[role, rect] -= 1
        echoed = any(name == one and _around(rect, place) for one, _, place in other)
        if nodes[role, rect] < 0 or (names[role, rect] not in ("", name) and not echoed):
            raise Differs(f"The rival has no {role} {name!r} at {rect}.")
    left = Counter((name, role, rect) for name, role, rect in other if name and role in INTERACTIVE)
    left.subtract(mine)
    for (name, role, rect), count in left.items():
        echo = any(name == one and _around(rect, place) for one, _, place in mine)
        if count > 0 and not echo:
            raise Differs(f"Pace has no {role} {name!r} at {rect}.")
    acts = sum(role in INTERACTIVE for _, role, _ in mine)
    return (
        f"of its {len(other)} nodes Pace keeps {len(mine)}: all {acts} named things to act on, and"
        " words without echoes"
    )


def _sides(element: Element) -> Sides | None:
    rect = element.rect
    return None if rect is None else (rect.x, rect.y, rect.width, rect.height)


def _tidied(items: Sequence[Found]) -> list[Found]:
    """Names on one line; no rectangle for what was never laid out."""
    return [
        (" ".join(name.replace("\ufffc", "").split()), role, rect if rect and rect[2] > 0 else None)
        for name, role, rect in items
    ]


def _moved(items: Sequence[Found], like: Sequence[Found]) -> list[Found]:
    """All moved by the one distance at which most of them lie where the same ones of `like` do."""
    places = {(name, role, rect[2:]): rect for name, role, rect in like if rect}
    distances = Counter(
        (there[0] - rect[0], there[1] - rect[1])
        for name, role, rect in items
        if rect and (there := places.get((name, role, rect[2:])))
    )
    (x, y), _ = max(distances.items(), key=lambda one: one[1], default=((0, 0), 0))
    return [
        (name, role, rect and (rect[0] + x, rect[1] + y, rect[2], rect[3]))
        for name, role, rect in items
    ]


def _around(one: Sides | None, other: Sides | None) -> bool:
    """Whether one holds the middle of the other."""
    if one is None or other is None:
        return one == other
    outer, inner = Rect(*one), Rect(*other)
    return outer.contains(*inner.center) or inner.contains(*outer.center)


def _node(element: Element) -> Node:
    assert isinstance(element.handle, Node)
    return element.handle
