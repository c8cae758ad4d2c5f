"""Whether an act runs, is asked about, or is refused: one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from pace.core.call import Asks, Call, Effect, Provenance, Risk
from pace.core.tool import Tool
from pace.core.turn import Origin


class Verdict(StrEnum):
    RUN = "run"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict and the words for why, to be shown with the question."""

    verdict: Verdict
    why: str = ""


class Preferences(Protocol):
    """What policy reads of the settings."""

    @property
    def approve_risky_actions(self) -> bool: ...


def decide(tool: Tool, call: Call, origin: Origin, settings: Preferences) -> Decision:
    """What may happen to one call, whose arguments have their own names.

    A change caused by text that nobody here spoke or chose always asks and names its source and
    the argument. Else the tool says by `asks` whether its acts are asked about (spec 5.1).
    """
    if tool.risk is Risk.DESTRUCTIVE:
        return Decision(Verdict.DENY, "it would destroy something")
    reasons: list[str] = []
    if tool.effect_of(call.arguments) is Effect.CHANGE:
        if foreign := sources(tool, call):
            reasons.append(said(foreign))
        if origin is Origin.AGENT:
            reasons.append("another program asked for this")
    if own := _own_reason(tool, call.arguments, settings):
        reasons.append(own)
    return Decision(Verdict.ASK if reasons else Verdict.RUN, " and ".join(reasons))


def _own_reason(tool: Tool, arguments: Mapping[str, Any], settings: Preferences) -> str:
    """Why acts of this tool are asked about, wherever its arguments came from; or nothing."""
    narrowed = tool.asks_when is not None and not tool.asks_when(arguments)
    if tool.asks is Asks.ALWAYS:
        return "" if narrowed else "this is never done unasked"
    if not settings.approve_risky_actions or tool.effect_of(arguments) is Effect.READ:
        return ""
    if tool.asks is Asks.PREFERENCE and narrowed:
        return ""
    if tool.risk is Risk.EXTERNAL:
        return "this reaches beyond this computer"
    if tool.asks is Asks.PREFERENCE:
        return "this makes something that stays" if tool.reversible else "this cannot be undone"
    return "" if tool.risk is Risk.INPUT or tool.reversible else "this cannot be undone"


def sources(tool: Tool, call: Call) -> dict[str, Provenance]:
    """The arguments that nobody here spoke or chose, each with where it came from.

    What nobody declared counts as a model's, unless it is what the tool takes by itself.
    """
    found: dict[str, Provenance] = {}
    for name, value in call.arguments.items():
        source = call.source_of(name)
        if name not in call.provenance and _is_default(tool, name, value):
            source = Provenance.DEFAULT
        if not source.trusted:
            found[name] = source
    return found


def said(foreign: Mapping[str, Provenance]) -> str:
    """ "“to” and “body” came from a mail and “path” came from a file"."""
    parts: list[str] = []
    for source in dict.fromkeys(foreign.values()):
        names = [f"“{name}”" for name, its in foreign.items() if its is source]
        listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        article = "an" if source is Provenance.MCP else "a"
        parts.append(f"{listed} came from {article} {source.value}")
    return " and ".join(parts)


def _is_default(tool: Tool, name: str, value: Any) -> bool:
    info = getattr(tool.parameters, "model_fields", {}).get(name)
    return (
        info is not None
        and not info.is_required()
        and type(info.default) is type(value)
        and bool(info.default == value)
    )
