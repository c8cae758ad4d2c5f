"""MCP: connecting to the filesystem server and calling it, against the bare SDK."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from mcp import Client, StdioServerParameters

from pace.bench import Differs, Run
from pace.core.error import Unavailable
from pace.core.figures import Row, measured
from pace.store.places import Places
from pace.tools.mcp.finding import Commands
from pace.tools.mcp.servers import Servers
from pace.tools.mcp.session import pool

CONNECTS, CALLS = 10, 200
SERVER = "mcp-server-filesystem"
RIVAL = "bare SDK"
WORDS = "buy milk\n"


async def measure(run: Run) -> list[Row]:
    """Both start the same program and read the same file, by turns."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder) / "documents"
        documents.mkdir()
        (documents / "note.txt").write_text(WORDS, encoding="utf-8")
        command = [str(_program()), str(documents)]
        if run.wants("connect and list"):
            rows.append(await _connect(command, Path(folder), run.times(CONNECTS)))
        if run.wants("call"):
            rows.append(await _call(command, Path(folder), run.times(CALLS)))
    return rows


def _program() -> Path:
    """The server, where the set-up of the tests put it. Raises Unavailable."""
    given = os.environ.get("PACE_TEST_NPM")
    places = [Path(given)] if given else sorted(Places.of().data.glob("npm-*/node_modules/.bin"))
    for place in reversed(places):
        if (place / SERVER).exists():
            return place / SERVER
    raise Unavailable("The filesystem server is not here.", fix="bin/test lint")


@asynccontextmanager
async def _ours(command: list[str], folder: Path, commands: Commands) -> AsyncIterator[Servers]:
    """Pace's servers, as a turn has them: approved, and the login shell asked before."""
    places = Places.below(folder / "pace")
    places.config.mkdir(parents=True, exist_ok=True)
    entry = {"command": command[0], "args": command[1:]}
    (places.config / "mcp-servers.json").write_text(json.dumps({"mcpServers": {"fs": entry}}))

    @asynccontextmanager
    async def child(_: str, **__: bool) -> AsyncIterator[None]:
        yield

    await commands.path()
    async with pool(places.state / "mcp") as servers:
        yield Servers(servers, commands, places, secret=None, child=child, home=folder)


def _theirs(command: list[str]) -> Client:
    return Client(StdioServerParameters(command=command[0], args=command[1:]))


async def _connect(command: list[str], folder: Path, times: int) -> Row:
    ours, theirs = [], []
    commands = Commands()
    for _ in range(times):
        async with _ours(command, folder, commands) as servers:
            began = time.perf_counter()
            seen = set((await servers.offer("fs")).tools)
            ours.append(1e3 * (time.perf_counter() - began))
        began = time.perf_counter()
        async with _theirs(command) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            theirs.append(1e3 * (time.perf_counter() - began))
        if seen != names:
            raise Differs(f"we saw {sorted(seen)} and the SDK {sorted(names)}")
    return _row("connect and list", ours, theirs)


async def _call(command: list[str], folder: Path, times: int) -> Row:
    ours, theirs = [], []
    given = {"path": str(folder / "documents" / "note.txt")}

    async def allowed(_: str) -> bool:
        return True

    async with (
        _ours(command, folder, Commands()) as servers,
        _theirs(command) as client,
    ):
        for number in range(times + 1):
            began = time.perf_counter()
            used = await servers.use("fs", "read_text_file", given, asked=True, approve=allowed)
            ours.append(1e3 * (time.perf_counter() - began))
            began = time.perf_counter()
            result = await client.call_tool("read_text_file", given)
            theirs.append(1e3 * (time.perf_counter() - began))
            texts = [used.answer.content[0].get("text"), getattr(result.content[0], "text", None)]
            if texts != [WORDS, WORDS]:
                raise Differs(f"we and the SDK read {texts}")
            if number == 0:  # the first starts ours, and fills the caches of both
                ours.clear()
                theirs.clear()
    return _row("call", ours, theirs)


def _row(case: str, ours: list[float], theirs: list[float]) -> Row:
    mine, other = measured(ours), measured(theirs)
    more = {"p95": round(mine.p95, 2), "rival p95": round(other.p95, 2)}
    return Row(case, mine.median, {RIVAL: other.median}, mine.n, mine.spread, more=more)
