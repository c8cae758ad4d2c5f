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
_MARK = re.compile(r"(?im)BEGIN:VCARD(?=\r?$)|^END:VCARD[ \t]*\r?$")
#: What is read of a card. No other line reaches vobject, and of these only what is well formed: on
#: a line that is not, its own pattern goes through every way to part the parameters.
_LINE = re.compile(
    r"(?:[\w-]++\.)?(?:BEGIN|END|VERSION|FN|N|NICKNAME|ORG|UID|KIND|X-EVOLUTION-LIST|EMAIL|TEL)"
    r'(?:;[\w-]++(?:=(?:"[^"]*+"|[^";:,]*+)(?:,(?:"[^"]*+"|[^";:,]*+))*+)?+)*+:',
    re.ASCII | re.IGNORECASE,
)
#: Characters of a line that are read.
_MOST_OF_A_LINE = 4000
_FOLD = re.compile(r"\r?\n[ \t]")
#: Pictures, sounds and keys, with the folded lines that follow.
_HEAVY = re.compile(
    r"^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:][^\n]*\n(?:[ \t][^\n]*\n|[A-Za-z0-9+/=]+\r?\n)*",
    re.MULTILINE | re.IGNORECASE,
)


def people(text: str, source: str) -> Iterator[Contact]:
    """Everyone in the text, which may hold many cards. `source` makes missing ids unique."""
    for number, whole in enumerate(_cards(text.replace("\0", ""))):
        card = _HEAVY.sub("", whole + "\n")
        if len(card) > LONGEST:
            continue
        if (person := _person(_well_formed(card), f"{source}#{number}")) is not None:
            yield person


def _cards(text: str) -> Iterator[str]:
    """Each card that is closed; one begun again before that begins there."""
    begun = -1
    for mark in _MARK.finditer(text):
        if mark[0][:1] in "Bb":
            begun = mark.start()
        elif begun >= 0:
            yield text[begun : mark.end()]
            begun = -1


def _well_formed(card: str) -> str:
    """The lines that are read of the card, each unfolded and cut; the rest is left out."""
    kept: list[str] = []
    soft = False
    for line in _FOLD.sub("", card).splitlines():
        if soft:
            kept[-1] = (kept[-1].removesuffix("=") + line)[:_MOST_OF_A_LINE]
        elif _LINE.match(line):
            kept.append(line[:_MOST_OF_A_LINE])
        else:
            continue
        encoded = soft or "QUOTED-PRINTABLE" in line[:200].upper()
        soft = encoded and line.endswith("=")
    return "\n".join(kept) + "\n"


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
