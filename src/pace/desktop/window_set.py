"""Evidence of an act by the set of windows, where the window in front shows nothing of itself."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pace.core.error import PaceError
from pace.desktop.ports import Change, Seen, Watch, Windows

#: How often the set is looked at where nothing else can tell, in seconds.
_LOOK_EVERY: Final = 0.2
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class WindowSet:
    """The windows there are, by their ids, with their titles, and the one in front."""

    titles: Mapping[str, str]
    front: str = ""

    def until(self, after: WindowSet) -> Seen:
        """What came of it: a window that appeared, one that closed, or another in front."""
        if came := [key for key in after.titles if key not in self.titles]:
            key = after.front if after.front in came else came[0]
            return Seen(Change.WINDOWS, f"{_named(after.titles[key], 'a window')} appeared")
        if any(key not in after.titles for key in self.titles):
            return Seen(Change.WINDOWS, "a window closed")
        if after.front and after.front != self.front:
            shown = _named(after.titles.get(after.front, ""), "the window", "another window")
            return Seen(Change.WINDOWS, f"{shown} came to the front")
        return Seen(Change.NONE)


async def window_set(windows: Windows | None) -> WindowSet | None:
    """What is there now; None where nobody can tell."""
    if windows is None:
        return None
    try:
        listed, active = await windows.list(), await windows.active()
    except PaceError:
        return None
    return WindowSet({one.id: one.title for one in listed}, active.id if active else "")


async def first_change(
    watch: Watch, windows: Windows | None, before: WindowSet | None, seconds: float, *, blind: bool
) -> Seen:
    """The first change that is announced, else one of the set of windows.

    `blind` says that nothing will be announced from within the window in front: the set is looked
    at again and again then.
    """
    deadline = time.monotonic() + seconds
    while True:
        left = max(0.0, deadline - time.monotonic())
        looked = blind and before is not None
        seen = await watch.first_change(min(left, _LOOK_EVERY) if looked else left)
        if seen:
            return seen
        now = await window_set(windows) if before is not None else None
        if before is not None and now is not None and (changed := before.until(now)):
            return changed
        if time.monotonic() >= deadline:
            return seen


def _named(title: str, word: str, without: str = "") -> str:
    words = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
    return f"{word} “{shown}”" if shown else without or word
