"""The longest thing that words begin with, of all that can be said of when."""

from __future__ import annotations

from collections.abc import Sequence

from pace.mind.dates.clocks import TIMES
from pace.mind.dates.days import DAYS
from pace.mind.dates.values import Piece

#: No piece is longer.
_WORDS = 12


def piece_at(words: Sequence[str]) -> Piece | None:
    """The longest piece these words begin with."""
    text = " ".join(words[:_WORDS])
    best: Piece | None = None
    for read in (*DAYS, *TIMES):
        found = read(text)
        if found is not None and (best is None or found[1] > best[1]):
            best = found
    return best
