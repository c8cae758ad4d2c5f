"""Sound, as values."""

from __future__ import annotations

from dataclasses import dataclass

#: Samples per second of everything Pace hears; what Silero VAD and the recognisers take.
HEARING_RATE = 16_000


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of mono 16-bit little-endian PCM. `dropped` counts samples lost before it."""

    pcm: bytes
    rate: int = HEARING_RATE
    dropped: int = 0

    @property
    def seconds(self) -> float:
        return len(self.pcm) / 2 / self.rate


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Words so far. `stable` is the part two hypotheses agreed on; it only grows."""

    text: str
    stable: str = ""
    final: bool = False
