"""Which person of the address book a spoken name means, with a confidence; pure.

A name is compared word by word: every word said must be a word of the person's name. A word that
is written the same, sounds the same ("kowalsky" and Kowalski) or is a short form ("Bob" and
Robert) is sure; one that is merely alike is a guess, and guesses are asked about. Nobody is found
by half a name that fits and half that does not: "soren anderson" is not Søren Kim.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from pace.desktop.services import Contact

#: From here on a match needs no question, if nobody else is as near.
SURE = 0.9
#: What is alike below this is another word.
ALIKE = 0.75
#: Matches no further apart than this are a tie: of one word said, and of several.
TIE_OF_ONE = 0.1
TIE_OF_MORE = 0.05
#: How many may be offered in a question.
MOST = 6

_SAME = 1.0
_SOUND = 0.96
_SHORT = 0.93
_BEGINNING = 0.91
#: What a word of the name that was not said costs.
_UNSAID = 0.01

_LEAD_IN = frozenset("my the to dear mr mrs ms miss dr prof professor sir".split())
#: Letters that Unicode does not take apart.
_PLAIN = str.maketrans({
    "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
})  # fmt: skip
_ASCII_WORD = re.compile(r"[a-z0-9]+")
_ALIKE_LETTERS = str.maketrans("cqzy", "kksi")
_ALIKE_FIRST = str.maketrans("cqxzy", "kkksi")
#: Short forms of given names that share too little with them to be alike.
_SHORT_FORMS: dict[str, tuple[str, ...]] = {
    "bob": ("robert",), "rob": ("robert",), "bobby": ("robert",), "bill": ("william",),
    "billy": ("william",), "will": ("william",), "liz": ("elizabeth", "elisabeth"),
    "beth": ("elizabeth", "elisabeth"), "betty": ("elizabeth", "elisabeth"),
    "mike": ("michael",), "mick": ("michael",), "jim": ("james",), "jimmy": ("james",),
    "dick": ("richard",), "rick": ("richard",), "rich": ("richard",), "tony": ("anthony",),
    "ted": ("edward", "theodore"), "ed": ("edward", "edwin"), "eddie": ("edward", "edwin"),
    "jack": ("john",), "johnny": ("john",), "harry": ("henry",), "hank": ("henry",),
    "peggy": ("margaret",), "meg": ("margaret",), "maggie": ("margaret",),
    "kate": ("katherine", "catherine", "katharine"), "kathy": ("katherine", "catherine"),
    "katie": ("katherine", "catherine"), "kasia": ("katarzyna",), "gosia": ("malgorzata",),
    "sasha": ("alexander", "alexandra", "aleksandr", "aleksandra"), "misha": ("mikhail",),
    "dima": ("dmitry", "dmitri"), "sandy": ("alexander", "alexandra"), "pepe": ("jose",),
    "paco": ("francisco",), "lola": ("dolores",), "hans": ("johannes",), "sepp": ("josef",),
    "fritz": ("friedrich",), "peg": ("margaret",), "chuck": ("charles",), "charlie": ("charles",),
    "andy": ("andrew", "andreas"), "drew": ("andrew",), "nick": ("nicholas", "nicolas"),
    "becky": ("rebecca",), "sue": ("susan", "suzanne"), "jenny": ("jennifer",),
    "toni": ("antonia", "antonio"), "steve": ("steven", "stephen"), "dave": ("david",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Match:
    """Someone the name may mean. From `SURE` on the confidence needs no question."""

    contact: Contact
    confidence: float


class Kind(Enum):
    """What is to be done about a spoken name."""

    NOBODY = "nobody"
    ONE = "one"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Found:
    """Nobody, the one who is meant, or those to be asked about, best first."""

    kind: Kind
    people: tuple[Contact, ...] = ()


def who(spoken: str, contacts: Sequence[Contact]) -> Found:
    """Decide whom a spoken name means. A tie and a guess are for the person to settle."""
    matches = match(spoken, contacts)
    if not matches:
        return Found(Kind.NOBODY)
    best = matches[0].confidence
    margin = TIE_OF_ONE if len(_said(spoken)) == 1 else TIE_OF_MORE
    near = tuple(each.contact for each in matches if best - each.confidence <= margin + 1e-9)
    if len(near) == 1 and best >= SURE:
        return Found(Kind.ONE, near)
    return Found(Kind.ASK, near[:MOST])


def match(spoken: str, contacts: Sequence[Contact]) -> list[Match]:
    """Everyone the words may mean, best first."""
    said = _said(spoken)
    if not said:
        return []
    scored = (Match(contact, _score(said, contact)) for contact in contacts)
    found = [each for each in scored if each.confidence >= ALIKE]
    found.sort(key=lambda each: (-each.confidence, folded(each.contact.name), each.contact.uid))
    return found


def folded(text: str) -> str:
    """Lower case without accents, words parted by one blank."""
    return " ".join(_words(text))


def merged(contacts: Sequence[Contact]) -> list[Contact]:
    """Everyone once, by name. Entries of one name that share an address or have none apart from
    each other's are one person's; people of one name with addresses of their own stay two."""
    kept: dict[str, list[Contact]] = {}
    for contact in contacts:
        same = kept.setdefault(folded(contact.name) or contact.name, [])
        place = next((n for n, other in enumerate(same) if _one_person(contact, other)), None)
        if place is None:
            same.append(contact)
        else:
            same[place] = _united(same[place], contact)
    return [contact for _, same in sorted(kept.items()) for contact in same]


def _one_person(one: Contact, other: Contact) -> bool:
    ways = {way.casefold() for way in (*one.emails, *one.phones)}
    others = {way.casefold() for way in (*other.emails, *other.phones)}
    return bool(ways & others) or not ways or not others


def _united(one: Contact, other: Contact) -> Contact:
    def both(some: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
        known = {each.casefold() for each in some}
        return (*some, *(each for each in more if each.casefold() not in known))

    return Contact(
        one.uid, one.name, both(one.emails, other.emails), both(one.phones, other.phones),
        one.nickname or other.nickname, both(one.preferred, other.preferred),
    )  # fmt: skip


def _score(said: Sequence[str], contact: Contact) -> float:
    names = [_words(contact.name), _words(contact.nickname)]
    scores = [_named(said, name) for name in names if name]
    if names[0] and names[1]:
        # "Bobby Miller" of Robert Miller, called Bobby
        scores.append(_named(said, [*names[1], *names[0]]) - _UNSAID)
    return max(scores, default=0.0)


def _named(said: Sequence[str], name: Sequence[str]) -> float:
    """How well the words said are words of this name."""
    whole = "".join(said)
    if whole == "".join(name):
        return _SAME
    first = _first(whole) == _first(name[0])
    if first and len(said) > 1 and len(name) > 1 and _sound(whole) == _sound("".join(name)):
        return _SOUND
    return _each_word(said, name)


def _each_word(said: Sequence[str], name: Sequence[str]) -> float:
    """The worst of the words said, each with the word of the name it fits best."""
    if len(said) > len(name):
        return 0.0
    left = list(name)
    worst = _SAME
    for word in said:
        best = max(left, key=lambda other: _alike(word, other))
        worst = min(worst, _alike(word, best))
        if worst < ALIKE:
            return 0.0
        left.remove(best)
    unsaid = len(left) if len(said) > 1 else 0
    return max(0.0, worst - _UNSAID * unsaid)


def _alike(said: str, word: str) -> float:
    """One word said and one word of a name."""
    if said == word:
        return _SAME
    if _first(said) != _first(word):
        return _SHORT if word in _SHORT_FORMS.get(said, ()) else 0.0
    if _sound(said) == _sound(word):
        return _SOUND
    if word in _SHORT_FORMS.get(said, ()):
        return _SHORT
    if len(said) >= 3 and word.startswith(said):
        return _BEGINNING
    if min(len(said), len(word)) < 4:
        return 0.0
    from rapidfuzz import fuzz  # keeps the start of the command line short

    likeness = fuzz.ratio(said, word) / 100
    return min(likeness, SURE - 0.01) if likeness >= ALIKE else 0.0


def _first(word: str) -> str:
    """What the word begins with as it sounds, quickly: most words differ in that."""
    return "f" if word.startswith("ph") else word[0].translate(_ALIKE_FIRST)


def _sound(word: str) -> str:
    """The word as it sounds, roughly: spellings that are heard alike become one."""
    text = word.replace("ph", "f").replace("ck", "k").replace("x", "ks")
    text = text.translate(_ALIKE_LETTERS)
    text = text[:1] + text[1:].replace("h", "")
    return re.sub(r"(.)\1+", r"\1", text)


def _said(spoken: str) -> list[str]:
    words = _words(spoken)
    while len(words) > 1 and words[0] in _LEAD_IN:
        words = words[1:]
    return words


def _words(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_WORD.findall(text.lower().replace("'", ""))
    plain = text.casefold().translate(_PLAIN)
    apart = unicodedata.normalize("NFKD", plain)
    bare = "".join(c for c in apart if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", bare.replace("'", "").replace("’", ""))
