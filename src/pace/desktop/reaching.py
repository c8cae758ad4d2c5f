"""Before an act: the window that is meant comes to the front, and the element is still itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import anyio

from pace.core.element import PASSWORD, Element, Window
from pace.core.error import Gone
from pace.desktop.ports import ElementTree, Windows

#: How long an application may take to move the focus, and how often it is asked.
FOCUS_SECONDS: Final = 1.0
_LOOK_EVERY: Final = 0.02
_FOCUS_FOLLOWS: Final = 0.15


@dataclass(frozen=True, slots=True)
class Reach:
    """The ports that bring an element within reach. `windows` is None where nothing serves it."""

    tree: ElementTree
    windows: Windows | None = None

    async def reach(self, element: Element) -> Element:
        """The element as it is now, in the active window. Raises Gone when that cannot be.

        Where no port can activate windows the element is left where it is: acts through the tree
        need no active window, and typing checks the focus before each chunk.
        """
        now = await self.tree.refresh(element)
        if now.role != element.role or (element.name and now.name != element.name):
            raise Gone(f"{naming(element)} has become {naming(now)} meanwhile, so I left it alone.")
        window = await self.tree.window_of(now)
        if not await self._bring_to_front(window, now):
            raise Gone(f"I could not bring {window.title or window.app} to the front.")
        return now

    async def in_front(self, window: Window) -> bool:
        """Whether the window system and the tree take it for the active one."""
        if self.windows is None:
            return window.active
        active = await self.windows.active()
        return active is not None and _same(active, window)

    async def has_focus(self, element: Element) -> bool:
        """Whether keys would go to the element now."""
        now = await self.tree.refresh(element)
        return now.has("focused") and await self.in_front(await self.tree.window_of(now))

    async def give_focus(self, element: Element) -> bool:
        """Give it the focus through the tree, and never all it holds as a selection with it."""
        if not await self.tree.focus(element):
            return False
        if element.role != PASSWORD and not element.has("focused"):
            end = len(await self.tree.read_text(element))
            await self.tree.select_range(element, end, end)
        return True

    async def comes_to_focus(self, element: Element) -> bool:
        """Whether keys go to it within a moment of something that should bring that about."""
        with anyio.move_on_after(FOCUS_SECONDS):
            while True:
                if await self.has_focus(element):
                    return True
                await anyio.sleep(_LOOK_EVERY)
        return False

    async def _bring_to_front(self, window: Window, element: Element) -> bool:
        if self.windows is None or await self.in_front(window):
            return True
        for candidate in await self.windows.list():
            if _same(candidate, window):
                async with self.tree.watch(element) as watch:
                    activated = await self.windows.activate(candidate)
                    # The focus it gets is no evidence of what is done next.
                    await watch.first_change(_FOCUS_FOLLOWS)
                return activated
        return window.active


def _same(one: Window, tree: Window) -> bool:
    """Whether a window of the window system is the tree's. Titles may differ by a few marks."""
    if one.pid and tree.pid and one.pid != tree.pid:
        return False
    return one.title == tree.title or (tree.active and one.active and one.pid == tree.pid)


def naming(element: Element) -> str:
    """How a sentence calls it."""
    return element.name or "the " + element.role.replace("_", " ")
