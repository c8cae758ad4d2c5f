"""The names that downloaded files get. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from urllib.parse import unquote, urlsplit

#: Longest file name, in bytes, and what is kept free of it for the ending while it arrives.
NAME_BYTES = 255
PART = ".part"
_ROOM = NAME_BYTES - len(PART)
#: No ending that tells a kind of file is this long.
_ENDING_LETTERS = 12
FALLBACK = "pace-download"
#: Kinds of characters that no name has: control, format, surrogate, private, unassigned, line
#: and paragraph separators.
_NEVER = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def sanitised(name: str) -> str:
    """A file name made of any text; "" when nothing of it is left (spec section 7)."""
    name = unicodedata.normalize("NFC", name.rstrip("/").rpartition("/")[2].replace("\\", "-"))
    name = "".join(" " if c.isspace() else c for c in name)
    name = "".join(c for c in name if unicodedata.category(c) not in _NEVER)
    name = re.sub(" +", " ", name).strip()
    while ".." in name:
        name = name.replace("..", ".")
    return cut(name.lstrip(" .-~").rstrip(), _ROOM)


def cut(name: str, room: int) -> str:
    """The name in at most `room` bytes, its ending kept where that is short."""
    if len(name.encode()) <= room:
        return name
    base, ending = parted(name)
    kept = base.encode()[: room - len(ending.encode())].decode(errors="ignore")
    return kept.rstrip(" .") + ending


def parted(name: str) -> tuple[str, str]:
    """The name before its last ending, and that ending with its full stop; a long one is none."""
    base, dot, ending = name.rpartition(".")
    short = 0 < len(ending) < _ENDING_LETTERS
    return (base, dot + ending) if base and short else (name, "")


def chosen(*candidates: str) -> str:
    """The first candidate of which something is left, sanitised, else the fallback."""
    return next((name for name in map(sanitised, candidates) if name), FALLBACK)


def numbered(name: str, number: int) -> str:
    """The name, or for a number above 1 "base 2.ext", in at most 250 bytes."""
    if number < 2:
        return name
    base, ending = parted(name)
    suffix = f" {number}{ending}"
    return cut(base, _ROOM - len(suffix.encode())) + suffix


def free(name: str, taken: Callable[[str], bool]) -> str:
    """The name, or the first numbered one that is not taken."""
    number = 1
    while taken(numbered(name, number)):
        number += 1
    return numbered(name, number)


def of_address(url: str) -> str:
    """The last component of the address's path, as it reads."""
    return unquote(urlsplit(url).path.rpartition("/")[2], errors="replace").replace("�", "")


def of_header(disposition: str) -> str:
    """The file name a server suggests (Content-Disposition, RFC 6266), or ""."""
    if len(disposition) > 2000 or not disposition.isprintable():
        return ""
    from email.message import Message  # loads much, for what few downloads need

    message = Message()
    message["Content-Disposition"] = disposition
    try:
        found: Sequence[str] | str | None = message.get_filename()
    except (UnicodeError, ValueError, TypeError, LookupError):
        return ""
    return found if isinstance(found, str) else ""
