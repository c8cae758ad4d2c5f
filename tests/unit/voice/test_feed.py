"""The bounded feed between recorder and listener."""

import os
from contextlib import closing

import pytest

from pace.core.audio import HEARING_RATE
from pace.voice.feed import Feed, Pipe

TENTH = bytes(HEARING_RATE // 10 * 2)


def test_chunks_come_in_order_and_then_none() -> None:
    feed = Feed()
    feed.put(b"\x01\x00")
    feed.put(b"\x02\x00")
    assert [chunk.pcm for chunk in (feed.take(), feed.take()) if chunk] == [
        b"\x01\x00",
        b"\x02\x00",
    ]
    assert feed.take() is None


def test_a_full_feed_drops_the_oldest_and_says_how_much() -> None:
    feed = Feed(seconds=0.3)
    for number in range(5):
        feed.put(bytes([number, 0]) + TENTH[2:])
    chunks = []
    while (chunk := feed.take()) is not None:
        chunks.append(chunk)
    assert [chunk.pcm[0] for chunk in chunks] == [2, 3, 4]
    assert [chunk.dropped for chunk in chunks] == [2 * HEARING_RATE // 10, 0, 0]


async def test_a_pipe_gives_whole_samples_and_none_at_its_end() -> None:
    with closing(Pipe()) as pipe:
        os.write(pipe.writing, b"\x01\x02\x03")
        first = await pipe.next(1)
        os.write(pipe.writing, b"\x04")
        second = await pipe.next(1)
        pipe.close_writing()
        assert first is not None
        assert second is not None
        assert (first.pcm, second.pcm) == (b"\x01\x02", b"\x03\x04")
        assert await pipe.next(1) is None


async def test_a_silent_pipe_is_waited_for_within_its_bound() -> None:
    with closing(Pipe()) as pipe, pytest.raises(TimeoutError):
        await pipe.next(0.01)


async def test_what_was_recorded_while_nobody_listened_is_bounded_and_counted() -> None:
    with closing(Pipe()) as pipe:
        sound = TENTH * 130  # thirteen seconds, of which ten are kept
        assert os.write(pipe.writing, sound) == len(sound)
        first = await pipe.next(1)
        assert first is not None
        assert first.dropped == 3 * HEARING_RATE
