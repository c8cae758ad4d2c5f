"""Inverses outlive the process: the unit of undo is the turn, and they last the day.

Acts that nothing can take back are kept beside them, so that undo can say what it passes over.
"""

from __future__ import annotations

import json
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

    async def passed_over(self, stored: list[Stored]) -> list[Lasting]:
        """What was done for good after the last of these, newest first; of the last day."""
        since = (self._clock.now() - LIFETIME).isoformat()
        last = max((entry.id for entry in stored), default=0)
        rows = await self._database.run(
            lambda db: db.execute(
                "SELECT summary, grave FROM lasting WHERE at >= ? AND after >= ? ORDER BY id DESC",
                (since, last),
            ).fetchall()
        )
        return [Lasting(summary, bool(grave)) for summary, grave in rows]

    async def last_turn(self) -> list[Stored]:
        """The inverses of the last turn that has unused ones, last act first."""
        since = (self._clock.now() - LIFETIME).isoformat()
        rows = await self._database.run(
            lambda db: db.execute(
                "SELECT id, turn, summary, call, precondition FROM inverse WHERE used = 0"
                " AND turn = (SELECT turn FROM inverse WHERE used = 0 AND at >= ?"
                "             ORDER BY id DESC LIMIT 1) ORDER BY position DESC, id DESC",
                (since,),
            ).fetchall()
        )
        return [Stored(number, turn, _inverse(*rest)) for number, turn, *rest in rows]

    async def use(self, numbers: list[int]) -> None:
        """Mark inverses as spent, whether they succeeded or not."""
        await self._database.run(
            lambda db: db.executemany(
                "UPDATE inverse SET used = 1 WHERE id = ?", [(number,) for number in numbers]
            )
        )


def _inverse(summary: str, call: str, precondition: str) -> Inverse:
    plain = json.loads(call)
    arguments = plain["arguments"]
    provenance = dict.fromkeys(arguments, Provenance.DEFAULT)
    return Inverse(Call(plain["name"], arguments, provenance), summary, json.loads(precondition))
