"""An utterance for engines without streaming: what is new is recognised with what came before."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from pace.core.audio import HEARING_RATE, Chunk, Hypothesis
from pace.voice.agreement import agreed
from pace.voice.pcm import quietest

BYTES_A_SECOND = HEARING_RATE * 2
#: Recognised as one piece; a longer one is cut where it is quietest, between the two others.
PIECE_SECONDS = 14.0
CUT_FROM_SECONDS, CUT_TO_SECONDS = 6.0, 12.0


class RollingRecognition:
    """See `Recognition`. `decode` gives the words of a piece of speech.

    A hypothesis comes after `interval` seconds of new sound, or after three times the time that the
    last one took, so that a slow machine is not kept busy with words that are only shown.
    """

    def __init__(self, decode: Callable[[bytes], Awaitable[str]], interval: float) -> None:
        self._decode = decode
        self._least_interval = self._interval = interval
        self._done = ""
        self._piece = b""
        self._new_bytes = 0
        self._last = Hypothesis("")

    async def add(self, chunk: Chunk) -> Hypothesis | None:
        """See `Recognition.add`."""
        self._piece += chunk.pcm
        self._new_bytes += len(chunk.pcm)
        if self._new_bytes < self._interval * BYTES_A_SECOND:
            return None
        return await self.catch_up()

    async def catch_up(self) -> Hypothesis | None:
        """See `Recognition.catch_up`."""
        if self._new_bytes == 0:
            return None
        while len(self._piece) > PIECE_SECONDS * BYTES_A_SECOND:
            cut = quietest(
                self._piece,
                int(CUT_FROM_SECONDS * BYTES_A_SECOND),
                int(CUT_TO_SECONDS * BYTES_A_SECOND),
            )
            words = await self._decode(self._piece[:cut])
            self._done, self._piece = f"{self._done} {words}".strip(), self._piece[cut:]
        began = time.monotonic()
        # Recognisers find a word in digital silence.
        words = await self._decode(self._piece) if any(self._piece) else ""
        self._new_bytes = 0
        self._interval = max(self._least_interval, 3 * (time.monotonic() - began))
        text = f"{self._done} {words}".strip()
        if text == self._last.text:
            return None
        self._last = Hypothesis(text, agreed(self._last.text, text, self._last.stable))
        return self._last

    async def finish(self) -> str:
        """See `Recognition.finish`."""
        await self.catch_up()
        return self._last.text
