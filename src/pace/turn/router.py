"""From an understanding to a route: the one decision between thinking and doing.

A route is a value; the runner carries it out. Nothing here looks at the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pace.core import understanding as core
from pace.core.call import Call
from pace.core.understanding import Intent, Understanding


@dataclass(frozen=True, slots=True)
class Control:
    """A command about the conversation itself."""

    command: core.Control


@dataclass(frozen=True, slots=True)
class Say:
    """Words and no act; empty words are silence."""

    words: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A question. `alternatives[i]` is what `options[i]` would carry out; an empty one, nothing."""

    text: str
    options: tuple[str, ...] = ()
    alternatives: tuple[tuple[Call, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Calls, in order."""

    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Hand the request to a planner tier."""

    tier: str


Route = Control | Say | Ask | Run | Plan


def route(understanding: Understanding, tiers_available: Sequence[str] = ()) -> Route:
    """Where an understanding goes. What withholds never runs; a model is asked only if needed."""
    if understanding.control is not None:
        return Control(understanding.control)
    if understanding.question is not None:
        question = understanding.question
        return Ask(question.text, question.options, understanding.alternatives)
    if understanding.intent is not None and understanding.intent.withholds:
        if understanding.needs_model and tiers_available:
            return Plan(tiers_available[0])
        return Say(understanding.spoken)
    if understanding.calls:
        return Run(understanding.calls)
    if understanding.needs_model and tiers_available and understanding.intent is not Intent.REFUSE:
        return Plan(tiers_available[0])
    return Say(understanding.spoken)
