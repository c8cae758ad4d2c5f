"""Whatever is given on the command line, commands end in time, with a sentence or a result."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import anyio
import pytest

from tests.desktop.driving import Pace, bare_machine, pace_on


@pytest.fixture
def bare(tmp_path: Path) -> Pace:
    """Pace where there is no desktop, so that words are all it has."""
    return pace_on(bare_machine(tmp_path), tmp_path)


def wav(
    rate: int = 16_000, channels: int = 1, width: int = 2, frames: int = 16_000, kind: int = 1
) -> bytes:
    """A WAV file of silence."""
    return header(rate, channels, width, frames * channels * width, kind) + bytes(
        frames * channels * width
    )


def header(rate: int, channels: int, width: int, size: int, kind: int = 1) -> bytes:
    """The header of a WAV file that promises so many bytes."""
    block = channels * width
    return (
        b"RIFF" + struct.pack("<I", min(size + 36, 0xFFFFFFFF)) + b"WAVEfmt "
        + struct.pack("<IHHIIHH", 16, kind, channels, rate, rate * block % 2**32, block, width * 8)
        + b"data" + struct.pack("<I", size)
    )  # fmt: skip


BROKEN = {
    "empty": b"",
    "text": b"this is no sound at all\n" * 20,
    "half a header": wav()[:20],
    "8 bits": wav(width=1),
    "24 bits": wav(width=3),
    "floating point": wav(width=4, kind=3),
    "no channels": wav(channels=0),
    "no rate": wav(rate=0),
    "a rate of 1": wav(rate=1),
    "the highest rate": wav(rate=2**32 - 1),
}
HARMLESS = {
    "half of it": wav()[:5001],
    "nothing but a header": wav()[:44],
    "stereo at 44.1 kHz": wav(44_100, 2),
    "255 channels": wav(channels=255, frames=100),
    "no samples": wav(frames=0),
    "a promise of 4 GB": header(16_000, 1, 2, 2**32 - 16) + bytes(3200),
}


async def test_a_file_without_speech_is_a_sentence_or_silence(bare: Pace, tmp_path: Path) -> None:
    few = anyio.CapacityLimiter(3)

    async def hear(name: str, content: bytes, code: int) -> None:
        file = tmp_path / f"{name}.wav"
        file.write_bytes(content)
        async with few:
            ran = await bare("listen", "--json", "--wav", str(file), seconds=30)
        assert ran.returncode == code, (name, ran.stderr)
        if code:
            assert ran.stdout == b"", name
            assert ran.stderr.count(b"\n") == 1, (name, ran.stderr)
        else:
            assert json.loads(ran.stdout)["heard"] == "", name

    async with anyio.create_task_group() as tasks:
        for name, content in BROKEN.items():
            tasks.start_soon(hear, name, content, 2)
        for name, content in HARMLESS.items():
            tasks.start_soon(hear, name, content, 0)


@pytest.mark.parametrize("locale", ["C.UTF-8", "POSIX"])
async def test_plan_answers_every_line_whatever_it_holds(bare: Pace, locale: str) -> None:
    lines = [
        b'{"id": 1, "transcript": "press \\ud800"}',
        b'{"id": "\\udfff", "transcript": "type \\ud83d\\ude42"}',
        b'{"id": 3, "transcript": 5}',
        b"[]", b"null", b"{", b'{"id": 7}', b"\xff\xfe\x00",
        b"[" * 50_000,
        b'{"id": 10, "transcript": ' + b"9" * 5000 + b"}",
        b'{"id": 11, "transcript": "press a", "elements": [{"id": 1, "label": "a\\ud800"}]}',
        b'{"id": 12, "transcript": "press a", "elements": [{"id": 1, "label": "a", "x": NaN}]}',
        json.dumps({"id": 13, "transcript": "type " + "word " * 2000}).encode(),
        json.dumps({"id": 14, "transcript": "press \x00\x01\u202e\u200b"}).encode(),
        b'{"id": 15, "transcript": "turn the volume down"}',
    ]  # fmt: skip
    posix = Pace({**bare.environment, "LC_ALL": locale})
    ran = await posix("plan", "--json", stdin=b"\n".join(lines))
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert len(answers) == len(lines)
    assert all(("error" in answer) or ("calls" in answer) for answer in answers)
    assert answers[-1]["calls"][0]["name"] == "volume"


async def test_words_that_no_text_can_hold_are_replaced_and_kept(bare: Pace) -> None:
    said = await bare("say", "--json", b"press \xff\xfe\x1b[31m")
    assert said.returncode == 1
    assert json.loads(said.stdout)["heard"] == "press \ufffd\ufffd\x1b[31m"
    assert json.loads((await bare("history", "--json")).stdout)[0]["heard"].startswith("press")
    planned = await bare("plan", b"type \xff")
    assert json.loads(planned.stdout)["calls"][0]["args"]["text"] == "\ufffd"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("say", ""), 2),
        (("say", " \t\n"), 2),
        (("say",), 2),
        (("settings", "set", "voice.push_to_talk", b"\xff"), 2),
        (("settings", "set", "voice.push_to_talk", ""), 2),
        (("settings", "set", "safety.answer_seconds", "1e400"), 2),
        (("settings", "set", "voice.speak.__class__", "x"), 2),
        (("settings", "set", b"\xff", "x"), 2),
        (("settings", "get", "'; --"), 2),
        (("history", "-n", "-5"), 0),
        (("history", "-n", "x"), 2),
        (("models", "get", "../../etc/passwd"), 2),
        (("eval", "../nothing"), 2),
        (("explode",), 2),
    ],
    ids=str,
)
async def test_input_that_cannot_be_used_is_one_sentence(
    bare: Pace, arguments: tuple[str | bytes, ...], code: int
) -> None:
    ran = await bare(*arguments)
    assert ran.returncode == code, ran
    assert len(ran.stderr.splitlines()) == (1 if code else 0), ran.stderr
