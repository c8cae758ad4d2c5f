"""The pointer lands on what was meant, at scale 1 and 2 and on the second of two screens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import anyio
import pytest

from pace.demo.desktop import VirtualDesktop
from tests.desktop.conftest import APPS, Launch, Launched
from tests.desktop.driving import Pace, in_front, said, seen_text, talking

PAGE = (APPS / "pages" / "index.html").as_uri()
TWICE = {"GDK_SCALE": "2", "QT_SCALE_FACTOR": "2"}


@pytest.fixture
async def two_screens(virtual_desktop: VirtualDesktop) -> AsyncIterator[int]:
    """The desktop as two monitors side by side; where the second begins."""
    half, height = virtual_desktop.width // 2, virtual_desktop.height

    async def xrandr(*words: str) -> None:
        await anyio.run_process(["xrandr", *words], env=virtual_desktop.environment)

    await xrandr("--setmonitor", "left", f"{half}/300x{height}/300+0+0", "screen")
    await xrandr("--setmonitor", "right", f"{half}/300x{height}/300+{half}+0", "none")
    yield half
    await xrandr("--delmonitor", "right")
    await xrandr("--delmonitor", "left")


async def hits(pace: Pace, form: Launched) -> None:
    """A double-click, which only the pointer can do, reaches the field and the button meant."""
    async with talking(pace) as talk:
        for field, word in (("City", "Rome"), ("Name", "Anna")):
            assert (await talk.say(f"double click on {field}"))["ok"]
            typed = await talk.say(f"type {word}")
            assert typed["ok"], typed
        assert (await talk.say("double click on Save"))["ok"]
    await said(form.process, "Saved Anna, Rome")


@pytest.mark.parametrize(
    ("form", "title"),
    [("gtk3_form", "GTK 3"), ("gtk4_form", "GTK 4"), ("qt_form", "Qt")],
    ids=["gtk3", "gtk4", "qt"],
)
async def test_at_twice_the_scale_the_pointer_hits_what_was_meant(
    pace: Pace,
    launch_and_wait_for_window: Launch,
    request: pytest.FixtureRequest,
    form: str,
    title: str,
) -> None:
    launched = await launch_and_wait_for_window(request.getfixturevalue(form), title, **TWICE)
    await in_front(pace, title)
    await hits(pace, launched)


async def test_in_a_page_at_twice_the_scale_the_pointer_hits_what_was_meant(
    pace: Pace, launch_and_wait_for_window: Launch, chromium: Sequence[str]
) -> None:
    await launch_and_wait_for_window(
        [*chromium, "--force-device-scale-factor=2", PAGE], "First page"
    )
    await in_front(pace, "First page")
    async with talking(pace) as talk:
        for field, word in (("City", "Rome"), ("Name", "Anna")):
            assert (await talk.say(f"double click on {field}"))["ok"]
            typed = await talk.say(f"type {word}")
            assert typed["ok"], typed
    assert await seen_text(pace, "City") == "Rome"
    assert await seen_text(pace, "Name") == "Anna"


async def test_on_the_second_screen_the_pointer_hits_what_was_meant(
    pace: Pace,
    two_screens: int,
    launch_and_wait_for_window: Launch,
    gtk3_form: Sequence[str],
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await anyio.run_process(
        ["xdotool", "windowmove", "--sync", str(form.window.id), str(two_screens + 60), "90"],
        env=pace.environment,
    )
    await in_front(pace, "GTK 3")
    await hits(pace, form)
