"""Which of several things a person means by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pace.core.error import Gone
from pace.desktop.people import folded
from pace.tools.asking import Choose
from pace.tools.visible import first

#: How alike two names must be when no word of the one is missing in the other, of 100.
ALIKE = 86
#: Things a question lists.
MOST = 9

_T = TypeVar("_T")


async def picked(
    spoken: str,
    among: Sequence[_T],
    title: Callable[[_T], str],
    line: Callable[[_T], str],
    where: str,
    choose: Choose | None,
) -> _T:
    """The one that is meant; of several the person picks. Raises Gone when there is none."""
    found = named(spoken, among, title)
    if not found:
        raise Gone(f"There is no “{first(spoken)}” {where}; nothing was changed.")
    if len(found) == 1:
        return found[0]
    options = [line(each) for each in found[:MOST]]
    index = await choose(f"Which “{first(spoken)}” do you mean?", options) if choose else None
    if index is None:
        raise Gone(f"You did not say which “{first(spoken)}” you mean; nothing was changed.")
    return found[index]


def named(spoken: str, among: Sequence[_T], title: Callable[[_T], str]) -> list[_T]:
    """Those of that name; else those that have all its words; else those nearly called so."""
    wanted = folded(spoken)
    if not wanted:
        return []
    titles = [(each, folded(title(each))) for each in among]
    same = [each for each, name in titles if name == wanted]
    if same:
        return same
    words = set(wanted.split())
    holding = [each for each, name in titles if words <= set(name.split())]
    if holding:
        return holding
    from rapidfuzz import fuzz

    return [each for each, name in titles if fuzz.token_sort_ratio(name, wanted) >= ALIKE]
