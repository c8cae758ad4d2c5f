"""Which change after an act is its outcome: not the first, but the one that says most. Pure.

An application announces what it does in the order in which it does it. While it builds a dialog it
names dozens of things in it, and the dialog itself last; when a menu closes, the words about the
item in the status bar go. So a change that says little waits for what may say more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final

from pace.desktop.ports import Seen


class Weight(IntEnum):
    """How much a change says of what the act did, the least first."""

    LITTLE = 0  # something changed somewhere, or what nobody sees
    ASIDE = 1  # what comes with the press of any menu item
    TEXT = 2  # a text that the person sees
    OWN = 3  # the element's own state, value or text
    COMING = 4  # a window that has no title yet
    WINDOW = 5  # a window that is named, opened, closed or came to the front


#: How long a change waits for one that says more; what is not here needs nothing more. A text waits
#: only for what was announced before it could be asked for.
MOMENTS: Final[Mapping[Weight, float]] = MappingProxyType(
    {Weight.LITTLE: 0.06, Weight.ASIDE: 0.6, Weight.TEXT: 0.0, Weight.COMING: 1.0}
)


@dataclass(frozen=True, slots=True)
class Found:
    """One change, and how much it says."""

    seen: Seen
    weight: Weight


@dataclass(slots=True)
class Strongest:
    """The change that says most so far, and until when it waits for a stronger one.

    Times are seconds of one clock. Before there is a change, `until` is when to give up.
    """

    until: float
    found: Found | None = None

    def add(self, found: Found | None, now: float) -> None:
        """Of two that say as much the first stays, and waits no longer for the second."""
        if found is not None and (self.found is None or found.weight > self.found.weight):
            self.found = found
            self.until = now + MOMENTS.get(found.weight, 0.0)

    def says_at_least(self, weight: Weight) -> bool:
        return self.found is not None and self.found.weight >= weight

    @property
    def answered(self) -> bool:
        """Whether the application answered since: a text was asked for when it was announced."""
        return self.found is not None and self.found.weight is Weight.TEXT

    @property
    def final(self) -> bool:
        """Whether nothing that may come would say more."""
        return self.found is not None and self.found.weight not in MOMENTS
