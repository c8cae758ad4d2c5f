"""Whom a mail or a message is for: spoken names made addresses by the person's own contacts.

A name that two people have, a name that only resembles one, and a person with several addresses
are asked about. What nobody has is left as it was said, and named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pace.core.error import Gone, PaceError
from pace.desktop.mailto import in_header, is_address
from pace.desktop.people import SURE, Kind, match, who
from pace.desktop.services import Contact, Contacts
from pace.tools.asking import Choose
from pace.tools.visible import first, plain
from pace.tools.written import written_line

#: The most recipients of one mail, and options of one question.
MOST = 50
OPTIONS = 8
AS_SAID = "None of these, leave it as I said it"
_NAMED = re.compile(r"[^<>]*<([^<>\s]+)>\s*")

_NO_NAME = str.maketrans("<>,;", "    ")

Way = Literal["emails", "phones"]
_WAYS = {"emails": "address", "phones": "number"}


@dataclass(frozen=True, slots=True)
class Recipient:
    """Someone to write to: an address, or the words said where there is none. `name` is the
    contact's, empty for an address that was said; `lack` says why the words stand."""

    address: str
    name: str = ""
    lack: str = ""

    @property
    def given(self) -> str:
        """As an argument that needs no asking any more."""
        if self.lack or not self.name:
            return self.address
        name = " ".join(self.name.translate(_NO_NAME).split())
        return f"{name} <{self.address}>"

    def __str__(self) -> str:
        shown = first(plain(self.address, 200))
        return f"{first(plain(self.name, 200))} ({shown})" if self.name else shown


async def recipients(
    spoken: Sequence[str], contacts: Contacts | None, choose: Choose | None, way: Way = "emails"
) -> list[Recipient]:
    """One per name said, in order, each address once. Raises Gone when a question was not
    answered."""
    book, silent = await _book(contacts)
    found: dict[str, Recipient] = {}
    for words in spoken[:MOST]:
        line = in_header(written_line(words, 320))
        if not line:
            continue
        one = await _recipient(line, book, choose, way)
        if silent and one.lack:
            one = Recipient(one.address, "", silent)
        found.setdefault(one.address.casefold(), one)
    return list(found.values())


async def _book(contacts: Contacts | None) -> tuple[Sequence[Contact], str]:
    """Everyone there is, and why that is nobody."""
    if contacts is None:
        return (), "there is no address book here"
    try:
        return await contacts.all(), ""
    except PaceError:
        return (), "your address book does not answer"


async def _recipient(
    line: str, book: Sequence[Contact], choose: Choose | None, way: Way
) -> Recipient:
    given = _NAMED.fullmatch(line)
    if way == "emails" and is_address(address := given[1] if given else line):
        return Recipient(address, _owner(address, book) if given else "")
    if way == "phones" and (number := _number(line)):
        return Recipient(number)
    found = who(line, book)
    reached = [person for person in found.people if getattr(person, way)]
    if not reached:
        what = _WAYS[way]
        lack = f"they have no {what} in your contacts" if found.people else f"I know no {what}"
        return Recipient(line, "", lack)
    sure = match(line, reached)[0].confidence >= SURE
    options = [(person, address) for person in reached for address in _addresses(person, way)]
    if found.kind is Kind.ONE and len(options) == 1:
        return Recipient(options[0][1], options[0][0].name)
    return await _chosen(line, options[:OPTIONS], choose, sure=sure)


def _owner(address: str, book: Sequence[Contact]) -> str:
    wanted = address.casefold()
    return next((p.name for p in book if wanted in (each.casefold() for each in p.emails)), "")


def _addresses(person: Contact, way: Way) -> tuple[str, ...]:
    """The one that is clearly first, else all of them."""
    ways: tuple[str, ...] = getattr(person, way)
    preferred = tuple(each for each in ways if each in person.preferred)
    return preferred if len(preferred) == 1 else ways


async def _chosen(
    line: str, options: Sequence[tuple[Contact, str]], choose: Choose | None, *, sure: bool
) -> Recipient:
    """The one the person picks. A name that is only alike may be left as it was said."""
    if choose is None:
        return Recipient(line, "", "more than one may be meant")
    words = [str(Recipient(address, person.name)) for person, address in options]
    shown = first(plain(line, 200))
    if sure:
        text = f"Which {shown} do you mean?"
    else:
        text = f"I know nobody called just {shown}; whom do you mean?"
        words.append(AS_SAID)
    index = await choose(text, words)
    if index is None:
        raise Gone(f"You did not say which {shown} you mean, so I wrote nothing.")
    if index >= len(options):
        return Recipient(line, "", "you left it so")
    person, address = options[index]
    return Recipient(address, person.name)


def _number(line: str) -> str:
    """A telephone number as it is dialled, or "" when this is none."""
    if not re.fullmatch(r"\+?[\d\s()./-]{3,30}", line):
        return ""
    digits = re.sub(r"\D", "", line)
    return f"+{digits}" if line.startswith("+") else digits


def joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def unresolved(found: Sequence[Recipient]) -> str:
    """What is said of the words that stand for an address, or ""."""
    left = [one for one in found if one.lack]
    if not left:
        return ""
    lacks = list(dict.fromkeys(one.lack for one in left))
    names = joined([f"“{one}”" for one in left])
    return f"I left {names} as you said it, because {joined(lacks)}."
