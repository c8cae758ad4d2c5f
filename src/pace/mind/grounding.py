"""From words to one element: exact before all words, those before parts, those before likeness.

The best candidate is used; candidates closer than LEAD are asked about; nothing is substituted
for what is not there. Focus and pointer decide nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pace.core.element import Element, Snapshot
from pace.mind.beside import beside, captioned
from pace.mind.describing import Description, described
from pace.mind.keycaps import SAID, key_named
from pace.mind.matching import ACT, FIELDS, Candidate, Want, candidates
from pace.mind.normalise import words_in
from pace.mind.placing import distinct, furthest, nth
from pace.mind.scene import Labelled, Screen, prepare

__all__ = ["ACT", "Candidate", "Grounded", "Lack", "Missing", "Target", "Tie", "Want", "ground"]

#: A lead smaller than this is a tie (spec 6.4); at most OFFERED candidates are offered.
LEAD = 0.12
OFFERED = 3


class Lack(Enum):
    """Why there is no target."""

    ABSENT = "absent"
    DISABLED = "disabled"
    PASSWORD = "password"  # names a kind of field
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class Target:
    """The one element that was meant."""

    one: Labelled
    confidence: float

    @property
    def id(self) -> str:
        return self.one.element.id

    @property
    def element(self) -> Element:
        return self.one.element


@dataclass(frozen=True, slots=True)
class Tie:
    """Several elements that may be meant, best first, at most OFFERED; `sure` if one of them is."""

    candidates: tuple[Candidate, ...]
    total: int
    sure: bool = True
    element: None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """No element is meant. `one` is the disabled or forbidden one that is."""

    lack: Lack
    one: Labelled | None = None
    element: None = None


Grounded = Target | Tie | Missing


def ground(
    words: str | Sequence[str], where: Screen | Snapshot, want: Want = Want.PRESS
) -> Grounded:
    """The element these words name, a tie, or what is lacking. Only a Target has an `element`."""
    screen = where if isinstance(where, Screen) else prepare(where)
    said = [word.text for word in words_in(words)] if isinstance(words, str) else list(words)
    wanted = described(said)
    exact = [one for one in screen.seen if one.label == tuple(said)]
    if len(exact) == 1 and wanted.said != tuple(said):
        whole = candidates(Description(tuple(said), tuple(said)), exact, want)
        if whole:
            return _target(whole[0])
    if want is Want.FILL:
        wanted = _of_fields(wanted)
    found = candidates(wanted, screen.seen, want)
    if wanted.number is not None and wanted.roles and not (found and found[0].sure):
        wanted = replace(wanted, name=(), ordinal=wanted.number)
        found = candidates(wanted, screen.seen, want)
    if found and found[0].sure:
        return _decided(found, wanted)
    other = beside(said, screen.seen, want) or captioned(wanted, screen.seen, want)
    if other is not None:
        return _target(other)
    keycap = key_named(SAID.get(wanted.name, ()), screen.seen)
    if keycap is not None:
        return Target(keycap, 0.95)
    if not wanted.bare and (excluded := _excluded(wanted, screen)) is not None:
        return excluded
    if found:
        return _decided(found, wanted)
    return Missing(Lack.BLIND if screen.blind else Lack.ABSENT)


def _of_fields(wanted: Description) -> Description:
    """Kinds of things that hold no text are names of fields ("the email", "the message")."""
    if wanted.roles is None or not wanted.roles.isdisjoint(FIELDS):
        return wanted
    counted = wanted.ordinal is not None or bool(wanted.places)
    name = (*wanted.name, *wanted.role_word.split()) if counted else wanted.said
    return replace(wanted, name=name, roles=None, role_word="")


def _excluded(wanted: Description, screen: Screen) -> Missing | None:
    """What is named but may not be a target."""
    for others, lack in ((screen.disabled, Lack.DISABLED), (screen.passwords, Lack.PASSWORD)):
        found = candidates(wanted, others, Want.POINT)
        if found and found[0].sure and found[0].confidence >= ACT:
            return Missing(lack, found[0].one)
    return None


def _decided(found: tuple[Candidate, ...], wanted: Description) -> Grounded:
    """Apply order and place, then the rule of near-ties."""
    best = found[0]
    if not best.sure:
        return Tie(distinct(found)[:OFFERED], len(found), sure=False)
    whole = best.confidence >= 0.97 and wanted.said in (best.one.label, best.one.text)
    close = distinct([c for c in found if c.sure and best.confidence - c.confidence < LEAD])
    if wanted.ordinal is not None and not whole:
        backward = wanted.ordinal > 0 and wanted.places == ("bottom",) and wanted.from_place
        ordinal = -wanted.ordinal if backward else wanted.ordinal
        group = close if len(close) >= abs(ordinal) else distinct(found)
        chosen = nth(group, ordinal)
        return Missing(Lack.ABSENT) if chosen is None else _target(chosen, 0.8)
    if wanted.places and not whole:
        close = furthest(close, wanted.places)
    if len(close) > 1:
        return Tie(close[:OFFERED], len(close))
    return _target(close[0])


def _target(candidate: Candidate, least: float = 0.0) -> Target:
    return Target(candidate.one, max(candidate.confidence, least))
