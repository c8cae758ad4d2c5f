"""From words to one element: exact before all words, those before parts, those before likeness.

The best candidate is used; candidates closer than LEAD are asked about; nothing is substituted
for what is not there. Focus and pointer decide nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pace.core.element import PRESSABLE, Element, Snapshot
from pace.mind.describing import Description, described
from pace.mind.keycaps import SAID, key_named
from pace.mind.normalise import words_in
from pace.mind.scene import Labelled, Screen, prepare

#: A lead smaller than this is a tie (spec 6.4); at most OFFERED candidates are offered.
LEAD = 0.12
OFFERED = 3
#: From here a match is acted on; from PROPOSE it is asked about.
ACT = 0.45
PROPOSE = 0.35
#: Places closer than this, in pixels, are the same place.
_SAME_PLACE = 12


class Want(Enum):
    """What the target is for: it decides which roles come first."""

    PRESS = "press"
    POINT = "point"
    FILL = "fill"
    TICK = "tick"


class Lack(Enum):
    """Why there is no target."""

    ABSENT = "absent"
    DISABLED = "disabled"
    PASSWORD = "password"  # names a kind of field
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element and how well the words name it."""

    one: Labelled
    confidence: float

    @property
    def id(self) -> str:
        return self.one.element.id


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

_FIELDS = frozenset({"text_field", "text_area", "search_field", "entry", "combo_box", "spin_button",
                     "editable_combo_box", "textbox", "terminal", "slider"})  # fmt: skip
_TICKABLE = frozenset({"check_box", "checkbox", "switch", "toggle_button", "radio_button",
                       "check_menu_item", "radio_menu_item"})  # fmt: skip
_LIKE_BUTTONS = PRESSABLE | frozenset({
    "push_button", "page_tab", "menu_bar_item", "menu_button", "checkbox", "split_button", "option",
    "treeitem", "listitem", "text_field", "text_area", "search_field", "card", "table_row",
    "popup_button", "entry", "textbox",
})  # fmt: skip
_NEGATIONS = frozenset({"not", "no", "don't", "never", "without", "cancel", "dont", "un"})


def ground(
    words: str | Sequence[str], where: Screen | Snapshot, want: Want = Want.PRESS
) -> Grounded:
    """The element these words name, a tie, or what is lacking. Only a Target has an `element`."""
    screen = where if isinstance(where, Screen) else prepare(where)
    said = [word.text for word in words_in(words)] if isinstance(words, str) else list(words)
    wanted = described(said)
    found = _candidates(wanted, screen.seen, want)
    if found:
        return _decided(found, wanted)
    keycap = key_named(SAID.get(wanted.name, ()), screen.seen)
    if keycap is not None:
        return Target(keycap, 0.95)
    for others, lack in ((screen.disabled, Lack.DISABLED), (screen.passwords, Lack.PASSWORD)):
        excluded = _candidates(wanted, others, Want.POINT)
        if excluded and excluded[0].confidence >= ACT and not wanted.bare:
            return Missing(lack, excluded[0].one)
    return Missing(Lack.BLIND if screen.blind else Lack.ABSENT)


def _candidates(
    wanted: Description, elements: Iterable[Labelled], want: Want
) -> tuple[Candidate, ...]:
    """Every element named by the words, best first."""
    pool = tuple(one for one in elements if _fits(one, want))
    whole = [Candidate(one, 1.0) for one in pool if wanted.said in (one.label, one.text)]
    if whole and not (wanted.bare and wanted.ordinal is None and wanted.number is None):
        preferred = _by_role(whole, wanted, want)
        return _ranked(preferred)
    if wanted.bare:
        return _of_role(pool, wanted)
    named = _named(pool, wanted, want)
    if not named and wanted.number is not None and wanted.roles:
        return _of_role(pool, replace(wanted, name=(), ordinal=wanted.number))
    return named or _alike(pool, wanted, want)


def _fits(one: Labelled, want: Want) -> bool:
    if want is Want.FILL:
        return one.role in _FIELDS or "editable" in one.states
    return True


def _named(pool: Sequence[Labelled], wanted: Description, want: Want) -> tuple[Candidate, ...]:
    scored = [
        Candidate(one, confidence)
        for one in pool
        if (confidence := _best_name(one, wanted)) >= PROPOSE
    ]
    return _ranked(_by_role(scored, wanted, want)) if scored else ()


