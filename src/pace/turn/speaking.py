"""Giving the person the words: published always, spoken aloud when there is a voice."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from pace.core.event import Event, Spoke
from pace.core.trace import Trace
from pace.voice.speech import Voice


class Mouth:
    """Says what is to be said, aloud if there is a voice. One at a time: the later waits."""

    def __init__(self, publish: Callable[[Event], None], voice: Voice | None) -> None:
        self._publish = publish
        self._voice = voice
        self._one_voice = anyio.Lock()
        self._speaking: anyio.CancelScope | None = None

    async def say(self, turn_id: str, text: str, trace: Trace) -> None:
        """Say one text; returns when it was heard, hushed, or there is no voice."""
        if not text.strip():
            return
        self._publish(Spoke(turn_id, text))
        if self._voice is None:
            return
        async with self._one_voice:
            with anyio.CancelScope() as scope:
                self._speaking = scope
                try:
                    await self._voice.say(text, lambda: trace.mark("first_sound"))
                finally:
                    self._speaking = None

    def hush(self) -> bool:
        """Stop what is being said; whether anything was."""
        if self._speaking is None:
            return False
        self._speaking.cancel()
        return True
