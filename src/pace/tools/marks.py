"""Set-of-Mark: when what was to be pressed is not found, a model may point at its mark (spec 8.5).

Each element that can be seen gets a number drawn on the picture; whoever serves `Marks` answers
with the number of the one that was meant. Nothing here draws or looks; no model is needed for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Protocol

import anyio

from pace.core.element import Element, Snapshot
from pace.core.error import PaceError

#: How old what was seen may be, in seconds.
FRESH: Final = 120.0
#: How long the answer is waited for, in seconds.
ANSWER_WITHIN: Final = 8.0


class Marks(Protocol):
    """Tells, from a picture with numbered marks, which mark is meant."""

    enabled: bool

    def age(self, snapshot: Snapshot) -> float | None:
        """Seconds since the picture of this snapshot was taken; None when there is none."""
        ...

    async def choose(self, elements: Sequence[Element], label: str) -> str:
        """The reply in its own words: the number of the element called `label`, -1 for none."""
        ...


async def recovered(label: str, snapshot: Snapshot, marks: Marks | None) -> Element | None:
    """The element that the marks say was meant, or None when anything is missing or in doubt."""
    if marks is None or not marks.enabled or not label.strip():
        return None
    age = marks.age(snapshot)
    elements = markable(snapshot)
    if age is None or age > FRESH or not elements:
        return None
    try:
        with anyio.fail_after(ANSWER_WITHIN):
            reply = await marks.choose(elements, label)
    except (PaceError, TimeoutError):
        return None
    number = marked(reply, len(elements))
    return None if number is None else elements[number]


def markable(snapshot: Snapshot) -> tuple[Element, ...]:
    """What can carry a mark: it has a rectangle with an area and is neither hidden nor disabled."""
    return tuple(
        element
        for element in snapshot.elements
        if element.rect is not None
        and element.rect.width > 0
        and element.rect.height > 0
        and not element.states & {"hidden", "offscreen", "disabled"}
    )


def marked(reply: str, count: int) -> int | None:
    """The first signed whole number of a reply, if it is one of the marks."""
    found = re.search(r"[-−]?\d+", reply)
    number = int(found[0].replace("−", "-")) if found and len(found[0]) < 10 else -1
    return number if 0 <= number < count else None
