"""What hearing and speaking need. Each port has a Linux adapter or engine and a double.

Audio heard is mono 16-bit PCM at `pace.core.audio.HEARING_RATE`; audio spoken is mono 16-bit PCM
at the rate the engine says.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from pace.core.audio import Chunk, Hypothesis


class Microphone(Protocol):
    """Records the default source."""

    def open(self) -> AbstractAsyncContextManager[AsyncIterator[Chunk]]:
        """Chunks of 20 to 100 ms from a bounded feed; the iterator ends when the device is lost.

        Raises Unavailable when nothing can be recorded and TimedOut when no sound arrives.
        """
        ...


class Speaker(Protocol):
    """Plays on the default sink."""

    async def play(self, speech: Speech, started: Callable[[], None] | None = None) -> bool:
        """Play to the end; False when stopped. Raises Unavailable. Stops at once on cancel.

        `started` is called when the first sample sounds.
        """
        ...

    async def stop(self) -> None:
        """Silence within 100 ms."""
        ...


@dataclass(frozen=True, slots=True)
class Speech:
    """A rendered sentence. `engine` is what really rendered it."""

    pcm: bytes
    rate: int
    text: str = ""
    engine: str = ""

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / self.rate


class VoiceActivity(Protocol):
    """Says how speech-like 32 ms of sound are. One per utterance: it keeps state."""

    def probability(self, samples: bytes) -> float:
        """Of 512 samples, 0 to 1."""
        ...


class Recognition(Protocol):
    """One utterance being recognised."""

    async def add(self, chunk: Chunk) -> Hypothesis | None:
        """Feed sound that was judged to be speech; a new hypothesis when there is one."""
        ...

    async def catch_up(self) -> Hypothesis | None:
        """Recognise now all that was fed, so that `finish` has nothing left to do."""
        ...

    async def finish(self) -> str:
        """The final words; empty when there were none."""
        ...


class Transcriber(Protocol):
    """A speech-to-text engine. Loaded on first use or by `warm_up`."""

    name: str

    async def warm_up(self) -> None: ...

    def recognise(self, hints: Sequence[str] = ()) -> AbstractAsyncContextManager[Recognition]:
        """Start an utterance. Hints may restore spelling; they never appear out of silence."""
        ...


class Synthesizer(Protocol):
    """A text-to-speech engine."""

    name: str

    async def warm_up(self) -> None: ...

    async def render(self, text: str) -> Speech:
        """One cleaned sentence as sound, empty when it has no letter or digit.

        Raises Unavailable or TimedOut, and Invalid when this engine cannot pronounce it.
        """
        ...
