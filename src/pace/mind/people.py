"""Whom a name means: addresses as they are, names among the contacts, ties told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pace.mind.normalise import Word
from pace.mind.scene import Scene
from pace.mind.text import words_of

_ADDRESS = re.compile(r"[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+")
#: Never a part of a person's name.
_NO_NAMES = frozenset(
    "is are was were be been has have had do does did will would can could should may might must "
    "of for from in on at by with about into onto when where what who how why if then than that "
    "this these those it its to a an as so please subject saying there "
    "here not no never always today tomorrow yesterday address "
    "client box board bar app application program account accounts inbox window tab button field "
    "attachment "
    "message messages email emails mail mails letter text i you we they he she".split()
)
_PRONOUNS = frozenset("him her them us me myself it that this someone somebody anyone".split())
_EVERYONE = frozenset("everyone everybody all people contacts".split())
_LONGEST = 5


@dataclass(frozen=True, slots=True)
class People:
    """Those who were named, as they are called. `ties` are the names one of them may mean.

    `said` is that name as spoken, and `index` its place; `everyone` and `pronoun` mark words
    that name nobody.
    """

    names: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    said: str = ""
    index: int = 0
    everyone: bool = False
    pronoun: bool = False

    def with_choice(self, name: str) -> tuple[str, ...]:
        """The names with the one that was chosen."""
        return (*self.names[: self.index], name, *self.names[self.index + 1 :])


def people(words: Sequence[Word], transcript: str, scene: Scene) -> People | None:
    """The people these words name, or None when they are no names."""
    parts = _parts(words)
    if not parts or len(parts) > 12:
        return None
    names: list[str] = []
    ties: tuple[str, ...] = ()
    said, index = "", 0
    for part in parts:
        texts = tuple(word.text for word in part)
        if not _EVERYONE.isdisjoint(texts):
            return People(everyone=True)
        if len(texts) == 1 and texts[0] in _PRONOUNS:
            return People(pronoun=True)
        name = transcript[part[0].start : part[-1].end].strip(' ,;:."“”')
        address = _address(texts, name)
        if address:
            names.append(address)
            continue
        if len(texts) > _LONGEST or not _NO_NAMES.isdisjoint(texts) or not name:
            return None
        found = named(texts, scene)
        if len(found) > 1 and ties:
            return None
        if len(found) > 1:
            ties, said, index = found, name, len(names)
        names.append(found[0] if len(found) == 1 else _capital(name))
    return People(tuple(names), ties, said, index)


def named(texts: tuple[str, ...], scene: Scene) -> tuple[str, ...]:
    """The contacts whose names hold all these words; one of just this name stands alone."""
    wanted = [text.removesuffix("'s") for text in texts if text not in ("my", "the")]
    if not wanted:
        return ()
    found = []
    for contact in scene.request.contacts or ():
        words = words_of(contact)
        if list(words) == wanted:
            return (contact,)
        if all(word in words for word in wanted):
            found.append(contact)
    return tuple(dict.fromkeys(found))


def _capital(name: str) -> str:
    """Names are capitalised where the recogniser left them small."""
    if name != name.lower() or name.startswith(("my ", "the ")):
        return name
    return " ".join(word[:1].upper() + word[1:] for word in name.split(" "))


def _address(texts: tuple[str, ...], name: str) -> str:
    if _ADDRESS.fullmatch(name):
        return name
    joined = " ".join(texts).replace(" dot ", ".").replace(" at ", "@").replace(" ", "")
    return joined if " at " in " ".join(texts) and _ADDRESS.fullmatch(joined) else ""


def _parts(words: Sequence[Word]) -> list[tuple[Word, ...]]:
    """Cut at "and" and at commas."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == "and":
            parts.append([])
            continue
        parts[-1].append(word)
        if "," in word.after:
            parts.append([])
    return [tuple(part) for part in parts if part]
