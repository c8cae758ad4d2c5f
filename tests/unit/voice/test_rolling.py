"""Recognising anew what is still being said."""

import pytest

from pace.core.audio import HEARING_RATE, Chunk
from pace.voice.stt.rolling import PIECE_SECONDS, RollingRecognition

SECOND = b"\x01\x10" * HEARING_RATE


class Counting:
    """Gives the number of seconds it was given, and remembers each time."""

    def __init__(self) -> None:
        self.pieces: list[float] = []

    async def __call__(self, pcm: bytes) -> str:
        self.pieces.append(len(pcm) / 2 / HEARING_RATE)
        return f"w{self.pieces[-1]}"


async def test_little_new_sound_is_not_worth_a_hypothesis() -> None:
    decode = Counting()
    recognition = RollingRecognition(decode, 0.5)
    assert await recognition.add(Chunk(SECOND[: HEARING_RATE // 2])) is None
    assert decode.pieces == []


async def test_finishing_after_catching_up_costs_nothing() -> None:
    decode = Counting()
    recognition = RollingRecognition(decode, 5)
    await recognition.add(Chunk(SECOND))
    await recognition.catch_up()
    assert await recognition.finish() == "w1.0"
    assert decode.pieces == [1.0]


async def test_nothing_heard_is_no_words_and_no_work() -> None:
    decode = Counting()
    assert await RollingRecognition(decode, 0.5).finish() == ""
    assert decode.pieces == []


async def test_a_long_utterance_is_recognised_in_pieces_of_bounded_length() -> None:
    decode = Counting()
    recognition = RollingRecognition(decode, 0.5)
    for _ in range(40):
        await recognition.add(Chunk(SECOND))
    text = await recognition.finish()
    assert max(decode.pieces) <= PIECE_SECONDS
    assert sum(float(word[1:]) for word in text.split()) == pytest.approx(40)
