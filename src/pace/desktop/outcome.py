"""What came of acting on one element."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pace.core.result import Evidence


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of one act.

    With a `problem`, a sentence for the person, nothing was done or it did not work; `kept_text`
    is then what was not typed. `before` and `after` are the texts of a field that was read back,
    `locator` finds that field again.
    """

    evidence: Evidence = Evidence.UNVERIFIED
    seen: str = ""
    method: str = ""
    before: str | None = None
    after: str | None = None
    kept_text: str = ""
    problem: str = ""
    field: str = ""
    locator: Mapping[str, Any] | None = None
