"""Which words settle a question."""

import pytest

from pace.core.question import ALLOW_ONCE, CANCEL, Kind, Question
from pace.turn.answers import answer

APPROVAL = Question("q", Kind.APPROVAL, "May I?", (CANCEL, ALLOW_ONCE))
CHOICE = Question("q", Kind.CHOICE, "Which?", ("Submit", "Submit feedback", "Archive"))


@pytest.mark.parametrize("words", ["Yes.", "yes, please", "Do it!", "Allow once", "Go ahead."])
def test_a_closed_list_of_whole_utterances_allows(words):
    assert answer(APPROVAL, words).allows


@pytest.mark.parametrize(
    "words", ["no", "No, don't do it", "yes no wait", "stop", "cancel that", "do not do it"]
)
def test_any_no_cancel_or_stop_in_it_is_cancel(words):
    assert answer(APPROVAL, words).option == CANCEL


@pytest.mark.parametrize(
    "words", ["yes and open the terminal", "what is the time", "yesterday", "", "allow twice"]
)
def test_anything_else_is_not_an_answer(words):
    assert answer(APPROVAL, words) is None


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("submit", "Submit"), ("the second one", "Submit feedback"), ("Archive.", "Archive"),
        ("feedback", "Submit feedback"), ("the last one", "Archive"), ("option three", "Archive"),
        ("3", "Archive"), ("never mind", None),
    ],
)  # fmt: skip
def test_a_choice_is_made_by_name_or_place(words, option):
    assert answer(CHOICE, words).option == option


@pytest.mark.parametrize("words", ["open firefox", "sub", "the fifth one"])
def test_a_choice_that_fits_none_or_several_is_not_an_answer(words):
    assert answer(CHOICE, words) is None
