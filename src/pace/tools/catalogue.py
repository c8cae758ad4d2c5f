"""The catalogue: every tool found in this package, checked once at the start."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterable

from pydantic import ValidationError

import pace.tools
from pace.core.call import Risk
from pace.core.error import Invalid
from pace.core.tool import Catalogue, Tool, canonical, dotted


def built_in() -> Catalogue:
    """All tools of this package. Raises Invalid, naming the tool, when one is ill declared."""
    found: dict[int, Tool] = {}
    for info in pkgutil.iter_modules(pace.tools.__path__):
        module = importlib.import_module(f"pace.tools.{info.name}")
        for value in vars(module).values():
            if isinstance(value, Tool):
                found[id(value)] = value  # one that a module imports from another is found twice
    tools = sorted(found.values(), key=lambda tool: tool.name)
    check(tools)
    return Catalogue.of(tools)


def check(tools: Iterable[Tool]) -> None:
    """The start-up validation of spec 1.5. Raises Invalid with a sentence that names the tool."""
    owners: dict[tuple[str, str], Tool] = {}
    empty = True
    for tool in tools:
        empty = False
        _check_one(tool)
        named = [("", canonical(name), name) for name in (tool.name, *tool.aliases)]
        named += [("v10", dotted(name), name) for name in tool.spellings]
        for dialect, plain, name in named:
            if not plain:
                raise Invalid(f"The tool {tool.name or tool.summary} has an empty name.")
            owner = owners.setdefault((dialect, plain), tool)
            if owner is not tool:
                raise Invalid(f"The name {name} belongs to both {owner.name} and {tool.name}.")
        if len(set(named)) < len(named) or len({n[:2] for n in named}) < len(named):
            raise Invalid(f"The tool {tool.name} has one name twice.")
    if empty:
        raise Invalid("No tools were found, so Pace could do nothing; install it anew.")


def _check_one(tool: Tool) -> None:
    if tool.risk is Risk.DESTRUCTIVE:
        raise Invalid(f"The tool {tool.name} is destructive; Pace has no such tools.")
    if not tool.summary.strip():
        raise Invalid(f"The tool {tool.name} has no summary.")
    if not tool.internal and not (tool.examples and all(said.strip() for said in tool.examples)):
        raise Invalid(f"The tool {tool.name} has no example.")
    if not tool.internal and not tool.component.strip() and (tool.needs or tool.wishes):
        raise Invalid(f"The tool {tool.name} does not say what serves it.")
    if tool.schema_example:
        _check_example(tool)


def _check_example(tool: Tool) -> None:
    """A call as it is shown to planners: an object of this tool that its parameters accept."""
    try:
        given = json.loads(tool.schema_example)
    except ValueError:
        given = None
    if not isinstance(given, dict) or given.get("tool") != tool.name:
        raise Invalid(f"The example call of the tool {tool.name} is no object that names it.")
    try:
        tool.parameters.model_validate({k: v for k, v in given.items() if k != "tool"})
    except ValidationError as problem:
        raise Invalid(
            f"The example call of the tool {tool.name} has drifted from its arguments."
        ) from problem
