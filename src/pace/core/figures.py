"""Measured figures: medians with their spread, one row a case, and a table to read them in."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Measured:
    """Samples of one thing, summed up. `spread` is the distance between the quartiles."""

    median: float
    spread: float
    p95: float
    n: int


def measured(samples: Sequence[float]) -> Measured:
    """Sum up samples. Raises ValueError when there are none."""
    if not samples:
        raise ValueError("there are no samples")
    return Measured(
        statistics.median(samples),
        quantile(samples, 0.75) - quantile(samples, 0.25),
        quantile(samples, 0.95),
        len(samples),
    )


def quantile(samples: Sequence[float], share: float) -> float:
    """The value below which this share of the samples lies, interpolated."""
    ordered = sorted(samples)
    place = (len(ordered) - 1) * share
    low, high = ordered[math.floor(place)], ordered[math.ceil(place)]
    return low + (high - low) * (place - math.floor(place))


def share_spread(right: int, of: int) -> float:
    """Half the width of the 95 % interval of a share (Wilson), in percent."""
    z, share = 1.96, right / of
    return 100 * z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + (z / of / 2) ** 2)


@dataclass(frozen=True, slots=True)
class Row:
    """One case: our figure, the rivals' figures, and how often it was measured.

    `ratio` is how many times better than the first rival ours is: less is better, but of a share
    ("%") more. `more` holds further keys of the JSON.
    """

    case: str
    ours: float | None
    rivals: Mapping[str, float | None] = field(default_factory=dict)
    n: int = 1
    spread: float | None = None
    unit: str = "ms"
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        rival = next(iter(self.rivals.values()), None)
        if rival is None or self.ours is None:
            return None
        better, worse = (rival, self.ours) if self.unit != "%" else (self.ours, rival)
        return better / worse if worse else None

    def as_json(self) -> dict[str, Any]:
        """The row as the command line prints it."""
        return {
            "case": self.case,
            "ours": short(self.ours),
            "rivals": {name: short(value) for name, value in self.rivals.items()},
            "ratio": short(self.ratio),
            "n": self.n,
            "spread": short(self.spread),
            "unit": self.unit,
            **self.more,
        }


def short(value: float | None) -> float | None:
    """Four digits that count."""
    return None if value is None else float(f"{value:.4g}")


def shown(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of JSON as a table: a column for each rival and for every further plain key."""
    rivals = list(dict.fromkeys(name for row in rows for name in row.get("rivals", {})))
    fixed = ("case", "ours", "rivals", "ratio", "n", "spread", "unit")
    more = dict.fromkeys(
        key
        for row in rows
        for key, value in row.items()
        if key not in fixed and isinstance(value, int | float | str | None)
    )
    heads = ["case", "ours", "±", "unit", "n", *rivals, "ratio", *more]
    lines = [
        [
            row["case"], row.get("ours"), row.get("spread"), row.get("unit"), row.get("n"),
            *(row.get("rivals", {}).get(name) for name in rivals),
            row.get("ratio"), *(row.get(key) for key in more),
        ]
        for row in rows
    ]  # fmt: skip
    return table(heads, lines)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in plain text: words to the left, numbers to the right, nothing for None."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(len(head), *(len(row[n]) for row in cells), 0) for n, head in enumerate(heads)]
    numeric = [
        all(not isinstance(row[n], str) for row in rows) and bool(rows) for n in range(len(heads))
    ]

    def line(values: Sequence[str]) -> str:
        return "  ".join(
            value.rjust(width) if right else value.ljust(width)
            for value, width, right in zip(values, widths, numeric, strict=True)
        ).rstrip()

    return "\n".join([line(list(heads)), *(line(row) for row in cells)])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return str(value)
