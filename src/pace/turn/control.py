"""Commands about the conversation itself: stop, repeat and help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pace.core.tool import Catalogue
from pace.core.understanding import Control

#: How many examples "what can I say" gives at a time.
EXAMPLES = 6


class Controls:
    """Carries out control commands; each returns what to say."""

    def __init__(
        self,
        catalogue: Callable[[], Catalogue],
        last_words: Callable[[], Awaitable[str]],
    ) -> None:
        self._catalogue = catalogue
        self._last_words = last_words

    async def carry_out(self, control: Control) -> str:
        match control:
            case Control.STOP:
                return ""  # starting this turn has stopped the one before; silence is meant
            case Control.REPEAT:
                return await self._last_words() or "I have not said anything yet."
            case Control.HELP:
                return self._help()
            case Control.TYPE_KEPT:
                return "There is no text waiting to be typed."

    def _help(self) -> str:
        shown = [
            example
            for tool in self._catalogue()
            if not tool.internal
            for example in tool.examples[:1]
        ]
        step = max(1, len(shown) // EXAMPLES)
        examples = [f"“{example}”" for example in shown[::step][:EXAMPLES]]
        return f"You can say things like {', '.join(examples)}. `pace tools` lists everything."
