"""Runs calls: validate, preflight, policy, ask, execute, verify, record. It never raises.

A plan is approved or cancelled as a whole. Calls run in order; after one that failed the rest are
not begun, because they were said to follow it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import anyio
import anyio.lowlevel
from pydantic import ValidationError

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.error import PaceError
from pace.core.event import CallEnded, CallStarted, Event, Noticed
from pace.core.question import Answer, Question
from pace.core.result import Inverse, Result, Status, failed, refused
from pace.core.tool import Catalogue, Tool
from pace.core.turn import Origin
from pace.tools.ahead import looked_ahead
from pace.tools.approval import Step, about, approval
from pace.tools.building import as_declared, what_is_wrong
from pace.tools.failing import from_error
from pace.tools.policy import Decision, Preferences, Verdict, decide
from pace.tools.preflight import ACTIONS_OFF, blocking, issues
from pace.tools.visible import sayable, visible

#: How long a write that has begun may go on after the turn was interrupted, in seconds.
GRACE = 5.0


class Log(Protocol):
    """Takes the audit notes."""

    async def note(self, subsystem: str, operation: str, target: str, outcome: str) -> None: ...


class UndoLog(Protocol):
    """Takes the inverses."""

    async def add(self, turn: str, position: int, inverse: Inverse) -> None: ...

    async def add_lasting(self, turn: str, position: int, summary: str, *, grave: bool) -> None: ...


@dataclass(frozen=True, slots=True)
class TurnScope:
    """What belongs to the turn: who it is, whom to ask, the ports made for it, its stopwatch."""

    turn_id: str
    origin: Origin
    ask: Callable[[Question], Awaitable[Answer]]
    ports: Mapping[str, object]
    asked_of: str = ""
    mark: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A call with its result."""

    call: Call
    result: Result


