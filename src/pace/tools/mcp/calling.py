"""The tool `mcp`: any tool of any configured server, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pydantic import Field

from pace.core.call import Asks, Risk
from pace.core.result import Result
from pace.core.tool import Issue
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.mcp.rendering import TIMEOUT, described, outcome, standing_in_the_way

if TYPE_CHECKING:
    from pace.tools.mcp.servers import Approve, Servers


class ServerCall(Arguments):
    server: Text = argument(
        "server", "serverName", about="the configured server", example="filesystem"
    )
    tool: Text = argument(
        "tool", "toolName", "mcpTool", "name", "command", "action", about="its tool",
        example="list_directory",
    )  # fmt: skip
    arguments: dict[str, Any] = Field(
        default_factory=dict, description="what that tool takes", examples=[{"path": "notes"}]
    )


def _described(given: Mapping[str, Any]) -> str:
    inner = given.get("arguments")
    return described(
        str(given.get("server", "")), str(given.get("tool", "")),
        inner if isinstance(inner, Mapping) else {},
    )  # fmt: skip


def _issues(given: Mapping[str, Any], ports: Mapping[str, object]) -> Sequence[Issue]:
    inner = given.get("arguments")
    return standing_in_the_way(
        str(given.get("server", "")), str(given.get("tool", "")),
        inner if isinstance(inner, Mapping) else {}, ports,
    )  # fmt: skip


@tool(
    "mcp",
    summary="Use a tool of a configured MCP server",
    risk=Risk.EXTERNAL,
    aliases=("MCP.call",),
    spellings=("MCP.call", "mcp"),
    asks=Asks.PREFERENCE,
    examples=("list my documents with the filesystem server", "ask the time server what it is"),
    describe=_described,
    component="an MCP server",
    timeout=TIMEOUT,
    preflight=_issues,
)
async def mcp(
    given: ServerCall, *, mcp: Servers, approve: Approve | None = None, asked: bool = False
) -> Result:
    return await outcome(mcp, given.server, given.tool, given.arguments, approve, asked)
