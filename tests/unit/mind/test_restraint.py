"""What must not be done: questions, guesses, what may not come back, what no tool can do."""

import pytest

from pace.core.element import Snapshot, Tree
from pace.core.understanding import Intent, Lane
from tests.unit.mind.conftest import calls, screen

QUESTIONS = [
    "how do I close a tab?", "can I undo a timer?", "should I open firefox", "why is it so loud",
    "what happens if I press delete", "does the volume go up to eleven", "is it safe to click that",
    "when does the timer usually ring for eggs", "who opened firefox", "did you close the window",
    "how would I mute the sound", "what does the save button do", "which app plays music best",
    "if I say open firefox what do you do", "could I scroll down with the keyboard",
    "do I press enter now", "are you going to type that", "have you saved the file",
    "tell me how to maximize a window", "explain how to set a timer", "what is undo",
    "how come the next song is so quiet", "will it open chrome", "shall I select all",
]  # fmt: skip


@pytest.mark.parametrize("transcript", QUESTIONS)
def test_a_question_is_never_a_command(read, transcript):
    shown = screen(("button", "Save"), ("button", "Delete"), ("text_field", "Name"))
    for snapshot in (Snapshot(), shown):
        meaning = read(transcript, snapshot)
        assert meaning.calls == ()
        assert meaning.control is None
        assert meaning.spoken


STATEMENTS = [
    "the weather is nice today", "I opened firefox yesterday", "my timer rang", "open your heart",
    "he pressed save twice", "we should close the deal soon", "the volume of the sphere is five",
    "press conferences are boring", "typing is hard", "click bait everywhere", "it scrolls nicely",
    "maximize your potential", "the next song is my favourite", "don't close firefox",
    "please do not delete this", "never press that button", "alexa open spotify",
    "hey siri set a timer for five minutes", "you know the one I mean", "let me think",
    "I want to close the deal", "play dead", "mute swans are birds", "start over with me",
    "run for the hills", "go home you are drunk", "switch sides", "set the table for four",
    "change my mind", "put it on the list", "fill the kettle", "and then what", "hmm okay maybe",
]  # fmt: skip


@pytest.mark.parametrize("transcript", STATEMENTS)
def test_what_asks_for_nothing_does_nothing(read, transcript):
    assert read(transcript).calls == ()


DESTRUCTIVE = [
    ("delete the file budget.xlsx", "budget.xlsx"), ("empty the recycle bin", "recycle bin"),
    ("erase all my photos", "photos"), ("wipe this usb stick", "usb stick"),
    ("get rid of the emails from Bob", "emails from Bob"), ("uninstall gimp", "gimp"),
    ("please permanently delete my account", "account"), ("shut down the laptop", "shut down"),
    ("format the second disk", "second disk"), ("clear my browsing history", "browsing history"),
    ("could you remove every contact", "every contact"), ("log out", "log out"),
    ("open the file manager and delete the downloads folder", "downloads folder"),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "target"), DESTRUCTIVE)
def test_what_may_not_come_back_is_withheld(read, transcript, target):
    meaning = read(transcript)

    assert meaning.intent is Intent.CONFIRM_DESTRUCTIVE
    assert meaning.calls == ()
    assert meaning.proposed
    assert target in meaning.question.text
    assert meaning.question.options[0] == "Cancel"


def test_a_named_control_is_pressed_whatever_it_says(read):
    shown = screen(("button", "Empty trash"), ("button", "Delete"))

    assert calls(read("click delete", shown)) == [("click", {"element": "Delete"})]
    assert calls(read("empty the trash", shown)) == [("click", {"element": "Empty trash"})]
    confirmed = read("delete the old draft", shown)
    assert confirmed.intent is Intent.CONFIRM_DESTRUCTIVE
    assert dict(confirmed.proposed[0].arguments) == {"element": "Delete"}


@pytest.mark.parametrize(
    "transcript",
    [
        "order a pizza with mushrooms", "call my sister", "turn on the kitchen lights",
        "book a table for tonight", "take a screenshot", "play some Mozart",
        "what's the weather like", "draw a circle around the button", "mute the microphone",
        "minimize the window", "close all tabs", "translate this into French",
        "right click the desktop", "set an alarm for seven",
    ],
)  # fmt: skip
def test_what_no_tool_can_do_is_said_kindly(read, transcript):
    meaning = read(transcript)

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())
    assert meaning.spoken.endswith((".", "!"))
    assert len(meaning.spoken.split()) <= 24


