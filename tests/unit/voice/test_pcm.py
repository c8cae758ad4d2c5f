"""Sound as numbers, and WAV files."""

import wave
from pathlib import Path

import numpy as np
import pytest

from pace.core.audio import HEARING_RATE
from pace.core.error import Invalid
from pace.voice.pcm import from_samples, level, quietest, resampled, to_samples, trimmed
from pace.voice.wav import read_wav, unpacked, write_wav


def tone(hertz: float, seconds: float, rate: int, loudness: float = 0.5) -> bytes:
    at = np.arange(int(seconds * rate)) / rate
    return from_samples((np.sin(2 * np.pi * hertz * at) * loudness).astype(np.float32))


def pitch(pcm: bytes, rate: int) -> float:
    samples = to_samples(pcm)
    return float(np.argmax(np.abs(np.fft.rfft(samples))) * rate / len(samples))


def test_samples_louder_than_full_scale_are_clipped() -> None:
    assert from_samples(np.array([2.0, -2.0], np.float32)) == b"\xff\x7f\x00\x80"


@pytest.mark.parametrize("rate", [8_000, 22_050, 24_000, 44_100, 48_000])
def test_resampling_keeps_length_pitch_and_loudness(rate: int) -> None:
    heard = resampled(tone(440, 1, rate), rate, HEARING_RATE)
    assert len(heard) == HEARING_RATE * 2
    assert abs(pitch(heard, HEARING_RATE) - 440) < 2
    assert abs(level(heard) - level(tone(440, 1, HEARING_RATE))) < 0.01


def test_resampling_takes_away_what_the_lower_rate_cannot_hold() -> None:
    assert level(resampled(tone(11_000, 1, 48_000), 48_000, HEARING_RATE)) < 0.01


def test_the_level_of_silence_is_zero_and_never_more_than_one() -> None:
    assert level(b"") == level(bytes(200)) == 0.0
    assert level(tone(440, 0.1, HEARING_RATE, 1.0)) == 1.0


def test_the_quietest_place_is_found() -> None:
    loud, quiet = tone(440, 1, HEARING_RATE), bytes(HEARING_RATE)
    cut = quietest(loud + quiet + loud, 0, len(loud * 2 + quiet))
    assert len(loud) <= cut <= len(loud + quiet)
    assert cut % 2 == 0


def test_silence_around_rendered_speech_is_cut() -> None:
    rate = 24_000
    speech = tone(440, 1, rate)
    kept = trimmed(bytes(rate) + speech + bytes(rate), rate)
    assert 1.0 <= len(kept) / 2 / rate < 1.2
    assert trimmed(bytes(100), rate) == bytes(100)
    assert trimmed(b"", rate) == b""


def test_a_stereo_file_at_another_rate_is_heard_on_its_first_channel(tmp_path: Path) -> None:
    left, right = tone(440, 1, 48_000), tone(880, 1, 48_000)
    both = b"".join(left[at : at + 2] + right[at : at + 2] for at in range(0, len(left), 2))
    with wave.open(str(tmp_path / "two.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(both)
    assert abs(pitch(read_wav(tmp_path / "two.wav"), HEARING_RATE) - 440) < 2


@pytest.mark.parametrize("content", [b"", b"RIFF", b"not a wav at all", bytes(5000)])
def test_what_is_not_a_wav_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.wav"
    path.write_bytes(content)
    with pytest.raises(Invalid, match="cannot be read"):
        read_wav(path)
    with pytest.raises(ValueError, match="not a WAV"):
        unpacked(content)


def test_a_missing_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="cannot be read"):
        read_wav(tmp_path / "none.wav")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    sound = tone(440, 0.2, HEARING_RATE)
    write_wav(tmp_path / "a.wav", sound, HEARING_RATE)
    assert read_wav(tmp_path / "a.wav") == sound
    assert unpacked((tmp_path / "a.wav").read_bytes()) == (sound, HEARING_RATE)
