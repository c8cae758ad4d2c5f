"""Acting on one element, and seeing what came of it.

The ladder for a press is: the element's own action, then, only if that is missing or the element's
own declared state plainly did not change, a click on the same element. A plain button that shows
no change was pressed, and is never pressed again; no second element is ever tried.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from pace.core.element import EDITABLE, PASSWORD, Element, Rect, Window
from pace.core.error import Invalid, PaceError, Refused
from pace.core.result import Evidence
from pace.desktop.locating import from_data
from pace.desktop.outcome import Done
from pace.desktop.ports import (
    Change,
    Chord,
    ElementTree,
    Keyboard,
    Picture,
    Pointer,
    Screen,
    Seen,
    Watch,
    Windows,
)
from pace.desktop.reaching import Reach, naming
from pace.desktop.scrolling import looks_scrolled, scrolled
from pace.desktop.window_set import first_change, window_set
from pace.desktop.writing import Pen

__all__ = ["Done", "Hands"]

#: How long evidence of an act is waited for.
EVIDENCE_SECONDS: Final = 1.5

#: The state each role declares; a press that worked changes it.
_DECLARED: Final[Mapping[str, frozenset[str]]] = {
    "check_box": frozenset({"checked"}),
    "check_menu_item": frozenset({"checked"}),
    "switch": frozenset({"checked", "pressed"}),
    "toggle_button": frozenset({"checked", "pressed"}),
    "radio_button": frozenset({"checked", "selected"}),
    "radio_menu_item": frozenset({"checked", "selected"}),
    "tab": frozenset({"selected"}),
}

#: Roles for which being chosen already is the end a press would reach.
_CHOSEN_ONCE: Final = frozenset({"radio_button", "radio_menu_item", "tab"})


class Hands:
    """Acts through the ports it is given; a missing one narrows what it can do."""

    def __init__(
        self,
        tree: ElementTree,
        pointer: Pointer | None = None,
        keyboard: Keyboard | None = None,
        windows: Windows | None = None,
        screen: Screen | None = None,
        *,
        seconds: float = EVIDENCE_SECONDS,
    ) -> None:
        self._tree = tree
        self._pointer = pointer
        self._keyboard = keyboard
        self._screen = screen
        self._windows = windows
        self._seconds = seconds
        self._reach = Reach(tree, windows)
        self._pen = Pen(tree, self._reach, keyboard, pointer, seconds)

    async def press(self, element: Element) -> Done:
        """Press the element, once. Raises Refused."""
        try:
            _refuse_password(element)
            now = await self._reach.reach(element)
            if now.has("disabled"):
                raise Invalid(f"{naming(now)} is greyed out, so I did not press it.")
            if now.role in EDITABLE:
                return await self._enter(now)
            if now.role in _CHOSEN_ONCE and now.states & _DECLARED[now.role]:
                return Done(Evidence.VERIFIED, "it was chosen already", "none")
            return await self._press(now)
        except Refused:
            raise
        except PaceError as error:
            return Done(problem=str(error))

    async def _press(self, now: Element) -> Done:
        looks = await self._picture(now.rect)
        async with self._tree.watch(now) as watch:
            if not await self._tree.press(now):
                return await self._click(now, watch)
            seen = await self._evidence(now, watch)
            if not seen and await self._plainly_unchanged(now):
                return await self._click(now, watch)
        if not seen and looks is not None and await self._looks_different(now, looks):
            seen = Seen(Change.PIXELS, "it looks different now")
        return _done(seen, "action")

    async def _click(self, now: Element, watch: Watch) -> Done:
        """The last resort, on the same element. Hovering changes looks, so they prove nothing."""
        point = now.press_point
        if now.has("offscreen") or point is None:
            point = await self._scrolled_to(now)
        if self._pointer is None or point is None:
            return Done(problem=f"{naming(now)} has no action I can do, so I did not press it.")
        if not await self._reach.in_front(await self._tree.window_of(now)):
            return Done(problem=f"Another window came in front of {naming(now)}, so I stopped.")
        await self._pointer.click(*point)
        return _done(await self._evidence(now, watch), "pointer")

    async def _scrolled_to(self, now: Element) -> tuple[int, int] | None:
        if not await self._tree.scroll_into_view(now):
            return None
        return (await self._tree.refresh(now)).press_point

    async def _evidence(self, now: Element, watch: Watch) -> Seen:
        """The first change. Where a state is declared its change is waited for a little longer."""
        seen = await watch.first_change(self._seconds)
        if now.role not in _DECLARED or seen.change not in (Change.FOCUS, Change.TREE):
            return seen
        deadline = time.monotonic() + self._seconds / 5
        while (left := deadline - time.monotonic()) > 0:
            further = await watch.first_change(left)
            if further and further.change not in (Change.FOCUS, Change.TREE):
                return further
        return Seen(Change.NONE) if seen.change is Change.FOCUS else seen

    async def _plainly_unchanged(self, before: Element) -> bool:
        """Whether it declares a state, and that is as it was. What does not answer is not plain."""
        declared = _DECLARED.get(before.role)
        if declared is None:
            return False
        try:
            now = await self._tree.refresh(before)
        except PaceError:
            return False
        return now.states & declared == before.states & declared

    async def _picture(self, rect: Rect | None) -> bytes | None:
        picture = await self._seen_picture(rect)
        return None if picture is None else picture.bgra

    async def _seen_picture(self, rect: Rect | None) -> Picture | None:
        if self._screen is None or rect is None:
            return None
        try:
            return await self._screen.picture(rect)
        except PaceError:
            return None

    async def _looks_different(self, before: Element, looks: bytes) -> bool:
        """Compared only where it did not get the focus, which is drawn around it."""
        try:
            now = await self._tree.refresh(before)
        except PaceError:
            return False
        if now.has("focused") != before.has("focused") or now.rect != before.rect:
            return False
        return await self._picture(now.rect) not in (None, looks)

    async def _enter(self, field: Element) -> Done:
        """Pressing a field puts the caret into it; its own action would send the form."""
        if await self._reach.give_focus(field):
            return Done(Evidence.VERIFIED, "it has the focus", "focus")
        point = field.press_point
        if self._pointer is None or point is None:
            return Done(problem=f"{naming(field)} took no focus.")
        await self._pointer.click(*point)
        focused = await self._reach.comes_to_focus(field)
        seen = "it has the focus" if focused else ""
        return Done(Evidence.VERIFIED if focused else Evidence.UNVERIFIED, seen, "pointer")

    async def double_click(self, element: Element) -> Done:
        """Double-click the middle of the element. Raises Refused."""
        try:
            _refuse_password(element)
            now = await self._reach.reach(element)
            point = now.press_point
            if now.has("offscreen"):
                point = await self._scrolled_to(now)
            if self._pointer is None or point is None:
                return Done(problem=f"I have no pointer that reaches {naming(now)}.")
            async with self._tree.watch(now) as watch:
                await self._pointer.click(*point, count=2)
                return _done(await self._evidence(now, watch), "pointer")
        except Refused:
            raise
        except PaceError as error:
            return Done(problem=str(error))

    async def insert(
        self, text: str, element: Element | None = None, focus: Element | None = None
    ) -> Done:
        """Put text at the caret of a field, or of the focused one; see `Pen`. Raises Refused."""
        return await self._pen.insert(text, element, focus)

    async def fill(self, element: Element | None, text: str, focus: Element | None = None) -> Done:
        """Replace what a field, or the focused one, holds; see `Pen`. Raises Refused."""
        return await self._pen.fill(element, text, focus)

    async def restore(self, locator: Mapping[str, Any], expected: str, text: str) -> Done:
        """Put back `text` in the field that `locator` finds, if `expected` still stands there."""
        return await self._pen.restore(from_data(locator), expected, text)

    async def key(self, chord: Chord) -> Done:
        """Press a chord in the active window. Raises Refused."""
        if self._keyboard is None:
            return Done(problem="There is no keyboard I can press, so nothing was pressed.")
        try:
            focus, before = await self._tree.focused(), await window_set(self._windows)
            async with self._tree.watch(focus) as watch:
                await self._keyboard.press_chord(chord)
                seen = await first_change(
                    watch, self._windows, before, self._seconds, blind=focus is None
                )
                return _done(seen, "key")
        except Refused:
            raise
        except PaceError as error:
            return Done(problem=str(error))

    async def scroll(self, direction: str, amount: int) -> Done:
        """Scroll what the active window shows by so many lines; up or down. Raises Refused."""
        try:
            before = await self._tree.snapshot()
            window = await self._active(before.window)
            if self._pointer is None or window is None or window.rect is None:
                return Done(problem="I have no pointer over a window, so I scrolled nothing.")
            looks = await self._seen_picture(window.rect)
            await self._pointer.scroll(direction, amount, at=window.rect.center)
            async with self._tree.watch(before.focus) as watch:
                await watch.first_change(self._seconds / 5)
            after = await self._tree.snapshot()
            moved = scrolled(before, after)
            if not moved and looks is not None:
                now = await self._seen_picture(window.rect)
                moved = now is not None and now.rect == looks.rect and looks_scrolled(looks, now)
            seen = Seen(Change.PIXELS, "the view moved") if moved else Seen(Change.NONE)
            return _done(seen, "pointer")
        except Refused:
            raise
        except PaceError as error:
            return Done(problem=str(error))

    async def _active(self, seen: Window | None) -> Window | None:
        active = None if self._windows is None else await self._windows.active()
        return active or seen


def _refuse_password(element: Element) -> None:
    if element.role == PASSWORD:
        raise Refused("That is a password field, and I leave those to you.")


def _done(seen: Seen, method: str) -> Done:
    evidence = Evidence.VERIFIED if seen else Evidence.UNVERIFIED
    return Done(evidence, seen.detail, method)
