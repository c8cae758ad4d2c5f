"""A turn, from words to outcome. READ THIS FIRST.

    look      what is on screen, unless it was seen while the person spoke
    understand   mind.understand: lane, intent, calls, what is missing
    route     control, say, ask, run or plan
    act       tools.runner carries out the calls, one sentence comes of each
    tell      the sentences, aloud if there is a voice
    keep      history

The runner holds nothing between turns and never raises.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass, replace
from typing import Any

import anyio

from pace.core.call import Call, Provenance
from pace.core.clock import Clock
from pace.core.element import Element, Snapshot
from pace.core.envelope import Envelope, Planner
from pace.core.error import PaceError
from pace.core.event import Event, Noticed, Outcome, TurnEnded, TurnStarted, Understood, UndoOffered
from pace.core.question import ALLOW_ONCE, CANCEL, Answer, Kind, Question
from pace.core.tool import Catalogue
from pace.core.trace import Trace
from pace.core.turn import Origin, Transcript, TurnReport
from pace.core.understanding import Control as Command
from pace.core.understanding import Intent, Lane, Request, Understanding
from pace.tools.runner import Outcome as Came
from pace.tools.runner import ToolRunner, TurnScope
from pace.turn.control import Controls
from pace.turn.honesty import all_ok, told, without_claims
from pace.turn.router import Ask, Control, Plan, Route, Run, Say, route
from pace.turn.speaking import Mouth

Ask_ = Callable[[Question], Awaitable[Answer]]
#: The ports of one turn, of what it saw, what had the focus when it was said, and whom to ask.
MakePorts = Callable[[Snapshot, Element | None, Ask_], Mapping[str, object]]

#: How long keeping a turn that was cut off may take, in seconds.
KEEP_WITHIN = 5.0
#: After a yes to something destructive, Pace does only what it could undo.
NO_WAY_BACK = (
    "I have no way to do that which I could take back, so I leave it;"
    " name a button on the screen and I can press it."
)
#: What is said of a turn that was cut off; whatever it had begun has its own result.
INTERRUPTED = "I was interrupted."


@dataclass(frozen=True, slots=True)
class View:
    """What was seen; `why_not` is the sentence that says why nothing could be."""

    snapshot: Snapshot
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Senses:
    """What a turn may look at. Each is bounded and answers even when its source is missing."""

    look: Callable[[], Awaitable[View]]
    apps: Callable[[], Awaitable[tuple[str, ...] | None]]
    conversation: Callable[[], Awaitable[tuple[tuple[str, str], ...]]]
    kept_text: Callable[[], Awaitable[str | None]]


@dataclass(frozen=True, slots=True)
class Told:
    """What came of the route: words to say, and what was done."""

    words: str
    outcomes: tuple[Came, ...] = ()
    question: str = ""


class TurnRunner:
    """Runs one turn at a time for the assistant."""

    def __init__(
        self,
        *,
        catalogue: Callable[[], Catalogue],
        understand: Callable[[Request, Catalogue], Understanding],
        tools: ToolRunner,
        tiers: Sequence[Planner],
        senses: Senses,
        turn_ports: MakePorts,
        controls: Controls,
        mouth: Mouth,
        keep: Callable[[TurnReport, Transcript], Awaitable[None]],
        publish: Callable[[Event], None],
        clock: Clock,
        undo_seconds: Callable[[], float],
        wipe: Callable[[], object] = lambda: None,
    ) -> None:
        self._catalogue = catalogue
        self._understand = understand
        self._tools = tools
        self._tiers = {tier.name: tier for tier in tiers}
        self._senses = senses
        self._turn_ports = turn_ports
        self._controls = controls
        self._mouth = mouth
        self._keep = keep
        self._publish = publish
        self._clock = clock
        self._undo_seconds = undo_seconds
        self._wipe = wipe

    async def run(self, transcript: Transcript, turn_id: str, ask: Ask_) -> TurnReport:
        """Carry out one turn to its end."""
        trace = Trace(self._clock)
        self._wipe()  # what was drawn belonged to the turn before
        self._publish(TurnStarted(turn_id, transcript.text, transcript.origin.value))
        report = TurnReport(turn_id, transcript.text, spoken=INTERRUPTED, ok=False)
        try:
            report = await self._act(transcript, turn_id, ask, trace)
            await self._mouth.say(turn_id, report.spoken, trace)
        finally:
            report = replace(report, milliseconds={**trace.milliseconds, **transcript.timings})
            with anyio.move_on_after(KEEP_WITHIN, shield=True):
                await self._kept(report, transcript)
            self._publish(TurnEnded(turn_id, asdict(report)))
        return report

    async def _act(
        self, transcript: Transcript, turn_id: str, ask: Ask_, trace: Trace
    ) -> TurnReport:
        """Everything up to the outcome."""
        with trace.span("look"):
            view = await self._senses.look()
            request = await self._request(transcript, view.snapshot)
        with trace.span("understand"):
            catalogue = self._catalogue()
            understanding = self._meant(transcript, request, catalogue)
        if view.why_not:
            understanding = _blind(understanding, view.why_not)
        self._publish(_understood(turn_id, understanding))
        chosen = route(understanding, tuple(self._tiers))
        asking = _asked_of(ask, transcript.asker)
        scope = TurnScope(
            turn_id, transcript.origin, asking,
            self._turn_ports(request.snapshot, transcript.focus, asking), transcript.asker,
            trace.mark,
        )  # fmt: skip
        with trace.span("act"):
            came = await self._follow(chosen, request, catalogue, scope)
        trace.mark("outcome")
        self._offer_undo(turn_id, came.outcomes)
        if isinstance(chosen, Plan):  # there was a model
            understanding = replace(understanding, needs_model=False)
        report = _report(turn_id, transcript, understanding, came, trace)
        self._publish(Outcome(turn_id, asdict(report)))
        return report

    def _meant(
        self, transcript: Transcript, request: Request, catalogue: Catalogue
    ) -> Understanding:
        if not transcript.calls:
            return self._understand(request, catalogue)
        return Understanding(Lane.TOOL_ACTION, Intent.ACTION, transcript.calls, confidence=1.0)

    async def _request(self, transcript: Transcript, snapshot: Snapshot) -> Request:
        return Request(
            transcript=transcript.text,
            now=self._clock.now(),
            snapshot=snapshot,
            apps=await self._senses.apps(),
            history=await self._senses.conversation(),
        )

    async def _follow(
        self, chosen: Route, request: Request, catalogue: Catalogue, scope: TurnScope
    ) -> Told:
        match chosen:
            case Control(command):
                return await self._control(command, catalogue, scope)
            case Say(words):
                return Told(words)
            case Ask(text, options, alternatives):
                return await self._ask(text, options, alternatives, catalogue, scope)
            case Run(calls):
                return await self._run(calls, catalogue, scope)
            case Plan(tier):
                return await self._plan(tier, request, catalogue, scope)

    async def _control(self, command: Command, catalogue: Catalogue, scope: TurnScope) -> Told:
        """Kept text is typed like any other; the rest needs no tool."""
        kept = await self._senses.kept_text() if command is Command.TYPE_KEPT else None
        if kept is None:
            return Told(await self._controls.carry_out(command))
        call = Call("type", {"text": kept}, {"text": Provenance.CONVERSATION})
        return await self._run((call,), catalogue, scope)

    async def _run(self, calls: Sequence[Call], catalogue: Catalogue, scope: TurnScope) -> Told:
        if scope.origin is Origin.AGENT:  # whatever its words are taken for, nobody here said them
            calls = [_from_model(replace(call, provenance={})) for call in calls]
        outcomes = await self._tools.run(calls, catalogue, scope)
        return Told(told(outcomes), tuple(outcomes))

    async def _ask(
        self,
        text: str,
        options: tuple[str, ...],
        alternatives: tuple[tuple[Call, ...], ...],
        catalogue: Catalogue,
        scope: TurnScope,
    ) -> Told:
        """A question with options waits for its answer; else the next turn may give it."""
        if not alternatives:
            return Told(text, question=text)
        kind = Kind.CHOICE
        if options[:1] == (CANCEL,):  # what cannot be undone is allowed like any risky plan
            kind, options = Kind.APPROVAL, (CANCEL, ALLOW_ONCE)
        answer = await scope.ask(
            Question(f"{scope.turn_id}-ask", kind, text, options, (), alternatives, scope.asked_of)
        )
        index = answer.index
        chosen = alternatives[index] if index is not None and index < len(alternatives) else ()
        if not chosen:
            return Told("Then I leave it.", question=text)
        if kind is Kind.APPROVAL and not _can_be_taken_back(chosen, catalogue):
            return Told(NO_WAY_BACK, question=text)
        came = await self._run(chosen, catalogue, scope)
        return replace(came, question=text)

    async def _plan(
        self, tier: str, request: Request, catalogue: Catalogue, scope: TurnScope
    ) -> Told:
        """A planner's envelope becomes calls in the same form; its words are only a claim."""
        envelope = Envelope()
        try:
            async with aclosing(self._tiers[tier].plan(request)) as answers:  # type: ignore[type-var]
                async for answer in answers:
                    if isinstance(answer, Envelope):
                        envelope = answer
        except PaceError as problem:
            return Told(str(problem))
        if not envelope.calls:
            return Told(without_claims(envelope.spoken))
        return await self._run([_from_model(c) for c in envelope.calls], catalogue, scope)

    def _offer_undo(self, turn_id: str, outcomes: Sequence[Came]) -> None:
        inverses = [o.result.inverse for o in outcomes if o.result.inverse is not None]
        if inverses:
            self._publish(UndoOffered(turn_id, inverses[0].summary, self._undo_seconds()))

    async def _kept(self, report: TurnReport, transcript: Transcript) -> None:
        try:
            await self._keep(report, transcript)
        except PaceError as problem:
            self._publish(Noticed(str(problem)))


