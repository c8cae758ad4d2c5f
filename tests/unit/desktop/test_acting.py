"""Acting on one element: the ladder, the evidence, and what may get in the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from pace.core.element import PASSWORD, Element, Rect
from pace.core.error import Refused
from pace.core.result import Evidence
from pace.desktop.acting import Hands
from pace.desktop.ports import Chord
from pace.testing.desktop import FakeTree, FakeWindow
from pace.testing.window_system import FakeKeyboard, FakePointer, FakeScreen, FakeWindows

pytestmark = pytest.mark.anyio

YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
EDITABLE = frozenset({"editable"})


class Stubborn(FakeTree):
    """A tree whose fields take text only from the keyboard, as in Chromium."""

    async def write_text(self, element: Element, text: str) -> bool:
        await self.read_text(element)
        return False

    insert_text = write_text


class Desk:
    """A window with one of everything, and doubles of every port."""

    def __init__(self, kind: type[FakeTree] = FakeTree) -> None:
        self.window = FakeWindow("form", "Form")
        for number, element in enumerate((
            Element("save", "button", "Save"),
            Element("box", "check_box", "Subscribe"),
            Element("tea", "radio_button", "Tea", states=frozenset({"checked"})),
            Element("off", "button", "Delete", states=frozenset({"disabled"})),
            Element("name", "text_field", "Name", states=EDITABLE),
            Element("city", "text_field", "City", states=EDITABLE),
            Element("secret", PASSWORD, "Password", states=EDITABLE),
            Element("words", "label", "Ready"),
        )):  # fmt: skip
            self.window.add(_placed(element, number))
        self.tree = kind(self.window)
        self.windows = FakeWindows()
        self.windows.add("Form", "form")
        self.keyboard = FakeKeyboard(on_text=self._arrives, on_chord=self._chord)
        self.pointer = FakePointer(on_click=self._clicked)
        self.screen = FakeScreen()
        self.loses = ""
        self.hands = Hands(
            self.tree, self.pointer, self.keyboard, self.windows, self.screen, seconds=0.05
        )

    def __getitem__(self, element_id: str) -> Element:
        return self.window.elements[element_id]

    def _focused(self) -> Element | None:
        return next((e for e in self.window.elements.values() if e.has("focused")), None)

    def _arrives(self, text: str) -> None:
        field = self._focused()
        if field is not None:
            start, end = self.window.selection or (len(field.text), len(field.text))
            self.window.selection = None
            text = "".join(character for character in text if character not in self.loses)
            self.window.change(field.id, text=field.text[:start] + text + field.text[end:])

    def _chord(self, chord: Chord) -> None:
        field = self._focused()
        if field is not None and str(chord) == "ctrl+a":
            self.window.selection = (0, len(field.text))
        if field is not None and str(chord) == "backspace":
            self._arrives("")

    def _clicked(self, x: int, y: int, count: int) -> None:
        hit = next(e for e in self.window.elements.values() if e.rect and e.rect.contains(x, y))
        if hit.role == "check_box":
            self.window.change(hit.id, states=hit.states ^ {"checked"})
        elif hit.role == "text_field":
            for other in list(self.window.elements.values()):
                self.window.change(other.id, states=other.states - {"focused"})
            self.window.change(hit.id, states=self[hit.id].states | {"focused"})


def _placed(element: Element, number: int) -> Element:
    return Element(
        element.id, element.role, element.name, rect=Rect(100, 100 + 40 * number, 80, 30),
        states=element.states,
    )  # fmt: skip


async def test_a_press_is_the_elements_own_action_and_is_verified_by_what_changed() -> None:
    desk = Desk()
    desk.window.on_press = lambda window, _: window.change("words", name="Saved")
    done = await desk.hands.press(desk["save"])
    assert (done.evidence, done.method, done.problem) == (Evidence.VERIFIED, "action", "")
    assert "Saved" in done.seen
    assert desk.pointer.clicks == []


async def test_a_plain_button_that_shows_no_change_is_reported_and_never_pressed_again() -> None:
    desk = Desk()
    done = await desk.hands.press(desk["save"])
    assert (done.evidence, done.problem) == (Evidence.UNVERIFIED, "")
    assert desk.tree.pressed == ["save"]
    assert desk.pointer.clicks == []


async def test_a_check_box_whose_state_did_not_change_is_clicked_itself() -> None:
    desk = Desk()
    desk.tree.deaf = True
    done = await desk.hands.press(desk["box"])
    assert (done.evidence, done.method) == (Evidence.VERIFIED, "pointer")
    assert desk.pointer.clicks == [(*desk["box"].rect.center, 1)]
    assert desk["box"].has("checked")


async def test_a_check_box_that_changed_is_not_pressed_twice() -> None:
    desk = Desk()
    assert (await desk.hands.press(desk["box"])).evidence is Evidence.VERIFIED
    assert desk["box"].has("checked")
    assert desk.pointer.clicks == []


async def test_what_has_no_action_is_clicked() -> None:
    desk = Desk()
    done = await desk.hands.press(desk["words"])
    assert done.method == "pointer"
    assert desk.pointer.clicks == [(*desk["words"].rect.center, 1)]


async def test_what_has_no_action_is_left_alone_without_a_pointer() -> None:
    desk = Desk()
    done = await Hands(desk.tree, seconds=0.05).press(desk["words"])
    assert "did not press" in done.problem


async def test_what_is_chosen_already_stays_chosen() -> None:
    desk = Desk()
    done = await desk.hands.press(desk["tea"])
    assert done.evidence is Evidence.VERIFIED
    assert desk.tree.pressed == []


async def test_what_is_greyed_out_is_not_pressed() -> None:
    desk = Desk()
    done = await desk.hands.press(desk["off"])
    assert "Delete is greyed out" in done.problem
    assert desk.tree.pressed == []


async def test_pressing_a_field_focuses_it_and_does_nothing_else() -> None:
    desk = Desk()
    assert (await desk.hands.press(desk["name"])).method == "focus"
    assert desk["name"].has("focused")
    assert desk.tree.pressed == []


async def test_what_became_something_else_meanwhile_is_left_alone() -> None:
    desk = Desk()
    play = desk["save"]
    desk.window.change("save", name="Delete everything")
    done = await desk.hands.press(play)
    assert "has become Delete everything" in done.problem
    assert desk.tree.pressed == []


async def test_what_is_gone_is_said_and_nothing_is_pressed() -> None:
    desk = Desk()
    gone = desk["save"]
    del desk.window.elements["save"]
    assert "no longer there" in (await desk.hands.press(gone)).problem


async def test_its_window_is_brought_to_the_front_first() -> None:
    desk = Desk()
    desk.windows.add("Editor", "editor", pid=2000)
    await desk.hands.press(desk["save"])
    active = await desk.windows.active()
    assert active is not None
    assert active.title == "Form"


async def test_a_window_that_does_not_come_to_the_front_keeps_everything_as_it_was() -> None:
    desk = Desk()
    desk.windows.add("Editor", "editor", pid=2000)

    async def never(_: object) -> bool:
        return False

    desk.windows.activate = never  # type: ignore[method-assign]
    done = await desk.hands.press(desk["save"])
    assert "could not bring Form to the front" in done.problem
    done = await desk.hands.fill(desk["name"], YAKS)
    assert done.kept_text == YAKS
    assert desk.tree.pressed == []
    assert desk["name"].text == ""


async def test_a_look_that_changed_counts_only_where_nothing_hovers() -> None:
    desk = Desk()
    rect = desk["save"].rect
    assert rect is not None
    desk.window.on_press = lambda *_: desk.screen.paint(rect, (200, 0, 0))
    done = await desk.hands.press(desk["save"])
    assert (done.evidence, done.seen) == (Evidence.VERIFIED, "it looks different now")


@pytest.mark.parametrize("kind", [FakeTree, Stubborn])
async def test_a_fill_replaces_what_was_there_and_is_read_back(kind: type[FakeTree]) -> None:
    desk = Desk(kind)
    desk.window.change("name", text="before")
    done = await desk.hands.fill(desk["name"], YAKS)
    assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
    assert (done.before, done.after, done.field) == ("before", YAKS, "Name")
    assert desk["name"].text == YAKS
    assert desk["city"].text == ""


@pytest.mark.parametrize("kind", [FakeTree, Stubborn])
async def test_an_insertion_goes_to_the_focused_field(kind: type[FakeTree]) -> None:
    desk = Desk(kind)
    desk.window.change("city", text="Old ")
    await desk.tree.focus(desk["city"])
    done = await desk.hands.insert(YAKS)
    assert (done.evidence, done.field) == (Evidence.VERIFIED, "City")
    assert desk["city"].text == f"Old {YAKS}"
    assert desk["name"].text == ""


@pytest.mark.parametrize("kind", [FakeTree, Stubborn])
async def test_what_was_written_is_taken_back_by_its_locator(kind: type[FakeTree]) -> None:
    desk = Desk(kind)
    desk.window.change("name", text="before")
    done = await desk.hands.fill(desk["name"], YAKS)
    assert done.locator is not None
    assert done.after is not None
    undone = await desk.hands.restore(done.locator, done.after, done.before or "")
    assert (undone.evidence, undone.problem) == (Evidence.VERIFIED, "")
    assert desk["name"].text == "before"


@pytest.mark.parametrize("kind", [FakeTree, Stubborn])
async def test_an_empty_field_is_empty_again_after_undo(kind: type[FakeTree]) -> None:
    desk = Desk(kind)
    done = await desk.hands.fill(desk["name"], "hello")
    assert done.locator is not None
    undone = await desk.hands.restore(done.locator, "hello", "")
    assert (undone.evidence, undone.seen) == (Evidence.VERIFIED, "it is now empty")


async def test_what_the_person_changed_since_is_not_taken_back() -> None:
    desk = Desk()
    done = await desk.hands.fill(desk["name"], "ours")
    assert done.locator is not None
    desk.window.change("name", text="theirs")
    undone = await desk.hands.restore(done.locator, "ours", "")
    assert "left it" in undone.problem
    assert desk["name"].text == "theirs"


async def test_characters_that_did_not_arrive_are_named_and_the_text_is_kept() -> None:
    desk = Desk(Stubborn)
    desk.loses = "ñ🙂"
    for done in (
        await desk.hands.fill(desk["name"], YAKS),
        await desk.hands.insert(YAKS, desk["city"]),
    ):
        assert done.evidence is Evidence.CONTRADICTED
        assert "“ñ”" in done.problem
        assert "“🙂”" in done.problem
        assert done.kept_text == YAKS


async def test_nothing_is_typed_where_the_focus_moved_and_the_text_is_kept() -> None:
    desk = Desk(Stubborn)
    await desk.tree.focus(desk["name"])
    read = desk.tree.read_text

    async def read_and_lose_focus(element: Element) -> str:
        text = await read(element)
        desk.windows.add("Chat", "chat", pid=3000)
        return text

    desk.tree.read_text = read_and_lose_focus  # type: ignore[method-assign]
    done = await desk.hands.insert(YAKS)
    assert done.problem
    assert done.kept_text == YAKS
    assert desk.keyboard.text == ""
    assert desk.pointer.clicks == []
    assert desk["name"].text == desk["city"].text == ""


async def test_nothing_is_clicked_that_another_window_came_to_cover() -> None:
    desk = Desk()

    def spring_back(window: FakeWindow, pressed: Element) -> None:
        window.change("box", states=pressed.states)
        desk.windows.add("Chat", "chat", pid=3000)

    desk.window.on_press = spring_back
    done = await desk.hands.press(desk["box"])
    assert "Another window" in done.problem
    assert desk.pointer.clicks == []


async def test_typing_stops_where_the_focus_leaves_and_the_rest_is_kept() -> None:
    desk = Desk(Stubborn)
    await desk.tree.focus(desk["name"])
    arrives = desk.keyboard._on_text

    def arrive_and_leave(chunk: str) -> None:
        assert arrives is not None
        arrives(chunk)
        desk.windows.add("Chat", "chat", pid=3000)

    desk.keyboard._on_text = arrive_and_leave
    text = "a long sentence that takes several chunks to type, as all of them do"
    done = await desk.hands.insert(text)
    assert "focus left Name" in done.problem
    assert desk["name"].text + done.kept_text == text
    assert done.kept_text


async def test_with_no_field_in_focus_nothing_is_typed_and_the_text_is_kept() -> None:
    desk = Desk()
    done = await desk.hands.insert(YAKS)
    assert "typed nothing" in done.problem
    assert done.kept_text == YAKS


async def test_what_takes_no_text_is_not_written_to() -> None:
    desk = Desk()
    for element in (desk["save"], desk["off"]):
        done = await desk.hands.fill(element, YAKS)
        assert "typed nothing" in done.problem
        assert done.kept_text == YAKS
    assert desk.keyboard.text == ""


@pytest.mark.parametrize(
    "act",
    [
        lambda hands, field: hands.fill(field, "hunter2"),
        lambda hands, field: hands.insert("hunter2", field),
    ],
)
async def test_a_password_field_is_refused(act: Callable[..., object]) -> None:
    desk = Desk(Stubborn)
    with pytest.raises(Refused):
        await act(desk.hands, desk["secret"])
    assert desk.keyboard.text == ""


async def test_a_focused_password_field_is_refused_without_being_named() -> None:
    desk = Desk(Stubborn)
    await desk.tree.focus(desk["secret"])
    with pytest.raises(Refused):
        await desk.hands.insert("hunter2")
    assert desk.keyboard.text == ""


async def test_without_a_keyboard_what_only_takes_keys_is_kept() -> None:
    desk = Desk(Stubborn)
    done = await Hands(desk.tree, seconds=0.05).fill(desk["name"], YAKS)
    assert "no keyboard" in done.problem
    assert done.kept_text == YAKS


async def test_a_field_that_takes_no_focus_by_itself_is_clicked() -> None:
    desk = Desk(Stubborn)

    async def never(_: Element) -> bool:
        return False

    desk.tree.focus = never  # type: ignore[method-assign]
    done = await desk.hands.fill(desk["city"], "Zürich")
    assert done.evidence is Evidence.VERIFIED
    assert desk.pointer.clicks == [(*desk["city"].rect.center, 1)]


async def test_a_double_click_is_two_clicks_on_the_element() -> None:
    desk = Desk()
    await desk.hands.double_click(desk["words"])
    assert desk.pointer.clicks == [(*desk["words"].rect.center, 2)]


async def test_a_chord_is_pressed_and_what_it_changed_is_seen() -> None:
    desk = Desk()
    await desk.tree.focus(desk["name"])
    desk.window.change("name", text="x")
    desk.window.selection = (0, 1)
    done = await desk.hands.key(Chord("backspace"))
    assert desk.keyboard.chords == [Chord("backspace")]
    assert done.evidence is Evidence.VERIFIED


async def test_scrolling_happens_over_the_active_window() -> None:
    desk = Desk()
    done = await desk.hands.scroll("down", 3)
    assert desk.pointer.scrolls == [("down", 3)]
    window = await desk.windows.active()
    assert window is not None
    assert window.rect is not None
    assert desk.pointer.at == window.rect.center
    assert done.evidence is Evidence.UNVERIFIED


async def test_what_lights_up_below_the_pointer_is_no_scrolling() -> None:
    desk = Desk()
    scroll = desk.pointer.scroll
    rect = desk["save"].rect
    assert rect is not None

    async def light_up(*arguments: Any, **keywords: Any) -> None:
        await scroll(*arguments, **keywords)
        desk.screen.paint(rect, (200, 0, 0))

    desk.pointer.scroll = light_up  # type: ignore[method-assign]
    assert (await desk.hands.scroll("down", 3)).evidence is Evidence.UNVERIFIED


async def test_a_view_scrolled_when_its_elements_moved_together_or_most_of_it_looks_new() -> None:
    for paints in (False, True):
        desk = Desk()
        scroll = desk.pointer.scroll

        async def move(desk: Desk, paints: bool, scroll: Any, *args: Any, **keywords: Any) -> None:
            await scroll(*args, **keywords)
            if paints:
                window = await desk.windows.active()
                assert window is not None
                assert window.rect is not None
                desk.screen.paint(window.rect, (200, 0, 0))
                return
            for element in list(desk.window.elements.values()):
                assert element.rect is not None
                desk.window.change(element.id, rect=replace(element.rect, y=element.rect.y - 30))

        desk.pointer.scroll = partial(move, desk, paints, scroll)  # type: ignore[method-assign]
        done = await desk.hands.scroll("down", 3)
        assert (done.evidence, done.seen) == (Evidence.VERIFIED, "the view moved")


@pytest.mark.parametrize("act", [Hands.press, Hands.double_click])
async def test_a_password_field_is_not_pressed(act: Callable[..., Any]) -> None:
    desk = Desk()
    with pytest.raises(Refused, match="password field, and I leave those to you"):
        await act(desk.hands, desk["secret"])
    assert desk.tree.pressed == []
    assert desk.pointer.clicks == []
    assert not desk["secret"].has("focused")
