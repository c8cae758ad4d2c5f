"""What is in front though the accessibility bus does not say so: old toolkits, silent dialogs."""

import json
from pathlib import Path

import anyio
import pytest

from tests.desktop.conftest import APPS, SYSTEM_PYTHON, Launch
from tests.desktop.driving import Pace, in_front, said, say

pytestmark = pytest.mark.anyio

MAIL = ["sylpheed"]


async def titled(pace: Pace, title: str) -> None:
    """Wait until that window is in front, readable or not."""
    with anyio.fail_after(20):
        while True:
            window = json.loads((await pace("see", "--json")).stdout)["window"]
            if window is not None and window["title"] == title:
                return


@pytest.mark.parametrize("kind", ["plain", "adw"])
async def test_the_dialog_of_gtk_4_that_has_the_focus_is_read_and_pressed(
    pace: Pace, launch_and_wait_for_window: Launch, kind: str
) -> None:
    form = await launch_and_wait_for_window(
        [SYSTEM_PYTHON, str(APPS / "gtk4_dialogs.py"), kind], "GTK 4 asking"
    )
    await in_front(pace, "GTK 4 asking")
    await say(pace, "press Ask")
    await said(form.process, "asked")
    seen = json.loads((await pace("see", "--json")).stdout)
    names = [e["label"] for e in seen["elements"] if e["role"] == "button"]
    assert {"Cancel", "Discard", "Save"} <= set(names)
    assert "Ask" not in names
    assert seen["window"]["tree"] == "full"
    report = await say(pace, "press Cancel")
    assert report["ok"], report
    await said(form.process, "Cancel")
    await in_front(pace, "GTK 4 asking")


async def test_a_window_that_cannot_be_read_is_named_and_what_a_key_opens_there_is_told(
    pace: Pace, launch_and_wait_for_window: Launch, tmp_path: Path
) -> None:
    await launch_and_wait_for_window(MAIL, "Mailbox setting", HOME=str(tmp_path))
    await titled(pace, "Mailbox setting")
    seen = json.loads((await pace("see", "--json")).stdout)
    assert seen["elements"] == []
    assert seen["window"] == {"app": "Sylpheed", "title": "Mailbox setting", "tree": "none"}
    report = await say(pace, "press Cancel")
    assert not report["ok"]
    assert "I cannot see into Sylpheed" in report["spoken"]
    report = await say(pace, "press enter")
    assert report["spoken"] == "I pressed return; a window “New account setup” appeared."
    assert report["results"][0]["evidence"] == "verified"
