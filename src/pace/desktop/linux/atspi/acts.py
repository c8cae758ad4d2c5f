"""Acts on one node other than text: its actions, its value, focus, and scrolling to it."""

from __future__ import annotations

import math
from typing import Final

from dbus_fast import Variant

from pace.core.error import Gone
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    ACTION,
    COMPONENT,
    PROPERTIES,
    VALUE,
    Bit,
    is_set,
)
from pace.desktop.linux.atspi.nodes import Node, interfaces
from pace.desktop.linux.atspi.setting_off import set_off
from pace.desktop.linux.atspi.text import comes_to
from pace.desktop.linux.atspi.wire import Ask, Fault, Wire, read

#: What a press means, by the action names of the toolkits; of several the earliest here is done.
_PRESSES: Final = (
    "click", "press", "push", "toggle", "jump", "dodefault", "check", "uncheck", "switch",
    "select", "activate", "open", "showmenu", "expand", "collapse",
)  # fmt: skip
_MOST_ACTIONS: Final = 8
_ANYWHERE: Final = 6
#: A browser that is busy moves the focus late.
_FOCUS_SECONDS: Final = 1.0


async def press(wire: Wire, node: Node) -> bool:
    """Do the action that presses it; False when it has none that can be done. Raises Gone.

    An action that was sent and is not answered yet counts as done: what comes of it is seen.
    """
    index = await _press_index(wire, node)
    if index is None:
        await must_exist(wire, node)
        return False
    answer = await set_off(wire, node, Ask(node.path, ACTION, "DoAction", "i", (index,)))
    if answer is None:
        return True
    if isinstance(answer, Fault):
        await must_exist(wire, node)
        return False
    return answer[:1] != [False]


async def _press_index(wire: Wire, node: Node) -> int | None:
    if ACTION not in await interfaces(wire, node):
        return None
    count = (await wire.ask(node.app, [read(node.path, ACTION, "NActions")]))[0]
    if isinstance(count, Fault) or count[0].value <= 0:
        return None
    number = min(int(count[0].value), _MOST_ACTIONS)
    # GetActions gives empty names in Chromium and Firefox; GetName does not.
    calls = [Ask(node.path, ACTION, "GetName", "i", (n,)) for n in range(number)]
    answers = await wire.ask(node.app, calls)
    names = ["" if isinstance(a, Fault) else str(a[0]).lower().replace(" ", "") for a in answers]
    if not any(names):
        return 0
    # No other will do: the first action of a GTK 4 label copies to the clipboard.
    return next((names.index(name) for name in _PRESSES if name in names), None)


async def set_number(wire: Wire, node: Node, value: float) -> bool:
    """Set its value; True when it then has it."""

    if VALUE not in await interfaces(wire, node):
        await must_exist(wire, node)
        return False

    async def reached() -> bool:
        answer = (await wire.ask(node.app, [read(node.path, VALUE, "CurrentValue")]))[0]
        return not isinstance(answer, Fault) and math.isclose(
            answer[0].value, value, rel_tol=1e-6, abs_tol=1e-6
        )

    body = (VALUE, "CurrentValue", Variant("d", float(value)))
    answer = (await wire.ask(node.app, [Ask(node.path, PROPERTIES, "Set", "ssv", body)]))[0]
    if isinstance(answer, Fault):
        await must_exist(wire, node)
        return False
    return await comes_to(reached, True)


async def number(wire: Wire, node: Node) -> float | None:
    """Its value, or None when it has none."""
    if VALUE not in await interfaces(wire, node):
        return None
    answer = (await wire.ask(node.app, [read(node.path, VALUE, "CurrentValue")]))[0]
    return None if isinstance(answer, Fault) else float(answer[0].value)


async def focus(wire: Wire, node: Node) -> bool:
    """Give it the keyboard focus; True when it then says so."""
    answer = (await wire.ask(node.app, [Ask(node.path, COMPONENT, "GrabFocus")]))[0]
    refused = isinstance(answer, Fault) or answer[:1] == [False]
    seconds = 0.0 if refused else _FOCUS_SECONDS
    return await comes_to(lambda: has_state(wire, node, Bit.FOCUSED), True, seconds)


async def scroll_into_view(wire: Wire, node: Node) -> bool:
    await wire.ask(node.app, [Ask(node.path, COMPONENT, "ScrollTo", "u", (_ANYWHERE,))])
    return await comes_to(lambda: has_state(wire, node, Bit.SHOWING), True)


async def has_state(wire: Wire, node: Node, bit: Bit) -> bool:
    """Raises Gone."""
    answer = (await wire.ask(node.app, [Ask(node.path, ACCESSIBLE, "GetState")]))[0]
    if isinstance(answer, Fault):
        raise Gone("It is no longer there.")
    return is_set(list(answer[0]), bit)


async def must_exist(wire: Wire, node: Node) -> None:
    """Raise Gone unless the node still is what it was."""
    role = (await wire.ask(node.app, [Ask(node.path, ACCESSIBLE, "GetRole")]))[0]
    if isinstance(role, Fault) or (node.role and role[0] != node.role):
        raise Gone("It is no longer there.")
    if await has_state(wire, node, Bit.DEFUNCT):
        raise Gone("It is no longer there.")
