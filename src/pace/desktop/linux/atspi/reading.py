"""Three ways of finding what a window shows, from the quickest to the one that always works.

- `collected`: one `Collection.GetMatches` for the roles of interest that are showing. The
  application walks its own tree. GTK 3, Qt from 6.12, Chromium, Firefox, LibreOffice.
- `cached`: one `Cache.GetItems`, trusted where every visited node's child count agrees. GTK 4.
- `walked`: `GetChildren` level by level, down showing branches. Qt before 6.12.

All return what they found in document order, without rectangles or text.
"""

from __future__ import annotations

from typing import Final

from pace.core.error import PaceError
from pace.desktop.linux.atspi.names import (
    ACCESSIBLE,
    CACHE,
    CACHE_INTERFACE,
    COLLECTION,
    MATCH_SIGNATURE,
    NULL,
    ROLES,
    Bit,
    match_body,
    roles_for,
)
from pace.desktop.linux.atspi.nodes import Reading, describe, described_as
from pace.desktop.linux.atspi.wire import Ask, Fault, NotOffered, Wire

#: Bounds of the walk: what lies beyond is not read. A window with more is a table or a page.
MOST_NODES: Final = 4000
MOST_CHILDREN: Final = 400
_DEEPEST: Final = 60


async def find(wire: Wire, app: str, frame: str, toolkit: str) -> list[Reading]:
    """What a person can act on or read in the window. Raises Gone or TimedOut."""
    interfaces = (await wire.one(app, Ask(frame, ACCESSIBLE, "GetInterfaces")))[0]
    if COLLECTION in interfaces:
        try:
            return await collected(wire, app, frame, roles_for(toolkit))
        except NotOffered:
            pass
    from_cache = await cached(wire, app, frame)
    return from_cache if from_cache is not None else await walked(wire, app, frame)


async def collected(wire: Wire, app: str, frame: str, roles: list[int]) -> list[Reading]:
    """By the application's own search. Raises NotOffered when it has none."""
    paths = await matches(wire, app, frame, states=[Bit.SHOWING], roles=roles)
    found = await described(wire, app, paths)
    if not any(node.has(Bit.FOCUSED) for node in found):
        focused = await matches(wire, app, frame, states=[Bit.SHOWING, Bit.FOCUSED], most=1)
        found += await described(wire, app, focused)
    return found


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
    return [path for bus, path in (await wire.one(app, call))[0] if bus == app and path != NULL]


async def described(wire: Wire, app: str, paths: list[str]) -> list[Reading]:
    """Name, role and states of each node; what has gone meanwhile is left out."""
    answers = await wire.ask(app, [call for path in paths for call in describe(path)])
    found = (described_as(path, answers[3 * n : 3 * n + 3]) for n, path in enumerate(paths))
    return [reading for reading in found if reading is not None]


async def cached(wire: Wire, app: str, frame: str) -> list[Reading] | None:
    """From the application's cache; None when it has none or its child counts do not agree."""
    try:
        items = (await wire.one(app, Ask(CACHE, CACHE_INTERFACE, "GetItems")))[0]
    except PaceError:
        return None
    nodes: dict[str, Reading] = {}
    children: dict[str, list[tuple[int, str]]] = {}
    counts: dict[str, int] = {}
    for item in items:
        (_, path), _, (_, parent), index, count, _, name, role, _, states = item
        nodes[path] = Reading(path, role, list(states), name)
        counts[path] = count
        children.setdefault(parent, []).append((index, path))
    if frame not in nodes:
        return None
    found: list[Reading] = []
    waiting = [frame]
    while waiting:
        path = waiting.pop()
        below = sorted(children.get(path, ()))
        if counts[path] != len(below):
            return None
        node = nodes[path]
        if path == frame or node.has(Bit.VISIBLE):
            found.append(node)
            waiting.extend(child for _, child in reversed(below))
    return _of_interest(found[1:])


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


def _of_interest(nodes: list[Reading]) -> list[Reading]:
    """The roles of interest that show; VISIBLE counts where only windows say SHOWING (GTK 4.8)."""
    bit = Bit.SHOWING if any(node.has(Bit.SHOWING) for node in nodes) else Bit.VISIBLE
    return [
        node for node in nodes
        if node.has(bit) and (node.role in ROLES or node.has(Bit.FOCUSED))
    ]  # fmt: skip