def _best_name(one: Labelled, wanted: Description) -> float:
    """How well the element's label or text is named, 0 to 1."""
    best = 0.0
    for name, weight in ((one.label, 1.0), (one.text, 0.97)):
        if not name:
            continue
        best = max(best, weight * _share(wanted.name, name))
        bare = _without_role_word(name, wanted)
        if bare != name:
            best = max(best, weight * _share(wanted.name, bare))
        if wanted.said != wanted.name:
            best = max(best, weight * 0.98 * _share(wanted.said, name))
    if best < 1.0 and one.label and one.text and one.label != one.text:
        best = max(best, 0.9 * _share(wanted.name, (*one.label, *one.text)))
    return best


def _without_role_word(name: tuple[str, ...], wanted: Description) -> tuple[str, ...]:
    """A label may end in its role ("save button") and is then named without it."""
    size = len(wanted.role_word.split()) if wanted.role_word else 1
    tail = name[-size:]
    generic = (
        (wanted.role_word.split(),)
        if wanted.role_word
        else (["button"], ["link"], ["tab"], ["field"], ["icon"], ["menu"])
    )
    return name[:-size] if len(name) > size and list(tail) in generic else name


def _share(said: tuple[str, ...], name: tuple[str, ...]) -> float:
    """1 for the same words; less the more of the name was not said; 0 when a word is not in it."""
    if not said:
        return 0.0
    if said == name:
        return 1.0
    if "".join(said) == "".join(name):
        return 0.98
    if _NEGATIONS & set(name) - set(said):
        return 0.0
    if len(said) < len(name) and all(_has(word, name) for word in said):
        confidence = 0.25 + 0.75 * len(said) / len(name)
        return confidence if _in_order(said, name) else confidence - 0.06
    if len(said) == len(name) and all(_has(word, name) for word in said):
        return 0.94
    return 0.0


def _has(word: str, name: tuple[str, ...]) -> bool:
    if word in name:
        return True
    stem = _stem(word)
    return any(_stem(other) == stem for other in name)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _in_order(said: tuple[str, ...], name: tuple[str, ...]) -> bool:
    size = len(said)
    return any(name[i : i + size] == said for i in range(len(name) - size + 1))


def _alike(pool: Sequence[Labelled], wanted: Description, want: Want) -> tuple[Candidate, ...]:
    """By spelling, where no name holds the words: close ones count, others are only proposed."""
    from rapidfuzz import fuzz  # keeps the start of the command line short

    said = "".join(wanted.name)
    if len(said) < 4:
        return ()
    found = []
    for one in pool:
        best = 0.0
        for name in {one.label, one.text, _without_role_word(one.label, wanted)} - {()}:
            if _NEGATIONS & set(name) - set(wanted.name):
                continue
            whole = fuzz.ratio(said, "".join(name)) / 100
            first = 0.85 * fuzz.ratio(said, name[0]) / 100 if len(name) > 1 else 0.0
            best = max(best, whole, first)
        if best >= 0.87:
            found.append(Candidate(one, best * 0.8))
        elif best >= 0.62:
            found.append(Candidate(one, min(PROPOSE + (best - 0.62) / 3, ACT - 0.01)))
    return _ranked(_by_role(found, wanted, want))


def _by_role(found: Sequence[Candidate], wanted: Description, want: Want) -> list[Candidate]:
    """The right role keeps its confidence; another role loses some."""
    return [Candidate(c.one, c.confidence * _role_weight(c.one, wanted, want)) for c in found]


def _role_weight(one: Labelled, wanted: Description, want: Want) -> float:
    if wanted.roles is not None:
        if one.role in wanted.roles:
            return 1.0
        told = set(wanted.role_word.split())
        if told and told <= set(one.label):
            return 0.99
        return 0.8 if one.role in _LIKE_BUTTONS else 0.6
    if want is Want.TICK:
        return 1.0 if one.role in _TICKABLE else 0.6
    if want is Want.PRESS:
        return 1.0 if one.role in _LIKE_BUTTONS else 0.85
    return 1.0


