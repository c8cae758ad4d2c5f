"""Other ways to say the same: around a command, as a wish, and what only sounds like one."""

import pytest

from pace.core.understanding import Intent, Lane
from tests.unit.mind.conftest import calls, screen

APPS = ("Calculator", "Firefox", "Text Editor", "Terminal", "Files", "Settings")
SHOWN = screen(("button", "Next page"), ("button", "Cancel"), ("button", "Save"))


@pytest.mark.parametrize(
    ("transcript", "element"),
    [
        ("okay now click on next page", "Next page"),
        ("alright, press save", "Save"),
        ("all right then press cancel", "Cancel"),
        ("so press save", "Save"),
        ("and now hit the cancel button", "Cancel"),
        ("then press save", "Save"),
        ("great, now press save", "Save"),
        ("next press save", "Save"),
        ("well now tap next page", "Next page"),
    ],
)
def test_words_that_lead_in_a_command_say_nothing(read, transcript, element):
    assert calls(read(transcript, SHOWN)) == [("click", {"element": element})]


@pytest.mark.parametrize(
    ("transcript", "plan"),
    [
        ("oh no take that back", [("undo_last", {})]),
        ("oops, undo that", [("undo_last", {})]),
        ("now playing", [("music", {"command": "now_playing"})]),
        ("next song", [("music", {"command": "next"})]),
        ("please exit the text editor now", [("close_app", {"app": "Text Editor"})]),
        ("close the image viewer for me thanks", [("close_app", {"app": "Image Viewer"})]),
        ("quit slack straight away", [("close_app", {"app": "Slack"})]),
        ("close mail as soon as possible", [("close_app", {"app": "Mail"})]),
        ("scroll back up a bit", [("scroll", {"direction": "up", "amount": 3})]),
        ("scroll a little further down", [("scroll", {"direction": "down", "amount": 3})]),
        ("go back down a little", [("scroll", {"direction": "down", "amount": 3})]),
        ("scroll down a bit further", [("scroll", {"direction": "down", "amount": 3})]),
        ("further up please", [("scroll", {"direction": "up"})]),
        ("scroll back up to the top", [("scroll", {"direction": "up", "amount": 50})]),
        ("make the window full screen size", [("window_snap", {"position": "maximize"})]),
        ("make it full screen", [("window_snap", {"position": "maximize"})]),
        ("make this window take up the whole screen",
         [("window_snap", {"position": "maximize"})]),
        ("make the video full screen", [("key", {"key": "f11"})]),
    ],
)  # fmt: skip
def test_a_command_is_known_in_other_words(read, transcript, plan):
    assert calls(read(transcript)) == plan


@pytest.mark.parametrize(
    ("transcript", "app"),
    [
        ("I need chromium open", "Chromium"),
        ("I'd like the calculator", "Calculator"),
        ("I want to see the files", "Files"),
        ("I need a terminal please", "Terminal"),
        ("let me see the files", "Files"),
        ("could I have the text editor open", "Text Editor"),
        ("I want to work with the terminal", "Terminal"),
        ("I need my settings up", "Settings"),
    ],
)
def test_a_wish_for_a_known_application_opens_it(read, transcript, app):
    assert calls(read(transcript)) == [("open_app", {"app": app})]
    listed = calls(read(transcript, apps=APPS))
    assert listed == ([("open_app", {"app": app})] if app in APPS else [])


@pytest.mark.parametrize(
    "transcript",
    [
        "I need music", "I'd like a word", "I want to see the world", "I need the manager",
        "I need text", "I need a doctor", "I don't need the calculator", "I need code",
        "I want the calculator to be faster", "I'd like the weather", "do I need firefox",
        "can I use firefox", "I need photoshop skills", "see the files", "I need edge",
    ],
)  # fmt: skip
def test_a_wish_for_anything_else_does_nothing(read, transcript):
    assert read(transcript).calls == ()
    assert read(transcript, apps=APPS).calls == ()


@pytest.mark.parametrize(
    "transcript",
    [
        "don't press cancel", "please don't press cancel", "never press save", "not now",
        "I don't want you to press save", "you shouldn't press cancel", "no need to press save",
        "press save and don't press cancel", "don't press cancel and press save",
    ],
)  # fmt: skip
def test_what_should_not_be_done_is_left_and_said_to_be(read, transcript):
    meaning = read(transcript, SHOWN)

    assert (meaning.calls, meaning.control, meaning.intent) == ((), None, Intent.ANSWER)
    assert meaning.spoken == "All right, I leave it."


def test_what_should_not_be_forgotten_is_not_said_to_be_left(read):
    meaning = read("don't forget to press save", SHOWN)

    assert (meaning.calls, meaning.intent) == ((), Intent.OUT_OF_SCOPE)
    assert "remind me" in meaning.spoken


def test_a_question_with_not_is_a_question(read):
    assert read("don't you think it's cold").lane is Lane.PURE_KNOWLEDGE


def test_writing_stays_with_a_model_and_names_typing_where_text_could_go(read):
    letter = screen(("text_area", "Letter"), focused="Letter")
    focused = read("write see you at the station", letter)

    assert (focused.calls, focused.needs_model) == ((), True)
    assert "“type …” types words exactly" in focused.spoken
    assert "type" not in read("write see you at the station", SHOWN).spoken


MAIL = screen(
    ("text_field", "Email address"), ("text_field", "Full name"), ("text_area", "Message"),
    ("password_field", "Password"), ("button", "Send email"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("transcript", "value", "element"),
    [
        ("fill in anna@example.org as the email", "anna@example.org", "Email address"),
        ("fill in anna@example.org as the e-mail", "anna@example.org", "Email address"),
        ("use anna@example.org for the email address", "anna@example.org", "Email address"),
        ("enter my email as anna@example.org", "anna@example.org", "Email address"),
        ("put my name in as Anna Karenina", "Anna Karenina", "Full name"),
        ("set the message to See you soon", "See you soon", "Message"),
    ],
)
def test_a_field_may_be_called_like_a_thing(read, transcript, value, element):
    assert calls(read(transcript, MAIL)) == [("set_value", {"value": value, "element": element})]


@pytest.mark.parametrize(
    "transcript",
    ["my name is Anna Karenina", "the email is anna@example.org", "put my age in as twelve",
     "fill in Anna as the first name", "put my password in as hunter2", "click the email"],
)  # fmt: skip
def test_no_other_field_and_no_other_control_is_taken(read, transcript):
    assert read(transcript, MAIL).calls == ()


FILES = screen(
    ("icon", "Report.odt"), ("icon", "Annual budget.pdf"), ("icon", "song.mp3"),
    ("icon", "song.flac"), ("icon", "notes v1.2"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("transcript", "element"),
    [
        ("double click the report", "Report.odt"),
        ("double click the annual budget", "Annual budget.pdf"),
        ("double click the budget pdf", "Annual budget.pdf"),
        ("double click the report file", "Report.odt"),
        ("double click song mp3", "song.mp3"),
    ],
)
def test_a_file_is_named_without_its_ending(read, transcript, element):
    assert calls(read(transcript, FILES)) == [("double_click", {"element": element})]


@pytest.mark.parametrize("transcript", ["double click the song", "double click the invoice"])
def test_a_file_that_is_not_surely_meant_is_not_opened(read, transcript):
    assert read(transcript, FILES).calls == ()
