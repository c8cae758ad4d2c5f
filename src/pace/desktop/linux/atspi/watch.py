"""Evidence of an act: what the application announces, and what its element reads when asked again.

Announcements alone do not do (GTK 4 makes few, Qt makes them after 110 ms), and asking alone sees
only the element itself; so both run until a change says enough (see `weighing`), or the time is up.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import anyio

from pace.core.error import PaceError
from pace.desktop.linux.atspi.hum import Before, Hum, changes
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
    renews_itself,
    state_words,
    tidy,
)
from pace.desktop.linux.atspi.nodes import Node, describe, described_as, first_words, interfaces
from pace.desktop.linux.atspi.phrases import (
    LITTLE,
    OPENED_ONE,
    appeared,
    grows,
    inserted_in,
    one_line,
    reads,
    short,
)
from pace.desktop.linux.atspi.weighing import SOMETHING, Found, Strongest, Weight, of_words
from pace.desktop.linux.atspi.wire import Answer, Ask, Fault, Wire, read
from pace.desktop.ports import Change, Seen

if TYPE_CHECKING:
    from dbus_fast import Message

_PREFIX: Final = "org.a11y.atspi.Event."
_ASK_EVERY: Final = 0.04
_MOST_KEPT: Final = 64

#: States whose change on the element is an effect. Armed, pressed on a plain button and focus on
#: the element itself only say that it was pressed.
_EFFECTS: Final = frozenset(
    {"checked", "selected", "expanded", "enabled", "sensitive", "showing", "visible", "editable"}
)
_WINDOWS: Final = FRAMES.keys() - POPUPS
_CLOSED: Final = frozenset({"destroy", "close"})
_OPENED: Final = frozenset({"create", "activate"})

_MENU_ITEMS: Final = frozenset({"menu_item", "check_menu_item", "radio_menu_item"})
#: What changes on a menu item that is pressed, whatever it does.
_OF_MENUS: Final = frozenset({"selected", "offscreen", "hidden", "showing", "visible"})
_MENU_CLOSED: Final = Found(Seen(Change.TREE, "its menu closed"), Weight.ASIDE)


@dataclass(frozen=True, slots=True)
class _Look:
    """What the element says of itself at one moment."""

    states: frozenset[str]
    name: str
    numbers: tuple[float | None, ...]


class ElementWatch:
    """Gathers evidence from its start on; `first_change` waits for what says enough."""

    def __init__(self, wire: Wire, node: Node | None, before: Before) -> None:
        self._wire = wire
        self._node = node
        self._changing = before
        self._heard: deque[tuple[float, Message]] = deque(maxlen=_MOST_KEPT)
        self._heard_of_windows: deque[Message] = deque(maxlen=_MOST_KEPT)
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
        self._changing = self._changing.also(message for _, message in self._heard)
        self._heard.clear()

    def hear(self, message: Message) -> None:
        """Keep what is announced; a window is not lost among hundreds of things within it."""
        if message.interface is not None and message.interface.startswith(_PREFIX):
            if message.interface == _PREFIX + "Window":
                self._heard_of_windows.append(message)
            else:
                self._heard.append((time.monotonic(), message))
            self._arrived.set()

    async def first_change(self, timeout: float) -> Seen:
        """The first evidence within `timeout` seconds that says enough, or what there was.

        An application that builds a dialog answers nothing meanwhile, so the time is up only once
        it answered a question put after that, and what it announced before was read.
        """
        best = Strongest(time.monotonic() + timeout)
        while True:
            over = time.monotonic() >= best.until
            asked = None if best.answered else await self._change_asked()
            if over:
                await self._catch_up()
            await self._read_heard(best)
            best.add(asked, time.monotonic())
            best.settle(time.monotonic())
            if best.final or (over and time.monotonic() >= best.until):
                return best.seen
            left = best.until - time.monotonic()
            with anyio.move_on_after(min(max(0.0, left), _ASK_EVERY)):
                await self._arrived.wait()
            if self._arrived.is_set():
                self._arrived = anyio.Event()

    async def _catch_up(self) -> None:
        """Let arrive what was announced before now."""
        await self._wire.ask(BUS, [Ask(BUS_PATH, BUS, "GetId")])

    async def _read_heard(self, best: Strongest) -> None:
        """Weigh what was announced, windows first: the rest need not be asked for then."""
        of_windows, others = list(self._heard_of_windows), list(self._heard)
        self._heard_of_windows.clear()
        self._heard.clear()
        try:
            for message in of_windows:
                best.add(await self._meaning(message), time.monotonic())
            for at, message in others:
                if best.says_at_least(Weight.COMING):
                    return
                found = await self._meaning(message)
                counts = found is not None and found.weight is Weight.COUNT
                best.add(found, at if counts else time.monotonic())
        except PaceError:
            return  # it announced something and does not answer what

    async def _meaning(self, message: Message) -> Found | None:
        kind = (message.interface or "")[len(_PREFIX) :]
        member = (message.member or "").lower()
        if kind == "Window":
            return await self._window_change(member, message)
        if self._node is None or message.sender != self._node.app:
            return None
        if kind == "Document":
            return await self._page(message.path or "") if member == "loadcomplete" else None
        detail = str(message.body[0]) if message.body else ""
        own = message.path == self._node.path
        if member == "statechanged":
            return self._state_change(message, detail, own)
        if own and member == "selectionchanged":
            return Found(Seen(Change.STATE, "the selection changed"), Weight.OWN)
        if changes(message) and message.path in self._changing.sources:
            return LITTLE
        if member == "textchanged" or (member == "propertychange" and detail == "accessible-name"):
            if own:
                its = Found(Seen(Change.TEXT, "its text changed"), Weight.OWN)
                return its if member == "textchanged" else None
            return await self._words_at(
                message.path or "", message.path or "", inserted_in(message)
            )
        if member == "propertychange" and detail == "accessible-value":
            return Found(Seen(Change.VALUE, "its value changed"), Weight.OWN) if own else None
        if member == "childrenchanged":
            return await self._children_change(message, detail, own)
        return None

    async def _page(self, path: str) -> Found:
        """A page that loaded; Firefox loads ones that nobody sees, for later."""
        assert self._node is not None
        node = described_as(path, await self._wire.ask(self._node.app, describe(path)))
        hidden = node is not None and not node.has(Bit.SHOWING)
        return LITTLE if hidden else Found(Seen(Change.TREE, "a page loaded"), Weight.OWN)

    async def _children_change(self, message: Message, detail: str, own: bool) -> Found | None:
        """What came into something says what it reads; what is in a button is how it looks."""
        if own:
            opens = self._before is not None and self._before.states & {"expanded", "expandable"}
            return Found(Seen(Change.TREE, "what is in it changed"), Weight.OWN) if opens else None
        child = message.body[3].value if len(message.body) > 3 else None
        if not detail.startswith("add") or not isinstance(child, tuple | list):
            return LITTLE
        return await self._words_at(str(child[1]), message.path or "")

    async def _window_change(self, member: str, message: Message) -> Found | None:
        """A window that opened, closed, or took the front from the element's own."""
        node, bus, path = self._node, message.sender or "", message.path or ""
        if member in _CLOSED:
            if node is not None and bus != node.app:
                return None
            return Found(Seen(Change.WINDOWS, "a window closed"), Weight.WINDOW)
        if member not in _OPENED:
            return None
        calls = [Ask(path, ACCESSIBLE, "GetRole"), read(path, ACCESSIBLE, "Name")]
        try:
            role, name = await self._wire.ask(bus, calls, hurry=True)
            if member == "activate" and await self._own_is_active():
                return None
        except PaceError:
            return OPENED_ONE
        if not isinstance(role, Fault) and role[0] in POPUPS:
            return Found(Seen(Change.WINDOWS, "a menu opened"), Weight.WINDOW)
        title = "" if isinstance(name, Fault) else name[0].value
        if member == "create":
            self._created.add((bus, path))
        if self._is_new(bus, path):
            return appeared(title)
        shown = f"the window “{one_line(title)}”" if title.strip() else "another window"
        return Found(Seen(Change.WINDOWS, f"{shown} came to the front"), Weight.WINDOW)

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

    def _state_change(self, message: Message, detail: str, own: bool) -> Found | None:
        on = bool(message.body[1]) if len(message.body) > 1 else False
        if own:
            if detail in _EFFECTS or (detail == "pressed" and self._holds_pressed()):
                word, nothing = frozenset({detail}), frozenset[str]()
                changes = (word, nothing) if on else (nothing, word)
                return self._states_changed(*changes)
            return None
        if detail == "focused" and on:
            return Found(Seen(Change.FOCUS, "the focus moved"), Weight.FOCUS)
        return None

    def _states_changed(self, gained: frozenset[str], lost: frozenset[str]) -> Found | None:
        if self._is_menu_item() and gained | lost <= _OF_MENUS:
            closed = gained & {"offscreen", "hidden"} or lost & {"showing", "visible"}
            return _MENU_CLOSED if closed else None
        phrases = [f"it is now {word}" for word in sorted(gained)]
        phrases += [f"it is no longer {word}" for word in sorted(lost)]
        return Found(Seen(Change.STATE, ", ".join(phrases)), Weight.OWN)

    def _is_menu_item(self) -> bool:
        return self._node is not None and ROLES.get(self._node.role) in _MENU_ITEMS

    def _holds_pressed(self) -> bool:
        return self._node is not None and ROLES.get(self._node.role) == "toggle_button"

    async def _words_at(self, path: str, source: str, inserted: str = "") -> Found | None:
        """What a node that changed or came now says; nothing of a password field.

        A window that came meanwhile is the outcome, and the node may be in it. `source` is what
        announced it, `inserted` the words that it announced.
        """
        assert self._node is not None
        app, toolkit = self._node.app, self._node.toolkit
        calls = [*describe(path), Ask(ROOT, ACCESSIBLE, "GetChildren")]
        *answers, top_levels = await self._wire.ask(app, calls)
        if (window := await self._newcomer(top_levels)) is not None:
            return window
        node = described_as(path, answers)
        if node is None or node.role == PASSWORD_ROLE:
            return LITTLE
        unseen = bool(state_words(node.states, toolkit) & {"hidden", "offscreen"})
        if node.role in FRAMES and unseen:
            return Found(SOMETHING, Weight.COMING)  # it is being built, with its title
        said = tidy(one_line(node.name), toolkit)
        if renews_itself(node.role, said):
            return None
        if node.role in FRAMES and said:
            return Found(Seen(Change.TREE, f"the window is now “{said}”"), Weight.TEXT)
        if node.role in FIELDS and said:
            weight = Weight.COUNT if grows(node) and not self._changing.quiet else Weight.TEXT
            found = Found(Seen(Change.TREE, f"{said} changed"), weight, source)
            return self._as_sure(found, unseen=unseen)
        words = said or tidy(one_line(inserted), toolkit)
        if not words and path != source:
            words = tidy(one_line(await first_words(self._wire, app, path)), toolkit)
        if not words:
            return LITTLE
        seen = Seen(Change.TREE, reads(node.role, said) if said else f"“{short(words)}” came up")
        weight = of_words(words, quiet=self._changing.quiet)
        weight = min(weight, Weight.ASIDE) if self._is_menu_item() else weight
        return self._as_sure(Found(seen, weight, source), unseen=unseen)

    def _as_sure(self, found: Found, *, unseen: bool) -> Found:
        """What nobody sees, and what changed just before the act, has to stand still first."""
        if unseen or found.source in self._changing.once:
            return replace(found, weight=min(found.weight, Weight.COUNT))
        return found

    async def _newcomer(self, top_levels: Answer) -> Found | None:
        """The window of the application that shows and was not there before, if there is one."""
        assert self._node is not None
        app = self._node.app
        came = [] if isinstance(top_levels, Fault) else top_levels[0]
        paths = [path for bus, path in came if bus == app and self._is_new(bus, path)]
        if not paths:
            return None
        answers = await self._wire.ask(app, [call for path in paths for call in describe(path)])
        for path, *of_one in zip(paths, answers[::3], answers[1::3], answers[2::3], strict=True):
            node = described_as(path, of_one)
            if node is not None and node.role in _WINDOWS and node.has(Bit.SHOWING):
                return appeared(node.name)
        return None

    async def _change_asked(self) -> Found | None:
        if self._node is None or self._before is None:
            return None
        try:
            now = await self._look(self._node)
        except PaceError:
            return None  # it does not answer at the moment; announcements may still come
        before = self._before
        if now is None:
            return Found(Seen(Change.GONE, "it is gone"), Weight.OWN)
        if now.states != before.states:
            gained, lost = now.states - before.states, before.states - now.states
            if found := self._states_changed(gained, lost):
                return found
        if self._node.path in self._changing.sources:
            return None
        for call, was, number in zip(self._asked, before.numbers, now.numbers, strict=True):
            if was != number and call.body[0] == VALUE:
                seen = Seen(Change.VALUE, f"its value is now {number or 0:g}")
                return Found(seen, Weight.OWN)
            if was != number:
                return Found(Seen(Change.TEXT, "its text changed"), Weight.OWN)
        if now.name != before.name:
            return Found(Seen(Change.TEXT, f"it now reads “{now.name}”"), Weight.OWN)
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


@asynccontextmanager
async def watching(wire: Wire, node: Node | None, hum: Hum) -> AsyncIterator[ElementWatch]:
    """A watch on the node's application, and on windows of every application.

    What the application was changing before is no outcome; `hum` heard it.
    """
    rules = [f"type='signal',interface='{_PREFIX}Window'"]
    if node is not None:
        rules += [
            f"type='signal',interface='{_PREFIX}{kind}',sender='{node.app}'"
            for kind in ("Object", "Document", "Focus")
        ]
    watch = ElementWatch(wire, node, hum.before())
    with wire.listening(watch.hear):
        try:
            await wire.ask(BUS, [Ask(BUS_PATH, BUS, "AddMatch", "s", (rule,)) for rule in rules])
            await watch.begin()
            yield watch
        finally:
            with anyio.CancelScope(shield=True):
                if node is not None:
                    hum.over()
                await wire.ask(
                    BUS, [Ask(BUS_PATH, BUS, "RemoveMatch", "s", (rule,)) for rule in rules]
                )
