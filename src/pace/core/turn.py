"""What a turn starts from: the words and where they came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pace.core.call import Call
from pace.core.element import Element


def writable(text: str) -> str:
    """The text with a replacement character for each lone surrogate, which nothing can store."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Origin(StrEnum):
    """Where a turn came from. Nothing differs but this."""

    VOICE = "voice"
    CHAT = "chat"
    CLI = "cli"
    LINK = "link"
    SCHEDULE = "schedule"
    AGENT = "agent"

    @property
    def may_answer(self) -> bool:
        """Only the person's own channels answer a question."""
        return self in (Origin.VOICE, Origin.CHAT, Origin.CLI)


@dataclass(frozen=True, slots=True)
class Transcript:
    """Final words of an utterance. `asker` is the D-Bus connection or terminal it came by.

    `focus` is what had the focus when the person began to speak, if that is known. `calls` are
    what to do when that was not put in words; `text` then only describes it.
    """

    text: str
    origin: Origin = Origin.CLI
    asker: str = ""
    started_at: float = 0.0
    push_to_talk: bool = False
    focus: Element | None = None
    timings: dict[str, float] = field(default_factory=dict)
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnReport:
    """Everything that came of one turn, for the command line, the demo and tests."""

    turn_id: str
    heard: str
    lane: str = "unknown"
    intent: str | None = None
    calls: tuple[dict[str, Any], ...] = ()
    results: tuple[dict[str, Any], ...] = ()
    spoken: str = ""
    question: str = ""
    ok: bool = True
    milliseconds: dict[str, float] = field(default_factory=dict)
