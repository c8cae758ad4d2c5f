"""Where a text field is, in a form that can be stored, and finding it again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pace.core.element import Element, Snapshot, Window
from pace.desktop.ports import ElementTree


@dataclass(frozen=True, slots=True)
class Locator:
    """A field by its application, window, role and name, and its place among those alike."""

    app: str
    window: str
    role: str
    name: str
    index: int = 0

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def locator_of(element: Element, snapshot: Snapshot) -> Locator | None:
    """How to find the element again; None when the snapshot does not show it."""
    if snapshot.window is None:
        return None
    alike = _alike(snapshot, element.role, element.name)
    index = next((n for n, other in enumerate(alike) if other.handle == element.handle), None)
    if index is None:
        return None
    return Locator(snapshot.window.app, snapshot.window.title, element.role, element.name, index)


def from_data(data: Mapping[str, Any]) -> Locator:
    """The locator that `as_data` gave."""
    return Locator(
        str(data.get("app", "")), str(data.get("window", "")), str(data.get("role", "")),
        str(data.get("name", "")), int(data.get("index", 0)),
    )  # fmt: skip


async def locate(tree: ElementTree, locator: Locator) -> AsyncIterator[Element]:
    """Fields that may be the one meant, likeliest first.

    A window of the same title comes first; a title may have changed because of what was typed
    ("*Untitled"), so the application's other windows follow.
    """
    own = [window for window in await tree.windows() if window.app == locator.app]

    def unlike(window: Window) -> int:
        return 0 if window.title == locator.window else 1 if window.active else 2

    for window in sorted(own, key=unlike):
        alike = _alike(await tree.snapshot(window), locator.role, locator.name)
        if locator.index < len(alike):
            yield alike[locator.index]


def _alike(snapshot: Snapshot, role: str, name: str) -> list[Element]:
    return [each for each in snapshot.elements if each.role == role and each.name == name]
