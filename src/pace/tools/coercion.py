"""What a planner wrote as what a tool takes: its keys, kinds, words and bounds, in one place.

A planner may name an argument by any key of its list, write numbers as text and text as numbers,
and ask for more than there is. One layer reads all of it, for checking and for building alike
(spec 1.2 and 2.7), so that no call is accepted by the one and lost by the other.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import AliasChoices, BaseModel, StringConstraints
from pydantic.fields import FieldInfo


@dataclass(frozen=True, slots=True)
class Clamp:
    """Metadata of a number: what lies beyond is brought to the nearest end, never rejected."""

    low: float
    high: float

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Synonyms:
    """Metadata of a closed set of words: other words for them, lower case with underscores."""

    of: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Reads:
    """Metadata of an argument with a grammar of its own: it gets the key and the value as given,
    and returns what the argument is to be, or None when that cannot be read."""

    how: Callable[[str, Any], Any]


@dataclass(frozen=True, slots=True)
class Fitted:
    """Values by argument name, the key each was taken from, and keys that nothing takes."""

    values: dict[str, Any]
    taken: dict[str, str]
    unknown: tuple[str, ...]


def keys(model: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """Every key of every argument, the argument's own name first."""
    found: dict[str, tuple[str, ...]] = {}
    for name, info in model.model_fields.items():
        alias = info.validation_alias
        others = alias.choices if isinstance(alias, AliasChoices) else ([alias] if alias else [])
        found[name] = tuple(dict.fromkeys([name, *(key for key in others if isinstance(key, str))]))
    return found


def fitted(model: type[BaseModel], given: Mapping[str, Any]) -> Fitted:
    """Per argument the first key that is given and not empty, coerced to the argument's kind."""
    by_name = keys(model)
    values: dict[str, Any] = {}
    taken: dict[str, str] = {}
    for name, names in by_name.items():
        info = model.model_fields[name]
        found = [(key, coerced(info, given[key], key)) for key in names if key in given]
        found = [(key, value) for key, value in found if value is not None or _optional(info)]
        if found:
            full = [(key, value) for key, value in found if not _empty(info, value)]
            taken[name], values[name] = (full or found)[0]
    known = {key for names in by_name.values() for key in names}
    return Fitted(values, taken, tuple(key for key in given if key not in known))


def coerced(info: FieldInfo, value: Any, key: str = "") -> Any:
    """The value as the argument's kind; None when there is none of that kind in it.

    What cannot be read as that kind is left as it is, for validation to refuse.
    """
    kind = bare(info.annotation)
    reads = next((m.how for m in info.metadata if isinstance(m, Reads)), None)
    if reads is not None:
        value = value if (read := reads(key, value)) is None else read
    if value is None:
        return None
    if get_origin(kind) is Literal:
        return _word(info, kind, as_text(value))
    if kind is str:
        return as_text(value)
    if kind is bool:
        return as_bool(value)
    if kind in (int, float):
        return _clamped(info, as_number(value, whole=kind is int))
    if get_origin(kind) in (list, tuple) and get_args(kind)[0] is str:
        return as_texts(value)
    return value


def as_text(value: Any) -> str | None:
    """Whole floats without decimals, booleans as words; what is no text or number is absent."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, int | float) or _endless(value):
        return None
    return str(int(value)) if float(value).is_integer() else str(value)


def _endless(number: Any) -> bool:
    """No finite number, or one whose digits nobody could have meant."""
    return not abs(number) <= _LARGEST  # which no comparison with NaN is


_LARGEST = 10**15


def as_number(value: Any, *, whole: bool) -> Any:
    """A number, truncated when a whole one is wanted. A boolean is no number."""
    if isinstance(value, bool):
        return as_text(value)
    if isinstance(value, str):
        try:
            value = float(value.strip().removesuffix("%"))
        except ValueError:
            return value
    if not isinstance(value, int | float) or _endless(value):
        return str(type(value).__name__)
    return int(value) if whole else value


def as_bool(value: Any) -> Any:
    if isinstance(value, str):
        word = value.strip().lower()
        return True if word in _YES else False if word in _NO else value
    if isinstance(value, int | float):
        return bool(value)
    return value


_YES = frozenset({"true", "yes", "1", "on"})
_NO = frozenset({"false", "no", "0", "off"})


def as_texts(value: Any) -> Any:
    """The parts of a text between commas, or the texts and numbers of a list."""
    if isinstance(value, str):
        parts: list[str | None] = list(value.split(","))
    elif isinstance(value, list | tuple):
        parts = [as_text(part) for part in value]
    else:
        return None
    return [part.strip() for part in parts if part is not None and part.strip()]


def words_of(info: FieldInfo) -> dict[str, str]:
    """Each word that an argument of a closed set takes, and the one it stands for."""
    kind = bare(info.annotation)
    own = {_plain(word): word for word in get_args(kind)} if get_origin(kind) is Literal else {}
    others = next((m.of for m in info.metadata if isinstance(m, Synonyms)), {})
    return {**others, **own}


def _word(info: FieldInfo, kind: Any, value: str | None) -> str | None:
    return value if value is None else words_of(info).get(_plain(value), value)


def _plain(word: str) -> str:
    return "_".join(word.lower().replace("-", " ").replace("_", " ").split())


def bare(annotation: Any) -> Any:
    """The annotation without `| None` and without metadata."""
    if get_origin(annotation) in (Union, types.UnionType):
        rest = [each for each in get_args(annotation) if each is not type(None)]
        annotation = rest[0] if len(rest) == 1 else annotation
    while hasattr(annotation, "__metadata__"):
        annotation = get_args(annotation)[0]
    return annotation


def _optional(info: FieldInfo) -> bool:
    return type(None) in get_args(info.annotation)


def _clamped(info: FieldInfo, value: Any) -> Any:
    bounds = next((m for m in info.metadata if isinstance(m, Clamp)), None)
    if bounds is None or isinstance(value, str):
        return value
    kind = type(value)
    return kind(max(bounds.low, min(bounds.high, value)))


def _empty(info: FieldInfo, value: Any) -> bool:
    if value is None or value == []:
        return True
    if not isinstance(value, str):
        return False
    strips = any(isinstance(m, StringConstraints) and m.strip_whitespace for m in info.metadata)
    return not (value.strip() if strips else value)
