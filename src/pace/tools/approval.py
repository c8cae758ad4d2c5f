"""The approval question: a numbered plan that shows what will really be done (spec 5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pace.core.call import Call, Effect, Risk
from pace.core.question import ALLOW_ONCE, CANCEL, Kind, Question
from pace.core.tool import Issue, Tool
from pace.tools.policy import Decision, Verdict
from pace.tools.visible import first, visible


@dataclass(frozen=True, slots=True)
class Step:
    """A call that was checked: its tool, its parameters, what policy says, warnings, the tool's own
    reason to ask, and what was found out of what it would do."""

    call: Call
    tool: Tool
    parameters: Any
    decision: Decision
    warnings: tuple[Issue, ...] = ()
    caution: str = ""
    found: str = ""

    @property
    def description(self) -> str:
        """What it will do, on one line in which nothing hides."""
        words = self.tool.describe(self.call.arguments) if self.tool.describe else self.tool.summary
        return visible(self.found or words)

    @property
    def line(self) -> str:
        """What the approval question says of it."""
        return f"[{self.tool.risk.value}] {self.description}"

    @property
    def changes(self) -> bool:
        return self.tool.effect_of(self.call.arguments) is Effect.CHANGE

    @property
    def plain_press(self) -> bool:
        """Whether it presses a control or a key that nobody is asked about, and no more."""
        return self.tool.risk is Risk.INPUT and not (self.asks or self.tool.reversible)

    @property
    def asks(self) -> bool:
        return self.decision.verdict is Verdict.ASK


#: What an act is about, for the audit: the first of these that it has, and its cap (spec 1.3).
_ABOUT: Final[Mapping[str, int]] = {
    "path": 120, "url": 120, "title": 60, "subject": 60, "to": 60, "recipient": 60, "name": 80,
    "app": 60, "server": 60, "target": 60, "field": 60, "label": 60, "key": 60, "position": 60,
    "command": 60, "direction": 60, "range": 60, "what": 60, "action": 60,
}  # fmt: skip


def about(call: Call) -> str:
    """What the audit says an act was about; never the words it wrote."""
    for name, cap in _ABOUT.items():
        if call.arguments.get(name) not in (None, "", []):
            return first(call.arguments[name], cap)
    return ""


def approval(steps: Sequence[Step], question_id: str, asked_of: str = "") -> Question | None:
    """One question for the whole plan, Cancel first; None when nothing in it is asked about."""
    reasons = dict.fromkeys(step.decision.why for step in steps if step.asks)
    if not reasons:
        return None
    warnings = dict.fromkeys(visible(str(issue)) for step in steps for issue in step.warnings)
    lines = [
        "May I do this?",
        *(f"Step {number}: {step.line}" for number, step in enumerate(steps, 1)),
        *(["Preflight:", *warnings] if warnings else []),
        f"I ask because {' and '.join(visible(reason) for reason in reasons)}.",
        "Allow only what you asked for.",
    ]
    return Question(
        id=question_id,
        kind=Kind.APPROVAL,
        text="\n".join(lines),
        options=(CANCEL, ALLOW_ONCE),
        completes=tuple(step.call for step in steps),
        asked_of=asked_of,
    )
