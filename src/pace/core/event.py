"""Every fact Pace publishes. Events go up, in order, and never steer.

Each event is a frozen dataclass whose fields are JSON values; `as_json` is what the D-Bus signal
carries. The bus is synchronous: `publish` returns when every subscriber has seen the event.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class StateChanged(Event):
    """idle, listening, thinking, acting, asking or speaking."""

    state: str


@dataclass(frozen=True, slots=True)
class ListeningStarted(Event):
    trigger: str


@dataclass(frozen=True, slots=True)
class ListeningEnded(Event):
    """`reason` is released, cancelled, silence, tap, cap or device lost."""

    reason: str
    words: bool = False


@dataclass(frozen=True, slots=True)
class AudioLevel(Event):
    """Loudness of the microphone, 0 to 1."""

    level: float


@dataclass(frozen=True, slots=True)
class Heard(Event):
    """A partial hypothesis: shown, never acted on."""

    text: str
    stable: str = ""


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    turn_id: str
    transcript: str
    origin: str


@dataclass(frozen=True, slots=True)
class Understood(Event):
    turn_id: str
    lane: str
    intent: str | None
    calls: list[dict[str, Any]]
    confidence: float
    reasons: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asked(Event):
    turn_id: str
    question_id: str
    kind: str
    text: str
    options: list[str]


@dataclass(frozen=True, slots=True)
class Answered(Event):
    question_id: str
    option: str | None
    by: str


@dataclass(frozen=True, slots=True)
class CallStarted(Event):
    turn_id: str
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CallEnded(Event):
    turn_id: str
    name: str
    status: str
    evidence: str
    seen: str
    undoable: bool


@dataclass(frozen=True, slots=True)
class UndoOffered(Event):
    """Offered for `seconds`, and by voice for the rest of the day."""

    turn_id: str
    summary: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Spoke(Event):
    """A sentence Pace says; `first_sample_ms` counts from the start of the turn, -1 if unheard."""

    turn_id: str
    text: str
    first_sample_ms: float = -1.0


@dataclass(frozen=True, slots=True)
class Outcome(Event):
    """What was to be done is done or not; the words follow. `report` is a `TurnReport`."""

    turn_id: str
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The turn is over. `report` is a `TurnReport` as plain data."""

    turn_id: str
    report: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Noticed(Event):
    """Something the person should know: a sentence, with the step that mends it."""

    text: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class TimerFired(Event):
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class ReminderFired(Event):
    """Reminders are due, one or several; `text` is what is said of them."""

    text: str


@dataclass(frozen=True, slots=True)
class Annotated(Event):
    """Shapes to be drawn in place of any before, in screenshot pixels of `screen` (from 1; None:
    where the pointer is), for `seconds`. Their forms are those of `pace.tools.drawing`."""

    shapes: list[dict[str, Any]]
    screen: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class AnnotationsCleared(Event):
    """Nothing is drawn any more."""


@dataclass(frozen=True, slots=True)
class OffDevice(Event):
    """Something is leaving, or has stopped leaving, the machine."""

    active: bool
    target: str


@dataclass(frozen=True, slots=True)
class DownloadProgress(Event):
    """`done` bytes of `whole`, which is -1 while unknown; four a second at most."""

    host: str
    done: int
    whole: int = -1


Subscriber = Callable[[Event], None]


class EventBus:
    """Delivers each event to every subscriber, in order, before `publish` returns."""

    def __init__(self) -> None:
        self._subscribers: tuple[Subscriber, ...] = ()

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Add a subscriber; the returned function removes it."""
        self._subscribers = (*self._subscribers, subscriber)

        def remove() -> None:
            self._subscribers = tuple(s for s in self._subscribers if s is not subscriber)

        return remove

    def publish(self, event: Event) -> None:
        for subscriber in self._subscribers:
            subscriber(event)


def as_json(event: Event) -> str:
    """The event as one JSON object with its type under "event"."""
    return json.dumps(
        {"event": type(event).__name__, **dataclasses.asdict(event)}, ensure_ascii=False
    )
