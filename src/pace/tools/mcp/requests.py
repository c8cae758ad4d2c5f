"""The tool `ask_server`: what was said to a server whose tools Pace does not know yet.

It starts the server, chooses among its tools as understanding would have, and asks before it uses
one: the question shows the tool and what it is given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pace.core.call import Asks, Risk
from pace.core.error import Invalid
from pace.core.result import Result, refused
from pace.core.tool import Issue
from pace.mind.sentences.servers import lacks, some
from pace.mind.serving import Meant, Offering, meant
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.mcp.cleaning import line
from pace.tools.mcp.rendering import TIMEOUT, described, standing_in_the_way, told

if TYPE_CHECKING:
    from pace.tools.mcp.servers import Approve, Servers


class ServerRequest(Arguments):
    server: Text = argument("server", about="the configured server", example="filesystem")
    request: Text = argument("request", about="what is wanted of it, in words")


def _described(given: Mapping[str, Any]) -> str:
    wanted = line(str(given.get("request", "")), 80)
    return f"Start the MCP server {line(str(given.get('server', '')), 64)} for “{wanted}”"


def _issues(given: Mapping[str, Any], ports: Mapping[str, object]) -> Sequence[Issue]:
    return standing_in_the_way(str(given.get("server", "")), "", {}, ports)


@tool(
    "ask_server",
    summary="Use a tool of a configured MCP server for the first time, by saying what it is for",
    risk=Risk.EXTERNAL,
    spellings=("MCP.ask", "ask_server"),
    asks=Asks.PREFERENCE,
    # it asks by itself, once it knows which tool that is
    asks_when=lambda _: False,
    examples=("ask the tiny server for dice", "list my documents with the filesystem server"),
    describe=_described,
    component="an MCP server",
    timeout=TIMEOUT,
    preflight=_issues,
)
async def ask_server(
    given: ServerRequest,
    *,
    mcp: Servers,
    approve: Approve | None = None,
    choose: Choose | None = None,
) -> Result:
    server = mcp.named(given.server)
    offer = await mcp.offer(server.name)
    found = meant(
        given.request,
        [Offering(one.name, line(one.description, 160), one.schema)
         for one in offer.tools.values()],
    )  # fmt: skip
    one = await _one(server.name, found, sorted(offer.tools), choose)
    if one.missing:
        raise Invalid(lacks(one))
    about = line(offer.tools[one.tool.name].description, 200) or "nothing"
    first = " for the first time" if mcp.approvals.of(server) is None else ""
    question = (
        f"{described(server.name, one.tool.name, one.arguments)}{first}?"
        f" It says of itself: “{about}”."
    )
    if approve is None or not await approve(question):
        return refused(f"I did not use {server.name}, because it was not approved.")
    used = await mcp.use(server.name, one.tool.name, one.arguments, asked=True, approve=approve)
    return told(used)


async def _one(
    server: str, found: Sequence[Meant], names: list[str], choose: Choose | None
) -> Meant:
    """The tool that is meant. Raises Invalid, which says what there is."""
    if not found:
        has = some(names) if names else "none that I can use"
        raise Invalid(f"None of the tools of the {server} server fits that; it has {has}.")
    if len(found) == 1:
        return found[0]
    shown = [one.tool.name for one in found[:4]]
    text = f"Which tool of the {server} server do you mean?"
    index = await choose(text, shown) if choose is not None else None
    if index is None:
        raise Invalid(f"You did not say which of {some(shown)} you mean; nothing was done.")
    return found[index]
