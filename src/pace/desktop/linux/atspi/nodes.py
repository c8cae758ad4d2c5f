"""One node of the tree: its handle, and what was read of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pace.core.element import Rect
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    COMPONENT,
    PASSWORD_ROLE,
    Bit,
    coordinates_for,
    is_set,
)
from pace.desktop.linux.atspi.wire import Answer, Ask, Fault, Wire, read

Extents = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Node:
    """The handle of an element: its application's bus name, its object path, its role number.

    `frame` is the path of its window, `toolkit` what drew it, such as "GTK 4.8.3"; `in_pixels` says
    that its extents are screen pixels though those of its window are not.
    """

    app: str
    path: str
    role: int = 0
    frame: str = ""
    toolkit: str = ""
    in_pixels: bool = False


@dataclass(slots=True)
class Reading:
    """What one snapshot read of a node; filled in round by round.

    `placed` says that its extents were asked for; None then means that it has none.
    """

    path: str
    role: int = 0
    states: list[int] = field(default_factory=lambda: [0, 0])
    name: str = ""
    text: str = ""
    extents: Rect | None = None
    placed: bool = False
    in_pixels: bool = False

    def has(self, bit: Bit) -> bool:
        return is_set(self.states, bit)


def named(path: str) -> tuple[Ask, Ask]:
    """The calls for name and role."""
    return read(path, ACCESSIBLE, "Name"), Ask(path, ACCESSIBLE, "GetRole")


def describe(path: str) -> tuple[Ask, Ask, Ask]:
    """The calls for name, role and states, which `described_as` reads."""
    return *named(path), Ask(path, ACCESSIBLE, "GetState")


def extents_of(path: str, toolkit: str) -> Ask:
    return Ask(path, COMPONENT, "GetExtents", "u", (coordinates_for(toolkit),))


def described_as(path: str, answers: Sequence[Answer]) -> Reading | None:
    """The node from the answers to `describe`; None when it has gone."""
    name, role, states = answers
    if isinstance(role, Fault) or isinstance(states, Fault):
        return None
    return Reading(path, role[0], list(states[0]), "" if isinstance(name, Fault) else name[0].value)


def rect_in(answer: Answer) -> Rect | None:
    """The rectangle in the answer to `GetExtents`."""
    return None if isinstance(answer, Fault) else rect_of(answer[0])


def rect_of(extents: Extents) -> Rect | None:
    """The rectangle, or None for what has no size or was never laid out."""
    x, y, width, height = extents
    if width <= 0 or height <= 0 or min(x, y) < -_FAR:
        return None
    return Rect(x, y, width, height)


#: How many children are asked for their words.
_MOST_CHILDREN: Final = 8
#: Toolkits answer -2147483648 for what is not on screen; X11 positions have 16 bits.
_FAR = 32768


def interfaces_of(path: str) -> Ask:
    return Ask(path, ACCESSIBLE, "GetInterfaces")


async def interfaces(wire: Wire, node: Node) -> list[str]:
    """What the node offers; empty when it is gone.

    Ask before using one: GTK 3 logs a critical warning for a call on an interface a node lacks.
    """
    answer = (await wire.ask(node.app, [interfaces_of(node.path)]))[0]
    return [] if isinstance(answer, Fault) else list(answer[0])


async def first_words(wire: Wire, app: str, path: str) -> str:
    """What the first child reads that reads anything, or ""."""
    children = (await wire.ask(app, [Ask(path, ACCESSIBLE, "GetChildren")]))[0]
    if isinstance(children, Fault):
        return ""
    paths = [child for bus, child in children[0][:_MOST_CHILDREN] if bus == app]
    answers = await wire.ask(app, [call for one in paths for call in named(one)])
    for name, role in zip(answers[::2], answers[1::2], strict=True):
        if isinstance(name, Fault) or isinstance(role, Fault) or role[0] == PASSWORD_ROLE:
            continue
        if name[0].value.strip():
            return str(name[0].value)
    return ""
