"""Seeing and acting in every toolkit, on real windows: the same sentences hold in each.

The form is the one of apps/README.md, in GTK 3, GTK 4, Qt 6 and as a web page.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from pace.core.element import PASSWORD, Element, Rect, Snapshot, Tree, Window
from pace.core.error import Refused
from pace.core.result import Evidence
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import Process, VirtualDesktop
from pace.desktop.acting import Hands
from pace.desktop.linux.atspi.tree import AtspiTree
from pace.desktop.linux.x11_display import Connection
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_pointer import Pointer
from pace.desktop.linux.x11_windows import Windows
from pace.desktop.ports import Chord

pytestmark = pytest.mark.anyio

APPS = Path(__file__).parent / "apps"
PAGE = (APPS / "pages/index.html").as_uri()
GTK_PYTHON = "/usr/bin/python3"
YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
FIREFOX_SETTINGS = (
    'user_pref("browser.aboutwelcome.enabled", false);\n'
    'user_pref("browser.shell.checkDefaultBrowser", false);\n'
    'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
    'user_pref("browser.startup.homepage_override.mstone", "ignore");\n'
    'user_pref("termsofuse.bypassNotification", true);\n'
    'user_pref("app.update.auto", false);\n'
)


@dataclass(frozen=True)
class Form:
    """The form on screen, and what acts on it."""

    toolkit: str
    tree: AtspiTree
    hands: Hands
    title: str
    process: Process

    @property
    def web(self) -> bool:
        return self.toolkit in ("Chromium", "Firefox")

    async def window(self) -> Window:
        with anyio.fail_after(30):
            while True:
                for window in await self.tree.windows():
                    if self.title in window.title:
                        return window
                await anyio.sleep(0.05)

    async def see(self) -> Snapshot:
        return await self.tree.snapshot(await self.window())

    async def find(self, name: str, role: str = "", seconds: float = 10) -> Element:
        """The element of this name, waited for a moment; not its label."""
        with anyio.fail_after(seconds):
            while True:
                seen = await self.see()
                for element in seen.elements:
                    if element.name == name and element.role == (role or element.role) != "label":
                        return element
                await anyio.sleep(0.05)

    async def says(self, words: str) -> None:
        """Wait until the status reads so."""
        with anyio.fail_after(5):
            while not any(element.name == words for element in (await self.see()).elements):
                await anyio.sleep(0.02)


@asynccontextmanager
async def acting(desktop: VirtualDesktop) -> AsyncIterator[tuple[AtspiTree, Hands]]:
    """A tree and hands on the virtual desktop."""
    connections = [Connection(desktop.environment) for _ in range(4)]
    windows = Windows(connections[0], connections[1])

    async def client_area(window: Window) -> Rect | None:
        same = [each for each in await windows.list() if each.pid == window.pid]
        return next((each.rect for each in same if each.title == window.title), None)

    session = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    async with AtspiTree(client_area=client_area, address=lambda: session) as tree:
        try:
            yield tree, Hands(tree, Pointer(connections[2]), Keyboard(connections[3]), windows)
        finally:
            for connection in connections:
                connection.close()


def _command(toolkit: str, folder: Path) -> tuple[list[str], str]:
    if toolkit == "GTK 3":
        return [GTK_PYTHON, str(APPS / "gtk3_form.py")], "GTK 3 form"
    if toolkit == "GTK 4":
        return [GTK_PYTHON, str(APPS / "gtk4_form.py")], "GTK 4 form"
    if toolkit == "Qt 6":
        return [sys.executable, str(APPS / "qt_form.py")], "Qt form"
    if toolkit == "Chromium":
        return ["chromium", *chromium_arguments(folder), PAGE], "First page - Chromium"
    (folder / "user.js").write_text(FIREFOX_SETTINGS)
    return ["firefox-esr", "--no-remote", "--profile", str(folder), PAGE], "First page — Mozilla"


@pytest.fixture(scope="module", params=["GTK 3", "GTK 4", "Qt 6", "Chromium", "Firefox"])
async def form(
    request: pytest.FixtureRequest,
    virtual_desktop: VirtualDesktop,
    tmp_path_factory: pytest.TempPathFactory,
    anyio_backend: str,
) -> AsyncIterator[Form]:
    command, title = _command(request.param, tmp_path_factory.mktemp("profile"))
    async with AsyncExitStack() as stack:
        tree, hands = await stack.enter_async_context(acting(virtual_desktop))
        process = await virtual_desktop.launch(command)
        stack.push_async_callback(process.stop)
        made = Form(request.param, tree, hands, title, process)
        await made.find("Save", "button", seconds=40)
        yield made


async def test_the_window_shows_what_can_be_pressed_filled_and_read(form: Form) -> None:
    seen = await form.see()
    assert seen.window is not None
    assert seen.window.tree is Tree.FULL
    shown = {(element.role, element.name) for element in seen.elements}
    assert {
        ("text_field", "Name"),
        ("text_field", "City"),
        (PASSWORD, "Password"),
        ("button", "Save"),
        ("check_box", "Subscribe"),
        ("slider", "Volume"),
        ("button", "Submit"),
        ("button", "Submit feedback"),
    } <= shown
    assert (await form.find("Delete")).has("disabled")
    visible = [element for element in seen.elements if element.name in ("Name", "Save", "City")]
    assert not any(element.has("offscreen") or element.has("hidden") for element in visible)


async def test_elements_lie_inside_their_window_and_not_on_each_other(form: Form) -> None:
    seen = await form.see()
    assert seen.window is not None
    assert seen.window.rect is not None
    save, name = await form.find("Save"), await form.find("Name")
    for element in (save, name):
        assert element.rect is not None
        assert seen.window.rect.contains(*element.rect.center)
    assert save.rect is not None
    assert name.rect is not None
    assert not save.rect.contains(*name.rect.center)


async def test_a_button_is_pressed_once_and_its_effect_is_seen(form: Form) -> None:
    for field, text in (("Name", "Ada"), ("City", "Paris")):
        done = await form.hands.fill(await form.find(field), text)
        assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
    done = await form.hands.press(await form.find("Save"))
    assert (done.evidence, done.method, done.problem) == (Evidence.VERIFIED, "action", "")
    await form.says("Saved Ada, Paris")
    done = await form.hands.press(await form.find("Submit feedback"))
    assert done.evidence is Evidence.VERIFIED
    await form.says("Submitted feedback")


async def test_a_button_that_shows_nothing_new_is_pressed_once_and_said_to_be_unseen(
    form: Form,
) -> None:
    if form.web:
        pytest.skip("a page announces that a text was set, also to what it was")
    await form.hands.press(await form.find("Submit report"))
    await form.says("Submitted report")
    before = form.process.said(200).count("Submitted report")
    done = await form.hands.press(await form.find("Submit report"))
    assert (done.evidence, done.problem) == (Evidence.UNVERIFIED, "")
    assert form.process.said(200).count("Submitted report") == before + 1


async def test_an_effect_that_comes_late_is_still_seen(form: Form) -> None:
    await form.hands.press(await form.find("Submit"))
    await form.says("Submitted")
    done = await form.hands.press(await form.find("Later"))
    assert done.evidence is Evidence.VERIFIED
    await form.says("Later done")


async def test_a_check_box_is_checked_and_cleared(form: Form) -> None:
    for _ in range(2):
        box = await form.find("Subscribe", "check_box")
        done = await form.hands.press(box)
        assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
        now = await form.tree.refresh(box)
        assert now.has("checked") != box.has("checked")
        await form.says(f"Subscribe {'on' if now.has('checked') else 'off'}")


async def test_a_toggle_is_pressed_once(form: Form) -> None:
    await form.hands.press(await form.find("Submit"))
    await form.says("Submitted")
    bold = await form.find("Bold")
    done = await form.hands.press(bold)
    assert done.evidence is Evidence.VERIFIED
    with anyio.fail_after(5):
        while not any(e.name in ("Bold on", "Bold off") for e in (await form.see()).elements):
            await anyio.sleep(0.02)


async def test_a_slider_is_set_and_read_back(form: Form) -> None:
    for value in (33, 66):
        assert await form.tree.set_number(await form.find("Volume", "slider"), value)
        await form.says(f"Volume {value}")


async def test_exact_text_fills_the_named_field_and_only_that(form: Form) -> None:
    name, city = await form.find("Name"), await form.find("City")
    await form.hands.fill(city, "untouched")
    done = await form.hands.fill(name, YAKS)
    assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
    assert done.method == ("typing" if form.web else "text interface")
    assert (await form.tree.read_text(name)).rstrip("\ufeff") == YAKS
    assert await form.tree.read_text(city) == "untouched"
    await form.hands.press(await form.find("Save"))
    await form.says(f"Saved {YAKS}, untouched")


async def test_inserted_text_goes_to_the_end_of_what_was_filled(form: Form) -> None:
    name = await form.find("Name")
    await form.hands.fill(name, "one")
    done = await form.hands.insert(" two ñ", name)
    assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
    assert await form.tree.read_text(name) == "one two ñ"


async def test_text_without_a_field_goes_to_the_focused_one(form: Form) -> None:
    await form.hands.fill(await form.find("Name"), "first")
    city = await form.find("City")
    await form.hands.fill(city, "second")
    await form.hands.press(city)
    done = await form.hands.insert(" more")
    assert (done.evidence, done.field) == (Evidence.VERIFIED, "City"), done
    assert await form.tree.read_text(await form.find("Name")) == "first"


async def test_what_was_filled_is_taken_back(form: Form) -> None:
    name = await form.find("Name")
    await form.hands.fill(name, "before")
    done = await form.hands.fill(name, "after")
    assert done.locator is not None
    assert done.after is not None
    assert done.before is not None
    undone = await form.hands.restore(done.locator, done.after, done.before)
    assert (undone.evidence, undone.problem) == (Evidence.VERIFIED, "")
    assert await form.tree.read_text(name) == "before"
    again = await form.hands.restore(done.locator, done.after, done.before)
    assert again.problem


async def test_the_selected_text_is_seen(form: Form) -> None:
    name = await form.find("Name")
    await form.hands.fill(name, f"🙂 {YAKS}")
    await form.hands.press(name)
    assert await form.tree.select_range(name, 8, 12)
    assert (await form.see()).selection == "Yaks"


async def test_a_password_field_is_refused_and_never_shown(form: Form) -> None:
    password = await form.find("Password", PASSWORD)
    with pytest.raises(Refused):
        await form.hands.press(password)
    if not await form.tree.focus(password):  # GTK 4 moves the focus for nobody but the keyboard
        await form.hands.press(await form.find("City"))
        await form.hands.key(Chord("tab"))
    with anyio.fail_after(5):
        while not (await form.tree.refresh(password)).has("focused"):
            await anyio.sleep(0.02)
    for act in (
        form.tree.read_text(password),
        form.tree.write_text(password, "hunter2"),
        form.hands.fill(password, "hunter2"),
        form.hands.insert("hunter2"),
    ):
        with pytest.raises(Refused):
            await act
    assert (await form.find("Password", PASSWORD)).text == ""
    assert (await form.see()).selection == ""


async def test_a_greyed_out_button_is_left_alone(form: Form) -> None:
    done = await form.hands.press(await form.find("Delete"))
    assert "greyed out" in done.problem
