"""Sound for a virtual desktop: a PipeWire of its own, with nothing of the machine in it.

What plays goes to the sink `speakers`. What is played into the sink `micpipe`
is heard by whoever records from the source `mic`.
"""

import wave
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import numpy as np

from pace.demo.processes import DesktopError, ProcessGroup, until

COMMAND_SECONDS = 10.0
LATENCY_MS = 20
TAIL_MS = 100  # what is under way when a recording ends

PROGRAMS = {
    "pipewire": "pipewire",
    "wireplumber": "wireplumber",
    "pipewire-pulse": "pipewire-pulse",
    "pactl": "pulseaudio-utils",
    "paplay": "pulseaudio-utils",
    "parec": "pulseaudio-utils",
}

# No device of the machine, and no logind: WirePlumber 0.4 loads it for Bluetooth alone, and ends
# itself where there is none.
_WIREPLUMBER_04 = {
    "main.lua.d/80-nothing-of-the-machine.lua": (
        "alsa_monitor.enabled = false\n"
        "v4l2_monitor.enabled = false\n"
        "libcamera_monitor.enabled = false\n"
        'default_access.properties["enable-flatpak-portal"] = false\n'
    ),
    "bluetooth.lua.d/80-nothing-of-the-machine.lua": "bluez_monitor.enabled = false\n",
}
_WIREPLUMBER_05 = {
    "wireplumber.conf.d/80-nothing-of-the-machine.conf": (
        "wireplumber.profiles = {\n"
        "  main = {\n"
        "    hardware.audio = disabled\n"
        "    hardware.bluetooth = disabled\n"
        "    hardware.video-capture = disabled\n"
        "    support.logind = disabled\n"
        "    support.portal-permissionstore = disabled\n"
        "  }\n"
        "}\n"
    ),
}

# Mixed down from stereo, a microphone would hear everything 3 dB louder than it was played.
_MONO = ("channels=1", "channel_map=mono")

_SET_UP = (
    (
        "load-module",
        "module-null-sink",
        "sink_name=speakers",
        "sink_properties=device.description=Speakers",
    ),
    (
        "load-module",
        "module-null-sink",
        "sink_name=micpipe",
        *_MONO,
        "sink_properties=device.description=Micpipe",
    ),
    (
        "load-module",
        "module-remap-source",
        "source_name=mic",
        *_MONO,
        "master=micpipe.monitor",
        "source_properties=device.description=Microphone",
    ),
)
_DEFAULTS = (("set-default-sink", "speakers"), ("set-default-source", "mic"))


async def start_sound(group: ProcessGroup, environment: Mapping[str, str]) -> None:
    """Start PipeWire and make the sinks and the source; return when they are the defaults."""
    await anyio.to_thread.run_sync(_configure, Path(environment["XDG_CONFIG_HOME"]))
    run = anyio.Path(environment["XDG_RUNTIME_DIR"])
    core = await group.start(["pipewire"], environment)
    await until((run / "pipewire-0").exists, "The PipeWire socket", core)
    policy = await group.start(["wireplumber"], environment)
    pulse = await group.start(["pipewire-pulse"], environment)
    await until((run / "pulse" / "native").exists, "The PulseAudio socket", pulse)
    for command in _SET_UP:
        await _pactl(group, environment, *command)

    async def defaults_hold() -> bool:
        try:
            for command in _DEFAULTS:
                await _pactl(group, environment, *command)
        except DesktopError:
            return False  # "Not supported" until the session manager is there
        lines = (await _pactl(group, environment, "info")).splitlines()
        return "Default Sink: speakers" in lines and "Default Source: mic" in lines

    # Without a session manager the names stay "@DEFAULT_SINK@", and playing hangs for ever.
    await until(defaults_hold, "The default sink and source", core, policy, pulse)


async def play(group: ProcessGroup, environment: Mapping[str, str], sink: str, wav: Path) -> None:
    """Play a file into a sink; return when it has finished."""
    player = await group.start(["paplay", f"--device={sink}", str(wav)], environment)
    try:
        code = await player.wait()
    finally:
        with anyio.CancelScope(shield=True):
            await player.stop()
    if code != 0:
        raise DesktopError(f"Playing {wav.name} into {sink}: {player.said()}")


@asynccontextmanager
async def record(
    group: ProcessGroup, environment: Mapping[str, str], source: str, wav: Path, rate: int
) -> AsyncIterator[None]:
    """Record one channel of 16-bit samples while the context is open, then write `wav`.

    Recording has begun when the context is entered, and what sounded before the context is left
    is in the file.
    """
    raw = wav.with_name(wav.name + ".raw")
    raw.unlink(missing_ok=True)
    argv = ["parec", f"--device={source}", "--format=s16le", f"--rate={rate}", "--channels=2"]
    recorder = await group.start(
        [*argv, f"--latency-msec={LATENCY_MS}", "--raw"], environment, output=raw
    )

    async def recorded(size: int) -> None:
        async def enough() -> bool:
            return raw.stat().st_size >= size

        await until(enough, f"Recording from {source}", recorder, seconds=COMMAND_SECONDS)

    try:
        await recorded(1)
        yield
        tail = rate * 4 * TAIL_MS // 1000
        await recorded(raw.stat().st_size + tail)
    finally:
        with anyio.CancelScope(shield=True):
            await recorder.stop()
            _write_wav(raw, wav, rate)


def _write_wav(raw: Path, wav: Path, rate: int) -> None:
    # The server mixes down to one channel 3 dB louder, and clips.
    stereo = np.frombuffer(raw.read_bytes()[: raw.stat().st_size // 4 * 4], "<i2").reshape(-1, 2)
    mono = stereo.mean(axis=1).astype("<i2")
    with wave.open(str(wav), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(mono.tobytes())
    raw.unlink()


async def _pactl(group: ProcessGroup, environment: Mapping[str, str], *command: str) -> str:
    process = await group.start(["pactl", *command], environment)
    try:
        with anyio.fail_after(COMMAND_SECONDS):
            code = await process.wait()
    except TimeoutError as error:
        raise DesktopError(f"pactl {command[0]} does not end.") from error
    finally:
        with anyio.CancelScope(shield=True):
            await process.stop()
    if code != 0:
        raise DesktopError(f"pactl {command[0]}: {process.said()}")
    return process.said(lines=100)


def _configure(config: Path) -> None:
    for name, text in (_WIREPLUMBER_04 | _WIREPLUMBER_05).items():
        path = config / "wireplumber" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
