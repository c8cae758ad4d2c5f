"""What reaches beyond Pace: a download, a shortcut in its box, a tool of an MCP server."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.download import PUBLIC, served
from bench.each.case import Case, Cases, Pace, Scene, complaint, needs, read, said, write
from pace.core.call import Call, spoken
from pace.core.error import Unavailable
from pace.core.result import Result
from pace.desktop.linux.downloads import WebDownloads
from pace.egress import Egress
from pace.store.settings import Settings


class Downloading(Case):
    name, reader, rival = "download_file", "sha256sum, trash-list", "curl"
    note = "; 1 MB from loopback through a dialler that leads there"

    def __init__(self, pace: Pace, port: int, digest: str, folder: Path) -> None:
        super().__init__(pace)
        self.port, self.digest, self.folder = port, digest, folder

    def _path(self, number: int) -> Path:
        return self.folder / f"file-{number}.bin"

    def call(self, number: int) -> Call:
        name = self._path(number).name
        return spoken("download_file", url="http://files.example/file.bin", name=name)

    async def by_rival(self, number: int) -> None:
        address = f"http://127.0.0.1:{self.port}/file.bin"
        await said("curl", "-s", "-f", "--create-dirs", "-o", self._path(number), address)

    async def seen(self, number: int, result: Result | None) -> str:
        found = await said("sha256sum", self._path(number), fails=True)
        return "" if found.startswith(self.digest) else f"its sum is {found or 'none'}"

    async def back(self, number: int) -> str:
        trashed = await said("trash-list")
        name = self._path(number).name
        there = self._path(number).exists()
        return "" if name in trashed and not there else f"{name} is not in the trash"

    async def clear(self, number: int) -> None:
        self._path(number).unlink(missing_ok=True)


@asynccontextmanager
async def _downloads(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("curl", "trash-list", "sha256sum")
    folder = scene.desktop.home / "Downloads"
    async with served(scene.folder, 1) as (port, digest):
        door = Egress(resolver=lambda _h, _p: [PUBLIC], route=lambda _a, _p: ("127.0.0.1", port))
        async with scene.pace(downloads=WebDownloads(door, Settings(), folder)) as pace:
            yield (Downloading(pace, port, digest, folder),)


class Running(Case):
    """A shortcut that may use the downloads folder, and leaves a file there."""

    name, reader, rival, undoes = "shortcuts", "the raw file", "sh", False

    def __init__(self, pace: Pace, script: Path, out: Path) -> None:
        super().__init__(pace)
        self.script, self.out = script, out

    async def ready(self, number: int) -> None:
        self.out.parent.mkdir(exist_ok=True)
        write(self.script, f"#!/bin/sh\necho run {number} >'{self.out}'; echo done\n")
        self.script.chmod(0o700)
        write(self.script.with_name("morning.toml"), 'allow = ["downloads"]\n')

    def call(self, number: int) -> Call:
        return spoken("shortcuts", name="morning")

    async def by_rival(self, number: int) -> None:
        await said("sh", self.script)

    async def seen(self, number: int, result: Result | None) -> str:
        text = read(self.out)
        return "" if text == f"run {number}\n" else f"it holds {text!r}"

    async def clear(self, number: int) -> None:
        self.out.unlink(missing_ok=True)


class Listing(Running):
    """The names of the shortcuts, of which there is one."""

    name, reader, rival = "list_shortcuts", "ls", ""

    def call(self, number: int) -> Call:
        return spoken("list_shortcuts")

    async def seen(self, number: int, result: Result | None) -> str:
        there = (await said("ls", self.script.parent)).split()
        told = result.spoken if result is not None else ""
        return "" if all(Path(name).stem in told for name in there) else f"there is {there}"

    async def by_rival(self, number: int) -> None:
        return None


@asynccontextmanager
async def _shortcuts(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("bwrap")
    async with scene.pace() as pace:
        script = pace.app.parts.places.config / "shortcuts" / "morning"
        out = scene.desktop.home / "Downloads" / "shortcut.txt"
        yield (Running(pace, script, out), Listing(pace, script, out))


class Asking(Case):
    """`write_file` of the filesystem server, kept running by both."""

    name, reader, rival, undoes = "mcp", "the raw file", "the bare SDK", False
    note = "; what a server did is never taken as seen; Pace's first call starts the server"

    def __init__(self, pace: Pace, session: Any, folder: Path) -> None:
        super().__init__(pace)
        self.session, self.folder = session, folder

    def _arguments(self, number: int) -> dict[str, str]:
        return {"path": str(self.folder / f"{number}.txt"), "content": f"Grüße {number}\n" * 50}

    def call(self, number: int) -> Call:
        return spoken(
            "mcp", server="filesystem", tool="write_file", arguments=self._arguments(number)
        )

    async def by_rival(self, number: int) -> None:
        await self.session.call_tool("write_file", self._arguments(number))

    async def seen(self, number: int, result: Result | None) -> str:
        async def look() -> str:
            text = read(self.folder / f"{number}.txt")
            return "" if text == f"Grüße {number}\n" * 50 else f"it holds {text!r}"

        return await complaint(look)

    async def clear(self, number: int) -> None:
        (self.folder / f"{number}.txt").unlink(missing_ok=True)


class Requesting(Asking):
    """The same server asked in words, where the tool is found by what was said."""

    name, rival = "ask_server", ""
    note = "; list_allowed_directories, what it says compared with the configuration"
    reader = "the configuration"

    def call(self, number: int) -> Call:
        return spoken("ask_server", server="filesystem", request="list allowed directories")

    async def by_rival(self, number: int) -> None:
        return None

    async def seen(self, number: int, result: Result | None) -> str:
        told = result.observation if result is not None else ""
        return "" if str(self.folder) in told else f"it says {told!r}"


@asynccontextmanager
async def _mcp(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    program = scene.programs / "mcp-server-filesystem"
    if not program.exists():
        raise Unavailable("The filesystem server is not here.", fix="bin/test once installs it")
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    folder = scene.folder / "documents"
    folder.mkdir()
    bare = StdioServerParameters(command=str(program), args=[str(folder)])
    async with (
        scene.pace() as pace,
        stdio_client(bare) as (reading, writing),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        entry = {"command": str(program), "args": [str(folder)]}
        write(
            pace.app.parts.places.config / "mcp-servers.json",
            json.dumps({"mcpServers": {"filesystem": entry}}),
        )
        yield (Asking(pace, session, folder), Requesting(pace, session, folder))


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("download_file",), _downloads),
    (("shortcuts", "list_shortcuts"), _shortcuts),
    (("mcp", "ask_server"), _mcp),
)
