"""Keys and chords as they are said: "control shift t", "page down", "the escape key"."""

from __future__ import annotations

from collections.abc import Sequence

MODIFIERS = {
    "control": "ctrl", "alt": "alt", "option": "alt", "shift": "shift", "super": "super",
    "meta": "super", "windows": "super", "win": "super",
}  # fmt: skip
_ONE = {
    "enter": "enter", "return": "enter", "escape": "escape", "esc": "escape", "tab": "tab",
    "space": "space", "spacebar": "space", "backspace": "backspace", "delete": "delete",
    "del": "delete", "up": "up", "down": "down", "left": "left", "right": "right",
    "home": "home", "end": "end", "pageup": "pageup", "pagedown": "pagedown",
    "comma": "comma", "period": "period", "slash": "slash", "minus": "minus", "equals": "equals",
    "plus": "equals", "backtick": "backtick", "=": "equals", "-": "minus", "dash": "minus",
}  # fmt: skip
_TWO = {
    ("page", "up"): "pageup", ("page", "down"): "pagedown", ("up", "arrow"): "up",
    ("down", "arrow"): "down", ("left", "arrow"): "left", ("right", "arrow"): "right",
    ("arrow", "up"): "up", ("arrow", "down"): "down", ("arrow", "left"): "left",
    ("arrow", "right"): "right", ("space", "bar"): "space", ("back", "space"): "backspace",
    ("forward", "delete"): "delete", ("carriage", "return"): "enter",
}  # fmt: skip
#: Keys that are hardly ever a control's name.
CERTAIN = frozenset({"enter", "escape", "tab", "space", "backspace", "pageup", "pagedown"})


def chord_said(words: Sequence[str]) -> str | None:
    """ "ctrl+shift+t" for the words that say it, or None."""
    rest = [word for word in words if word not in ("the", "key", "and", "plus", "+", "a")]
    if list(words)[-1:] == ["plus"]:
        rest.append("plus")
    modifiers: list[str] = []
    while rest and rest[0] in MODIFIERS and len(rest) > 1:
        modifiers.append(MODIFIERS[rest.pop(0)])
    key = _key(tuple(rest))
    if key is None:
        return None
    ordered = [m for m in ("ctrl", "alt", "shift", "super") if m in modifiers]
    return "+".join([*ordered, key])


def _key(words: tuple[str, ...]) -> str | None:
    if words in _TWO:
        return _TWO[words]
    if len(words) != 1:
        return _function(words)
    word = words[0]
    if word in _ONE:
        return _ONE[word]
    if len(word) == 1 and word.isascii() and word.isalnum():
        return word
    if word == "one":
        return "1"
    return word if word[:1] == "f" and word[1:].isdigit() and 1 <= int(word[1:]) <= 12 else None


def _function(words: tuple[str, ...]) -> str | None:
    """ "f 5" and "function 5"."""
    if len(words) == 2 and words[0] in ("f", "function") and words[1].isdigit():
        return f"f{words[1]}" if 1 <= int(words[1]) <= 12 else None
    return None
