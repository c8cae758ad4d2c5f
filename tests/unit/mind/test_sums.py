"""Sums of plain numbers are answered exactly; anything else is left to a model."""

import pytest

from pace.core.understanding import Intent, Lane
from tests.unit.mind.conftest import calls, screen


@pytest.mark.parametrize(
    ("transcript", "answer"),
    [
        ("what's 12 times 12", "12 times 12 is 144."),
        ("twelve times twelve", "12 times 12 is 144."),
        ("what's 7x8?", "7 times 8 is 56."),
        ("what is 10 - 4", "10 minus 4 is 6."),
        ("calculate 10-4", "10 minus 4 is 6."),
        ("what is 0.1 plus 0.2", "0.1 plus 0.2 is 0.3."),
        ("what is 2 plus 3 times 4", "2 plus 3 times 4 is 14."),
        ("what is minus 5 plus 3", "minus 5 plus 3 is -2."),
        ("how much is 15% of 80", "15 percent of 80 is 12."),
        ("what is twenty percent of two hundred plus one", "20 percent of 200 plus 1 is 41."),
        ("what's 1,000 times 3", "1,000 times 3 is 3000."),
        ("what is a hundred divided by 8", "100 divided by 8 is 12.5."),
        ("10 ÷ 3", "10 divided by 3 is about 3.33333."),
        ("5 divided by 0", "Nothing can be divided by zero."),
        ("multiply 6 by 7", "6 times 7 is 42."),
        ("subtract 3 from 10", "10 minus 3 is 7."),
        ("what is the sum of 5 and one", "5 plus 1 is 6."),
        ("can you tell me what six times seven is", "6 times 7 is 42."),
        ("what is 999999999999 times 999999999999",
         "999999999999 times 999999999999 is 999999999998000000000001."),
    ],
)  # fmt: skip
def test_a_sum_is_answered_exactly(read, transcript, answer):
    meaning = read(transcript)

    assert meaning.spoken == answer
    assert (meaning.lane, meaning.intent) == (Lane.PURE_KNOWLEDGE, Intent.ANSWER)
    assert (meaning.calls, meaning.needs_model) == ((), False)


@pytest.mark.parametrize(
    "transcript",
    ["what is 12", "what is 12 times", "what is 80 minus 20 percent", "what is 24/7", "9-11",
     "what is 1.2.3 plus 4", "what is two times love", "what is 5 minutes plus 3 minutes",
     "add 5 to the list", "what is 9**9**9", "what is __import__ times 2"],
)  # fmt: skip
def test_what_is_no_plain_sum_is_not_reckoned(read, transcript):
    meaning = read(transcript)

    assert meaning.calls == ()
    assert "a sum" not in meaning.reasons


def test_keys_of_a_calculator_on_screen_are_pressed_when_that_is_asked(read):
    shown = screen(*[("button", key) for key in "78×="])

    assert [c[0] for c in calls(read("press 7 times 8 equals", shown))] == ["click"] * 4
    assert read("what is 7 times 8", shown).calls == ()
