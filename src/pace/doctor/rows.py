"""What the doctor found: rows, the report they make, and the exit code. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any


class State(StrEnum):
    """How a capability is. DEAD means that it is there and does not work."""

    OK = "ok"
    UNAVAILABLE = "unavailable"
    DEAD = "dead"
    NOT_PROBED = "not probed"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check did and saw. `fix` is the one command or step that mends it.

    `by` is who really served, where that is known only afterwards.
    """

    state: State
    did: str
    fix: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One capability, and who serves it."""

    capability: str
    served_by: str
    state: State
    did: str
    fix: str = ""

    @classmethod
    def of(cls, capability: str, served_by: str, finding: Finding) -> Row:
        by = finding.by or served_by
        return cls(capability, by, finding.state, finding.did, finding.fix)


#: A missing one of these is as bad as a dead one: nothing can be found or pressed without it.
ESSENTIAL = frozenset({"accessibility tree"})

#: A row that only explains the others.
NOTE = "wayland"

#: Every capability in the order in which it is shown.
GROUPS: Mapping[str, Sequence[str]] = MappingProxyType({
    "Desktop": (
        NOTE, "session bus", "accessibility tree", "window trees", "applications",
        "windows", "pointer", "keyboard", "screen", "clipboard", "hotkey", "notifications",
        "media", "volume", "battery", "secrets",
    ),
    "Services": (
        "calendars", "to-dos", "contacts", "notes", "mail drafts", "file manager", "trash",
        "shortcuts", "downloads", "brightness", "MCP servers",
    ),
    "Voice": (
        "microphone", "speaker", "voice activity", "speech to text", "text to speech", "models",
    ),
    "Pace itself": ("settings", "store", "folders", "egress"),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Report:
    """The whole examination."""

    rows: tuple[Row, ...]
    session: Mapping[str, object]
    platform: Mapping[str, object]

    @property
    def bad(self) -> tuple[Row, ...]:
        """The rows that make it red."""
        return tuple(row for row in self.rows if is_bad(row))

    @property
    def ok(self) -> bool:
        return not self.bad

    def as_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "rows": [
                {
                    "capability": row.capability,
                    "served_by": row.served_by,
                    "state": row.state.value,
                    "did": row.did,
                    "fix": row.fix,
                }
                for row in self.rows
            ],
            "session": dict(self.session),
            "platform": dict(self.platform),
        }


def is_bad(row: Row) -> bool:
    """Whether it is dead, or essential and not there."""
    return row.state is State.DEAD or (row.capability in ESSENTIAL and row.state is not State.OK)


def in_order(rows: Sequence[Row]) -> tuple[Row, ...]:
    """By group and place in it; adapters of one capability stay as they came."""
    places = {name: place for place, name in enumerate(sum(map(tuple, GROUPS.values()), ()))}
    return tuple(sorted(rows, key=lambda row: places.get(row.capability, len(places))))


def summary(report: Report) -> str:
    """One sentence about the whole."""
    if report.bad:
        named = listed(report.bad)
        verb = "does" if len(report.bad) == 1 else "do"
        fixes = "; the lines with → say what mends it" if any(r.fix for r in report.bad) else ""
        return f"{named[:1].upper()}{named[1:]} {verb} not work{fixes}."
    told = [row for row in report.rows if row.capability != NOTE]
    missing = [row for row in told if row.state is State.UNAVAILABLE]
    unchecked = [row for row in told if row.state is State.NOT_PROBED]
    parts = ["What is here works" if missing else "Everything works"]
    parts += [f"missing: {listed(missing)}"] if missing else []
    parts += [f"not checked: {listed(unchecked)}"] if unchecked else []
    return "; ".join(parts) + "."


def listed(rows: Sequence[Row]) -> str:
    """Their capabilities, each once."""
    names = list(dict.fromkeys(row.capability for row in rows))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
