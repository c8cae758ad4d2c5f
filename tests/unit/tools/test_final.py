"""What stands on a control, or what a key would do, decides whether pressing it asks."""

import pytest

from pace.core.element import Element, Rect, Snapshot
from pace.tools import final
from pace.tools.sight import Sight


def sight(*elements, focused=None):
    return Sight(None, Snapshot(elements=elements, focused=focused), None)


@pytest.mark.parametrize(
    ("name", "asks"),
    [("Pay 20 EUR", True), ("Delete account", True), ("Send", True), ("Buy now", True),
     ("Discard changes", True), ("Erase disk…", True), ("Uninstall", True), ("Save", False),
     ("Sender", False), ("Payments", False), ("Next", False), ("", False)],
)  # fmt: skip
def test_a_control_with_a_final_word_on_it_asks_and_is_named(name, asks):
    seen = {"sight": sight(Element("e1", "button", name, rect=Rect(10, 10, 80, 20)))}
    for why in (
        final.pressing({"element": "e1"}, seen),
        final.pressing({"target": name}, {}),
        final.pressing({"x": 20, "y": 15}, seen),
    ):
        assert bool(why) is asks
        assert not asks or name in why


@pytest.mark.parametrize(
    ("key", "role", "name", "asks"),
    [
        ("return", "button", "Send", True), ("enter", "button", "Delete", True),
        ("space", "button", "Pay now", True), ("return", "button", "OK", False),
        ("return", "text_field", "Send to", False), ("tab", "button", "Send", False),
        ("ctrl+return", "text_area", "Message", True), ("ctrl+enter", None, "", True),
        ("delete", "list_item", "report.pdf", True), ("backspace", "icon", "report.pdf", True),
        ("delete", "text_field", "Name", False), ("shift+delete", "icon", "report.pdf", True),
        ("shift+delete", "text_area", "Body", False), ("shift+delete", None, "", True),
        ("ctrl+s", "button", "Send", False), ("no such key", "button", "Send", False),
    ],
)  # fmt: skip
def test_a_key_that_sends_or_deletes_asks_and_names_what_it_would_meet(key, role, name, asks):
    focus = () if role is None else (Element("f", role, name),)
    why = final.key({"key": key}, {"sight": sight(*focus, focused="f")})
    assert bool(why) is asks
    assert not asks or role in (None, "text_area") or name in why


def test_the_name_of_a_control_hides_nothing_in_the_question():
    seen = {"sight": sight(Element("e1", "button", "Pay\u202e now"))}
    assert "⟨U+202E⟩" in final.pressing({"element": "e1"}, seen)


def test_the_smallest_thing_at_a_point_is_meant():
    view = sight(
        Element("row", "row", "Row", rect=Rect(0, 0, 100, 100)),
        Element("ok", "button", "OK", rect=Rect(10, 10, 20, 20)),
        Element("words", "label", "words", rect=Rect(12, 12, 2, 2)),
    )
    assert view.at(13, 13).id == "ok"
    assert view.at(90, 90).id == "row"
    assert view.at(300, 300) is None
