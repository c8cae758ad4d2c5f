"""What a planner writes is read by one layer: keys, kinds, words and bounds (spec 1.2, 2.7)."""

from typing import Annotated, Literal

import pytest
from pydantic import ValidationError

from pace.tools.coercion import Clamp, Synonyms, fitted, keys
from pace.tools.declare import Arguments, Text, argument


class All(Arguments):
    title: Text = argument("title", "name", "summary", default="untitled", about="a title")
    exact: str = argument("exact", "text", default="", about="kept to the character")
    steps: Annotated[int, Clamp(1, 10)] = argument("steps", "amount", default=2, about="steps")
    level: Annotated[float | None, Clamp(0, 100)] = argument("level", default=None, about="level")
    mute: bool | None = argument("mute", default=None, about="muted")
    to: list[str] = argument("to", "recipient", default=[], about="addresses")
    side: Annotated[
        Literal["left", "center"], Synonyms({"left_half": "left", "middle": "center"})
    ] = argument("side", "position", default="left", about="where")
    shapes: list[dict[str, int]] = argument("shapes", default=[], about="left as they are")


class Needed(Arguments):
    word: Text = argument("word", "text", about="a word")


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        # text
        ({"title": 3}, "title", "3"), ({"title": 3.0}, "title", "3"),
        ({"title": 2.5}, "title", "2.5"), ({"title": True}, "title", "true"),
        ({"title": False}, "title", "false"), ({"title": "  a  "}, "title", "a"),
        ({"exact": "  a "}, "exact", "  a "), ({"exact": "\n"}, "exact", "\n"),
        ({"title": ["a"]}, "title", "untitled"), ({"title": {"a": 1}}, "title", "untitled"),
        ({"title": None}, "title", "untitled"), ({"title": float("nan")}, "title", "untitled"),
        ({"title": 1e300}, "title", "untitled"),
        # the first key that is not empty
        ({"name": "b"}, "title", "b"), ({"summary": "c", "name": "b"}, "title", "b"),
        ({"title": "", "name": "b"}, "title", "b"), ({"title": "  ", "summary": "c"}, "title", "c"),
        ({"title": None, "name": "b"}, "title", "b"), ({"title": ["x"], "name": "b"}, "title", "b"),
        # numbers
        ({"steps": "3"}, "steps", 3), ({"steps": " 4 "}, "steps", 4), ({"steps": 3.9}, "steps", 3),
        ({"amount": "3.7"}, "steps", 3), ({"steps": 999}, "steps", 10), ({"steps": 0}, "steps", 1),
        ({"steps": -5}, "steps", 1), ({"steps": "1e9"}, "steps", 10),
        ({"level": "40"}, "level", 40.0), ({"level": "40%"}, "level", 40.0),
        ({"level": 140}, "level", 100), ({"level": -1}, "level", 0),
        ({"level": None}, "level", None),
        # booleans
        ({"mute": "true"}, "mute", True), ({"mute": "Yes"}, "mute", True),
        ({"mute": "1"}, "mute", True), ({"mute": "no"}, "mute", False),
        ({"mute": 0}, "mute", False),
        ({"mute": 7}, "mute", True), ({"mute": 0.5}, "mute", True),
        ({"mute": False}, "mute", False),
        # lists of text
        ({"to": "a, b"}, "to", ["a", "b"]), ({"to": ["a ", 3, True]}, "to", ["a", "3", "true"]),
        ({"to": "a"}, "to", ["a"]), ({"to": ", ,"}, "to", []), ({"recipient": "a"}, "to", ["a"]),
        ({"to": [], "recipient": "a"}, "to", ["a"]), ({"to": [None, {}, "a"]}, "to", ["a"]),
        # words of a closed set
        ({"side": "LEFT"}, "side", "left"), ({"side": "left half"}, "side", "left"),
        ({"side": "Left-Half"}, "side", "left"), ({"position": " middle "}, "side", "center"),
        # what has no kind of its own is left alone
        ({"shapes": [{"x": 1}]}, "shapes", [{"x": 1}]),
    ],
)  # fmt: skip
def test_a_value_is_read_as_what_the_argument_is(given, name, value):
    read = getattr(All.model_validate(given), name)
    assert read == value
    assert type(read) is type(value) or isinstance(value, int | float)


@pytest.mark.parametrize(
    "given",
    [
        {"steps": True}, {"steps": "many"}, {"steps": float("inf")}, {"steps": "nan"},
        {"steps": [1]}, {"level": False}, {"level": "loud"}, {"mute": "perhaps"},
        {"side": "sideways"}, {"side": 7}, {"unknown": 1}, {"shapes": "none"},
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_and_not_guessed(given):
    with pytest.raises(ValidationError):
        All.model_validate(given)


@pytest.mark.parametrize("given", [{}, {"word": ""}, {"word": " "}, {"word": None}, {"text": []}])
def test_what_must_be_given_must_hold_something(given):
    with pytest.raises(ValidationError):
        Needed.model_validate(given)


def test_the_key_that_was_taken_is_told_and_so_is_what_nothing_takes():
    fits = fitted(All, {"title": "", "name": "b", "amount": 3, "colour": "red"})
    assert fits.taken == {"title": "name", "steps": "amount"}
    assert fits.unknown == ("colour",)
    assert keys(All)["title"] == ("title", "name", "summary")


def test_bounds_that_clamp_and_words_of_a_set_stand_in_the_schema():
    schema = All.model_json_schema(by_alias=False)["properties"]
    assert (schema["steps"]["minimum"], schema["steps"]["maximum"]) == (1, 10)
    assert schema["side"]["enum"] == ["left", "center"]
