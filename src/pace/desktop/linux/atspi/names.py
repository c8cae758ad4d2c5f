"""Names, numbers and bit sets of AT-SPI, and the words Pace has for them.

The numbers are those of `AtspiRole` and `AtspiStateType` (atspi-constants.h, at-spi2-core 2.46 and
2.56); they are part of the D-Bus protocol and never change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Final

REGISTRY: Final = "org.a11y.atspi.Registry"
ROOT: Final = "/org/a11y/atspi/accessible/root"
NULL: Final = "/org/a11y/atspi/null"
CACHE: Final = "/org/a11y/atspi/cache"
PROPERTIES: Final = "org.freedesktop.DBus.Properties"
BUS: Final = "org.freedesktop.DBus"
BUS_PATH: Final = "/org/freedesktop/DBus"

ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
ACTION: Final = "org.a11y.atspi.Action"
APPLICATION: Final = "org.a11y.atspi.Application"
CACHE_INTERFACE: Final = "org.a11y.atspi.Cache"
COLLECTION: Final = "org.a11y.atspi.Collection"
COMPONENT: Final = "org.a11y.atspi.Component"
EDITABLE_TEXT: Final = "org.a11y.atspi.EditableText"
TEXT: Final = "org.a11y.atspi.Text"
VALUE: Final = "org.a11y.atspi.Value"

#: Toolkits that do not know the screen (everything on Wayland) answer relative to the window.
SCREEN_COORDINATES: Final = 0
WINDOW_COORDINATES: Final = 1

PASSWORD_ROLE: Final = 40


class Bit(IntEnum):
    """States Pace reads, by their position in the state set."""

    ACTIVE = 1
    CHECKED = 4
    DEFUNCT = 6
    EDITABLE = 7
    ENABLED = 8
    EXPANDABLE = 9
    EXPANDED = 10
    FOCUSED = 12
    ICONIFIED = 15
    MODAL = 16
    MULTI_LINE = 17
    PRESSED = 20
    SELECTABLE = 22
    SELECTED = 23
    SENSITIVE = 24
    SHOWING = 25
    VISIBLE = 30
    CHECKABLE = 41


#: Roles a person can act on. What is not here is text (below) or only holds other elements.
INTERACTIVE: Final[dict[int, str]] = {
    7: "check_box", 8: "check_menu_item", 10: "column_header", 11: "combo_box", 13: "icon",
    26: "icon", 32: "list_item", 33: "menu", 35: "menu_item", 37: "tab",
    40: "password_field", 43: "button", 44: "radio_button", 45: "radio_menu_item",
    47: "row_header", 51: "slider", 52: "spin_button", 56: "cell", 57: "column_header",
    58: "row_header", 59: "menu_item", 60: "terminal", 61: "text_field", 62: "toggle_button",
    76: "text_field", 77: "text_field", 79: "text_field", 88: "link", 90: "row", 91: "tree_item",
    94: "text_area", 129: "menu_button", 130: "switch",
}  # fmt: skip

#: Roles that show words a person reads.
WORDS: Final[dict[int, str]] = {
    2: "alert", 27: "image", 29: "label", 42: "progress_bar", 54: "status_bar", 64: "tooltip",
    73: "paragraph", 81: "caption", 83: "heading", 101: "notification", 102: "info_bar",
    103: "level_bar", 105: "quote", 112: "label", 115: "timer", 116: "label",
}  # fmt: skip

#: Top-level windows.
FRAMES: Final[dict[int, str]] = {
    2: "alert", 9: "dialog", 16: "dialog", 19: "dialog", 22: "dialog", 23: "window",
    28: "window", 69: "window",
}  # fmt: skip

#: Top-level things that belong to the active window while they show: menus, lists, tooltips.
POPUPS: Final = frozenset({31, 33, 41, 64, 69, 98})

ROLES: Final[dict[int, str]] = {**WORDS, **INTERACTIVE}

#: Roles that are read only when they have the focus.
_FOCUSED_ONLY: Final[dict[int, str]] = {
    6: "canvas", 18: "canvas", 39: "panel", 55: "table", 65: "tree", 66: "tree", 82: "document",
    85: "section", 92: "document", 93: "document", 95: "document", 96: "document", 98: "list",
    31: "list",
}  # fmt: skip

#: What shows a page or a text as a whole. It is read only when it has the focus.
DOCUMENTS: Final = frozenset({82, 92, 93, 95, 96})

#: Qt logs a warning in its user's journal for each role number it does not know.
_LAST_ROLE_OF_QT: Final = 128
_SECTION: Final = 85

#: Roles whose content is their text, beside their name.
FIELDS: Final = frozenset({60, 61, 76, 77, 79, 94})


def roles_for(toolkit: str) -> list[int]:
    """The roles of interest that a toolkit may be asked for."""
    if toolkit.startswith("Qt"):
        return [role for role in ROLES if role <= _LAST_ROLE_OF_QT]
    if toolkit.startswith("Gecko"):
        return [*ROLES, _SECTION]  # Firefox has no nodes for the words in a section
    return list(ROLES)


def coordinates_for(toolkit: str) -> int:
    """What extents are asked relative to. GTK 4 logs a warning when asked for the screen."""
    return WINDOW_COORDINATES if toolkit.startswith("GTK 4") else SCREEN_COORDINATES


def is_set(states: list[int], bit: int) -> bool:
    """Whether `bit` is in a state set, which is two unsigned 32-bit words."""
    word = bit >> 5
    return word < len(states) and bool(states[word] >> (bit & 31) & 1)


def bit_words(numbers: Iterable[int], words: int) -> list[int]:
    """The set as `words` signed 32-bit integers, the form match rules take."""
    found = [0] * words
    for number in numbers:
        found[number >> 5] |= 1 << (number & 31)
    return [word - (1 << 32) if word >> 31 else word for word in found]


MATCH_SIGNATURE: Final = "(aiia{ss}iaiiasib)uib"
_ALL = 1
_ANY = 2
_CANONICAL_ORDER = 1


def match_body(
    *, states: Iterable[int] = (), roles: Iterable[int] = (), most: int = 0
) -> list[Any]:
    """Arguments of `Collection.GetMatches`: all of the states and any of the roles.

    An empty list must be matched with ALL: with ANY it matches nothing. `most` 0 is no limit.
    """
    role_words = bit_words(roles, 5)
    match_roles = _ANY if any(role_words) else _ALL
    rule = [
        bit_words(states, 2), _ALL, {}, _ALL, role_words, match_roles, [], _ALL, False,
    ]  # fmt: skip
    return [rule, _CANONICAL_ORDER, most, True]


def role_word(role: int, states: list[int]) -> str:
    """Pace's word for a role; fields and buttons are told apart by their states."""
    word = ROLES.get(role) or _FOCUSED_ONLY.get(role, f"role_{role}")
    if word == "text_field" and is_set(states, Bit.MULTI_LINE):
        return "text_area"
    if word == "combo_box" and is_set(states, Bit.EDITABLE):
        return "editable_combo_box"
    if word == "button" and is_set(states, Bit.CHECKABLE):
        return "toggle_button"
    return word


