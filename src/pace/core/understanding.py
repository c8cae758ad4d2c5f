"""What Pace makes of a request before anything is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from pace.core.call import Call
from pace.core.element import EMPTY, Snapshot


class Lane(StrEnum):
    """The kind of turn, in the words of the public eval data."""

    CHITCHAT = "chitchat"
    PURE_KNOWLEDGE = "pure_knowledge"
    SCREEN_DESCRIPTION = "screen_description"
    SCREEN_ACTION = "screen_action"
    TOOL_ACTION = "tool_action"
    RECALL = "recall"
    RESEARCH = "research"
    LARGE_MODEL = "large_model"
    DICTATION = "dictation"
    EDIT = "edit"
    CONTROL = "control"
    UNKNOWN = "unknown"


class Intent(StrEnum):
    """What should come of it. The last four withhold their calls."""

    ANSWER = "answer"
    ACTION = "action"
    DICTATE = "dictate"
    EDIT = "edit"
    CLARIFY = "clarify"
    CONFIRM_DESTRUCTIVE = "confirm_destructive"
    OUT_OF_SCOPE = "out_of_scope"
    REFUSE = "refuse"

    @property
    def withholds(self) -> bool:
        return self in _WITHHOLDING


_WITHHOLDING = frozenset({
    Intent.CLARIFY, Intent.CONFIRM_DESTRUCTIVE, Intent.OUT_OF_SCOPE, Intent.REFUSE,
})  # fmt: skip


class Control(StrEnum):
    """Commands about the conversation itself; they need no tool."""

    STOP = "stop"
    REPEAT = "repeat"
    HELP = "help"
    TYPE_KEPT = "type it here"


@dataclass(frozen=True, slots=True)
class Request:
    """All that understanding and planning are told.

    `apps` and `contacts` are None when nobody listed them: names then pass as spoken.
    `history` holds (user, assistant) pairs, oldest first. `pending` is the open clarification
    that this transcript may complete.
    """

    transcript: str
    now: datetime
    snapshot: Snapshot = EMPTY
    apps: tuple[str, ...] | None = None
    contacts: tuple[str, ...] | None = None
    history: tuple[tuple[str, str], ...] = ()
    preferences: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A question understanding would put: what is missing, and the options, best first."""

    text: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Understanding:
    """The lane, the plan and how sure we are. `reasons` says which sentence or rule decided.

    `calls` is empty when the intent withholds; the plan then stands in `proposed`. A clarify
    question's options map, by position, to the plans in `alternatives`.
    """

    lane: Lane = Lane.UNKNOWN
    intent: Intent | None = None
    calls: tuple[Call, ...] = ()
    proposed: tuple[Call, ...] = ()
    alternatives: tuple[tuple[Call, ...], ...] = ()
    spoken: str = ""
    question: Choice | None = None
    point: str | None = None
    control: Control | None = None
    needs_model: bool = False
    confidence: float = 0.0
    reasons: tuple[str, ...] = ()
    slots: Mapping[str, Any] = field(default_factory=dict)
