"""Doubles of the voice: a microphone that plays what it is given, a speaker that remembers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import anyio
import anyio.lowlevel

from pace.core.audio import HEARING_RATE, Chunk, Hypothesis
from pace.core.error import PaceError
from pace.voice.agreement import agreed
from pace.voice.ports import Recognition, Speech, VoiceActivity

CHUNK_BYTES = HEARING_RATE // 20 * 2


@dataclass
class FakeMicrophone:
    """Plays chunks as fast as they are taken, then does what `then` says.

    "wait" is a microphone that goes on in silence, "lost" a device that went away; with `ended`
    the end is the release of the key. A `slow` one never gives its first sound.
    """

    pcm: bytes = b""
    then: str = "wait"
    dropped: int = 0
    error: PaceError | None = None
    slow: bool = False
    ended: anyio.Event = field(default_factory=anyio.Event)
    opened: int = 0
    closed: int = 0

    def open(self) -> AbstractAsyncContextManager[AsyncIterator[Chunk]]:
        """See `Microphone.open`."""
        return self._open()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[AsyncIterator[Chunk]]:
        if self.error is not None:
            raise self.error
        if self.slow:
            await anyio.sleep_forever()
        self.opened += 1
        try:
            yield _Replay(self)
        finally:
            self.closed += 1


class _Replay(AsyncIterator[Chunk]):
    def __init__(self, microphone: FakeMicrophone) -> None:
        self._microphone = microphone
        self._at = 0

    async def __anext__(self) -> Chunk:
        microphone = self._microphone
        await anyio.lowlevel.checkpoint()
        piece = microphone.pcm[self._at : self._at + CHUNK_BYTES]
        if not piece:
            microphone.ended.set()
            if microphone.then == "lost":
                raise StopAsyncIteration
            await anyio.sleep_forever()
        dropped = microphone.dropped if self._at == 0 else 0
        self._at += len(piece)
        return Chunk(piece, HEARING_RATE, dropped)


@dataclass
class FakeSpeaker:
    """Remembers what it played. With `holds` a sound lasts until `stop` or `finish`."""

    holds: bool = False
    error: PaceError | None = None
    played: list[Speech] = field(default_factory=list)
    stopped: int = 0
    begun: anyio.Event = field(default_factory=anyio.Event)
    _over: anyio.Event = field(default_factory=anyio.Event)
    _cut: bool = False

    async def play(self, speech: Speech, started: Callable[[], None] | None = None) -> bool:
        """See `Speaker.play`."""
        await anyio.lowlevel.checkpoint()
        if self.error is not None:
            raise self.error
        if not speech.pcm:
            return True
        self.played.append(speech)
        self._over, self._cut = anyio.Event(), False
        if started is not None:
            started()
        self.begun.set()
        if self.holds:
            await self._over.wait()
        return not self._cut

    async def stop(self) -> None:
        """See `Speaker.stop`."""
        self.stopped += 1
        self._cut = True
        self._over.set()

    def finish(self) -> None:
        """Let the sound that is held end by itself."""
        self._over.set()

    @property
    def words(self) -> list[str]:
        """The text of what was played, without cues."""
        return [speech.text for speech in self.played if speech.text]


@dataclass
class FakeDetector:
    """Takes every sound that is not silence for speech."""

    loaded: bool = False

    def load(self) -> None:
        """See `Detector.load`."""
        self.loaded = True

    def start(self) -> VoiceActivity:
        """See `Detector.start`."""
        return _Loud()


class _Loud:
    def probability(self, samples: bytes) -> float:
        return 1.0 if any(samples) else 0.0


@dataclass
class ScriptedTranscriber:
    """Hears one script of hypotheses per utterance; its last line is the final words.

    Without sound it hears nothing, whatever the script.
    """

    scripts: list[list[str]] = field(default_factory=list)
    name: str = "scripted"
    error: PaceError | None = None
    hangs: bool = False
    hints: list[tuple[str, ...]] = field(default_factory=list)

    async def warm_up(self) -> None:
        """Nothing to load."""

    def recognise(self, hints: Sequence[str] = ()) -> AbstractAsyncContextManager[Recognition]:
        """See `Transcriber.recognise`."""
        self.hints.append(tuple(hints))
        script = self.scripts.pop(0) if self.scripts else []
        return self._recognise(script)

    @asynccontextmanager
    async def _recognise(self, script: list[str]) -> AsyncIterator[Recognition]:
        yield _Scripted(self, script)


class _Scripted:
    def __init__(self, transcriber: ScriptedTranscriber, script: list[str]) -> None:
        self._transcriber = transcriber
        self._script = list(script)
        self._heard = False
        self._last = Hypothesis("")

    async def add(self, chunk: Chunk) -> Hypothesis | None:
        await anyio.lowlevel.checkpoint()
        if self._transcriber.error is not None:
            raise self._transcriber.error
        self._heard = self._heard or any(chunk.pcm)
        return await self.catch_up()

    async def catch_up(self) -> Hypothesis | None:
        if not self._heard or not self._script:
            return None
        text = self._script.pop(0)
        self._last = Hypothesis(text, agreed(self._last.text, text, self._last.stable))
        return self._last

    async def finish(self) -> str:
        if self._transcriber.hangs:
            await anyio.sleep_forever()
        while self._heard and self._script:
            await self.catch_up()
        return self._last.text


@dataclass
class FakeVoice:
    """A synthesizer whose sound is a tone as long as its text. See `Synthesizer`."""

    name: str = "fake"
    error: PaceError | None = None
    rendered: list[str] = field(default_factory=list)

    async def warm_up(self) -> None:
        """Nothing to load."""

    async def render(self, text: str) -> Speech:
        """See `Synthesizer.render`."""
        await anyio.lowlevel.checkpoint()
        if self.error is not None:
            raise self.error
        self.rendered.append(text)
        sounding = sum(letter.isalnum() for letter in text)
        return Speech(b"\x00\x10" * (sounding * 160), HEARING_RATE, text, self.name)
