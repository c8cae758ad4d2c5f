"""Files, shortcuts and flows on real components: a file manager, a sandbox, an editor."""

import json
import os
from pathlib import Path

import anyio
import pytest

from pace.skills.flows import Chord, Flow, Flows, Press, Write
from tests.desktop.conftest import EDITOR, FORGETFUL, windows
from tests.desktop.driving import in_front, say
from tests.unit.skills.test_flows import WHEN

pytestmark = pytest.mark.anyio


@pytest.fixture
def home(virtual_desktop, tmp_path):
    """A folder with a file in the desktop's home."""
    folder = Path(virtual_desktop.environment.get("HOME", tmp_path)) / f"pace-{os.getpid()}"
    folder.mkdir(exist_ok=True)
    (folder / "report.pdf").write_text("words")
    return folder


def result(report):
    [one] = report["results"]
    return one


async def test_a_file_is_shown_in_a_real_file_manager(pace, virtual_desktop, home):
    process = await virtual_desktop.launch(["thunar", "--daemon"])
    try:
        report = await say(pace, f"reveal {home}/report.pdf")
        assert result(report)["evidence"] == "verified", report
        assert any(home.name in w.title for w in await windows(virtual_desktop.display))
        missing = await say(pace, f"reveal {home}/nothing.pdf")
        assert "is not there" in missing["spoken"]
    finally:
        await process.stop()


async def test_a_shortcut_runs_in_its_sandbox(pace, tmp_path):
    folder = tmp_path / "config" / "pace" / "shortcuts"
    folder.mkdir(parents=True)
    script = folder / "morning"
    script.write_text("#!/bin/sh\necho good morning; ls -A $HOME | wc -l\n")
    script.chmod(0o700)
    asked = await say(pace, "run my Morning shortcut")
    assert "not approved" in asked["spoken"]  # there is no terminal to answer at
    await pace("settings", "set", "safety.approve_risky_actions", "off")
    report = await say(pace, "run my Morning shortcut")
    assert report["spoken"] == "morning ran to its end. It said: “good morning; 0”"
    assert result(report)["evidence"] == "verified"


async def test_a_flow_is_replayed_in_a_real_editor(pace, launch_and_wait_for_window, tmp_path):
    flows = Flows(tmp_path / "data" / "pace" / "flows")
    flows.save(Flow("greeting", (Write("Hello from a flow"), Chord("ctrl+a")), WHEN))
    flows.save(Flow("lost", (Press(("window", "button"), "No such button"),), WHEN))
    await launch_and_wait_for_window(EDITOR, **FORGETFUL)
    await in_front(pace, "Untitled")
    report = await say(pace, "run the greeting flow")
    assert result(report)["status"] == "ok", report
    with anyio.fail_after(5):
        while True:
            seen = json.loads((await pace("see", "--json")).stdout)
            if any("Hello from a flow" in e["text"] for e in seen["elements"]):
                break
    lost = await say(pace, "run the lost flow")
    assert "at step 1 of 1: I could not find No such button" in lost["spoken"]
