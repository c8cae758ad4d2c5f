"""Which of the person's lists is meant by a name."""

from __future__ import annotations

from pace.core.error import Gone
from pace.desktop.people import folded
from pace.desktop.services import ToDos
from pace.tools.asking import Choose
from pace.tools.visible import first, plain

#: Lists that are offered or named at once.
MOST = 6


async def list_named(said: str, todos: ToDos, choose: Choose | None) -> str:
    """The list of that name; without one the person is asked which. Raises Gone."""
    names = list(await todos.lists())
    wanted = _bare(said)
    same = [name for name in names if _bare(name) == wanted]
    near = same or [name for name in names if wanted in _bare(name).split()]
    if len(near) == 1 and wanted:
        return near[0]
    shown = first(plain(said, 60))
    offered = (near or names)[:MOST]
    index = None
    if choose is not None and offered:
        question = (
            f"You have several lists called {shown}. Which one?"
            if near else f"You have no list called {shown}. Which one shall I take?"
        )  # fmt: skip
        index = await choose(question, [first(plain(name, 60)) for name in offered])
    if index is None:
        there = ", ".join(first(plain(name, 60)) for name in offered) or "none"
        raise Gone(f"You have no list called {shown} (there are: {there}), so nothing was changed.")
    return offered[index]


def _bare(name: str) -> str:
    words = folded(name).split()
    while len(words) > 1 and words[0] in ("my", "the"):
        words = words[1:]
    while len(words) > 1 and words[-1] in ("list", "lists"):
        words = words[:-1]
    return " ".join(words)
