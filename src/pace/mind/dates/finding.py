"""The words of a sentence that say when, and what is left of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pace.mind.dates.pieces import piece_at
from pace.mind.dates.resolving import When, resolved
from pace.mind.dates.values import Said
from pace.mind.normalise import Word

#: Without one of these no words say when.
_HINT = re.compile(
    r"\d|\b(?:one|noon|midday|midnight|lunch|half|quarter|o'clock|hours?|minutes?|weeks?|months?"
    r"|days?|today|yesterday|last|ago|tonight|tomorrow|morning|afternoon|evening|night|fortnight|day|end|every|each"
    r"|daily|weekly|monthly|yearly|christmas|halloween|valentine|eve|boxing|first|second|third"
    r"|(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri)|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)"
)
#: May follow words that say when and stand in the middle.
_GOES_ON = frozenset(
    "with at in for about to and called named titled on from that because so please of until "
    "regarding saying by".split()
)
_JOINS = frozenset({"and", "starting", "at", "on"})
#: Left over behind or before words that are taken out.
_DANGLING = frozenset("for on at in by from of to the and around".split())


#: In more words nobody says when: they are a text.
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Found:
    """When, and the words that are left, in runs that stood together. `unread` if more was said of
    when than can be meant at once."""

    when: When | None
    rest: tuple[tuple[Word, ...], ...]
    said: Said
    unread: bool = False


def read_when(words: Sequence[str], now: datetime) -> When | None:
    """When these words are, or None when not all of them say it."""
    said, end = _run(tuple(words), 0)
    if not words or end != len(words):
        return None
    return resolved(said, now)


def _run(words: tuple[str, ...], start: int) -> tuple[Said, int]:
    """All pieces that follow one another from here, and where they end."""
    said, end, index = Said(), start, start
    while index < len(words):
        found = piece_at(words[index:])
        if found is None:
            if end > start and index == end and words[index] in _JOINS:
                index += 1
                continue
            break
        joined = said.with_(found[0])
        if joined is None:
            break
        said, index = joined, index + found[1]
        end = index
    return said, end


def find_when(words: Sequence[Word], now: datetime) -> Found:
    """The words that say when. Weak ones (a bare number) count only behind a day, at an end."""
    texts = tuple(word.text for word in words)
    whole = Found(None, (tuple(words),) if words else (), Said())
    if len(words) > _LONGEST or not _HINT.search(" ".join(texts)):
        return whole
    spans = _spans(texts)
    chosen: list[tuple[Said, int, int]] = []
    said = Said()
    unread = False
    for one, start, end in reversed(spans):
        joined = said.with_(one)
        if joined is not None:
            said = joined
            chosen.insert(0, (one, start, end))
        else:
            often = one.rrule and said.rrule  # "weekly, on Mondays"
            unread = unread or (one.says_day and said.says_day and not often)
    if not chosen:
        return whole
    when = resolved(said, now)
    if when is None or unread:
        return Found(None, (tuple(words),), said, unread)
    rest: list[tuple[Word, ...]] = []
    index = 0
    for _, start, end in chosen:
        rest.append(_trimmed(words[index:start], last=True))
        index = end
    rest.append(_trimmed(words[index:], last=False))
    return Found(when, tuple(run for run in rest if run), said)


def _trimmed(words: Sequence[Word], *, last: bool) -> tuple[Word, ...]:
    """Without the prepositions that belonged to what was taken out."""
    kept = list(words)
    while last and kept and kept[-1].text in _DANGLING:
        kept.pop()
    return tuple(kept)


def _spans(texts: tuple[str, ...]) -> list[tuple[Said, int, int]]:
    found: list[tuple[Said, int, int]] = []
    index = 0
    while index < len(texts):
        said, end = _run(texts, index)
        if end > index and _counts(said, texts, index, end):
            found.append((said, index, end))
            index = end
        else:
            index += 1
    return found


def _counts(said: Said, texts: tuple[str, ...], start: int, end: int) -> bool:
    alone = said.weak and not (said.says_day and end == len(texts))
    if alone and not (said.says_day and said.part):
        return False
    at_an_edge = start == 0 or end == len(texts)
    return at_an_edge or said.firm or texts[end] in _GOES_ON
