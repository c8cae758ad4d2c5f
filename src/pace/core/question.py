"""Approval, clarification and click choice are one mechanism: a question and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pace.core.call import Call


class Kind(StrEnum):
    APPROVAL = "approval"
    CLARIFICATION = "clarification"
    CHOICE = "choice"


#: The options of an approval, Cancel first because it is the default.
CANCEL = "Cancel"
ALLOW_ONCE = "Allow once"


@dataclass(frozen=True, slots=True)
class Question:
    """Something only the person can decide. `completes` is what an answer would carry out.

    `options[0]` is the default; dismissal and timeout choose it when it is Cancel, and nothing
    otherwise. `asked_of` is the connection the turn came from; `put_at` is monotonic seconds.
    """

    id: str
    kind: Kind
    text: str
    options: tuple[str, ...]
    completes: tuple[Call, ...] = ()
    alternatives: tuple[tuple[Call, ...], ...] = ()
    asked_of: str = ""
    put_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What was chosen. None means dismissed, timed out or replaced by a new turn."""

    option: str | None
    index: int | None = None
    by: str = ""

    @property
    def allows(self) -> bool:
        return self.option == ALLOW_ONCE


DISMISSED = Answer(None)
#: What a surface sends as the option to dismiss a question.
DISMISS = ""
