"""One suite over what reads and acts on elements: the accessibility bus, and the double.

The window is the form of tests/desktop/apps in GTK 3, and the same form in memory.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import anyio
import pytest

from pace.core.element import PASSWORD, Element, Snapshot, Tree, Window
from pace.core.error import Gone, Refused
from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.atspi.tree import AtspiTree
from pace.desktop.ports import Change, ElementTree
from pace.testing.desktop import FakeTree, FakeWindow

pytestmark = pytest.mark.anyio

FORM = Path(__file__).parents[1] / "desktop/apps/gtk3_form.py"
TITLE = "GTK 3 form"
YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"


@dataclass
class Desk:
    """A tree, the one window it sees, and how to take that window away."""

    tree: ElementTree
    close: Callable[[], Awaitable[None]]

    async def see(self) -> Snapshot:
        [window] = [window for window in await self.tree.windows() if window.title == TITLE]
        return await self.tree.snapshot(window)

    async def find(self, name: str, role: str = "") -> Element:
        found = [e for e in (await self.see()).elements if e.name == name]
        [*_, element] = [e for e in found if e.role == (role or e.role)]
        return element


@pytest.fixture(params=["accessibility bus", "double"])
async def desk(request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    if request.param == "double":
        yield _double()
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    session = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    async with AtspiTree(address=lambda: session) as tree:
        form = await desktop.launch(["/usr/bin/python3", str(FORM)])

        async def close() -> None:
            await form.stop()

        try:
            await _shown(tree)
            yield Desk(tree, close)
        finally:
            await form.stop()


async def _shown(tree: ElementTree) -> None:
    """Wait until the form is the active window."""
    with anyio.fail_after(20):
        while True:
            if any(window.title == TITLE and window.active for window in await tree.windows()):
                return
            await anyio.sleep(0.02)


def _double() -> Desk:
    window = FakeWindow("gtk3_form.py", TITLE)

    def react(frame: FakeWindow, pressed: Element) -> None:
        on = "on" if frame.elements[pressed.id].has("checked") else "off"
        said = {
            "save": f"Saved {frame.elements['name'].text}, {frame.elements['city'].text}".strip(),
            "subscribe": f"Subscribe {on}",
        }
        if pressed.id in said:
            frame.change("status", name=said[pressed.id])

    window.on_press = react
    editable = frozenset({"editable"})
    for element in (
        Element("name", "text_field", "Name", states=editable),
        Element("city", "text_field", "City", states=editable),
        Element("password", PASSWORD, "Password", "hunter2", states=editable),
        Element("save", "button", "Save"),
        Element("subscribe", "check_box", "Subscribe"),
        Element("volume", "slider", "Volume"),
        Element("delete", "button", "Delete", states=frozenset({"disabled"})),
        Element("notes", "text_area", "Notes", states=editable),
        Element("status", "label", "Ready"),
    ):
        window.add(element)
    window.numbers["volume"] = 50.0
    tree = FakeTree(window)

    async def close() -> None:
        tree.frames.clear()

    return Desk(tree, close)


async def test_a_window_is_seen_with_what_can_be_pressed_filled_and_read(desk: Desk) -> None:
    seen = await desk.see()
    assert seen.window is not None
    assert (seen.window.title, seen.window.tree) == (TITLE, Tree.FULL)
    shown = {(element.role, element.name) for element in seen.elements}
    assert shown >= {
        ("text_field", "Name"),
        ("text_field", "City"),
        (PASSWORD, "Password"),
        ("button", "Save"),
        ("check_box", "Subscribe"),
        ("slider", "Volume"),
        ("text_area", "Notes"),
        ("label", "Ready"),
    }
    ids = [element.id for element in seen.elements]
    assert len(set(ids)) == len(ids)
    assert (await desk.find("Delete")).has("disabled")
    assert not (await desk.find("Save")).has("disabled")


async def test_with_no_window_named_the_active_one_is_seen(desk: Desk) -> None:
    seen = await desk.tree.snapshot()
    assert seen.window is not None
    assert seen.window.title == TITLE
    assert seen.window.active


async def test_an_element_knows_its_window(desk: Desk) -> None:
    window = await desk.tree.window_of(await desk.find("Save"))
    assert isinstance(window, Window)
    assert window.title == TITLE


async def test_what_was_pressed_is_pressed_once_and_its_effect_is_seen(desk: Desk) -> None:
    await desk.tree.write_text(await desk.find("Name"), "Ada")
    save = await desk.find("Save")
    async with desk.tree.watch(save) as watch:
        assert await desk.tree.press(save)
        seen = await watch.first_change(2.0)
    assert seen
    assert seen.change in (Change.TREE, Change.TEXT)
    assert "Saved Ada" in seen.detail
    assert await desk.find("Saved Ada,", "label")


async def test_a_check_box_that_was_pressed_is_checked(desk: Desk) -> None:
    box = await desk.find("Subscribe")
    assert not box.has("checked")
    async with desk.tree.watch(box) as watch:
        assert await desk.tree.press(box)
        assert await watch.first_change(2.0)
    assert (await desk.tree.refresh(box)).has("checked")


async def test_what_has_no_action_is_not_pressed(desk: Desk) -> None:
    assert not await desk.tree.press(await desk.find("Ready", "label"))


@pytest.mark.parametrize("text", [YAKS, "", "two\nlines\tand a tab", "שלום עולם", "x" * 10_000])
async def test_text_that_was_written_is_read_back_exactly(desk: Desk, text: str) -> None:
    notes = await desk.find("Notes")
    await desk.tree.write_text(notes, "what was there before")
    assert await desk.tree.write_text(notes, text)
    assert await desk.tree.read_text(notes) == text


async def test_text_goes_into_the_field_that_was_meant(desk: Desk) -> None:
    assert await desk.tree.write_text(await desk.find("City"), "Zürich")
    assert await desk.tree.read_text(await desk.find("Name")) == ""
    assert (await desk.find("City")).text == "Zürich"


async def test_inserted_text_replaces_what_is_selected(desk: Desk) -> None:
    name = await desk.find("Name")
    await desk.tree.write_text(name, f"Dear {YAKS}!")
    assert await desk.tree.select_range(name, 0, 4)
    assert await desk.tree.insert_text(name, "¡Hola 🙂")
    assert await desk.tree.read_text(name) == f"¡Hola 🙂 {YAKS}!"


async def test_without_a_selection_inserted_text_goes_to_the_caret(desk: Desk) -> None:
    name = await desk.find("Name")
    await desk.tree.write_text(name, "one")
    assert await desk.tree.insert_text(name, " two 🙂")
    assert await desk.tree.insert_text(name, " three")
    assert await desk.tree.read_text(name) == "one two 🙂 three"


async def test_a_field_that_gets_the_focus_can_be_freed_of_its_selection(desk: Desk) -> None:
    name = await desk.find("Name")
    await desk.tree.write_text(name, YAKS)
    assert await desk.tree.focus(name)
    await desk.tree.select_range(name, 0, len(YAKS))
    assert await desk.tree.select_range(name, len(YAKS), len(YAKS))
    assert (await desk.see()).selection == ""
    assert await desk.tree.insert_text(name, " and more")
    assert await desk.tree.read_text(name) == f"{YAKS} and more"


async def test_the_selected_text_of_the_focused_field_is_seen(desk: Desk) -> None:
    name = await desk.find("Name")
    await desk.tree.write_text(name, YAKS)
    assert await desk.tree.focus(name)
    await desk.tree.select_range(name, 6, 10)
    seen = await desk.see()
    assert seen.selection == "Yaks"
    assert seen.focus is not None
    assert seen.focus.name == "Name"


async def test_the_focus_goes_where_it_is_put(desk: Desk) -> None:
    for name in ("City", "Name"):
        field = await desk.find(name)
        assert await desk.tree.focus(field)
        assert (await desk.tree.refresh(field)).has("focused")
        focused = await desk.tree.focused()
        assert focused is not None
        assert focused.name == name


async def test_a_password_field_is_neither_read_nor_filled(desk: Desk) -> None:
    password = await desk.find("Password", PASSWORD)
    for act in (
        desk.tree.read_text(password),
        desk.tree.write_text(password, "secret"),
        desk.tree.insert_text(password, "secret"),
    ):
        with pytest.raises(Refused):
            await act


async def test_a_slider_is_set_and_what_is_none_is_not(desk: Desk) -> None:
    assert await desk.tree.set_number(await desk.find("Volume", "slider"), 33)
    assert not await desk.tree.set_number(await desk.find("Save"), 33)


async def test_where_nothing_happens_nothing_is_seen(desk: Desk) -> None:
    async with desk.tree.watch(await desk.find("Save")) as watch:
        assert not await watch.first_change(0.3)


async def test_what_was_taken_away_is_gone(desk: Desk) -> None:
    save = await desk.find("Save")
    await desk.close()
    for act in (desk.tree.refresh(save), desk.tree.press(save), desk.tree.window_of(save)):
        with pytest.raises(Gone):
            await act
    assert all(window.title != TITLE for window in await desk.tree.windows())


async def test_a_window_the_tree_does_not_know_is_said_to_have_none(desk: Desk) -> None:
    stranger = Window("0x1", "xterm", "somebody else's", pid=1, tree=Tree.FULL)
    seen = await desk.tree.snapshot(stranger)
    assert seen.window == replace(stranger, tree=Tree.NONE)
    assert seen.elements == ()
