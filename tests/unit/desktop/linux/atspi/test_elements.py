"""From readings of nodes to elements a person would recognise."""

from pace.core.element import Element, Rect
from pace.desktop.coordinates import Place
from pace.desktop.linux.atspi.elements import elements_of, name_by_content
from pace.desktop.linux.atspi.names import Bit, bit_words
from pace.desktop.linux.atspi.nodes import Node, Reading, rect_of
from pace.desktop.linux.atspi.reading import without_echoes

BUTTON, LABEL, LINK, HEADING, LIST_ITEM, PARAGRAPH, PASSWORD = 43, 29, 88, 83, 32, 73, 40
WINDOW = Node(":1.7", "/frame", 23, "/frame", "gtk 3.24.38")
SEEN = [word & 0xFFFFFFFF for word in bit_words((Bit.ENABLED, Bit.VISIBLE, Bit.SHOWING), 2)]


def node(
    role: int, name: str = "", rect: tuple[int, int, int, int] | None = None, text: str = ""
) -> Reading:
    path = f"/{role}/{name}/{rect}"
    return Reading(path, role, SEEN, name, text, None if rect is None else Rect(*rect))


def elements(*nodes: Reading) -> tuple[Element, ...]:
    return elements_of(nodes, WINDOW, Place())


def said(*nodes: Reading) -> list[tuple[str, str]]:
    return [(element.role, element.name) for element in elements(*nodes)]


def test_ids_count_in_document_order_and_the_handle_finds_the_node() -> None:
    [one, two] = elements(node(BUTTON, "OK", (0, 0, 9, 9)), node(LINK, "More", (0, 20, 9, 9)))
    assert (one.id, two.id) == ("e1", "e2")
    assert one.handle == Node(":1.7", f"/{BUTTON}/OK/(0, 0, 9, 9)", BUTTON, "/frame", "gtk 3.24.38")


def test_words_that_only_repeat_what_they_lie_in_are_left_out() -> None:
    link, inner = (
        node(LINK, "Second page", (10, 10, 90, 20)),
        node(LABEL, "Second page", (10, 10, 90, 20)),
    )
    assert said(link, inner) == [("link", "Second page")]
    heading, inner = node(HEADING, "News", (0, 0, 900, 30)), node(LABEL, "News", (0, 0, 60, 30))
    assert said(heading, inner) == [("heading", "News")]


def test_the_label_beside_a_field_stays() -> None:
    assert said(node(LABEL, "Name", (0, 0, 50, 20)), node(61, "Name", (60, 0, 200, 20))) == [
        ("label", "Name"),
        ("text_field", "Name"),
    ]


def test_what_can_be_pressed_and_has_no_name_is_named_by_the_words_inside_it() -> None:
    row = node(LIST_ITEM, "", (0, 0, 300, 40))
    inside = [node(LABEL, "Downloads", (10, 5, 80, 20)), node(LABEL, "3 files", (200, 5, 60, 20))]
    outside = node(LABEL, "Places", (0, 100, 60, 20))
    name_by_content([row, *inside, outside])
    assert row.name == "Downloads 3 files"


def test_words_without_words_are_left_out_and_buttons_without_are_kept() -> None:
    assert said(node(LABEL, "", (0, 0, 9, 9)), node(27, "", (0, 0, 9, 9))) == []
    assert said(node(BUTTON, "", (0, 0, 9, 9))) == [("button", "")]


def test_a_short_text_is_the_name_of_words_and_a_long_one_stays_a_text() -> None:
    [short] = elements(node(PARAGRAPH, "", (0, 0, 9, 9), "A long\nway down. \ufffc"))
    assert (short.name, short.text) == ("A long way down.", "")
    [long] = elements(node(PARAGRAPH, "", (0, 0, 9, 9), "word " * 100))
    assert long.name == ""
    assert long.text.startswith("word word")


def kept(toolkit: str, *nodes: Reading) -> list[tuple[int, str]]:
    return [(each.role, each.name) for each in without_echoes(list(nodes), toolkit)]


def test_in_a_browser_nothing_is_asked_of_what_only_holds_something_else() -> None:
    page = [node(LIST_ITEM), node(116, "• "), node(LINK, "Link 1"), node(116, "Link 1")]
    assert kept("Chromium 156", *page) == [(LINK, "Link 1")]
    assert kept("gtk 3.24", *page) == [(LIST_ITEM, ""), (LINK, "Link 1")]
    assert kept("Chromium 156", node(LIST_ITEM, "An option")) == [(LIST_ITEM, "An option")]


def test_words_are_an_echo_only_right_after_the_control_they_name() -> None:
    assert kept("gtk 3.24", node(LABEL, "Save"), node(BUTTON, "Save")) == [
        (LABEL, "Save"),
        (BUTTON, "Save"),
    ]
    assert len(kept("gtk 3.24", node(LABEL, "Total"), node(LABEL, "Total"))) == 2
    assert len(kept("gtk 3.24", node(BUTTON, "OK"), node(BUTTON, "No"), node(LABEL, "OK"))) == 3


def test_a_control_that_holds_itself_once_more_is_one_and_the_inner_one_works() -> None:
    [kept] = elements(
        node(BUTTON, "Menu", (200, 0, 34, 34)), node(BUTTON, "Menu", (206, 6, 24, 24))
    )
    assert kept.rect == Rect(206, 6, 24, 24)
    assert len(said(node(BUTTON, "Close", (0, 0, 9, 9)), node(BUTTON, "Close", (50, 0, 9, 9)))) == 2


def test_what_has_neither_name_nor_place_is_left_out() -> None:
    assert said(node(37)) == []
    assert said(node(37, "Page 1")) == [("tab", "Page 1")]


def test_the_text_of_a_password_field_is_never_shown() -> None:
    [field] = elements(node(PASSWORD, "Password", (0, 0, 9, 9), "hunter2"))
    assert field.role == "password_field"
    assert field.text == ""


def test_what_was_never_laid_out_has_no_rectangle() -> None:
    assert rect_of((0, 0, 0, 0)) is None
    assert rect_of((-2147483648, -2147483648, 10, 10)) is None
    assert rect_of((-20, 5, 10, 10)) == Rect(-20, 5, 10, 10), "half off the screen is a place"


def test_the_twins_of_a_layout_that_gtk_4_does_not_use_are_left_out() -> None:
    shown = [node(BUTTON, "Cancel", (0, 0, 90, 20)), node(LABEL, "Sure?", (0, 30, 90, 20))]
    twins = [node(BUTTON, "Cancel"), node(LABEL, "Cancel"), node(LABEL, "Sure?")]
    other = node(BUTTON, "Sure?")
    window = Node(":1.7", "/frame", 16, "/frame", "GTK 4.8.3")
    kept = elements_of([*shown, *twins, other], window, Place())
    assert [(one.role, one.name) for one in kept] == [
        ("button", "Cancel"), ("label", "Sure?"), ("button", "Sure?"),
    ]  # fmt: skip
    assert len(elements(*shown, *twins, other)) > len(kept)
