"""Which installed application a spoken name means, with a confidence; pure.

Confidence 1 is the application's own name; a kind resolved by the person's default is 0.97, a
well known other name 0.95, a part of the name 0.9 and up, a misheard name below 0.9. What is
below `WORST` is no match. Two that are close are both returned: the tie is the caller's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pace.desktop.kinds import BRANDS, KINDS, SUBSTITUTES, Kind
from pace.desktop.ports import Application

WORST = 0.6
MOST = 8

_OWN = 1.0
_CHOSEN = 0.97
_OTHER = 0.95
_LEADING = 0.94
_INSIDE = 0.9
_OF_KIND = 0.9
_VENDOR = 0.8
_BEGINNING = 0.74
_KEYWORD = 0.7
_SUBSTITUTE = 0.65
#: Where one is named exactly or is the person's default of a kind, no other is a near tie.
_BEHIND = 0.8
_NOT_OF_KIND = 0.65

_LEAD_IN = {"the", "my", "a", "an", "default"}
_TRAIL = {"app", "application", "program", "browser", "player", "window", "software"}
_VENDORS = {"mozilla", "gnome", "kde", "xfce", "microsoft", "apple", "gnu", "apache"}
#: Sounds that recognisers confuse at the start of a word; any other first letter is another word.
_ALIKE = {"c": "k", "q": "k", "x": "k", "z": "s", "f": "v", "p": "b", "t": "d", "g": "j"}


@dataclass(frozen=True, slots=True)
class Known:
    """An application with its names as words, its own first; made once per installed set.

    `parts` maps runs of whole words of a name, however they are divided when spoken, to what
    hearing just them is worth.
    """

    application: Application
    names: tuple[tuple[str, ...], ...]
    squashed: tuple[str, ...]
    parts: Mapping[str, float]
    keywords: frozenset[str]


def known(applications: Sequence[Application]) -> tuple[Known, ...]:
    """Prepare applications for `match`."""
    return tuple(_known(application) for application in applications)


def _known(application: Application) -> Known:
    named = (tuple(_words(name)) for name in (application.name, *application.names))
    names = tuple(dict.fromkeys(name for name in named if name))
    squashed = tuple("".join(name) for name in names)
    parts = {part: _INSIDE for name in names for start, part in _runs(name) if start}
    parts |= {part: _LEADING for name in names for start, part in _runs(name) if not start}
    parts |= dict.fromkeys(squashed, _OTHER)
    keywords = frozenset(map(_squash, application.keywords))
    return Known(application, names, squashed, parts, keywords)


def match(
    spoken: str, candidates: Sequence[Known], defaults: Mapping[str, str] | None = None
) -> list[tuple[Application, float]]:
    """Applications the words may mean, best first. `defaults` maps a kind to an application id."""
    words = _words(spoken)
    while len(words) > 1 and words[0] in _LEAD_IN:
        words = words[1:]
    if not words:
        return []
    forms = [words]
    if len(words) > 1 and words[-1] in _TRAIL:
        forms.append(words[:-1])
    heard = [_Heard(form) for form in forms]
    scored = [
        (each, max(_score(form, each) for form in heard)) for each in candidates if each.names
    ]
    kind = _kind(words)
    if kind is not None:
        scored = _by_kind(kind, scored, (defaults or {}).get(kind.name))
    if any(score == _OWN for _, score in scored):
        scored = [(each, score if score == _OWN else min(score, _BEHIND)) for each, score in scored]
    found = [(each.application, score) for each, score in scored if score >= WORST]
    found.sort(key=lambda each: (-each[1], each[0].name.casefold(), each[0].id))
    return found[:MOST]


def kind_of(spoken: str) -> str | None:
    """The kind of application the words name, such as "browser", or None."""
    kind = _kind(_words(spoken))
    return kind.name if kind else None


def _kind(words: list[str]) -> Kind | None:
    squashed = "".join(words)
    return next(
        (kind for kind in KINDS if any(squashed == _bare(form) for form in kind.spoken)), None
    )


def _by_kind(
    kind: Kind, scored: list[tuple[Known, float]], default: str | None
) -> list[tuple[Known, float]]:
    """Scores where the words name a kind: its own name wins, else the default, else all tie."""
    decided = any(score == _OWN or each.application.id == default for each, score in scored)

    def score(application: Application, plain: float) -> float:
        if plain == _OWN:
            return plain
        if application.id == default:
            return _CHOSEN
        if kind.has(application.id, application.categories):
            return _BEHIND if decided else _OF_KIND
        return min(plain, _NOT_OF_KIND)

    return [(each, score(each.application, plain)) for each, plain in scored]


class _Heard:
    """The spoken words in the forms that scoring asks for, each made once."""

    def __init__(self, words: list[str]) -> None:
        self.text = " ".join(words)
        self.squashed = squashed = "".join(words)
        self.sound = _sound(squashed)
        rest = [word for word in words if word not in _VENDORS]
        self.without_vendor = "".join(rest) if len(rest) < len(words) else ""
        self.brand = _named(BRANDS, squashed)
        self.substitute = _named(SUBSTITUTES, squashed)


def _named(table: Mapping[str, Sequence[str]], squashed: str) -> tuple[str, ...]:
    """What a brand stands for, its names without blanks."""
    wanted = next((names for brand, names in table.items() if _bare(brand) == squashed), ())
    return tuple(map(_bare, wanted))


def _score(heard: _Heard, candidate: Known) -> float:
    if heard.squashed == candidate.squashed[0]:
        return _OWN
    return max(
        _brand_score(heard, candidate.squashed),
        _part_score(heard.squashed, candidate),
        _KEYWORD if heard.squashed in candidate.keywords else 0.0,
        _vendor_score(heard, candidate),
        *(_heard_score(heard, name, whole)
          for name, whole in zip(candidate.names, candidate.squashed, strict=True)),
    )  # fmt: skip


def _brand_score(heard: _Heard, names: Sequence[str]) -> float:
    for place, name in enumerate(heard.brand):
        if name in names:
            return _CHOSEN - 0.06 * place
    return _SUBSTITUTE if any(name in names for name in heard.substitute) else 0.0


def _part_score(squashed: str, candidate: Known) -> float:
    """One of its other names, whole words of a name, or the beginning of a word."""
    if len(squashed) < 2:
        return 0.0
    worth = candidate.parts.get(squashed)
    if worth is not None:
        return worth
    words = (word for name in candidate.names for word in name)
    begins = len(squashed) >= 4 and any(word.startswith(squashed) for word in words)
    return _BEGINNING if begins else 0.0


def _runs(name: Sequence[str]) -> Iterator[tuple[int, str]]:
    for start in range(len(name)):
        for end in range(start + 1, len(name) + 1):
            yield start, "".join(name[start:end])


def _vendor_score(heard: _Heard, candidate: Known) -> float:
    rest = heard.without_vendor
    if not rest:
        return 0.0
    if rest == candidate.squashed[0]:
        return _VENDOR + 0.08
    return _VENDOR if any(part == rest for _, part in _runs(candidate.names[0])) else 0.0


def _heard_score(heard: _Heard, name: Sequence[str], whole: str) -> float:
    """How likely a recogniser wrote these words for the name; 0 where it is another word."""
    squashed = heard.squashed
    if len(squashed) < 4:
        return 0.0
    from rapidfuzz import fuzz  # keeps the start of the command line short

    likeness = max(
        fuzz.ratio(squashed, whole),
        fuzz.token_sort_ratio(heard.text, " ".join(name)) if len(name) > 1 else 0.0,
        fuzz.ratio(squashed, name[0]) - 2 if len(name) > 1 and len(name[0]) >= 5 else 0.0,
    ) / 100  # fmt: skip
    if heard.sound != _sound(whole):
        likeness -= 0.15
    enough = 0.74 if len(squashed) > 4 else 0.85
    return likeness - 0.06 if likeness >= enough else 0.0


def _sound(word: str) -> str:
    word = "f" + word[2:] if word.startswith("ph") else word
    return _ALIKE.get(word[0], word[0])


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", text.casefold().replace("&", " and "))
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+", plain)


def _squash(text: str) -> str:
    return "".join(_words(text))


def _bare(plain: str) -> str:
    """A name of our own tables, which are in lower-case words already, without its blanks."""
    return plain.replace(" ", "")
