"""What happened: the history of turns, and the audit of acts and of everything off-device.

History holds the person's words and is theirs to read. Audit holds none: a subsystem, an
operation, a short target and an outcome.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from pace.core.clock import Clock
from pace.core.turn import Origin, TurnReport
from pace.store.database import Database

#: Longest audit target kept, in characters (spec 1.3).
TARGET_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Turn:
    """One past turn."""

    id: str
    at: str
    origin: str
    heard: str
    spoken: str


class History:
    """Past turns, newest first when listed."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, report: TurnReport, origin: Origin) -> None:
        row = (
            report.turn_id, self._clock.now().isoformat(), origin.value, report.heard,
            report.lane, report.intent, report.spoken,
            json.dumps(asdict(report), ensure_ascii=False),
        )  # fmt: skip
        await self._database.run(
            lambda db: db.execute("INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        )

    async def recent(self, count: int) -> list[Turn]:
        rows = await self._database.run(
            lambda db: db.execute(
                "SELECT id, at, origin, heard, spoken FROM turn"
                " ORDER BY at DESC, rowid DESC LIMIT ?",
                (count,),
            ).fetchall()
        )
        return [Turn(*row) for row in rows]


class Audit:
    """What Pace did, without content."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def note(
        self, subsystem: str, operation: str, target: str, outcome: str, *, bytes_out: int = 0
    ) -> None:
        row = (
            self._clock.now().isoformat(), subsystem, operation,
            target[:TARGET_LENGTH], outcome, bytes_out,
        )  # fmt: skip
        await self._database.run(
            lambda db: db.execute(
                "INSERT INTO audit (at, subsystem, operation, target, outcome, bytes_out)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )
        )

    async def recent(self, count: int) -> list[tuple[str, str, str, str, str, int]]:
        return await self._database.run(
            lambda db: db.execute(
                "SELECT at, subsystem, operation, target, outcome, bytes_out FROM audit"
                " ORDER BY id DESC LIMIT ?",
                (count,),
            ).fetchall()
        )

    async def bytes_out(self) -> int:
        """How much Pace itself has ever sent off the machine."""
        (total,) = await self._database.run(
            lambda db: db.execute("SELECT COALESCE(SUM(bytes_out), 0) FROM audit").fetchone()
        )
        return int(total)

    async def programs(self) -> list[tuple[str, int]]:
        """The programs that were started for the person, and how often, the most recent first:
        what tools opened by name, and what Pace ran as a child."""
        rows = await self._database.run(
            lambda db: db.execute(
                "SELECT target, COUNT(*) FROM audit WHERE target <> ''"
                " AND ((subsystem = 'egress' AND operation = 'program')"
                " OR (subsystem = 'action' AND operation IN ('open_app', 'open_url')"
                " AND outcome IN ('verified', 'unverified')))"
                " GROUP BY target ORDER BY MAX(id) DESC"
            ).fetchall()
        )
        return [(str(target), int(count)) for target, count in rows]
