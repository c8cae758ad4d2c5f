"""What other agents on this machine may ask of the running Pace: see, act, ask the person, undo.

Everything they want is a turn of its own, with origin `agent`: each change asks the person, where
Pace asks by itself, and never the one who wants it. Off until the person switches it on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

import anyio

from pace.core.call import Call
from pace.core.element import PASSWORD, Snapshot
from pace.core.error import Invalid, Refused, Unavailable
from pace.core.event import Event, StateChanged
from pace.core.question import Answer, Kind, Question
from pace.core.tool import Catalogue
from pace.core.turn import Origin, TurnReport, writable
from pace.tools.building import from_tool_calls
from pace.tools.visible import visible
from pace.turn.planning import snapshot_as_json

OFF = "Pace does not serve other agents; its person can allow it: `pace settings set mcp.serve on`."
BUSY = "Pace is busy with what its person wants; ask again in a moment."

#: How long an agent waits for what runs, or is still spoken, in seconds.
PATIENCE = 20.0
#: The longest sentence of an agent, and the longest question and option, in characters.
LONGEST_TEXT, LONGEST_QUESTION, LONGEST_OPTION, MOST_OPTIONS = 2_000, 300, 60, 5


class Turns(Protocol):
    """What is needed of the engine."""

    async def say(
        self, text: str, asker: str, origin: Origin = ..., calls: tuple[Call, ...] = ...
    ) -> TurnReport: ...

    def status(self) -> Mapping[str, Any]: ...

    def subscribe(self, subscriber: Callable[[Event], None]) -> Callable[[], None]: ...


class Agents:
    """One for the running Pace; every method raises Refused while serving is off."""

    def __init__(
        self,
        serves: Callable[[], bool],
        turns: Turns,
        look: Callable[[], Awaitable[Snapshot]],
        ask: Callable[[Question], Awaitable[Answer]],
        catalogue: Callable[[], Catalogue],
        publish: Callable[[Event], None],
    ) -> None:
        self._serves = serves
        self._turns = turns
        self._look = look
        self._ask = ask
        self._catalogue = catalogue
        self._publish = publish

    async def see(self) -> dict[str, Any]:
        """The active window as `pace see --json` has it, without what is in password fields."""
        self._check()
        seen = snapshot_as_json(await self._look())
        for element in seen["elements"]:
            if element["role"] == PASSWORD:
                element["text"] = ""
        return seen

    async def act(self, request: Mapping[str, Any]) -> TurnReport:
        """Carry out a sentence (`say`) or a call (`tool` and `arguments`).

        Raises Invalid for what is neither, Unavailable while the person has a turn.
        """
        self._check()
        words, named = request.get("say"), request.get("tool")
        if isinstance(words, str) and words.strip() and named is None:
            if len(words) > LONGEST_TEXT:
                raise Invalid("That is too long for one sentence, so nothing was done.")
            return await self._turn(words, ())
        if not isinstance(named, str) or words is not None:
            raise Invalid("Say a sentence, or name a tool with its arguments; nothing was done.")
        call = from_tool_calls(request, self._catalogue())
        return await self._turn(f"(an agent's call of {call.name})", (call,))

    async def undo(self) -> TurnReport:
        """Take back the last thing Pace did."""
        self._check()
        return await self._turn("undo that", ())

    async def ask_user(self, text: str, options: Sequence[str]) -> str | None:
        """Put a question to the person; the option chosen, or None. It approves nothing."""
        self._check()
        choices = tuple(dict.fromkeys(visible(writable(o), LONGEST_OPTION) for o in options if o))
        if not text.strip() or len(choices) > MOST_OPTIONS or len(text) > LONGEST_QUESTION:
            raise Invalid(f"Ask one short question, with up to {MOST_OPTIONS} short options.")
        await self._free()
        question = f"Another program asks: “{visible(writable(text))}”"
        try:
            answer = await self._ask(
                Question("agent-question", Kind.CHOICE, question, choices or ("Yes", "No"))
            )
        finally:
            self._publish(StateChanged("idle"))
        return answer.option

    async def _turn(self, text: str, calls: tuple[Call, ...]) -> TurnReport:
        """A turn that nobody but the person's own channels can answer for."""
        await self._free()
        return await self._turns.say(text, "", Origin.AGENT, calls)

    def _check(self) -> None:
        if not self._serves():
            raise Refused(OFF)

    async def _free(self) -> None:
        """Wait until nothing runs or is spoken. Raises Unavailable, at once when a question is
        open or the person speaks."""
        changed = anyio.Event()

        def see(event: Event) -> None:
            if isinstance(event, StateChanged):
                changed.set()

        forget = self._turns.subscribe(see)
        try:
            with anyio.move_on_after(PATIENCE):
                while True:
                    status = self._turns.status()
                    if status["listening"] or status["question"] is not None:
                        break
                    if not status["busy"]:
                        return
                    changed = anyio.Event()
                    await changed.wait()
        finally:
            forget()
        raise Unavailable(BUSY)
