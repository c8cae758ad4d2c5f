"""Plain sums, exactly: numbers with plus, minus, times, divided by, and percent of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from pace.mind.normalise import Word

#: What an operator is called -> its sign; longer names first.
_NAMES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("multiplied", "by"), "*"), (("divided", "by"), "/"), (("take", "away"), "-"),
    (("percent", "of"), "%"), (("%", "of"), "%"), (("times",), "*"), (("x",), "*"), (("×",), "*"),
    (("*",), "*"), (("plus",), "+"), (("+",), "+"), (("minus",), "-"), (("−",), "-"),
    (("–",), "-"), (("-",), "-"), (("over",), "/"), (("÷",), "/"), (("/",), "/"),
)  # fmt: skip
_SAID = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "percent of"}
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 3}
_SIGN = r"+\-−–×x*÷/%"
_GLUED = re.compile(
    rf"[{_SIGN}]?\d[\d.,]*(?:[{_SIGN}]\d[\d.,]*)*[{_SIGN}]?|[{_SIGN}]", re.IGNORECASE
)
_PIECE = re.compile(rf"\d[\d.,]*|[{_SIGN}]", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,9})?|\d{1,15}(?:\.\d{1,9})?")
_SCALES = {"hundred": "100", "thousand": "1000", "million": "1000000"}
#: Operators in one sum at most.
_MOST = 12
#: Decimals of a result that is said exactly, and digits of one that is not.
_DECIMALS, _DIGITS = 9, 6


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum as it is said, and its value: None where it divides by zero."""

    said: str
    value: Fraction | None

    @property
    def answer(self) -> str:
        """One sentence; "about" where the decimals do not end."""
        if self.value is None:
            return "Nothing can be divided by zero."
        shown, exact = _shown(self.value)
        return f"{self.said} is {'' if exact else 'about '}{shown}."


def sum_said(words: Sequence[Word], transcript: str) -> Sum | None:
    """The sum these words say; None when a word is neither number nor operator."""
    tokens = list(_tokens(_texts(words, transcript)))
    if None in tokens:
        return None
    return summed([token for token in tokens if token is not None])


def summed(tokens: Sequence[str]) -> Sum | None:
    """The sum of numbers and signs by turns; "-" may stand before the first number."""
    rest = list(tokens)
    negative = rest[:1] == ["-"]
    numbers, signs = rest[negative::2], rest[negative + 1 :: 2]
    if len(numbers) != len(signs) + 1 or not 1 <= len(signs) <= _MOST:
        return None
    if not all(_NUMBER.fullmatch(n) for n in numbers) or not all(s in _BINDS for s in signs):
        return None
    said = " ".join(_SAID.get(token, token) for token in rest)
    values = [Fraction(number.replace(",", "")) for number in numbers]
    values[0] = -values[0] if negative else values[0]
    try:
        return Sum(said, _value(values, signs))
    except ZeroDivisionError:
        return Sum(said, None)


def _texts(words: Sequence[Word], transcript: str) -> Iterator[str]:
    """The words, where signs are written as they were written ("7x8", "10 - 4")."""
    end = -1
    for word in words:
        if word.start < end:
            continue
        end = word.end
        raw = transcript[word.start : word.end]
        if any(c.isdigit() for c in raw) and _GLUED.fullmatch(raw):
            yield from _PIECE.findall(raw.lower())
        else:
            yield word.text
            end = word.start if raw.lower() != word.text else end
        if word is not words[-1]:
            yield from (sign for sign in word.after if sign in "-–")


def _tokens(texts: Iterator[str]) -> Iterator[str | None]:
    """Numbers as digits and operators as signs; None for any other word."""
    rest = tuple(texts)
    index = 0
    while index < len(rest):
        found = next(((n, s) for n, s in _NAMES if rest[index : index + len(n)] == n), None)
        if found is not None:
            index += len(found[0])
            yield found[1]
            continue
        word = rest[index]
        if word == "a" and rest[index + 1 : index + 2] and rest[index + 1] in _SCALES:
            index, word = index + 1, _SCALES[rest[index + 1]]
        index += 1
        yield "1" if word == "one" else word.rstrip(".,") if _NUMBER.match(word) else None


def _value(values: list[Fraction], signs: list[str]) -> Fraction:
    """Percent of binds before times and divided by, these before plus and minus."""
    for level in (3, 2, 1):
        index = 0
        while index < len(signs):
            if _BINDS[signs[index]] != level:
                index += 1
                continue
            values[index : index + 2] = [_once(values[index], signs.pop(index), values[index + 1])]
    return values[0]


def _once(left: Fraction, sign: str, right: Fraction) -> Fraction:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case _:
            return left * right / 100


def _shown(value: Fraction) -> tuple[str, bool]:
    """Digits as they are written, and whether they are all of them."""
    scaled = value * 10**_DECIMALS
    if scaled.denominator == 1:
        whole, part = divmod(abs(scaled.numerator), 10**_DECIMALS)
        decimals = f".{part:0{_DECIMALS}d}".rstrip("0").rstrip(".")
        return f"{'-' if value < 0 else ''}{whole}{decimals}", True
    rounding = Context(prec=max(_DIGITS, len(str(int(abs(value)))) + 2))
    rounded = rounding.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(rounded, "f"), False
