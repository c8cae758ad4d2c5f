"""What is rendered from the catalogue: each is a pure function of it, sorted, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from pace.core.tool import Catalogue, Tool
from pace.tools.building import Dialect
from pace.tools.coercion import bare, keys
from pace.tools.preflight import MADE_OF, missing_part, servable


def example(tool: Tool, dialect: Dialect = Dialect.TOOL_CALLS) -> str:
    """One call of the tool as JSON text, in the words of a dialect."""
    given = json.loads(tool.schema_example) if tool.schema_example else {}
    arguments = {k: v for k, v in given.items() if k != "tool"} or _example_arguments(tool)
    if dialect is Dialect.V10:
        name = tool.spellings[0] if tool.spellings else tool.name
        return _compact({"name": name, "args": arguments})
    others = keys(tool.parameters)  # an argument called "tool" has to go by another of its keys
    named = {others[k][-1] if k == "tool" else k: value for k, value in arguments.items()}
    return _compact({"tool": tool.name, **named})


def planner_list(catalogue: Catalogue, dialect: Dialect = Dialect.TOOL_CALLS) -> str:
    """The tool list of a planner's prompt: one line per tool, an example and what it does."""
    return "\n".join(_planner_line(tool, dialect) for tool in public(catalogue))


def _planner_line(tool: Tool, dialect: Dialect) -> str:
    shown = example(tool, dialect)
    given = json.loads(shown)
    named = given.get("args", given)
    more = [name for name in tool.parameters.model_fields if name not in named]
    also = f" Also takes {', '.join(more)}." if more else ""
    return f"- {shown} {tool.summary.rstrip('.')}.{also}"


def public(catalogue: Catalogue) -> tuple[Tool, ...]:
    """The tools that a person or a planner may ask for, by name."""
    return tuple(tool for tool in catalogue if not tool.internal)


def schema(tool: Tool) -> Mapping[str, Any]:
    """The JSON Schema of its arguments, by their own names."""
    if tool.schema is not None:
        return tool.schema
    made: dict[str, Any] = tool.parameters.model_json_schema(by_alias=False)
    return made


def schemas(catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    """Description and argument schema of each tool, by name: what function calling takes."""
    return {
        tool.name: {"description": tool.summary, "parameters": schema(tool)}
        for tool in public(catalogue)
    }


def skills(catalogue: Catalogue) -> list[tuple[str, str]]:
    """The Skills listing: each tool's name and something to say for it."""
    return [(tool.name, tool.examples[0]) for tool in public(catalogue)]


def names(catalogue: Catalogue) -> dict[str, dict[str, list[str]]]:
    """What each tool is called, in both dialects, the documented name first."""
    return {
        tool.name: {
            Dialect.TOOL_CALLS.value: [tool.name, *tool.aliases],
            Dialect.V10.value: list(tool.spellings),
        }
        for tool in public(catalogue)
    }


def rows(catalogue: Catalogue, missing: Mapping[str, str]) -> list[dict[str, Any]]:
    """The catalogue as plain data, for `pace tools --json`. `missing` maps a port that nothing
    serves to the sentence that says why."""
    return [
        {
            "name": tool.name,
            "aliases": list(tool.aliases),
            "v10": list(tool.spellings),
            "risk": tool.risk.value,
            "effect": tool.effect.value,
            "asks": tool.asks.value,
            "undo": tool.reversible,
            "announced": not tool.muted,
            "examples": list(tool.examples),
            "example": json.loads(example(tool)),
            "parameters": schema(tool),
            "keys": {name: list(others) for name, others in keys(tool.parameters).items()},
            "component": tool.component,
            "available": servable(tool, dict(missing)),
            "issues": [
                str(missing_part(port, missing[port]))
                for need in tool.needs
                if (port := MADE_OF.get(need, need)) in missing
            ],
            "summary": tool.summary,
        }
        for tool in public(catalogue)
    ]


def markdown(catalogue: Catalogue) -> str:
    """The page docs/tools.md."""
    lines = [
        "# Tools",
        "",
        "What Pace can do. Say the example, or words like it. Made by `pace tools --markdown`.",
        "",
        "| tool | what it does | say | arguments | risk | asks | can be undone |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [_markdown_row(tool) for tool in public(catalogue)]
    lines += [
        "",
        "## Names a planner may use",
        "",
        "| tool | in `tool_calls` also | in v10 |",
        "|---|---|---|",
    ]
    for tool in public(catalogue):
        aliases = ", ".join(f"`{name}`" for name in tool.aliases)
        spellings = ", ".join(f"`{name}`" for name in tool.spellings)
        lines.append(f"| `{tool.name}` | {aliases} | {spellings} |")
    return "\n".join([*lines, ""])


def _markdown_row(tool: Tool) -> str:
    arguments = ", ".join(f"`{name}`" for name in tool.parameters.model_fields) or "none"
    undo = "yes, or nothing to undo" if tool.reversible else "no"
    said = "; ".join(f"“{each}”" for each in tool.examples[:2])
    asks = f"{tool.asks.value}, for some uses" if tool.asks_when is not None else tool.asks.value
    return (
        f"| `{tool.name}` | {tool.summary} | {said} | {arguments} | {tool.risk.value} | {asks}"
        f" | {undo} |"
    )


def _example_arguments(tool: Tool) -> dict[str, Any]:
    """The arguments an example shows: those that must be given and those that declare one."""
    fields: Mapping[str, FieldInfo] = tool.parameters.model_fields
    shown = {n: i for n, i in fields.items() if i.is_required() or i.examples}
    if not shown:
        shown = dict(list(fields.items())[:1])
    made = {name: _example_value(info) for name, info in shown.items()}
    wanted = (tool.schema or {}).get("required", ())
    return made or dict.fromkeys(wanted, "…")


def _example_value(info: FieldInfo) -> Any:
    if info.examples:
        return info.examples[0]
    kind = bare(info.annotation)
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    plain: Mapping[Any, Any] = {int: 1, float: 1, bool: True, list: [], dict: {}}
    return plain.get(kind, plain.get(get_origin(kind), "…"))


def _compact(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
