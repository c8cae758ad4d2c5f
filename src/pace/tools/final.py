"""Pressing what cannot be taken back: a control or a key that sends, pays, deletes (spec 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pace.core.element import EDITABLE, PRESSABLE, Element
from pace.core.error import Invalid
from pace.desktop.keys import parse_chord
from pace.tools.naming import element_of
from pace.tools.sight import Sight
from pace.tools.visible import first, visible

#: What a control does that cannot be taken back, by the words on it.
FINAL: Final = frozenset({
    "send", "pay", "buy", "purchase", "checkout", "delete", "erase", "uninstall", "discard",
    "wipe", "format",
})  # fmt: skip

#: Keys that press the control which has the focus.
_PRESSING: Final = frozenset({"return", "space"})
_DELETING: Final = frozenset({"forwarddelete", "backspace"})
#: What a list shows; deleting one of them is deleting a file, a mail, a row.
_LISTED: Final = frozenset({
    "list_item", "row", "cell", "tree_item", "icon", "dock_icon", "table_cell", "image", "link",
})  # fmt: skip


def is_final(words: str) -> bool:
    """Whether the words on a control say that pressing it cannot be taken back."""
    plain = "".join(c if c.isalnum() else " " for c in words.lower()).split()
    return bool(FINAL & set(plain))


def pressing(given: Mapping[str, Any], ports: Mapping[str, object]) -> str:
    """Why pressing this asks first: what stands on the control, or nothing."""
    words = str(given.get("target") or given.get("label") or "")
    sight = ports.get("sight")
    if isinstance(sight, Sight):
        element = element_of(given, sight)
        words = element.name if element is not None else words
    return f"{_named(words)} may not be undone" if is_final(words) else ""


def key(given: Mapping[str, Any], ports: Mapping[str, object]) -> str:
    """Why this key asks first: it would press what has the focus, send, or delete; or nothing."""
    try:
        chord = parse_chord(str(given.get("key", "")))
    except Invalid:
        return ""
    sight = ports.get("sight")
    focus = sight.focus if isinstance(sight, Sight) else None
    if chord.key in _PRESSING and not chord.modifiers:
        pressed = focus is not None and focus.role in PRESSABLE and focus.role not in EDITABLE
        final = pressed and focus is not None and is_final(focus.name)
        return f"it presses {_name(focus)}, which may not be undone" if final else ""
    if chord.key == "return" and "ctrl" in chord.modifiers:
        return f"{chord} sends what is being written in many programs"
    if chord.key in _DELETING and focus is not None and focus.role in _LISTED:
        return f"it may delete {_name(focus)}"
    if chord.key == "forwarddelete" and "shift" in chord.modifiers and not _writes(focus):
        return f"{chord} deletes for good in many programs"
    return ""


def _writes(focus: Element | None) -> bool:
    return focus is not None and focus.editable


def _name(element: Element | None) -> str:
    words = (element.name or element.text) if element is not None else ""
    return _named(words) if words.strip() else "what has the focus"


def _named(words: str) -> str:
    return f"“{visible(first(words))}”"
