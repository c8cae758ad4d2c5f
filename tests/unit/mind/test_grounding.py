"""From words to one element on screen."""

import pytest

from pace.core.element import Element, Rect, Snapshot
from pace.core.understanding import Intent
from pace.mind.grounding import Lack, Missing, Target, Tie, Want, ground
from tests.unit.mind.conftest import calls, screen

FORM = screen(
    ("heading", "Sign up"), ("text_field", "First name"), ("text_field", "Last name"),
    ("password_field", "Password"), ("check_box", "Remember me"), ("combo_box", "Country"),
    ("button", "Cancel"), ("button", "Save"), ("button", "Save as draft"),
    ("button", "Delete account", 20, 500, ["disabled"]), ("link", "Terms of service"),
    ("link", "Privacy policy"), ("button", "Don't send"), ("button", "Continuar más tarde"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "element"),
    [
        ("save", "Save"),
        ("the save button", "Save"),
        ("SAVE", "Save"),
        ("save as draft", "Save as draft"),
        ("draft", "Save as draft"),
        ("first name field", "First name"),
        ("the remember me checkbox", "Remember me"),
        ("terms", "Terms of service"),
        ("the first link", "Terms of service"),
        ("last link", "Privacy policy"),
        ("second field", "Last name"),
        ("country dropdown", "Country"),
        ("continuar mas tarde", "Continuar más tarde"),
        ("privacy polisy", "Privacy policy"),
        ("the thing called cancel", "Cancel"),
    ],
)
def test_the_best_name_wins(words, element):
    found = ground(words, FORM)

    assert isinstance(found, Target)
    assert found.element.id == element


@pytest.mark.parametrize(
    ("words", "lack"),
    [
        ("submit", Lack.ABSENT),
        ("the elephant button", Lack.ABSENT),
        ("delete account", Lack.DISABLED),
        ("password field", Lack.PASSWORD),
        ("fifth link", Lack.ABSENT),
        ("send", Lack.ABSENT),
    ],
)
def test_nothing_is_put_in_the_place_of_what_is_not_there(words, lack):
    found = ground(words, FORM)

    assert isinstance(found, Missing)
    assert found.lack is lack
    assert found.element is None


def test_near_ties_offer_at_most_three():
    shown = screen(*[("button", f"Share with {name}") for name in ("Ann", "Bob", "Cy", "Dee")])

    found = ground("share", shown)

    assert isinstance(found, Tie)
    assert (len(found.candidates), found.total) == (3, 4)


def test_something_only_alike_is_proposed_and_not_taken():
    found = ground("safe", screen(("button", "Save"), ("button", "Close")))

    assert isinstance(found, Tie)
    assert not found.sure


@pytest.mark.parametrize(
    ("words", "element"),
    [
        ("the upper details link", "Details"),
        ("details at the bottom", "Details#3"),
        ("the second details link", "Details#2"),
        ("the last details", "Details#3"),
        ("left play button", "Play"),
        ("the play button on the right", "Play#2"),
        ("the second link from the bottom", "Details#2"),
    ],
)
def test_place_and_order_tell_twins_apart(words, element):
    shown = screen(
        ("link", "Details", 500, 300), ("link", "Details", 500, 100), ("link", "Details", 500, 200),
        ("button", "Play", 900, 600), ("button", "Play", 10, 600),
    )  # fmt: skip
    ordered = {"Details": "Details#2", "Details#2": "Details#3", "Details#3": "Details"}
    plays = {"Play": "Play#2", "Play#2": "Play"}

    found = ground(words, shown)

    assert isinstance(found, Target)
    assert found.element.id == (ordered | plays)[element]


def test_the_same_label_asks_by_place(read):
    shown = screen(("button", "Open", 20, 100), ("button", "Open", 20, 300))

    meaning = read("click open", shown)

    assert meaning.intent is Intent.CLARIFY
    assert meaning.question.options == ("the upper one", "the lower one")
    assert [a[0].arguments["element"] for a in meaning.alternatives] == ["Open", "Open#2"]


