"""What a planner may answer, and the one port every planner serves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from pace.core.call import Call
from pace.core.understanding import Intent, Request


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of the planner's spoken text, in order."""

    text: str


@dataclass(frozen=True, slots=True)
class Envelope:
    """All a planner may answer. It is a proposal: nothing here is believed or run unchecked."""

    spoken: str = ""
    intent: Intent = Intent.ANSWER
    calls: tuple[Call, ...] = ()


class Planner(Protocol):
    """Turns a request into deltas of spoken text and, last, one envelope."""

    name: str

    def plan(self, request: Request) -> AsyncIterator[Delta | Envelope]:
        """Yield any number of deltas, then exactly one envelope. Open it with `aclosing`."""
        ...