def _asked_of(ask: Ask_, asker: str) -> Ask_:
    """Every question of the turn may be answered where the turn came from."""

    async def put(question: Question) -> Answer:
        return await ask(replace(question, asked_of=asker))

    return put


def _can_be_taken_back(calls: Sequence[Call], catalogue: Catalogue) -> bool:
    """Whether each call is by a tool that can undo what it does."""
    tools = [catalogue.find(call.name) for call in calls]
    return all(tool is not None and tool.reversible for tool in tools)


def _from_model(call: Call) -> Call:
    """Arguments that no one vouches for count as the model's."""
    provenance = {key: call.provenance.get(key, Provenance.MODEL) for key in call.arguments}
    return replace(call, provenance=provenance)


def _blind(understanding: Understanding, why_not: str) -> Understanding:
    """What was not found where nothing can be seen is not said to be missing."""
    if understanding.lane is Lane.UNKNOWN and understanding.spoken:
        return replace(understanding, spoken=f"{understanding.spoken} {why_not}")
    of_screen = understanding.lane in (Lane.SCREEN_ACTION, Lane.SCREEN_DESCRIPTION)
    if not of_screen or understanding.calls or understanding.question is not None:
        return understanding
    return replace(understanding, intent=Intent.OUT_OF_SCOPE, spoken=why_not)


