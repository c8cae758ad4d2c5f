"""A page that changes by itself all the time: what it does is no outcome of a press."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from pace.core.element import Element
from pace.core.result import Evidence
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.atspi.tree import AtspiTree
from tests.desktop.test_toolkits import APPS, FIREFOX_SETTINGS, acting

pytestmark = pytest.mark.anyio

PAGE = (APPS / "pages/ticking.html").as_uri()
PRESSES = 10


async def button(tree: AtspiTree, name: str) -> Element:
    with anyio.fail_after(40):
        while True:
            for element in (await tree.snapshot()).elements:
                if (element.role, element.name) == ("button", name):
                    return element
            await anyio.sleep(0.05)


@pytest.mark.parametrize("browser", ["chromium"])
async def test_a_dead_button_on_a_ticking_page_is_never_verified_and_a_live_one_always(
    browser: str, virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    (tmp_path / "user.js").write_text(FIREFOX_SETTINGS)
    options = {
        "chromium": chromium_arguments(tmp_path),
        "firefox-esr": ["--no-remote", "--profile", str(tmp_path)],
    }
    async with acting(virtual_desktop) as (tree, hands):
        process = await virtual_desktop.launch([browser, *options[browser], PAGE])
        try:
            await button(tree, "Dead")
            seen: dict[str, list[tuple[Evidence, str]]] = {"Dead": [], "Live": []}
            for _ in range(PRESSES):
                for name, outcomes in seen.items():
                    done = await hands.press(await button(tree, name))
                    assert not done.problem
                    outcomes.append((done.evidence, done.seen))
        finally:
            await process.stop()
    assert {evidence for evidence, _ in seen["Dead"]} == {Evidence.UNVERIFIED}, seen
    assert {evidence for evidence, _ in seen["Live"]} == {Evidence.VERIFIED}, seen
    assert all("Pressed" in said for _, said in seen["Live"]), seen
