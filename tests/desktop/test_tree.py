"""The tree among real applications, and when one of them or the bus is in trouble."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator

import anyio
import pytest
from dbus_fast import Variant

from pace.core.element import Snapshot, Tree, Window
from pace.core.error import PaceError, TimedOut, Unavailable
from pace.core.result import Evidence
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import VirtualDesktop
from pace.desktop import dbus
from pace.desktop.acting import Hands
from pace.desktop.linux.atspi.tree import AtspiTree
from pace.desktop.ports import Adapter
from tests.desktop.test_toolkits import APPS, YAKS, acting

pytestmark = pytest.mark.anyio

STATUS = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", "IsEnabled")


@pytest.fixture
async def desk(virtual_desktop: VirtualDesktop) -> AsyncIterator[tuple[AtspiTree, Hands]]:
    async with acting(virtual_desktop) as both:
        yield both


async def shown(tree: AtspiTree, title: str) -> Window:
    """The window of this title, waited for until it is the active one."""
    with anyio.fail_after(30):
        while True:
            for window in await tree.windows():
                if title in window.title and window.active:
                    return window
            await anyio.sleep(0.05)


def named(seen: Snapshot, name: str, role: str = "button"):
    found = [e for e in seen.elements if e.name == name and e.role == role]
    assert found, f"no {role} {name} among {[(e.role, e.name) for e in seen.elements]}"
    return found[0]


@pytest.fixture
async def mousepad(desk, launch_and_wait_for_window, tmp_path) -> Window:
    """An editor that remembers no earlier session."""
    fresh = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "STATE")}
    await launch_and_wait_for_window(["mousepad"], "Mousepad", **fresh)
    return await shown(desk[0], "Mousepad")


async def test_keys_of_a_calculator_are_pressed_and_its_display_is_read(
    desk, launch_and_wait_for_window
):
    tree, hands = desk
    await launch_and_wait_for_window(["gnome-calculator"], "Calculator")
    window = await shown(tree, "Calculator")
    for key in ("7", "×", "8", "="):
        done = await hands.press(named(await tree.snapshot(window), key))
        assert (done.method, done.problem) == ("action", "")
    with anyio.fail_after(5):
        while not any("56" in e.text for e in (await tree.snapshot(window)).elements):
            await anyio.sleep(0.05)


async def test_an_editor_takes_text_and_gives_it_back_though_its_title_changes(desk, mousepad):
    tree, hands = desk
    with anyio.fail_after(10):
        seen = await tree.snapshot(mousepad)
        while seen.focus is None:  # the window manager gives the focus a moment after it appears
            await anyio.sleep(0.05)
            seen = await tree.snapshot(mousepad)
    [area] = [element for element in seen.elements if element.role == "text_area"]
    assert seen.focus == area
    done = await hands.insert(f"{YAKS}\nSecond line.")
    assert (done.evidence, done.problem) == (Evidence.VERIFIED, "")
    done = await hands.insert(" More.")
    assert done.after == f"{YAKS}\nSecond line. More."
    assert done.locator is not None
    undone = await hands.restore(done.locator, done.after, done.before or "")
    assert undone.evidence is Evidence.VERIFIED
    assert await tree.read_text(area) == f"{YAKS}\nSecond line."


async def test_a_menu_that_was_opened_shows_its_items(desk, mousepad):
    tree, hands = desk
    done = await hands.press(named(await tree.snapshot(mousepad), "Edit", "menu"))
    assert done.evidence is Evidence.VERIFIED
    with anyio.fail_after(5):
        while True:
            items = {e.name for e in (await tree.snapshot(mousepad)).elements if "item" in e.role}
            if {"Undo", "Select All"} <= items:
                return
            await anyio.sleep(0.05)


async def test_a_qt_5_application_is_read_by_walking_and_filled(desk, launch_and_wait_for_window):
    tree, hands = desk
    await launch_and_wait_for_window(["featherpad"])
    window = await shown(tree, "Untitled")
    seen = await tree.snapshot(window)
    assert named(seen, "New")
    assert named(seen, "Undo").has("disabled")
    area = next(element for element in seen.elements if element.role == "text_area")
    done = await hands.fill(area, YAKS)
    assert (done.evidence, done.method) == (Evidence.VERIFIED, "text interface")
    assert await tree.read_text(area) == YAKS
    assert not named(await tree.snapshot(window), "Undo").has("disabled")


async def test_a_link_leads_to_its_page(desk, launch_and_wait_for_window, chromium):
    tree, hands = desk
    await launch_and_wait_for_window([*chromium, (APPS / "pages/index.html").as_uri()], "First")
    window = await shown(tree, "First page")
    with anyio.fail_after(20):
        while not any(e.role == "link" for e in (await tree.snapshot(window)).elements):
            await anyio.sleep(0.05)
    done = await hands.press(named(await tree.snapshot(window), "Second page", "link"))
    assert (done.evidence, done.method) == (Evidence.VERIFIED, "action")
    assert (await shown(tree, "Second page")).pid == window.pid


async def test_a_page_is_scrolled_and_seen_to_move(desk, launch_and_wait_for_window, chromium):
    tree, hands = desk
    await launch_and_wait_for_window([*chromium, (APPS / "pages/index.html").as_uri()], "First")
    window = await shown(tree, "First page")
    with anyio.fail_after(20):
        while not any(e.role == "link" for e in (await tree.snapshot(window)).elements):
            await anyio.sleep(0.05)
    done = await hands.scroll("down", 10)
    assert (done.evidence, done.seen) == (Evidence.VERIFIED, "the view moved")
    assert not any(e.name == "Second page" for e in (await tree.snapshot(window)).elements)
    with anyio.fail_after(30):  # at the end of the page nothing moves, and that is what is said
        while (await hands.scroll("down", 100)).evidence is Evidence.VERIFIED:
            pass


async def test_chromium_without_its_flag_is_a_stub_and_not_an_empty_window(
    desk, launch_and_wait_for_window, tmp_path
):
    tree, _ = desk
    arguments = [a for a in chromium_arguments(tmp_path / "p") if "accessibility" not in a]
    page = (APPS / "pages/second.html").as_uri()
    await launch_and_wait_for_window(["chromium", *arguments, page], "Second page")
    seen = await tree.snapshot(await shown(tree, "Second page"))
    assert seen.window is not None
    assert seen.window.tree is Tree.STUB
    assert seen.elements == ()


async def test_a_stopped_application_costs_its_bound_once_and_nothing_else(
    desk, launch_and_wait_for_window, gtk3_form, qt_form
):
    tree, _ = desk
    stopped = await launch_and_wait_for_window(gtk3_form, "GTK 3 form")
    theirs = await shown(tree, "GTK 3 form")
    save = named(await tree.snapshot(theirs), "Save")
    await launch_and_wait_for_window(qt_form, "Qt form")
    window = await shown(tree, "Qt form")
    os.kill(stopped.process.pid, signal.SIGSTOP)
    try:
        with pytest.raises(TimedOut):
            await tree.press(save)
        # Were each look to wait for the stopped one, a hundred would take more than a minute.
        with anyio.fail_after(30):
            for _ in range(100):
                assert [w.title for w in await tree.windows()] == ["Qt form"]
            seen = await tree.snapshot(window)
        assert named(seen, "Save")
    finally:
        os.kill(stopped.process.pid, signal.SIGCONT)
    with anyio.fail_after(10):
        while "GTK 3 form" not in [w.title for w in await tree.windows()]:
            await anyio.sleep(0.02)
    assert await tree.press(save)


async def test_accessibility_is_switched_on_and_off_again_only_if_it_was_off(virtual_desktop):
    session = virtual_desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    async with dbus.connected(session) as bus:
        for was in (False, True):
            await bus.set_property(*STATUS, Variant("b", was))
            async with AtspiTree(address=lambda: session):
                assert await bus.property(*STATUS)
            assert await bus.property(*STATUS) is was


async def test_a_connection_that_was_lost_is_made_again(
    desk, launch_and_wait_for_window, gtk3_form
):
    tree, _ = desk
    await launch_and_wait_for_window(gtk3_form, "GTK 3 form")
    await shown(tree, "GTK 3 form")
    (await tree._wire()).close()
    assert named(await tree.snapshot(await shown(tree, "GTK 3 form")), "Save")


async def test_with_no_bus_the_reason_is_a_sentence(tmp_path):
    tree = AtspiTree(address=lambda: f"unix:path={tmp_path / 'nothing'}")
    assert isinstance(tree, Adapter)
    assert tree.provides == "tree"
    assert "no bus" in tree.available()
    with pytest.raises(Unavailable):
        await tree.snapshot()


async def test_many_looks_at_once_do_not_end_the_connection(
    desk, launch_and_wait_for_window, gtk3_form
):
    tree, _ = desk
    await launch_and_wait_for_window(gtk3_form, "GTK 3 form")
    window = await shown(tree, "GTK 3 form")
    seen: list[int] = []

    async def look() -> None:
        seen.append(len((await tree.snapshot(window)).elements))

    async with anyio.create_task_group() as group:
        for _ in range(60):
            group.start_soon(look)
    assert len(set(seen)) == 1
    assert len(seen) == 60


async def test_a_look_that_was_interrupted_leaves_the_tree_usable(
    desk, launch_and_wait_for_window, gtk3_form
):
    tree, _ = desk
    await launch_and_wait_for_window(gtk3_form, "GTK 3 form")
    window = await shown(tree, "GTK 3 form")
    for _ in range(20):
        with anyio.move_on_after(0.002):
            await tree.snapshot(window)
    try:
        seen = await tree.snapshot(window)
    except PaceError as error:
        pytest.fail(str(error))
    assert named(seen, "Save")
