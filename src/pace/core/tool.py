"""A tool is a frozen description of one thing Pace can do; the catalogue holds them all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.result import Result

#: Runs with its validated parameters and, by keyword, the ports named in `needs`.
Body = Callable[..., Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One entry of the catalogue.

    `parameters` is a pydantic model (kept untyped here so that core stays standard library);
    `needs` names the ports the body takes, `wishes` those it can do without; `describe` writes the
    approval line for given arguments; `caution` gives, for arguments and ports, a reason to ask
    first, or none; `internal` ones only carry out inverses. `spellings` are its names in the v10
    dialect, the documented one first; `asks` says when approval is needed, `asks_when` narrows
    that to some arguments; a `muted` one is not announced before it runs (spec 1.3).
    """

    name: str
    summary: str
    risk: Risk
    parameters: Any
    body: Body
    examples: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    effect: Effect = Effect.CHANGE
    reads: Callable[[Mapping[str, Any]], bool] | None = None
    reversible: bool = False
    describe: Callable[[Mapping[str, Any]], str] | None = None
    caution: Callable[[Mapping[str, Any], Mapping[str, object]], str] | None = None
    component: str = ""
    timeout: float = 15.0
    interruptible: bool = False
    internal: bool = False
    spellings: tuple[str, ...] = ()
    asks: Asks = Asks.IF_LASTING
    asks_when: Callable[[Mapping[str, Any]], bool] | None = None
    muted: bool = True

    def effect_of(self, arguments: Mapping[str, Any]) -> Effect:
        """What this use of the tool may do: read or change, never both."""
        if self.effect is not Effect.BOTH:
            return self.effect
        return Effect.READ if self.reads is not None and self.reads(arguments) else Effect.CHANGE


def canonical(name: str) -> str:
    """Tool names compare trimmed, lower-case and with underscores (spec 1.1)."""
    return name.strip().lower().replace("-", "_")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """An immutable set of tools, replaced only between turns."""

    tools: tuple[Tool, ...] = ()
    _index: Mapping[str, Tool] = field(default_factory=dict)

    @classmethod
    def of(cls, tools: Iterator[Tool] | tuple[Tool, ...] | list[Tool]) -> Catalogue:
        ordered = tuple(sorted(tools, key=lambda tool: tool.name))
        index = {canonical(n): tool for tool in ordered for n in (tool.name, *tool.aliases)}
        return cls(ordered, index)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)

    def find(self, name: str) -> Tool | None:
        """The tool of this name or alias, or None."""
        return self._index.get(canonical(name))

    def effect_of(self, call: Call) -> Effect:
        """Read or change; what is unknown counts as change."""
        tool = self.find(call.name)
        return Effect.CHANGE if tool is None else tool.effect_of(call.arguments)
