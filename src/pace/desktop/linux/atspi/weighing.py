"""Which change after an act is its outcome: not the first, but the one that says most. Pure.

An application announces what it does in the order in which it does it. While it builds a dialog it
names dozens of things in it, and the dialog itself last; when a menu closes, the words about the
item in the status bar go. So a change that says little waits for what may say more.

Windows also change by themselves: clocks tick, videos play, logs grow. So what happens without the
act as well is no outcome of it, and a text that may be counting is one only once it stands still.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from pace.desktop.ports import Change, Seen


class Weight(IntEnum):
    """How much a change says of what the act did, the least first; up to ASIDE it is no outcome."""

    LITTLE = 0  # something changed somewhere, or what nobody sees, or what was changing before
    ASIDE = 1  # what comes with the press of any menu item
    FOCUS = 2  # the focus went elsewhere
    COUNT = 3  # a text that the person sees, if it stands still from now on
    TEXT = 4  # a text that the person sees
    OWN = 5  # the element's own state, value or text
    COMING = 6  # a window that has no title yet
    WINDOW = 7  # a window that is named, opened, closed or came to the front


SOMETHING: Final = Seen(Change.TREE, "something else in the window changed")

#: How long a change waits for one that says more; what is not here needs nothing more, or is no
#: outcome and waits for one. A text waits only for what was announced before it could be asked for.
MOMENTS: Final[Mapping[Weight, float]] = MappingProxyType(
    {Weight.ASIDE: 0.6, Weight.FOCUS: 0.06, Weight.TEXT: 0.0, Weight.COMING: 1.0}
)
#: How long a text that may be counting has to stand still, and how far apart two announcements are
#: at least that are not of one change. Chromium announces what changes each 100 ms up to 160 apart.
STEADY: Final = 0.3
APART: Final = 0.04

_FIGURES: Final = r"[\d\s:.,/%–-]*"
_CLOCK: Final = re.compile(rf"{_FIGURES}(\d:\d\d|\d\s?%){_FIGURES}([ap]\.?m\.?)?", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Found:
    """One change, how much it says, and of a text that may be counting where it stands."""

    seen: Seen
    weight: Weight
    source: str = ""


def of_words(said: str, *, quiet: bool) -> Weight:
    """How much a text says that came up elsewhere; `quiet` if nothing changed there for long.

    A clock or a share in percent goes on without anybody, once a second or more rarely, which is
    too rare to wait for; other figures may be counting.
    """
    if quiet:
        return Weight.TEXT
    if _CLOCK.fullmatch(said.strip()):
        return Weight.LITTLE
    return Weight.COUNT if _DIGIT.search(said) else Weight.TEXT


@dataclass(slots=True)
class Strongest:
    """The change that says most so far, and until when it waits for a stronger one.

    Times are seconds of one clock. Before there is an outcome, `until` is when to give up.
    """

    until: float
    found: Found | None = None
    _counting: dict[str, tuple[Found, float]] = field(default_factory=dict)
    _restless: set[str] = field(default_factory=set)

    def add(self, found: Found | None, now: float) -> None:
        """Of two that say as much the first stays, and waits no longer for the second."""
        if found is None:
            return
        if found.weight is Weight.COUNT:
            self._count(found, now)
        elif self.found is None or found.weight > self.found.weight:
            self.found = found
            if found.weight is not Weight.LITTLE:
                self.until = now + MOMENTS.get(found.weight, 0.0)

    def _count(self, found: Found, now: float) -> None:
        """Keep it until it stood still; what changes again was changing by itself."""
        if found.source not in self._restless and found.source not in self._counting:
            self._counting[found.source] = (found, now)
            if not self.says_at_least(Weight.FOCUS):
                self.until = max(self.until, now + STEADY)
        elif found.source in self._restless or now - self._counting[found.source][1] >= APART:
            self._restless.add(found.source)
            self._counting.pop(found.source, None)
            self.add(replace(found, weight=Weight.LITTLE, seen=SOMETHING), now)

    def settle(self, now: float) -> None:
        """Take for a text that is there what stood still long enough."""
        for source, (found, since) in list(self._counting.items()):
            if now >= since + STEADY:
                del self._counting[source]
                self.add(replace(found, weight=Weight.TEXT), now)

    def says_at_least(self, weight: Weight) -> bool:
        return self.found is not None and self.found.weight >= weight

    @property
    def seen(self) -> Seen:
        """The outcome; of what is none only what it was, with no change."""
        if self.found is None:
            return Seen(Change.NONE)
        if self.found.weight > Weight.ASIDE:
            return self.found.seen
        return Seen(Change.NONE, f"only {self.found.seen.detail}")

    @property
    def answered(self) -> bool:
        """Whether the application answered since: a text was asked for when it was announced."""
        return self.found is not None and self.found.weight is Weight.TEXT

    @property
    def final(self) -> bool:
        """Whether nothing that may come would say more."""
        return self.found is not None and self.found.weight in (Weight.OWN, Weight.WINDOW)
