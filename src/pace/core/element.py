"""What is on screen: rectangles, elements, windows and the snapshot that holds them.

Coordinate space: screen pixels, origin at the top left of the whole desktop, unless a name says
otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in screen pixels; `x, y` is the top-left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def center(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Source(StrEnum):
    """Who saw an element."""

    ACCESSIBILITY = "accessibility"
    OCR = "ocr"
    VISION = "vision"
    GIVEN = "given"


class Tree(StrEnum):
    """How much of a window the accessibility tree shows."""

    FULL = "full"
    STUB = "stub"
    NONE = "none"


#: States an element may carry; unknown words are kept as they are.
STATES = ("focused", "disabled", "hidden", "offscreen", "checked", "selected", "editable")

#: Roles that a person can press or follow.
PRESSABLE = frozenset({
    "button", "toggle_button", "link", "check_box", "radio_button", "combo_box", "menu",
    "menu_item", "check_menu_item", "radio_menu_item", "tab", "row", "list_item", "cell",
    "tree_item", "switch", "dock_icon", "icon", "image", "slider", "spin_button",
})  # fmt: skip

#: Roles that hold text a person can edit.
EDITABLE = frozenset({"text_field", "text_area", "spin_button", "editable_combo_box", "terminal"})

#: A field whose content is neither read nor filled.
PASSWORD = "password_field"


@dataclass(frozen=True, slots=True)
class Element:
    """One thing on screen. `handle` is opaque: the desktop that made it can act on it."""

    id: str
    role: str
    name: str
    text: str = ""
    rect: Rect | None = None
    point: tuple[int, int] | None = None
    states: frozenset[str] = frozenset()
    source: Source = Source.ACCESSIBILITY
    handle: object = field(default=None, compare=False, repr=False)

    def has(self, state: str) -> bool:
        return state in self.states

    @property
    def editable(self) -> bool:
        return self.role in EDITABLE or "editable" in self.states

    @property
    def press_point(self) -> tuple[int, int] | None:
        """Where a pointer would press it."""
        return self.rect.center if self.rect is not None else self.point


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window. `id` is the window system's, `pid` the owner's, 0 when unknown."""

    id: str
    app: str
    title: str
    pid: int = 0
    rect: Rect | None = None
    active: bool = False
    tree: Tree = Tree.NONE


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The active window and what it shows, at one moment."""

    window: Window | None = None
    elements: tuple[Element, ...] = ()
    focused: str | None = None
    selection: str = ""

    def element(self, element_id: str | None) -> Element | None:
        return next((e for e in self.elements if e.id == element_id), None)

    @property
    def focus(self) -> Element | None:
        return self.element(self.focused)


EMPTY = Snapshot()
