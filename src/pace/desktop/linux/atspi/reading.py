"""Three ways of finding what a window shows, from the quickest to the one that always works.

- `collected`: one `Collection.GetMatches` for the roles of interest that are showing. The
  application walks its own tree. GTK 3, Qt from 6.12, Chromium, Firefox, LibreOffice.
- `cached`: one `Cache.GetItems`, trusted where a node's child count agrees with it. GTK 4.
- `walked`: `GetChildren` level by level, down showing branches. Qt before 6.12.

All return what they found in document order, without rectangles or text.
"""

from __future__ import annotations

from typing import Final

from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    CACHE,
    CACHE_INTERFACE,
    COLLECTION,
    DOCUMENTS,
    MATCH_SIGNATURE,
    NULL,
    ROLES,
    Bit,
    match_body,
    roles_for,
)
from pace.desktop.linux.atspi.nodes import (
    Reading,
    describe,
    described_as,
    extents_of,
    named,
    rect_in,
)
from pace.desktop.linux.atspi.wire import Ask, Fault, NotOffered, Wire

#: Bounds of the walk: what lies beyond is not read. A window with more is a table or a page.
MOST_NODES: Final = 4000
MOST_CHILDREN: Final = 400
_DEEPEST: Final = 60
#: So many nodes of a cache may be in doubt, or a quarter of them, before all are read anew.
_MOST_DOUBTFUL: Final = 8


_PLAIN_WORDS: Final = frozenset({29, 116})
_HOLDERS: Final = frozenset({32, 56, 90})
_BROWSERS: Final = ("Chromium", "Gecko")
_BULLETS: Final = frozenset("•◦▪‣·")


async def find(wire: Wire, app: str, frame: str, toolkit: str, active: bool) -> list[Reading]:
    """What a person can act on or read in the window. Raises Gone or TimedOut."""
    interfaces = (await wire.one(app, Ask(frame, ACCESSIBLE, "GetInterfaces")))[0]
    if COLLECTION in interfaces:
        try:
            return await collected(wire, app, frame, toolkit, active)
        except NotOffered:
            pass
    nodes = await cached(wire, app, frame)
    if nodes is None:
        nodes = await walked(wire, app, frame)
    return without_echoes(nodes, toolkit)


async def collected(wire: Wire, app: str, frame: str, toolkit: str, active: bool) -> list[Reading]:
    """By the application's own search. Raises NotOffered when it has none.

    Documents are searched for because one of them mostly has the focus; where something else has
    that is not shown, it takes a search of its own, and that is as slow as the window is large.
    """
    roles = [*roles_for(toolkit), *DOCUMENTS]
    paths = await matches(wire, app, frame, states=[Bit.SHOWING], roles=roles)
    answers = await wire.ask(app, [call for path in paths for call in named(path)])
    found = [
        Reading(path, role[0], name="" if isinstance(name, Fault) else name[0].value)
        for path, name, role in zip(paths, answers[::2], answers[1::2], strict=True)
        if not isinstance(role, Fault)
    ]
    found = await _looked_at(wire, app, without_echoes(found, toolkit), toolkit)
    if active and not any(node.has(Bit.FOCUSED) for node in found):
        focused = await matches(wire, app, frame, states=[Bit.SHOWING, Bit.FOCUSED], most=1)
        found += await described(wire, app, focused)
    return [node for node in found if node.role not in DOCUMENTS or node.has(Bit.FOCUSED)]


async def _looked_at(wire: Wire, app: str, nodes: list[Reading], toolkit: str) -> list[Reading]:
    """States and rectangles as well; what has gone meanwhile is left out."""
    calls = [
        call
        for node in nodes
        for call in (Ask(node.path, ACCESSIBLE, "GetState"), extents_of(node.path, toolkit))
    ]
    answers = await wire.ask(app, calls)
    there = []
    for node, states, extents in zip(nodes, answers[::2], answers[1::2], strict=True):
        if not isinstance(states, Fault):
            node.states = list(states[0])
            node.extents = rect_in(extents)
            node.placed = True
            there.append(node)
    return there


async def mark_pages(wire: Wire, app: str, frame: str, toolkit: str, nodes: list[Reading]) -> None:
    """Mark what is in a page: Chromium counts it in pixels when it scales its own controls."""
    pages = await matches(wire, app, frame, states=[Bit.SHOWING], roles=list(DOCUMENTS))
    inside = set(pages)
    for page in pages:
        inside.update(
            await matches(wire, app, page, states=[Bit.SHOWING], roles=roles_for(toolkit))
        )
    for node in nodes:
        node.in_pixels = node.path in inside


async def matches(
    wire: Wire,
    app: str,
    frame: str,
    *,
    states: list[int],
    roles: list[int] | None = None,
    most: int = 0,
) -> list[str]:
    """Paths of the nodes below `frame` that have all the states and one of the roles."""
    body = match_body(states=states, roles=roles or [], most=most)
    call = Ask(frame, COLLECTION, "GetMatches", MATCH_SIGNATURE, body)
    found = (await wire.one(app, call))[0]
    return [path for bus, path in found if bus == app and path != NULL]


