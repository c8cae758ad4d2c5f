"""Which part of what the microphone gives is speech, and when it has ended.

Only speech, a little of what stood before it and a little of what follows reach a recogniser: it
would find words in a second of noise.
"""

from __future__ import annotations

from collections import deque

from pace.voice.ports import VoiceActivity
from pace.voice.vad import FRAME_BYTES, FRAME_SECONDS

#: Speech begins at two frames of the first, and goes on above the second.
BEGINS, GOES_ON = 0.5, 0.35
FRAMES_TO_BEGIN = 2
#: An "f" or "s" at the start of a word is not yet voiced.
BEFORE_SECONDS = 0.3
#: Recognisers want the last sound to fade. A longer pause reaches them shortened.
AFTER_SECONDS = 0.16
#: Shorter than the shortest word: a click, a cough.
LEAST_SECONDS = 0.12


class Ear:
    """Takes sound in any portions, gives the part of it that a recogniser should have."""

    def __init__(self, activity: VoiceActivity) -> None:
        self._activity = activity
        self._rest = b""
        self._before: deque[bytes] = deque(maxlen=round(BEFORE_SECONDS / FRAME_SECONDS))
        self._likely = 0
        self._open = False
        self._frames = 0
        self._speech = 0
        self._silent = 0

    @property
    def heard_seconds(self) -> float:
        """Of sound, speech or not."""
        return self._frames * FRAME_SECONDS

    @property
    def speech_seconds(self) -> float:
        return self._speech * FRAME_SECONDS

    @property
    def silent_seconds(self) -> float:
        """Since speech was last heard, or since the start."""
        return self._silent * FRAME_SECONDS

    @property
    def words_likely(self) -> bool:
        """Whether there was enough speech for a word."""
        return self.speech_seconds >= LEAST_SECONDS

    @property
    def paused(self) -> bool:
        """Whether speech has begun and stands still."""
        return self._speech > 0 and not self._open

    def hear(self, pcm: bytes) -> bytes:
        """Judge the next sound; return what of it, and of what was held back, is speech."""
        pcm = self._rest + pcm
        whole = len(pcm) // FRAME_BYTES * FRAME_BYTES
        self._rest = pcm[whole:]
        return b"".join(
            self._judge(pcm[start : start + FRAME_BYTES]) for start in range(0, whole, FRAME_BYTES)
        )

    def _judge(self, frame: bytes) -> bytes:
        self._frames += 1
        likely = self._activity.probability(frame)
        if self._open:
            return self._continue(frame, likely)
        self._silent += 1
        self._before.append(frame)
        self._likely = self._likely + 1 if likely >= BEGINS else 0
        if self._likely < FRAMES_TO_BEGIN:
            return b""
        self._open = True
        self._speech += self._likely
        self._silent = self._likely = 0
        held = b"".join(self._before)
        self._before.clear()
        return held

    def _continue(self, frame: bytes, likely: float) -> bytes:
        if likely >= GOES_ON:
            self._speech += 1
            self._silent = 0
        else:
            self._silent += 1
            self._open = self.silent_seconds < AFTER_SECONDS
        return frame
