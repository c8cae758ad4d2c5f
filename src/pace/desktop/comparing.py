"""Whether what a field reads is what was typed, and if not, what is wrong with it. Pure."""

from __future__ import annotations

from collections import Counter

#: Firefox reads back a zero-width no-break space after typed text.
_UNSEEN = "\ufeff"
_NO_BREAK = "\u00a0"
_MOST_NAMED = 6


def same(read: str, wanted: str) -> bool:
    """Equal, but for what an editor puts in by itself and no one sees."""
    return _plain(read, wanted) == wanted


def _plain(read: str, wanted: str) -> str:
    if _UNSEEN not in wanted:
        read = read.replace(_UNSEEN, "")
    if _NO_BREAK not in wanted:
        read = read.replace(_NO_BREAK, " ")  # editable web pages keep outer spaces so
    return read


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
