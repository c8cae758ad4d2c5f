"""People out of vCards, as address books and folders of .vcf files hold them.

A card that cannot be read is left out; the others are not lost with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from pace.desktop.services import Contact

#: A card longer than this without its pictures is not a person's.
LONGEST = 200_000
#: Addresses of one person that are kept.
MOST_WAYS = 20
_CARD = re.compile(r"(?ims)BEGIN:VCARD\r?\n.*?^END:VCARD[ \t]*\r?$")
#: Pictures, sounds and keys, with the folded lines that follow.
_HEAVY = re.compile(
    r"^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:][^\n]*\n(?:[ \t][^\n]*\n|[A-Za-z0-9+/=]+\r?\n)*",
    re.MULTILINE | re.IGNORECASE,
)


def people(text: str, source: str) -> Iterator[Contact]:
    """Everyone in the text, which may hold many cards. `source` makes missing ids unique."""
    for number, found in enumerate(_CARD.finditer(text.replace("\0", ""))):
        whole = found.group()
        whole = whole[whole.upper().rfind("BEGIN:VCARD") :]  # one before may have no end
        card = _HEAVY.sub("", whole + "\n")
        if len(card) <= LONGEST and (person := _person(card, f"{source}#{number}")) is not None:
            yield person


def _person(card: str, fallback: str) -> Contact | None:
    """The person of one card; None for a broken one, a list, and one without a name."""
    read = _read(card)
    if read is None:
        return None
    contents = read.contents
    if _text(contents, "x-evolution-list").upper() == "TRUE" or _text(contents, "kind") == "group":
        return None
    emails, chosen = _ways(contents.get("email", ()))
    phones, numbers = _ways(contents.get("tel", ()))
    nickname = _text(contents, "nickname")
    name = _text(contents, "fn") or _composed(contents) or nickname or _text(contents, "org")
    if not name:
        return None
    uid = _text(contents, "uid") or fallback
    return Contact(uid, name, emails, phones, nickname, (*chosen, *numbers))


def _read(card: str) -> Any:
    """The card as vobject reads it, or None. It raises much besides its own errors."""
    import vobject
    from vobject.base import VObjectError

    try:
        return next(vobject.readComponents(card, ignoreUnreadable=True), None)
    except (VObjectError, ValueError, KeyError, IndexError, AttributeError, TypeError):
        return None


def _ways(entries: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Addresses or numbers in their order, and those marked as preferred."""
    found: dict[str, bool] = {}
    for entry in entries:
        way = _clean(_flat(entry.value)).removeprefix("mailto:").removeprefix("tel:")
        if way:
            kinds = {str(kind).lower() for kind in entry.params.get("TYPE", ())}
            first = "pref" in kinds or entry.params.get("PREF", [""])[0] == "1"
            found[way] = found.get(way, False) or first
    kept = tuple(found)[:MOST_WAYS]
    return kept, tuple(way for way in kept if found[way])


def _composed(contents: Any) -> str:
    """The name put together from its parts, for a card without a whole one."""
    entries = contents.get("n", ())
    if not entries:
        return ""
    parts = entries[0].value
    words = (getattr(parts, part, "") for part in ("given", "additional", "family"))
    return _clean(" ".join(filter(None, map(_flat, words))))


def _text(contents: Any, name: str) -> str:
    entries = contents.get(name, ())
    return _clean(_flat(entries[0].value)) if entries else ""


def _flat(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _clean(text: str) -> str:
    """One line without control and direction-changing characters."""
    words = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in text[:300])
    return " ".join(words.split())
