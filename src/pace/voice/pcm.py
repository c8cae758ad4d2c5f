"""Mono 16-bit little-endian PCM as numbers, and back."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

#: Brings the loudness of close speech near 1 (spec 4.2).
LEVEL_BOOST = 10.2
FULL_SCALE = 32768
#: Rendered speech below this is the silence around it.
SILENCE = 0.003


def to_samples(pcm: bytes) -> Samples:
    """Samples from -1 to 1; an odd last byte is left out."""
    import numpy as np

    numbers = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2")
    return numbers.astype(np.float32) / np.float32(FULL_SCALE)


def from_samples(samples: Samples) -> bytes:
    """Clipped, because a recogniser or a sink would wrap what is louder than full scale."""
    import numpy as np

    clipped: NDArray[np.float32] = np.clip(samples * FULL_SCALE, -FULL_SCALE, FULL_SCALE - 1)
    return clipped.astype("<i2").tobytes()


def resampled(pcm: bytes, rate: int, wanted: int) -> bytes:
    """The whole sound at another rate, band-limited."""
    import numpy as np

    samples = to_samples(pcm)
    count = len(samples) * wanted // rate
    if rate == wanted or count == 0:
        return pcm if rate == wanted else b""
    spectrum = np.fft.rfft(samples)
    kept = np.zeros(count // 2 + 1, dtype=spectrum.dtype)
    shared = min(len(kept), len(spectrum))
    kept[:shared] = spectrum[:shared]
    return from_samples((np.fft.irfft(kept, count) * (count / len(samples))).astype(np.float32))


def level(pcm: bytes) -> float:
    """Loudness for a meter, 0 to 1."""
    samples = array("h", pcm[: len(pcm) // 2 * 2])
    if not samples:
        return 0.0
    power = sum(sample * sample for sample in samples) / len(samples)
    return min(1.0, math.sqrt(power) / FULL_SCALE * LEVEL_BOOST)


def quietest(pcm: bytes, start: int, end: int, window: int = 3200) -> int:
    """The middle, in bytes, of the quietest `window` bytes between `start` and `end`."""
    import numpy as np

    loudness = np.abs(to_samples(pcm[start:end]))
    width = max(1, window // 2)
    if len(loudness) <= width:
        return start
    sums = np.convolve(loudness, np.ones(width, np.float32), "valid")
    return start + (int(np.argmin(sums)) + width // 2) * 2


def trimmed(pcm: bytes, rate: int, before: float = 0.02, after: float = 0.12) -> bytes:
    """Without the silence around it, but for `before` and `after` seconds of it."""
    import numpy as np

    loud = np.flatnonzero(np.abs(to_samples(pcm)) > SILENCE)
    if len(loud) == 0:
        return pcm
    start = max(0, int(loud[0]) - int(before * rate))
    return pcm[start * 2 : (int(loud[-1]) + int(after * rate)) * 2]
