"""Pace's voice: text as it is written becomes sentences, sound, and the sound is heard.

words -> sentences -> the first engine that works -> speaker
sentence N + 1 is rendered while N plays
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import anyio
from anyio.streams.memory import MemoryObjectSendStream

from pace.core.clock import Clock
from pace.core.error import Invalid, PaceError
from pace.core.event import EventBus, Noticed
from pace.voice.pcm import trimmed
from pace.voice.ports import Speaker, Speech, Synthesizer
from pace.voice.sentences import sentences

#: An engine that failed is not asked again for this long (spec 5.2).
OUTAGE_SECONDS = 30.0
#: The same failure is told of again after this long (spec 5.2).
TELL_AGAIN_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Said:
    """What came of speaking. `text` is all that was to be said, `heard` what was played whole.

    `first_sample_ms` counts from the call to the first sound, -1 when there was none.
    """

    text: str = ""
    heard: str = ""
    engines: tuple[str, ...] = ()
    first_sample_ms: float = -1.0
    stopped: bool = False


@dataclass(slots=True)
class _Saying:
    """One reply being spoken."""

    started: Callable[[], None]
    began_at: float
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    said: Said = Said()
    failure: PaceError | None = None
    mute: bool = False

    def add(self, sentence: str) -> None:
        self.said = replace(self.said, text=f"{self.said.text} {sentence}".strip())

    def begins(self, engine: str, now: float) -> None:
        said = self.said
        if said.first_sample_ms < 0:
            self.started()
            said = replace(said, first_sample_ms=round((now - self.began_at) * 1000, 1))
        if engine not in said.engines:
            said = replace(said, engines=(*said.engines, engine))
        self.said = said

    def heard(self, sentence: str) -> None:
        self.said = replace(self.said, heard=f"{self.said.heard} {sentence}".strip())


class Voice:
    """Speaks one reply at a time with the first of `engines` that works."""

    def __init__(
        self, engines: Sequence[Synthesizer], speaker: Speaker, bus: EventBus, clock: Clock
    ) -> None:
        self._engines = tuple(engines)
        self._speaker = speaker
        self._bus = bus
        self._clock = clock
        self._out_until: dict[str, float] = {}
        self._told_at: dict[str, float] = {}
        self._saying: _Saying | None = None

    async def warm_up(self) -> None:
        """Load the first engine that works."""
        for engine in self._engines:
            try:
                await engine.warm_up()
            except PaceError as error:
                self._note_outage(engine, error)
            else:
                return

    async def say(
        self, words: AsyncIterator[str] | str, started: Callable[[], None] = lambda: None
    ) -> Said:
        """Speak text, whole or as it is written. A new reply stops the one before.

        `started` is called when the first sample sounds. That nothing can be heard is no error:
        it is told once, and shows in the value. Raises only what `words` raises.
        """
        await self.stop()
        saying = _Saying(started, self._clock.monotonic())
        self._saying = saying
        try:
            with saying.scope:
                await self._say(_stream(words), saying)
        finally:
            if self._saying is saying:
                self._saying = None
        # Raised out here, because a task group would wrap it.
        if saying.failure is not None:
            raise saying.failure
        return saying.said

    async def stop(self) -> bool:
        """Silence within 100 ms; says whether there was anything to stop."""
        saying = self._saying
        if saying is None:
            return False
        saying.said = replace(saying.said, stopped=True)
        saying.scope.cancel()
        await self._speaker.stop()
        return True

    async def _say(self, words: AsyncIterator[str], saying: _Saying) -> None:
        send, receive = anyio.create_memory_object_stream[Speech](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._render_all, words, saying, send)
            async with receive:
                async for speech in receive:
                    await self._sound(speech, saying)

    async def _render_all(
        self, words: AsyncIterator[str], saying: _Saying, send: MemoryObjectSendStream[Speech]
    ) -> None:
        async with send, aclosing(sentences(words)) as stream:
            try:
                async for sentence in stream:
                    saying.add(sentence)
                    await send.send(await self._render(sentence))
            except PaceError as error:
                saying.failure = error

    async def _render(self, sentence: str) -> Speech:
        """The sentence by the first engine that can; without sound when none can."""
        for engine in self._engines:
            if self._clock.monotonic() < self._out_until.get(engine.name, 0.0):
                continue
            try:
                speech = await engine.render(sentence)
            except Invalid:
                continue  # not an outage: this engine lacks these letters
            except PaceError as error:
                self._note_outage(engine, error)
            else:
                return replace(speech, pcm=trimmed(speech.pcm, speech.rate))
        return Speech(b"", 1, sentence)

    async def _sound(self, speech: Speech, saying: _Saying) -> None:
        if saying.mute or not speech.pcm:
            return

        def started() -> None:
            saying.begins(speech.engine, self._clock.monotonic())

        try:
            if await self._speaker.play(speech, started):
                saying.heard(speech.text)
        except PaceError as error:
            saying.mute = True
            self._tell("speaker", error)

    def _note_outage(self, engine: Synthesizer, error: PaceError) -> None:
        self._out_until[engine.name] = self._clock.monotonic() + OUTAGE_SECONDS
        self._tell(engine.name, error)

    def _tell(self, what: str, error: PaceError) -> None:
        now = self._clock.monotonic()
        if now - self._told_at.get(what, -TELL_AGAIN_SECONDS) >= TELL_AGAIN_SECONDS:
            self._told_at[what] = now
            self._bus.publish(Noticed(str(error), getattr(error, "fix", "")))


async def _whole(text: str) -> AsyncIterator[str]:
    yield text


def _stream(words: AsyncIterator[str] | str) -> AsyncIterator[str]:
    return _whole(words) if isinstance(words, str) else words
