"""How well words name an element: exact before all words, those before likeness.

The right role keeps its confidence, another role loses some; nothing here decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pace.core.element import PRESSABLE
from pace.mind.describing import THINGS, Description
from pace.mind.scene import Labelled
from pace.mind.spelling import stem

#: From here a likeness is acted on; from PROPOSE it is asked about.
ACT = 0.45
PROPOSE = 0.35


class Want(Enum):
    """What the target is for: it decides which roles come first."""

    PRESS = "press"
    POINT = "point"
    FILL = "fill"
    TICK = "tick"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element and how well the words name it; not `sure` if it is only spelled alike."""

    one: Labelled
    confidence: float
    sure: bool = True

    @property
    def id(self) -> str:
        return self.one.element.id


FIELDS = frozenset({"text_field", "text_area", "search_field", "entry", "combo_box", "spin_button",
                     "editable_combo_box", "textbox", "terminal", "slider"})  # fmt: skip
_TICKABLE = frozenset({"check_box", "checkbox", "switch", "toggle_button", "radio_button",
                       "check_menu_item", "radio_menu_item"})  # fmt: skip
_LIKE_BUTTONS = PRESSABLE | frozenset({
    "push_button", "page_tab", "menu_bar_item", "menu_button", "checkbox", "split_button", "option",
    "treeitem", "listitem", "text_field", "text_area", "search_field", "card", "table_row",
    "popup_button", "entry", "textbox",
})  # fmt: skip
#: Words of a name that need not be said.
_SMALL = frozenset({"the", "a", "an", "me", "my", "your", "to", "of", "for", "in", "on", "this"})
#: A name that holds every word said, however long it is.
_LEAST = 0.38
_NEGATIONS = frozenset({"not", "no", "don't", "never", "without", "cancel", "dont", "un"})


def candidates(
    wanted: Description, elements: Iterable[Labelled], want: Want
) -> tuple[Candidate, ...]:
    """Every element named by the words, best first."""
    pool = tuple(one for one in elements if _fits(one, want))
    whole = [
        Candidate(one, 1.0)
        for one in pool
        if wanted.said in (one.label, _telling(one) if want is Want.FILL else one.text)
    ]
    if whole:
        preferred = _by_role(whole, wanted, want)
        return _ranked(preferred)
    if wanted.bare:
        return _of_kind(pool, wanted, want)
    return _named(pool, wanted, want) or _alike(pool, wanted, want)


def _fits(one: Labelled, want: Want) -> bool:
    if want is Want.FILL:
        return one.role in FIELDS or "editable" in one.states
    return True


def _named(pool: Sequence[Labelled], wanted: Description, want: Want) -> tuple[Candidate, ...]:
    stems = frozenset(map(stem, wanted.name))
    joined = {"".join(wanted.name), "".join(wanted.said)}
    scored = [
        Candidate(one, confidence)
        for one in pool
        if (stems <= one.stems or not joined.isdisjoint(one.joined))
        and (confidence := _best_name(one, wanted)) >= PROPOSE
    ]
    return _ranked(_by_role(scored, wanted, want)) if scored else ()


def _best_name(one: Labelled, wanted: Description) -> float:
    """How well the element's label or text is named, 0 to 1."""
    best = 0.0
    text = _telling(one)
    for name, weight in ((one.label, 1.0), (text, 0.97)):
        if not name:
            continue
        best = max(best, weight * _share(wanted.name, name))
        bare = _without_role_word(name, wanted)
        if bare != name:
            best = max(best, weight * _share(wanted.name, bare))
        if wanted.said != wanted.name:
            best = max(best, weight * 0.98 * _share(wanted.said, name))
    if one.file:
        best = max(best, 0.97 * _share(wanted.name, one.file), _spoken_file(wanted, one))
    if best < 1.0 and one.label and text and one.label != text:
        best = max(best, 0.9 * _share(wanted.name, (*one.label, *text)))
    return best


