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
YES, NO = "Yes", "No"

_T = TypeVar("_T")


async def picked(
    spoken: str,
    among: Sequence[_T],
    title: Callable[[_T], str],
    line: Callable[[_T], str],
    where: str,
    choose: Choose | None,
    *,
    asked_anyway: bool = False,
) -> _T:
    """The one that is meant. Of several the person picks; one that is called otherwise they
    confirm, unless they are asked about it anyway. Raises Gone when there is none."""
    found = named(spoken, among, title)
    said = first(spoken)
    if not found:
        raise Gone(f"There is no “{said}” {where}; nothing was changed.")
    if len(found) > 1:
        options = told_apart([line(each) for each in found[:MOST]])
        index = await choose(f"Which “{said}” do you mean?", options) if choose else None
        if index is None:
            raise Gone(f"You did not say which “{said}” you mean; nothing was changed.")
        return found[index]
    if asked_anyway or folded(title(found[0])) == folded(spoken):
        return found[0]
    question = f"There is no “{said}” {where}. Do you mean {line(found[0])}?"
    if choose is None or await choose(question, [YES, NO]) != 0:
        raise Gone(f"There is no thing called just “{said}” {where}; nothing was changed.")
    return found[0]


def told_apart(options: Sequence[str]) -> list[str]:
    """The options, those that read alike with which of them it is."""
    shown: list[str] = []
    for at, option in enumerate(options):
        alike = options.count(option)
        nth = list(options[: at + 1]).count(option)
        shown.append(option if alike == 1 else f"{option} (number {nth} of {alike} alike)")
    return shown


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
