"""What something shall be called: the words of a slot without those that say when it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pace.mind.dates import Found, When, find_when
from pace.mind.dates.values import Said
from pace.mind.dictation import unquoted, with_punctuation
from pace.mind.family import Match
from pace.mind.normalise import Word, unended
from pace.mind.scene import Scene

_PAUSES = frozenset(",;.!—–")
#: A time that was meant and not understood.
_OPEN_TIME = re.compile(
    r"\b(?:at|by|around) (?:half )?(?:\d{1,2}|one|two)(?:[:.]\d+)?$|\bhalf \d{1,2}$"
)
#: A title does not end in one of these.
_LOOSE = frozenset("for on at in by from of to the and a an with my".split())


@dataclass(frozen=True, slots=True)
class Titled:
    """The words that are a title, in the runs that stood together, and when it is."""

    runs: tuple[tuple[Word, ...], ...]
    when: When | None
    said: Said
    transcript: str

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(word.text for run in self.runs for word in run)

    @property
    def title(self) -> str:
        """As it was said, quotation marks around it left out."""
        parts = [self.transcript[run[0].start : run[-1].end] for run in self.runs if run]
        return with_punctuation(unquoted(" ".join(parts).strip(" ,;:\n")).strip(' "“”,;:'))

    @property
    def open(self) -> bool:
        """Whether a time was meant that is not understood, so that it has to be asked for."""
        said = self.said
        told = said.says_day or said.clock is not None or bool(said.which or said.month)
        unread = self.when is None and told and not said.weak
        return unread or (self.when is None and bool(_OPEN_TIME.search(" ".join(self.texts))))

    def without(self, phrases: Iterable[tuple[str, ...]]) -> Titled:
        """With the first of these phrases that begins it taken off, again and again."""
        longest = sorted(phrases, key=len, reverse=True)
        runs = [list(run) for run in self.runs]
        while runs:
            texts = tuple(word.text for word in runs[0])
            size = next((len(p) for p in longest if p and texts[: len(p)] == p), 0)
            if not size:
                break
            runs[0] = runs[0][size:]
            if not runs[0]:
                runs.pop(0)
        return Titled(tuple(map(tuple, runs)), self.when, self.said, self.transcript)

    def trimmed(self) -> Titled:
        """Without prepositions that are left over at its end."""
        runs = [list(run) for run in self.runs]
        while runs and runs[-1] and runs[-1][-1].text in _LOOSE:
            runs[-1].pop()
            if not runs[-1]:
                runs.pop()
        return Titled(tuple(map(tuple, runs)), self.when, self.said, self.transcript)


def titled(words: Sequence[Word], match: Match, scene: Scene) -> Titled:
    """Split the words; politeness behind them is left out where it is no part of the title."""
    kept = tuple(words)
    if words and match.words and words[-1] == match.words[-1]:
        kept = _unended(kept, scene)
    found: Found = find_when(kept, scene.request.now)
    return Titled(found.rest, found.when, found.said, match.transcript)


def _unended(words: tuple[Word, ...], scene: Scene) -> tuple[Word, ...]:
    """Politeness counts as such behind a pause, or behind words that say when."""
    core = unended(words)
    if len(core) == len(words) or not core:
        return words
    if not _PAUSES.isdisjoint(core[-1].after):
        return core
    found = find_when(core, scene.request.now)
    left = found.rest[-1][-1] if found.rest else None
    return core if found.when is not None and left is not core[-1] else words