def test_the_same_label_on_the_same_rectangle_is_one_target():
    twin = Element("b", "button", "Open", rect=Rect(20, 100, 80, 24))
    shown = Snapshot(None, (
        Element("a", "list_item", "Open", rect=Rect(0, 90, 200, 44)), twin,
        Element("c", "button", "Open", rect=Rect(20, 100, 80, 24)),
    ))  # fmt: skip

    found = ground("open", shown)

    assert isinstance(found, Target)
    assert found.element.id == "b"


@pytest.mark.parametrize("state", ["hidden", "offscreen"])
def test_what_cannot_be_seen_is_no_target(state):
    found = ground("save", screen(("button", "Save", 20, 20, [state])))

    assert isinstance(found, Missing)


def test_states_in_the_text_count():
    shown = Snapshot(None, (Element("s", "button", "Save", text="disabled"),))

    found = ground("save", shown)

    assert isinstance(found, Missing)
    assert found.lack is Lack.DISABLED


@pytest.mark.parametrize(
    ("words", "element"),
    [
        ("the box next to newsletter", "#1"),
        ("the button below totals", "Pay"),
        ("the button to the right of coupon", "Apply"),
        ("row three", "Carla"),
        ("the third row", "Carla"),
        ("the email from Bob", "Bob"),
        ("the second to last row", "Bob"),
    ],
)
def test_neighbours_and_counted_rows(words, element):
    shown = Snapshot(None, (
        Element("#1", "check_box", "", rect=Rect(20, 100, 20, 20)),
        Element("n", "static_text", "Newsletter", rect=Rect(50, 100, 100, 20)),
        Element("#2", "check_box", "", rect=Rect(20, 160, 20, 20)),
        Element("o", "static_text", "Offers", rect=Rect(50, 160, 100, 20)),
        Element("t", "static_text", "Totals", rect=Rect(400, 100, 100, 20)),
        Element("Pay", "button", "Pay", rect=Rect(400, 140, 100, 20)),
        Element("c", "static_text", "Coupon", rect=Rect(400, 300, 100, 20)),
        Element("Apply", "button", "Apply", rect=Rect(520, 300, 100, 20)),
        Element("Ann", "row", "Ann Lee", rect=Rect(700, 100, 100, 20)),
        Element("Bob", "row", "Bob Ray", rect=Rect(700, 130, 100, 20)),
        Element("Carla", "row", "Carla Poe", rect=Rect(700, 160, 100, 20)),
    ))  # fmt: skip

    found = ground(words, shown)

    assert isinstance(found, Target), found
    assert found.element.id == element


@pytest.mark.parametrize("content", ["the quotes and the word", "two notes of mine", "notes"])
def test_what_a_named_field_holds_is_not_its_name(content):
    shown = Snapshot(None, (Element("c", "text_field", "City", content),))

    assert isinstance(ground("the notes", shown, Want.FILL), Missing)


def test_what_a_field_without_a_name_holds_names_it():
    shown = Snapshot(None, (Element("c", "text_field", "", "Notes"),))

    assert isinstance(ground("the notes", shown, Want.FILL), Target)


def test_a_field_is_found_by_its_caption():
    shown = Snapshot(None, (
        Element("n", "static_text", "Name:", rect=Rect(20, 100, 60, 20)),
        Element("f", "text_field", "", rect=Rect(100, 100, 200, 20)),
        Element("s", "static_text", "Street:", rect=Rect(20, 140, 60, 20)),
        Element("g", "text_field", "", rect=Rect(100, 140, 200, 20)),
    ))  # fmt: skip

    found = ground("the street", shown, Want.FILL)

    assert isinstance(found, Target)
    assert found.element.id == "g"


CALCULATOR = screen(*[("button", key) for key in "789÷456×123−0.=+C"])


