"""Shortcuts that write down what was run."""

from __future__ import annotations

from collections.abc import Sequence

from pace.core.error import Gone, Refused
from pace.desktop.services import Shortcut, ShortcutRun


class FakeShortcuts:
    """`ends` maps a name to how its run ends; else code 0 with nothing said, None for actions."""

    def __init__(self, *shortcuts: Shortcut, ends: dict[str, ShortcutRun] | None = None) -> None:
        self.shortcuts = list(shortcuts)
        self.ends = ends or {}
        self.ran: list[str] = []

    async def known(self) -> Sequence[Shortcut]:
        return tuple(self.shortcuts)

    def prepared(self) -> Sequence[Shortcut]:
        return tuple(each for each in self.shortcuts if each.kind != "action")

    async def run(self, shortcut: Shortcut) -> ShortcutRun:
        there = next((each for each in self.shortcuts if each.key == shortcut.key), None)
        if there is None:
            raise Gone(f"The shortcut {shortcut.name} is no longer there; nothing was run.")
        if there.allows != shortcut.allows:
            raise Refused(f"What {shortcut.name} may use was changed meanwhile; nothing was run.")
        self.ran.append(shortcut.name)
        return self.ends.get(shortcut.name, ShortcutRun(None if shortcut.kind == "action" else 0))
