"""A child process that is kept, and that may die or hang."""

import os
import sys

import anyio
import pytest
from anyio.streams.buffered import BufferedByteReceiveStream

from pace.core.error import TimedOut, Unavailable
from pace.voice.companion import Companion
from pace.voice.frames import framed, next_frame

BROKEN = Unavailable("The companion is broken.", fix="mend it")
#: Answers each frame with its own content; some words make it misbehave.
ECHO = """
import os, sys, time
while header := sys.stdin.buffer.read(4):
    said = sys.stdin.buffer.read(int.from_bytes(header, "little"))
    if said == b"die": sys.exit(1)
    if said == b"hang": time.sleep(60)
    if said == b"lie": said, header = b"", b"\\xff\\xff\\xff\\xff"
    if said == b"pid": said = str(os.getpid()).encode(); header = len(said).to_bytes(4, "little")
    sys.stdout.buffer.write(header + said); sys.stdout.buffer.flush()
"""


def companion(code: str = ECHO) -> Companion:
    return Companion([sys.executable, "-I", "-S", "-c", code], BROKEN)


async def ask(one: Companion, said: bytes, seconds: float = 20) -> bytes:
    return await one.ask(framed(said), next_frame, seconds)


async def test_requests_are_answered_by_one_process() -> None:
    one = companion()
    try:
        assert await ask(one, b"pid") == await ask(one, b"pid")
        big = bytes(range(256)) * 8192  # more than any pipe holds
        assert await ask(one, big) == big
        assert await ask(one, b"") == b""
    finally:
        await one.close()


async def test_requests_made_together_get_their_own_answers() -> None:
    one = companion()
    answers: dict[bytes, bytes] = {}

    async def put(said: bytes) -> None:
        answers[said] = await ask(one, said)

    try:
        async with anyio.create_task_group() as tasks:
            for number in range(5):
                tasks.start_soon(put, str(number).encode())
    finally:
        await one.close()
    assert answers == {key: key for key in answers}
    assert len(answers) == 5


@pytest.mark.parametrize("said", [b"die", b"lie"])
async def test_one_that_dies_or_talks_nonsense_is_replaced(said: bytes) -> None:
    one = companion()
    try:
        before = await ask(one, b"pid")
        with pytest.raises(Unavailable, match="The companion is broken"):
            await ask(one, said)
        assert not one.running
        assert await ask(one, b"pid") != before
    finally:
        await one.close()


async def test_one_that_hangs_is_ended_at_its_bound() -> None:
    one = companion()
    try:
        pid = int(await ask(one, b"pid"))
        with pytest.raises(TimedOut, match=r"no answer in 0\.2 seconds"):
            await ask(one, b"hang", 0.2)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    finally:
        await one.close()


async def test_a_cancelled_request_does_not_leave_its_answer_to_the_next() -> None:
    one = companion()
    try:
        await ask(one, b"warm")
        with anyio.move_on_after(0.1):
            await ask(one, b"hang")
        assert await ask(one, b"next") == b"next"
    finally:
        await one.close()


async def test_a_program_that_is_not_there_gives_the_sentence() -> None:
    one = Companion(["/nowhere/python"], BROKEN)
    with pytest.raises(Unavailable, match="The companion is broken"):
        await ask(one, b"hello")
    await one.close()


async def test_answers_may_come_on_standard_error() -> None:
    one = Companion(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            "import sys\nfor line in sys.stdin: sys.stderr.write(line)",
        ],
        BROKEN,
        answers_on_stderr=True,
    )

    async def line(stream: BufferedByteReceiveStream) -> bytes:
        return await stream.receive_until(b"\n", 100)

    try:
        assert await one.ask(b"hello\n", line, 20) == b"hello"
    finally:
        await one.close()
