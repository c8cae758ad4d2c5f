"""Which tool of a server a request means, and what it says for that tool's arguments.

What a server says of itself is only compared with; it decides between its own tools and nothing
else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pace.mind.normalise import Word, words_in
from pace.mind.spelling import stem
from pace.mind.text import words_of

#: Words that choose no tool.
_SMALL = frozenset(
    "a an the my me your our it its this that these those please with of on in at to for from by "
    "using via and or is are was be do does use run call try tool server what which who how where "
    "when there here can could you i get give show tell current all any some one".split()
)
#: What people say for what programs name otherwise.
_SAME = {
    "folder": "directory", "dir": "directory", "directories": "directory", "document": "file",
    "listing": "list", "picture": "image", "photo": "image", "find": "search", "look": "search",
}  # fmt: skip
_TELLING, _BESIDE, _WHOLE = 3.0, 1.0, 2.0
#: Scores this close are a tie.
_TIE = 0.25
#: Places of a person's home, and the arguments that take one.
_PLACES = frozenset({"documents", "downloads", "desktop", "pictures", "music", "videos"})
_PATHS = frozenset({"path", "directory", "dir", "folder"})
_OPENS = frozenset({"with", "where", "and", "for", "the", "a", "an", "set", "using"})
_LINKS = frozenset({"is", "to", "as", "equals", "=", "of", "be", "called"})
_QUOTED = re.compile(r"[\"“”„]([^\"“”„]{1,2000})[\"“”]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_./-]+")
_TRUE = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_EDGES = ' \t\n,;:"“”„'


@dataclass(frozen=True, slots=True)
class Offering:
    """A tool of a server, as far as choosing it needs."""

    name: str
    about: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Meant:
    """A tool, what was said for its arguments, and the first one it still needs."""

    tool: Offering
    arguments: Mapping[str, Any] = field(default_factory=dict)
    missing: str = ""


def meant(request: str, offerings: Iterable[Offering]) -> tuple[Meant, ...]:
    """The tools that fit the request equally well; none when nothing does."""
    words = words_in(request)
    return tuple(filled(tool, words, request) for tool in _fitting(words, request, offerings))


def named(words: Sequence[str], names: Iterable[str]) -> str | None:
    """The server that is called so, in whatever pieces it was heard."""
    said = "".join(words)
    found = [name for name in names if "".join(parts(name)) == said]
    return found[0] if len(found) == 1 else None


def parts(name: str) -> tuple[str, ...]:
    """The words of a program's name: `listDirectory`, `list_directory` and `list-directory`."""
    return words_of(_CAMEL.sub(" ", name))


def _fitting(
    words: Sequence[Word], request: str, offerings: Iterable[Offering]
) -> tuple[Offering, ...]:
    quoted = [found.span() for found in _QUOTED.finditer(request)]
    outside = [w for w in words if not any(a <= w.start < b for a, b in quoted)]
    head, tail = _stems(_head(outside)), _stems(w.text for w in outside)
    scored = [(score, tool) for tool in offerings if (score := _score(tool, head, tail)) > 0]
    best = max((score for score, _ in scored), default=0.0)
    return tuple(tool for score, tool in scored if best - score < _TIE)


def _head(words: Sequence[Word]) -> tuple[str, ...]:
    """What stands before the first "with": that names the tool."""
    texts = tuple(word.text for word in words)
    return texts[: texts.index("with")] if "with" in texts[1:] else texts


def _stems(words: Iterable[str]) -> frozenset[str]:
    bare = (stem(word) for word in words if word not in _SMALL)
    return frozenset(_SAME.get(word, word) for word in bare)


def _score(tool: Offering, head: frozenset[str], said: frozenset[str]) -> float:
    name = _stems(parts(tool.name)) or frozenset(parts(tool.name))
    about = _stems(words_of(tool.about))
    telling = len(name & head) + len(name & (said - head)) / 2
    beside = len((about - name) & head)
    if not name & head and beside * 2 < max(len(head), 1):
        return 0.0
    share = len(name & said) / max(len(name), 1)
    return telling * _TELLING + beside * _BESIDE + (share * _WHOLE if telling else 0.0)


