"""Words that are just the label of one element mean that element, whatever else they could be."""

import pytest

from pace.core.understanding import Intent
from tests.unit.mind.conftest import calls, screen

SITE = screen(
    ("menu", "File"), ("menu", "Edit"), ("link", "Our menu"), ("link", "The team"),
    ("button", "Book now"), ("button", "Book a table"), ("button", "Thanks"), ("button", "Wait"),
    ("button", "Please wait"), ("button", "Yes"), ("button", "Yes please"), ("link", "Here"),
    ("button", "Try again"), ("link", "My list"), ("text_field", "Name"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("transcript", "element"),
    [
        ("click our menu", "Our menu"), ("Click our menu, please.", "Our menu"),
        ("click on our menu for me", "Our menu"), ("press Book now", "Book now"),
        ("could you press book now please", "Book now"), ("press book now thanks", "Book now"),
        ("press book a table now", "Book a table"), ("press Thanks", "Thanks"),
        ("click Please wait", "Please wait"), ("click wait", "Wait"), ("please click wait", "Wait"),
        ("press yes please", "Yes please"), ("press yes", "Yes"), ("press yes now", "Yes"),
        ("click here", "Here"), ("press try again", "Try again"), ("click my list", "My list"),
        ("open our menu", "Our menu"), ("click the team", "The team"),
    ],
)  # fmt: skip
def test_the_one_element_called_just_so_is_pressed(read, transcript, element):
    assert calls(read(transcript, SITE)) == [("click", {"element": element})]


@pytest.mark.parametrize("transcript", ["click the menu", "press book", "click it"])
def test_less_than_the_label_is_still_asked_about(read, transcript):
    meaning = read(transcript, SITE)

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())


@pytest.mark.parametrize("transcript", ["press save now", "press save please", "save, thanks"])
def test_politeness_that_is_no_part_of_a_label_says_nothing(read, transcript):
    plan = calls(read(transcript, screen(("button", "Save"), ("button", "Please wait"))))

    assert plan in ([("click", {"element": "Save"})], [("key", {"key": "ctrl+s"})])


def test_two_of_the_same_label_are_asked_about(read):
    twice = screen(("button", "Book now"), ("button", "Book now", 400, 400))

    assert read("press book now", twice).intent is Intent.CLARIFY
