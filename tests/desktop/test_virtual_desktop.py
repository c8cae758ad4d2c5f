"""The virtual desktop: it comes up whole, keeps to itself, and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
import wave
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import numpy as np
import pytest

from pace.demo import desktop as module
from pace.demo.desktop import DesktopError, ProgramMissing, VirtualDesktop
from pace.demo.desktop import virtual_desktop as open_desktop
from pace.demo.processes import until

pytestmark = pytest.mark.anyio

RATE = 16000


def write_tone(path: Path, hertz: float, seconds: float = 1.0) -> Path:
    """Write a mono sine at half of full scale."""
    times = np.arange(int(RATE * seconds)) / RATE
    samples = (16000 * np.sin(2 * np.pi * hertz * times)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


def read(path: Path) -> np.ndarray:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)


def dominant(samples: np.ndarray) -> float:
    """Return the strongest frequency, in hertz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE / len(samples))


def alive(pids: list[int]) -> list[int]:
    """Return those that run; one that has ended but waits to be collected does not."""
    return [pid for pid in pids if state(pid) not in ("", "Z", "X")]


def state(pid: int) -> str:
    try:
        return Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until `condition` holds, for at most ten seconds."""

    async def holds() -> bool:
        return bool(condition())

    await until(holds, "What the test waits for", seconds=10)


@asynccontextmanager
async def quiet_desktop() -> AsyncIterator[VirtualDesktop]:
    async with open_desktop(640, 480, audio=False) as desktop:
        yield desktop


async def test_an_application_nobody_here_wrote_shows_its_window(
    virtual_desktop, launch_and_wait_for_window
):
    launched = await launch_and_wait_for_window(["mousepad"], title="Mousepad")
    assert launched.window.pid == launched.process.pid
    assert launched.process.running


async def test_a_screenshot_has_the_size_of_the_screen(virtual_desktop, tmp_path):
    picture = tmp_path / "screen.png"
    await virtual_desktop.screenshot(picture)
    header = picture.read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    size = (int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big"))
    assert size == (virtual_desktop.width, virtual_desktop.height)


async def test_what_is_played_into_the_microphone_is_what_it_hears(virtual_desktop, tmp_path):
    tone = write_tone(tmp_path / "tone.wav", 440)
    heard = tmp_path / "heard.wav"
    async with virtual_desktop.record("mic", heard):
        await virtual_desktop.play_into_microphone(tone)
    samples = read(heard)
    loud = np.abs(samples) > 1000
    assert np.count_nonzero(loud) > 0.9 * RATE  # the whole second
    assert np.abs(samples).max() == pytest.approx(16000, rel=0.02)  # as loud as it was
    assert dominant(samples) == pytest.approx(440, abs=3)


async def test_the_speakers_and_the_microphone_do_not_hear_each_other(virtual_desktop, tmp_path):
    into_mic = write_tone(tmp_path / "mic.wav", 440)
    out_loud = write_tone(tmp_path / "loud.wav", 1000)
    mic, speakers = tmp_path / "from-mic.wav", tmp_path / "from-speakers.wav"
    async with (
        virtual_desktop.record("mic", mic),
        virtual_desktop.record_speakers(speakers),
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(virtual_desktop.play_into_microphone, into_mic)
        player = await virtual_desktop.launch(["paplay", out_loud])
        assert await player.wait() == 0
    assert dominant(read(mic)) == pytest.approx(440, abs=3)
    assert dominant(read(speakers)) == pytest.approx(1000, abs=3)


async def test_a_wrong_sound_file_is_an_error_that_names_it(virtual_desktop, tmp_path):
    (tmp_path / "words.wav").write_text("no sound")
    with pytest.raises(DesktopError, match=r"words\.wav"):
        await virtual_desktop.play_into_microphone(tmp_path / "words.wav")


async def test_a_child_gets_nothing_of_the_callers_session(monkeypatch, tmp_path):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("NO_AT_BRIDGE", "1")
    monkeypatch.setenv("XAUTHORITY", "/somewhere")
    monkeypatch.setenv("API_TOKEN", "secret")
    async with quiet_desktop() as desktop:
        shown = await desktop.launch(["env"], EXTRA="yes")
        assert await shown.wait() == 0
        lines = dict(line.split("=", 1) for line in shown.said(100).splitlines())
        assert lines["EXTRA"] == "yes"
        assert lines["DISPLAY"] == desktop.display
        assert not {"WAYLAND_DISPLAY", "NO_AT_BRIDGE", "XAUTHORITY", "API_TOKEN"} & set(lines)
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            assert Path(lines[name]).is_relative_to(desktop.directory)
            assert os.stat(lines[name]).st_mode & 0o077 == 0  # noqa: PTH116  # nothing blocks in /run


async def test_the_exit_code_and_the_log_of_a_program_can_be_read(virtual_desktop):
    process = await virtual_desktop.launch(["sh", "-c", "echo out; echo err >&2; exit 7"])
    assert await process.wait() == 7
    assert not process.running
    assert set(process.said().splitlines()) == {"out", "err"}
    killed = await virtual_desktop.launch(["sh", "-c", "kill -9 $$"])
    assert await killed.wait() == -signal.SIGKILL


async def test_a_program_that_ignores_the_polite_signal_is_killed(virtual_desktop):
    script = "trap '' TERM; echo ready; while :; do read x < /dev/zero; done"
    stubborn = await virtual_desktop.launch(["bash", "-c", script])
    await eventually(lambda: "ready" in stubborn.said())
    assert await stubborn.stop(grace=0.1) == -signal.SIGKILL


async def test_an_unknown_program_is_an_error(virtual_desktop):
    with pytest.raises(DesktopError, match="no-such-program"):
        await virtual_desktop.launch(["no-such-program"])


async def test_a_missing_part_is_named_with_its_package_before_anything_starts(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ProgramMissing) as caught:
        async with open_desktop():
            pass
    assert caught.value.package == "dbus-daemon"
    assert str(caught.value) == (
        "dbus-daemon is not installed: the Debian package dbus-daemon provides it."
    )


async def test_nothing_is_left_when_it_ends():
    async with open_desktop() as desktop:
        # A daemon that leaves its session, its group and its parent.
        daemon = "import os, time; os.fork() and os._exit(0); os.setsid(); " + (
            "os.fork() and os._exit(0); print(os.getpid(), flush=True); time.sleep(600)"
        )
        starter = await desktop.launch([sys.executable, "-c", daemon])
        await starter.wait()
        await eventually(starter.said)
        await desktop.launch(["mousepad"])
        pids = desktop.pids()
        names = {comm(pid) for pid in pids}
        assert int(starter.said()) in pids
        assert {"Xvfb", "openbox", "at-spi2-registr", "pipewire-pulse"} <= names
    assert alive(pids) == []
    assert not desktop.directory.exists()


async def test_what_others_start_on_the_desktop_ends_with_it():
    async with quiet_desktop() as desktop:
        stranger = await anyio.open_process(["sleep", "600"], env=dict(desktop.environment))
        await eventually(lambda: stranger.pid in desktop.pids())
    assert await stranger.wait() == -signal.SIGTERM
    await stranger.aclose()


async def test_nothing_is_left_after_an_exception():
    with pytest.raises(ZeroDivisionError):
        async with quiet_desktop() as desktop:
            pids = desktop.pids()
            raise ZeroDivisionError
    assert alive(pids) == []
    assert not desktop.directory.exists()


async def test_nothing_is_left_after_cancellation():
    with anyio.CancelScope() as scope:
        async with quiet_desktop() as desktop:
            pids = desktop.pids()
            scope.cancel()
            await anyio.sleep_forever()
    assert scope.cancelled_caught
    assert alive(pids) == []
    assert not desktop.directory.exists()


async def test_nothing_is_left_when_cancelled_while_it_starts(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for seconds in (0.02, 0.1, 0.3):
        with anyio.move_on_after(seconds):
            async with open_desktop():
                await anyio.sleep_forever()
        assert list(tmp_path.iterdir()) == []
        assert running_below(tmp_path) == []


async def test_nothing_is_left_when_parts_have_died_before():
    async with quiet_desktop() as desktop:
        pids = desktop.pids()
        for name in ("Xvfb", "dbus-daemon"):
            for pid in pids:
                if comm(pid) == name:
                    os.kill(pid, signal.SIGKILL)
    assert alive(pids) == []


async def test_programs_of_two_desktops_do_not_meet_in_the_folder_for_temporary_files():
    async with quiet_desktop() as one, quiet_desktop() as other:
        folders = [each.environment["TMPDIR"] for each in (one, other)]
        for desktop, folder in zip((one, other), folders, strict=True):
            assert Path(folder).parent == desktop.directory
            process = await desktop.launch(["sh", "-c", "mktemp -u >$HOME/said"])
            await process.wait()
            assert (desktop.home / "said").read_text().startswith(f"{folder}/")
            longest = "org.chromium.Chromium.scoped_dir.XXXXXX/SingletonSocket"
            assert len(f"{folder}/{longest}") <= 107


async def test_nothing_is_left_when_the_supervisor_is_killed():
    async with quiet_desktop() as desktop:
        pids = desktop.pids()
        os.kill(pids[0], signal.SIGKILL)
    await eventually(lambda: not alive(pids))
    assert not desktop.directory.exists()


async def test_nothing_is_left_when_the_starting_process_is_killed():
    script = (
        "import anyio, json\n"
        "from pace.demo.desktop import virtual_desktop\n"
        "async def main():\n"
        "    async with virtual_desktop(audio=False) as desktop:\n"
        "        print(json.dumps([str(desktop.directory), desktop.pids()]), flush=True)\n"
        "        await anyio.sleep_forever()\n"
        "anyio.run(main)\n"
    )
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
    async with await anyio.open_process(
        [sys.executable, "-c", script], stderr=None, env=environment
    ) as process:
        assert process.stdout is not None
        directory, pids = json.loads(await process.stdout.receive())
        assert alive(pids) == pids
        process.kill()
        await process.wait()
        await eventually(lambda: not alive(pids))
    await eventually(lambda: not Path(directory).exists())


async def test_two_desktops_do_not_see_each_other():
    async with open_desktop() as one, open_desktop() as other:
        assert one.display != other.display
        for name in ("HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "PULSE_SERVER"):
            assert one.environment[name] != other.environment[name]
        assert not set(one.pids()) & set(other.pids())


async def test_desktops_that_start_at_once_do_not_collide():
    displays = []

    async def open_and_close() -> None:
        async with quiet_desktop() as desktop:
            displays.append(desktop.display)
            await eventually(lambda: len(displays) == 3)

    async with anyio.create_task_group() as tasks:
        for _ in range(3):
            tasks.start_soon(open_and_close)
    assert len(set(displays)) == 3


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
async def test_another_user_of_the_machine_cannot_open_the_screen(virtual_desktop):
    script = "import ctypes, sys; x = ctypes.CDLL('libX11.so.6'); x.XOpenDisplay.restype = " + (
        "ctypes.c_void_p; sys.exit(0 if x.XOpenDisplay(sys.argv[1].encode()) else 3)"
    )
    command = ["/usr/bin/python3", "-c", script, virtual_desktop.display]
    mine = await anyio.run_process(command, check=False)
    theirs = await anyio.run_process(command, check=False, user="nobody", stderr=subprocess.DEVNULL)
    assert (mine.returncode, theirs.returncode) == (0, 3)


def comm(pid: int) -> str:
    """Return the name of a process, or nothing once it is gone."""
    try:
        return Path("/proc", str(pid), "comm").read_text().strip()
    except OSError:
        return ""


def running_below(directory: Path) -> list[int]:
    """List the processes whose environment names a path below `directory`."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(directory).encode() in environ.read_bytes():
                found.append(int(environ.parent.name))
        except OSError:
            continue
    return found


def test_the_desktop_uses_nothing_else_of_pace():
    """The conversation on it does; the desktop itself serves the tests of everything."""
    folder = Path(module.__file__).parent
    for name in ("desktop", "supervisor", "processes", "buses", "display", "sound", "browser"):
        for line in (folder / f"{name}.py").read_text().splitlines():
            if line.startswith(("from pace", "import pace")):
                assert line.startswith("from pace.demo"), (name, line)
