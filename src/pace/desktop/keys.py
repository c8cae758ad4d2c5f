"""Names of keys and chords, as people and tools write them: a pure grammar.

The names are those of the tool `key`. A name may be written together, with a hyphen, an
underscore or a blank ("pageup", "page-up", "page up"); the letters' case does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pace.core.error import Invalid
from pace.desktop.ports import Chord

#: Modifiers in the order in which a chord names and presses them.
MODIFIERS = ("ctrl", "alt", "shift", "super")

_MODIFIER_NAMES: Mapping[str, str] = MappingProxyType({
    "ctrl": "ctrl", "control": "ctrl", "cmd": "ctrl", "command": "ctrl",
    "alt": "alt", "option": "alt",
    "shift": "shift",
    "super": "super", "meta": "super", "win": "super",
})  # fmt: skip

_SYMBOLS = "=-[]';\\,/.`"

#: Other spellings. "delete" is the key that carries that word on a PC keyboard.
_ALIASES: Mapping[str, str] = MappingProxyType({
    "equals": "=", "minus": "-", "comma": ",", "slash": "/", "period": ".",
    "backtick": "`", "grave": "`",
    "enter": "return", "esc": "escape", "delete": "forwarddelete",
    "uparrow": "up", "downarrow": "down", "leftarrow": "left", "rightarrow": "right",
})  # fmt: skip

#: Every key a chord can have, by its one canonical name.
KEYS = frozenset({
    *"abcdefghijklmnopqrstuvwxyz", *"0123456789", *_SYMBOLS,
    "return", "tab", "space", "backspace", "forwarddelete", "escape",
    "up", "down", "left", "right", "home", "end", "pageup", "pagedown",
    *(f"f{number}" for number in range(1, 13)),
})  # fmt: skip

_JOINT = re.compile(r"(?<=\w)[-_\s]+(?=\w)")


@dataclass(frozen=True, slots=True)
class Held:
    """A chord that is held down to talk: modifiers alone, or modifiers with one key."""

    modifiers: tuple[str, ...]
    key: str | None = None

    def __str__(self) -> str:
        return "+".join((*self.modifiers, *([self.key] if self.key else [])))


def key_name(word: str) -> str | None:
    """The canonical name of a key, or None when there is no such key."""
    name = _JOINT.sub("", word.strip().lower())
    name = _ALIASES.get(name, name)
    return name if name in KEYS else None


def modifier_name(word: str) -> str | None:
    """The canonical name of a modifier, or None when it is none."""
    return _MODIFIER_NAMES.get(word.strip().lower())


def parse_chord(text: str) -> Chord:
    """Read a chord such as "ctrl+shift+t". Raises Invalid, naming the part it does not know."""
    *before, last = text.split("+")
    modifiers = _modifiers(before, text)
    key = key_name(last)
    if key is None and modifier_name(last):
        raise Invalid(
            f"“{text}” has no key besides its modifiers, so nothing was pressed; add one."
        )
    if key is None:
        raise _unknown(last, text)
    return Chord(key, modifiers)


def parse_held(text: str) -> Held:
    """Read a push-to-talk chord: modifiers alone ("ctrl+alt"), or with a key ("ctrl+alt+space").

    Raises Invalid for a chord of fewer than two keys (it would fire while typing).
    """
    parts = text.split("+")
    key = key_name(parts[-1]) if modifier_name(parts[-1]) is None else None
    names = parts if modifier_name(parts[-1]) else parts[:-1]
    if key is None and len(names) < len(parts):
        raise _unknown(parts[-1], text)
    held = Held(_modifiers(names, text), key)
    if len(held.modifiers) + (key is not None) < 2 or not held.modifiers:
        raise Invalid(
            f"“{text}” would fire while typing, so it is not used to talk; choose two keys or more,"
            " for example ctrl+alt."
        )
    return held


def _modifiers(names: list[str], chord: str) -> tuple[str, ...]:
    found = set()
    for name in names:
        modifier = modifier_name(name)
        if modifier is None and key_name(name):
            raise Invalid(
                f"“{chord}” has a key before its end, so nothing was pressed; put modifiers such as"
                " ctrl first and one key last."
            )
        if modifier is None:
            raise _unknown(name, chord)
        found.add(modifier)
    return tuple(modifier for modifier in MODIFIERS if modifier in found)


def _unknown(part: str, chord: str) -> Invalid:
    what = f"a key called “{part.strip()}”" if part.strip() else f"the chord “{chord}”"
    return Invalid(f"I do not know {what}, so nothing was pressed; try for example ctrl+s.")
