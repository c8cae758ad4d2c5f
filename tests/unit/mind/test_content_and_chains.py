"""Content keeps its words, and ends only where a command surely begins."""

import pytest

from tests.unit.mind.conftest import calls, screen

FORM = screen(
    ("text_field", "Name"), ("text_field", "Title"), ("text_area", "Comment"),
    ("button", "Save"), ("button", "Book now"), ("button", "Book a table"),
)  # fmt: skip
NOTE = screen(("text_area", "Body"), ("button", "Save"), focused="Body")
APPS = ("Firefox", "Calculator")


@pytest.mark.parametrize(
    ("transcript", "name", "content", "element"),
    [
        ("write 'by the window please' in the comment box", "set_value", "by the window please",
         "Comment"),
        ("put “call me now” in the comment", "set_value", "call me now", "Comment"),
        ("set the comment to yes please", "set_value", "yes please", "Comment"),
        ("set the comment to thank you", "set_value", "thank you", "Comment"),
        ("set the comment to please call me", "set_value", "please call me", "Comment"),
        ("change the title to all for me", "set_value", "all for me", "Title"),
        ("set the comment to 'yes please' please", "set_value", "yes please", "Comment"),
        ("set the comment to 'yes', thanks", "set_value", "yes", "Comment"),
        ("type thank you please into the comment", "type", "thank you please", "Comment"),
        ("type please call me in the comment box", "type", "please call me", "Comment"),
    ],
)  # fmt: skip
def test_content_keeps_every_word(read, transcript, name, content, element):
    key = "text" if name == "type" else "value"

    assert calls(read(transcript, FORM)) == [(name, {key: content, "element": element})]


@pytest.mark.parametrize(
    ("transcript", "value", "element"),
    [
        ("Set the name to Anna, please.", "Anna", "Name"),
        ("set the name to Anna please", "Anna", "Name"),
        ("set the name to Anna Karenina please.", "Anna Karenina", "Name"),
        ("set the name to Anna, thank you", "Anna", "Name"),
        ("Set the name to Anna.", "Anna", "Name"),
        ("please set the name to um Anna", "Anna", "Name"),
        ("set the name to Anna instead", "Anna", "Name"),
        ("set the name to Anna would you", "Anna", "Name"),
        ("fill in Berlin as the title please", "Berlin", "Title"),
        ("fill in Berlin as the title for me", "Berlin", "Title"),
    ],
)
def test_politeness_that_is_set_off_or_behind_the_field_is_no_content(
    read, transcript, value, element
):
    assert calls(read(transcript, FORM)) == [("set_value", {"value": value, "element": element})]


@pytest.mark.parametrize("transcript", ["set the name to this for me", "set the name to it please"])
def test_a_word_for_something_else_is_no_content(read, transcript):
    assert read(transcript, FORM).calls == ()


@pytest.mark.parametrize(
    ("transcript", "value", "element", "then"),
    [
        ("set the name to Anna and press book now", "Anna", "Name",
         ("click", {"element": "Book now"})),
        ("set the name to Anna, then press save", "Anna", "Name", ("click", {"element": "Save"})),
        ("set the name to Anna and save", "Anna", "Name", ("key", {"key": "ctrl+s"})),
        ("set the title to copy then press enter", "copy", "Title", ("key", {"key": "enter"})),
        ("set the name to Anna and open firefox", "Anna", "Name", ("open_app", {"app": "Firefox"})),
        ("set the name to Anna and the title to Boss", "Anna", "Name",
         ("set_value", {"value": "Boss", "element": "Title"})),
        ("set the title to 'wash and press save' and press save", "wash and press save", "Title",
         ("click", {"element": "Save"})),
    ],
)  # fmt: skip
def test_a_value_ends_where_a_command_surely_begins(read, transcript, value, element, then):
    first = ("set_value", {"value": value, "element": element})

    assert calls(read(transcript, FORM, apps=APPS)) == [first, then]


@pytest.mark.parametrize(
    "value",
    ["bread and open sandwiches", "salt and pepper", "copy and paste", "stop and go",
     "open and close firefox", "come and save the world", "run and hit the road"],
)  # fmt: skip
@pytest.mark.parametrize("apps", [APPS, None])
def test_a_value_that_goes_on_is_not_cut(read, value, apps):
    plan = calls(read(f"set the title to {value}", FORM, apps=apps))

    assert plan == [("set_value", {"value": value, "element": "Title"})]


@pytest.mark.parametrize(
    ("transcript", "text", "then"),
    [
        ("type hello world then maximize the window", "hello world",
         ("window_snap", {"position": "maximize"})),
        ("type hello and then mute the sound", "hello", ("volume", {"mute": True})),
        ("type hello then press Save", "hello", ("click", {"element": "Save"})),
        ("type hello, then press enter", "hello", ("key", {"key": "enter"})),
        ("type hello then save", "hello", ("key", {"key": "ctrl+s"})),
        ("type 'eat then save' then press enter", "eat then save", ("key", {"key": "enter"})),
    ],
)  # fmt: skip
def test_text_ends_where_then_a_certain_command_follows(read, transcript, text, then):
    assert calls(read(transcript, NOTE, apps=APPS)) == [("type", {"text": text}), then]


@pytest.mark.parametrize(
    "text",
    ["I came then I saw", "wash then dry", "hello and maximize the window", "eat and then go home",
     "first open the door then close the window", "mix well then stop", "hello then undo",
     "hello then open the oven"],
)  # fmt: skip
def test_text_that_goes_on_is_not_cut(read, text):
    assert calls(read(f"type {text}", NOTE, apps=APPS)) == [("type", {"text": text})]


@pytest.mark.parametrize("text", ["hello then press enter", "hello then maximize the window"])
@pytest.mark.parametrize("quotes", ["''", '""', "“”", "‘’"])
def test_nothing_is_cut_inside_quotation_marks(read, text, quotes):
    meaning = read(f"type {quotes[0]}{text}{quotes[1]}", NOTE)

    assert calls(meaning) == [("type", {"text": text})]
