"""A part of the machine is missing or full: each command says its sentence, and the rest works."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import anyio
import pytest

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.pulse_volume import PulseVolume
from pace.voice.packaged import packaged
from pace.voice.stt.moonshine import MODEL
from pace.voice.wav import write_wav
from tests.desktop.driving import Pace, bare_machine, pace_on, running, say

Ran = subprocess.CompletedProcess[bytes]
Commands = dict[tuple[str, ...], int]

#: Starts what follows in a mount namespace of its own, after the script that it is given.
APART = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--mount", "sh", "-c"]
MAY_MOUNT = (
    subprocess.run(
        [*APART, "mount -t tmpfs none /mnt"], check=False, capture_output=True
    ).returncode
    == 0
)
mounts = pytest.mark.skipif(not MAY_MOUNT, reason="this machine has no mount namespaces for us")

#: Without this a folder's mode means nothing to root.
LIKE_ANYBODY = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")

FULL_DISK = """
for folder in "$XDG_DATA_HOME/pace" "$XDG_CONFIG_HOME/pace"; do
  mkdir -p "$folder" && mount -t tmpfs -o size=4k none "$folder" && : >"$folder/x" || exit 99
  head -c 4096 /dev/zero >"$folder/x"
done
exec "$@"
"""


async def codes(pace: Pace, commands: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], Ran]:
    """Run commands, a few at a time."""
    ran: dict[tuple[str, ...], Ran] = {}
    few = anyio.CapacityLimiter(3)

    async def one(command: tuple[str, ...]) -> None:
        async with few:
            ran[command] = await pace(*command)

    async with anyio.create_task_group() as tasks:
        for command in commands:
            tasks.start_soon(one, command)
    return ran


async def check(pace: Pace, expected: Commands) -> dict[tuple[str, ...], Ran]:
    """Each ends with its code; what was not done is one sentence, and stands in one place."""
    ran = await codes(pace, expected)
    for command, done in ran.items():
        assert done.returncode == expected[command], (command, done.stdout[-300:], done.stderr)
        if done.returncode:
            sentences = [line for line in lines(done) if line]
            assert len(sentences) == 1, (command, sentences)
            assert is_sentence(sentences[0]), (command, sentences)
    return ran


def lines(done: Ran) -> list[str]:
    """What Pace said; the sound library has words of its own."""
    said = (done.stdout + done.stderr).decode().splitlines()
    return [line for line in said if "cookie" not in line and "ftruncate" not in line]


def is_sentence(text: str) -> bool:
    """Whether a person can read it."""
    words = text.removeprefix("pace: ")
    return (words[:1].isupper() or words[:1] == "/") and " " in words and "Error" not in words


BARE: Commands = {
    ("say", "hello"): 0,
    ("say", "turn the volume down"): 1,
    ("say", "what is the capital of France"): 1,
    ("say", "frobnicate the widget"): 1,
    ("say", "press Save"): 1,
    ("say", "type see you at noon"): 1,
    ("say", "switch to the editor"): 1,
    ("say", "pause the music"): 1,
    ("say", "set a timer for five minutes"): 0,
    ("see",): 1,
    ("tools",): 0,
    ("history",): 0,
    ("settings",): 0,
    ("settings", "set", "voice.cues", "off"): 0,
    ("plan", "press Save"): 0,
    ("models",): 0,
    ("stop",): 0,
    ("quit",): 0,
    ("press",): 1,
    ("release",): 1,
    ("toggle",): 1,
    ("run", "--headless"): 1,
    ("listen",): 1,
    ("listen", "--wav", "/nowhere.wav"): 2,
}


async def test_a_machine_with_nothing_gets_a_sentence_from_every_command(tmp_path: Path) -> None:
    pace = pace_on(bare_machine(tmp_path), tmp_path)
    ran = await check(pace, BARE)
    typed = ran["say", "type see you at noon"].stdout
    assert b"kept the text" in typed
    assert b"rings only while Pace is running" in ran["say", "set a timer for five minutes"].stdout
    listed = json.loads((await pace("tools", "--json")).stdout)
    served = {row["name"] for row in listed if row["available"]}
    assert served >= {"start_timer", "timers", "undo_last"}
    assert not served & {"click", "type", "set_value", "volume", "switch_app"}


async def test_what_can_be_heard_is_still_done_where_there_is_nothing_else(tmp_path: Path) -> None:
    pace = pace_on(bare_machine(tmp_path), tmp_path)
    silence = tmp_path / "silence.wav"
    write_wav(silence, bytes(32_000), 16_000)
    heard = await pace("listen", "--json", "--wav", str(silence))
    assert heard.returncode == 0
    assert json.loads(heard.stdout)["heard"] == ""


@pytest.mark.parametrize(
    ("gone", "works", "fails"),
    [
        ("DISPLAY", "turn the volume down", "press control s"),
        ("PULSE_SERVER", "set a timer for one minute", "turn the volume down"),
        ("DBUS_SESSION_BUS_ADDRESS", "turn the volume up", "press Save"),
        ("AT_SPI_BUS_ADDRESS", "turn the volume down", ""),
    ],
)
async def test_one_missing_part_stops_only_what_needs_it(
    pace: Pace, tmp_path: Path, gone: str, works: str, fails: str
) -> None:
    nowhere = {**pace.environment, gone: f"unix:path={tmp_path}/none"}
    without = Pace(nowhere) if gone != "DISPLAY" else pace.without("DISPLAY")
    if gone == "PULSE_SERVER":
        without = Pace({**nowhere, "PIPEWIRE_RUNTIME_DIR": str(tmp_path)})
    assert (await say(without, works))["ok"]
    if fails:
        report = await say(without, fails)
        assert not report["ok"]
        assert is_sentence(report["spoken"]), report["spoken"]
        assert not report["results"] or report["results"][0]["evidence"] == "unverified"


async def test_the_assistant_runs_without_sound_and_without_a_display(
    pace: Pace, tmp_path: Path
) -> None:
    quiet = {
        **pace.without("DISPLAY").environment,
        "PULSE_SERVER": f"unix:{tmp_path}/none",
        "PIPEWIRE_RUNTIME_DIR": str(tmp_path),
    }
    alone = Pace(quiet)
    async with running(alone):
        assert (await say(alone, "hello"))["spoken"]
        assert not (await say(alone, "turn the volume down"))["ok"]
        assert (await alone("press")).returncode == 0
        assert (await alone("release")).returncode == 0
        assert (await say(alone, "set a timer for one minute"))["ok"]


# The disk is full, is not ours, or holds something broken.


KEEPS_NOTHING: Commands = {
    ("say", "hello"): 0,
    ("say", "set a timer for five minutes"): 1,
    ("settings", "set", "voice.cues", "off"): 1,
    ("settings",): 0,
    ("history",): 1,
    ("undo",): 1,
    ("plan", "press Save"): 0,
    ("see",): 0,
    ("tools",): 0,
    ("models",): 0,
}


async def unkept(pace: Pace, desktop: VirtualDesktop) -> None:
    """Where nothing can be kept, acts are done, and nothing is promised."""
    volume = PulseVolume(desktop.environment)
    await volume.set(level=50)
    turned = await pace("say", "--json", "turn the volume down")
    report = json.loads(turned.stdout)
    assert turned.returncode == 0, report
    assert (await volume.read()).level < 50
    assert report["results"][0]["undo"] == "", "no undo is promised"
    assert b"cannot be undone" in turned.stderr
    typed = await pace("say", "type my only copy")
    assert typed.returncode == 1
    assert b"that text is lost" in typed.stdout
    ran = await codes(pace, KEEPS_NOTHING)
    for command, done in ran.items():
        assert done.returncode == KEEPS_NOTHING[command], (command, done.stdout, done.stderr)
        if done.returncode:
            assert is_sentence(lines(done)[0]), (command, done.stdout, done.stderr)


@mounts
async def test_on_a_full_disk_acts_are_done_and_what_is_not_kept_is_said(
    pace: Pace, virtual_desktop: VirtualDesktop
) -> None:
    full = pace.behind(*APART, FULL_DISK, "sh")
    await unkept(full, virtual_desktop)
    assert b"free some space" in (await full("history")).stderr


async def test_in_a_folder_that_may_not_be_written_acts_are_done_and_what_is_not_kept_is_said(
    pace: Pace, virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    home = tmp_path / "read-only"
    home.mkdir(mode=0o500)
    own = pace_on(virtual_desktop.environment, home)
    await unkept(own.behind(*(LIKE_ANYBODY if os.geteuid() == 0 else ())), virtual_desktop)


@pytest.mark.parametrize("broken", [b"no database at all", b""], ids=["garbage", "empty"])
async def test_a_broken_store_is_named_and_left_alone_while_the_rest_works(
    pace: Pace, broken: bytes
) -> None:
    file = Path(pace.environment["XDG_DATA_HOME"]) / "pace" / "pace.db"
    file.parent.mkdir(parents=True)
    file.write_bytes(broken)
    turned = await pace("say", "turn the volume up")
    assert turned.returncode == 0, turned
    history = await pace("history", "--json")
    if broken:
        assert history.returncode == 1
        assert b"pace.db" in history.stderr
        assert file.read_bytes() == broken
    else:
        assert len(json.loads(history.stdout)) == 1, "an empty file is a new store"


async def test_a_store_that_another_holds_ends_in_a_sentence_within_its_bound(pace: Pace) -> None:
    assert (await pace("say", "hello")).returncode == 0
    holding = sqlite3.connect(Path(pace.environment["XDG_DATA_HOME"]) / "pace" / "pace.db")
    holding.execute("BEGIN EXCLUSIVE")
    try:
        ran = await pace("say", "set a timer for five minutes", seconds=30)
    finally:
        holding.close()
    assert ran.returncode == 1
    assert b"another program holds it" in ran.stdout


@pytest.mark.parametrize("text", [b"voice = 3", b"\xff\xfe"])
async def test_a_broken_settings_file_is_kept_aside_and_said_once(
    tmp_path: Path, text: bytes
) -> None:
    pace = pace_on(bare_machine(tmp_path), tmp_path)
    file = Path(pace.environment["XDG_CONFIG_HOME"]) / "pace" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_bytes(text)
    first = await pace("say", "hello")
    assert first.returncode == 0
    assert first.stderr.count(b"defaults are used") == 1
    assert [kept.read_bytes() for kept in file.parent.glob("settings.broken-*")] == [text]
    assert (await pace("settings", "set", "voice.speak", "off")).returncode == 0
    again = await pace("settings", "get", "voice.speak")
    assert again.stdout.strip() == b"voice.speak = false"
    assert not again.stderr


async def test_keys_that_cannot_be_held_leave_the_usual_ones(pace: Pace) -> None:
    refused = await pace("settings", "set", "voice.push_to_talk", "garbage")
    assert refused.returncode == 2
    file = Path(pace.environment["XDG_CONFIG_HOME"]) / "pace" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[voice]\npush_to_talk = "garbage"\n')
    async with running(pace) as process:
        assert process.returncode is None
        assert (await say(pace, "hello"))["ok"]


# A model's files are not there.


def hidden(*files: Path | None) -> Sequence[str]:
    """Starts what follows where these files are empty."""
    there = [str(file) for file in files if file is not None]
    script = "".join(f"mount --bind /dev/null '{file}' && " for file in there) + 'exec "$@"'
    return (*APART, script, "sh")


@mounts
async def test_without_the_files_of_the_recogniser_speech_is_a_sentence_and_typing_works(
    pace: Pace, tmp_path: Path
) -> None:
    assets = packaged("moonshine_voice", MODEL)
    assert assets is not None
    blind = pace.behind(*hidden(*(file for file in assets.rglob("*") if file.is_file())))
    speech = tmp_path / "noise.wav"
    write_wav(speech, os.urandom(64_000), 16_000)
    heard = await blind("listen", "--wav", str(speech))
    assert heard.returncode in (0, 1)
    if heard.returncode:
        assert b"pace models verify" in heard.stderr
    assert (await say(blind, "turn the volume up"))["ok"]
    async with running(blind):
        assert (await say(blind, "turn the volume down"))["ok"]


@mounts
async def test_without_voice_activity_detection_listening_is_a_sentence(
    pace: Pace, tmp_path: Path
) -> None:
    deaf = pace.behind(*hidden(packaged("silero_vad", "data/silero_vad.onnx")))
    speech = tmp_path / "noise.wav"
    write_wav(speech, os.urandom(64_000), 16_000)
    heard = await deaf("listen", "--wav", str(speech))
    assert heard.returncode == 1
    assert b"pace models verify" in heard.stderr
    assert (await say(deaf, "turn the volume up"))["ok"]


async def test_a_recogniser_that_was_chosen_and_is_not_here_is_replaced_and_said(
    pace: Pace, tmp_path: Path
) -> None:
    await pace("settings", "set", "voice.recogniser", "whisper")
    silence = tmp_path / "silence.wav"
    write_wav(silence, bytes(32_000), 16_000)
    heard = await pace("listen", "--wav", str(silence))
    assert heard.returncode == 0
    assert b"whisper" in heard.stderr
    assert b"moonshine" in heard.stderr