class ToolRunner:
    """Carries out plans with the ports it was given."""

    def __init__(
        self,
        ports: Mapping[str, object],
        missing: Mapping[str, str],
        preferences: Callable[[], Preferences],
        publish: Callable[[Event], None],
        audit: Log,
        undo_log: UndoLog,
        keep_text: Callable[[str], Awaitable[None]],
        may_act: Callable[[], bool] = lambda: True,
    ) -> None:
        self._ports = ports
        self._missing = missing
        self._preferences = preferences
        self._publish = publish
        self._audit = audit
        self._undo_log = undo_log
        self._keep_text = keep_text
        self._may_act = may_act

    async def run(
        self, calls: Sequence[Call], catalogue: Catalogue, scope: TurnScope
    ) -> list[Outcome]:
        """Carry out the calls in order; one outcome per call that was begun or stopped the plan.

        What is drained (drawing) runs before the rest is looked at, whatever becomes of that.
        """
        drained = [call for call in calls if _is_drained(call, catalogue)]
        outcomes = await self._run(drained, catalogue, scope)
        if all(outcome.result.ok for outcome in outcomes):
            rest = [call for call in calls if not _is_drained(call, catalogue)]
            outcomes += await self._run(rest, catalogue, scope)
        return [Outcome(each.call, _sayable(each.result)) for each in outcomes]

    async def _run(
        self, calls: Sequence[Call], catalogue: Catalogue, scope: TurnScope
    ) -> list[Outcome]:
        steps: list[Step] = []
        checked = [self._checked(call, catalogue, scope) for call in calls]
        can = not any(isinstance(step, Result) for step in checked)
        for call, step in zip(calls, checked, strict=True):
            if can and isinstance(step, Step):
                ports = {**self._ports, **scope.ports, "first": not steps}
                looked = await looked_ahead(step, ports)
                text = _to_write(step.tool, step.parameters, step.call)
                lost = isinstance(looked, Result) and looked.status is not Status.REFUSED
                step = _keeping(text, looked) if lost and isinstance(looked, Result) else looked
            if isinstance(step, Result):
                step = await self._text_kept(step)
                await self._note(call.name, "", step)
                return [Outcome(call, step)]
            steps.append(step)
        approved = await self._approved(steps, scope)
        if approved is not None:
            await self._note(steps[0].call.name, about(steps[0].call), approved)
            return [Outcome(steps[0].call, approved)]
        outcomes: list[Outcome] = []
        for position, step in enumerate(steps):
            result = await self._carry_out(step, position, scope)
            outcomes.append(Outcome(step.call, result))
            if not result.ok:
                break
        return outcomes

    def _checked(self, call: Call, catalogue: Catalogue, scope: TurnScope) -> Step | Result:
        """Validate, preflight and decide."""
        tool = catalogue.find(call.name)
        if tool is None or tool.internal:
            return refused(f"I have no way to do “{call.name}”.", kind="unknown tool")
        try:
            parameters = tool.parameters.model_validate(dict(call.arguments))
        except ValidationError as problem:
            return failed(what_is_wrong(tool, problem), kind="invalid arguments")
        call = as_declared(tool, call, parameters)
        ports = {**self._ports, **scope.ports}
        found = issues(tool, ports, self._missing, call.arguments)
        if (issue := blocking(found)) is not None:
            text = _to_write(tool, parameters, call)
            kind = "unavailable" if issue.kind == "missing component" else issue.kind
            return _keeping(text, failed(issue.sentence, kind=kind))
        effect = tool.effect_of(call.arguments)
        if effect is Effect.CHANGE and not self._may_act():
            return refused(
                f"I would {_would(tool, call)}, but acting is switched off (`{ACTIONS_OFF.hint}`).",
                kind=ACTIONS_OFF.kind,
            )
        caution = tool.caution(call.arguments, ports) if tool.caution is not None else ""
        decision = decide(tool, call, scope.origin, self._preferences())
        if caution and decision.verdict is not Verdict.DENY:
            why = f"{decision.why} and {caution}" if decision.why else caution
            decision = Decision(Verdict.ASK, why)
        if decision.verdict is Verdict.DENY:
            return refused(f"I will not do that, because {decision.why}.", kind="denied")
        return Step(call, tool, parameters, decision, found, caution)

    async def _approved(self, steps: Sequence[Step], scope: TurnScope) -> Result | None:
        """None when the plan may run; else the result that says it was not approved."""
        question = approval(steps, f"{scope.turn_id}-approval", scope.asked_of)
        if question is None or (await scope.ask(question)).allows:
            return None
        return refused("I did not do it, because it was not approved.", kind="not approved")

    async def _carry_out(self, step: Step, position: int, scope: TurnScope) -> Result:
        """Execute and record; a change that has begun gets a bounded grace when interrupted."""
        scope.mark("first_act")
        self._publish(CallStarted(scope.turn_id, step.tool.name, dict(step.call.arguments)))

        async def work() -> Result:
            ports = {**scope.ports, "first": position == 0, "asked": step.asks}
            result = self._other_than_approved(step, ports)
            result = result or await self._execute(step.tool, step.parameters, ports)
            return await self._record(step, position, scope, result)

        try:
            result = await (work() if step.tool.interruptible else shielded(work, GRACE))
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(GRACE, shield=True):
                await self._cut_off(step, scope)
            raise
        await anyio.lowlevel.checkpoint_if_cancelled()
        return result

    def _other_than_approved(self, step: Step, turn_ports: Mapping[str, object]) -> Result | None:
        """The refusal of an act that now has another reason to be asked about than when it was."""
        if step.tool.caution is None:
            return None
        now = step.tool.caution(step.call.arguments, {**self._ports, **turn_ports})
        if not now or now == step.caution:
            return None
        return refused(
            f"I did not do it, because something changed after you were asked: {visible(now)}.",
            kind="changed meanwhile",
        )

    async def _execute(
        self, tool: Tool, parameters: Any, turn_ports: Mapping[str, object]
    ) -> Result:
        ports = {**self._ports, **turn_ports}
        needed = {name: ports[name] for name in tool.needs}
        wished = {name: ports[name] for name in tool.wishes if ports.get(name) is not None}
        try:
            with anyio.fail_after(tool.timeout):
                return await tool.body(parameters, **needed, **wished)
        except TimeoutError:
            return failed("That took too long, so I stopped waiting for it.", kind="timed out")
        except PaceError as problem:
            return from_error(problem)

    async def _record(self, step: Step, position: int, scope: TurnScope, result: Result) -> Result:
        """Keep the inverse and the audit note. What cannot be kept is said and not promised."""
        result = await self._undoable(step, position, scope, result)
        if not result.ok and result.status is not Status.REFUSED:
            result = _keeping(_to_write(step.tool, step.parameters), result)
        result = await self._text_kept(result)
        await self._note(step.tool.name, about(step.call), result)
        self._ended(step, scope, result)
        return result

    async def _undoable(
        self, step: Step, position: int, scope: TurnScope, result: Result
    ) -> Result:
        """The result with its inverse if that is kept; an act with none is kept as lasting, so
        that undo never passes over it in silence."""
        inverse = result.inverse if result.ok else None
        try:
            if inverse is not None:
                await self._undo_log.add(scope.turn_id, position, inverse)
            elif result.ok and step.changes and not step.tool.fleeting:
                await self._undo_log.add_lasting(
                    scope.turn_id, position, step.description, grave=not step.plain_press
                )
        except PaceError as problem:
            self._publish(Noticed(f"{problem} This act cannot be undone by me."))
            inverse = None
        return replace(result, inverse=inverse)

    async def _cut_off(self, step: Step, scope: TurnScope) -> None:
        """An act that was interrupted half-way is noted; what it was to type is kept."""
        text = _to_write(step.tool, step.parameters)
        result = _keeping(text, failed("I was interrupted.", kind="interrupted"))
        result = await self._text_kept(result)
        await self._note(step.tool.name, about(step.call), result)
        self._ended(step, scope, result)

    def _ended(self, step: Step, scope: TurnScope, result: Result) -> None:
        self._publish(
            CallEnded(
                scope.turn_id,
                step.tool.name,
                result.status.value,
                result.evidence.value,
                result.seen,
                result.inverse is not None,
            )
        )

    async def perform(
        self, call: Call, catalogue: Catalogue, ports: Mapping[str, object]
    ) -> Result:
        """Carry out one call of what was approved as a whole, such as a step of a flow."""
        tool = catalogue.find(call.name)
        if tool is None or tool.internal:
            return refused(f"I have no way to do “{call.name}”.", kind="unknown tool")
        try:
            parameters = tool.parameters.model_validate(dict(call.arguments))
        except ValidationError as problem:
            return failed(what_is_wrong(tool, problem), kind="invalid arguments")
        found = blocking(issues(tool, {**self._ports, **ports}, self._missing, call.arguments))
        if found is not None:
            return failed(found.sentence, kind="unavailable")
        result = await self._execute(tool, parameters, ports)
        await self._note(tool.name, "", result)
        return _sayable(replace(result, inverse=None))

    async def carry_out(
        self, inverse: Inverse, catalogue: Catalogue, ports: Mapping[str, object]
    ) -> Result:
        """Take an effect back: the call with its precondition, asked about and recorded by nobody
        but the undo that wants it."""
        tool = catalogue.find(inverse.call.name)
        if tool is None or not _takes_back(tool):
            return failed(f"I no longer know how to undo {inverse.summary}.")
        given = {**inverse.call.arguments, **inverse.precondition}
        try:
            parameters = tool.parameters.model_validate(given)
        except ValidationError:
            return failed(f"What I kept to undo {inverse.summary} cannot be used any more.")
        issue = blocking(issues(tool, {**self._ports, **ports}, self._missing))
        if issue is not None:
            return failed(issue.sentence, kind="unavailable")
        result = await self._execute(tool, parameters, ports)
        await self._note(f"undo {tool.name}", inverse.summary, result)
        return _sayable(replace(result, inverse=None))

    async def _text_kept(self, result: Result) -> Result:
        """Keep the text that was not written; a result whose text is lost says so."""
        if not result.kept_text:
            return result
        try:
            await self._keep_text(result.kept_text)
        except PaceError as problem:
            self._publish(Noticed(str(problem)))
            return replace(result, spoken=f"{result.spoken} But that text is lost: {problem}")
        return result

    async def _note(self, operation: str, target: str, result: Result) -> None:
        outcome = result.evidence.value if result.ok else (result.kind or result.status.value)
        try:
            await self._audit.note("action", operation, target, outcome)
        except PaceError as problem:
            self._publish(Noticed(str(problem)))


