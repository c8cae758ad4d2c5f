"""One suite over what sets the volume: a real sound server, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.pulse_volume import PulseVolume
from pace.desktop.ports import Adapter, Loudness, Volume
from pace.testing.services import FakeVolume

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sound server", "double"])
async def volume(request: pytest.FixtureRequest) -> AsyncIterator[Volume]:
    if request.param == "double":
        yield FakeVolume()
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    real = PulseVolume(desktop.environment)
    before = await real.read()
    yield real
    await real.set(before.level, before.muted)


async def test_what_was_set_is_what_is_read(volume: Volume) -> None:
    assert await volume.set(level=40, muted=False) == Loudness(40, False)
    assert await volume.read() == Loudness(40, False)
    assert await volume.set(muted=True) == Loudness(40, True)
    assert await volume.set(level=55) == Loudness(55, True)
    assert await volume.read() == Loudness(55, True)


async def test_every_percent_reads_back_as_itself(volume: Volume) -> None:
    for level in range(101):
        assert (await volume.set(level=level)).level == level


@pytest.mark.parametrize(("asked", "given"), [(-5, 0), (101, 100), (1000, 100)])
async def test_a_level_beyond_the_ends_is_the_end(volume: Volume, asked: int, given: int) -> None:
    assert (await volume.set(level=asked)).level == given


async def test_setting_nothing_changes_nothing(volume: Volume) -> None:
    before = await volume.set(level=30, muted=True)
    assert await volume.set() == before


async def test_the_adapter_declares_itself_and_its_probe_leaves_the_volume(
    volume: Volume,
) -> None:
    if isinstance(volume, PulseVolume):
        assert isinstance(volume, Adapter)
        assert volume.provides == "volume"
        assert volume.available() == ""
        before = await volume.set(level=37)
        assert (await volume.probe()).ok
        assert await volume.read() == before
