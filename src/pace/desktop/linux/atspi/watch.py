"""Evidence of an act: what the application announces, and what its element reads when asked again.

Announcements alone do not do (GTK 4 makes few, Qt makes them after 110 ms), and asking alone sees
only the element itself; so both run until the first change, or the time is up.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import anyio

from pace.core.error import PaceError
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    BUS,
    BUS_PATH,
    FIELDS,
    FRAMES,
    PASSWORD_ROLE,
    POPUPS,
    ROLES,
    ROOT,
    TEXT,
    VALUE,
    Bit,
    is_set,
    role_word,
    state_words,
    tidy,
)
from pace.desktop.linux.atspi.nodes import Node, interfaces
from pace.desktop.linux.atspi.wire import Ask, Fault, Wire, read
from pace.desktop.ports import Change, Seen

if TYPE_CHECKING:
    from dbus_fast import Message

_PREFIX: Final = "org.a11y.atspi.Event."
_ASK_EVERY: Final = 0.04
#: How long what says little waits for what says more, and what says that something comes.
_MOMENTS: Final = (0.06, 0.6, 1.0)
_MOST_KEPT: Final = 64
_SOMETHING: Final = "something in the window changed"
_SHOWN: Final = 60

#: States whose change on the element is an effect. Armed, pressed on a plain button and focus on
#: the element itself only say that it was pressed.
_EFFECTS: Final = frozenset(
    {"checked", "selected", "expanded", "enabled", "sensitive", "showing", "visible", "editable"}
)
_CLOSED: Final = frozenset({"destroy", "close"})
_OPENED: Final = frozenset({"create", "activate"})
_OPENED_ONE: Final = "a window opened"

_MENU_ITEMS: Final = frozenset({"menu_item", "check_menu_item", "radio_menu_item"})
#: What changes on a menu item that is pressed, whatever it does.
_OF_MENUS: Final = frozenset({"selected", "offscreen", "hidden", "showing", "visible"})
_MENU_CLOSED: Final = "its menu closed"
_WEIGHTS: Final = {_SOMETHING: 0, _MENU_CLOSED: 1, _OPENED_ONE: 2}


@dataclass(frozen=True, slots=True)
class _Look:
    """What the element says of itself at one moment."""

    states: frozenset[str]
    name: str
    numbers: tuple[float | None, ...]


class ElementWatch:
    """Gathers evidence from its start on; `first_change` waits for the first."""

    def __init__(self, wire: Wire, node: Node | None) -> None:
        self._wire = wire
        self._node = node
        self._heard: deque[Message] = deque(maxlen=_MOST_KEPT)
        self._arrived = anyio.Event()
        self._before: _Look | None = None
        self._asked: list[Ask] = []
        self._windows: set[tuple[str, str]] = set()
        self._created: set[tuple[str, str]] = set()

    async def begin(self) -> None:
        if self._node is not None:
            offered = await interfaces(self._wire, self._node)
            if VALUE in offered:
                self._asked.append(read(self._node.path, VALUE, "CurrentValue"))
            if TEXT in offered and self._node.role != PASSWORD_ROLE:
                self._asked.append(read(self._node.path, TEXT, "CharacterCount"))
            self._before = await self._look(self._node)
            self._windows = set(await self._top_levels(self._node.app))

    def hear(self, message: Message) -> None:
        if message.interface is not None and message.interface.startswith(_PREFIX):
            self._heard.append(message)
            self._arrived.set()

    async def first_change(self, timeout: float) -> Seen:
        """The first evidence within `timeout` seconds and a moment, or none.

        What says little ("something in the window changed") waits a moment for what says more. An
        application that builds a dialog answers nothing meanwhile, so the time is up only once it
        answered a question put after that.
        """
        deadline = time.monotonic() + timeout
        best: Seen | None = None
        while True:
            left = deadline - time.monotonic()
            asked = await self._change_asked()
            if left <= 0:
                await self._catch_up()
            for seen in filter(None, [*await self._changes_heard(), asked]):
                if best is None or _weight(seen) > _weight(best):
                    if _weight(seen) >= len(_MOMENTS):
                        return seen
                    best = seen
                    deadline = time.monotonic() + _MOMENTS[_weight(seen)]
            if left <= 0 and deadline <= time.monotonic():
                return best or Seen(Change.NONE)
            with anyio.move_on_after(min(max(0.0, left), _ASK_EVERY)):
                await self._arrived.wait()
            if self._arrived.is_set():
                self._arrived = anyio.Event()

    async def _catch_up(self) -> None:
        """Let arrive what was announced before now."""
        await self._wire.ask(BUS, [Ask(BUS_PATH, BUS, "GetId")])

    async def _changes_heard(self) -> list[Seen]:
        heard = list(self._heard)
        self._heard.clear()
        try:
            return [seen for message in heard if (seen := await self._meaning(message)) is not None]
        except PaceError:
            return []  # it announced something and does not answer what

    async def _meaning(self, message: Message) -> Seen | None:
        kind = (message.interface or "")[len(_PREFIX) :]
        member = (message.member or "").lower()
        if kind == "Window":
            return await self._window_change(member, message)
        if self._node is None or message.sender != self._node.app:
            return None
        if kind == "Document":
            return Seen(Change.TREE, "a page loaded") if member == "loadcomplete" else None
        detail = str(message.body[0]) if message.body else ""
        own = message.path == self._node.path
        if member == "statechanged":
            return await self._state_change(message, detail, own)
        if own and member == "selectionchanged":
            return Seen(Change.STATE, "the selection changed")
        if member == "textchanged" or (member == "propertychange" and detail == "accessible-name"):
            if own:
                return Seen(Change.TEXT, "its text changed") if member == "textchanged" else None
            return await self._words_at(message.path or "")
        if member == "propertychange" and detail == "accessible-value":
            return Seen(Change.VALUE, "its value changed") if own else None
        if member == "childrenchanged" and not own:
            return Seen(Change.TREE, _SOMETHING)
        return None

    async def _window_change(self, member: str, message: Message) -> Seen | None:
        """A window that opened, closed, or took the front from the element's own."""
        node, bus, path = self._node, message.sender or "", message.path or ""
        if member in _CLOSED:
            if node is not None and bus != node.app:
                return None
            return Seen(Change.WINDOWS, "a window closed")
        if member not in _OPENED:
            return None
        calls = [Ask(path, ACCESSIBLE, "GetRole"), read(path, ACCESSIBLE, "Name")]
        try:
            role, name = await self._wire.ask(bus, calls, hurry=True)
            if member == "activate" and await self._own_is_active():
                return None
        except PaceError:
            return Seen(Change.WINDOWS, _OPENED_ONE)
        if not isinstance(role, Fault) and role[0] in POPUPS:
            return Seen(Change.WINDOWS, "a menu opened")
        title = "" if isinstance(name, Fault) else " ".join(str(name[0].value).split())
        if member == "create":
            self._created.add((bus, path))
        if not self._is_new(bus, path):
            shown = f"the window “{title}”" if title else "another window"
            return Seen(Change.WINDOWS, f"{shown} came to the front")
        return Seen(Change.WINDOWS, f"a window “{title}” appeared" if title else _OPENED_ONE)

    def _is_new(self, bus: str, path: str) -> bool:
        """Whether the window was not there before the act, as far as that is known."""
        own = self._node is not None and bus == self._node.app
        return (bus, path) in self._created or (own and (bus, path) not in self._windows)

    async def _own_is_active(self) -> bool:
        """Whether the element's own window is; its coming to the front is no effect of the act."""
        if self._node is None:
            return False
        ask = Ask(self._node.frame, ACCESSIBLE, "GetState")
        answer = (await self._wire.ask(self._node.app, [ask]))[0]
        return not isinstance(answer, Fault) and is_set(list(answer[0]), Bit.ACTIVE)

    async def _top_levels(self, app: str) -> list[tuple[str, str]]:
        children = (await self._wire.ask(app, [Ask(ROOT, ACCESSIBLE, "GetChildren")]))[0]
        return [] if isinstance(children, Fault) else [(bus, path) for bus, path in children[0]]

    async def _state_change(self, message: Message, detail: str, own: bool) -> Seen | None:
        on = bool(message.body[1]) if len(message.body) > 1 else False
        if own:
            if detail in _EFFECTS or (detail == "pressed" and self._holds_pressed()):
                word, nothing = frozenset({detail}), frozenset[str]()
                changes = (word, nothing) if on else (nothing, word)
                return self._states_changed(*changes)
            return None
        if detail == "focused" and on:
            return Seen(Change.FOCUS, "the focus moved")
        return None

    def _states_changed(self, gained: frozenset[str], lost: frozenset[str]) -> Seen | None:
        if self._is_menu_item() and gained | lost <= _OF_MENUS:
            closed = gained & {"offscreen", "hidden"} or lost & {"showing", "visible"}
            return Seen(Change.TREE, _MENU_CLOSED) if closed else None
        phrases = [f"it is now {word}" for word in sorted(gained)]
        phrases += [f"it is no longer {word}" for word in sorted(lost)]
        return Seen(Change.STATE, ", ".join(phrases))

    def _is_menu_item(self) -> bool:
        return self._node is not None and ROLES.get(self._node.role) in _MENU_ITEMS

    def _holds_pressed(self) -> bool:
        return self._node is not None and ROLES.get(self._node.role) == "toggle_button"

    async def _words_at(self, path: str) -> Seen | None:
        """What a node that changed now says; nothing of a password field."""
        assert self._node is not None
        calls = [Ask(path, ACCESSIBLE, "GetRole"), read(path, ACCESSIBLE, "Name")]
        role, name = await self._wire.ask(self._node.app, calls)
        if isinstance(role, Fault) or role[0] == PASSWORD_ROLE:
            return Seen(Change.TREE, _SOMETHING)
        said = "" if isinstance(name, Fault) else " ".join(str(name[0].value).split())
        said = tidy(said, self._node.toolkit)
        if role[0] in FRAMES:
            if self._is_new(self._node.app, path):
                return Seen(Change.WINDOWS, _OPENED_ONE)
            return Seen(Change.TREE, f"the window is now “{said}”") if said else None
        if role[0] in FIELDS:
            return Seen(Change.TREE, f"{said} changed" if said else _SOMETHING)
        word = role_word(role[0], [0, 0]).replace("_", " ") if role[0] in ROLES else "text"
        shown = said if len(said) <= _SHOWN else said[:_SHOWN] + "…"
        return Seen(Change.TREE, f"a {word} now reads “{shown}”" if shown else _SOMETHING)

    async def _change_asked(self) -> Seen | None:
        if self._node is None or self._before is None:
            return None
        try:
            now = await self._look(self._node)
        except PaceError:
            return None  # it does not answer at the moment; announcements may still come
        before = self._before
        if now is None:
            return Seen(Change.GONE, "it is gone")
        if now.states != before.states:
            gained, lost = now.states - before.states, before.states - now.states
            if seen := self._states_changed(gained, lost):
                return seen
        for call, was, number in zip(self._asked, before.numbers, now.numbers, strict=True):
            if was != number and call.body[0] == VALUE:
                return Seen(Change.VALUE, f"its value is now {number or 0:g}")
            if was != number:
                return Seen(Change.TEXT, "its text changed")
        if now.name != before.name:
            return Seen(Change.TEXT, f"it now reads “{now.name}”")
        return None

    async def _look(self, node: Node) -> _Look | None:
        calls = [Ask(node.path, ACCESSIBLE, "GetState"), read(node.path, ACCESSIBLE, "Name")]
        states, name, *more = await self._wire.ask(node.app, calls + self._asked)
        if isinstance(states, Fault) or is_set(list(states[0]), Bit.DEFUNCT):
            return None
        words = state_words(list(states[0])) - {"focused"}
        if not self._holds_pressed():
            words -= {"pressed"}
        numbers = tuple(None if isinstance(a, Fault) else float(a[0].value) for a in more)
        return _Look(words, "" if isinstance(name, Fault) else name[0].value, numbers)


def _weight(seen: Seen) -> int:
    """How much it says."""
    return 0 if seen.change is Change.FOCUS else _WEIGHTS.get(seen.detail, len(_MOMENTS))


@asynccontextmanager
async def watching(wire: Wire, node: Node | None) -> AsyncIterator[ElementWatch]:
    """A watch on the node's application, and on windows of every application."""
    rules = [f"type='signal',interface='{_PREFIX}Window'"]
    if node is not None:
        rules += [
            f"type='signal',interface='{_PREFIX}{kind}',sender='{node.app}'"
            for kind in ("Object", "Document", "Focus")
        ]
    watch = ElementWatch(wire, node)
    with wire.listening(watch.hear):
        try:
            await wire.ask(BUS, [Ask(BUS_PATH, BUS, "AddMatch", "s", (rule,)) for rule in rules])
            await watch.begin()
            yield watch
        finally:
            with anyio.CancelScope(shield=True):
                await wire.ask(
                    BUS, [Ask(BUS_PATH, BUS, "RemoveMatch", "s", (rule,)) for rule in rules]
                )