async def shielded(work: Callable[[], Awaitable[Result]], grace: float) -> Result:
    """Run the work to its end; when the turn is interrupted it has `grace` seconds left."""
    result: Result | None = None
    async with anyio.create_task_group() as group:
        shield = anyio.CancelScope(shield=True)

        async def hasten() -> None:
            try:
                await anyio.sleep_forever()
            finally:
                shield.deadline = min(shield.deadline, anyio.current_time() + grace)

        group.start_soon(hasten)
        with shield:
            result = await work()
        group.cancel_scope.cancel()
    return result if result is not None else failed("I was interrupted.", kind="interrupted")


def _is_drained(call: Call, catalogue: Catalogue) -> bool:
    tool = catalogue.find(call.name)
    return tool is not None and tool.drained


def _to_write(tool: Tool, parameters: Any, unasked: Call | None = None) -> str:
    """The words that the call was to write into a field, or "". Of a call that nobody was asked
    about only words that the person chose: what is kept is typed as theirs later."""
    for name in ("text", "value"):
        text = getattr(parameters, name, None)
        if text and isinstance(text, str):
            own = unasked is None or unasked.source_of(name).trusted
            return text if own and not tool.internal else ""
    return ""


def _keeping(text: str, result: Result) -> Result:
    """The result with the text to keep, if there is any, which says that it is kept."""
    text = result.kept_text or text
    if not text or "kept" in result.spoken:
        return replace(result, kept_text=text)
    spoken = f"{result.spoken.rstrip('.')}; I kept the text."
    return replace(result, spoken=spoken, kept_text=text)


def _sayable(result: Result) -> Result:
    """The result as it may be shown, spoken and written on a terminal, whatever it quotes."""
    spoken, observation = sayable(result.spoken), sayable(result.observation)
    return replace(result, spoken=spoken, observation=observation, seen=sayable(result.seen))


def _takes_back(tool: Tool) -> bool:
    """Whether a stored inverse may use the tool: never one that is asked about, types or leaves
    this machine, whatever the store says."""
    harmless = tool.risk is Risk.MUTATION and tool.asks is Asks.IF_LASTING and tool.reversible
    return tool.internal or harmless


def _would(tool: Tool, call: Call) -> str:
    words = tool.describe(call.arguments) if tool.describe is not None else tool.summary
    return visible(words[:1].lower() + words[1:].rstrip("."))
