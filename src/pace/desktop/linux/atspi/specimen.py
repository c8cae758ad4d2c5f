"""A tiny accessible application of Pace's own, served over D-Bus without a toolkit.

It is what the doctor's probe of the tree reads and presses: one window with a button, a label that
the button changes, and a text field. Nothing of it is on the screen, and no other program's window
is touched.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from dbus_fast import Message, MessageType, Variant

from pace.desktop import dbus
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    ACTION,
    APPLICATION,
    COMPONENT,
    EDITABLE_TEXT,
    NULL,
    PROPERTIES,
    REGISTRY,
    ROOT,
    TEXT,
    Bit,
    bit_words,
)

TITLE: Final = "Pace doctor"
BUTTON: Final = "Press me"
FIELD: Final = "Note"
UNPRESSED: Final = "Not pressed"
PRESSED: Final = "Pressed"

_PREFIX: Final = "/org/a11y/atspi/accessible/"
_APPLICATION, _FRAME, _BUTTON, _LABEL, _ENTRY = 75, 23, 43, 29, 79
_BASE: Final = (Bit.ENABLED, Bit.SENSITIVE, Bit.SHOWING, Bit.VISIBLE)
_UNKNOWN: Final = "org.freedesktop.DBus.Error.UnknownMethod"

_Reply = tuple[str, list[Any]]


@dataclass(eq=False)
class _Thing:
    """One object: what it says, and what it holds."""

    path: str
    role: int
    name: str
    interfaces: tuple[str, ...]
    rect: tuple[int, int, int, int] = (0, 0, 0, 0)
    states: tuple[Bit, ...] = _BASE
    parent: str = NULL
    children: list[str] = field(default_factory=list)
    text: str = ""


class Specimen:
    """The application's objects and the answers they give; `presses` counts the button's."""

    def __init__(self, name: str) -> None:
        """`name` is the unique bus name of the connection that serves it."""
        self.name = name
        self.presses = 0
        self._things: dict[str, _Thing] = {}
        self._add(_Thing(ROOT, _APPLICATION, "Pace", (ACCESSIBLE, APPLICATION)))
        frame = f"{_PREFIX}1"
        both = (ACCESSIBLE, COMPONENT)
        self._add(_Thing(frame, _FRAME, TITLE, both, (40, 40, 300, 160)), ROOT)
        self._add(_Thing(f"{_PREFIX}2", _BUTTON, BUTTON, (*both, ACTION), (60, 60, 90, 30)), frame)
        self._label = _Thing(f"{_PREFIX}3", _LABEL, UNPRESSED, both, (60, 100, 90, 20))
        self._add(self._label, frame)
        self._add(
            _Thing(
                f"{_PREFIX}4", _ENTRY, FIELD, (*both, TEXT, EDITABLE_TEXT), (60, 130, 200, 30),
                (*_BASE, Bit.EDITABLE),
            ),
            frame,
        )  # fmt: skip

    def _add(self, thing: _Thing, parent: str = NULL) -> None:
        thing.parent = parent
        self._things[thing.path] = thing
        if parent != NULL:
            self._things[parent].children.append(thing.path)

    def answer(self, message: Message) -> Message | None:
        """The reply to a call on one of the objects; None for a message that is none."""
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        thing = self._things.get(message.path or "")
        if thing is None:
            return None
        method = self._methods.get((message.interface or "", message.member or ""))
        offered = message.interface == PROPERTIES or message.interface in thing.interfaces
        reply = method(self, thing, message.body) if method is not None and offered else None
        if reply is None:
            return Message.new_error(message, _UNKNOWN, f"No {message.member} here.")
        return Message.new_method_return(message, *reply)

    def _children(self, thing: _Thing, _: list[Any]) -> _Reply:
        return "a(so)", [[[self.name, path] for path in thing.children]]

    def _role(self, thing: _Thing, _: list[Any]) -> _Reply:
        return "u", [thing.role]

    def _states(self, thing: _Thing, _: list[Any]) -> _Reply:
        return "au", [[word % (1 << 32) for word in bit_words(thing.states, 2)]]

    def _interfaces(self, thing: _Thing, _: list[Any]) -> _Reply:
        return "as", [list(thing.interfaces)]

    def _attributes(self, _: _Thing, __: list[Any]) -> _Reply:
        return "a{ss}", [{}]

    def _relations(self, _: _Thing, __: list[Any]) -> _Reply:
        return "a(ua(so))", [[]]

    def _extents(self, thing: _Thing, _: list[Any]) -> _Reply:
        return "(iiii)", [list(thing.rect)]

    def _action_name(self, _: _Thing, __: list[Any]) -> _Reply:
        return "s", ["click"]

    def _act(self, _: _Thing, body: list[Any]) -> _Reply:
        if body != [0]:
            return "b", [False]
        self.presses += 1
        self._label.name = PRESSED
        return "b", [True]

    def _read(self, thing: _Thing, body: list[Any]) -> _Reply:
        start, end = body
        return "s", [thing.text[start : None if end < 0 else end]]

    def _write(self, thing: _Thing, body: list[Any]) -> _Reply:
        thing.text = str(body[0])
        return "b", [True]

    def _property(self, thing: _Thing, body: list[Any]) -> _Reply | None:
        values: Mapping[tuple[str, str], tuple[str, Any]] = {
            (ACCESSIBLE, "Name"): ("s", thing.name),
            (ACCESSIBLE, "Description"): ("s", ""),
            (ACCESSIBLE, "ChildCount"): ("i", len(thing.children)),
            (ACCESSIBLE, "Parent"): ("(so)", [self.name, thing.parent]),
            (APPLICATION, "ToolkitName"): ("s", "Pace"),
            (APPLICATION, "Version"): ("s", "1"),
            (ACTION, "NActions"): ("i", 1),
            (TEXT, "CharacterCount"): ("i", len(thing.text)),
            (TEXT, "CaretOffset"): ("i", len(thing.text)),
        }
        found = values.get((str(body[0]), str(body[1])))
        if found is None or body[0] not in thing.interfaces:
            return None
        return "v", [Variant(*found)]

    def _accept(self, _: _Thing, __: list[Any]) -> _Reply:
        """The registry numbers the application; nothing here needs the number."""
        return "", []

    _methods: Mapping[tuple[str, str], Callable[..., _Reply | None]] = {
        (ACCESSIBLE, "GetChildren"): _children, (ACCESSIBLE, "GetRole"): _role,
        (ACCESSIBLE, "GetState"): _states, (ACCESSIBLE, "GetInterfaces"): _interfaces,
        (ACCESSIBLE, "GetAttributes"): _attributes, (ACCESSIBLE, "GetRelationSet"): _relations,
        (COMPONENT, "GetExtents"): _extents, (ACTION, "GetName"): _action_name,
        (ACTION, "DoAction"): _act, (TEXT, "GetText"): _read,
        (EDITABLE_TEXT, "SetTextContents"): _write, (PROPERTIES, "Get"): _property,
        (PROPERTIES, "Set"): _accept,
    }  # fmt: skip


@asynccontextmanager
async def served(address: str) -> AsyncIterator[Specimen]:
    """Serve it on the accessibility bus at `address` until the context is left."""
    async with dbus.connected(address) as bus:
        specimen = Specimen(bus.name)
        forget = bus.on_message(specimen.answer)
        try:
            await bus.call(
                REGISTRY, ROOT, "org.a11y.atspi.Socket", "Embed", "(so)", [[bus.name, ROOT]],
                who="the accessibility service",
            )  # fmt: skip
            yield specimen
        finally:
            forget()
