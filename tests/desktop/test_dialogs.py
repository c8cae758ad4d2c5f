"""A press that opens a dialog which the application runs within the press.

A key is the person's own here: the application must live through that as well.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.desktop.conftest import APPS, EDITOR, FORGETFUL, SYSTEM_PYTHON, Launch
from tests.desktop.driving import Pace, in_front, said, say, talking

pytestmark = pytest.mark.anyio

ASKING = [SYSTEM_PYTHON, str(APPS / "gtk3_dialogs.py")]
WORDS = "precious words"


async def escape(pace: Pace) -> None:
    """The person presses Escape."""
    await anyio.run_process(["xdotool", "key", "Escape"], env=dict(pace.environment))


async def sees(pace: Pace) -> dict[str, Any]:
    seen: dict[str, Any] = json.loads((await pace("see", "--json")).stdout)
    return seen


def opened(pid: int) -> int:
    """How many descriptors the process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def evidence(report: dict[str, Any]) -> str:
    return str(report["results"][-1])


@pytest.mark.parametrize(
    ("menu", "item", "title"),
    [
        ("File", "Save", "Save As"),
        ("File", "Save As", "Save As"),
        ("File", "Open", "Open File"),
        ("Help", "About", "About Mousepad"),
    ],
)
async def test_a_dialog_of_a_menu_is_named_read_and_closed_by_a_key_and_nothing_is_lost(
    pace: Pace, launch_and_wait_for_window: Launch, menu: str, item: str, title: str
) -> None:
    await launch_and_wait_for_window(EDITOR, "Untitled", **FORGETFUL)
    await in_front(pace, "Untitled")
    assert (await say(pace, f"type {WORDS}"))["ok"]
    assert (await say(pace, f"press {menu}"))["ok"]
    report = await say(pace, f"press {item}")
    assert report["ok"], report
    assert f"a window “{title}” appeared" in evidence(report)
    await in_front(pace, title)
    await escape(pace)
    await in_front(pace, "Untitled")
    assert WORDS in [e["text"].lower() for e in (await sees(pace))["elements"]]


async def test_the_dialog_of_a_button_is_pressed_and_escaped_whether_pace_ran_on_or_ended(
    pace: Pace, launch_and_wait_for_window: Launch
) -> None:
    form = await launch_and_wait_for_window(ASKING, "GTK 3 asking")
    await in_front(pace, "GTK 3 asking")
    async with talking(pace) as talk:
        for _ in range(2):
            report = await talk.say("press the Ask button")
            assert "a window “Question” appeared" in evidence(report)
            assert (await talk.say("press Keep"))["ok"]
            await said(form.process, "kept")
        await talk.say("press the Ask button")
        report = await talk.say("press the Ask more button")
        assert "a window “Second question” appeared" in evidence(report)
        assert (await talk.say("press escape"))["ok"]
        await said(form.process, "sure")
    await in_front(pace, "Question")  # Pace has ended, and its dialog is open
    await escape(pace)
    await said(form.process, "left")
    assert (await say(pace, "press the Ask button"))["ok"]
    assert (await say(pace, "press Drop"))["ok"]
    await said(form.process, "dropped")


async def test_a_dialog_is_the_outcome_and_not_the_words_that_change_around_it(
    pace: Pace, launch_and_wait_for_window: Launch
) -> None:
    form = await launch_and_wait_for_window(ASKING, "GTK 3 asking")
    await in_front(pace, "GTK 3 asking")
    async with talking(pace) as talk:
        for _ in range(3):
            report = await talk.say("press Show progress")
            assert "a window “Progress” appeared" in evidence(report)
            assert (await talk.say("press escape"))["ok"]
            await said(form.process, "progressed")


async def test_connections_of_presses_that_are_over_are_ended(
    pace: Pace, launch_and_wait_for_window: Launch, gtk3_form: list[str]
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    async with talking(pace) as talk:
        await talk.say("press Save")
        before = opened(form.window.pid)
        for _ in range(4):
            assert (await talk.say("press Save"))["ok"]
        assert opened(form.window.pid) <= before
