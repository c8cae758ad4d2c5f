"""A tool is a frozen description of one thing Pace can do; the catalogue holds them all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.error import Invalid
from pace.core.result import Result


class Severity(StrEnum):
    BLOCKING = "blocking"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Issue:
    """What stands in the way of a call, or is worth knowing before it; found before it runs.

    `title` is a sentence without its full stop, `hint` the step or command that mends it.
    """

    severity: Severity
    kind: str
    title: str
    hint: str = ""

    def __str__(self) -> str:
        hint = self.hint or "`pace doctor` says more"
        return f"- [{self.severity.value}] {self.title}: {hint}"

    @property
    def sentence(self) -> str:
        """For the person: what is the matter, and what mends it."""
        return f"{self.title}; to mend it: {self.hint}." if self.hint else f"{self.title}."


#: Runs with its validated parameters and, by keyword, the ports named in `needs`.
Body = Callable[..., Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was found out before anybody is asked: the approval line that says it (empty: the
    tool's own), and arguments in place of those that were given."""

    line: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


#: Looks ahead with the call, its validated parameters and the ports, without any act. A result
#: says that nothing can be done, and nobody is asked then. May raise the errors of Pace.
Looks = Callable[[Call, Any, Mapping[str, object]], Awaitable[Ahead | Result]]
#: Looks at the arguments and the ports of the runner, quickly and without any act.
Check = Callable[[Mapping[str, Any], Mapping[str, object]], Sequence[Issue]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One entry of the catalogue.

    `parameters` is a pydantic model (kept untyped here so that core stays standard library);
    `needs` names the ports the body takes, `wishes` those it can do without; `describe` writes the
    approval line for given arguments; `caution` gives, for arguments and ports, a reason to ask
    first, or none; `internal` ones only carry out inverses. `spellings` are its names in the v10
    dialect, the documented one first; `asks` says when approval is needed, `asks_when` narrows
    that to some arguments; a `muted` one is not announced before it runs (spec 1.3); a `drained`
    one runs before the rest of its plan is looked at (spec 2.9); a `fleeting` one does nothing that
    anybody would want to have back, so that undo may pass over it; `preflight` finds issues of its
    own; `ahead` finds out, before anybody is asked, what an act would come to; `schema_example` is
    a JSON object as text, made from the parameters when empty; `schema` stands in for the
    parameters' JSON Schema where a server gave one.

    All the functions get the arguments by their own names, validated.
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
    drained: bool = False
    fleeting: bool = False
    preflight: Check | None = None
    ahead: Looks | None = None
    schema_example: str = ""
    schema: Mapping[str, Any] | None = None

    def effect_of(self, arguments: Mapping[str, Any]) -> Effect:
        """What this use of the tool may do: read or change, never both."""
        if self.effect is not Effect.BOTH:
            return self.effect
        return Effect.READ if self.reads is not None and self.reads(arguments) else Effect.CHANGE


def canonical(name: str) -> str:
    """Names in `tool_calls` compare trimmed, lower-case and with underscores (spec 1.1)."""
    return name.strip().lower().replace("-", "_")


def dotted(name: str) -> str:
    """Names in the v10 dialect compare trimmed, lower-case and with dots (spec 1.1)."""
    return name.strip().lower().replace("-", ".").replace("_", ".")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """An immutable set of tools, replaced only between turns.

    `servers` are the servers of further tools that are set up, by name, allowed or not.
    """

    tools: tuple[Tool, ...] = ()
    _index: Mapping[str, Tool] = field(default_factory=dict)
    _dotted: Mapping[str, Tool] = field(default_factory=dict)
    servers: tuple[str, ...] = ()

    @classmethod
    def of(cls, tools: Iterable[Tool], servers: Iterable[str] = ()) -> Catalogue:
        ordered = tuple(sorted(tools, key=lambda tool: tool.name))
        index = {canonical(n): tool for tool in ordered for n in (tool.name, *tool.aliases)}
        spellings = {dotted(n): tool for tool in ordered for n in tool.spellings}
        return cls(ordered, index, spellings, tuple(servers))

    def with_tools(self, extra: Iterable[Tool]) -> Catalogue:
        """A new catalogue with tools of others, named server/tool, which can shadow nothing.

        Raises Invalid, naming the tool, for a name without a slash or one that is taken.
        """
        added = tuple(extra)
        seen = set(self._index)
        for tool in added:
            for name in (tool.name, *tool.aliases, *tool.spellings):
                plain = canonical(name)
                if "/" not in plain.strip("/"):
                    raise Invalid(f"The tool {name} is not named server/tool, so it is left out.")
                if plain in seen or dotted(name) in self._dotted:
                    raise Invalid(f"The name {name} is taken already, so that tool is left out.")
                seen.add(plain)
        return Catalogue.of((*self.tools, *added), self.servers)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self.tools)

    def find(self, name: str) -> Tool | None:
        """The tool of this name or alias, or None."""
        return self._index.get(canonical(name))

    def find_spelling(self, name: str) -> Tool | None:
        """The tool of this name in the v10 dialect, or None."""
        return self._dotted.get(dotted(name))

    def effect_of(self, call: Call) -> Effect:
        """Read or change; what is unknown counts as change."""
        tool = self.find(call.name)
        return Effect.CHANGE if tool is None else tool.effect_of(call.arguments)