def filled(tool: Offering, words: Sequence[Word], request: str) -> Meant:
    """The arguments that were said: "with NAME VALUE", a place of the home, quoted text."""
    properties = _properties(tool.schema)
    found = _named_values(properties, words, request)
    needed = _needed(tool.schema, properties)
    for key in needed:
        place = next((w.text for w in words if w.text in _PLACES), None)
        if key not in found and place and _PATHS & set(parts(key)):
            found[key] = f"~/{place.capitalize()}"
    lacking = [key for key in needed if key not in found]
    texts = [key for key in lacking if _kind(properties[key]) == "string"]
    quoted = [one for one in _QUOTED.findall(request) if one not in found.values()]
    if len(texts) == 1 and len(quoted) == 1:
        value = _value(properties[texts[0]], quoted[0], quoted[0])
        if value is not None:
            found[texts[0]] = value
            lacking.remove(texts[0])
    return Meant(tool, found, lacking[0] if lacking else "")


def _properties(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    given = schema.get("properties")
    if not isinstance(given, Mapping):
        return {}
    return {
        str(key): one if isinstance(one, Mapping) else {} for key, one in list(given.items())[:50]
    }


def _needed(schema: Mapping[str, Any], properties: Mapping[str, Any]) -> list[str]:
    required = schema.get("required")
    return [key for key in required if key in properties] if isinstance(required, list) else []


def _named_values(
    properties: Mapping[str, Mapping[str, Any]], words: Sequence[Word], request: str
) -> dict[str, Any]:
    """Each argument that was named, with all that follows it up to the next one."""
    places = sorted(
        (start, start + len(names), key)
        for key in properties
        if (names := parts(key)) and (start := _named_at(words, names)) is not None
    )
    found: dict[str, Any] = {}
    for number, (start, end, key) in enumerate(places):
        until = places[number + 1][0] if number + 1 < len(places) else len(words)
        between = list(words[end:until])
        while until < len(words) and between and between[-1].text in _OPENS:
            between.pop()
        if len(between) > 1 and between[0].text in _LINKS:
            del between[0]
        if not between or start >= until:
            continue
        last = until == len(words)
        stop = len(request) if last else between[-1].end
        text = request[between[0].start : stop]
        plain = " ".join(word.text for word in between)
        value = _value(properties[key], text, plain)
        if value is not None:
            found[key] = value
    return found


def _named_at(words: Sequence[Word], names: tuple[str, ...]) -> int | None:
    """Where an argument is named: behind a word, or a comma, that opens one."""
    texts = tuple(word.text for word in words)
    for start in range(1, len(texts) - len(names)):
        before = words[start - 1]
        if texts[start : start + len(names)] == names and (
            before.text in _OPENS or "," in before.after
        ):
            return start
    return None


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type", "string")
    if isinstance(kind, list):
        kind = next((one for one in kind if one != "null"), "string")
    return str(kind)


def _value(schema: Mapping[str, Any], text: str, plain: str) -> Any:
    """What was said as a value of that kind; None when it is none."""
    text = text.strip(_EDGES).removesuffix(".").strip(_EDGES)
    choices = schema.get("enum")
    if isinstance(choices, list):
        return next((one for one in choices if str(one).casefold() == text.casefold()), None)
    match _kind(schema):
        case "integer":
            return int(plain) if re.fullmatch(r"-?\d{1,15}", plain) else None
        case "number":
            return float(plain) if re.fullmatch(r"-?\d{1,15}(\.\d+)?", plain) else None
        case "boolean":
            return _TRUE.get(plain)
        case "array":
            return [text] if text else None
        case "string":
            return text or None
    return None
