"""A sound server of a test's own, to be paused and killed, and helpers to hear and be heard."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import numpy as np

from pace.core.audio import HEARING_RATE
from pace.demo.processes import DesktopError, Process, process_group
from pace.demo.sound import start_sound
from pace.voice.microphone import PulseMicrophone
from pace.voice.pcm import from_samples, level
from pace.voice.ports import Speech

LOUD = 0.05
BOUND = 15.0
ATTEMPTS = 3


@dataclass(frozen=True)
class SoundServer:
    """PipeWire with the sinks and the source of the virtual desktop, and no screen."""

    environment: Mapping[str, str]
    processes: tuple[Process, ...]

    def pause(self) -> None:
        """Let it hang."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        for process in self.processes:
            if process.running:
                os.kill(process.pid, number)


@asynccontextmanager
async def sound_server() -> AsyncIterator[SoundServer]:
    """Run one; its files go with it."""
    async with AsyncExitStack() as stack:
        for attempt in range(ATTEMPTS):
            try:
                server = await stack.enter_async_context(_sound_server())
            except DesktopError:
                # On a busy machine PipeWire refuses defaults until its session manager is there.
                if attempt == ATTEMPTS - 1:
                    raise
            else:
                yield server
                return


@asynccontextmanager
async def _sound_server() -> AsyncIterator[SoundServer]:
    folder = Path(tempfile.mkdtemp(prefix="pace-sound-"))
    for name in ("run", "logs", "home", "config"):
        (folder / name).mkdir(mode=0o700)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder / "home"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "PULSE_SERVER": f"unix:{folder}/run/pulse/native",
        "PIPEWIRE_RUNTIME_DIR": str(folder / "run"),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/run/no-bus",
        "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder}/run/no-bus",
    }
    async with process_group(folder) as group:
        await start_sound(group, environment)
        yield SoundServer(environment, tuple(group.started))


def tone(seconds: float, hertz: float = 440.0, rate: int = HEARING_RATE) -> Speech:
    """A sine."""
    at = np.arange(int(seconds * rate)) / rate
    return Speech(
        from_samples((np.sin(2 * np.pi * hertz * at) * 0.5).astype(np.float32)), rate, "", "tone"
    )


def noise(seconds: float, colour: str, loudness: float) -> bytes:
    """White or pink noise at the rate Pace hears."""
    count = int(seconds * HEARING_RATE)
    spectrum = np.fft.rfft(np.random.default_rng(7).standard_normal(count))
    if colour == "pink":
        spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1))
    wave = np.fft.irfft(spectrum, count)
    return from_samples((wave / np.abs(wave).max() * loudness).astype(np.float32))


async def loud_seconds_after(
    environment: Mapping[str, str], source: str, stop: Callable[[], None], quiet: float = 0.4
) -> float:
    """Call `stop` once the source is loud; how long it then goes on being loud, by its samples."""
    stopped, loud, silent = False, 0.0, 0.0
    with anyio.fail_after(BOUND):
        async with PulseMicrophone(source, environment).open() as chunks:
            async for chunk in chunks:
                sounds = level(chunk.pcm) > LOUD
                if not stopped:
                    stopped = sounds
                    if sounds:
                        stop()
                elif sounds:
                    loud, silent = loud + silent + chunk.seconds, 0.0
                else:
                    silent += chunk.seconds
                    if silent > quiet:
                        break
    return loud
