"""What a newcomer writes with libatspi, under the system's Python, in a process of its own.

    python3 libatspi.py walk|pruned|collection|press|text REQUEST

REQUEST is JSON: {"title", "roles", "coordinates": screen|window} to read a window, {"title",
"name"} to press what is called so, {"title"} for the text of a window's first field. `walk` visits
every node, `pruned` enters only what shows, `collection` lets the application search. Prints one
JSON object. The clock starts when libatspi is connected, so neither Python nor the import counts.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402 - after the version


def window(title: str) -> Any:
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application is None:
            continue
        for number in range(application.get_child_count()):
            frame = application.get_child_at_index(number)
            if frame is not None and title in (frame.get_name() or ""):
                return frame
    raise SystemExit(f"no window is called {title}")


def walk(
    node: Any, roles: set[int], bit: Any, coordinates: Any, found: list[Any], pruned: bool
) -> None:
    """Everything below, child by child."""
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is None:
            continue
        states = child.get_state_set()
        shows = states.contains(bit)
        if shows and int(child.get_role()) in roles:
            found.append(described(child, states, coordinates))
        if shows or not pruned:
            walk(child, roles, bit, coordinates, found, pruned)


def matches(node: Any, roles: set[int], coordinates: Any) -> list[Any] | None:
    collection = node.get_collection_iface()
    if collection is None:
        return None
    rule = Atspi.MatchRule.new(
        Atspi.StateSet.new([Atspi.StateType.SHOWING]),
        Atspi.CollectionMatchType.ALL,
        {},
        Atspi.CollectionMatchType.ALL,
        [Atspi.Role(role) for role in roles],
        Atspi.CollectionMatchType.ANY,
        [],
        Atspi.CollectionMatchType.ALL,
        False,
    )
    nodes = collection.get_matches(rule, Atspi.CollectionSortOrder.CANONICAL, 0, True)
    return [described(child, child.get_state_set(), coordinates) for child in nodes]


def described(node: Any, states: Any, coordinates: Any) -> list[Any]:
    place = node.get_component_iface()
    rect = None if place is None else place.get_extents(coordinates)
    return [
        node.get_name() or "",
        int(node.get_role()),
        None if rect is None else [rect.x, rect.y, rect.width, rect.height],
        [state for state in KEPT if states.contains(state)],
    ]


#: The states an element carries in Pace, so that the rival reads no less.
KEPT = [
    Atspi.StateType.FOCUSED, Atspi.StateType.CHECKED, Atspi.StateType.SELECTED,
    Atspi.StateType.EDITABLE, Atspi.StateType.EXPANDED, Atspi.StateType.PRESSED,
    Atspi.StateType.ENABLED, Atspi.StateType.VISIBLE,
]  # fmt: skip


def read(how: str, request: dict[str, Any]) -> list[Any] | None:
    roles = set(request["roles"])
    coordinates, bit = Atspi.CoordType.SCREEN, Atspi.StateType.SHOWING
    if request["coordinates"] == "window":  # GTK 4.8 says SHOWING of windows only
        coordinates, bit = Atspi.CoordType.WINDOW, Atspi.StateType.VISIBLE
    frame = window(request["title"])
    if how == "collection":
        return matches(frame, roles, coordinates)
    found: list[Any] = []
    walk(frame, roles, bit, coordinates, found, how == "pruned")
    return found


def pressed(node: Any, name: str) -> bool:
    """Find by name in the order of the tree and press it; whether it was there."""
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is None:
            continue
        if child.get_name() == name and child.get_action_iface() is not None:
            return act(child.get_action_iface())
        if pressed(child, name):
            return True
    return False


def act(actions: Any) -> bool:
    """The action called press or click, else the first. Qt's first is Toggle, which is no click."""
    names = [actions.get_action_name(n).lower() for n in range(actions.get_n_actions())]
    wanted = next((n for n, name in enumerate(names) if name in ("press", "click")), 0)
    return bool(actions.do_action(wanted))


def written(node: Any) -> str | None:
    """What the first field that can be edited holds."""
    if node.get_editable_text_iface() is not None:
        text = node.get_text_iface()
        return str(text.get_text(0, text.get_character_count()))
    children = (node.get_child_at_index(index) for index in range(node.get_child_count()))
    found = (written(child) for child in children if child is not None)
    return next((text for text in found if text is not None), None)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return (time.perf_counter() - begun) * 1000, result


def main() -> None:
    how, request = sys.argv[1], json.loads(sys.argv[2])
    Atspi.init()
    Atspi.get_desktop(0).get_child_count()
    if how == "press":
        taken, done = timed(lambda: pressed(window(request["title"]), request["name"]))
        print(json.dumps({"ms": taken, "done": done, "at": time.monotonic()}))
        return
    if how == "text":
        print(json.dumps({"text": written(window(request["title"]))}))
        return
    cold, elements = timed(lambda: read(how, request))
    warm = None if how == "walk" else timed(lambda: read(how, request))[0]
    elements = elements and [[*one[:3], [int(state) for state in one[3]]] for one in elements]
    print(json.dumps({"ms": cold, "again_ms": warm, "elements": elements}))


main()