async def described(wire: Wire, app: str, paths: list[str]) -> list[Reading]:
    """Name, role and states of each node; what has gone meanwhile is left out."""
    answers = await wire.ask(app, [call for path in paths for call in describe(path)])
    found = (described_as(path, answers[3 * n : 3 * n + 3]) for n, path in enumerate(paths))
    return [reading for reading in found if reading is not None]


async def cached(wire: Wire, app: str, frame: str) -> list[Reading] | None:
    """From the application's cache, with what its child counts put in doubt read anew.

    None when there is no cache, or too much of it is in doubt.
    """
    call = Ask(CACHE, CACHE_INTERFACE, "GetItems")
    try:
        items = (await wire.one(app, call))[0]
    except NotOffered:
        return None
    nodes = {item[0][1]: Reading(item[0][1], item[7], list(item[9]), item[6]) for item in items}
    counts = {item[0][1]: item[4] for item in items}
    children: dict[str, list[str]] = {}
    for _, parent, path in sorted((item[3], item[2][1], item[0][1]) for item in items):
        children.setdefault(parent, []).append(path)
    for _ in range(_DEEPEST if frame in nodes else 0):
        visible = _visible_below(frame, nodes, children)
        doubtful = [p for p in visible if counts.get(p) != len(children.get(p, ()))]
        if not doubtful:
            return _of_interest([nodes[path] for path in visible[1:]])
        if len(doubtful) > max(_MOST_DOUBTFUL, len(visible) // 4):
            return None
        answers = await wire.ask(app, [Ask(path, ACCESSIBLE, "GetChildren") for path in doubtful])
        for path, answer in zip(doubtful, answers, strict=True):
            below = [] if isinstance(answer, Fault) else answer[0]
            children[path] = [child for bus, child in below if bus == app and child != NULL]
            counts[path] = len(children[path])
        fresh = [c for path in doubtful for c in children[path] if c not in nodes]
        nodes.update((node.path, node) for node in await described(wire, app, fresh))
    return None


def _visible_below(
    frame: str, nodes: dict[str, Reading], children: dict[str, list[str]]
) -> list[str]:
    """Paths from the frame down visible branches, in document order."""
    found: list[str] = []
    waiting = [frame]
    while waiting:
        path = waiting.pop()
        if path == frame or (path in nodes and nodes[path].has(Bit.VISIBLE)):
            found.append(path)
            waiting.extend(reversed(children.get(path, ())))
    return found


async def walked(wire: Wire, app: str, frame: str) -> list[Reading]:
    """Level by level, down the branches that show."""
    nodes: dict[str, Reading] = {}
    children: dict[str, list[str]] = {}
    level = [frame]
    for _ in range(_DEEPEST):
        answers = await wire.ask(app, [Ask(path, ACCESSIBLE, "GetChildren") for path in level])
        for path, answer in zip(level, answers, strict=True):
            below = [] if isinstance(answer, Fault) else answer[0]
            children[path] = [
                child for bus, child in below[:MOST_CHILDREN] if bus == app and child not in nodes
            ]
        fresh = [child for path in level for child in children[path]]
        if not fresh or len(nodes) > MOST_NODES:
            break
        described_nodes = await described(wire, app, fresh)
        nodes.update((node.path, node) for node in described_nodes)
        level = [n.path for n in described_nodes if n.has(Bit.SHOWING) or n.has(Bit.VISIBLE)]
    ordered: list[Reading] = []
    waiting = [frame]
    while waiting:
        path = waiting.pop()
        if path in nodes:
            ordered.append(nodes.pop(path))
        waiting.extend(reversed(children.get(path, ())))
    return _of_interest(ordered)


def without_echoes(nodes: list[Reading], toolkit: str) -> list[Reading]:
    """Without nodes that say nothing of their own, which are then not asked further.

    They are words right after a control that is named by them, the bullets of a list, and, in
    browsers, rows and list items without a name: nothing there can be pressed but what they hold.
    """
    kept: list[Reading] = []
    for node in nodes:
        if node.role in _PLAIN_WORDS:
            before = kept[-1] if kept else None
            if before and before.name == node.name and before.role not in _PLAIN_WORDS:
                continue
            if node.name.strip() in _BULLETS:
                continue
        if not node.name and node.role in _HOLDERS and toolkit.startswith(_BROWSERS):
            continue
        kept.append(node)
    return kept


def _of_interest(nodes: list[Reading]) -> list[Reading]:
    """The roles of interest that show; VISIBLE counts where only windows say SHOWING (GTK 4.8)."""
    bit = Bit.SHOWING if any(node.has(Bit.SHOWING) for node in nodes) else Bit.VISIBLE
    return [
        node for node in nodes
        if node.has(bit) and (node.role in ROLES or node.has(Bit.FOCUSED))
    ]  # fmt: skip
