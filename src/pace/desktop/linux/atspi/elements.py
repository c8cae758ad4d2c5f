"""From what was read of nodes to elements a person would recognise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import anyio

from pace.core.element import PASSWORD, Element, Rect
from pace.desktop.coordinates import Place, to_screen
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    DOCUMENTS,
    FIELDS,
    INTERACTIVE,
    NULL,
    PASSWORD_ROLE,
    ROLES,
    TEXT,
    WORDS,
    Bit,
    role_word,
    state_words,
    tidy,
)
from pace.desktop.linux.atspi.nodes import Node, Reading, extents_of, interfaces_of, rect_in
from pace.desktop.linux.atspi.text import as_written
from pace.desktop.linux.atspi.wire import Ask, Fault, Wire, read

#: Characters of a field or paragraph that a snapshot carries; `read_text` reads all.
MOST_TEXT: Final = 4000
_LABELLED_BY: Final = 2
#: Roles named by the words inside them when they have no name of their own.
_NAMED_BY_CONTENT: Final = frozenset({26, 32, 43, 56, 62, 88, 90, 91})
_MOST_WORDS: Final = 4
#: What is named like the heading in it: a page, a dialog, a panel.
_WHOLES: Final = frozenset(DOCUMENTS) | {
    number for number, word in ROLES.items() if word in ("dialog", "panel")
}
#: Words longer than this are a text, not a name.
_MOST_NAME: Final = 120
_ASKED_AGAIN: Final = 8
_PLACES_AFTER: Final = 0.03


async def complete(wire: Wire, app: str, nodes: list[Reading], toolkit: str) -> None:
    """Read rectangles, texts and, for what has no name, labels."""
    for node in nodes:
        node.name = tidy(node.name, toolkit)
    unplaced = [node for node in nodes if not node.placed]
    answers = await wire.ask(app, [extents_of(node.path, toolkit) for node in unplaced])
    for node, answer in zip(unplaced, answers, strict=True):
        node.extents = rect_in(answer)
    if toolkit.startswith("Gecko"):
        await _wait_for_places(wire, app, nodes, toolkit)
    maybe = [node for node in nodes if _may_have_text(node)]
    offers = await wire.ask(app, [interfaces_of(node.path) for node in maybe])
    textual = [
        node
        for node, offer in zip(maybe, offers, strict=True)
        if not isinstance(offer, Fault) and TEXT in offer[0]
    ]
    await read_texts(wire, app, textual)
    name_by_content(nodes)
    nameless = [node for node in nodes if not node.name and node.role in INTERACTIVE]
    await _read_labels(wire, app, nameless, toolkit)


async def _wait_for_places(wire: Wire, app: str, nodes: list[Reading], toolkit: str) -> None:
    """Ask again for rectangles: Firefox works them out only once it has been asked for one."""
    for _ in range(_ASKED_AGAIN):
        missing = [node for node in nodes if node.extents is None]
        if len(missing) <= len(nodes) // 10:
            return
        await anyio.sleep(_PLACES_AFTER)
        answers = await wire.ask(app, [extents_of(node.path, toolkit) for node in missing])
        for node, answer in zip(missing, answers, strict=True):
            node.extents = rect_in(answer)


def _may_have_text(node: Reading) -> bool:
    """Fields have a text beside their name; words have one when they have no name."""
    if node.role in INTERACTIVE:
        return node.role in FIELDS or node.has(Bit.EDITABLE)
    return not node.name or node.has(Bit.EDITABLE)


async def read_texts(wire: Wire, app: str, nodes: list[Reading]) -> None:
    """The beginning of the text of nodes that offer one; never that of a password field."""
    nodes = [node for node in nodes if node.role != PASSWORD_ROLE and _may_have_text(node)]
    counts = await wire.ask(app, [read(node.path, TEXT, "CharacterCount") for node in nodes])
    filled = [
        (node, min(int(count[0].value), MOST_TEXT))
        for node, count in zip(nodes, counts, strict=True)
        if not isinstance(count, Fault) and count[0].value > 0
    ]
    texts = await wire.ask(
        app, [Ask(node.path, TEXT, "GetText", "ii", (0, count)) for node, count in filled]
    )
    for (node, _), text in zip(filled, texts, strict=True):
        node.text = "" if isinstance(text, Fault) else text[0]


async def _read_labels(wire: Wire, app: str, nodes: list[Reading], toolkit: str) -> None:
    """Names from the labelled-by relation, else from the description."""
    calls = [Ask(node.path, ACCESSIBLE, "GetRelationSet") for node in nodes]
    labels: dict[str, list[str]] = {}
    for node, answer in zip(nodes, await wire.ask(app, calls), strict=True):
        relations = [] if isinstance(answer, Fault) else answer[0]
        labels[node.path] = [
            path
            for kind, targets in relations
            if kind == _LABELLED_BY
            for bus, path in targets
            if bus == app and path != NULL
        ]
    paths = sorted({path for found in labels.values() for path in found})
    answers = await wire.ask(
        app,
        [read(path, ACCESSIBLE, "Name") for path in paths]
        + [read(node.path, ACCESSIBLE, "Description") for node in nodes],
    )
    said = [
        "" if isinstance(answer, Fault) else tidy(str(answer[0].value), toolkit)
        for answer in answers
    ]
    names = dict(zip(paths, said, strict=False))
    for node, description in zip(nodes, said[len(paths) :], strict=True):
        words = " ".join(
            dict.fromkeys(names[path] for path in labels[node.path] if names.get(path))
        )
        node.name = words or description


def elements_of(nodes: Iterable[Reading], window: Node, place: Place) -> tuple[Element, ...]:
    """Elements with ids e1, e2, ... in document order."""
    kept = _worth_showing(list(nodes))
    if window.toolkit.startswith("GTK 4"):
        kept = _laid_out(kept)
    return tuple(element_of(f"e{n}", node, window, place) for n, node in enumerate(kept, 1))


def element_of(element_id: str, node: Reading, window: Node, place: Place) -> Element:
    """`window` is the handle of the window it is in."""
    word = role_word(node.role, node.states)
    name = tidy(_clean(node.name), window.toolkit)
    text = as_written(window.toolkit, _clean(node.text, lines=True))
    if not name and node.role in WORDS and len(text) <= _MOST_NAME:
        name, text = " ".join(text.split()), ""
    handle = replace(window, path=node.path, role=node.role, in_pixels=node.in_pixels)
    if node.in_pixels:
        place = Place()
    return Element(
        element_id,
        word,
        name,
        "" if word == PASSWORD else text,
        None if node.extents is None else to_screen(node.extents, place),
        states=state_words(node.states, window.toolkit),
        handle=handle,
    )


def _worth_showing(nodes: list[Reading]) -> list[Reading]:
    """Without words that only repeat the name of what they lie in, and without empty words."""
    named: dict[str, list[Rect]] = {}
    kept: list[Reading] = []
    for node in nodes:
        if not node.name and node.extents is None and not node.has(Bit.FOCUSED):
            continue  # nothing to call it by and nowhere to point
        if kept and _is_core_of(node, kept[-1]):
            kept.pop()
        said = _clean(node.name or node.text)
        if node.role in INTERACTIVE or node.has(Bit.FOCUSED) or _adds(node, said, named):
            kept.append(node)
            if said and node.extents is not None and node.role not in _WHOLES:
                named.setdefault(said, []).append(node.extents)
    return kept


def _laid_out(nodes: list[Reading]) -> list[Reading]:
    """Without the twins of a layout that is not in use: GTK 4 says that they show as well, and
    gives them no place (libadwaita's dialogs hold their buttons twice)."""
    placed = {(node.role, node.name) for node in nodes if node.extents is not None}
    names = {name for _, name in placed}
    return [
        node
        for node in nodes
        if node.extents is not None
        or node.has(Bit.FOCUSED)
        or not ((node.role, node.name) in placed or (node.role in WORDS and node.name in names))
    ]


def _adds(node: Reading, said: str, named: dict[str, list[Rect]]) -> bool:
    """Whether words say something that nothing around them has said before."""
    return bool(said) and not any(_lies_in(node, rect) for rect in named.get(said, ()))


def name_by_content(nodes: list[Reading]) -> None:
    """Name what can be pressed and has no name by the words inside it."""
    words = [node for node in nodes if node.role not in INTERACTIVE and (node.name or node.text)]
    for node in nodes:
        if not node.name and node.role in _NAMED_BY_CONTENT and node.extents is not None:
            inside = [word for word in words if _lies_in(word, node.extents)]
            said = dict.fromkeys(word.name or word.text for word in inside[:_MOST_WORDS])
            node.name = " ".join(said)


def _is_core_of(node: Reading, outer: Reading) -> bool:
    """Whether it is the same control again: a GTK 4 menu button holds the button that works."""
    return (
        (node.role, node.name) == (outer.role, outer.name)
        and node.role in INTERACTIVE
        and outer.extents is not None
        and _lies_in(node, outer.extents)
    )


def _lies_in(node: Reading, rect: Rect) -> bool:
    return node.extents is not None and rect.contains(*node.extents.center)


def _clean(text: str, *, lines: bool = False) -> str:
    """Without the placeholders of embedded objects; a name is one line."""
    text = text.replace("\ufffc", "")
    return text if lines else " ".join(text.split())
