"""Text from a server is data: it is cleaned and cut before anybody sees or hears it."""

from __future__ import annotations

import re
import unicodedata

#: The most of one result that is kept, in bytes of UTF-8.
LIMIT = 16 * 1024

#: Terminal sequences: CSI, then OSC and its kin up to their end, then any other two-byte one.
_ANSI = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"
    "|(?:\x1b[\\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)?"
    "|\x1b[ -/]*[0-~]?"
)
_NEW_LINE = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
#: Invisible ones that scripts and emoji need.
_JOINERS = frozenset("\u200c\u200d")
_VARIANTS = range(0xE0100, 0xE01F0)


def clean(text: str) -> str:
    """The text without terminal sequences and without characters that are not seen or turn what
    is seen around. Line breaks and tabs stay."""
    text = _NEW_LINE.sub("\n", _ANSI.sub("", text))
    return "".join(c for c in text if _plain(c)).strip()


def dirty(text: str) -> bool:
    """Whether cleaning would take anything away but space at the ends."""
    return clean(text) != _NEW_LINE.sub("\n", text).strip()


def _plain(c: str) -> bool:
    if c in "\n\t" or c in _JOINERS:
        return True
    return unicodedata.category(c) not in ("Cc", "Cf", "Cs") and ord(c) not in _VARIANTS


def cut(text: str, limit: int = LIMIT) -> str:
    """At most `limit` bytes, with a word on what is missing."""
    raw = text.encode("utf-8", "replace")
    if len(raw) <= limit:
        return text
    kept = raw[:limit].decode("utf-8", "ignore")
    return f"{kept}\n… (cut here; {len(raw) - len(kept.encode())} more bytes)"


def line(text: str, limit: int) -> str:
    """One line of at most `limit` characters."""
    flat = " ".join(clean(text[: 8 * limit]).split())
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"
