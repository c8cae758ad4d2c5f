"""Every tool on its real component: time, what a second reader confirms, and the way back."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.each import (
    calendars,
    editors,
    lists,
    pages,
    reaching,
    screen,
    sound,
    windows,
    writing,
)
from bench.each.case import Case, Cases, Pace, Scene
from bench.stage import scratch, stage
from pace.bench import Differs, Run, without_figure
from pace.core.call import spoken
from pace.core.error import PaceError
from pace.core.figures import Row, measured, short
from pace.core.result import Evidence, Result

USUAL = 20

#: The names of the cases that each family has; the first word is the tool.
FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    *sound.FAMILIES,
    *windows.FAMILIES,
    *editors.FAMILIES,
    *pages.FAMILIES,
    *screen.FAMILIES,
    *writing.FAMILIES,
    *lists.FAMILIES,
    *calendars.FAMILIES,
    *reaching.FAMILIES,
)
UNDO = "undo_last"


@dataclass(slots=True)
class Counted:
    """What came of the calls of one case."""

    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    undos: list[float] = field(default_factory=list)
    ok: int = 0
    verified: int = 0
    confirmed: int = 0
    undone: int = 0
    complaints: list[str] = field(default_factory=list)


async def measure(run: Run) -> list[Row]:
    """Each call runs beside its rival, is read back by another reader, and is undone."""
    rows: list[Row] = []
    undos: list[float] = []
    programs = _node_programs()
    async with scratch() as folder, stage(audio=True) as desktop:
        scene = Scene(desktop, folder, programs)
        for names, cases in FAMILIES:
            wanted = [name for name in names if run.wants(name) or run.wants(UNDO)]
            if wanted:
                rows += await _family(wanted, cases, scene, run.times(USUAL), undos)
    if undos and run.wants(UNDO):
        figure = measured(undos)
        more = {"worst": short(max(undos)), "notes": ["every undo of the rows above"]}
        rows.append(Row(UNDO, figure.median, {}, figure.n, figure.spread, more=more))
    return rows


async def _family(
    wanted: Sequence[str], cases: Cases, scene: Scene, times: int, undos: list[float]
) -> list[Row]:
    """A row for each; a component that is not here is one that says why."""
    rows: list[Row] = []
    try:
        async with cases(scene) as found:
            rows += [await _row(each, times, undos) for each in found if each.name in wanted]
    except PaceError as problem:
        done = {row.case for row in rows}
        rows += [without_figure(name, problem) for name in wanted if name not in done]
    return rows


async def _row(case: Case, times: int, undos: list[float]) -> Row:
    counted = Counted()
    try:
        for number in range(times):
            await _once(case, number, counted)
    except PaceError as problem:
        return without_figure(case.name, problem)
    undos += counted.undos
    return _told(case, counted)


async def _once(case: Case, number: int, counted: Counted) -> None:
    if case.rival:
        await case.ready(number)
        counted.theirs.append(await _by_rival(case, number))
        if found := await case.seen(number, None):
            raise Differs(f"{case.rival} did not do it: {found}")
        await case.clear(number)
    await case.ready(number)
    taken, result = await case.pace.run(case.call(number))
    counted.ours.append(taken)
    if result.ok:
        await _confirmed(case, number, counted, result)
    else:
        counted.complaints.append(f"call {number + 1} was not ok: {result.spoken}")
    await case.clear(number)


async def _by_rival(case: Case, number: int) -> float:
    begun = time.perf_counter()
    own = await case.by_rival(number)
    return own if own is not None else (time.perf_counter() - begun) * 1000


async def _confirmed(case: Case, number: int, counted: Counted, result: Result) -> None:
    counted.ok += 1
    counted.verified += result.evidence is Evidence.VERIFIED
    claimed = f"ok, {result.evidence.value}"
    found = await case.seen(number, result)
    if found:
        counted.complaints.append(f"call {number + 1} was {claimed}, {case.reader} says: {found}")
    counted.confirmed += not found
    if result.inverse is not None:
        await _undone(case.pace, case, number, counted)
    elif case.undoes:
        counted.complaints.append(f"call {number + 1} has no inverse: {result.spoken}")


async def _undone(pace: Pace, case: Case, number: int, counted: Counted) -> None:
    taken, result = await pace.run(spoken(UNDO))
    counted.undos.append(taken)
    found = await case.back(number) if result.ok else result.spoken
    if found:
        counted.complaints.append(f"undo {number + 1}: {found}")
    counted.undone += not found


def _told(case: Case, counted: Counted) -> Row:
    figure = measured(counted.ours)
    rivals = {case.rival: measured(counted.theirs).median} if case.rival else {}
    unsure = counted.complaints
    more: dict[str, object] = {
        "worst": short(max(counted.ours)),
        "ok": counted.ok,
        "verified": counted.verified,
        "read_back": counted.confirmed if case.reader else None,
        "undone": counted.undone if case.undoes else None,
        "load": round(os.getloadavg()[0], 1),
        "notes": [
            f"read back by {case.reader or 'none'}; rival: {case.rival or 'none'}{case.note}",
            *unsure,
        ],
    }
    if unsure:
        more["failed"] = True
    if rivals:
        more["rival_spreads"] = {case.rival: short(measured(counted.theirs).spread)}
    return Row(case.name, figure.median, rivals, figure.n, figure.spread, more=more)


def _node_programs() -> Path:
    """Where the tests' set-up put the programs of requirements/npm; a folder that may be empty."""
    named = os.environ.get("PACE_TEST_NPM")
    if named:
        return Path(named)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    found = sorted((data / "pace").glob("npm-*/node_modules/.bin"))
    return found[-1] if found else Path("/nonexistent")
