"""Whether what a field reads is what was typed, and if not, what is wrong with it. Pure."""

from __future__ import annotations

from collections import Counter

_NO_BREAK = "\u00a0"
_MOST_NAMED = 6


def same(read: str, wanted: str) -> bool:
    """Equal, but for the no-break spaces that editable web pages keep for spaces at an end."""
    return _plain(read, wanted) == wanted


def _plain(read: str, wanted: str) -> str:
    return read if _NO_BREAK in wanted else read.replace(_NO_BREAK, " ")


def holds_insertion(before: str, after: str, text: str) -> bool:
    """Whether `after` is `before` with `text` put in once, at the caret or for a selection.

    Nothing changed counts as nothing arrived, even where a selection may have read the same.
    """
    after = _plain(after, before + text)
    if after == before:
        return False
    common = 0
    while common < min(len(before), len(after)) and before[common] == after[common]:
        common += 1
    for start in range(common, -1, -1):
        end = start + len(text)
        rest = after[end:]
        if after[start:end] == text and len(rest) <= len(before) - start and before.endswith(rest):
            return True
    return False


def difference(wanted: str, got: str) -> str:
    """What is wrong with `got`, as the middle of a sentence."""
    lost, extra = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    if lost:
        return f"{_named(lost)} did not arrive"
    if extra:
        return f"{_named(extra)} arrived as well"
    return "the characters arrived in another order"


def _named(characters: Counter[str]) -> str:
    names = [f"“{character}”" if character.isprintable() else f"U+{ord(character):04X}"
             for character in list(characters)[:_MOST_NAMED]]  # fmt: skip
    more = len(characters) - len(names)
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
