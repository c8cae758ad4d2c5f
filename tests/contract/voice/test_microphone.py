"""Every microphone: the real one, a file, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from pace.core.audio import HEARING_RATE, Chunk
from pace.core.error import TimedOut, Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.testing.audio import FakeMicrophone
from pace.voice.microphone import PulseMicrophone
from pace.voice.pcm import level
from pace.voice.ports import Microphone
from pace.voice.recording import WavMicrophone
from pace.voice.speaker import PulseSpeaker
from pace.voice.wav import write_wav
from tests.sound import BOUND, LOUD, sound_server, tone


@pytest.fixture(params=["pulse", "file", "double"])
async def microphone(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Microphone]:
    """A microphone in a room where a tone of two seconds sounds."""
    if request.param == "file":
        write_wav(tmp_path / "tone.wav", tone(2).pcm, HEARING_RATE)
        yield WavMicrophone(tmp_path / "tone.wav")
    elif request.param == "double":
        yield FakeMicrophone(tone(2).pcm)
    else:
        desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
        async with playing(PulseSpeaker("micpipe", desktop.environment)):
            yield PulseMicrophone(environment=desktop.environment)


@asynccontextmanager
async def playing(speaker: PulseSpeaker) -> AsyncIterator[None]:
    async with anyio.create_task_group() as tasks:
        began = anyio.Event()
        tasks.start_soon(speaker.play, tone(20), began.set)
        with anyio.fail_after(BOUND):
            await began.wait()
        yield
        tasks.cancel_scope.cancel()


async def heard(microphone: Microphone, seconds: float) -> list[Chunk]:
    found: list[Chunk] = []
    with anyio.fail_after(BOUND):
        async with microphone.open() as chunks:
            async for chunk in chunks:
                found.append(chunk)
                if sum(one.seconds for one in found) >= seconds:
                    break
    return found


async def test_sound_comes_in_small_whole_chunks_at_the_rate_of_hearing(
    microphone: Microphone,
) -> None:
    for chunk in await heard(microphone, 0.5):
        assert chunk.rate == HEARING_RATE
        assert len(chunk.pcm) % 2 == 0
        assert 0 < chunk.seconds <= 0.1
        assert chunk.dropped == 0


async def test_what_sounds_is_heard(microphone: Microphone) -> None:
    chunks = await heard(microphone, 1.0)
    assert level(b"".join(chunk.pcm for chunk in chunks)) > LOUD


async def test_it_can_be_opened_again_after_it_was_left_early(microphone: Microphone) -> None:
    for _ in range(2):
        assert await heard(microphone, 0.1)


async def test_without_a_server_it_says_that_nothing_records(tmp_path: Path) -> None:
    nowhere = {"PATH": "/usr/bin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    with pytest.raises(Unavailable, match="cannot hear") as caught:
        await heard(PulseMicrophone(environment=nowhere), 1)
    assert caught.value.fix


async def test_without_the_program_it_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="pulseaudio-utils"):
        await heard(PulseMicrophone(environment={"PATH": str(tmp_path)}), 1)


async def test_a_server_that_hangs_from_the_start_is_given_up() -> None:
    async with sound_server() as server:
        server.pause()
        try:
            with pytest.raises(TimedOut, match="No sound came from the microphone"):
                await heard(PulseMicrophone(environment=server.environment), 1)
        finally:
            server.resume()


@pytest.mark.parametrize("fate", ["kill", "pause"])
async def test_a_server_that_goes_away_ends_the_sound(fate: str) -> None:
    async with sound_server() as server:
        got = 0
        with anyio.fail_after(BOUND):
            async with PulseMicrophone(environment=server.environment).open() as chunks:
                async for _ in chunks:
                    got += 1
                    if got == 3:
                        getattr(server, fate)()
        server.resume()
        assert got >= 3
