"""Pace's MCP client for the conformance suite, which appends the address of its server.

python mcp_conformance_client.py FOLDER TOOL ARGUMENTS ADDRESS
"""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from pace.store.places import Places
from pace.tools.mcp.finding import Commands
from pace.tools.mcp.servers import Servers
from pace.tools.mcp.session import pool


@asynccontextmanager
async def shown(_: str, *, networked: bool = True) -> AsyncIterator[None]:
    yield


async def allowed(_: str) -> bool:
    return True


async def main() -> None:
    folder, tool, arguments, address = sys.argv[1:]
    bridge = Path(__file__).with_name("mcp_over_http.py")
    places = Places.below(Path(folder))
    places.config.mkdir(parents=True, exist_ok=True)
    entry = {"command": sys.executable, "args": [str(bridge), address]}
    file = places.config / "mcp-servers.json"
    file.write_text(json.dumps({"mcpServers": {"suite": entry}}))
    async with pool(places.state / "mcp") as servers:
        port = Servers(servers, Commands(), places, secret=None, child=shown, home=Path(folder))
        await port.offer("suite")
        if tool:
            given = json.loads(arguments)
            used = await port.use("suite", tool, given, asked=True, approve=allowed)
            print(used.answer)


anyio.run(main)