def _spoken_file(wanted: Description, one: Labelled) -> float:
    """A file whose ending was said as a word ("the report pdf")."""
    ending = one.label[-1][len(one.file[-1]) + 1 :]
    said = tuple(word for word in wanted.said if word not in ("dot", "file"))
    return 0.97 * _share(said[:-1], one.file) if said[-1:] == (ending,) else 0.0


def _telling(one: Labelled) -> tuple[str, ...]:
    """The text that may name it: what a field with a name holds is not what it is called."""
    return () if one.label and one.role in FIELDS else one.text


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
        weighty = sum(word not in _SMALL for word in name) or len(name)
        confidence = 0.25 + 0.75 * min(1.0, len(said) / weighty) * 0.98
        return max(confidence if _in_order(said, name) else confidence - 0.06, _LEAST)
    if len(said) == len(name) and all(_has(word, name) for word in said):
        return 0.94
    return 0.0


def _has(word: str, name: tuple[str, ...]) -> bool:
    if word in name:
        return True
    bare = stem(word)
    return any(stem(other) == bare for other in name)


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
        for name in {one.label, _telling(one), _without_role_word(one.label, wanted)} - {()}:
            if _NEGATIONS & set(name) - set(wanted.name):
                continue
            whole = fuzz.ratio(said, "".join(name)) / 100
            first = 0.85 * fuzz.ratio(said, name[0]) / 100 if len(name) > 1 else 0.0
            best = max(best, whole, first)
        if best >= 0.87:
            found.append(Candidate(one, best * 0.8))
        elif best >= 0.62:
            likeness = min(PROPOSE + (best - 0.62) / 3, ACT - 0.01)
            found.append(Candidate(one, likeness, sure=False))
    return _ranked(_by_role(found, wanted, want))


def _by_role(found: Sequence[Candidate], wanted: Description, want: Want) -> list[Candidate]:
    """The right role keeps its confidence; another role loses some."""
    return [replace(c, confidence=c.confidence * _role_weight(c.one, wanted, want)) for c in found]


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


def _of_kind(pool: Sequence[Labelled], wanted: Description, want: Want) -> tuple[Candidate, ...]:
    """All of the role said; "the email" may also be what has that word in its name."""
    found = _of_role(pool, wanted)
    if wanted.roles != THINGS or wanted.ordinal is not None or wanted.places:
        return found
    named = _named(pool, replace(wanted, name=wanted.said, roles=None, role_word=""), want)
    others = [c for c in found if all(c.one is not other.one for other in named)]
    return _ranked([*(replace(c, confidence=0.95) for c in named), *others])


def _of_role(pool: Sequence[Labelled], wanted: Description) -> tuple[Candidate, ...]:
    """All elements of the role said, or of the likeliest role when only an order was."""
    if wanted.roles is not None:
        chosen = [one for one in pool if one.role in wanted.roles]
        exact = [one for one in chosen if one.role == wanted.role_word.replace(" ", "_")]
        return tuple(Candidate(one, 0.9) for one in exact or _of_one_kind(chosen, wanted))
    chosen = [one for one in pool if one.role in PRESSABLE]
    return tuple(Candidate(one, 0.9) for one in _of_one_kind(chosen, wanted))


def _of_one_kind(chosen: list[Labelled], wanted: Description) -> list[Labelled]:
    """An order counts things of one kind: the likeliest kind that has enough of them."""
    if wanted.ordinal is None:
        return chosen
    counts = Counter(one.role for one in chosen)
    least = max(2, abs(wanted.ordinal))
    role = next((role for role in _IN_ORDER if counts[role] >= least), None)
    return [one for one in chosen if role is None or one.role == role]


#: Roles that come in lists, the most list-like first: "the third one" is one of these.
_IN_ORDER = ("row", "list_item", "tree_item", "cell", "option", "link", "tab", "radio_button",
             "check_box", "menu_item", "image", "button")  # fmt: skip


def _ranked(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    kept = [c for c in found if c.confidence >= PROPOSE]
    return tuple(sorted(kept, key=lambda c: (-c.confidence, c.one.order)))
