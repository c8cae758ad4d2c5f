"""To-dos and reminders in a folder, which todoman reads and writes as well."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from bench.each.case import Case, Cases, Pace, Scene, needs, said, write
from pace.core.call import Call, spoken
from pace.core.result import Result

DAY = timedelta(days=1)


class Todoman:
    """The `todo` command on the folder of Pace's lists."""

    def __init__(self, folder: Path, config: Path) -> None:
        self.folder = folder
        self.config = config
        self.program = Path(sys.executable).with_name("todo")

    async def do(self, *arguments: str) -> str:
        return await said(self.program, "--config", self.config, *arguments)

    async def all(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(
            await self.do("--porcelain", "list", "--status", "ANY")
        )
        return found

    async def named(self, title: str) -> list[dict[str, Any]]:
        return [each for each in await self.all() if each["summary"] == title]

    def wipe(self) -> None:
        for file in self.folder.rglob("*.ics"):
            file.unlink()


class Listed(Case):
    reader, rival = "todoman", "todo new"

    def __init__(self, pace: Pace, todoman: Todoman) -> None:
        super().__init__(pace)
        self.todoman = todoman

    def title(self, number: int) -> str:
        return f"Oat milk {number}"

    async def open_(self, number: int, count: int) -> str:
        found = await self.todoman.named(self.title(number))
        open_ones = [each for each in found if not each["completed"]]
        same = len(open_ones) == count and len(found) == count
        return "" if same else f"it has {found}"

    async def clear(self, number: int) -> None:
        self.todoman.wipe()


class Adding(Listed):
    name = "things"

    def call(self, number: int) -> Call:
        return spoken("things", title=self.title(number))

    async def by_rival(self, number: int) -> None:
        await self.todoman.do("new", self.title(number))

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.open_(number, 1)

    async def back(self, number: int) -> str:
        return await self.open_(number, 0)


class Reminding(Adding):
    name = "reminder"

    def call(self, number: int) -> Call:
        return spoken("reminder", title=self.title(number), due=f"{_tomorrow()} 09:30")

    async def by_rival(self, number: int) -> None:
        await self.todoman.do("new", "--due", f"{_tomorrow()} 09:30", self.title(number))

    async def seen(self, number: int, result: Result | None) -> str:
        found = await self.todoman.named(self.title(number))
        due = [date.fromtimestamp(each["due"]) for each in found if each["due"]]  # noqa: DTZ012
        return "" if due == [_tomorrow()] else f"it has {found}"


class Completing(Adding):
    name, rival = "todos", "todo done"

    async def ready(self, number: int) -> None:
        await self.todoman.do("new", self.title(number))

    def call(self, number: int) -> Call:
        return spoken("todos", action="complete", title=self.title(number))

    async def by_rival(self, number: int) -> None:
        [todo] = await self.todoman.named(self.title(number))
        await self.todoman.do("done", str(todo["id"]))

    async def seen(self, number: int, result: Result | None) -> str:
        found = await self.todoman.named(self.title(number))
        done = [each for each in found if each["completed"]]
        return "" if len(done) == 1 == len(found) else f"it has {found}"

    async def back(self, number: int) -> str:
        return await self.open_(number, 1)


class Reading(Listed):
    name, rival, undoes = "todos (list)", "todo list", False

    async def ready(self, number: int) -> None:
        for each in range(3):
            await self.todoman.do("new", self.title(number + each))

    def call(self, number: int) -> Call:
        return spoken("todos", action="list")

    async def by_rival(self, number: int) -> None:
        await self.todoman.do("list")

    async def seen(self, number: int, result: Result | None) -> str:
        names = [each["summary"] for each in await self.todoman.all()]
        if result is None:
            return ""
        lost = [name for name in names if name not in result.spoken]
        return f"it has {lost}" if lost or not result.spoken.startswith("3 ") else ""


def _tomorrow() -> date:
    return date.today() + DAY  # noqa: DTZ011


@asynccontextmanager
async def _lists(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    folder = scene.folder / "lists"
    folder.mkdir()
    needs(str(Path(sys.executable).with_name("todo")))
    async with scene.pace(f'[calendar]\nprovider = "folder"\nfolder = "{folder}"') as pace:
        await pace.run(spoken("things", title="so that there is a list"))
        [one] = [file.parent.name for file in folder.rglob("*.ics")]
        config = write(
            scene.folder / "todoman.py",
            f'path = "{folder}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n'
            f'default_list = "{one}"\ncache_path = "{scene.folder}/todoman.sqlite3"\n',
        )
        todoman = Todoman(folder, config)
        todoman.wipe()
        yield [kind(pace, todoman) for kind in (Adding, Reminding, Completing, Reading)]


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("things", "reminder", "todos", "todos (list)"), _lists),
)
