"""Replaying a flow: each step becomes a call, and what it presses is found anew on the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import anyio

from pace.core.call import Call, spoken
from pace.core.element import PASSWORD, Element, Snapshot
from pace.core.result import Evidence, Result
from pace.skills.flows import Activate, Chord, Flow, Press, Step, Write

#: How long a target may take to appear, and how often it is looked for, in seconds.
APPEARS_WITHIN = 5.0
LOOK_EVERY = 0.05
#: The pause between steps; longer after a target had to be waited for, up to the last; seconds.
PAUSE, LONGER, LONGEST = 0.25, 1.5, 5.0
#: What the last step must not do unasked, by a word on what it presses.
SENDS = frozenset({"send", "submit", "post", "reply"})

Perform = Callable[[Call], Awaitable[Result]]
Look = Callable[[], Awaitable[Snapshot]]
#: Puts a yes-or-no question to the person.
Approve = Callable[[str], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Replayed:
    """How it ended: `done` steps of all. `problem` is a sentence, or empty; `ready` when it was
    stopped before the last step, which sends; `seen` when every step's effect was."""

    done: int
    problem: str = ""
    ready: bool = False
    seen: bool = True


class Replayer:
    """Replays one flow. `cautious` gives for a call why it asks first, or nothing."""

    def __init__(
        self,
        perform: Perform,
        look: Look,
        approve: Approve | None,
        cautious: Callable[[str], bool],
        pause: float = PAUSE,
    ) -> None:
        self._perform = perform
        self._look = look
        self._approve = approve
        self._cautious = cautious
        self._pause = pause

    async def run(self, flow: Flow) -> Replayed:
        """All steps in order, until one cannot be done."""
        seen = True
        for number, step in enumerate(flow.steps):
            if number:
                await anyio.sleep(min(self._pause, LONGEST))
            last = number == len(flow.steps) - 1
            if isinstance(step, Press) and not await self._allowed(flow, step, last):
                return Replayed(number, ready=last, seen=seen)
            result = await self._step(step)
            if isinstance(result, str):
                return Replayed(number, result, seen=seen)
            if not result.ok:
                return Replayed(number, result.spoken, seen=seen)
            seen = seen and result.evidence is Evidence.VERIFIED
        return Replayed(len(flow.steps), seen=seen)

    async def _allowed(self, flow: Flow, step: Press, last: bool) -> bool:
        words = set("".join(_or_blank(c) for c in step.label.lower()).split())
        if not (last and words & SENDS) and not self._cautious(step.label):
            return True
        if self._approve is None:
            return False
        what = f"Next in {flow.name[:60]}: press {step.label[:60]}. May I?"
        return await self._approve(what)

    async def _step(self, step: Step) -> Result | str:
        """Its result, or a sentence that says why it was not done."""
        match step:
            case Activate(app):
                return await self._perform(spoken("open_app", app=app.rpartition(".")[2]))
            case Write(text, secure):
                if secure:
                    return "it would fill in a password, which I neither keep nor type"
                return await self._perform(spoken("type", text=text))
            case Chord(keys):
                return await self._perform(spoken("key", key=keys))
            case Press():
                return await self._press(step)

    async def _press(self, step: Press) -> Result | str:
        element = await self._target(step)
        if element is None:
            return f"I could not find {step.label[:60]}"
        if element.role == PASSWORD:
            return "it is a password field"
        return await self._perform(spoken("click", element=element.id))

    async def _target(self, step: Press) -> Element | None:
        """What has the label now; the one whose roles fit best where several have it."""
        waited = False
        with anyio.move_on_after(APPEARS_WITHIN):
            while True:
                found = pick(step, (await self._look()).elements)
                if found is not None:
                    self._pause = min(LONGEST, self._pause * LONGER) if waited else self._pause
                    return found
                waited = True
                await anyio.sleep(LOOK_EVERY)
        return None


def pick(step: Press, elements: Sequence[Element]) -> Element | None:
    """The element of that label; of several the one with the recorded role, if only one has it."""
    wanted = _plain(step.label)
    usable = [e for e in elements if not e.states & {"disabled", "hidden", "offscreen"}]
    named = [e for e in usable if _plain(e.name) == wanted] if wanted else []
    role = step.path[-1] if step.path else ""
    if len(named) != 1 and role:
        fitting = [e for e in named if e.role == role]
        return fitting[0] if len(fitting) == 1 else None
    return named[0] if len(named) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _or_blank(character: str) -> str:
    return character if character.isalnum() else " "
