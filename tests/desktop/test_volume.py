"""The volume in bad weather: a sound server that hangs, goes away and comes back."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from pace.core.error import TimedOut, Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.demo.desktop import virtual_desktop as open_virtual_desktop
from pace.demo.processes import Process, until
from pace.desktop.linux.pulse_volume import PulseVolume
from pace.desktop.ports import Loudness

pytestmark = pytest.mark.anyio


def pid_of(desktop: VirtualDesktop, program: str) -> int:
    """The process of the desktop that runs a program."""
    for pid in desktop.pids():
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if Path(words[0].decode()).name == program:
            return pid
    raise AssertionError(f"no {program}")


async def test_a_server_that_hangs_dies_and_returns_is_each_time_told_apart() -> None:
    async with open_virtual_desktop() as desktop:
        volume = PulseVolume(desktop.environment)
        assert await volume.set(level=40) == Loudness(40, False)
        server = pid_of(desktop, "pipewire-pulse")

        os.kill(server, signal.SIGSTOP)
        with pytest.raises(TimedOut, match="does not answer"):
            await volume.read()
        os.kill(server, signal.SIGCONT)
        assert await volume.read() == Loudness(40, False)

        os.kill(server, signal.SIGKILL)
        with pytest.raises(Unavailable, match="does not work"):
            await volume.set(level=10)
        # The new server has no output until it is given one: the old one's went with it.
        await desktop.launch(["pipewire-pulse"])
        await until(lambda: says(volume, "no sound output"), "A server without an output")
        await desktop.launch(["pactl", "load-module", "module-null-sink", "sink_name=new"])
        await until(lambda: says(volume, ""), "A server with an output")
        assert await volume.set(level=25) == Loudness(25, False)


async def says(volume: PulseVolume, words: str) -> bool:
    """Whether reading the volume fails with these words; with none, whether it succeeds."""
    try:
        await volume.read()
    except Unavailable as error:
        return bool(words) and words in str(error)
    return not words


async def test_unequal_channels_keep_their_balance(virtual_desktop: VirtualDesktop) -> None:
    volume = PulseVolume(virtual_desktop.environment)
    before = await volume.read()

    async def pactl(*words: str) -> str:
        process: Process = await virtual_desktop.launch(["pactl", *words])
        assert await process.wait() == 0
        return process.said(20)

    await pactl("set-sink-volume", "speakers", "80%", "40%")
    assert await volume.read() == Loudness(80, before.muted)
    assert (await volume.set(level=40)).level == 40
    said = await pactl("get-sink-volume", "speakers")
    assert "40%" in said
    assert "20%" in said
    await pactl("set-sink-volume", "speakers", f"{before.level}%")


async def test_without_a_server_it_is_unavailable_before_anything_is_asked(tmp_path: Path) -> None:
    volume = PulseVolume({"XDG_RUNTIME_DIR": str(tmp_path)})
    assert volume.available() == "No sound server is running."
    with pytest.raises(Unavailable) as caught:
        await volume.read()
    assert "restart pipewire" in caught.value.fix
