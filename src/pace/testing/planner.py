"""A planner that says what it was told to say."""

from __future__ import annotations

from collections.abc import AsyncIterator

from pace.core.envelope import Delta, Envelope
from pace.core.error import Unavailable
from pace.core.understanding import Request


class ScriptedPlanner:
    """Answers each request with the next envelope; None stands for a planner that is offline."""

    name = "scripted"

    def __init__(self, *envelopes: Envelope | None) -> None:
        self._envelopes = list(envelopes)
        self.requests: list[Request] = []

    async def plan(self, request: Request) -> AsyncIterator[Delta | Envelope]:
        self.requests.append(request)
        envelope = self._envelopes.pop(0)
        if envelope is None:
            raise Unavailable("The planner cannot be reached.", fix="pace doctor")
        if envelope.spoken:
            yield Delta(envelope.spoken)
        yield envelope
