"""Which reminders Pace made and so rings, and for when each of them rang."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pace.core.clock import Clock
from pace.store.database import Database

#: How long one that is no longer open is kept in mind, in case it is put back.
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Ringing:
    """A reminder that Pace rings, by its uid on the list. `rung` is the time for which it last
    rang, or None."""

    uid: str
    made: datetime
    rung: datetime | None


class Reminders:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, uid: str) -> None:
        """Ring this one from now on."""
        row = (uid, self._clock.now().isoformat())
        await self._database.run(
            lambda db: db.execute(
                "INSERT OR IGNORE INTO reminder (uid, made, rung) VALUES (?, ?, '')", row
            )
        )

    async def all(self) -> list[Ringing]:
        rows = await self._database.run(
            lambda db: db.execute("SELECT uid, made, rung FROM reminder ORDER BY made").fetchall()
        )
        return [
            Ringing(
                uid,
                datetime.fromisoformat(made),
                datetime.fromisoformat(rung) if rung else None,
            )
            for uid, made, rung in rows
        ]

    async def take(self, ringing: Ringing, due: datetime) -> bool:
        """Mark it as rung for that time; False when somebody else did since it was read."""
        before = ringing.rung.isoformat() if ringing.rung is not None else ""
        changed = await self._database.run(
            lambda db: (
                db.execute(
                    "UPDATE reminder SET rung = ? WHERE uid = ? AND rung = ?",
                    (due.isoformat(), ringing.uid, before),
                ).rowcount
            )
        )
        return changed == 1

    async def forget(self, gone: list[Ringing]) -> None:
        """Forget those of them that are old: they were done or taken off the list."""
        old = self._clock.now() - KEPT
        uids = [(one.uid,) for one in gone if max(one.made, one.rung or one.made) < old]
        if uids:
            await self._database.run(
                lambda db: db.executemany("DELETE FROM reminder WHERE uid = ?", uids)
            )
