"""The speaker: each sound is played by a `pacat` of its own, which can be ended at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import anyio
import anyio.abc

from pace.core.error import Unavailable
from pace.voice.children import child, in_memory, kill
from pace.voice.ports import Speech

LATENCY_MS = 30
START_SECONDS = 3.0
#: How much longer than the sound itself playing may take.
MARGIN_SECONDS = 3.0
#: What pacat says, in the C locale, when the server begins to play.
STARTED = b"Stream started."

MISSING = Unavailable(
    "Pace cannot speak because pacat is not installed; install pulseaudio-utils.",
    fix="sudo apt-get install pulseaudio-utils",
)
RESTART = "systemctl --user restart pipewire pipewire-pulse wireplumber"


@dataclass(eq=False)
class _Playing:
    """One sound under way."""

    process: anyio.abc.Process
    began: anyio.Event = field(default_factory=anyio.Event)
    stopped: bool = False
    said: bytes = b""


class PulseSpeaker:
    """Plays on the default sink of PipeWire or PulseAudio, or on the one named."""

    def __init__(self, sink: str = "", environment: Mapping[str, str] | None = None) -> None:
        self._sink = sink
        self._environment = environment
        self._playing: set[_Playing] = set()

    async def play(self, speech: Speech, started: Callable[[], None] | None = None) -> bool:
        """See `Speaker.play`. Never takes longer than the sound and six seconds."""
        if not speech.pcm:
            return True
        argv = [
            "pacat", "--playback", "--raw", "--format=s16le", f"--rate={speech.rate}",
            "--channels=1", f"--latency-msec={LATENCY_MS}", "--verbose", "--client-name=Pace",
        ]  # fmt: skip
        if self._sink:
            argv.append(f"--device={self._sink}")
        with in_memory(speech.pcm) as sound:
            async with child(
                argv, missing=MISSING, environment=self._environment, stdin=sound
            ) as process:
                playing = _Playing(process)
                self._playing.add(playing)
                try:
                    await self._follow(playing, speech.seconds, started)
                finally:
                    self._playing.discard(playing)
        return not playing.stopped

    async def stop(self) -> None:
        """See `Speaker.stop`: the server drops what it holds of a client that is gone."""
        for playing in tuple(self._playing):
            playing.stopped = True
            kill(playing.process)

    async def _follow(
        self, playing: _Playing, seconds: float, started: Callable[[], None] | None
    ) -> None:
        process = playing.process
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_listen, playing, started)
            with anyio.move_on_after(START_SECONDS):
                await playing.began.wait()
            if playing.began.is_set():
                with anyio.move_on_after(seconds + MARGIN_SECONDS):
                    await process.wait()
            tasks.cancel_scope.cancel()
        # Raised out here, because a task group would wrap it.
        if process.returncode != 0 and not playing.stopped:
            raise Unavailable(
                "The speaker does not play, so the words are only on the screen;"
                " restart the sound server to hear Pace again.",
                fix=RESTART,
            )


async def _listen(playing: _Playing, started: Callable[[], None] | None) -> None:
    """Watch for the start, and keep the last words for an error."""
    stream = playing.process.stderr
    assert stream is not None
    try:
        async for said in stream:
            playing.said = (playing.said + said)[-500:]
            if STARTED in playing.said and not playing.began.is_set():
                playing.began.set()
                if started is not None:
                    started()
    finally:
        playing.began.set()
