"""What was said as a whole: labels with small words, timers together, names with their maker."""

import pytest

from pace.core.understanding import Intent
from tests.unit.mind.conftest import calls, screen

NOTE = screen(("text_area", "Body"), ("button", "Save"), focused="Body")


@pytest.mark.parametrize(
    "transcript",
    ["cancel all timers", "cancel all my timers", "stop every timer", "clear all the timers",
     "Please cancel all of my timers."],
)  # fmt: skip
def test_all_timers_are_cancelled_together(read, transcript):
    assert calls(read(transcript)) == [("timers", {"action": "cancel", "label": "all"})]


@pytest.mark.parametrize(
    ("transcript", "label"),
    [("cancel the tea timer", "tea"), ("cancel the call mum timer", "call mum")],
)
def test_a_timer_with_a_name_is_cancelled_alone(read, transcript, label):
    assert calls(read(transcript)) == [("timers", {"action": "cancel", "label": label})]


@pytest.mark.parametrize(
    "transcript",
    ["type it again", "type that again", "Type it again, please.", "type it once more",
     "type this again for me", "type the same thing again"],
)  # fmt: skip
def test_typing_again_asks_what_and_types_none_of_it(read, transcript):
    meaning = read(transcript, NOTE, history=(("type hello", "Typed."),))

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())
    assert meaning.spoken == "What should I type?"


@pytest.mark.parametrize(
    ("transcript", "text"),
    [("type it again Sam", "it again Sam"), ("type that again and again", "that again and again"),
     ("type 'it again'", "it again"), ("type again", "again")],
)  # fmt: skip
def test_words_that_go_on_are_text(read, transcript, text):
    assert calls(read(transcript, NOTE)) == [("type", {"text": text})]


APPS = ("Text Editor", "Firefox", "Calculator", "Files")


@pytest.mark.parametrize(
    ("transcript", "plan"),
    [
        ("close the gnome text editor", ("close_app", "Text Editor")),
        ("quit the firefox browser", ("close_app", "Firefox")),
        ("close mozilla firefox", ("close_app", "Firefox")),
        ("quit the mozilla firefox web browser", ("close_app", "Firefox")),
        ("close the gnome file manager", ("close_app", "Files")),
        ("exit the other text editor", ("close_app", "Text Editor")),
        ("open the gnome text editor", ("open_app", "Text Editor")),
        ("switch to the firefox browser", ("switch_app", "Firefox")),
    ],
)
def test_an_application_may_be_named_with_its_maker_or_its_kind(read, transcript, plan):
    assert calls(read(transcript, apps=APPS)) == [(plan[0], {"app": plan[1]})]


@pytest.mark.parametrize(
    "transcript",
    ["close the firefox tab", "close the text field", "close the files I opened",
     "close the annual files", "quit smoking", "close the editor of the paper",
     "close the calculator door", "close the firefox video"],
)  # fmt: skip
def test_what_only_shares_a_word_with_an_application_closes_none(read, transcript):
    assert all(name != "close_app" for name, _ in calls(read(transcript, apps=APPS)))
