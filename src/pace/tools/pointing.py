"""Pressing and scrolling what is on screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pace.core.call import Risk
from pace.core.element import Element
from pace.core.result import Evidence, Result, failed, unverified, verified
from pace.desktop.acting import Done, Hands
from pace.tools.declare import Arguments, argument, tool
from pace.tools.sight import Sight


class Target(Arguments):
    element: str | None = argument("element", "id", default=None, about="the id of an element")
    target: str | None = argument(
        "target", "label", default=None, about="words for what appears only after an earlier call"
    )


#: What a control does that cannot be taken back, by the words on it.
FINAL = frozenset({
    "send", "pay", "buy", "purchase", "delete", "erase", "uninstall", "discard", "wipe", "format",
})  # fmt: skip


def final(given: Mapping[str, Any], ports: Mapping[str, object]) -> str:
    """Why pressing this asks first: what stands on the control, or nothing."""
    words = str(given.get("target") or given.get("label") or "")
    sight = ports.get("sight")
    if isinstance(sight, Sight) and (element := sight.snapshot.element(given.get("element"))):
        words = element.name
    plain = "".join(c if c.isalnum() else " " for c in words.lower()).split()
    return f"“{words}” may not be undone" if FINAL & set(plain) else ""


def _named(given: Mapping[str, Any]) -> str:
    return str(given.get("target") or given.get("label") or "what you named")


@tool(
    "click",
    summary="Press a button, link or other control",
    risk=Risk.INPUT,
    reversible=False,
    examples=("press Save", "click the second link"),
    describe=lambda given: f"Press {_named(given)}",
    caution=final,
)
async def click(given: Target, *, hands: Hands, sight: Sight) -> Result:
    element = await sight.find(given.element, given.target)
    return pressed(element, await hands.press(element))


@tool(
    "double_click",
    aliases=("doubleclick",),
    summary="Double-click something",
    risk=Risk.INPUT,
    reversible=False,
    examples=("double-click the icon",),
    describe=lambda given: f"Double-click {_named(given)}",
    caution=final,
)
async def double_click(given: Target, *, hands: Hands, sight: Sight) -> Result:
    element = await sight.find(given.element, given.target)
    return pressed(element, await hands.double_click(element), verb="double-clicked")


def pressed(element: Element, done: Done, *, verb: str = "pressed") -> Result:
    """What is said of a press: what was done, and achieved only if it was seen."""
    name = element.name or element.role.replace("_", " ")
    if done.problem:
        return failed(done.problem, seen=done.seen)
    if done.evidence is Evidence.VERIFIED:
        return verified(f"I {verb} {name}{_and_seen(done)}.", done.seen)
    return unverified(f"I {verb} {name}; I could not see a change.", done.seen)


def _and_seen(done: Done) -> str:
    """A window that came up is worth saying; it may be waiting for an answer."""
    return f"; {done.seen}" if done.seen.startswith("a window “") else ""


class Scroll(Arguments):
    direction: str = argument("direction", default="down", about="up or down")
    amount: int = argument("amount", "steps", default=3, about="how many lines, 1 to 50")


@tool(
    "scroll",
    summary="Scroll the window",
    risk=Risk.INPUT,
    reversible=True,
    interruptible=True,
    examples=("scroll down",),
    describe=lambda given: f"Scroll {given.get('direction', 'down')}",
)
async def scroll(given: Scroll, *, hands: Hands) -> Result:
    direction = given.direction.strip().lower()
    if direction not in ("up", "down"):
        return failed(f"I can scroll up and down, not {given.direction}.")
    done = await hands.scroll(direction, max(1, min(50, given.amount)))
    if done.problem:
        return failed(done.problem)
    if done.evidence is Evidence.VERIFIED:
        return verified(f"I scrolled {direction}.", done.seen)
    return unverified(f"I scrolled {direction}; the view did not seem to move.", done.seen)
