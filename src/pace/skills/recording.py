"""Recording a flow: the port. Nothing serves it yet."""

from __future__ import annotations

from typing import Protocol

from pace.skills.flows import Flow


class Recorder(Protocol):
    """Watches what the person does and makes a flow of it."""

    async def start(self, name: str) -> None:
        """Begin; what was being recorded is discarded."""
        ...

    async def stop(self) -> Flow | None:
        """End, and the flow that was recorded; None when none was being recorded."""
        ...
