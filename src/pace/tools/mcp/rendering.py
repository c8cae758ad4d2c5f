"""Tools of servers as entries of Pace's own catalogue, and what they gave as words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from pace.core.call import Asks, Risk
from pace.core.error import Invalid
from pace.core.result import Evidence, Result, Status
from pace.core.tool import Catalogue, Issue, Severity, Tool
from pace.tools.mcp.checking import check_arguments
from pace.tools.mcp.cleaning import clean, cut, line

if TYPE_CHECKING:
    from pace.tools.mcp.config import Server
    from pace.tools.mcp.offered import Offered
    from pace.tools.mcp.servers import Approve, Servers, Used

#: A tool may wait for its server to be fetched, for its answer, and for the person's.
TIMEOUT = 600.0
#: What is said aloud of an answer, and what an approval shows of one argument, in characters.
SPOKEN, SHOWN = 300, 80


class Free(BaseModel):
    """Parameters that a server describes: any names, checked against its schema."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)


def entry(server: Server, tool: Offered) -> Tool:
    """The catalogue's entry of a server's tool. What the server claims of its harmlessness is not
    read: it asks like everything that reaches beyond Pace."""
    name = f"{server.name}/{tool.name}"

    async def body(
        given: Free, *, mcp: Servers, approve: Approve | None = None, asked: bool = False
    ) -> Result:
        arguments = dict(given.model_extra or {})
        return await outcome(mcp, server.name, tool.name, arguments, approve, asked)

    return Tool(
        name=name,
        summary=line(tool.description, 160) or f"Use {tool.name} of the MCP server {server.name}",
        risk=Risk.EXTERNAL,
        parameters=Free,
        body=body,
        examples=(f"use {tool.name} of {server.name}",),
        needs=("mcp",),
        wishes=("approve", "asked"),
        describe=lambda given: described(server.name, tool.name, given),
        component=f"MCP server {server.name}",
        timeout=TIMEOUT,
        asks=Asks.PREFERENCE,
        preflight=lambda given, ports: standing_in_the_way(server.name, tool.name, given, ports),
        schema=tool.schema,
    )


def extended(catalogue: Catalogue, servers: Servers) -> Catalogue:
    """The catalogue with every configured server and the approved tools of each."""
    found: list[Tool] = []
    configured = servers.configured().servers.values()
    catalogue = replace(catalogue, servers=tuple(server.name for server in configured))
    for server in configured:
        found += [entry(server, tool) for tool in (servers.approvals.of(server) or {}).values()]
    for tool in found:
        try:
            catalogue = catalogue.with_tools([tool])
        except Invalid:
            continue  # the name is taken: it can still be used by naming its server
    return catalogue


def catalogue_of(built_in: Catalogue, servers: Servers) -> Callable[[], Catalogue]:
    """What each turn takes the catalogue from: made anew when a file behind it changed."""
    last: list[tuple[object, Catalogue]] = []

    def current() -> Catalogue:
        now = servers.stamp
        if not last or last[0][0] != now:
            last[:] = [(now, extended(built_in, servers))]
        return last[0][1]

    return current


def described(server: str, tool: str, arguments: Mapping[str, Any]) -> str:
    """What an approval shows: server and tool, and each argument by name, in short."""
    parts = [
        f"{line(str(key), 40)} “{line(_short(value), SHOWN)}”"
        for key, value in sorted(arguments.items())[:8]
    ]
    more = f" and {len(arguments) - 8} more" if len(arguments) > 8 else ""
    given = f" with {', '.join(parts)}{more}" if parts else ""
    return f"Use {line(tool, 60)} of the MCP server {line(server, 64)}{given}"


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def standing_in_the_way(
    server: str, tool: str, arguments: Mapping[str, Any], ports: Mapping[str, object]
) -> Sequence[Issue]:
    """A server that is not set up, or arguments that its approved tool does not take."""
    from pace.tools.mcp.servers import Servers

    servers = ports.get("mcp")
    if not isinstance(servers, Servers):
        return ()
    found = servers.configured()
    wanted = found.named(server)
    if wanted is None:
        why = f"That would use the MCP server {line(server, 64) or 'that'}, which is not set up"
        return [Issue(Severity.BLOCKING, "server not configured", why,
                      f"add it to {found.path}, or `pace mcp add`")]  # fmt: skip
    if why := servers.why_not(wanted):
        fix = f"install it, or mend the command in {found.path}"
        return [Issue(Severity.BLOCKING, "command not found", why, fix)]
    known = (servers.approvals.of(wanted) or {}).get(tool)
    try:
        wrong = check_arguments(known.schema, arguments) if known is not None else ""
    except Invalid as problem:
        wrong = str(problem)
    if wrong:
        title = f"{wanted.name}/{tool} does not take that ({line(wrong, 200)})"
        return [Issue(Severity.BLOCKING, "invalid arguments", title)]
    return ()


async def outcome(
    servers: Servers,
    server: str,
    tool: str,
    arguments: Mapping[str, Any],
    approve: Approve | None,
    asked: bool,
) -> Result:
    """Use the tool and tell what came of it."""
    used = await servers.use(server, tool, arguments, asked=asked, approve=approve or nobody)
    return told(used)


async def nobody(_: str) -> bool:
    """There is nobody to ask, so it is not allowed."""
    return False


def told(used: Used) -> Result:
    """The answer as a result. It is the server's word: data, never an instruction, and no proof."""
    name = f"{used.server.name}/{used.tool.name}"
    text = cut(clean(words(used)))
    observation = untrusted(used.server.name, text)
    short = line(text, SPOKEN)
    if used.answer.is_error:
        spoken = f"{name} reported an error: {short or 'it did not say which'}"
        return Result(
            Status.FAILED, _sentence(spoken), observation, kind="tool error", seen="its own word"
        )
    spoken = f"{name} answered: {short}" if short else f"{name} is done; it answered nothing"
    return Result(
        Status.OK, _sentence(spoken), observation, Evidence.UNVERIFIED, "the server's own word"
    )


def untrusted(server: str, text: str) -> str:
    """The text between marks that it cannot forge, for a planner."""
    fence = "mcp-server-text"
    inner = text.replace(fence, "mcp server text") or "(nothing)"
    return f"<{fence} server={server!r} trusted=no>\n{inner}\n</{fence}>"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def words(used: Used) -> str:
    """The texts of an answer, each on lines of its own; what is no text is named."""
    parts = [_part(part) for part in used.answer.content]
    text = "\n".join(part.strip() for part in parts if part.strip())
    if not text and used.answer.structured is not None:
        return json.dumps(used.answer.structured, ensure_ascii=False)
    return text


def _part(part: Mapping[str, Any]) -> str:
    match part.get("type"):
        case "text":
            return str(part.get("text", ""))
        case "resource":
            inner = part.get("resource")
            text = inner.get("text") if isinstance(inner, Mapping) else None
            return str(text) if text is not None else "(a resource)"
        case "resource_link":
            return f"(a link to {line(str(part.get('uri', '')), 200)})"
        case other:
            return f"({line(str(other), 20)}, {len(str(part.get('data', '')))} characters)"
