"""Several calculator keys pressed in order: "press seven times eight equals"."""

from __future__ import annotations

from dataclasses import dataclass

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
    if keys is None or len(keys) < 2 or keys[-1].names[0] in _OPERATORS:
        return None
    if scene.moved_on:
        calls = [call for key in keys for call in later(key.said)]
        return act(*calls, lane=Lane.SCREEN_ACTION, confidence=0.8, worth=0.9)
    calls = []
    for key in keys:
        one = key_named(key.names, scene.screen.seen)
        if one is None:
            return None
        calls.extend(click(one))
    return act(*calls, lane=Lane.SCREEN_ACTION, confidence=0.95, reason="keys in order")


@dataclass(frozen=True, slots=True)
class Key:
    """A calculator key as it was said, and what it may be called on screen."""

    said: tuple[str, ...]
    names: tuple[str, ...]


def keys_said(words: tuple[str, ...]) -> list[Key] | None:
    """The keys in order; None when a word is no key."""
    keys: list[Key] = []
    index = 0
    while index < len(words):
        if words[index] in _JOINING:
            index += 1
            continue
        size = 2 if words[index : index + 2] in SAID else 1
        said = words[index : index + size]
        found = [Key(said, SAID[said])] if said in SAID else _written(words[index])
        if not found:
            return None
        keys.extend(found)
        index += size
    return keys


def _written(word: str) -> list[Key]:
    """ "12.5" and "7x8=": a key for each sign; nothing when one of them is no key."""
    keys: list[Key] = []
    for sign in "1" if word == "one" else word:
        if sign == ".":
            keys.append(Key(("point",), SAID[("point",)]))
        elif sign in DIGITS:
            keys.append(Key((sign,), DIGITS[sign]))
        elif (sign,) in SAID:
            keys.append(Key((sign,), SAID[(sign,)]))
        else:
            return []
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
