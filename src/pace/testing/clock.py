"""A clock that stands still until it is told to move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FakeClock:
    def __init__(self, now: datetime | None = None) -> None:
        self._now = now or datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
        self._seconds = 0.0

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._seconds

    def move(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._seconds += seconds
