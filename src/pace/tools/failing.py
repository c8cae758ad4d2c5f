"""Errors raised on purpose, as results."""

from __future__ import annotations

from pace.core.error import Gone, PaceError, Refused, TimedOut, Unavailable
from pace.core.result import Result, Status, refused


def from_error(problem: PaceError) -> Result:
    """The result that stands for an error raised on purpose."""
    sentence = str(problem)
    if isinstance(problem, Refused):
        return refused(sentence)
    kinds = {Unavailable: "unavailable", TimedOut: "timed out", Gone: "gone"}
    kind = next((word for error, word in kinds.items() if isinstance(problem, error)), "failed")
    if isinstance(problem, Unavailable) and problem.fix:
        sentence = f"{sentence.rstrip('.')}; to mend it: {problem.fix}."
    return Result(Status.FAILED, sentence, sentence, kind=kind)
