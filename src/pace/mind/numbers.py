"""Numbers and durations as people say them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_UNITS = {
    name: value
    for value, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS = {
    name: 10 * value
    for value, name in enumerate(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2
    )
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
NUMBER_WORDS = frozenset({*_UNITS, *_TENS, *_SCALES})

_DIGITS = {name: str(value) for name, value in (_UNITS | _TENS).items()}
_NUMBERED = frozenset(_DIGITS)

ORDINALS = {
    name: value
    for value, name in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
        "twentieth".split(),
        start=1,
    )
}
_ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")
#: Longer ones are no amounts.
_PLAIN = re.compile(r"\d{1,9}(?:\.\d{1,6})?")

_SECONDS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 3600),
    **dict.fromkeys(("day", "days"), 86400),
}
_GLUED = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)(s|secs?|m|mins?|h|hrs?)")


def spoken_number(words: Sequence[str], start: int) -> tuple[str, int]:
    """The digits of the number that begins at `start`, and how many words it takes (0: none).

    Tens take one unit ("twenty five"), scales multiply, "and" only follows a scale, "point"
    needs a digit on both sides. A lone "one" is left alone: it is mostly a pronoun.
    """
    total, group, index, last = 0, 0, start, ""
    while index < len(words):
        word = words[index]
        if (word in _UNITS and last in ("", "scale")) or (
            _UNITS.get(word, 0) in range(1, 10) and last == "tens"
        ):
            group, last = group + _UNITS[word], "unit"
        elif word in _TENS and last in ("", "scale"):
            group, last = group + _TENS[word], "tens"
        elif word in _SCALES and last in ("unit", "tens"):
            group, total, last = _scaled(group, total, _SCALES[word])
        elif word == "and" and last == "scale" and _begins(words, index + 1):
            pass
        else:
            break
        index += 1
    if last == "" or (index - start == 1 and words[start] == "one" and not _point(words, index)):
        return "", 0
    if _point(words, index):
        decimals, after = _decimals(words, index + 1)
        return f"{total + group}.{decimals}", after - start
    return str(total + group), index - start


def _scaled(group: int, total: int, scale: int) -> tuple[int, int, str]:
    if scale == 100:
        return group * 100, total, "scale"
    return 0, total + group * scale, "scale"


def _begins(words: Sequence[str], index: int) -> bool:
    return index < len(words) and (words[index] in _UNITS or words[index] in _TENS)


def _point(words: Sequence[str], index: int) -> bool:
    return index + 1 < len(words) and words[index] == "point" and words[index + 1] in _UNITS


def _decimals(words: Sequence[str], index: int) -> tuple[str, int]:
    digits = ""
    while index < len(words) and _UNITS.get(words[index], 10) < 10:
        digits += str(_UNITS[words[index]])
        index += 1
    return digits or "0", index


def counted(words: tuple[str, ...]) -> tuple[str, ...]:
    """A label's words with each number word as digits, as the words of a transcript are."""
    if _NUMBERED.isdisjoint(words):
        return words
    return tuple(_DIGITS.get(word, word) for word in words)


def in_digits(words: Sequence[str]) -> list[str]:
    """The words with each spoken number in digits ("twenty five minutes": 25 minutes)."""
    found: list[str] = []
    index = 0
    while index < len(words):
        digits, taken = spoken_number(words, index)
        found.append(digits if taken else words[index])
        index += max(1, taken)
    return found


def as_number(word: str) -> float | None:
    """The value of a word that is a number, "one" included."""
    if word in _UNITS:
        return float(_UNITS[word])
    return float(word) if _PLAIN.fullmatch(word) else None


def as_ordinal(word: str) -> int | None:
    """2 for "second" and "2nd", -1 for "last"."""
    if word in ("last", "final"):
        return -1
    if word in ORDINALS:
        return ORDINALS[word]
    match = _ORDINAL.fullmatch(word)
    return int(match[1]) if match else None


def duration(words: Sequence[str]) -> float | None:
    """Seconds, or None when the words are not wholly a duration.

    "90 seconds", "an hour and a half", "half an hour", "two and a half minutes", "1h 30m"; a bare
    number behind a unit counts the next smaller one ("one minute thirty").
    """
    words, total, index, unit = list(words), 0.0, 0, 0
    while index < len(words):
        if words[index] == "and":
            index += 1
            continue
        if unit and words[index : index + 2] == ["a", "half"] and not _unit(words, index + 2):
            total, index = total + unit / 2, index + 2
            continue
        piece = _piece(words, index)
        if piece is None and unit in (60, 3600) and index == len(words) - 1:
            rest = as_number(words[index])
            return total + rest * unit / 60 if rest is not None and rest < 60 else None
        if piece is None:
            return None
        amount, unit, index = piece
        total += amount * unit
    return total if total > 0 else None


def _piece(words: Sequence[str], index: int) -> tuple[float, int, int] | None:
    glued = _GLUED.fullmatch(words[index])
    if glued:
        return float(glued[1]), _SECONDS[glued[2]], index + 1
    amount, index = _amount(words, index)
    if amount is None:
        return None
    index += list(words[index : index + 1]) == ["of"]
    index += list(words[index : index + 1]) in (["a"], ["an"])
    unit = _unit(words, index)
    return (amount, unit, index + 1) if unit else None


def _amount(words: Sequence[str], index: int) -> tuple[float | None, int]:
    rest = list(words[index : index + 4])
    if rest[:1] == ["half"]:
        return 0.5, index + 1
    if rest[:2] == ["a", "half"]:
        return 0.5, index + 2
    if rest[:2] == ["a", "quarter"]:
        return 0.25, index + 2
    if rest[:2] == ["three", "quarters"] or rest[:2] == ["3", "quarters"]:
        return 0.75, index + 2
    if rest[:2] == ["a", "couple"]:
        return 2.0, index + 2
    if rest[:1] in (["a"], ["an"]):
        return 1.0, index + 1
    value = as_number(rest[0]) if rest else None
    if value is None:
        return None, index
    if rest[1:4] == ["and", "a", "half"] and _unit(words, index + 4):
        return value + 0.5, index + 4
    return value, index + 1


def _unit(words: Sequence[str], index: int) -> int:
    return _SECONDS.get(words[index], 0) if index < len(words) else 0
