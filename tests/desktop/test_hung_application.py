"""An application that stopped answering costs its timeout and nothing else."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import anyio

from tests.desktop.conftest import EDITOR, FORGETFUL, Launch, Launched
from tests.desktop.driving import Pace, in_front, said, talking

#: The longest that a turn may take which needs an application that does not answer.
BOUND = 15.0


@asynccontextmanager
async def hung(form: Launched) -> AsyncIterator[None]:
    """The application does not answer while this lasts."""
    os.kill(form.window.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(form.window.pid, signal.SIGCONT)


async def test_while_one_application_hangs_others_work_and_it_works_again_afterwards(
    pace: Pace,
    launch_and_wait_for_window: Launch,
    gtk3_form: Sequence[str],
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await launch_and_wait_for_window(EDITOR, "Untitled", **FORGETFUL)
    await in_front(pace, "Untitled")
    async with talking(pace) as talk:
        async with hung(form):
            for words in ("type hello there", "set the volume to 40 percent", "press File"):
                report = await talk.say(words, seconds=BOUND)
                assert report["ok"], report
            assert (await talk.say("press escape", seconds=BOUND))["results"]
            missing = await talk.say("press the Save button", seconds=BOUND)
            assert not missing["ok"], "Save is in the window behind"
        assert "Saved" not in form.process.said(20)
        await anyio.run_process(
            ["xdotool", "windowactivate", "--sync", str(form.window.id)], env=pace.environment
        )
        await in_front(pace, "GTK 3")
        assert (await talk.say("press Save", seconds=BOUND))["ok"]
        await said(form.process, "Saved ,")


async def test_a_turn_aimed_at_a_hung_application_ends_within_its_bound_with_a_sentence(
    pace: Pace,
    launch_and_wait_for_window: Launch,
    gtk3_form: Sequence[str],
) -> None:
    await launch_and_wait_for_window(EDITOR, "Untitled", **FORGETFUL)
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    async with talking(pace) as talk:
        assert (await talk.say("set the name to Anna", seconds=BOUND))["ok"]
        async with hung(form):
            pressed = await talk.say("press Save", seconds=BOUND)
            assert not pressed["ok"]
            assert "does not answer" in pressed["spoken"]
            filled = await talk.say("set the city to Rome", seconds=BOUND)
            assert not filled["ok"]
            assert "not answering" in filled["spoken"]
            assert "kept" in filled["spoken"]
            typed = await talk.say("type more words", seconds=BOUND)
            assert not typed["ok"]
            assert "kept" in typed["spoken"]
            keyed = await talk.say("press control s", seconds=BOUND)
            assert "not answering" in keyed["spoken"]
            assert (await talk.say("set the volume to 45 percent", seconds=BOUND))["ok"]
            switched = await talk.say("switch to mousepad", seconds=BOUND)
            assert switched["ok"], switched
            typed = await talk.say("type it here", seconds=BOUND)
            assert typed["ok"], typed
        await anyio.run_process(
            ["xdotool", "windowactivate", "--sync", str(form.window.id)], env=pace.environment
        )
        await in_front(pace, "GTK 3")
        assert (await talk.say("press Save", seconds=BOUND))["ok"]
        await said(form.process, "Saved Anna, ")
