"""Short tones: Pace listens, and Pace heard nothing."""

from __future__ import annotations

from pace.voice.pcm import from_samples
from pace.voice.ports import Speech

RATE = 24_000
SECONDS = 0.09
LISTENING_HZ = (660.0, 880.0)
NOTHING_HZ = (440.0, 330.0)
LISTENING_LOUDNESS = 0.12
NOTHING_LOUDNESS = 0.05


def listening() -> Speech:
    """Two rising tones: speak now."""
    return _tones(LISTENING_HZ, LISTENING_LOUDNESS)


def nothing() -> Speech:
    """Two falling tones, quieter: nothing was heard."""
    return _tones(NOTHING_HZ, NOTHING_LOUDNESS)


def _tones(pitches: tuple[float, ...], loudness: float) -> Speech:
    import numpy as np

    count = int(RATE * SECONDS / len(pitches))
    swell = np.sin(np.pi * np.arange(count) / count)  # no click at either end
    wave = [np.sin(2 * np.pi * hz * np.arange(count) / RATE) * swell for hz in pitches]
    return Speech(
        from_samples((np.concatenate(wave) * loudness).astype(np.float32)), RATE, engine="cue"
    )