def _understood(turn_id: str, understanding: Understanding) -> Understood:
    return Understood(
        turn_id,
        understanding.lane.value,
        understanding.intent.value if understanding.intent is not None else None,
        [_plain(call) for call in understanding.calls or understanding.proposed],
        round(understanding.confidence, 3),
        list(understanding.reasons),
    )


def _plain(call: Call) -> dict[str, Any]:
    return {"name": call.name, "args": dict(call.arguments)}


def _report(
    turn_id: str, transcript: Transcript, understanding: Understanding, came: Told, trace: Trace
) -> TurnReport:
    results = tuple(
        {
            "name": outcome.call.name,
            "args": dict(outcome.call.arguments),
            "status": outcome.result.status.value,
            "evidence": outcome.result.evidence.value,
            "seen": outcome.result.seen,
            "spoken": outcome.result.spoken,
            "kind": outcome.result.kind,
            "undo": outcome.result.inverse.summary if outcome.result.inverse else "",
        }
        for outcome in came.outcomes
    )
    return TurnReport(
        turn_id=turn_id,
        heard=transcript.text,
        lane=understanding.lane.value,
        intent=understanding.intent.value if understanding.intent is not None else None,
        calls=tuple(_plain(call) for call in understanding.calls),
        results=results,
        spoken=came.words,
        question=came.question,
        ok=all_ok(came.outcomes) and not _withheld(understanding, came),
        milliseconds=trace.milliseconds,
    )


def _withheld(understanding: Understanding, came: Told) -> bool:
    """Whether what was asked for was left undone, or not understood for want of a model."""
    intent = understanding.intent
    withheld = understanding.needs_model or (intent is not None and intent.withholds)
    return withheld and not came.outcomes
