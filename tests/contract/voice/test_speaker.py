"""Every speaker: the real one and the double."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from pace.core.error import Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.testing.audio import FakeSpeaker
from pace.voice.ports import Speaker, Speech
from pace.voice.speaker import PulseSpeaker
from tests.sound import BOUND, loud_seconds_after, sound_server, tone

MONITOR = "speakers.monitor"


@pytest.fixture(params=["pulse", "double"])
async def speaker(request: pytest.FixtureRequest) -> AsyncIterator[Speaker]:
    """A speaker that works."""
    if request.param == "double":
        yield FakeSpeaker()
    else:
        desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
        yield PulseSpeaker(environment=desktop.environment)


async def test_a_sound_is_played_to_its_end_and_its_start_is_told(speaker: Speaker) -> None:
    starts: list[bool] = []
    with anyio.fail_after(BOUND):
        assert await speaker.play(tone(0.2), lambda: starts.append(True))
    assert starts == [True]


async def test_an_empty_sound_is_over_at_once(speaker: Speaker) -> None:
    assert await speaker.play(Speech(b"", 24_000))


async def test_stopping_when_nothing_plays_is_nothing(speaker: Speaker) -> None:
    await speaker.stop()
    with anyio.fail_after(BOUND):
        assert await speaker.play(tone(0.1))


@pytest.mark.parametrize("real", [True, False])
async def test_a_stopped_sound_says_so_and_the_next_one_plays(
    real: bool, virtual_desktop: VirtualDesktop
) -> None:
    speaker: Speaker = (
        PulseSpeaker(environment=virtual_desktop.environment) if real else FakeSpeaker(holds=True)
    )
    began = anyio.Event()
    ends: list[bool] = []

    async def play() -> None:
        ends.append(await speaker.play(tone(20), began.set))

    with anyio.fail_after(BOUND):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play)
            await began.wait()
            await speaker.stop()
        assert ends == [False]
        if isinstance(speaker, FakeSpeaker):
            speaker.holds = False
        assert await speaker.play(tone(0.1))


@pytest.mark.parametrize("how", ["stop", "cancel"])
async def test_the_monitor_is_silent_within_a_tenth_of_a_second(
    how: str, virtual_desktop: VirtualDesktop
) -> None:
    speaker = PulseSpeaker(environment=virtual_desktop.environment)
    playing = anyio.CancelScope()

    async def play() -> None:
        with playing:
            await speaker.play(tone(20))

    async with anyio.create_task_group() as tasks:

        def stop() -> None:
            if how == "cancel":
                playing.cancel()
            else:
                tasks.start_soon(speaker.stop)

        tasks.start_soon(play)
        assert await loud_seconds_after(virtual_desktop.environment, MONITOR, stop) < 0.1


async def test_without_a_server_it_says_what_was_kept_and_how_to_mend_it(tmp_path: Path) -> None:
    nowhere = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    with pytest.raises(Unavailable, match="only on the screen") as caught:
        await PulseSpeaker(environment=nowhere).play(tone(0.1))
    assert "restart" in caught.value.fix


@pytest.mark.parametrize("fate", ["kill", "pause"])
async def test_a_server_that_goes_away_while_it_plays_is_noticed(fate: str) -> None:
    async with sound_server() as server:
        with anyio.fail_after(BOUND), pytest.raises(Unavailable, match="does not play"):
            await PulseSpeaker(environment=server.environment).play(
                tone(0.5), getattr(server, fate)
            )
        server.resume()


async def test_a_server_that_hangs_from_the_start_is_given_up() -> None:
    async with sound_server() as server:
        server.pause()
        try:
            with anyio.fail_after(BOUND), pytest.raises(Unavailable, match="does not play"):
                await PulseSpeaker(environment=server.environment).play(tone(0.5))
        finally:
            server.resume()
