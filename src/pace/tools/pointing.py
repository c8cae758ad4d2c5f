"""Pressing and scrolling what is on screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pace.core.call import Risk
from pace.core.element import Element
from pace.core.error import Gone
from pace.core.result import Evidence, Result, failed, unverified, verified
from pace.desktop.acting import Done, Hands
from pace.tools import naming
from pace.tools.declare import Arguments, Clamp, argument, tool
from pace.tools.final import is_final, pressing
from pace.tools.marks import Marks, recovered
from pace.tools.sight import Sight
from pace.tools.visible import first


class Target(Arguments):
    element: str | None = argument("element", "id", default=None, about="the id of an element")
    target: str | None = argument(
        "target", "label", default=None, example="Save",
        about="words for what appears only after an earlier call",
    )  # fmt: skip
    x: int | None = argument("x", default=None, about="where it is on the screen, in pixels")
    y: int | None = argument("y", default=None, about="where it is on the screen, in pixels")


def _named(given: Mapping[str, Any]) -> str:
    if given.get("target"):
        return first(given["target"])
    if "x" in given and "y" in given:
        return f"what is at {given['x']}, {given['y']}"
    return "what you named"


async def _find(given: Target, sight: Sight) -> Element:
    """The element of the call: by its id, by words, or the one that stands at a point."""
    if given.element is None and not given.target and given.x is not None and given.y is not None:
        found = sight.at(given.x, given.y)
        if found is None:
            raise Gone("There is nothing there that I can press; nothing was done.")
        return found
    return await sight.find(given.element, given.target)


@tool(
    "click",
    spellings=("AX.press", "click", "mouse.click"),
    summary="Press a button, link or other control",
    risk=Risk.INPUT,
    reversible=False,
    examples=("press Save", "click the second link"),
    describe=lambda given: f"Press {_named(given)}",
    ahead=naming.pressing("Press"),
    caution=pressing,
)
async def click(given: Target, *, hands: Hands, sight: Sight, marks: Marks | None = None) -> Result:
    try:
        element = await _find(given, sight)
    except Gone as missing:
        marked = await recovered(given.target or "", sight.snapshot, marks)
        if marked is None or is_final(marked.name):
            raise
        result = pressed(marked, await hands.press(marked))
        if result.evidence is not Evidence.VERIFIED:
            raise missing from None  # only what was seen to work stands for the failure
        return result
    return pressed(element, await hands.press(element))


@tool(
    "double_click",
    aliases=("doubleclick",),
    spellings=("AX.doublePress", "double.click", "mouse.doubleClick"),
    summary="Double-click something",
    risk=Risk.INPUT,
    reversible=False,
    examples=("double-click the icon",),
    describe=lambda given: f"Double-click {_named(given)}",
    ahead=naming.pressing("Double-click"),
    caution=pressing,
)
async def double_click(given: Target, *, hands: Hands, sight: Sight) -> Result:
    element = await _find(given, sight)
    return pressed(element, await hands.double_click(element), verb="double-clicked")


def pressed(element: Element, done: Done, *, verb: str = "pressed") -> Result:
    """What is said of a press: what was done, and achieved only if it was seen."""
    name = spoken_label(element)
    if done.problem:
        return failed(done.problem, seen=done.seen)
    if done.evidence is Evidence.VERIFIED:
        return verified(f"I {verb} {name}{_and_seen(done)}.", done.seen)
    if done.seen:
        return unverified(f"I {verb} {name}; {done.seen}.", done.seen)
    return unverified(f"I {verb} {name}; I could not see a change.")


def spoken_label(element: Element) -> str:
    """What a control is called in a sentence: without the dots at its end, and in quotes where it
    has sentences of its own."""
    name = first(element.name)
    name = name.rstrip(".… ") or name or element.role.replace("_", " ")
    return f"“{name}”" if set(name[:-1]) & _ENDS else name


_ENDS = frozenset(".!?;:")


def _and_seen(done: Done) -> str:
    """A window that came up is worth saying; it may be waiting for an answer."""
    return f"; {done.seen}" if done.seen.startswith("a window “") else ""


class Scroll(Arguments):
    direction: Literal["up", "down"] = argument(
        "direction", default="down", about="up or down", example="down"
    )
    amount: Annotated[int, Clamp(1, 50)] = argument(
        "amount", "steps", default=3, about="how many lines, 1 to 50"
    )


@tool(
    "scroll",
    spellings=("AX.scroll",),
    summary="Scroll the window",
    risk=Risk.INPUT,
    reversible=True,
    interruptible=True,
    fleeting=True,
    examples=("scroll down",),
    describe=lambda given: f"Scroll {given.get('direction', 'down')}",
)
async def scroll(given: Scroll, *, hands: Hands) -> Result:
    direction = given.direction
    done = await hands.scroll(direction, given.amount)
    if done.problem:
        return failed(done.problem)
    if done.evidence is Evidence.VERIFIED:
        return verified(f"I scrolled {direction}.", done.seen)
    return unverified(f"I scrolled {direction}; the view did not seem to move.", done.seen)
