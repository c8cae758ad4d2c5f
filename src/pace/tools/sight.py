"""Finding the element a call means: by the id it was given, or by words when it runs."""

from __future__ import annotations

import anyio

from pace.core.element import Element, Snapshot, Tree
from pace.core.error import Gone, Invalid
from pace.desktop.ports import ElementTree
from pace.mind.grounding import ground

#: How long something that an earlier call brings up may take to appear, in seconds.
APPEARS_WITHIN = 4.0


class Sight:
    """What this turn saw. A new one is made for each turn."""

    def __init__(self, tree: ElementTree, snapshot: Snapshot) -> None:
        self._tree = tree
        self.snapshot = snapshot

    async def look(self) -> Snapshot:
        """See anew."""
        self.snapshot = await self._tree.snapshot()
        return self.snapshot

    async def find(self, element_id: str | None, words: str | None) -> Element:
        """The element meant. Raises Gone when it is not there, Invalid when it is not clear."""
        if element_id is not None:
            element = self.snapshot.element(element_id)
            if element is None:
                raise Gone("What you meant is no longer on screen; nothing was pressed.")
            return await self._tree.refresh(element)
        if not words:
            raise Invalid("I do not know which one you mean; nothing was pressed.")
        return await self._appear(words)

    async def _appear(self, words: str) -> Element:
        element: Element | None = None
        with anyio.move_on_after(APPEARS_WITHIN):
            while element is None:
                async with self._tree.watch(None) as watch:
                    found = ground(words, await self.look())
                    element = found.element
                    if element is None:
                        await watch.first_change(0.5)
        if element is not None:
            return element
        if self.snapshot.window is not None and self.snapshot.window.tree is not Tree.FULL:
            raise Gone(f"I cannot see into {self.snapshot.window.app}; nothing was pressed.")
        raise Gone(f"I could not find {words} on this screen; nothing was pressed.")
