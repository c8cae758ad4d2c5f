"""Putting text into one field: through the tree where that takes it, else by typing; read back.

Text goes into the field that was meant or nowhere. Whatever was not typed is kept in the outcome,
except for a password field, which is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

import anyio

from pace.core.element import PASSWORD, Element
from pace.core.error import Gone, Invalid, PaceError, Refused
from pace.core.result import Evidence
from pace.desktop.comparing import difference, holds_insertion, same
from pace.desktop.locating import Locator, locate, locator_of
from pace.desktop.outcome import Done
from pace.desktop.ports import Chord, ElementTree, Keyboard, Pointer
from pace.desktop.reaching import Reach, naming

#: How long typed text may take to be read back, and how often it is looked at.
READ_BACK_SECONDS: Final = 1.5
_LOOK_EVERY: Final = 0.02

_TERMINAL: Final = "terminal"

_Way = Callable[[Element, str], Awaitable[Done]]


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes through the ports it was given; without a keyboard only through the tree.

    Where no element is named the focused one is meant, and `focus` is what had the focus when the
    person spoke: nothing is written when another has it by now.
    """

    tree: ElementTree
    reach: Reach
    keyboard: Keyboard | None = None
    pointer: Pointer | None = None
    seconds: float = READ_BACK_SECONDS

    async def insert(
        self, text: str, element: Element | None, focus: Element | None = None
    ) -> Done:
        """Put `text` at the caret of the element, or of the focused one, for what is selected."""
        return await self._into(element, text, self._insert, focus)

    async def fill(self, element: Element | None, text: str, focus: Element | None = None) -> Done:
        """Replace what the element, or the focused one, holds."""
        return await self._into(element, text, self._fill, focus)

    async def restore(self, locator: Locator, expected: str, text: str) -> Done:
        """Put `text` back where `expected` still stands; else touch nothing."""
        async for element in locate(self.tree, locator):
            if element.role != PASSWORD and same(await self.tree.read_text(element), expected):
                return await self._into(element, text, self._restore)
        return Done(problem="That field is gone or holds something else by now, so I left it.")

    async def _into(
        self, element: Element | None, text: str, way: _Way, focus: Element | None = None
    ) -> Done:
        try:
            target = await self._target(element, focus)
            done = await way(target, text)
            if done.problem or done.after is None:
                return replace(done, field=target.name)
            snapshot = await self.tree.snapshot(await self.tree.window_of(target))
            where = locator_of(target, snapshot)
            return replace(
                done, field=target.name, locator=None if where is None else where.as_data()
            )
        except Refused:
            raise
        except PaceError as error:
            return Done(problem=str(error), kept_text=text)

    async def _target(self, element: Element | None, focus: Element | None) -> Element:
        if element is None:
            element = await self.tree.focused()
            if element is None:
                raise Invalid("Nothing that takes text has the focus, so I typed nothing.")
            if focus is not None and element.handle != focus.handle:
                raise Gone(f"The focus went to {naming(element)} meanwhile, so I typed nothing.")
        if element.role == PASSWORD:
            raise Refused("That is a password field; I neither read nor fill those.")
        now = await self.reach.reach(element)
        if now.has("disabled"):
            raise Invalid(f"{naming(now)} is greyed out, so I typed nothing.")
        if not now.editable:
            raise Invalid(f"{naming(now)} takes no text, so I typed nothing.")
        return now

    async def _insert(self, target: Element, text: str) -> Done:
        before = await self.tree.read_text(target)
        if await self.tree.insert_text(target, text):
            return await self._read(target, before, "text interface")
        return await self._type(
            target, text, before, lambda after: holds_insertion(before, after, text)
        )

    async def _fill(self, target: Element, text: str) -> Done:
        before = await self.tree.read_text(target)
        if await self.tree.write_text(target, text):
            return await self._read(target, before, "text interface")
        return await self._retype(target, text, before)

    async def _restore(self, target: Element, text: str) -> Done:
        before = await self.tree.read_text(target)
        if await self.tree.write_text(target, text):
            return await self._read(target, before, "text interface")
        if self.keyboard is not None and await self._focus(target):
            await self.keyboard.press_chord(Chord("z", ("ctrl",)))
            after = await self._settled(target, lambda now: same(now, text))
            if same(after, text):
                return Done(
                    Evidence.VERIFIED, _reads(after), "undo of the application", before, after
                )
        return await self._retype(target, text, await self.tree.read_text(target))

    async def _retype(self, target: Element, text: str, before: str) -> Done:
        """Select everything and type over it."""
        if self.keyboard is None or not await self._focus(target):
            return self._not_reached(target, text)
        if before and not await self.tree.select_range(target, 0, len(before)):
            await self.keyboard.press_chord(Chord("a", ("ctrl",)))
        if not text:
            if not await self.reach.has_focus(target):
                return self._not_reached(target, text)
            await self.keyboard.press_chord(Chord("backspace"))
            after = await self._settled(target, lambda now: not now)
            return self._judged(target, text, before, after, not after)
        return await self._type(target, text, before, lambda after: same(after, text))

    async def _type(
        self, target: Element, text: str, before: str, arrived: Callable[[str], bool]
    ) -> Done:
        if self.keyboard is None or not await self._focus(target):
            return self._not_reached(target, text)

        async def still_wanted() -> bool:
            return await self.reach.has_focus(target)

        typed = await self.keyboard.type_text(text, still_wanted)
        if typed < len(text):
            how_much = f"I stopped after {typed} characters" if typed else "I typed nothing"
            return Done(
                problem=f"The focus left {naming(target)}, so {how_much}; the rest is kept.",
                kept_text=text[typed:],
            )
        after = await self._settled(target, arrived)
        return self._judged(target, text, before, after, arrived(after))

    def _judged(self, target: Element, text: str, before: str, after: str, right: bool) -> Done:
        if right:
            return Done(Evidence.VERIFIED, _reads(after), "typing", before, after)
        if after == before and (not after or target.role == _TERMINAL):
            return Done(Evidence.UNVERIFIED, "its text cannot be read", "typing")
        if target.role == _TERMINAL:
            return Done(Evidence.UNVERIFIED, "the terminal answered", "typing")
        what = difference(before + text if len(after) > len(text) else text, after)
        return Done(
            Evidence.CONTRADICTED, _reads(after), "typing", before, after, text,
            f"{naming(target)} does not hold what I typed: {what}; I kept the text.",
        )  # fmt: skip

    async def _focus(self, target: Element) -> bool:
        """Give it the focus: through the tree, else by a click on it."""
        if await self.reach.has_focus(target):
            return True
        if await self.reach.give_focus(target) and await self.reach.has_focus(target):
            return True
        point = target.press_point
        if self.pointer is None or point is None:
            return False
        if not await self.reach.in_front(await self.tree.window_of(target)):
            return False  # the click would land in another window
        await self.pointer.click(*point)
        if not await self.reach.comes_to_focus(target):
            return False
        if self.keyboard is not None and await self.tree.read_text(target):
            await self.keyboard.press_chord(Chord("end", ("ctrl",)))  # the click may be mid-word
        return True

    async def _settled(self, target: Element, arrived: Callable[[str], bool]) -> str:
        """Its text once `arrived` holds, or as it is when the time is up."""
        after = ""
        with anyio.move_on_after(self.seconds):
            while True:
                after = await self.tree.read_text(target)
                if arrived(after):
                    return after
                await anyio.sleep(_LOOK_EVERY)
        return after

    async def _read(self, target: Element, before: str, method: str) -> Done:
        after = await self.tree.read_text(target)
        return Done(Evidence.VERIFIED, _reads(after), method, before, after)

    def _not_reached(self, target: Element, text: str) -> Done:
        why = "there is no keyboard to type with" if self.keyboard is None else "it took no focus"
        return Done(
            problem=f"I could not write into {naming(target)}: {why}; I kept the text.",
            kept_text=text,
        )


_SHOWN: Final = 80


def _reads(text: str) -> str:
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return f"it now reads “{shown}”" if text else "it is now empty"
