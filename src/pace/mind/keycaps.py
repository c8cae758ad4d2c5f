"""What the keys of a calculator are called, by people and by applications."""

from __future__ import annotations

from collections.abc import Iterable

from pace.mind.scene import Labelled
from pace.mind.text import fold

#: How a key is said -> the names it may have on screen, its symbol first.
SAID: dict[tuple[str, ...], tuple[str, ...]] = {
    ("plus",): ("+", "plus", "add", "addition"), ("add",): ("+", "plus", "add"),
    ("+",): ("+", "plus", "add"), ("-",): ("−", "-", "–", "minus", "subtract", "subtraction"),
    ("−",): ("−", "-", "–", "minus", "subtract"),
    ("minus",): ("−", "-", "–", "minus", "subtract", "subtraction"),
    ("subtract",): ("−", "-", "–", "minus", "subtract"),
    ("take", "away"): ("−", "-", "–", "minus", "subtract"),
    ("multiplied", "by"): ("×", "*", "x", "multiply", "times", "multiplication"),
    ("times",): ("×", "*", "x", "multiply", "times", "multiplication"),
    ("multiply", "by"): ("×", "*", "x", "multiply", "times"),
    ("multiply",): ("×", "*", "x", "multiply", "times"), ("×",): ("×", "*", "x", "multiply"),
    ("x",): ("×", "*", "x", "multiply", "times"), ("*",): ("×", "*", "x", "multiply", "times"),
    ("divided", "by"): ("÷", "/", "∕", "divide", "division"),
    ("divide", "by"): ("÷", "/", "∕", "divide", "division"),
    ("divide",): ("÷", "/", "∕", "divide"), ("over",): ("÷", "/", "divide"),
    ("÷",): ("÷", "/", "divide"), ("/",): ("÷", "/", "divide"),
    ("equals",): ("=", "equals", "equal", "calculate", "calculate result", "result", "solve"),
    ("equal",): ("=", "equals", "equal"), ("=",): ("=", "equals", "equal"),
    ("point",): (".", ",", "point", "decimal point", "dot", "decimal"),
    ("dot",): (".", ",", "point", "decimal point", "dot"),
    ("percent",): ("%", "percent", "percentage"),
    ("clear",): ("c", "ac", "clear", "clear all", "clear display", "ce"),
    ("open", "bracket"): ("(", "open bracket"), ("close", "bracket"): (")", "close bracket"),
    ("open", "paren"): ("(",), ("close", "paren"): (")",),
}  # fmt: skip

#: The digits, by sign and by word.
DIGITS = {str(n): (str(n), name) for n, name in enumerate(
    "zero one two three four five six seven eight nine".split())}  # fmt: skip

_NOT_KEYS = frozenset({"static_text", "label", "text_field", "text_area", "heading"})


def key_named(names: Iterable[str], elements: Iterable[Labelled]) -> Labelled | None:
    """The element that is called one of these, the first name first; text is no key."""
    keys = [one for one in elements if one.role not in _NOT_KEYS]
    for name in names:
        for one in keys:
            if _is(one, name):
                return one
    return None


def _is(one: Labelled, name: str) -> bool:
    own = (one.element.name, one.element.text)
    return any(_plain(text) in (name, f"{name} key", f"{name} button") for text in own if text)


def _plain(text: str) -> str:
    """Without the shortcut that some applications put behind a name ("Multiply [*]")."""
    folded = fold(text).strip()
    return folded.split(" [", 1)[0]
