"""What a sentence is understood against: the request, and what was already decided before it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pace.core.call import Call
from pace.core.element import PASSWORD, Element, Snapshot, Tree
from pace.core.tool import Catalogue
from pace.core.understanding import Request
from pace.mind.numbers import counted
from pace.mind.spelling import respelled, stem
from pace.mind.text import words_of

#: Calls after which the screen is no longer the one in the snapshot.
_CHANGES_SCREEN = frozenset({"open_app", "open_url", "switch_app", "close_app"})
#: A file's name ends in letters, perhaps with a digit ("mp3"); "1.2" does not.
_FILE = re.compile(r"(.+)\.([a-z][a-z0-9]{1,4}|7z)")
_UNSEEN = frozenset({"hidden", "offscreen"})
_LABEL_STATES = {"disabled": "disabled", "unchecked": "unchecked", "checked": "checked"}


@dataclass(frozen=True, slots=True)
class Labelled:
    """An element with its names folded once. `label` and `text` are words.

    `file` is a file's name without its ending. `stems` and `joined` (names without blanks) tell
    quickly that it is not the one.
    """

    element: Element
    label: tuple[str, ...]
    text: tuple[str, ...]
    order: int
    states: frozenset[str]
    stems: frozenset[str]
    joined: frozenset[str]
    file: tuple[str, ...] = ()

    @property
    def role(self) -> str:
        return self.element.role

    @property
    def said(self) -> str:
        """Its name for a person."""
        return self.element.name.strip() or self.element.text.strip() or self.element.role


@dataclass(frozen=True, slots=True)
class Screen:
    """The elements of a snapshot, ready to be named. `seen` are those that can be targets."""

    seen: tuple[Labelled, ...] = ()
    disabled: tuple[Labelled, ...] = ()
    passwords: tuple[Labelled, ...] = ()
    blind: bool = False

    @property
    def empty(self) -> bool:
        return not (self.seen or self.disabled or self.passwords)


def prepare(snapshot: Snapshot) -> Screen:
    """Fold every name once. It depends on the snapshot alone, so it can run while one speaks."""
    seen: list[Labelled] = []
    disabled: list[Labelled] = []
    passwords: list[Labelled] = []
    for order, element in enumerate(snapshot.elements):
        labelled = _labelled(element, order)
        if not labelled.states.isdisjoint(_UNSEEN):
            continue
        if element.role == PASSWORD:
            passwords.append(labelled)
        elif "disabled" in labelled.states:
            disabled.append(labelled)
        else:
            seen.append(labelled)
    window = snapshot.window
    blind = window is not None and window.tree is not Tree.FULL
    return Screen(tuple(seen), tuple(disabled), tuple(passwords), blind)


def _labelled(element: Element, order: int) -> Labelled:
    label, text = _spelled(element.name), _spelled(element.text)
    states = element.states
    told = _LABEL_STATES.keys() & set(text)
    if told:
        states = states | {_LABEL_STATES[word] for word in told}
        text = tuple(word for word in text if word not in told)
    file, ending = _without_ending(label)
    stems = frozenset(map(stem, (*label, *text, *file, *ending)))
    joined = frozenset({"".join(label), "".join(label[:-1]), "".join(text), "".join(file)})
    return Labelled(element, label, text, order, states, stems, joined, file)


def _without_ending(label: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """ "annual report.odt" -> "annual report" and "odt"; nothing for what is no file's name."""
    found = _FILE.fullmatch(label[-1]) if label else None
    return ((*label[:-1], found[1]), (found[2],)) if found else ((), ())


def _spelled(name: str) -> tuple[str, ...]:
    return respelled(counted(words_of(name))) if name else ()


@dataclass(frozen=True)
class Scene:
    """The request with its screen prepared. `before` are the calls already planned in this turn."""

    request: Request
    catalogue: Catalogue
    screen: Screen
    apps: Mapping[str, str] | None = None
    before: tuple[Call, ...] = ()
    indirect: bool = False

    @classmethod
    def of(cls, request: Request, catalogue: Catalogue, screen: Screen | None = None) -> Scene:
        apps = None
        if request.apps is not None:
            apps = {" ".join(words_of(name)): name for name in request.apps}
        return cls(request, catalogue, screen or prepare(request.snapshot), apps)

    @property
    def snapshot(self) -> Snapshot:
        return self.request.snapshot

    @property
    def moved_on(self) -> bool:
        """Whether a call before this one brings another window than the snapshot shows."""
        return any(call.name in _CHANGES_SCREEN for call in self.before)

    @property
    def acted(self) -> bool:
        """Whether a call before this one may change what is on screen."""
        return bool(self.before)

    @property
    def blind(self) -> bool:
        """Whether the active window shows nothing of itself."""
        return self.screen.blind

    @property
    def focus(self) -> Labelled | None:
        """The focused element, unless it is out of bounds."""
        focused = self.snapshot.focused
        for one in self.screen.seen:
            if one.element.id == focused or (focused is None and "focused" in one.states):
                return one
        return None

    def called(self, words: tuple[str, ...]) -> Labelled | None:
        """The one element that has just these words for its label."""
        if self.moved_on:
            return None
        found = [one for one in self.screen.seen if one.label == words]
        return found[0] if len(found) == 1 else None

    def after(self, calls: tuple[Call, ...]) -> Scene:
        """The same scene once these calls are planned."""
        return replace(self, before=(*self.before, *calls))
