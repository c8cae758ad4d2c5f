"""Finding the element a call means: by the id it was given, or by words when it runs."""

from __future__ import annotations

import anyio

from pace.core.element import PRESSABLE, Element, Snapshot, Tree
from pace.core.error import Gone, Invalid, Refused
from pace.desktop.ports import ElementTree
from pace.mind.grounding import Lack, Missing, Target, Tie, Want, ground
from pace.tools.asking import Choose

#: How long something that an earlier call brings up may take to appear, in seconds.
APPEARS_WITHIN = 4.0
#: The longest wait for a change before looking again, in seconds.
LOOK_AGAIN = 0.4


class Sight:
    """What this turn saw. A new one is made for each turn.

    `focus` is what had the focus when the person spoke.
    """

    def __init__(
        self,
        tree: ElementTree,
        snapshot: Snapshot,
        choose: Choose,
        focus: Element | None = None,
    ) -> None:
        self._tree = tree
        self._choose = choose
        self.snapshot = snapshot
        self.focus = focus or snapshot.focus

    async def look(self) -> Snapshot:
        """See anew."""
        self.snapshot = await self._tree.snapshot()
        return self.snapshot

    async def find(
        self, element_id: str | None, words: str | None, want: Want = Want.PRESS
    ) -> Element:
        """The element meant. Raises Gone when it is not there, Invalid when it is not clear,
        Refused for a password field."""
        if element_id is not None:
            element = self.snapshot.element(element_id)
            if element is None:
                raise Gone("What you meant is no longer on screen; nothing was done.")
            return await self._tree.refresh(element)
        if not words:
            raise Invalid("I do not know which one you mean; nothing was done.")
        return await self._appear(words, want)

    def at(self, x: int, y: int) -> Element | None:
        """The smallest thing that can be pressed or filled and that is seen at a point."""
        there = [
            element
            for element in self.snapshot.elements
            if element.rect is not None
            and element.rect.contains(x, y)
            and (element.role in PRESSABLE or element.editable)
            and not element.states & {"hidden", "offscreen"}
        ]
        return min(there, key=_area, default=None)

    async def _appear(self, words: str, want: Want) -> Element:
        """Wait until something of that name is there, and take it; ask when several are."""
        found: Target | Tie | Missing = Missing(Lack.ABSENT)
        with anyio.move_on_after(APPEARS_WITHIN):
            while True:
                async with self._tree.watch(None) as watch:
                    found = ground(words, await self.look(), want)
                    if not (isinstance(found, Missing) and found.lack is Lack.ABSENT):
                        break
                    await watch.first_change(LOOK_AGAIN)
        match found:
            case Target(one=one):
                return one.element
            case Tie(candidates=candidates):
                return await self._one_of(words, [c.one.element for c in candidates])
            case Missing(lack=lack):
                raise self._missing(words, lack)

    async def _one_of(self, words: str, elements: list[Element]) -> Element:
        index = await self._choose(f"Which {words} do you mean?", [e.name for e in elements])
        if index is None:
            raise Gone(f"You did not say which {words} you mean; nothing was done.")
        return elements[index]

    def _missing(self, words: str, lack: Lack) -> Gone | Refused:
        window = self.snapshot.window
        if lack is Lack.PASSWORD:
            return Refused("That is a password field, and I leave those to you.")
        if lack is Lack.DISABLED:
            return Gone(f"{words} is there but disabled; nothing was done.")
        if window is None:
            return Gone("I cannot see into what is in front; nothing was done.")
        if lack is Lack.BLIND or window.tree is not Tree.FULL:
            return Gone(f"I cannot see into {window.app}; nothing was done.")
        return Gone(f"I could not find {words} on this screen; nothing was done.")


def _area(element: Element) -> int:
    return element.rect.width * element.rect.height if element.rect is not None else 0
