"""What the three stores have in common: collections that hold iCalendar objects as text.

A store knows nothing of dates. It finds, adds, replaces and removes objects by their uid and never
writes over one that is not as it was last seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol


class Kind(StrEnum):
    """What an object is; the value is the name of its component."""

    EVENT = "VEVENT"
    TODO = "VTODO"


@dataclass(frozen=True, slots=True)
class Collection:
    """A calendar or a list, as it holds this kind. `key` is its id, address or folder."""

    key: str
    name: str
    kind: Kind
    writable: bool = True


@dataclass(frozen=True, slots=True)
class Item:
    """What stands in one place: as a rule every component of one uid and the zones they name; a
    file may hold several uids.

    `place` says where (a path, an address, a uid), `version` is what changes when it changes.
    """

    collection: Collection
    place: str
    version: str
    text: str


class Store(Protocol):
    """Raises the errors of `pace.core.error` only. `name` is for the doctor; `desktop_rings` says
    whether a program of the desktop may ring the alarms of what is in it."""

    @property
    def name(self) -> str: ...

    @property
    def desktop_rings(self) -> bool: ...

    async def rings(self) -> bool:
        """Whether that program runs now."""
        ...

    async def collections(self, kind: Kind) -> Sequence[Collection]:
        """Those that hold this kind, the default one first."""
        ...

    async def items(
        self, kind: Kind, span: tuple[datetime, datetime] | None = None
    ) -> Sequence[Item]:
        """All objects, or at least those of which something touches the span."""
        ...

    async def find(self, kind: Kind, uid: str) -> Item | None: ...

    async def add(self, collection: Collection, uid: str, text: str) -> None:
        """Put a new object there. Raises NotSaved when the uid is taken or nothing was written."""
        ...

    async def replace(self, item: Item, text: str) -> bool:
        """Put the text in its place; an empty one removes it. False, and nothing done, when it is
        no longer as `item` says. Raises NotSaved."""
        ...