@pytest.mark.parametrize(
    ("transcript", "missing"),
    [
        ("open", "open"), ("click", "press"), ("type", "type"), ("set a timer", "how long"),
        ("set a pasta timer", "how long"), ("set the volume", "level"), ("search for", "search"),
        ("move the window", "Where"), ("go to", "site"), ("fill in the form", "field"),
        ("switch to another app", "application"), ("delete this", "delete"),
        ("make this shorter", "text"), ("rewrite it", "selected text"), ("click it", "press"),
        ("set the volume to 400 percent", "0 to 100"),
    ],
)  # fmt: skip
def test_what_is_missing_is_asked_for(read, transcript, missing):
    meaning = read(transcript)

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())
    assert missing in meaning.question.text


@pytest.mark.parametrize(
    ("transcript", "lane", "words"),
    [
        ("what is html", Lane.PURE_KNOWLEDGE, "html"),
        ("who wrote Faust", Lane.PURE_KNOWLEDGE, "language model"),
        ("explain the French Revolution", Lane.PURE_KNOWLEDGE, "the French Revolution"),
        ("research the history of tea", Lane.RESEARCH, "language model"),
        ("compare trains vs planes", Lane.RESEARCH, "language model"),
        ("what did I do this morning", Lane.RECALL, "day"),
        ("phone a large model for this", Lane.LARGE_MODEL, "model"),
        ("write a limerick", Lane.UNKNOWN, "language model"),
        ("frobnicate the widget", Lane.UNKNOWN, "did not understand"),
    ],
)
def test_what_needs_a_model_says_so_and_how_to_add_one(read, transcript, lane, words):
    meaning = read(transcript)

    assert meaning.lane is lane
    assert meaning.needs_model
    assert words in meaning.spoken
    assert "pace models list" in meaning.spoken
    assert meaning.calls == ()


def test_a_question_about_a_command_names_it_and_does_nothing(read):
    meaning = read("how do I turn the volume down?")

    assert (meaning.calls, meaning.needs_model) == ((), False)
    assert "turn the volume down" in meaning.spoken


def test_a_request_is_done_whole_or_not_at_all(read):
    meaning = read("mute and frobnicate the widget")

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())
    assert calls_of(meaning.proposed) == ["volume"]
    assert "frobnicate the widget" in meaning.spoken


def test_a_part_that_asks_holds_back_the_rest(read):
    meaning = read("open slack and set a timer")

    assert meaning.intent is Intent.CLARIFY
    assert calls_of(meaning.proposed) == ["open_app", "start_timer"]


def test_without_the_tool_nothing_is_planned(read):
    from pace.core.tool import Catalogue
    from pace.core.understanding import Request
    from pace.mind import understand
    from tests.unit.mind.conftest import NOW

    meaning = understand(Request("mute", NOW), Catalogue.of([]))

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())
    assert calls_of(meaning.proposed) == ["volume"]


@pytest.mark.parametrize(
    ("transcript", "word"),
    [("are you Siri", "Pace"), ("who are you", "Pace"), ("can you hear me?", "hear"),
     ("thanks a lot", "welcome"), ("good morning", "Hello")],
)  # fmt: skip
def test_small_talk_never_lies_about_who_answers(read, transcript, word):
    meaning = read(transcript)

    assert meaning.lane is Lane.CHITCHAT
    assert word in meaning.spoken
    assert len(meaning.spoken.split()) <= 14


def test_edits_of_the_selection_need_no_model(read):
    selected = screen(selection="I think we should just leave. It is late.")

    shorter = read("make this shorter", selected)
    assert (shorter.lane, shorter.intent) == (Lane.EDIT, Intent.EDIT)
    assert calls(shorter) == [
        ("set_value", {"value": "I think we should just leave", "target": "selection"})
    ]
    assert calls(read("replace late with early", selected))[0][1]["value"].endswith("is early.")
    assert calls(read("turn that into bullets", selected))[0][1]["value"].startswith("- I think")
    assert calls(read("delete this", selected)) == [("key", {"key": "delete"})]
    assert read("replace winter with summer", selected).calls == ()


def test_a_window_that_shows_nothing_is_said_to(read):
    blind = screen(tree=Tree.STUB)

    meaning = read("click the save button", blind)

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())
    assert "cannot see into this window" in meaning.spoken


def calls_of(proposed) -> list[str]:
    return [call.name for call in proposed]
