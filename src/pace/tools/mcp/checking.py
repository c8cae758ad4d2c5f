"""Checks schemas and arguments against them, in bounded time and without asking anybody else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pace.core.error import Invalid

#: The largest schema, in characters of JSON; the deepest; and the most values in arguments.
LONGEST_SCHEMA, DEEPEST, MOST_VALUES = 32 * 1024, 40, 2_000
LONGEST_ARGUMENTS = 1024 * 1024
#: The most keyword checks for one set of arguments.
MOST_STEPS = 20_000
#: So many take a moment, and may be done between other work.
A_MOMENT = 500
#: A pattern is tried on strings up to this length, if it cannot run away on them.
LONGEST_MATCHED = 256


class _TooMuch(Exception):
    """The check would take too long."""


def check_schema(schema: object) -> None:
    """Raises Invalid, with the end of a sentence that says why the schema is none to use."""
    from jsonschema.exceptions import SchemaError
    from jsonschema.validators import Draft202012Validator, validator_for

    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        raise Invalid("its arguments are not described as an object")
    _measure(schema, LONGEST_SCHEMA)
    try:
        kind = validator_for(schema, default=Draft202012Validator)
        kind.check_schema(schema)
    except (SchemaError, TypeError, ValueError, RecursionError, AttributeError) as problem:
        raise Invalid("its arguments are not described by a valid JSON Schema") from problem


def check_arguments(schema: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    """What is wrong with the arguments, as the end of a sentence, or "".

    Patterns that could run away are left for the server to check. Raises Invalid when the schema
    cannot be used.
    """
    return Checker(schema).wrong(arguments)


class Checker:
    """Holds arguments against one schema, again and again."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        from jsonschema.validators import Draft202012Validator, extend, validator_for
        from referencing import Registry

        self._budget = _Budget()
        kind = validator_for(dict(schema), default=Draft202012Validator)
        counted = extend(kind, {
            name: self._budget.counted(_SAFE.get(name, check))
            for name, check in kind.VALIDATORS.items()
        })  # fmt: skip
        # an empty registry: a reference that leads out of the schema is not followed
        self._validator = counted(_without_patterned_names(schema), registry=Registry())

    def quickly(self, arguments: Mapping[str, Any]) -> str | None:
        """What is wrong, or None when it takes more than a moment to know."""
        try:
            return self._wrong(arguments, A_MOMENT)
        except _TooMuch:
            return None

    def wrong(self, arguments: Mapping[str, Any]) -> str:
        """See `check_arguments`."""
        try:
            return self._wrong(arguments, MOST_STEPS)
        except _TooMuch:
            raise Invalid("checking its arguments would take too long") from None

    def _wrong(self, arguments: Mapping[str, Any], steps: int) -> str:
        from referencing.exceptions import Unresolvable

        try:
            _measure(arguments, LONGEST_ARGUMENTS)
        except Invalid:
            return "there is too much of it"
        self._budget.left = steps
        try:
            found = next(self._validator.iter_errors(dict(arguments)), None)
        except (Unresolvable, RecursionError, TypeError, ValueError, re.error) as problem:
            raise Invalid("its description of arguments refers to what is not there") from problem
        if found is None:
            return ""
        where = ".".join(str(part) for part in found.absolute_path)
        said = " ".join(str(found.message).split())[:200]
        return f"{where}: {said}" if where else said


class _Budget:
    def __init__(self) -> None:
        self.left = 0

    def counted(self, check: Any) -> Any:
        def run(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise _TooMuch
            return check(validator, value, instance, schema) or ()

        return run


def _pattern(validator: Any, pattern: Any, instance: Any, schema: Any) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if not isinstance(instance, str) or len(instance) > LONGEST_MATCHED or not harmless(pattern):
        return
    if not re.search(pattern, instance):
        yield ValidationError(f"{instance[:60]!r} does not match {pattern[:60]!r}")


_SAFE: Mapping[str, Any] = {"pattern": _pattern}


def harmless(pattern: str) -> bool:
    """Whether a pattern cannot run away: short, at most two open repeats, none inside another."""
    if len(pattern) > 200:
        return False
    bare = re.sub(r"\[\^?\]?(?:\\.|[^\]\\])*\]", "c", re.sub(r"\\\D", "e", pattern))
    if re.search(r"\\\d|\)[*+?{]|\(\?[^:]", bare):
        return False
    return len(re.findall(r"[*+]|(?<!\()\?|\{\d*,\d*\}", bare)) <= 2


def _without_patterned_names(schema: Any) -> Any:
    """Names that are matched by patterns are the server's to check."""
    if isinstance(schema, Mapping):
        kept = {key: _without_patterned_names(value) for key, value in schema.items()}
        if isinstance(schema.get("patternProperties"), Mapping):
            for key in ("patternProperties", "additionalProperties", "unevaluatedProperties"):
                kept.pop(key, None)
        return kept
    return [_without_patterned_names(one) for one in schema] if isinstance(schema, list) else schema


def _measure(value: object, longest: int) -> None:
    """Raises Invalid for what is nested too deep, has too many values or is too long."""
    level, count = [value], 0
    for _ in range(DEEPEST):
        deeper: list[object] = []
        for one in level:
            if isinstance(one, Mapping):
                deeper += one.values()
            elif isinstance(one, list | tuple):
                deeper += one
        count += len(deeper)
        if count > MOST_VALUES * (2 if longest == LONGEST_SCHEMA else 1):
            raise Invalid("its description of arguments is too large")
        if not deeper:
            break
        level = deeper
    else:
        raise Invalid("its description of arguments is nested too deep")
    try:
        size = len(json.dumps(value))
    except (ValueError, TypeError, RecursionError) as problem:
        raise Invalid("its description of arguments is not JSON") from problem
    if size > longest:
        raise Invalid("its description of arguments is too large")
