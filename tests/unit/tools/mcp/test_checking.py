"""Schemas and arguments are checked in bounded time, and nobody else is asked."""

from typing import Any

import pytest

from pace.core.error import Invalid
from pace.tools.mcp.checking import check_arguments, check_schema, harmless


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def nested(levels: int) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        made = schema(a=made)
    return made


@pytest.mark.parametrize(
    "good",
    [
        {"type": "object"},
        {},
        schema(path={"type": "string"}),
        {"$schema": "http://json-schema.org/draft-07/schema#", **schema(a={"type": "number"})},
        {"$schema": "https://example.org/unknown", "type": "object"},
        nested(8),
    ],
)
def test_a_schema_that_describes_an_object_is_taken(good: dict[str, Any]) -> None:
    check_schema(good)


@pytest.mark.parametrize(
    "bad",
    [
        None, [], "object", {"type": "array"}, {"type": 7}, schema(a={"type": "nothing"}),
        {"type": "object", "properties": 7}, {"type": "object", "required": "a"},
        {"type": "object", "title": "x" * 40_000}, nested(60),
        schema(**{f"p{n}": {} for n in range(5_000)}),
    ],
)  # fmt: skip
def test_a_schema_that_cannot_be_used_is_refused_with_the_end_of_a_sentence(bad: object) -> None:
    with pytest.raises(Invalid, match=r"^its "):
        check_schema(bad)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"path": "x"}, ""),
        ({"path": "x", "n": 3}, ""),
        ({}, "'path' is a required property"),
        ({"path": 7}, "path: 7 is not of type 'string'"),
        ({"path": "x", "n": "3"}, "n: '3' is not of type 'integer'"),
        ({"path": "x", "m": 1}, "Additional properties are not allowed ('m' was unexpected)"),
        ({"path": "x", "kind": "c"}, "kind: 'c' is not one of ['a', 'b']"),
    ],
)
def test_what_is_wrong_with_arguments_is_said(given: dict[str, Any], wrong: str) -> None:
    described = {
        **schema(path={"type": "string"}, n={"type": "integer"}, kind={"enum": ["a", "b"]}),
        "required": ["path"],
        "additionalProperties": False,
    }
    assert check_arguments(described, given) == wrong


@pytest.mark.parametrize("where", ["http://127.0.0.1:9/a.json", "file:///etc/passwd", "#/nowhere"])
def test_a_reference_that_leads_elsewhere_is_not_followed(where: str) -> None:
    with pytest.raises(Invalid, match="refers to what is not there"):
        check_arguments(schema(a={"$ref": where}), {"a": 1})


def test_a_reference_within_the_schema_is_followed() -> None:
    described = {**schema(a={"$ref": "#/$defs/n"}), "$defs": {"n": {"type": "integer"}}}
    assert check_arguments(described, {"a": 1}) == ""
    assert check_arguments(described, {"a": "x"}) == "a: 'x' is not of type 'integer'"


def doubling() -> dict[str, Any]:
    """Each level asks for the next twice."""
    again = {f"l{n}": {"anyOf": [{"$ref": f"#/$defs/l{n + 1}"}] * 2} for n in range(24)}
    return {**schema(a={"$ref": "#/$defs/l0"}), "$defs": {**again, "l24": {"type": "null"}}}


@pytest.mark.parametrize(
    ("described", "given"),
    [
        (doubling(), {"a": 1}),
        ({"$ref": "#"}, {}),
        (schema(a={"items": {"anyOf": [{"const": n} for n in range(500)]}}), {"a": [499] * 1_900}),
    ],
)
def test_a_check_that_would_not_end_is_given_up(
    described: dict[str, Any], given: dict[str, Any]
) -> None:
    with pytest.raises(Invalid):
        check_arguments(described, given)


@pytest.mark.parametrize(
    "given", [{"a": "x" * 2_000_000}, {"a": list(range(5_000))}, {str(n): n for n in range(5_000)}]
)
def test_too_many_or_too_large_arguments_are_not_sent(given: dict[str, Any]) -> None:
    assert check_arguments({"type": "object"}, given) == "there is too much of it"


@pytest.mark.parametrize(
    ("pattern", "is_harmless"),
    [
        (r"^\d{4}-\d{2}-\d{2}$", True), ("^https?://.+$", True), ("[a-z]+", True),
        (r"^(?:on|off)$", True), (r"^[\w.+-]+@x$", True),
        ("^(a+)+$", False), ("(a|a)*b", False), ("a*a*a*b", False), (r"(a)\1", False),
        ("(a{1,500}){1,500}", False), ("a?a?a?aaa", False), ("(?=x)", False), ("x" * 300, False),
    ],
)  # fmt: skip
def test_a_pattern_is_tried_only_if_it_cannot_run_away(pattern: str, is_harmless: bool) -> None:
    assert harmless(pattern) is is_harmless


def test_a_pattern_that_runs_away_is_left_to_the_server() -> None:
    assert check_arguments(schema(a={"pattern": "^(a+)+$"}), {"a": "a" * 60 + "!"}) == ""
    named = {"type": "object", "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}
    assert check_arguments(named, {"a" * 60 + "!": 1}) == ""


def test_a_harmless_pattern_is_tried() -> None:
    assert check_arguments(schema(a={"pattern": "^[a-z]+$"}), {"a": "7"}).startswith("a: '7'")
