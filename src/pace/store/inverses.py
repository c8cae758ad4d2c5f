"""Inverses outlive the process: the unit of undo is the turn, and they last the day.

Acts that nothing can take back are kept beside them, so that undo can say what it passes over.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pace.core.call import Call, Provenance
from pace.core.clock import Clock
from pace.core.result import Inverse
from pace.store.database import Database

#: How long an inverse is offered.
LIFETIME = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stored:
    """An inverse with its number in the store."""

    id: int
    turn: str
    inverse: Inverse


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What was kept of a turn and cannot be read: another version wrote it, or another hand."""

    id: int
    summary: str


@dataclass(frozen=True, slots=True)
class Lasting:
    """An act that nothing can take back, in the words of its approval question."""

    summary: str
    grave: bool


class Inverses:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, turn: str, position: int, inverse: Inverse) -> None:
        row = (
            self._clock.now().isoformat(), turn, position, inverse.summary,
            json.dumps({"name": inverse.call.name, "arguments": dict(inverse.call.arguments)}),
            json.dumps(dict(inverse.precondition)),
        )  # fmt: skip
        await self._database.run(
            lambda db: db.execute(
                "INSERT INTO inverse (at, turn, position, summary, call, precondition)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )
        )

    async def add_lasting(self, turn: str, position: int, summary: str, *, grave: bool) -> None:
        """Note an act that has no inverse; `summary` is its line in an approval question. A `grave`
        one did more than press a plain control."""
        row = (self._clock.now().isoformat(), turn, position, summary, int(grave))
        await self._database.run(
            lambda db: db.execute(
                "INSERT INTO lasting (at, turn, position, summary, grave, after)"
                " SELECT ?, ?, ?, ?, ?, COALESCE(MAX(id), 0) FROM inverse",
                row,
            )
        )

    async def passed_over(self, stored: Sequence[Stored | Unreadable]) -> list[Lasting]:
        """What was done for good after the last of these, newest first; of the last day."""
        since = (self._clock.now() - LIFETIME).isoformat()
        last = max((entry.id for entry in stored), default=0)
        rows = await self._database.run(
            lambda db: db.execute(
                "SELECT CAST(summary AS BLOB), grave FROM lasting WHERE at >= ? AND after >= ?"
                " ORDER BY id DESC",
                (since, last),
            ).fetchall()
        )
        return [Lasting(_words(summary), bool(grave)) for summary, grave in rows]

    async def last_turn(self) -> list[Stored | Unreadable]:
        """The inverses of the last turn that has unused ones, last act first."""
        since = (self._clock.now() - LIFETIME).isoformat()
        rows = await self._database.run(
            lambda db: db.execute(
                # as bytes: a text that is none would raise while it is fetched
                "SELECT id, CAST(turn AS BLOB), CAST(summary AS BLOB), CAST(call AS BLOB),"
                " CAST(precondition AS BLOB) FROM inverse WHERE used = 0"
                " AND turn IS (SELECT turn FROM inverse WHERE used = 0 AND at >= ?"
                "              ORDER BY id DESC LIMIT 1) ORDER BY position DESC, id DESC",
                (since,),
            ).fetchall()
        )
        return [_stored(*row) for row in rows]

    async def claim(self, numbers: Sequence[int]) -> set[int]:
        """Mark inverses as spent, whether they will succeed or not; those that were not so
        already. Of several processes that claim one, exactly one has it."""

        def mark(db: sqlite3.Connection) -> set[int]:
            spend = "UPDATE inverse SET used = 1 WHERE id = ? AND used = 0"
            return {number for number in numbers if db.execute(spend, (number,)).rowcount == 1}

        return await self._database.run(mark)


def _stored(
    number: int, turn: bytes | None, summary: bytes | None, call: bytes | None, when: bytes | None
) -> Stored | Unreadable:
    words = _words(summary)
    try:
        plain, precondition = json.loads(call or b""), json.loads(when or b"")
    except (ValueError, RecursionError):
        return Unreadable(number, words)
    if not isinstance(plain, dict) or not isinstance(precondition, dict):
        return Unreadable(number, words)
    name, arguments = plain.get("name"), plain.get("arguments")
    if not isinstance(name, str) or not isinstance(arguments, dict) or not (name and words):
        return Unreadable(number, words)
    provenance = dict.fromkeys(arguments, Provenance.DEFAULT)
    inverse = Inverse(Call(name, arguments, provenance), words, precondition)
    return Stored(number, _words(turn), inverse)


def _words(kept: bytes | None) -> str:
    return (kept or b"").decode("utf-8", "replace")
