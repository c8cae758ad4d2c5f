"""Numbers and durations as people say them."""

import pytest

from pace.mind.normalise import words_in
from pace.mind.numbers import as_ordinal, duration


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("twenty five", ["25"]),
        ("twenty-five", ["25"]),
        ("a hundred and twenty", ["a", "hundred", "and", "20"]),
        ("one hundred and twenty", ["120"]),
        ("two thousand three hundred", ["2300"]),
        ("three point one four", ["3.14"]),
        ("one point five", ["1.5"]),
        ("one two three", ["one", "2", "3"]),
        ("twenty twenty six", ["20", "26"]),
        ("the second one", ["the", "second", "one"]),
        ("five five", ["5", "5"]),
        ("fifty percent", ["50", "percent"]),
        ("50%", ["50", "percent"]),
        ("nineteen", ["19"]),
        ("point five", ["point", "5"]),
    ],
)
def test_spoken_numbers_become_digits(said, words):
    assert [word.text for word in words_in(said)] == words


def test_a_number_keeps_its_place_in_the_transcript():
    transcript = "Set it to twenty five percent"

    number = words_in(transcript)[3]

    assert transcript[number.start : number.end] == "twenty five"


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("90 seconds", 90),
        ("five minutes", 300),
        ("an hour", 3600),
        ("an hour and a half", 5400),
        ("half an hour", 1800),
        ("a half hour", 1800),
        ("a quarter of an hour", 900),
        ("two and a half minutes", 150),
        ("one hour thirty minutes", 5400),
        ("an hour and ten minutes", 4200),
        ("ten minutes and thirty seconds", 630),
        ("a couple of minutes", 120),
        ("1h 30m", 5400),
        ("45s", 45),
        ("5 min", 300),
        ("one and a half hours", 5400),
        ("a minute and a half", 90),
        ("2.5 hours", 9000),
        ("five-minute", 300),
        ("one second", 1),
    ],
)
def test_durations_are_read_to_the_second(said, seconds):
    assert duration([word.text for word in words_in(said)]) == seconds


@pytest.mark.parametrize(
    "said", ["soon", "five", "a half", "zero minutes", "tea", "5 minute tea", ""]
)
def test_what_is_no_whole_duration_is_none(said):
    assert duration([word.text for word in words_in(said)]) is None


@pytest.mark.parametrize(
    ("word", "place"), [("second", 2), ("3rd", 3), ("last", -1), ("box", None)]
)
def test_ordinals(word, place):
    assert as_ordinal(word) == place
