"""A key that would press what cannot be taken back asks first and names it, on a real dialog."""

import pytest

from tests.desktop.driving import in_front, say


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_key_on_a_focused_delete_button_asks_and_nothing_is_pressed_without_a_yes(
    pace, launch_and_wait_for_window, key
):
    dialog = await launch_and_wait_for_window(
        ["zenity", "--question", "--title=Report", "--text=Delete the report?",
         "--ok-label=Delete", "--cancel-label=Keep", "--default-cancel"], "Report",
    )  # fmt: skip
    await in_front(pace, "Report")
    moved = await say(pace, "press tab")
    assert moved["ok"], moved

    done = await pace("say", "--json", f"press {key}")

    assert b"it presses \xe2\x80\x9cDelete\xe2\x80\x9d" in done.stderr, done
    assert b"Step 1: [input injection] Press" in done.stderr
    assert b"not approved" in done.stdout
    assert dialog.process.running


async def test_the_button_that_is_not_final_is_pressed_unasked(pace, launch_and_wait_for_window):
    dialog = await launch_and_wait_for_window(
        ["zenity", "--question", "--title=Report", "--text=Delete the report?",
         "--ok-label=Delete", "--cancel-label=Keep", "--default-cancel"], "Report",
    )  # fmt: skip
    await in_front(pace, "Report")
    done = await pace("say", "--json", "press enter")
    assert b"May I" not in done.stderr, done
    assert b'"ok": true' in done.stdout, done
    assert not dialog.process.running
