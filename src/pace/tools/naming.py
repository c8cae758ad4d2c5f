"""Where a press, a key or a text goes, by its name on the screen: what an approval line says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pace.core.call import Call
from pace.core.element import Element
from pace.core.tool import Ahead, Looks
from pace.desktop.keys import parse_chord
from pace.tools.sight import Sight
from pace.tools.visible import first

#: Keys that act on what has the focus, when they are pressed alone.
_ON_FOCUS: Final = frozenset({"return", "space", "forwarddelete", "backspace"})


def element_of(given: Mapping[str, Any], sight: Sight) -> Element | None:
    """The element that arguments name by its id or by a point, as it was seen."""
    element = sight.snapshot.element(given.get("element"))
    if element is None and "x" in given and "y" in given:
        return sight.at(given["x"], given["y"])
    return element


def pressing(verb: str) -> Looks:
    """For what presses an element: the verb, its name and its window."""

    async def ahead(call: Call, _: Any, ports: Mapping[str, object]) -> Ahead:
        sight = ports.get("sight")
        element = element_of(call.arguments, sight) if isinstance(sight, Sight) else None
        if not isinstance(sight, Sight) or element is None:
            return Ahead()
        return Ahead(f"{verb} {_called(element)}{_window(sight)}")

    return ahead


async def key(_: Call, given: Any, ports: Mapping[str, object]) -> Ahead:
    """For a key: what has the focus, where it acts on that, and the window."""
    sight = ports.get("sight")
    if not isinstance(sight, Sight) or not ports.get("first"):
        return Ahead()  # where the focus is after an earlier step, nobody knows
    chord = parse_chord(given.key)
    on_focus = chord.key in _ON_FOCUS and not chord.modifiers and sight.focus is not None
    there = f" on {_called(sight.focus)}" if on_focus and sight.focus is not None else ""
    return Ahead(f"Press {first(chord)}{there}{_window(sight)}")


def into(call: Call, ports: Mapping[str, object]) -> str:
    """The field that a text goes into and its window, or nothing where that is not known."""
    sight = ports.get("sight")
    if not isinstance(sight, Sight):
        return ""
    element = element_of(call.arguments, sight)
    if element is None and call.arguments.get("field"):
        return f"“{first(call.arguments['field'])}”"
    if element is None and "element" not in call.arguments and ports.get("first"):
        element = sight.focus if sight.focus is not None and sight.focus.editable else None
    return f"{_called(element)}{_window(sight)}" if element is not None else ""


def _called(element: Element) -> str:
    name = first(element.name)
    return f"“{name}”" if name else f"a {element.role.replace('_', ' ')} without a name"


def _window(sight: Sight) -> str:
    window = sight.snapshot.window
    title = first(window.title or window.app) if window is not None else ""
    return f" in “{title}”" if title else ""
