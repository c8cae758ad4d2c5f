"""Folding: one spelling for comparison, whatever the case, accents and typography."""

from __future__ import annotations

import re
import unicodedata

_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "\u00a0": " "})
_WORDS = re.compile(r"[^\W_]+(?:['.][^\W_]+)*|[+×*÷/−=%√^]|(?<![^\W_])-(?![^\W_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def fold(text: str) -> str:
    """Lower case, without accents, with plain quotation marks."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.translate(_TYPOGRAPHY).casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def words_of(text: str) -> tuple[str, ...]:
    """The folded words and calculator symbols of a label."""
    return tuple(_WORDS.findall(fold(text)))


def clean(text: str) -> str:
    """Without control and direction marks, which no engine hears and no person says."""
    return _CONTROL.sub(" ", text)


def shorten(text: str, limit: int = 60) -> str:
    """At most `limit` characters, for a sentence that names something long."""
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def listed(names: tuple[str, ...] | list[str], joiner: str = "or") -> str:
    """Names as a person lists them: "a, b or c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joiner} {names[-1]}"
