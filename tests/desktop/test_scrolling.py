"""Scrolling is claimed where a view moved, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from tests.desktop.conftest import EDITOR, FORGETFUL, Launch
from tests.desktop.driving import Pace, in_front, say

pytestmark = pytest.mark.anyio


async def outside(pace: Pace) -> None:
    """Move the pointer to where it lights up nothing of the window."""
    await anyio.run_process(["xdotool", "mousemove", "0", "0"], env=dict(pace.environment))


async def test_a_key_of_the_calculator_that_lights_up_is_no_scrolling(
    pace: Pace, launch_and_wait_for_window: Launch
) -> None:
    await launch_and_wait_for_window(["gnome-calculator"], "Calculator")
    await outside(pace)
    await in_front(pace, "Calculator")
    for direction in ("down", "up"):
        [result] = (await say(pace, f"scroll {direction}"))["results"]
        assert result["evidence"] == "unverified", result


@pytest.mark.parametrize("line", ["short", "a line of text that is about as long as lines are"])
async def test_a_text_that_scrolls_is_seen_to(
    pace: Pace, launch_and_wait_for_window: Launch, tmp_path: Path, line: str
) -> None:
    text = tmp_path / "long.txt"
    text.write_text("".join(f"{number} {line}\n" for number in range(300)))
    await launch_and_wait_for_window([*EDITOR, str(text)], "long.txt", **FORGETFUL)
    await outside(pace)
    await in_front(pace, "long.txt")
    for direction in ("down", "up"):
        [result] = (await say(pace, f"scroll {direction}"))["results"]
        assert (result["evidence"], result["seen"]) == ("verified", "the view moved")
    [result] = (await say(pace, "scroll up"))["results"]
    assert result["evidence"] == "unverified", "it was at its beginning"
