"""Flows: recorded once, replayed by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import anyio.to_thread

from pace.core.call import Asks, Call, Risk
from pace.core.error import Gone, Invalid
from pace.core.result import Result, failed, unverified, verified
from pace.core.tool import Ahead, Issue, Severity
from pace.skills.flows import Activate, Chord, Flow, Flows, Press, Step, Write
from pace.skills.recording import Recorder
from pace.skills.replaying import Approve, Perform, Replayed, Replayer
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.final import is_final
from pace.tools.sight import Sight
from pace.tools.visible import first, plain

_AROUND = re.compile(r"^(the|my)\s+|\s+flow$", re.IGNORECASE)
#: How many steps the approval question tells one by one.
_TOLD = 8


class FlowName(Arguments):
    name: Text = argument("name", "title", "flow", "label", about="what the flow is called")


@tool(
    "record_flow",
    aliases=("record_this", "remember_flow"),
    summary="Record what you do as a flow (the recorder comes later)",
    risk=Risk.INPUT,
    asks=Asks.PREFERENCE,
    muted=False,
    reversible=False,
    spellings=("Flow.record",),
    examples=("record this as standup setup", "remember this flow as morning"),
    describe=lambda given: f"Record what you do as the flow {first(given.get('name', ''))}",
)
async def record_flow(given: FlowName, *, recorder: Recorder) -> Result:
    await recorder.start(given.name)
    return unverified(f"I am recording {plain(given.name, 60)}; say “stop recording” when done.")


def steps_told(given: Mapping[str, Any], ports: Mapping[str, object]) -> Sequence[Issue]:
    """What the flow would do, for the approval question, where one is put."""
    flows = ports.get("flows")
    flow = named(str(given.get("name", "")), flows) if isinstance(flows, Flows) else None
    if flow is None or not flow.steps:
        return ()
    told = [_told(step) for step in flow.steps[:_TOLD]]
    more = len(flow.steps) - len(told)
    words = "; ".join([*told, *([f"and {more} more steps"] if more > 0 else [])])
    return (Issue(Severity.WARNING, "steps", f"It will {words}", "these are its steps"),)


def _told(step: Step) -> str:
    match step:
        case Activate(app):
            return f"open {first(app, 40)}"
        case Press(_, label):
            return f"press {first(label, 40)}"
        case Write(text, secure):
            return "fill in a password" if secure else f"type {len(text)} characters"
        case Chord(keys):
            return f"press {first(keys, 40)}"


async def ahead(call: Call, given: FlowName, ports: Mapping[str, object]) -> Ahead:
    """Raises Gone where there is no such flow, Invalid where its file is none."""
    flows: Any = ports["flows"]
    await anyio.to_thread.run_sync(_found, given.name, flows)
    return Ahead()


def _found(name: str, flows: Flows) -> Flow:
    flow = named(name, flows)
    if flow is not None:
        return flow
    words = name
    while True:
        if (file := flows.malformed(words)) is not None:
            raise Invalid(
                f"{plain(file.name, 80)} is no flow that I can read, so nothing was done;"
                " docs/extend/flow.md says what is in one."
            )
        if (shorter := _AROUND.sub("", words.strip())) == words or not shorter:
            raise Gone(f"There is no flow called {plain(name, 60)}; nothing was done.")
        words = shorter


@tool(
    "run_flow",
    aliases=("play_flow", "do_flow"),
    summary="Replay a recorded flow",
    risk=Risk.INPUT,
    # “run X”, in the person's own words, is the approval (spec 5.1); anybody else's words ask
    asks=Asks.IF_LASTING,
    muted=False,
    reversible=False,
    interruptible=True,
    spellings=("Flow.run",),
    examples=("run my standup setup flow", "play back the morning flow"),
    describe=lambda given: f"Replay the flow {first(given.get('name', ''))}",
    preflight=steps_told,
    ahead=ahead,
    timeout=900.0,
)
async def run_flow(
    given: FlowName,
    *,
    flows: Flows,
    perform: Perform,
    sight: Sight,
    approve: Approve | None = None,
) -> Result:
    flow = await anyio.to_thread.run_sync(_found, given.name, flows)
    if not flow.steps:
        return verified(f"The flow {plain(flow.name, 60)} has no steps.", "its file has none")
    replayer = Replayer(perform, sight.look, approve, is_final)
    return _outcome(flow, await replayer.run(flow))


def named(words: str, flows: Flows) -> Flow | None:
    """The flow meant, with or without “my” and “flow” around its name."""
    flow = flows.find(words)
    while flow is None and (shorter := _AROUND.sub("", words.strip())) != words:
        words = shorter
        flow = flows.find(words) if words else None
    return flow


def _outcome(flow: Flow, replayed: Replayed) -> Result:
    name, count = plain(flow.name, 60), len(flow.steps)
    place = f"step {replayed.done + 1} of {count}"
    seen = f"{replayed.done} of {count} steps"
    if replayed.problem:
        why = plain(replayed.problem, 200).rstrip(".")
        return failed(f"I stopped {name} at {place}: {why}.", kind="stopped", seen=seen)
    if replayed.ready:
        return failed(
            f"{name} is ready; I did not do its last step, because it was not approved.",
            kind="not approved", seen=seen,
        )  # fmt: skip
    if replayed.done < count:
        return failed(
            f"I stopped {name} before {place}, because it was not approved.",
            kind="not approved", seen=seen,
        )  # fmt: skip
    steps = f"{count} steps" if count != 1 else "1 step"
    words = f"I replayed {name}, {steps}."
    return verified(words, seen) if replayed.seen else unverified(words, seen)
