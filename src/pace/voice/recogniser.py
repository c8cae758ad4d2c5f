"""Feeds a recognition beside the listening, so that a slow one never holds up the microphone."""

from __future__ import annotations

from collections.abc import Callable

import anyio

from pace.core.audio import HEARING_RATE, Chunk, Hypothesis
from pace.core.error import PaceError
from pace.voice.ports import Recognition


class Recogniser:
    """Takes speech at any time, recognises it when it can. `run` is its task."""

    def __init__(self, recognition: Recognition, show: Callable[[Hypothesis], None]) -> None:
        self._recognition = recognition
        self._show = show
        self._pending: list[bytes] = []
        self._settle = False
        self._closed = False
        self._changed = anyio.Event()
        self._fed = anyio.Event()
        self._failure: PaceError | None = None
        #: The latest hypothesis: what is left when the final words do not come.
        self.last = Hypothesis("")

    def give(self, pcm: bytes) -> None:
        """Add speech; what is held never exceeds one utterance."""
        self._pending.append(pcm)
        self._changed.set()

    def settle(self) -> None:
        """The speaker has paused: recognise what there is, in case nothing follows."""
        self._settle = True
        self._changed.set()

    async def run(self) -> None:
        """Feed until `finish` is called or the recognition fails."""
        try:
            await self._feed()
        except PaceError as error:
            self._failure = error
        finally:
            self._fed.set()

    async def finish(self) -> str:
        """The final words. Raises what the recognition raised."""
        self._closed = True
        self._changed.set()
        await self._fed.wait()
        if self._failure is not None:
            raise self._failure
        return await self._recognition.finish()

    async def _feed(self) -> None:
        while True:
            if self._pending:
                sound = b"".join(self._pending)
                self._pending.clear()
                self._note(await self._recognition.add(Chunk(sound, HEARING_RATE)))
            elif self._closed:
                return
            elif self._settle:
                self._settle = False
                self._note(await self._recognition.catch_up())
            else:
                self._changed = anyio.Event()
                await self._changed.wait()

    def _note(self, hypothesis: Hypothesis | None) -> None:
        if hypothesis is not None:
            self.last = hypothesis
            self._show(hypothesis)
