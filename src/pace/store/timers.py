"""Timers in the store: they survive a restart, and ring when due or at once when overdue."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from pace.core.clock import Clock
from pace.store.database import Database


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer. `due` carries its zone."""

    id: str
    label: str
    due: datetime


class Timers:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def start(self, seconds: float, label: str = "") -> Timer:
        now = self._clock.now()
        timer = Timer(secrets.token_hex(4), label, now + timedelta(seconds=seconds))
        await self._database.run(
            lambda db: db.execute(
                "INSERT INTO timer (id, label, due, made) VALUES (?, ?, ?, ?)",
                (timer.id, label, timer.due.isoformat(), now.isoformat()),
            )
        )
        return timer

    async def running(self) -> list[Timer]:
        """Timers that have not rung, soonest first."""
        rows = await self._database.run(
            lambda db: db.execute("SELECT id, label, due FROM timer WHERE fired = 0").fetchall()
        )
        timers = [Timer(key, label, datetime.fromisoformat(due)) for key, label, due in rows]
        return sorted(timers, key=lambda timer: timer.due)

    async def take(self, timer_id: str) -> bool:
        """Mark it as rung or cancelled; False when it already was."""
        changed = await self._database.run(
            lambda db: (
                db.execute(
                    "UPDATE timer SET fired = 1 WHERE id = ? AND fired = 0", (timer_id,)
                ).rowcount
            )
        )
        return changed == 1


class KeptText:
    """Text that could not be typed, kept until the person says where it goes."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def keep(self, text: str) -> None:
        row = (self._clock.now().isoformat(), text)
        await self._database.run(
            lambda db: db.execute("INSERT INTO kept (at, text) VALUES (?, ?)", row)
        )

    async def last(self) -> str | None:
        row = await self._database.run(
            lambda db: db.execute("SELECT text FROM kept ORDER BY id DESC LIMIT 1").fetchone()
        )
        return None if row is None else str(row[0])

    async def drop(self) -> None:
        """Forget everything kept; called once it was typed."""
        await self._database.run(lambda db: db.execute("DELETE FROM kept"))
