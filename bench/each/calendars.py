"""The calendar of Evolution Data Server, which its own library reads and writes as well."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import anyio

from bench.each.case import Case, Cases, Scene, complaint, needs
from bench.stage import SYSTEM_PYTHON
from pace.core.call import Call, spoken
from pace.core.error import Unavailable
from pace.core.result import Result

SCRIPT = Path(__file__).parents[1] / "rivals" / "evolution.py"


async def ecal(how: str, *arguments: str) -> Any:
    """One answer of bench/rivals/evolution.py, from a fresh process."""
    done = await anyio.run_process([SYSTEM_PYTHON, str(SCRIPT), how, *arguments], check=False)
    if done.returncode != 0:
        why = done.stderr.decode().strip().splitlines()
        raise Unavailable(
            f"Evolution's own library did not answer: {why[-1] if why else 'it said nothing'}.",
            fix="apt-get install evolution-data-server gir1.2-ecal-2.0",
        )
    return json.loads(done.stdout)


def _day() -> date:
    return date.today() + timedelta(days=1)  # noqa: DTZ011


def _title(number: int) -> str:
    return f"Dentist {number}"


async def _there(number: int, count: int) -> str:
    async def look() -> str:
        found = [each for each in (await ecal("list"))["events"] if each[0] == _title(number)]
        right = all(each[1].startswith(f"{_day():%Y%m%d}T15") for each in found)
        return "" if len(found) == count and right else f"it has {found}"

    return await complaint(look)


class Creating(Case):
    name, reader, rival = "calendar_create", "ECal", "ECal script"

    def call(self, number: int) -> Call:
        return spoken("calendar_create", title=_title(number), start=f"{_day()} 15:00")

    async def by_rival(self, number: int) -> float:
        return float((await ecal("new", _title(number), f"{_day():%Y%m%d}"))["ms"])

    async def seen(self, number: int, result: Result | None) -> str:
        return await _there(number, 1)

    async def back(self, number: int) -> str:
        return await _there(number, 0)

    async def clear(self, number: int) -> None:
        await ecal("wipe")


class Deleting(Creating):
    name = "calendar_delete"

    async def ready(self, number: int) -> None:
        await ecal("new", _title(number), f"{_day():%Y%m%d}")

    def call(self, number: int) -> Call:
        return spoken("calendar_delete", title=_title(number))

    async def by_rival(self, number: int) -> float:
        return float((await ecal("wipe"))["ms"])

    async def seen(self, number: int, result: Result | None) -> str:
        return await _there(number, 0)

    async def back(self, number: int) -> str:
        return await _there(number, 1)


class Reading(Creating):
    name, undoes = "calendar", False

    async def ready(self, number: int) -> None:
        for each in range(2):
            await ecal("new", _title(number + each), f"{_day():%Y%m%d}")

    def call(self, number: int) -> Call:
        return spoken("calendar", range=("tomorrow", "week")[number % 2])

    async def by_rival(self, number: int) -> float:
        return float((await ecal("list"))["ms"])

    async def seen(self, number: int, result: Result | None) -> str:
        names = [name for name, _ in (await ecal("list"))["events"]]
        if result is None:
            return ""
        told = result.spoken.startswith("You have two events") and len(names) == 2
        return "" if told and all(name in result.spoken for name in names) else f"it has {names}"


@asynccontextmanager
async def _calendar(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs(SYSTEM_PYTHON)
    async with scene.pace('[calendar]\nprovider = "eds"') as pace:
        await ecal("wipe")
        yield Creating(pace), Reading(pace), Deleting(pace)


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("calendar_create", "calendar", "calendar_delete"), _calendar),
)
