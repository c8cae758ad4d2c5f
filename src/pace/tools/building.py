"""From what a planner wrote to a call: names of both dialects, one key list, provenance.

    {"name": "Volume.adjust", "args": {"direction": "down"}}      an element of a v10 envelope
    {"tool": "volume", "direction": "down", "steps": "2"}         an element of <tool_calls>

A call that cannot be built raises Invalid, and whoever reads the plan drops it (spec 2.2, 2.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from pydantic import ValidationError

from pace.core.call import Call, Provenance, Risk
from pace.core.error import Invalid
from pace.core.tool import Catalogue, Tool, canonical, dotted
from pace.tools.coercion import fitted, words_of


class Dialect(StrEnum):
    """How a planner writes its calls."""

    TOOL_CALLS = "tool_calls"
    V10 = "v10"


#: What a v10 call may leave unsaid (spec 1.2), by the tool's name.
UNSAID: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType({
    "scroll": {"direction": "down"},
    "volume": {"direction": "up"},
    "brightness": {"direction": "up"},
})  # fmt: skip

#: One of these must be said in tool_calls, though the tool itself could do without.
MUST_SAY: Final[Mapping[str, frozenset[str]]] = MappingProxyType({
    "scroll": frozenset({"direction"}),
    "volume": frozenset({"direction", "level", "mute"}),
    "brightness": frozenset({"direction", "level"}),
    "mail": frozenset({"to", "subject", "body"}),
    "click": frozenset({"element", "target", "x", "candidates"}),
    "double_click": frozenset({"element", "target", "x", "candidates"}),
})  # fmt: skip

#: A planner that asks to read the calendar with one of these actions means to write into it.
_CREATES: Final = frozenset({"create", "create_event", "add", "schedule"})

#: Any tool of any server (spec 2.5), and what may name it beside `tool`: the first one that does.
_GENERIC: Final = ("mcp", "mcp.call")
_ROUTES: Final = ("toolName", "mcpTool", "name", "command", "action")


def from_v10(
    element: Mapping[str, Any], catalogue: Catalogue, source: Provenance = Provenance.MODEL
) -> Call:
    """The call of one `{name, args}`. Raises Invalid."""
    name, arguments = element.get("name"), element.get("args", {})
    if not isinstance(name, str) or not isinstance(arguments, Mapping):
        raise Invalid("A call must have a name and an object of arguments; it was left out.")
    return build(name, arguments, catalogue, Dialect.V10, source)


def from_tool_calls(
    element: Mapping[str, Any], catalogue: Catalogue, source: Provenance = Provenance.MODEL
) -> Call:
    """The call of one `{tool, ...}`, whose `arguments` object gives way to top-level keys.

    A `server` beside the tool names a server's tool, in both forms of spec 2.5. Raises Invalid.
    """
    name = element.get("tool")
    if not isinstance(name, str):
        raise Invalid("A call must name its tool; it was left out.")
    inner = element.get("arguments")
    given = dict(inner) if isinstance(inner, Mapping) else {}
    given |= {key: value for key, value in element.items() if key not in ("tool", "arguments")}
    local = catalogue.find(name)
    if element.get("server") and (local is None or local.name == "mcp"):
        return _of_server(name, element, catalogue, source)
    return build(name, given, catalogue, Dialect.TOOL_CALLS, source)


def _of_server(
    name: str, element: Mapping[str, Any], catalogue: Catalogue, source: Provenance
) -> Call:
    """The dynamic tool server/tool, when the catalogue has it, else the general MCP tool.

    What routes stands beside `tool`; in `arguments` the same words are the server's.
    """
    server = str(element["server"]).strip()
    beside = {k: v for k, v in element.items() if k not in ("tool", "server", "arguments")}
    called = next((str(beside[key]) for key in _ROUTES if beside.get(key)), "")
    remote = called if canonical(name) in _GENERIC else name
    inner = element.get("arguments")
    rest = dict(inner) if isinstance(inner, Mapping) else {}
    rest |= {k: v for k, v in beside.items() if not (k in _ROUTES and v == remote)}
    tool = catalogue.find(f"{server}/{remote}")
    if tool is not None:
        return build(tool.name, rest, catalogue, Dialect.TOOL_CALLS, source)
    whole = {"server": server, "tool": remote, "arguments": rest}
    return build("mcp", whole, catalogue, Dialect.TOOL_CALLS, source)


def build(
    name: str,
    given: Mapping[str, Any],
    catalogue: Catalogue,
    dialect: Dialect = Dialect.TOOL_CALLS,
    source: Provenance = Provenance.MODEL,
) -> Call:
    """A checked call under its own name, its arguments under theirs; keys that nothing takes are
    left out. Raises Invalid."""
    tool = catalogue.find_spelling(name) if dialect is Dialect.V10 else catalogue.find(name)
    if tool is None or tool.internal:
        raise Invalid(f"There is no tool called “{name}”, so that call was left out.")
    if tool.risk is Risk.DESTRUCTIVE:
        raise Invalid(f"{tool.name} would destroy something, so that call was left out.")
    tool, given = _routed(tool, given, catalogue)
    fits = fitted(tool.parameters, given)
    values = dict(fits.values)
    if tool.parameters.model_config.get("extra") == "allow":
        values |= {key: given[key] for key in fits.unknown}
    if dialect is Dialect.V10:
        values = {**_implied(tool, name), **_unsaid(tool, values), **values}
    elif tool.name in MUST_SAY and not MUST_SAY[tool.name] & values.keys():
        raise Invalid(f"{tool.name} does not say {_or(MUST_SAY[tool.name])}; it was left out.")
    call = Call(tool.name, values, dict.fromkeys(values, source))
    try:
        parameters = tool.parameters.model_validate(values)
    except ValidationError as problem:
        raise Invalid(what_is_wrong(tool, problem)) from problem
    return as_declared(tool, call, parameters)


def _routed(
    tool: Tool, given: Mapping[str, Any], catalogue: Catalogue
) -> tuple[Tool, Mapping[str, Any]]:
    action = given.get("action")
    if tool.name != "calendar" or not isinstance(action, str):
        return tool, given
    if canonical(action).replace(" ", "_") not in _CREATES:
        return tool, given
    other = catalogue.find("calendar_create")
    return (other or tool), {key: value for key, value in given.items() if key != "action"}


def _implied(tool: Tool, name: str) -> dict[str, Any]:
    """What the name itself says: `Finder.reveal` is the tool `finder` with that action."""
    info = tool.parameters.model_fields.get("action")
    word = dotted(name).rsplit(".", 1)[-1]
    return {"action": words_of(info)[word]} if info is not None and word in words_of(info) else {}


def _unsaid(tool: Tool, values: Mapping[str, Any]) -> Mapping[str, Any]:
    spoken_for = MUST_SAY.get(tool.name, frozenset()) & values.keys()
    return {} if spoken_for else UNSAID.get(tool.name, {})


def as_declared(tool: Tool, call: Call, parameters: Any) -> Call:
    """The call with its arguments and their sources under the arguments' own names, as validated.

    `parameters` is what the tool's model made of the call's arguments. What the tool takes by
    itself is left out.
    """
    arguments = parameters.model_dump(mode="json", exclude_unset=True)
    taken = fitted(tool.parameters, call.arguments).taken
    provenance = {
        name: call.provenance[key]
        for name in arguments
        if (key := taken.get(name, name)) in call.provenance
    }
    return Call(tool.name, arguments, provenance)


def what_is_wrong(tool: Tool, problem: ValidationError) -> str:
    """One sentence for arguments that cannot be used."""
    first = problem.errors()[0]
    where = str(first["loc"][0]) if first["loc"] else "an argument"
    verb = tool.summary[:1].lower() + tool.summary[1:].rstrip(".")
    if first["type"] == "missing":
        return f"To {verb} I still need: {where}."
    if first["type"] == "literal_error":
        return (
            f"I cannot {verb} with that: {where} can be {first['ctx']['expected']};"
            " nothing was done."
        )
    if first["type"] == "value_error" and isinstance(first["ctx"]["error"], ValueError):
        return str(first["ctx"]["error"])
    return f"I cannot {verb} with that: {where} is not right."


def _or(names: frozenset[str]) -> str:
    return " or ".join(sorted(names))
