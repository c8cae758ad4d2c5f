"""Hold the key and speak: a real key, a real sound server, real speech, a real window."""

import json
import sys
from contextlib import asynccontextmanager

import anyio
import pytest
from Xlib import XK, X, display
from Xlib.ext import xtest

from pace.demo.stage import write_wav
from pace.voice.tts.hibari import HibariSynthesizer
from tests.desktop.driving import in_front, running, said


@pytest.fixture
def keys(virtual_desktop):
    """Press and release physical keys of the virtual desktop."""
    connection = display.Display(virtual_desktop.display)

    def send(name, down):
        code = connection.keysym_to_keycode(XK.string_to_keysym(name))
        xtest.fake_input(connection, X.KeyPress if down else X.KeyRelease, code)
        connection.sync()

    yield send
    for name in ("Control_L", "Alt_L"):
        send(name, False)
    connection.close()


async def spoken(words, folder):
    wav = folder / "said.wav"
    write_wav(wav, await HibariSynthesizer().render(words))
    return wav


async def events_of(process, wanted, seconds=30.0):
    """Read the event lines of a monitor until one of the wanted kind came."""
    buffer = b""
    with anyio.fail_after(seconds):
        while True:
            buffer += await process.stdout.receive()
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                event = json.loads(line)
                if event["event"] in wanted:
                    return event


MONITOR = """
import anyio, json, sys
from pace.service import client

async def main():
    async with client() as pace, pace.events() as events:
        print(json.dumps({"event": "Ready"}), flush=True)
        async for event in events:
            print(json.dumps(event), flush=True)

anyio.run(main)
"""


@asynccontextmanager
async def monitored(pace):
    """A program that prints every event of the running assistant, ended whatever happens."""
    async with await anyio.open_process(
        [sys.executable, "-P", "-c", MONITOR], env=pace.environment
    ) as monitor:
        try:
            await events_of(monitor, {"Ready"})
            yield monitor
        finally:
            monitor.terminate()


async def test_what_is_said_while_the_key_is_held_is_done(
    pace, keys, virtual_desktop, launch_and_wait_for_window, gtk3_form, tmp_path
):
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    wav = await spoken("Press the save button.", tmp_path)
    async with running(pace), monitored(pace) as monitor:
        keys("Control_L", True)
        keys("Alt_L", True)
        await events_of(monitor, {"AudioLevel"})
        await virtual_desktop.play_into_microphone(wav)
        keys("Alt_L", False)
        keys("Control_L", False)
        ended = await events_of(monitor, {"TurnEnded"})
    assert ended["report"]["ok"], ended
    assert ended["report"]["results"][0]["evidence"] == "verified"
    await said(form.process, "Saved")


async def test_another_key_in_the_chord_cancels_and_nothing_is_done(pace, keys):
    async with running(pace), monitored(pace) as monitor:
        keys("Control_L", True)
        keys("Alt_L", True)
        await events_of(monitor, {"ListeningStarted"})
        keys("Right", True)
        keys("Right", False)
        ended = await events_of(monitor, {"ListeningEnded"})
    assert ended["reason"] == "cancelled"
    assert not json.loads((await pace("history", "--json")).stdout)
