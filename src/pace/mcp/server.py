"""Pace as an MCP server on standard input and output: hands on this desktop, with a gate.

The process holds nothing: each call goes to the running Pace, which asks its person where it must.
An agent that calls can neither answer nor see such a question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pace import __version__
from pace.core.error import PaceError, Unavailable
from pace.service import client

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

#: The most that one answer says, in characters of JSON.
LONGEST = 100_000

ABOUT = (
    "Pace acts on its person's Linux desktop. Look with `see`, act with `act`: a sentence as its"
    " person would say it, or one of Pace's tools. Every change asks the person first, and may be"
    " refused; do not ask again for what was refused. Results say whether an effect was verified."
)

TOOLS: Sequence[Mapping[str, Any]] = (
    {
        "name": "see",
        "description": "What is in the active window: its elements with their labels, texts and"
        " states. Password fields are empty.",
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False},
        "annotations": {"readOnlyHint": True},
    },
    {
        "name": "act",
        "description": "Do one thing on the desktop: say it in a sentence, or name one of Pace's"
        " tools with its arguments. The person is asked before anything is changed.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "say": {"type": "string", "description": "for example: press Save"},
                "tool": {"type": "string", "description": "a tool's name, as `pace tools` lists"},
                "arguments": {"type": "object"},
            },
            "additionalProperties": False,
        },
        "annotations": {"destructiveHint": True},
    },
    {
        "name": "ask_user",
        "description": "Put a question to the person, with up to five short options (else yes and"
        " no). The answer is null when there was none.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "question": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}, "maxItems": 5},
            },
            "required": ["question"],
            "additionalProperties": False,
        },
    },
    {
        "name": "undo",
        "description": "Take back the last thing Pace did, where that can be. The person is asked.",
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False},
    },
)


async def serve() -> None:
    """Serve until standard input ends."""
    from mcp.server.stdio import stdio_server

    server = made()
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def made() -> Server[Any]:
    """The server, with its four tools."""
    import mcp_types as types
    from mcp.server.lowlevel import Server

    async def listed(_: object, __: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in TOOLS])

    async def called(_: object, given: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text, ok = await carried_out(given.name, given.arguments or {})
        except PaceError as problem:
            text, ok = str(problem), False
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], is_error=not ok
        )

    return Server(
        "pace", version=__version__, instructions=ABOUT, on_list_tools=listed, on_call_tool=called
    )


async def carried_out(name: str, given: Mapping[str, Any]) -> tuple[str, bool]:
    """What to tell the agent, and whether it went well. Raises the sentence of what did not."""
    async with client() as running:
        if running is None:
            raise Unavailable("Pace is not running, so nothing was done; start it with `pace run`.")
        match name:
            case "see":
                return _short(json.loads(await running.call("AgentSee"))), True
            case "act":
                wanted = {key: given[key] for key in ("say", "tool", "arguments") if key in given}
                request = json.dumps(wanted, ensure_ascii=False)
                return _told(json.loads(await running.call("AgentAct", "s", request)))
            case "undo":
                return _told(json.loads(await running.call("AgentUndo")))
            case "ask_user":
                options = given.get("options", [])
                texts = [str(one) for one in options] if isinstance(options, list) else []
                question = str(given.get("question", ""))
                return await running.call("AgentAsk", "sas", question, texts), True
            case _:
                raise Unavailable("Pace has no such tool; there are see, act, ask_user and undo.")


def _told(report: Mapping[str, Any]) -> tuple[str, bool]:
    results = [
        {key: result[key] for key in ("name", "status", "evidence", "seen", "spoken", "undo")}
        for result in report["results"]
    ]
    return json.dumps(
        {"said": report["spoken"], "ok": report["ok"], "results": results}, ensure_ascii=False
    ), bool(report["ok"])


def _short(seen: dict[str, Any]) -> str:
    """The snapshot with as many elements, from the first on, as fit."""
    text = json.dumps(seen, ensure_ascii=False)
    while len(text) > LONGEST and seen["elements"]:
        kept = len(seen["elements"]) * 3 // 4
        seen = {**seen, "elements": seen["elements"][:kept], "cut": True}
        text = json.dumps(seen, ensure_ascii=False)
    return text