def state_words(states: list[int], toolkit: str = "") -> frozenset[str]:
    """The states of an element in Pace's words. GTK 4.8 says SHOWING of windows only."""
    words = {word for bit, word in _SAID if is_set(states, bit)}
    if not (is_set(states, Bit.ENABLED) or is_set(states, Bit.SENSITIVE)):
        words.add("disabled")
    if not is_set(states, Bit.VISIBLE):
        words.add("hidden")
    elif not is_set(states, Bit.SHOWING) and not toolkit.startswith("GTK 4"):
        words.add("offscreen")
    return frozenset(words)


_SAID = (
    (Bit.FOCUSED, "focused"),
    (Bit.CHECKED, "checked"),
    (Bit.SELECTED, "selected"),
    (Bit.EDITABLE, "editable"),
    (Bit.EXPANDED, "expanded"),
    (Bit.PRESSED, "pressed"),
)


#: GTK 4 gives what has no name the name of its type, such as GtkSourceView or EditorSourceView.
_TYPE_NAME: Final = re.compile(
    "(?:[A-Z][a-z]+)+(?:Bar|Bin|Box|Button|Entry|Grid|Image|Label|List|Picture|Popover|Revealer"
    "|Row|Scale|Stack|Switch|View|Window)"
)


def tidy(name: str, toolkit: str) -> str:
    """The name as a person would give it: in GTK 4 no name of a type, and none said twice, which
    is a button and its label, the one perhaps with the mark of its key ("_Save Save")."""
    if not toolkit.startswith("GTK 4"):
        return name
    if _TYPE_NAME.fullmatch(name):
        return ""
    plain = name.replace("_", "", 1)
    half = len(plain) // 2
    once = plain[:half]
    return once if len(plain) > 2 and plain == f"{once} {once}" else name


#: Chromium's tabs say in their names how much memory their pages take, and say it anew by
#: themselves: "Inbox - Memory usage - 23.6 MB".
_MEMORY: Final = re.compile(r"\d\s?[kmg][bo]$", re.IGNORECASE)


def renews_itself(role: int, name: str) -> bool:
    """Whether a new name of this kind comes of nothing that anybody did."""
    return ROLES.get(role) == "tab" and _MEMORY.search(name) is not None
