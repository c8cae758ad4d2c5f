"""Several calculator keys pressed in order: "press seven times eight equals"."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.asking import click, later
from pace.mind.family import Family, Match, Reading
from pace.mind.keycaps import DIGITS, SAID, key_named
from pace.mind.meaning import act
from pace.mind.scene import Scene

_JOINING = frozenset({"and", "then", "the", "key", "keys"})
#: A key sequence does not end in one of these.
_OPERATORS = frozenset("+−×÷")


def _keys(match: Match, scene: Scene) -> Reading | None:
    keys = keys_said(match.texts("keys"))
    if keys is None or len(keys) < 2 or keys[-1][0] in _OPERATORS:
        return None
    if scene.moved_on:
        calls = [call for names in keys for call in later((names[0],))]
        return act(*calls, lane=Lane.SCREEN_ACTION, confidence=0.8, worth=0.9)
    calls = []
    for names in keys:
        one = key_named(names, scene.screen.seen)
        if one is None:
            return None
        calls.extend(click(one))
    return act(*calls, lane=Lane.SCREEN_ACTION, confidence=0.95, reason="keys in order")


def keys_said(words: tuple[str, ...]) -> list[tuple[str, ...]] | None:
    """The keys in order, each as its possible names; None when a word is no key."""
    keys: list[tuple[str, ...]] = []
    index = 0
    while index < len(words):
        if words[index] in _JOINING:
            index += 1
            continue
        two, one = words[index : index + 2], words[index : index + 1]
        if two in SAID or one in SAID:
            keys.append(SAID[two] if two in SAID else SAID[one])
            index += 2 if two in SAID else 1
            continue
        digits = "1" if words[index] == "one" else words[index]
        if not digits.replace(".", "", 1).isdigit():
            return None
        keys.extend(SAID[("point",)] if d == "." else DIGITS[d] for d in digits)
        index += 1
    return keys


FAMILIES = (
    Family(
        "calculator keys",
        ("(press|click|tap|hit|push|enter|type|punch in|key in) [on] [the] [keys] {keys}",
         "(calculate|compute|work out) {keys}"),
        _keys,
        examples=(),
        never=("press seven", "press save", "press enter", "type hello", "press times"),
    ),
)  # fmt: skip
