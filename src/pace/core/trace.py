"""How long each part of a turn took."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pace.core.clock import Clock


class Trace:
    """Named spans of one turn, in milliseconds. The first mark of a name wins."""

    def __init__(self, clock: Clock, started_at: float | None = None) -> None:
        self._clock = clock
        self.started_at = clock.monotonic() if started_at is None else started_at
        self._marks: dict[str, float] = {}

    def mark(self, name: str) -> None:
        """Record the time since the start."""
        self._marks.setdefault(name, (self._clock.monotonic() - self.started_at) * 1000)

    def record(self, name: str, milliseconds: float) -> None:
        """Record a duration that was measured elsewhere."""
        self._marks.setdefault(name, milliseconds)

    @contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Add the duration of the block to `name`."""
        start = self._clock.monotonic()
        try:
            yield
        finally:
            spent = (self._clock.monotonic() - start) * 1000
            self._marks[name] = self._marks.get(name, 0.0) + spent

    @property
    def milliseconds(self) -> dict[str, float]:
        return {name: round(value, 2) for name, value in self._marks.items()}
