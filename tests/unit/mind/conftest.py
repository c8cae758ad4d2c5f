"""A request as a test writes it, and what the mind makes of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from pace.core.element import Element, Rect, Snapshot, Source, Tree, Window
from pace.core.understanding import Request, Understanding
from pace.mind import understand
from pace.tools.catalogue import built_in

CATALOGUE = built_in()
NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
WINDOW = Window("1", "Notes", "Groceries", active=True, tree=Tree.FULL)

Understand = Callable[..., Understanding]


def screen(*rows: tuple[Any, ...], tree: Tree = Tree.FULL, **more: Any) -> Snapshot:
    """A snapshot of (role, name[, x, y[, states]]) rows; ids are names, or `name#2` and so on."""
    elements: list[Element] = []
    for index, (role, name, *rest) in enumerate(rows):
        x, y = rest[:2] if len(rest) > 1 else (20, 20 + 40 * index)
        count = sum(element.name == name for element in elements)
        elements.append(
            Element(
                f"{name}#{count + 1}" if count else name, role, name,
                rect=Rect(x, y, 80, 24), source=Source.GIVEN,
                states=frozenset(rest[2] if len(rest) > 2 else ()),
            )
        )  # fmt: skip
    window = Window("1", "App", "Window", active=True, tree=tree)
    return Snapshot(window, tuple(elements), **more)


@pytest.fixture
def read() -> Understand:
    """Understand a transcript against a snapshot and further fields of the request."""

    def understood(transcript: str, snapshot: Snapshot | None = None, **more: Any) -> Understanding:
        given = Request(transcript, NOW, snapshot or Snapshot(), **more)
        return understand(given, CATALOGUE)

    return understood


def calls(meaning: Understanding) -> list[tuple[str, dict[str, Any]]]:
    """The plan as plain pairs."""
    return [(call.name, dict(call.arguments)) for call in meaning.calls]
