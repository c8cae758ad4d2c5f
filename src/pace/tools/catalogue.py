"""The catalogue: every tool found in this package, checked once at the start."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any

import pace.tools
from pace.core.call import Risk
from pace.core.error import Invalid
from pace.core.tool import Catalogue, Tool, canonical
from pace.tools.preflight import servable


def built_in() -> Catalogue:
    """All tools of this package. Raises Invalid, naming the tool, when one is ill declared."""
    found: dict[str, Tool] = {}
    for module_info in pkgutil.iter_modules(pace.tools.__path__):
        module = importlib.import_module(f"pace.tools.{module_info.name}")
        for value in vars(module).values():
            if isinstance(value, Tool):
                found[value.name] = value
    check(found.values())
    return Catalogue.of(list(found.values()))


def check(tools: Iterable[Tool]) -> None:
    """The start-up validation of spec 1.5. Raises Invalid with a sentence that names the tool."""
    names: dict[str, str] = {}
    for tool in tools:
        if tool.risk is Risk.DESTRUCTIVE:
            raise Invalid(f"The tool {tool.name} is destructive; Pace has no such tools.")
        if not tool.summary.strip():
            raise Invalid(f"The tool {tool.name} has no summary.")
        if not tool.internal and not any(example.strip() for example in tool.examples):
            raise Invalid(f"The tool {tool.name} has no example.")
        for name in (tool.name, *tool.aliases):
            owner = names.setdefault(canonical(name), tool.name)
            if owner != tool.name or not canonical(name):
                raise Invalid(f"The name {name} belongs to both {owner} and {tool.name}.")


def rows(catalogue: Catalogue, missing: dict[str, str]) -> list[dict[str, Any]]:
    """The catalogue as plain data, for `pace tools --json`. `missing` maps a port that
    nothing serves to the sentence that says why."""
    return [
        {
            "name": tool.name,
            "aliases": list(tool.aliases),
            "risk": tool.risk.value,
            "effect": tool.effect.value,
            "examples": list(tool.examples),
            "parameters": tool.parameters.model_json_schema(by_alias=False),
            "component": tool.component,
            "available": servable(tool, missing),
            "summary": tool.summary,
        }
        for tool in catalogue
        if not tool.internal
    ]


def markdown(catalogue: Catalogue) -> str:
    """The page docs/tools.md."""
    lines = [
        "# Tools",
        "",
        "What Pace can do. Say the example, or words like it. Made by `pace tools --markdown`.",
        "",
        "| tool | what it does | say | arguments | risk | can be undone |",
        "|---|---|---|---|---|---|",
    ]
    for tool in catalogue:
        if tool.internal:
            continue
        arguments = ", ".join(f"`{name}`" for name in tool.parameters.model_fields) or "none"
        undo = "yes, or nothing to undo" if tool.reversible else "no"
        said = "; ".join(f"“{example}”" for example in tool.examples[:2])
        lines.append(
            f"| `{tool.name}` | {tool.summary} | {said} | {arguments}"
            f" | {tool.risk.value} | {undo} |"
        )
    return "\n".join([*lines, ""])
