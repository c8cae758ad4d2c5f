"""Whether an act runs, is asked about, or is refused: one pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pace.core.call import Effect, Provenance, Risk
from pace.core.turn import Origin


class Verdict(StrEnum):
    RUN = "run"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict and the words for why, to be shown with the question."""

    verdict: Verdict
    why: str = ""


class Preferences(Protocol):
    """What policy reads of the settings."""

    @property
    def approve_risky_actions(self) -> bool: ...


def decide(
    risk: Risk,
    reversible: bool,
    effect: Effect,
    origin: Origin,
    provenance: Mapping[str, Provenance],
    settings: Preferences,
) -> Decision:
    """What may happen to one call.

    Reading runs. A change caused by text nobody here spoke or chose always asks and names its
    source. What leaves the machine or cannot be taken back asks, unless the person turned that
    off. Pressing what the person named is theirs to decide (spec 1.3), so input runs.
    """
    if risk is Risk.DESTRUCTIVE:
        return Decision(Verdict.DENY, "it would destroy something")
    if effect is Effect.READ:
        return Decision(Verdict.RUN)
    foreign = sorted({p.value for p in provenance.values() if not p.trusted})
    if foreign:
        return Decision(Verdict.ASK, f"part of this came from a {' and a '.join(foreign)}")
    if origin is Origin.AGENT:
        return Decision(Verdict.ASK, "another program asked for this")
    if not settings.approve_risky_actions:
        return Decision(Verdict.RUN)
    if risk is Risk.EXTERNAL:
        return Decision(Verdict.ASK, "this reaches beyond this computer")
    if risk is Risk.INPUT or reversible:
        return Decision(Verdict.RUN)
    return Decision(Verdict.ASK, "this cannot be undone")
