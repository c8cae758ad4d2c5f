"""Text in pieces that are typed at once: pure, for every keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from pace.core.error import Invalid

#: A chunk is typed at once; between two chunks the focus is checked again.
CHUNK_CHARACTERS = 32
#: Symbols that one chunk may put on spare keys: a PC keyboard map leaves about eighteen free.
CHUNK_SYMBOLS = 16


def reject_controls(text: str) -> None:
    """Raise Invalid, naming them, when the text has characters that no key can type."""
    bad = {c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cs")}
    bad |= {c for c in text if ord(c) & 0xFFFE == 0xFFFE}
    if bad:
        names = ", ".join(f"U+{ord(c):04X}" for c in sorted(bad))
        raise Invalid(
            f"The text holds characters that cannot be typed ({names}), so nothing was typed; leave"
            " them out."
        )


def next_chunk(
    text: str, start: int, known: Container[str], *, symbols: int = CHUNK_SYMBOLS
) -> str:
    """The piece of `text` from `start` to type at once, not ending within a written character.

    It has at most `CHUNK_CHARACTERS` characters and `symbols` different ones that are not `known`.
    """
    end, fresh = start, set[str]()
    while end < len(text) and end - start < CHUNK_CHARACTERS:
        if text[end] not in known:
            fresh.add(text[end])
        if len(fresh) > symbols:
            break
        end += 1
    whole = end
    while start < whole < len(text) and _joins(text[whole - 1], text[whole]):
        whole -= 1
    return text[start : whole if whole > start else end]


def _joins(before: str, after: str) -> bool:
    """Whether two code points belong to one written character (UAX 29, the common cases)."""
    return (
        unicodedata.combining(after) > 0
        or after in "\u200d\ufe0e\ufe0f"
        or before == "\u200d"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
    )
