"""`AtspiTree`: the `ElementTree` port on the accessibility bus."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

import anyio

from pace.core.element import Element, Rect, Snapshot, Tree, Window
from pace.core.error import Gone, Invalid
from pace.desktop import dbus
from pace.desktop.coordinates import Place, place_of, to_screen
from pace.desktop.linux.atspi import acts, reading, text
from pace.desktop.linux.atspi.connection import Connection, connect
from pace.desktop.linux.atspi.elements import (
    complete,
    element_of,
    elements_of,
    read_texts,
)
from pace.desktop.linux.atspi.frames import Application, Applications, Frame, frame_of
from pace.desktop.linux.atspi.hum import Hum
from pace.desktop.linux.atspi.names import TEXT, Bit
from pace.desktop.linux.atspi.nodes import (
    Node,
    describe,
    described_as,
    extents_of,
    interfaces_of,
    rect_in,
)
from pace.desktop.linux.atspi.watch import watching
from pace.desktop.linux.atspi.wire import Fault, Wire
from pace.desktop.ports import Probe, Watch

#: The content area of a window in screen pixels, where the window system tells it.
ClientArea = Callable[[Window], Awaitable[Rect | None]]
#: The window that the window system has in front.
Front = Callable[[], Awaitable[Window | None]]

#: Chromium and Electron show four nodes until they are started for accessibility.
_STUB_AT_MOST: Final = 3
_WEB_DOCUMENT: Final = 95
_MOST_SCALES: Final = 64


class AtspiTree:
    """Elements of applications by AT-SPI over D-Bus.

    Open it with `start` and end it with `close`, or use it as an async context manager. A lost
    connection is made again at the next use. `client_area` is needed only for toolkits that do
    not know where their windows are (GTK 4, everything on Wayland), `front` for windows that are
    not on the accessibility bus or do not say that they are active. `address` says where the
    session bus listens.
    """

    provides = "tree"
    rank = 10

    def __init__(
        self,
        *,
        client_area: ClientArea | None = None,
        front: Front | None = None,
        address: Callable[[], str] = dbus.session_address,
    ) -> None:
        self.address = address
        self._client_area = client_area
        self._front = front
        self._connection: Connection | None = None
        self._applications: Applications | None = None
        self._opening = anyio.Lock()
        self._scales: dict[str, float] = {}
        self._hum = Hum()

    def available(self) -> str:
        return dbus.absent(self.address)

    async def probe(self) -> Probe:
        """Read, press and fill a window of Pace's own, served on the accessibility bus."""
        from pace.desktop.linux.atspi.probing import probe_tree

        return await probe_tree(self, self.address())

    async def start(self) -> None:
        """Switch accessibility on and connect. Raises Unavailable or TimedOut."""
        await self._wire()

    async def close(self) -> None:
        """Disconnect, and switch accessibility off again if `start` switched it on."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with anyio.CancelScope(shield=True):
            await self.close()

    async def _wire(self) -> Wire:
        async with self._opening:
            if self._connection is None or not self._connection.wire.alive:
                fresh = await connect(self.address())
                if self._connection is not None:
                    fresh.switched_on |= self._connection.switched_on
                self._connection = fresh
                self._applications = Applications(fresh.wire)
            return self._connection.wire

    async def _frames(self, pid: int = 0) -> list[Frame]:
        await self._wire()
        assert self._applications is not None
        return await self._applications.frames(pid)

    async def windows(self) -> Sequence[Window]:
        return [frame.window() for frame in await self._frames() if not frame.popup]

    async def snapshot(self, window: Window | None = None) -> Snapshot:
        wire = await self._wire()
        frames = await self._frames(window.pid if window is not None else 0)
        frame = _active(frames) if window is None else _same(frames, window)
        if frame is None and window is None and self._front is not None:
            in_front = await self._front()
            if in_front is not None:
                return await self.snapshot(in_front)
        if frame is None:
            return Snapshot(None if window is None else replace(window, tree=Tree.NONE))
        app, toolkit = frame.app.bus, frame.app.toolkit
        self._hum.follow(wire, app)
        await wire.shorten(app, frame.app.path)
        nodes = await reading.find(wire, app, frame.path, toolkit, frame.active)
        for popup in frames:
            if popup.popup and popup.app.bus == app:
                nodes += await reading.find(wire, app, popup.path, toolkit, active=False)
        seen = frame.window(await self._completeness(wire, frame, len(nodes)))
        own = rect_in((await wire.ask(app, [extents_of(frame.path, toolkit)]))[0])
        place = await self._place(own, frame, seen if window is None else window)
        if place.scale != 1 and toolkit.startswith("Chromium"):
            await reading.mark_pages(wire, app, frame.path, toolkit, nodes)
        await complete(wire, app, nodes, toolkit)
        elements = elements_of(nodes, frame.node, place)
        focus = next(
            (e for e in reversed(elements) if e.has("focused") and not e.has("offscreen")), None
        )
        selected = "" if focus is None else await text.selected_text(wire, _node(focus))
        seen = _merged(seen, window, None if own is None else to_screen(own, place))
        return Snapshot(seen, elements, None if focus is None else focus.id, selected)

    async def _completeness(self, wire: Wire, frame: Frame, count: int) -> Tree:
        if not frame.app.toolkit.startswith("Chromium") or count > _STUB_AT_MOST:
            return Tree.FULL
        documents = await reading.matches(
            wire, frame.app.bus, frame.path, states=[], roles=[_WEB_DOCUMENT], most=1
        )
        return Tree.FULL if documents else Tree.STUB

    async def _place(self, own: Rect | None, frame: Frame, window: Window) -> Place:
        """How the places of a window become screen pixels; `own` are its extents.

        The window system is asked each time where the toolkit does not know where its window is,
        and once for the scale where it does.
        """
        if own is None or self._client_area is None:
            return Place()
        relative = frame.app.toolkit.startswith("GTK 4")
        if not relative and (own.x, own.y) != (0, 0) and frame.id in self._scales:
            return Place(scale=self._scales[frame.id])
        place = place_of(own, await self._client_area(window), relative=relative)
        if len(self._scales) > _MOST_SCALES:
            self._scales.clear()
        self._scales[frame.id] = place.scale
        return place

    async def refresh(self, element: Element) -> Element:
        wire, node = await self._wire(), _node(element)
        app = await self._running(node)
        calls = [
            *describe(node.path), interfaces_of(node.path), extents_of(node.path, node.toolkit),
            *describe(node.frame), extents_of(node.frame, node.toolkit),
        ]  # fmt: skip
        answers = await wire.ask(node.app, calls)
        now, frame = described_as(node.path, answers[:3]), frame_of(app, node.frame, answers[5:8])
        if now is None or now.role != node.role or now.has(Bit.DEFUNCT):
            raise Gone(f"{element.name or 'The element'} is no longer there.")
        if frame is None:
            raise Gone(f"The window of {element.name or 'the element'} is no longer there.")
        now.name = now.name or element.name
        now.extents = rect_in(answers[4])
        if not isinstance(answers[3], Fault) and TEXT in answers[3][0]:
            await read_texts(wire, node.app, [now])
        now.in_pixels = node.in_pixels
        place = await self._place(rect_in(answers[8]), frame, frame.window())
        return element_of(element.id, now, frame.node, place)

    async def window_of(self, element: Element) -> Window:
        wire, node = await self._wire(), _node(element)
        app = await self._running(node)
        frame = frame_of(app, node.frame, await wire.ask(node.app, describe(node.frame)))
        if frame is None:
            raise Gone(f"The window of {element.name or 'the element'} is no longer there.")
        return frame.window()

    async def _running(self, node: Node) -> Application:
        await self._wire()
        assert self._applications is not None
        return await self._applications.of(node.app)

    async def press(self, element: Element) -> bool:
        return await acts.press(await self._wire(), _node(element))

    async def read_text(self, element: Element) -> str:
        wire, node = await self._wire(), _node(element)
        found = await text.read_all(wire, node)
        if found is None:
            await acts.must_exist(wire, node)
            return element.text
        return found

    async def write_text(self, element: Element, text_: str) -> bool:
        wire, node = await self._wire(), _node(element)
        text.refuse_password(node)
        await acts.must_exist(wire, node)
        return await text.write(wire, node, text_)

    async def insert_text(self, element: Element, text_: str) -> bool:
        wire, node = await self._wire(), _node(element)
        text.refuse_password(node)
        await acts.must_exist(wire, node)
        return await text.insert(wire, node, text_)

    async def set_number(self, element: Element, value: float) -> bool:
        return await acts.set_number(await self._wire(), _node(element), value)

    async def select_range(self, element: Element, start: int, end: int) -> bool:
        return await text.select(await self._wire(), _node(element), start, end)

    async def focus(self, element: Element) -> bool:
        return await acts.focus(await self._wire(), _node(element))

    async def focused(self) -> Element | None:
        return (await self.snapshot()).focus

    async def scroll_into_view(self, element: Element) -> bool:
        return await acts.scroll_into_view(await self._wire(), _node(element))

    @asynccontextmanager
    async def watch(self, element: Element | None) -> AsyncIterator[Watch]:
        node = None if element is None else _node(element)
        async with watching(await self._wire(), node, self._hum) as evidence:
            yield evidence


def _node(element: Element) -> Node:
    if not isinstance(element.handle, Node):
        raise Invalid(f"{element.name or 'That'} was not found by the accessibility tree.")
    return element.handle


def _active(frames: list[Frame]) -> Frame | None:
    """The active window; of several claims a dialog's, since it covers its parent."""
    active = [frame for frame in frames if frame.active and not frame.popup]
    return active[-1] if active else None


def _same(frames: list[Frame], window: Window) -> Frame | None:
    """The frame of a window that came from here or from the window system."""
    tops = [frame for frame in frames if not frame.popup]
    for wanted in (
        lambda frame: frame.id == window.id,
        lambda frame: frame.title == window.title and frame.active == window.active,
        lambda frame: frame.title == window.title,
        lambda frame: frame.active and window.active,
        lambda frame: frame.silent and window.active,
    ):
        if found := next(filter(wanted, tops), None):
            return found
    return tops[0] if len(tops) == 1 and window.pid else None


def _merged(seen: Window, asked: Window | None, area: Rect | None) -> Window:
    """What the tree saw, under the identity the asker knows."""
    if asked is None:
        return replace(seen, rect=area)
    return replace(asked, tree=seen.tree, rect=asked.rect or area)
