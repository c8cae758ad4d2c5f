"""A desktop in memory: windows with elements that react, for tests with no screen.

It obeys the contract of `pace.desktop.ports`: what is pressed, filled or focused is seen
afterwards, a password field is refused, and what was taken away raises Gone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from pace.core.element import PASSWORD, PRESSABLE, Element, Snapshot, Tree, Window
from pace.core.error import Gone, Refused
from pace.desktop.ports import Change, Seen


@dataclass
class FakeWindow:
    """One window of the double. `on_press` may change the window when an element is pressed."""

    app: str
    title: str
    elements: dict[str, Element] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    selection: tuple[int, int] | None = None
    pid: int = 1000
    tree: Tree = Tree.FULL
    on_press: Callable[[FakeWindow, Element], None] | None = None

    def add(self, element: Element) -> Element:
        kept = replace(element, handle=(self.title, element.id))
        self.elements[element.id] = kept
        return kept

    def change(self, element_id: str, **fields: object) -> None:
        self.elements[element_id] = replace(self.elements[element_id], **fields)  # type: ignore[arg-type]


class FakeTree:
    """The accessibility tree over fake windows; the first window is the active one."""

    def __init__(self, *windows: FakeWindow) -> None:
        self.frames: list[FakeWindow] = list(windows)
        self.pressed: list[str] = []
        self.deaf = False  # when set, acts report success and change nothing

    def _frame(self) -> FakeWindow | None:
        return self.frames[0] if self.frames else None

    def _home(self, element: Element) -> FakeWindow:
        for frame in self.frames:
            if element.id in frame.elements and element.handle == (frame.title, element.id):
                return frame
        raise Gone(f"{element.name or element.id} is no longer there.")

    async def snapshot(self, window: Window | None = None) -> Snapshot:
        if window is None:
            frame = self._frame()
        else:
            frame = next((f for f in self.frames if f.title == window.title), None)
        if frame is None:
            return Snapshot(None if window is None else replace(window, tree=Tree.NONE))
        elements = tuple(frame.elements.values())
        focused = next((e.id for e in elements if e.has("focused")), None)
        return Snapshot(self._window(frame), elements, focused, self._selected(frame, focused))

    def _selected(self, frame: FakeWindow, focused: str | None) -> str:
        if focused is None or frame.selection is None:
            return ""
        element = frame.elements[focused]
        return "" if element.role == PASSWORD else element.text[slice(*frame.selection)]

    def _window(self, frame: FakeWindow) -> Window:
        active = bool(self.frames) and frame is self.frames[0]
        return Window(frame.title, frame.app, frame.title, frame.pid, None, active, frame.tree)

    async def windows(self) -> Sequence[Window]:
        return [self._window(frame) for frame in self.frames]

    async def refresh(self, element: Element) -> Element:
        return self._home(element).elements[element.id]

    async def window_of(self, element: Element) -> Window:
        return self._window(self._home(element))

    async def press(self, element: Element) -> bool:
        frame = self._home(element)
        now = frame.elements[element.id]
        if now.role not in PRESSABLE:
            return False
        self.pressed.append(now.id)
        if self.deaf:
            return True
        if now.role in ("check_box", "toggle_button", "switch"):
            frame.change(now.id, states=now.states ^ {"checked"})
        if frame.on_press is not None:
            frame.on_press(frame, now)
        return True

    async def read_text(self, element: Element) -> str:
        now = self._home(element).elements[element.id]
        if now.role == PASSWORD:
            raise Refused("I do not read password fields.")
        return now.text

    async def write_text(self, element: Element, text: str) -> bool:
        frame = self._home(element)
        now = frame.elements[element.id]
        if now.role == PASSWORD:
            raise Refused("I do not fill password fields.")
        if not now.editable or self.deaf:
            return False
        frame.change(now.id, text=text)
        return True

    async def insert_text(self, element: Element, text: str) -> bool:
        frame = self._home(element)
        now = frame.elements[element.id]
        start, end = frame.selection or (len(now.text), len(now.text))
        frame.selection = None
        return await self.write_text(element, now.text[:start] + text + now.text[end:])

    async def set_number(self, element: Element, value: float) -> bool:
        frame = self._home(element)
        if element.id not in frame.numbers:
            return False
        frame.numbers[element.id] = value
        return True

    async def select_range(self, element: Element, start: int, end: int) -> bool:
        self._home(element).selection = (start, end) if end > start else None
        return True

    async def focus(self, element: Element) -> bool:
        frame = self._home(element)
        for other in list(frame.elements.values()):
            frame.change(other.id, states=other.states - {"focused"})
        frame.change(element.id, states=frame.elements[element.id].states | {"focused"})
        return True

    async def focused(self) -> Element | None:
        return (await self.snapshot()).focus

    async def scroll_into_view(self, element: Element) -> bool:
        frame = self._home(element)
        frame.change(element.id, states=frame.elements[element.id].states - {"offscreen"})
        return True

    @asynccontextmanager
    async def watch(self, element: Element | None) -> AsyncIterator[FakeWatch]:
        yield FakeWatch(self, element)


class FakeWatch:
    """Compares the window before and after; the double has no delay."""

    def __init__(self, tree: FakeTree, element: Element | None) -> None:
        self._tree = tree
        self._element = element
        self._titles = [frame.title for frame in tree.frames]
        self._before = self._state()

    def _state(self) -> dict[str, Element]:
        frame = self._tree._frame()
        return dict(frame.elements) if frame is not None else {}

    async def first_change(self, timeout: float) -> Seen:
        if [frame.title for frame in self._tree.frames] != self._titles:
            return Seen(Change.WINDOWS, "the windows changed")
        after = self._state()
        for key, before in self._before.items():
            now = after.get(key)
            if now is None:
                return Seen(Change.GONE, f"{before.name} is gone")
            if now.states != before.states:
                return Seen(
                    Change.STATE, f"{now.name} is now {' '.join(sorted(now.states)) or 'off'}"
                )
            if now.text != before.text:
                return Seen(Change.TEXT, f"{now.name} now reads {now.text}")
            if now.name != before.name:
                return Seen(Change.TREE, f"{before.name} now reads {now.name}")
        if len(after) != len(self._before):
            return Seen(Change.TREE, "the window changed")
        return Seen(Change.NONE)
