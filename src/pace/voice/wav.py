"""WAV files and their content."""

from __future__ import annotations

import io
import wave
from array import array
from pathlib import Path

from pace.core.audio import HEARING_RATE
from pace.core.error import Invalid
from pace.voice.pcm import resampled

#: Rates at which sound is recorded. A header may claim any other, and memory would follow it.
_RATES = range(4_000, 400_001)


def read_wav(path: Path) -> bytes:
    """The first channel of a 16-bit WAV file at the rate Pace hears.

    Raises Invalid when it is not such a file or cannot be read.
    """
    try:
        with wave.open(str(path), "rb") as file:
            channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            frames = file.readframes(file.getnframes())
    except (OSError, EOFError, wave.Error) as error:
        raise Invalid(f"{path} cannot be read as a WAV file; nothing was heard.") from error
    if width != 2:
        raise Invalid(f"{path} has {width * 8}-bit samples; a 16-bit WAV file is needed.")
    if rate not in _RATES:
        raise Invalid(f"{path} has {rate} samples a second, which is no speech; nothing was heard.")
    samples = array("h", frames[: len(frames) // 2 * 2])
    return resampled(samples[::channels].tobytes(), rate, HEARING_RATE)


def write_wav(path: Path, pcm: bytes, rate: int) -> None:
    """Write mono 16-bit PCM as a WAV file."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(pcm)


def unpacked(wav: bytes) -> tuple[bytes, int]:
    """The mono PCM of a 16-bit WAV, and its rate. Raises ValueError when it is none.

    The header of a WAV that came through a pipe promises more frames than follow.
    """
    try:
        with wave.open(io.BytesIO(wav)) as file:
            rate = file.getframerate()
            pcm = file.readframes(file.getnframes())
    except (EOFError, wave.Error) as error:
        raise ValueError("not a WAV") from error
    return pcm[: len(pcm) // 2 * 2], rate
