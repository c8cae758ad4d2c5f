"""A person's words on their way into a note, a mail or a message, without what is no text."""

from __future__ import annotations

import re
import unicodedata

_NEW_LINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
#: Control characters, halves of characters, and what nobody has defined.
_NO_TEXT = frozenset({"Cc", "Cs", "Cn"})


def written(text: str, limit: int) -> str:
    """The text with plain line ends, without control characters, blank lines at its ends and what
    is beyond the limit."""
    lines = _NEW_LINE.sub("\n", text[: 2 * limit])
    kept = "".join(c for c in lines if c in "\n\t" or unicodedata.category(c) not in _NO_TEXT)
    return kept.strip("\n").rstrip()[:limit]


def written_line(text: str, limit: int) -> str:
    """The same on one line."""
    return " ".join(written(text, limit).split())