@pytest.mark.parametrize(
    ("transcript", "keys"),
    [
        ("press seven times eight equals", "7×8="),
        ("press 12 plus 30", "12+30"),
        ("press three point five minus one equals", "3.5−1="),
        ("press twenty five divided by five equals", "25÷5="),
        ("tap clear then nine", "C9"),
        ("press seven, plus, nine and then equals", "7+9="),
        ("press five", "5"),
        ("press multiply", "×"),
        ("press 7x8=", "7×8="),
        ("press the plus key twice", "++"),
    ],
)
def test_calculator_keys_are_pressed_in_order(read, transcript, keys):
    assert calls(read(transcript, CALCULATOR)) == [("click", {"element": key}) for key in keys]


@pytest.mark.parametrize(
    ("transcript", "plan"),
    [
        ("tick remember me", [("click", {"element": "Remember me"})]),
        ("type Ann into the first name field",
         [("type", {"text": "Ann", "element": "First name"})]),
        ("set the last name to O'Neil",
         [("set_value", {"value": "O'Neil", "element": "Last name"})]),
        ("type Ann into first name and Lee into last name",
         [("type", {"text": "Ann", "element": "First name"}),
          ("type", {"text": "Lee", "element": "Last name"})]),
        ("click the first name field and type Ann",
         [("click", {"element": "First name"}), ("type", {"text": "Ann"})]),
        ("press save and then the terms link",
         [("click", {"element": "Save"}), ("click", {"element": "Terms of service"})]),
        ("click save and then click confirm",
         [("click", {"element": "Save"}), ("click", {"target": "confirm"})]),
    ],
)  # fmt: skip
def test_commands_on_a_form(read, transcript, plan):
    assert calls(read(transcript, FORM)) == plan


def test_a_box_that_is_ticked_is_not_ticked_again(read):
    shown = screen(("check_box", "Remember me", 20, 20, ["checked"]))

    assert read("tick remember me", shown).calls == ()
    assert calls(read("untick remember me", shown)) == [("click", {"element": "Remember me"})]


@pytest.mark.parametrize(
    "transcript", ["type hunter2 in the password field", "click the password field"]
)
def test_password_fields_are_left_alone(read, transcript):
    meaning = read(transcript, FORM)

    assert (meaning.intent, meaning.calls) == (Intent.REFUSE, ())


def test_dictation_into_a_focused_password_is_refused(read):
    shown = screen(("password_field", "Password"), focused="Password")

    assert read("type hunter2", shown).intent is Intent.REFUSE


def test_pointing_presses_nothing(read):
    meaning = read("where is the save button", FORM)

    assert (meaning.point, meaning.calls, meaning.intent) == ("Save", (), Intent.ANSWER)


def test_an_application_is_reached_by_its_icon(read):
    shown = screen(("dock_icon", "Firefox"), ("dock_icon", "Files"))

    assert calls(read("open firefox", shown)) == [("click", {"element": "Firefox"})]
    assert calls(read("open slack", shown)) == [("open_app", {"app": "Slack"})]


def test_a_bare_name_presses_only_its_own_control(read):
    shown = screen(("button", "Archive"), ("button", "Reply all"))

    assert calls(read("archive", shown)) == [("click", {"element": "Archive"})]
    assert read("reply", shown).calls == ()


def test_the_screen_is_told_without_inventing(read):
    meaning = read("what's on my screen", FORM)

    assert meaning.calls == ()
    assert "Window" in meaning.spoken
    assert len(meaning.spoken.split()) <= 30


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("colour", "Colour"),
        ("okay", "OK"),
        ("press centre", "Press Centre"),
        ("check box options", "Checkbox options"),
        ("email", "E-mail"),
        ("e-mail address", "Email address"),
        ("five stars", "5 stars"),
        ("log in", "Login"),
        ("wifi", "Wi-Fi"),
    ],
)
def test_spelling_does_not_matter(words, name):
    found = ground(words, screen(("button", name), ("button", "Other")))

    assert isinstance(found, Target)
    assert found.element.id == name
