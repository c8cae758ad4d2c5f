"""How a tool is declared: a decorator that turns an async function into a `Tool`.

    class OpenApp(Arguments):
        app: Text = argument("app", "name", about="the application, as spoken")

    @tool("open_app", risk=Risk.MUTATION, examples=("open Firefox",), ...)
    async def open_app(given: OpenApp, *, applications: Applications) -> Result: ...

The keyword-only parameters name the ports the tool needs; one with a default is optional. Only the
class of the first parameter is looked at, so the types of ports may be imported for checking alone.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from pace.core.call import Asks, Effect, Risk
from pace.core.tool import Body, Check, Looks, Tool
from pace.tools.coercion import Clamp, Reads, Synonyms, fitted

#: All that a tool's file needs.
__all__ = ["Arguments", "Clamp", "Reads", "Synonyms", "Text", "argument", "tool"]

#: Words of a person; never empty.
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Arguments(BaseModel):
    """Base of all tool parameters; what is given is read by `pace.tools.coercion`."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        populate_by_name=True,
        allow_inf_nan=False,
        defer_build=True,  # most turns use one tool; each validator takes milliseconds to build
    )

    @model_validator(mode="before")
    @classmethod
    def _fit(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        fits = fitted(cls, given)
        return {**fits.values, **{key: given[key] for key in fits.unknown}}


def argument(*keys: str, about: str, default: Any = ..., example: Any = None, **limits: Any) -> Any:
    """One parameter: its name first, then the other keys a planner may use for it.

    `example` is what the planner's tool list shows. Bounds that clamp are `Clamp`, other words of
    a closed set `Synonyms`, both in `Annotated`; `limits` are pydantic's, and reject.
    """
    return Field(
        default,
        validation_alias=AliasChoices(*keys),
        description=about,
        examples=None if example is None else [example],
        **limits,
    )


def _arguments(body: Body, named: Any) -> Any:
    """The class that a body's first parameter is annotated with, by its name in the body's file."""
    return getattr(sys.modules[body.__module__], named) if isinstance(named, str) else named


def tool(
    name: str,
    *,
    summary: str,
    risk: Risk,
    examples: tuple[str, ...],
    aliases: tuple[str, ...] = (),
    effect: Effect = Effect.CHANGE,
    reads: Callable[[Mapping[str, Any]], bool] | None = None,
    reversible: bool = False,
    describe: Callable[[Mapping[str, Any]], str] | None = None,
    caution: Callable[[Mapping[str, Any], Mapping[str, object]], str] | None = None,
    component: str = "",
    timeout: float = 15.0,
    interruptible: bool = False,
    internal: bool = False,
    spellings: tuple[str, ...] = (),
    asks: Asks = Asks.IF_LASTING,
    asks_when: Callable[[Mapping[str, Any]], bool] | None = None,
    muted: bool = True,
    drained: bool = False,
    fleeting: bool = False,
    preflight: Check | None = None,
    ahead: Looks | None = None,
    schema_example: str = "",
) -> Callable[[Body], Tool]:
    """Make the function a tool. `reversible` means it can be taken back or leaves nothing to;
    `interruptible` that it may stop half-way at once (typing, waiting, reading)."""

    def declare(body: Body) -> Tool:
        first, *rest = inspect.signature(body).parameters.values()
        return Tool(
            name=name,
            summary=summary,
            risk=risk,
            parameters=_arguments(body, first.annotation),
            body=body,
            examples=examples,
            aliases=aliases,
            needs=tuple(p.name for p in rest if p.default is inspect.Parameter.empty),
            wishes=tuple(p.name for p in rest if p.default is not inspect.Parameter.empty),
            effect=effect,
            reads=reads,
            reversible=reversible,
            describe=describe,
            caution=caution,
            component=component or ", ".join(p.name for p in rest),
            timeout=timeout,
            interruptible=interruptible,
            internal=internal,
            spellings=spellings,
            asks=asks,
            asks_when=asks_when,
            muted=muted,
            drained=drained,
            fleeting=fleeting,
            preflight=preflight,
            ahead=ahead,
            schema_example=schema_example,
        )

    return declare
