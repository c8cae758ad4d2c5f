"""How a tool asks which one is meant; the answer comes through `Assistant.ask` like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Choose(Protocol):
    """Puts a question with options. The index chosen, or None when nothing was."""

    async def __call__(self, text: str, options: Sequence[str]) -> int | None: ...
