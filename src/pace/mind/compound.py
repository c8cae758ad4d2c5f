"""Where a request may be cut into commands, and where it corrects itself. Only positions here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pace.mind.normalise import STEP, Word

_CONNECTORS = frozenset({"and", "then", "also", "afterwards", "finally", "plus"})
_PAUSES = frozenset(",;.!?:\n—–-…")

_MARKERS = tuple(
    tuple(phrase.split())
    for phrase in (
        "no i mean", "no i meant", "no make that", "oh wait no", "no wait no", "no wait", "wait no",
        "no sorry", "sorry no", "actually no", "no actually", "i mean", "i meant", "scratch that",
        "or rather", "make that", "or actually", "oh wait", "no no", "correction", "wait i mean",
        "sorry i mean", "sorry i meant", "not that",
    )
)  # fmt: skip
#: Alone at the end these take everything back; "you know the one I mean" takes back nothing.
_TAKES_BACK = frozenset({"no", "wait", "scratch", "actually", "oh", "sorry"})
_MARKERS_SET_OFF = frozenset({"no", "wait", "sorry", "actually", "rather"})


def steps(words: Sequence[Word]) -> tuple[tuple[Word, ...], ...]:
    """The numbered steps of a skill's text, without what stands before the first; else nothing."""
    if not any(STEP in word.after for word in words):
        return ()
    found: list[list[Word]] = [[]]
    for word in words:
        found[-1].append(word)
        if STEP in word.after:
            found.append([])
    return tuple(tuple(step) for step in found[1:] if step)


def segments(words: Sequence[Word]) -> tuple[tuple[Word, ...], ...]:
    """The smallest parts between connectors and pauses, each with its connectors in front."""
    parts: list[list[Word]] = [[]]
    for index, word in enumerate(words):
        current = parts[-1]
        only_joins = all(w.text in _CONNECTORS for w in current)
        paused = index > 0 and not _PAUSES.isdisjoint(words[index - 1].after)
        if current and not only_joins and (word.text in _CONNECTORS or paused):
            parts.append([])
        parts[-1].append(word)
    if len(parts) > 1 and all(w.text in _CONNECTORS for w in parts[-1]):
        parts.pop()
    return tuple(tuple(part) for part in parts if part)


def cuts(words: Sequence[Word]) -> Iterator[tuple[tuple[Word, ...], tuple[Word, ...]]]:
    """Every way to cut in two at a connector or pause, the shortest first part first."""
    parts = segments(words)
    for index in range(1, len(parts)):
        head = tuple(w for part in parts[:index] for w in part)
        yield head, tuple(w for part in parts[index:] for w in part)


_QUOTED = re.compile(
    r"""(?<!\w)"[^"]+"|“[^”]+”|«[^»]+»|(?<!\w)'(?=\S).+?(?<=\S)'(?!\w)|‘.+?(?<=\S)’(?!\w)""",
    re.DOTALL,
)


def in_quotes(transcript: str, at: int) -> bool:
    """Whether this place is inside quotation marks."""
    return any(found.start() < at < found.end() for found in _QUOTED.finditer(transcript))


def in_sequence(tail: Sequence[Word]) -> bool:
    """Whether the part begins with "then", which parts more surely than "and"."""
    for word in tail:
        if word.text not in _CONNECTORS:
            return False
        if word.text in ("then", "afterwards", "finally"):
            return True
    return False


def corrected(words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[Word, ...]] | None:
    """What stands before and behind the last self-correction, or None."""
    texts = [word.text for word in words]
    for start in range(len(words) - 1, 0, -1):
        size = _marker(words, texts, start)
        if size and (start + size < len(words) or texts[start] in _TAKES_BACK):
            return tuple(words[:start]), tuple(words[start + size :])
    return None


def _marker(words: Sequence[Word], texts: list[str], start: int) -> int:
    for phrase in _MARKERS:
        if tuple(texts[start : start + len(phrase)]) == phrase:
            return len(phrase)
    word = words[start]
    set_off = not _PAUSES.isdisjoint(words[start - 1].after)
    if word.text in _MARKERS_SET_OFF and set_off and (word.after or word.text in ("no", "rather")):
        return 1
    return 0


def replacements(before: Sequence[Word], after: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """The request with its tail replaced by the correction, the shortest tail first."""
    for keep in range(len(before) - 1, 0, -1):
        kept = before[:keep]
        yield (*kept[:-1], replace(kept[-1], after=""), *after)
