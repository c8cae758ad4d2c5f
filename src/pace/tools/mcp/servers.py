"""What the tools use: the servers the person configured, their approved tools, and their calls."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread

from pace.core.error import Invalid, Refused, Unavailable
from pace.store.places import Places
from pace.tools.mcp.approved import Approvals, stamp
from pace.tools.mcp.checking import Checker
from pace.tools.mcp.cleaning import line
from pace.tools.mcp.config import Configured, Server, configured, files
from pace.tools.mcp.finding import Commands, expanded, shell
from pace.tools.mcp.known import fetches
from pace.tools.mcp.offered import MOST, Offer, Offered, changes, vetted
from pace.tools.mcp.session import Answer, Pool
from pace.tools.mcp.wire import Program

#: Asks the person for an approval that no plan could ask for; whether it was given.
Approve = Callable[[str], Awaitable[bool]]
Secret = Callable[[str], Awaitable[str | None]]
#: Shows and audits that a program works for Pace; `networked` when it may reach elsewhere.
Child = Callable[..., AbstractAsyncContextManager[None]]

#: What every server is given of this process's environment, beside its own.
INHERITED = ("HOME", "TERM", "LANG")


@dataclass(frozen=True, slots=True)
class Used:
    """A call that was made: of which tool, and what came of it."""

    server: Server
    tool: Offered
    answer: Answer


class Servers:
    """The configuration is read anew at each use, so that an edit holds at once."""

    def __init__(
        self,
        pool: Pool,
        commands: Commands,
        places: Places,
        *,
        secret: Secret | None,
        child: Child,
        home: Path | None = None,
    ) -> None:
        self._pool = pool
        self._commands = commands
        self.files = files(places.config, home or Path.home())
        self.approvals = Approvals(places.data / "mcp-tools.json")
        self._logs = places.state / "mcp"
        self._secret = secret
        self._child = child
        self._offers: dict[str, tuple[list[Any], Offer]] = {}
        self._checkers: dict[str, Checker] = {}

    @property
    def stamp(self) -> tuple[tuple[int, int], ...]:
        """Changes when the configuration or an approval does."""
        return (*(stamp(path) for path in self.files), self.approvals.stamp)

    def configured(self) -> Configured:
        return configured(self.files)

    def named(self, name: str) -> Server:
        """The configured server of that name. Raises Invalid, which says what there is."""
        found = self.configured()
        server = found.named(name)
        if server is None:
            raise Invalid(_not_configured(name, found))
        return server

    async def get_ready(self) -> None:
        """Learn where commands are, if any server needs that, before the first turn asks."""
        if self.configured().servers:
            await self._commands.path()

    def why_not(self, server: Server) -> str:
        """Why it surely cannot be started, as a title of an issue, or ""."""
        if self._commands.surely_absent(server.command):
            return f"The program of the MCP server {server.name}, {server.command}, is not found"
        return ""

    async def offer(self, name: str) -> Offer:
        """What a server offers now; it is started for that. Raises what `use` does."""
        server = self.named(name)
        await self._start(server)
        return await self._offer(server)

    async def restart(self, name: str) -> None:
        """End it; the next use starts it anew."""
        await self._pool.stop(self.named(name).name)

    async def use(
        self, name: str, tool: str, arguments: Mapping[str, Any], *, asked: bool, approve: Approve
    ) -> Used:
        """Use one tool of one server. `asked` says that the person allowed this very call.

        Raises Invalid for what is not there or does not fit, Refused when it is not approved,
        Unavailable and TimedOut for a server that does not work.
        """
        server = self.named(name)
        await self._start(server)
        offer = await self._offer(server)
        found = offer.find(tool)
        if found is None:
            raise Invalid(_no_tool(server, tool, offer))
        await self._approved(server, offer, found, asked, approve)
        checker = self._checker(found)
        wrong = checker.quickly(arguments)
        if wrong is None:
            wrong = await anyio.to_thread.run_sync(checker.wrong, arguments)
        if wrong:
            raise Invalid(f"{server.name}/{found.name} does not take that: {line(wrong, 200)}.")
        async with self._child(f"MCP server {server.name}", networked=server.networked):
            answer = await self._pool.call(server, found.name, arguments)
        return Used(server, found, answer)

    async def _start(self, server: Server) -> None:
        if self._pool.running(server):
            return
        fetching = fetches(server.command)

        async def prepare() -> Program:
            return await self._program(server)

        async with self._child(f"MCP server {server.name}", networked=server.networked or fetching):
            await self._pool.start(server, prepare, fetches=fetching)

    async def _offer(self, server: Server) -> Offer:
        listed = await self._pool.tools(server)
        seen = self._offers.get(server.name)
        if seen is not None and seen[0] is listed:
            return seen[1]
        offer = await anyio.to_thread.run_sync(vetted, server.name, listed)
        self._offers[server.name] = (listed, offer)
        return offer

    def _checker(self, tool: Offered) -> Checker:
        """Made once for each description of arguments."""
        made = self._checkers.get(tool.digest)
        if made is None:
            if len(self._checkers) > MOST:
                self._checkers.clear()
            made = self._checkers[tool.digest] = Checker(tool.schema)
        return made

    async def _approved(
        self, server: Server, offer: Offer, tool: Offered, asked: bool, approve: Approve
    ) -> None:
        """The first use approves what is offered then. What changed since is asked about anew."""
        before = self.approvals.of(server)
        if before is None:
            about = line(tool.description, 200) or "nothing"
            if not asked and not await approve(
                f"May I use {tool.name} of the MCP server {server.name} for the first time?"
                f" It says of itself: “{about}”."
            ):
                raise Refused(f"I did not use {server.name}, because it was not approved.")
            self.approvals.allow(server, offer)
            return
        was = before.get(tool.name)
        if was is not None and was.digest == tool.digest:
            return
        said = changes(was, tool)
        self.approvals.withdraw(server, tool.name)
        if not await approve(
            f"The MCP server {server.name} changed {tool.name} since you allowed it: {said}."
            " May I use it as it is now?"
        ):
            raise Refused(
                f"I did not use {tool.name} of {server.name}, because it changed and that was not"
                " approved."
            )
        self.approvals.allow_one(server, tool)

    async def _program(self, server: Server) -> Program:
        """What to start, with secrets filled in. Raises Unavailable when something is missing."""
        command = await self._commands.find(server.command)
        own = {key: await self._value(server, key, value) for key, value in server.env.items()}
        basic = {key: os.environ[key] for key in INHERITED if key in os.environ}
        cwd = _folder(server, self.configured().path)
        return Program(
            command,
            server.args,
            {**basic, "SHELL": shell(), "PATH": await self._commands.path(), **own},
            cwd,
            self._logs / f"{server.name.lower()}.log",
        )

    async def _value(self, server: Server, key: str, value: str) -> str:
        """An empty value stands for a secret of the keyring, and is never passed on empty."""
        if value:
            return value
        name = f"mcp.{server.name.lower()}.{key}"
        kept = await self._secret(name) if self._secret is not None else None
        if not kept:
            raise Unavailable(
                f"The MCP server {server.name} needs the secret {key}, which is not in your"
                " keyring, so nothing was started.",
                fix=f"pace secrets set {name}",
            )
        return kept


def _folder(server: Server, path: Path) -> str:
    """Where it is started: the person's own folder unless another is configured."""
    folder = expanded(server.cwd or "~")
    if not folder.is_dir():
        raise Unavailable(
            f"The folder {folder}, where {server.name} is to be started, is not there.",
            fix=f"mend cwd in {path}",
        )
    return str(folder)


def _not_configured(name: str, found: Configured) -> str:
    there = ", ".join(sorted(server.name for server in found.servers.values()))
    has = f"there are {there}" if there else "none is set up"
    return (
        f"There is no MCP server called {line(name, 64)} in {found.path} ({has}); `pace mcp add`"
        " adds one."
    )


def _no_tool(server: Server, tool: str, offer: Offer) -> str:
    shown = line(tool, 60)
    for why in offer.left_out:
        if f" {shown} of " in why:
            return why
    names = ", ".join(sorted(offer.tools)[:20]) or "none that I can use"
    return f"{server.name} has no tool {shown}; it has {names}."
