"""Every error Pace raises on purpose, as one tree.

    PaceError               one sentence for a person: what happened, what was kept, what to do
    ├── Unavailable         a part of the machine is missing or dead; `fix` mends it
    ├── TimedOut            something did not answer within its bound
    ├── Gone                the element, window or application is no longer there
    ├── Refused             Pace will not do this, whatever the answer
    ├── Invalid             what was given cannot be used
    └── NotSaved            a write did not reach the disk

Adapters translate foreign exceptions into this tree at the edge; above a port no foreign
exception exists. A tool's failure is not raised but returned (see `pace.core.result`).
"""

from __future__ import annotations


class PaceError(Exception):
    """Base of the tree. `str(error)` is one sentence that may be shown or spoken."""


class Unavailable(PaceError):
    """A capability is missing or dead. `fix` is one command or step that mends it, or empty."""

    def __init__(self, sentence: str, *, fix: str = "") -> None:
        super().__init__(sentence)
        self.fix = fix


class TimedOut(PaceError):
    """A bounded wait ran out."""


class Gone(PaceError):
    """What was to be acted on is no longer there."""


class Refused(PaceError):
    """Pace does not do this."""


class Invalid(PaceError):
    """Input that cannot be used."""


class NotSaved(PaceError):
    """A write failed; what was there before is kept."""
