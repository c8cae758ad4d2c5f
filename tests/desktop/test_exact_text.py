"""Words arrive exactly, in the field that was meant and in no other, whatever the keyboard."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import anyio
import anyio.to_thread
import pytest

from pace.demo.desktop import VirtualDesktop
from tests.desktop.conftest import APPS, EDITOR, FORGETFUL, Launch
from tests.desktop.driving import Keys, Pace, Talk, in_front, said, seen_text, talking, typed_until

YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
LAYOUTS = ("us", "de", "fr")
PAGE = (APPS / "pages" / "index.html").as_uri()

Layout = Callable[[str], Awaitable[None]]


@pytest.fixture
async def layout(virtual_desktop: VirtualDesktop) -> AsyncIterator[Layout]:
    """Choose the keyboard layout; the usual one is put back."""

    async def choose(name: str) -> None:
        await anyio.run_process(["setxkbmap", name], env=virtual_desktop.environment)

    yield choose
    await choose("us")


async def written(talk: Talk, command: str) -> bool:
    """Whether it was carried out and read back; else the characters that were lost are named."""
    report = await talk.say(command, seconds=30)
    if report["ok"]:
        assert report["results"][0]["evidence"] == "verified", report
        return True
    assert any(mark in report["spoken"] for mark in YAKS if not mark.isascii()), report["spoken"]
    return False


@pytest.mark.parametrize(
    ("form", "title"), [("gtk4_form", "GTK 4"), ("qt_form", "Qt")], ids=["gtk4", "qt"]
)
async def test_a_form_gets_exactly_what_was_said_under_every_layout(
    pace: Pace,
    layout: Layout,
    launch_and_wait_for_window: Launch,
    request: pytest.FixtureRequest,
    form: str,
    title: str,
) -> None:
    window = await launch_and_wait_for_window(request.getfixturevalue(form), title)
    await in_front(pace, title)
    async with talking(pace) as talk:
        for name in LAYOUTS:
            await layout(name)
            assert await written(talk, f"set the city to {name} {YAKS}")
            assert (await talk.say("press Save"))["ok"]
            await said(window.process, f"Saved , {name} {YAKS}")


async def test_an_editor_gets_exactly_what_was_said_under_every_layout(
    pace: Pace, layout: Layout, launch_and_wait_for_window: Launch
) -> None:
    await launch_and_wait_for_window(EDITOR, "Untitled", **FORGETFUL)
    await in_front(pace, "Untitled")
    async with talking(pace) as talk:
        for name in LAYOUTS:
            await layout(name)
            assert await written(talk, f"type {name} {YAKS}")
    everything = "".join(f"{name} {YAKS}" for name in LAYOUTS)
    seen = json.loads((await pace("see", "--json")).stdout)
    assert everything in [element["text"] for element in seen["elements"]]


async def test_a_page_gets_exactly_what_was_said_in_the_field_that_was_named(
    pace: Pace, layout: Layout, launch_and_wait_for_window: Launch, chromium: Sequence[str]
) -> None:
    await launch_and_wait_for_window([*chromium, PAGE], "First page")
    await in_front(pace, "First page")
    async with talking(pace) as talk:
        for name in LAYOUTS:
            await layout(name)
            assert await written(talk, f"set the city to {name} {YAKS}")
            assert await seen_text(pace, "City") == f"{name} {YAKS}"
        assert await written(talk, "set the name to Anna")
        assert await written(talk, f"type {YAKS}")
    assert await seen_text(pace, "Name") == f"Anna{YAKS}", "the focused field, at its caret"
    assert await seen_text(pace, "City") == f"fr {YAKS}"


async def test_text_goes_into_the_named_or_the_focused_of_two_fields(
    pace: Pace, launch_and_wait_for_window: Launch, gtk3_form: Sequence[str]
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    async with talking(pace) as talk:
        assert (await talk.say("type Zürich into the city"))["ok"]
        assert (await talk.say("press Save"))["ok"]
        await said(form.process, "Saved , Zürich")
        assert (await talk.say("click on Name"))["ok"]
        assert (await talk.say("type Anna"))["ok"]
        assert (await talk.say("press Save"))["ok"]
        await said(form.process, "Saved Anna, Zürich")
        for _ in range(3):
            assert (await talk.say("press tab"))["ok"]
        lost = await talk.say("type nothing at all")
        assert not lost["ok"], "a button has the focus"
        assert "kept" in lost["spoken"]
        assert (await talk.say("press Save"))["ok"]
        assert (await talk.say("click on City"))["ok"]
        assert (await talk.say("type it here"))["ok"]
        assert (await talk.say("press Save"))["ok"]
        await said(form.process, "Saved Anna, Zürichnothing at all")


async def test_when_another_window_takes_the_focus_the_rest_is_kept_and_typed_where_it_is_wanted(
    pace: Pace,
    keys: Keys,
    virtual_desktop: VirtualDesktop,
    launch_and_wait_for_window: Launch,
    chromium: Sequence[str],
    gtk3_form: Sequence[str],
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await launch_and_wait_for_window([*chromium, PAGE], "First page")
    await in_front(pace, "First page")
    words = " ".join(f"word{number}" for number in range(400))
    async with talking(pace) as talk:
        assert (await talk.say("set the city to x"))["ok"]

        async def take_the_focus() -> None:
            await virtual_desktop.launch(["xdotool", "windowactivate", str(form.window.id)])

        report = await typed_until(talk, keys, words, take_the_focus)
        assert not report["ok"]
        assert "kept" in report["spoken"]
        await in_front(pace, "GTK 3")
        assert (await talk.say("press Save"))["ok"]
        await said(form.process, "Saved , ")
        assert (await talk.say("click on Name"))["ok"]
        assert (await talk.say("type it here"))["ok"]
        rest = await seen_text(pace, "Name")
    assert rest
    assert words.endswith(rest)
