"""Sentences out of text that is still being written, each as soon as it is complete."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator

from pace.voice.cleaning import for_ear, readable

#: Shorter ones wait for what follows, but the first word of a turn comes quickly (spec 5.1).
FIRST_LENGTH, LENGTH = 4, 8
#: A clause may go ahead of the rest of its sentence from this length on (spec 5.1).
CLAUSE_LENGTH = 18

_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’)\]*_]*(?=\s)|[。！？]+|\n")
_CLAUSE = re.compile(r"[,;—:](?=\s)")
_NO_END = re.compile(
    r"(?:^|[\s(])(?:(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx|fig|dept|inc|ltd|jr|sr)|(?-i:[A-Z])|\d{1,2})\.$",
    re.IGNORECASE,
)
#: These end a sentence only before a capital.
_MAYBE_END = re.compile(
    r"(?:^|\s)(?:etc|a\.m|p\.m|no|jan|feb|mar|apr|aug|sept?|oct|nov|dec)\.$", re.IGNORECASE
)


def sentence_end(text: str, least: int) -> int:
    """Where the first whole sentence or clause of at least `least` characters ends; 0 for none."""
    for match in _END.finditer(text):
        if len(text[: match.end()].strip()) >= least and _ends(text, match):
            return match.end()
    clauses = [match.end() for match in _CLAUSE.finditer(text)]
    ready = [end for end in clauses if len(text[:end].strip()) >= max(CLAUSE_LENGTH, least)]
    return ready[-1] if ready else 0


def _ends(text: str, match: re.Match[str]) -> bool:
    if match[0] == "\n":
        return True
    before = text[: match.start() + 1]
    if _NO_END.search(before) and (before[-2:-1].isalpha() or before.strip(" .").isdigit()):
        return False
    if _MAYBE_END.search(before):
        following = text[match.end() :].lstrip()
        return following[:1].isupper()
    return True


async def sentences(words: AsyncIterator[str]) -> AsyncGenerator[str, None]:
    """Cleaned sentences of a stream of text. Close it with `aclosing`."""
    raw, taken, least = "", 0, FIRST_LENGTH
    async for word in words:
        raw += word
        text = readable(raw)
        while end := sentence_end(text[taken:], least):
            sentence = for_ear(text[taken : taken + end])
            taken += end
            if sentence:
                least = LENGTH
                yield sentence
    text = readable(raw, final=True) + "\n"
    while end := sentence_end(text[taken:], 1):
        sentence = for_ear(text[taken : taken + end])
        taken += end
        if sentence:
            yield sentence
