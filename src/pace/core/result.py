"""What came of a call: its status, what was seen, and how it can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pace.core.call import Call


class Status(StrEnum):
    OK = "ok"
    FAILED = "failed"
    REFUSED = "refused"


class Evidence(StrEnum):
    """Whether the effect was seen."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Inverse:
    """How an effect is taken back: data, not code.

    `precondition` names what must still hold, with its values, for example
    `{"kind": "text_is", "text": "hello"}`; the tool of `call` checks it before it acts.
    `summary` is a short noun phrase for "Undo: ...".
    """

    call: Call
    summary: str
    precondition: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The one thing a tool returns; it never raises.

    `spoken` is a whole sentence for the person, `observation` the same for a planner,
    `seen` what the evidence rests on.
    """

    status: Status
    spoken: str
    observation: str = ""
    evidence: Evidence = Evidence.UNVERIFIED
    seen: str = ""
    inverse: Inverse | None = None
    kind: str = ""
    kept_text: str = ""

    @property
    def ok(self) -> bool:
        return self.status is Status.OK and self.evidence is not Evidence.CONTRADICTED


def verified(spoken: str, seen: str, *, inverse: Inverse | None = None) -> Result:
    """The effect was seen."""
    return Result(Status.OK, spoken, spoken, Evidence.VERIFIED, seen, inverse)


def unverified(spoken: str, seen: str = "", *, inverse: Inverse | None = None) -> Result:
    """The act was done, nothing could show its effect; `spoken` says what was done."""
    return Result(Status.OK, spoken, spoken, Evidence.UNVERIFIED, seen, inverse)


def contradicted(spoken: str, seen: str, *, kept_text: str = "") -> Result:
    """The act was done and what was seen says it did not work."""
    return Result(
        Status.FAILED, spoken, spoken, Evidence.CONTRADICTED, seen, None, "contradicted", kept_text
    )


def failed(spoken: str, *, kind: str = "failed", seen: str = "", kept_text: str = "") -> Result:
    """Nothing was done, or not all of it; `kind` picks the narration and the audit word."""
    return Result(Status.FAILED, spoken, spoken, Evidence.UNVERIFIED, seen, None, kind, kept_text)


def refused(spoken: str, *, kind: str = "refused") -> Result:
    """Pace does not do this."""
    return Result(Status.REFUSED, spoken, spoken, kind=kind)
