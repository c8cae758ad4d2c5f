"""When a held chord begins, ends or is spoilt by another key: pure, fed with key events."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

#: Longer than the pause between two keys of a chord.
OLD_MS = 2000
PRESS, RELEASE, CANCEL = "press", "release", "cancel"


class HeldChord:
    """Watches keycodes go down and up.

    `groups` has the keycodes of each part of the chord, any one of which will do; when the chord
    ends in a key, `key_last` says that the last group is that key, and only it begins the chord.
    """

    def __init__(self, groups: Sequence[frozenset[int]], *, key_last: bool = False) -> None:
        self.groups = tuple(groups)  # another keyboard map has others
        self._key_last = key_last
        self._down: dict[int, int] = {}  # when each went down
        self._on = False

    def feed(self, code: int, down: bool, at: int) -> str | None:
        """What the event means: press, release, cancel (another key joined in), or nothing.

        `at` is the event's time in milliseconds.
        """
        if not down:
            self._down.pop(code, None)
            if self._on and not self.complete(self._down.keys()):
                self._on = False
                return RELEASE
            return None
        if code in self._down:  # a repeat
            return None
        self._down[code] = at
        if self._on:
            if any(code in group for group in self.groups):
                return None
            self._on = False
            return CANCEL
        if self._begins(code):
            self._on = True
            return PRESS
        return None

    def complete(self, down: AbstractSet[int]) -> bool:
        """Whether every part of the chord is among the keys that are down."""
        return bool(self.groups) and all(down & group for group in self.groups)

    def has_old(self, now: int) -> bool:
        """Whether a key is down for so long that its release may have been missed."""
        return not self._on and any(now - at > OLD_MS for at in self._down.values())

    def forget(self, really_down: AbstractSet[int], now: int) -> None:
        """Drop such keys (a keyboard was unplugged, another console was in front)."""
        self._down = {
            code: at for code, at in self._down.items() if now - at <= OLD_MS or code in really_down
        }

    def _begins(self, code: int) -> bool:
        beginning = self.groups[-1:] if self._key_last else self.groups
        others = self._down.keys() - frozenset[int]().union(*self.groups)
        return (
            any(code in group for group in beginning)
            and self.complete(self._down.keys())
            and not others
        )
