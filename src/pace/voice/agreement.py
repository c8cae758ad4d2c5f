"""What two hypotheses in a row agree on (LocalAgreement-2)."""

from __future__ import annotations


def agreed(previous: str, current: str, stable: str = "") -> str:
    """The stable words: the common word prefix of both hypotheses. It never gets shorter.

    Words compare without case and without the punctuation that a recogniser still moves about;
    they are given as the current hypothesis writes them.
    """
    kept = stable.split()
    words = current.split()
    count = 0
    for before, now in zip(previous.split(), words, strict=False):
        if _bare(before) != _bare(now):
            break
        count += 1
    if count <= len(kept):
        return " ".join(kept)
    return " ".join([*kept, *words[len(kept) : count]])


def _bare(word: str) -> str:
    return word.strip(".,;:!?").casefold()
