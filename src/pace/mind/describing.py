"""What a person calls a thing on screen: name, role, ordinal and place.

"the second save button at the top" -> name save, role button, ordinal 2, place top.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pace.mind.numbers import as_ordinal

_BUTTON = frozenset({"button", "toggle_button", "push_button", "menu_button", "split_button"})
_TEXT = frozenset({"text_field", "text_area", "search_field", "entry", "combo_box",
                   "editable_combo_box", "spin_button", "textbox", "terminal"})  # fmt: skip
_TAB = frozenset({"tab", "page_tab"})
_MENU = frozenset({"menu", "menu_item", "menu_bar_item", "check_menu_item", "radio_menu_item",
                   "menu_button", "combo_box", "button", "toggle_button"})  # fmt: skip
_CHECK = frozenset({"check_box", "checkbox", "check_menu_item", "switch", "toggle_button"})
_ROW = frozenset({"row", "list_item", "table_row", "tree_item", "listitem"})
_ITEM = _ROW | frozenset({"cell", "menu_item", "link", "option", "card", "image", "icon",
                          "radio_button", "check_menu_item", "radio_menu_item"})  # fmt: skip
_IMAGE = frozenset({"image", "icon", "dock_icon", "picture", "graphic"})
_COMBO = frozenset({"combo_box", "editable_combo_box", "popup_button", "menu_button", "dropdown"})
_SLIDER = frozenset({"slider", "scale", "spin_button", "scroll_bar"})
#: What is said of a thing by its content ("the email"): any of the ways to show one.
THINGS = _ITEM | {"button", "heading"}
_LABEL = frozenset({"static_text", "label", "text", "heading", "paragraph"})

#: Role words, longest first where one begins another.
ROLE_WORDS: Mapping[tuple[str, ...], frozenset[str]] = {
    ("radio", "button"): frozenset({"radio_button", "radio_menu_item"}),
    ("toggle", "button"): frozenset({"toggle_button", "switch", "button"}),
    ("menu", "item"): frozenset({"menu_item", "check_menu_item", "radio_menu_item", "menu"}),
    ("menu", "button"): _BUTTON | {"menu"}, ("text", "field"): _TEXT, ("text", "area"): _TEXT,
    ("input", "field"): _TEXT, ("entry", "field"): _TEXT, ("search", "result"): _ITEM,
    ("list", "item"): _ROW, ("combo", "box"): _COMBO, ("address", "bar"): _TEXT,
    ("dock", "icon"): frozenset({"dock_icon", "icon"}),
    ("button",): _BUTTON, ("buttons",): _BUTTON, ("link",): frozenset({"link"}),
    ("hyperlink",): frozenset({"link"}), ("links",): frozenset({"link"}), ("tab",): _TAB,
    ("menu",): _MENU, ("field",): _TEXT, ("textbox",): _TEXT, ("input",): _TEXT,
    ("bar",): _TEXT, ("box",): _TEXT | _CHECK | _COMBO, ("checkbox",): _CHECK,
    ("option",): _ITEM | _CHECK, ("radio",): frozenset({"radio_button"}),
    ("switch",): _CHECK, ("toggle",): _CHECK | _BUTTON, ("row",): _ROW, ("line",): _ROW,
    ("item",): _ITEM, ("entry",): _ITEM | _TEXT, ("result",): _ITEM, ("icon",): _IMAGE | _BUTTON,
    ("image",): _IMAGE, ("picture",): _IMAGE, ("photo",): _IMAGE, ("thumbnail",): _IMAGE,
    ("dropdown",): _COMBO, ("list",): _COMBO | {"list"}, ("slider",): _SLIDER,
    **dict.fromkeys(
        (("email",), ("message",), ("mail",), ("conversation",), ("file",), ("folder",), ("song",),
         ("track",), ("video",), ("product",), ("article",), ("post",), ("contact",), ("note",),
         ("chat",), ("document",), ("event",), ("channel",), ("notification",), ("playlist",)),
        THINGS,
    ),
    ("cell",): frozenset({"cell", "table_cell"}), ("key",): _BUTTON, ("heading",): _LABEL,
    ("label",): _LABEL, ("text",): _LABEL | _TEXT, ("card",): _ITEM | {"panel", "group"},
}  # fmt: skip
#: Between a role and a name: "the email from Carla".
_LINKING = frozenset({"from", "by", "about", "with", "for", "to", "of", "on", "at"})
#: Names of fields that begin like an order.
_NAMES = (("first", "name"), ("last", "name"))
_ONE = frozenset({"one", "thing"})
_NOISE = frozenset(
    "the a an my your our this that these those called named labeled labelled saying says reads "
    "marked titled where it i think yeah please like maybe uh um just or er kind of".split()
)
_ARTICLES = frozenset("the a an my your our".split())
_HERE = (
    ("on", "the", "screen"), ("on", "my", "screen"), ("on", "screen"), ("on", "this", "screen"),
    ("on", "the", "page"), ("on", "this", "page"), ("in", "this", "window"), ("here",),
    ("in", "the", "window"), ("over", "there"), ("there",), ("in", "the", "app"),
    ("in", "this", "app"), ("of", "the", "page"), ("of", "the", "screen"), ("of", "the", "window"),
    ("of", "the", "list"), ("in", "the", "list"), ("from", "the", "list"), ("hand", "side"),
    ("in", "the", "dialog"), ("in", "the", "toolbar"), ("in", "the", "sidebar"), ("side",),
    ("corner",), ("is",), ("is", "located"), ("from", "the", "menu"), ("from", "the", "dropdown"),
)  # fmt: skip
_PLACES = {
    "top": "top", "upper": "top", "uppermost": "top", "topmost": "top", "bottom": "bottom",
    "lower": "bottom", "lowest": "bottom", "bottommost": "bottom", "lowermost": "bottom",
    "left": "left", "leftmost": "left", "right": "right", "rightmost": "right",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Description:
    """A target in words. `said` are its words without noise, role words included."""

    said: tuple[str, ...]
    name: tuple[str, ...]
    roles: frozenset[str] | None = None
    role_word: str = ""
    ordinal: int | None = None
    number: int | None = None
    places: tuple[str, ...] = ()
    from_place: bool = False

    @property
    def bare(self) -> bool:
        """Whether nothing but role, order or place was said."""
        return not self.name


def described(words: Sequence[str]) -> Description:
    """Take a description apart. A label may hold any of these words: `said` keeps them."""
    rest = _trimmed(tuple(words))
    said = tuple(w for w in rest if w not in _NOISE) or rest
    rest, behind = _place_behind(rest)
    ordinal, rest = _ordinal_before(tuple(w for w in rest if w not in _NOISE) or rest)
    before, rest = _place_before(rest)
    roles, role_word, rest, number = _role(rest)
    if ordinal is None and number is None and rest[:1] in (("number",), ("no",)) and len(rest) == 2:
        number, rest = _digits(rest[1]), rest[1:]
    if rest and all(word in _ONE for word in rest):
        rest = ()
    if len(rest) > 1:
        rest = tuple(word for word in rest if word not in _ONE) or rest
    if not roles and (ordinal is not None or before) and rest and rest[-1] in _ONE:
        rest = rest[:-1]
    counted_from = bool(behind) and "from" in words
    return Description(
        said, rest, roles, role_word, ordinal, number, (*before, *behind), counted_from
    )


def _trimmed(words: tuple[str, ...]) -> tuple[str, ...]:
    trimming = True
    while trimming:
        trimming = False
        for phrase in _HERE:
            if len(words) > len(phrase) and words[-len(phrase) :] == phrase:
                words, trimming = words[: -len(phrase)], True
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return words


def _place_behind(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """ "... at the top left": the places and what stands before them."""
    end = len(words)
    while end and (words[end - 1] in _PLACES or words[end - 1] == "far"):
        end -= 1
    places = tuple(word for word in words[end:] if word != "far")
    if not places:
        return words, ()
    before = words[:end]
    while before and before[-1] == "the":
        before = before[:-1]
    if before and before[-1] in ("at", "on", "in", "to", "from"):
        rest = before[:-1]
        while rest and rest[-1] in ("one", "which", "that", "is"):
            rest = rest[:-1]
        return rest or ("one",), tuple(_PLACES[p] for p in places)
    return words, ()


def _place_before(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """ "upper left button": leading places, when something follows them."""
    start = 0
    while start < len(words) - 1 and words[start] in _PLACES:
        start += 1
    return tuple(_PLACES[word] for word in words[:start]), words[start:]


def _ordinal_before(words: tuple[str, ...]) -> tuple[int | None, tuple[str, ...]]:
    if words[1:3] == ("to", "last") and len(words) > 3 and (n := as_ordinal(words[0])) and n > 0:
        return -n, words[3:]
    if words[:2] in _NAMES:
        return None, words
    if words[:3] == ("last", "but", "one") and len(words) > 3:
        return -2, words[3:]
    if len(words) > 1 and (ordinal := as_ordinal(words[0])) is not None:
        return ordinal, words[1:]
    if len(words) == 1 and (ordinal := as_ordinal(words[0])) is not None:
        return ordinal, ("one",)
    return None, words


def _role(
    words: tuple[str, ...],
) -> tuple[frozenset[str] | None, str, tuple[str, ...], int | None]:
    """The role word, the name without it, and a number that follows it ("row 3")."""
    for size in (2, 1):
        if len(words) >= size and words[-size:] in ROLE_WORDS:
            return ROLE_WORDS[words[-size:]], " ".join(words[-size:]), words[:-size], None
    for size in (2, 1):
        head = words[:size]
        if head not in ROLE_WORDS or len(words) <= size:
            continue
        rest = words[size:]
        while len(rest) > 1 and rest[0] in _LINKING:
            rest = rest[1:]
        if rest[:1] in (("number",), ("no",)) and len(rest) == 2:
            rest = rest[1:]
        number = _digits(rest[0]) if len(rest) == 1 else None
        return ROLE_WORDS[head], " ".join(head), rest, number
    return None, "", words, None


def _digits(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 5 else 1 if word == "one" else None
