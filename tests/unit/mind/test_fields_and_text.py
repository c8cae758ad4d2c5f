"""Where the name of a field ends and the text begins."""

import pytest

from pace.core.understanding import Intent, Lane
from tests.unit.mind.conftest import calls, screen

FORM = screen(
    ("text_field", "Email address"), ("text_field", "Name"), ("text_field", "Subject"),
    ("text_area", "Comment"), ("password_field", "Password"), ("button", "Send"),
)  # fmt: skip
NOTE = screen(("text_area", "Body"), focused="Body")


@pytest.mark.parametrize(
    ("transcript", "text", "element"),
    [
        ("type in the comment field: could you please call me", "could you please call me",
         "Comment"),
        ("type in the comment: could you please call me", "could you please call me", "Comment"),
        ("type into the comment box could you call me", "could you call me", "Comment"),
        ("Type in the comment field: Could you call me.", "Could you call me", "Comment"),
        ("type in the comment field: press enter", "press enter", "Comment"),
        ("type in the comment box: open the door, close the window",
         "open the door, close the window", "Comment"),
        ("write in the subject Lunch on Friday", "Lunch on Friday", "Subject"),
        ("write into subject: Lunch on Friday", "Lunch on Friday", "Subject"),
        ("put in the subject: Re: Lunch", "Re: Lunch", "Subject"),
        ("into the subject write Lunch on Friday", "Lunch on Friday", "Subject"),
        ("in the comment field type hello there", "hello there", "Comment"),
        ("type into the email address anna@example.org", "anna@example.org", "Email address"),
        ("enter in the name field Anna please", "Anna please", "Name"),
    ],
)  # fmt: skip
def test_a_field_that_is_named_first_gets_the_text(read, transcript, text, element):
    assert calls(read(transcript, FORM)) == [("type", {"text": text, "element": element})]


@pytest.mark.parametrize(
    ("transcript", "plan"),
    [
        ("type in the comment field: hello, then press enter",
         [("type", {"text": "hello", "element": "Comment"}), ("key", {"key": "enter"})]),
        ("type in the subject field hello and type in the comment field see you",
         [("type", {"text": "hello", "element": "Subject"}),
          ("type", {"text": "see you", "element": "Comment"})]),
        ("open slack and type in the message box: hello there",
         [("open_app", {"app": "Slack"}),
          ("type", {"text": "hello there", "field": "message box"})]),
    ],
)  # fmt: skip
def test_what_follows_the_text_is_still_a_command(read, transcript, plan):
    assert calls(read(transcript, FORM)) == plan


def test_a_field_that_is_not_known_yet_is_found_at_run_time(read):
    assert calls(read("type in the search field: cats")) == [
        ("type", {"text": "cats", "field": "search field"})
    ]


@pytest.mark.parametrize(
    ("transcript", "text"),
    [
        ("type in hello world", "hello world"),
        ("type in my opinion: this is bad", "my opinion: this is bad"),
        ("type in the name of the father", "the name of the father"),
        ("type in name and address please", "name and address please"),
        ("type a", "a"),
    ],
)
@pytest.mark.parametrize("shown", [FORM, NOTE])
def test_words_that_name_no_field_are_text(read, shown, transcript, text):
    assert calls(read(transcript, shown)) == [("type", {"text": text})]


@pytest.mark.parametrize(
    "transcript",
    [
        "type in the comment field of the form", "type in the box office opens at ten",
        "type in the magnetic field lines are strong", "type in the comment: call me",
    ],
)  # fmt: skip
def test_in_doubt_it_is_asked_and_nothing_is_typed(read, transcript):
    meaning = read(transcript, NOTE if "comment:" in transcript or "box" in transcript else FORM)

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())
    assert len(meaning.question.options) == len(meaning.alternatives)
    whole = transcript.removeprefix("type in ")
    assert meaning.alternatives[-1][0].arguments == {"text": whole}


@pytest.mark.parametrize(
    "transcript",
    ["type hello into the comment field", "type in the comment field: hello",
     "into the subject write hello"],
)  # fmt: skip
def test_a_field_that_is_not_there_is_said_to_be_missing(read, transcript):
    meaning = read(transcript, NOTE)

    assert (meaning.intent, meaning.calls) == (Intent.OUT_OF_SCOPE, ())
    assert "I don't see" in meaning.spoken


def test_a_field_without_text_asks_for_it(read):
    meaning = read("type in the comment field", FORM)

    assert (meaning.intent, meaning.calls) == (Intent.CLARIFY, ())
    assert "What should I type" in meaning.spoken


@pytest.mark.parametrize(
    "transcript", ["put it in the comment field", "type that into the comment field"]
)
def test_a_word_for_something_else_is_not_typed(read, transcript):
    assert (read(transcript, FORM).intent, read(transcript, FORM).calls) == (Intent.CLARIFY, ())


def test_a_word_in_quotes_is_itself(read):
    plan = calls(read('type "that" into the comment field', FORM))

    assert plan == [("type", {"text": "that", "element": "Comment"})]


def test_a_password_field_is_left_alone_whatever_the_order(read):
    assert read("type in the password field: hunter2", FORM).intent is Intent.REFUSE


def test_one_letter_is_text_and_no_key(read):
    assert calls(read("type a, b and press enter")) == [
        ("type", {"text": "a, b"}),
        ("key", {"key": "enter"}),
    ]


HOLDING = screen(("text_area", "Letter"), focused="Letter")


def test_text_is_read_from_the_field_in_focus(read, holding):
    meaning = read("read the text to me", holding("Dear Ann, thank you."))

    assert (meaning.lane, meaning.intent) == (Lane.SCREEN_DESCRIPTION, Intent.ANSWER)
    assert meaning.spoken == "Dear Ann, thank you."
    assert read("read this", holding("Dear Ann.")).spoken == "Dear Ann."
    assert read("what did I write", holding("Dear Ann.")).spoken == "Dear Ann."


def test_long_text_is_read_in_part(read, holding):
    spoken = read("read it to me", holding("word " * 200)).spoken

    assert len(spoken) == 300
    assert spoken.endswith("…")


def test_the_selection_is_read_before_the_field(read):
    selected = screen(("text_area", "Letter"), focused="Letter", selection="chosen words")

    assert read("read the text to me", selected).spoken == "chosen words"
    assert "Nothing is selected" in read("read the selected text", HOLDING).spoken


def test_nothing_to_read_is_said_with_what_can_be_read(read):
    assert "Select the text" in read("read the text to me").spoken
    assert read("read the text aloud", HOLDING).spoken == "The field you are in is empty."
    assert read("read this", FORM).spoken.startswith("This is Window.")


@pytest.mark.parametrize("transcript", ["read the text to me", "read this", "what did I write"])
def test_a_password_is_never_read(read, holding, transcript):
    meaning = read(transcript, holding("hunter2", "password_field"))

    assert "hunter2" not in meaning.spoken


@pytest.fixture
def holding():
    """A screen with one field in focus that holds this text."""
    from pace.core.element import Element, Snapshot
    from tests.unit.mind.conftest import WINDOW

    def held(text: str, role: str = "text_area") -> Snapshot:
        return Snapshot(WINDOW, (Element("f", role, "Letter", text=text),), focused="f")

    return held
