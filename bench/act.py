"""Words in, the outcome seen: a button, a check box, a link, against a script with libatspi."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio

from bench.stage import (
    chromium_command,
    form_command,
    opened,
    pages,
    rival,
    scratch,
    stage,
    until,
)
from pace.app import App, application, linux_desktop, parts
from pace.bench import Differs, Run, without_figure
from pace.core.element import Snapshot, Window
from pace.core.error import PaceError, Unavailable
from pace.core.event import Event, Outcome
from pace.core.figures import Row, measured, short
from pace.demo.desktop import Process
from pace.store.places import Places


@dataclass(frozen=True, slots=True)
class Case:
    """The rival presses the first control, we the second, in turn: each press changes something.

    `says` is what the application itself prints of each press, empty where it prints nothing.
    """

    name: str
    title: str
    controls: tuple[str, str]
    says: tuple[str, ...] = ()
    note: str = ""

    def ready(self, seen: Snapshot) -> bool:
        return {*self.controls} <= {one.name for one in seen.elements}


_REPORTS = ("Submit report", "Submit feedback")
_TOLD = ("Submitted report", "Submitted feedback")

CASES = (
    Case("gtk3 button", "GTK 3 form", _REPORTS, _TOLD),
    Case("gtk4 button", "GTK 4 form", _REPORTS, _TOLD, "; GTK 4 shows the press for 250 ms first"),
    Case(
        "qt check box",
        "Qt form",
        ("Subscribe", "Subscribe"),
        ("Subscribe on", "Subscribe off"),
        "; Qt shows the press for 100 ms first",
    ),
    Case("chromium link", "Medium page", ("Link 3", "Link 5")),
)
RIVAL = "libatspi script"
USUAL = 20


async def measure(run: Run) -> list[Row]:
    """Ours ends when the outcome was seen. The rival's ends when the application told of it, and
    for a link when the press was answered, unseen."""
    rows = []
    async with (
        stage() as desktop,
        linux_desktop() as ports,
        parts(Places.of()) as made,
        scratch() as folder,
    ):
        if ports.tree is None:
            raise Unavailable(ports.missing.get("tree", "There is no accessibility tree."))
        app = application(ports, made)
        await pages(folder)
        for case in (one for one in CASES if run.wants(one.name)):
            try:
                argv = _command(case, folder)
                async with opened(desktop, argv, ports.tree, case.title, case.ready) as (
                    process,
                    window,
                ):
                    await _in_front(app, window)
                    rows.append(await _compare(case, app, process, run.times(USUAL)))
            except PaceError as problem:
                rows.append(without_figure(case.name, problem))
    return rows


def _command(case: Case, folder: Path) -> list[str]:
    kind = case.name.partition(" ")[0]
    if kind == "chromium":
        return chromium_command(folder, folder / "medium.html")
    return form_command(kind)


async def _in_front(app: App, window: Window) -> None:
    """Wait until Pace sees this window as the active one."""

    async def seen() -> bool:
        found = (await app.look()).window
        return found is not None and found.title == window.title

    await until(seen, 20, f"{window.title} did not come to the front.")


async def _compare(case: Case, app: App, process: Process, times: int) -> Row:
    ours: list[float] = []
    theirs: list[float] = []
    parts_of: list[dict[str, float]] = []
    await _pressed(case, app, process, 0)  # Python's own first time
    for _ in range(times):
        taken, report = await _pressed(case, app, process, 1)
        ours.append(taken)
        parts_of.append(report["milliseconds"])
        theirs.append(await _pressed_by_rival(case, process))
    figure, other = measured(ours), measured(theirs)
    spent = {
        part: short(measured([one.get(part, 0.0) for one in parts_of]).median)
        for part in ("look", "understand", "first_act", "act")
    }
    told = ", ".join(f"{part} {milliseconds:g}" for part, milliseconds in spent.items())
    more = {
        "p95": short(figure.p95),
        "parts": spent,
        "rival_spreads": {RIVAL: short(other.spread)},
        "notes": [f"every outcome verified; milliseconds: {told}{case.note}"],
    }
    return Row(case.name, figure.median, {RIVAL: other.median}, figure.n, figure.spread, more=more)


async def _pressed(
    case: Case, app: App, process: Process, which: int
) -> tuple[float, dict[str, Any]]:
    """Say it; milliseconds until the outcome was known, and the report. Each must be verified."""
    known: list[tuple[float, dict[str, Any]]] = []

    def see(event: Event) -> None:
        if isinstance(event, Outcome):
            known.append((time.perf_counter(), event.report))

    forget = app.parts.events.subscribe(see)
    try:
        begun = time.perf_counter()
        await app.say(f"click {case.controls[which]}")
    finally:
        forget()
    at, report = known[0]
    evidence = [result["evidence"] for result in report["results"]]
    if evidence != ["verified"]:
        raise Differs(f"The press was {evidence}, not verified: {report['spoken']}")
    await _told(case, process, which)
    return (at - begun) * 1000, report


async def _pressed_by_rival(case: Case, process: Process) -> float:
    """Milliseconds until the application said that it happened, else until the press was answered.

    The script itself sees nothing, so its clock ends when we read what the application printed.
    """
    seen_at: list[float] = []

    async def watch() -> None:
        await _told(case, process, 0)
        seen_at.append(time.monotonic())

    answer: dict[str, Any] = {}
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(watch)
        answer = await rival("press", title=case.title, name=case.controls[0])
    if not answer["done"]:
        raise Differs(f"The rival did not press {case.controls[0]}.")
    late = (seen_at[0] - answer["at"]) * 1000 if case.says else 0.0
    return float(answer["ms"]) + max(0.0, late)


async def _told(case: Case, process: Process, which: int) -> None:
    """Wait until the application itself says that it happened."""
    if not case.says:
        return

    async def said() -> bool:
        return case.says[which] in process.said(1)

    await until(said, 5, f"The application did not say “{case.says[which]}”.", every=0.002)
