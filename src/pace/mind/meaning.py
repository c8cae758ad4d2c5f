"""Short ways to say what a sentence means: acts, answers, questions and honest refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pace.core.call import Call, Provenance
from pace.core.understanding import Choice, Control, Intent, Lane, Understanding
from pace.mind.family import Build, Match, Reading
from pace.mind.scene import Scene


def call(name: str, /, **arguments: Any) -> Call:
    """A call whose arguments the person said; what is None was not said."""
    said = {key: value for key, value in arguments.items() if value is not None}
    return Call(name, said, dict.fromkeys(said, Provenance.SPOKEN))


def sourced(name: str, arguments: Mapping[str, tuple[Any, Provenance]]) -> Call:
    """A call with a source for each argument."""
    return Call(
        name,
        {key: value for key, (value, _) in arguments.items()},
        {key: source for key, (_, source) in arguments.items()},
    )


def act(
    *calls: Call,
    lane: Lane = Lane.TOOL_ACTION,
    intent: Intent = Intent.ACTION,
    confidence: float = 0.95,
    worth: float = 1.0,
    reason: str = "",
    slots: Mapping[str, Any] | None = None,
) -> Reading:
    """A plan with nothing missing."""
    meaning = Understanding(
        lane, intent, calls, confidence=confidence, reasons=_reasons(reason), slots=slots or {}
    )
    return Reading(meaning, worth)


def say(
    sentence: str,
    lane: Lane = Lane.CHITCHAT,
    intent: Intent = Intent.ANSWER,
    *,
    confidence: float = 0.95,
    worth: float = 1.0,
    needs_model: bool = False,
    proposed: tuple[Call, ...] = (),
    reason: str = "",
) -> Reading:
    """Words and no act."""
    meaning = Understanding(
        lane, intent, proposed=proposed, spoken=sentence, confidence=confidence,
        needs_model=needs_model, reasons=_reasons(reason),
    )  # fmt: skip
    return Reading(meaning, worth)


def ask(
    text: str,
    options: tuple[str, ...] = (),
    *,
    alternatives: tuple[tuple[Call, ...], ...] = (),
    proposed: tuple[Call, ...] = (),
    lane: Lane = Lane.TOOL_ACTION,
    confidence: float = 0.9,
    worth: float = 1.0,
    reason: str = "",
) -> Reading:
    """Something is missing, or one of several is meant: the plan waits for the answer."""
    waiting = proposed or (alternatives[0] if alternatives else ())
    meaning = Understanding(
        lane, Intent.CLARIFY, proposed=waiting, alternatives=alternatives, spoken=text,
        question=Choice(text, options), confidence=confidence, reasons=_reasons(reason),
    )  # fmt: skip
    return Reading(meaning, worth)


def confirm(
    text: str, proposed: tuple[Call, ...], *, lane: Lane = Lane.TOOL_ACTION, worth: float = 1.0
) -> Reading:
    """Something that may not come back: withheld, with its target named."""
    meaning = Understanding(
        lane, Intent.CONFIRM_DESTRUCTIVE, proposed=proposed, spoken=text,
        question=Choice(text, ("Cancel", "Go ahead")), alternatives=((), proposed),
        confidence=0.9, reasons=("destructive and no control on screen was named",),
    )  # fmt: skip
    return Reading(meaning, worth)


def out_of_scope(
    sentence: str, *, lane: Lane = Lane.TOOL_ACTION, worth: float = 1.0, reason: str = "no tool"
) -> Reading:
    """No tool can do it; the sentence names the nearest thing Pace can do."""
    return say(sentence, lane, Intent.OUT_OF_SCOPE, worth=worth, confidence=0.9, reason=reason)


def refuse(
    sentence: str, *, lane: Lane = Lane.SCREEN_ACTION, worth: float = 1.0, reason: str = ""
) -> Reading:
    """Pace does not do this, whatever the answer."""
    return say(sentence, lane, Intent.REFUSE, worth=worth, reason=reason)


def control(which: Control, confidence: float = 0.97) -> Reading:
    """A command about the conversation itself."""
    meaning = Understanding(
        Lane.CONTROL, Intent.ANSWER, control=which, confidence=confidence,
        reasons=(f"control: {which.value}",),
    )  # fmt: skip
    return Reading(meaning, 1.0)


def always(reading: Reading) -> Build:
    """A builder for sentences without slots."""

    def build(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
        return reading

    return build


def unless_shown(reading: Reading) -> Build:
    """A builder that leaves the words to a control that is called just this."""

    def build(match: Match, scene: Scene) -> Reading | None:
        shown = scene.called(tuple(word.text for word in match.words))
        return None if shown is not None else reading

    return build


def _reasons(reason: str) -> tuple[str, ...]:
    return (reason,) if reason else ()
