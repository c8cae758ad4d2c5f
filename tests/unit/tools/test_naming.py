"""What is asked about is called by its name on the screen, with the window that it is in."""

import pytest

from pace.core.call import Call
from pace.core.element import Element, Rect, Snapshot, Window
from pace.core.turn import Origin
from pace.tools.sight import Sight
from tests.unit.tools.doing import Doing

DISCARD = Element("e1", "button", "Discard…", rect=Rect(0, 0, 50, 20))
NAMELESS = Element("e2", "button", "", rect=Rect(60, 0, 50, 20))
CITY = Element("e3", "text_field", "City", rect=Rect(0, 40, 50, 20))
ROWS = Element("e4", "list_item", "report.pdf", rect=Rect(0, 80, 50, 20))


def seeing(focused=None, title="Unsaved changes"):
    """Where nothing is allowed, so that only the question comes of a call."""
    window = Window("w", "Editor", title)
    seen = Snapshot(window, (DISCARD, NAMELESS, CITY, ROWS), focused)
    return Doing(approves=False, hands=object(), sight=Sight(None, seen, None))


async def asked(done, *calls):
    """The lines of the steps in the question."""
    await done.run(*calls, origin=Origin.AGENT)
    [text] = done.questions
    steps = [line for line in text.splitlines() if line.startswith("Step")]
    return [line.partition("] ")[2] for line in steps]


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("click", {"element": "e1"}, "Press “Discard…” in “Unsaved changes”"),
        ("click", {"x": 20, "y": 10}, "Press “Discard…” in “Unsaved changes”"),
        ("click", {"element": "e2"}, "Press a button without a name in “Unsaved changes”"),
        ("click", {"target": "Send"}, "Press Send"),
        ("click", {"element": "gone"}, "Press what you named"),
        ("double_click", {"element": "e4"}, "Double-click “report.pdf” in “Unsaved changes”"),
        ("type", {"text": "Rome", "element": "e3"},
         "Type 4 characters: “Rome” into “City” in “Unsaved changes”"),
        ("type", {"text": "Rome", "field": "Place"}, "Type 4 characters: “Rome” into “Place”"),
        ("type", {"text": "Rome"}, "Type 4 characters: “Rome”"),
        ("set_value", {"value": "Rome", "element": "e3"},
         "Fill “City” in “Unsaved changes” with 4 characters: “Rome”"),
        ("set_value", {"value": "Rome", "element": "e3", "target": "selection"},
         "Replace what is selected in “City” in “Unsaved changes” with 4 characters: “Rome”"),
        ("key", {"key": "return"}, "Press return on “report.pdf” in “Unsaved changes”"),
        ("key", {"key": "ctrl+s"}, "Press ctrl+s in “Unsaved changes”"),
    ],
)  # fmt: skip
async def test_the_question_names_what_is_pressed_or_filled_and_its_window(name, arguments, line):
    assert await asked(seeing(focused="e4"), Call(name, arguments)) == [line]


async def test_where_the_focus_is_after_an_earlier_step_is_not_guessed():
    lines = await asked(
        seeing(focused="e1"), Call("click", {"element": "e3"}), Call("key", {"key": "return"}),
        Call("type", {"text": "Rome"}),
    )  # fmt: skip
    assert lines[1:] == ["Press return", "Type 4 characters: “Rome”"]


async def test_a_name_neither_ends_its_quotes_nor_hides_anything():
    done = seeing(title="Mine” \u202eand “yours")
    [line] = await asked(done, Call("click", {"element": "e1"}))
    assert line == "Press “Discard…” in “Mine’ ⟨U+202E⟩and ‘yours”"


async def test_a_field_that_has_the_focus_is_named():
    [line] = await asked(seeing(focused="e3"), Call("type", {"text": "Rome"}))
    assert line == "Type 4 characters: “Rome” into “City” in “Unsaved changes”"
