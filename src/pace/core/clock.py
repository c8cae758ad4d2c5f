"""Time, as a value that tests can replace."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time of day and measures durations."""

    def now(self) -> datetime:
        """The time of day, with the local zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that only grow; for durations."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        return datetime.now().astimezone()

    def monotonic(self) -> float:
        return time.monotonic()
