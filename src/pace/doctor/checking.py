"""Runs checks: each within a bound, and each a row whatever becomes of it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import anyio

from pace.core.error import PaceError, Unavailable
from pace.desktop.ports import Probe
from pace.doctor.rows import Finding, Row, State
from pace.doctor.surroundings import cure_for

#: Bound of one check, in seconds.
CHECK_SECONDS = 5.0
#: Bound of all checks together; those that have no time left are not made.
ALL_SECONDS = 12.0
#: Less than this is not worth starting with.
_LEAST_SECONDS = 0.2

#: What a mistake in one part of Pace can raise. It must not hide what is known of the others.
_MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, ExceptionGroup, ImportError, LookupError,
    OSError, RuntimeError, TypeError, ValueError,
)  # fmt: skip

#: Words that begin a sentence and are not names.
_BEGINNINGS = frozenset("A An Asked Found Kept Nothing No Read Showed That The There This".split())

_LOG = logging.getLogger(__name__)


class Checks:
    """The rows of one examination, and how much time it has left."""

    def __init__(self, seconds: float = ALL_SECONDS) -> None:
        self._deadline = anyio.current_time() + seconds
        self.rows: list[Row] = []

    def note(self, capability: str, served_by: str, finding: Finding) -> Finding:
        """Add a row; one that is dead and says no cure gets the usual one."""
        if finding.state is State.DEAD and not finding.fix:
            finding = replace(finding, fix=cure_for(capability))
        self.rows.append(Row.of(capability, served_by, finding))
        return finding

    async def check(
        self,
        capability: str,
        served_by: str,
        work: Callable[[], Awaitable[Finding]],
        seconds: float = CHECK_SECONDS,
    ) -> Finding:
        """Do one check and add its row."""
        left = min(seconds, self._deadline - anyio.current_time())
        if left < _LEAST_SECONDS:
            finding = Finding(State.NOT_PROBED, "no time was left, because other checks hung")
        else:
            finding = await bounded(work, left)
        return self.note(capability, served_by, finding)


async def bounded(work: Callable[[], Awaitable[Finding]], seconds: float) -> Finding:
    """What the check found; an error or a hang is a finding too."""
    with anyio.move_on_after(seconds):
        try:
            return await work()
        except PaceError as problem:
            fix = problem.fix if isinstance(problem, Unavailable) else ""
            return Finding(State.DEAD, plainly(str(problem)), fix)
        except _MISTAKES as problem:
            _LOG.info("a check failed", exc_info=True)
            return Finding(
                State.DEAD,
                f"the check itself failed ({type(problem).__name__}: {problem})",
                "bin/pace doctor, which sets up what is missing",
            )
    return Finding(State.DEAD, f"it did not answer within {seconds:.0f} seconds")


def of_probe(probe: Probe) -> Finding:
    """An adapter's own word for it."""
    failed = State.UNAVAILABLE if probe.missing else State.DEAD
    return Finding(State.OK if probe.ok else failed, plainly(probe.did), probe.fix)


def plainly(sentence: str) -> str:
    """A sentence as it stands in a row: begun small where that is plain, without its full stop."""
    words = sentence.strip().removesuffix(".")
    first = words.partition(" ")[0]
    return words[:1].lower() + words[1:] if first in _BEGINNINGS else words
