"""Finding, pressing, filling and reading need no window system: nothing of X11 is there at all."""

import json
import sys

import anyio
import pytest

from tests.desktop.driving import in_front, said, say


@pytest.fixture
def blind_pace(pace, tmp_path):
    """Pace without a display, and without the libraries that would speak to one."""
    for library in ("Xlib", "mss"):
        folder = tmp_path / "absent" / library
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text(f"raise ImportError('no {library} here')\n")
    environment = {name: value for name, value in pace.environment.items() if name != "DISPLAY"}
    environment["PYTHONPATH"] = ":".join([str(tmp_path / "absent"), environment["PYTHONPATH"]])
    environment["XDG_SESSION_TYPE"] = "wayland"

    async def run(*arguments):
        with anyio.fail_after(40):
            return await anyio.run_process(
                [sys.executable, "-P", "-m", "pace", *arguments], env=environment, check=False
            )

    return run


async def test_the_accessibility_tree_alone_presses_fills_reads_and_undoes(
    pace, blind_pace, launch_and_wait_for_window, gtk3_form
):
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    seen = json.loads((await blind_pace("see", "--json")).stdout)
    assert {"Name", "Save"} <= {element["label"] for element in seen["elements"]}

    filled = await say(blind_pace, "set the name to Zoë")
    assert [result["evidence"] for result in filled["results"]] == ["verified"], filled
    pressed = await say(blind_pace, "press Save")
    assert [result["evidence"] for result in pressed["results"]] == ["verified"], pressed
    await said(form.process, "Saved Zoë")
    undone = await say(blind_pace, "undo that")
    assert undone["ok"], undone


async def test_what_needs_a_window_system_says_so(blind_pace):
    report = await say(blind_pace, "put this window on the left half")
    assert not report["ok"]
    assert report["spoken"]
    assert "Traceback" not in report["spoken"]