def _of_role(pool: Sequence[Labelled], wanted: Description) -> tuple[Candidate, ...]:
    """All elements of the role said, or everything that can be pressed when none was."""
    roles = wanted.roles
    if roles is None:
        chosen = [one for one in pool if one.role in PRESSABLE]
        kinds = {one.role for one in chosen}
        if len(kinds) > 1 and wanted.places == ():
            rows = [one for one in chosen if one.role in ("row", "list_item", "link", "menu_item")]
            chosen = rows or chosen
    else:
        chosen = [one for one in pool if one.role in roles]
        exact = [one for one in chosen if one.role == wanted.role_word.replace(" ", "_")]
        chosen = exact or chosen
    return tuple(Candidate(one, 0.9) for one in chosen)


def _ranked(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    kept = [c for c in found if c.confidence >= PROPOSE]
    return tuple(sorted(kept, key=lambda c: (-c.confidence, c.one.order)))


def _decided(found: tuple[Candidate, ...], wanted: Description) -> Grounded:
    """Apply order and place, then the rule of near-ties."""
    whole = found[0].confidence >= 0.97 and wanted.said in (found[0].one.label, found[0].one.text)
    if wanted.ordinal is not None and not whole:
        return _nth(found, wanted.ordinal)
    if wanted.places:
        return _placed(found, wanted.places)
    if found[0].confidence < ACT:
        return Tie(_distinct(found)[:OFFERED], len(found), sure=False)
    close = _distinct([c for c in found if found[0].confidence - c.confidence < LEAD])
    if len(close) > 1:
        return Tie(close[:OFFERED], len(close))
    return Target(close[0].one, close[0].confidence)


def _distinct(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """One candidate for each place: the same label on the same rectangle is one target."""
    kept: list[Candidate] = []
    for candidate in found:
        element = candidate.one.element
        twin = any(
            candidate.one.label == other.one.label
            and element.press_point is not None
            and element.rect == other.one.element.rect
            and element.press_point == other.one.element.press_point
            for other in kept
        )
        if not twin:
            kept.append(candidate)
    return tuple(kept)


def _nth(found: tuple[Candidate, ...], ordinal: int) -> Grounded:
    top = found[0].confidence
    alike = [c for c in found if top - c.confidence < LEAD]
    group = alike if len(alike) >= abs(ordinal) else list(found)
    ordered = in_reading_order(_distinct(group))
    index = ordinal - 1 if ordinal > 0 else len(ordered) + ordinal
    if not 0 <= index < len(ordered):
        return Missing(Lack.ABSENT)
    return Target(ordered[index].one, max(ordered[index].confidence, 0.8))


def in_reading_order(found: Sequence[Candidate]) -> list[Candidate]:
    """Top to bottom, then left to right; as listed where places are unknown."""
    if any(c.one.element.press_point is None for c in found):
        return sorted(found, key=lambda c: c.one.order)
    rows: list[list[Candidate]] = []
    for candidate in sorted(found, key=lambda c: _xy(c)[1]):
        if rows and _xy(candidate)[1] - _xy(rows[-1][0])[1] <= _SAME_PLACE:
            rows[-1].append(candidate)
        else:
            rows.append([candidate])
    return [c for row in rows for c in sorted(row, key=lambda c: _xy(c)[0])]


def _xy(candidate: Candidate) -> tuple[int, int]:
    return candidate.one.element.press_point or (0, 0)


_EXTREMES: dict[str, Callable[[Candidate], int]] = {
    "top": lambda c: _xy(c)[1],
    "bottom": lambda c: -_xy(c)[1],
    "left": lambda c: _xy(c)[0],
    "right": lambda c: -_xy(c)[0],
}


def _placed(found: tuple[Candidate, ...], places: tuple[str, ...]) -> Grounded:
    """The one that lies furthest in that direction among those named equally well."""
    top = found[0].confidence
    group = _distinct([c for c in found if top - c.confidence < LEAD])
    if any(c.one.element.press_point is None for c in group) and len(group) > 1:
        return Tie(group[:OFFERED], len(group))
    for place in places:
        measure = _EXTREMES[place]
        best = min(measure(c) for c in group)
        group = tuple(c for c in group if measure(c) - best <= _SAME_PLACE)
    if len(group) > 1:
        return Tie(group[:OFFERED], len(group))
    if group[0].confidence < ACT:
        return Tie(group, 1, sure=False)
    return Target(group[0].one, group[0].confidence)
