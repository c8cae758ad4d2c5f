"""Brightness: steps and levels, read back, and taken back."""

import pytest

from pace.core.call import spoken
from pace.core.result import Evidence
from pace.testing.files import FakeBrightness
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("given", "level"),
    [
        ({"direction": "up"}, 62), ({"direction": "down"}, 38),
        ({"direction": "brighter", "steps": 1}, 56),
        ({"direction": "down", "steps": 99}, 1), ({"direction": "up", "steps": -3}, 56),
        ({"level": 80}, 80), ({"level": "80"}, 80), ({"level": 400}, 100), ({"level": 0}, 1),
        ({"command": "up", "amount": "3"}, 68),
    ],
)  # fmt: skip
async def test_the_display_follows_and_undo_puts_it_back(given, level):
    display = FakeBrightness(50)
    doing = Doing(brightness=display)
    [result] = await doing.run(spoken("brightness", **given))
    assert (result.evidence, display.level) == (Evidence.VERIFIED, level)
    assert str(level) in result.spoken
    assert (await doing.undo()).ok
    assert display.level == 50


async def test_no_display_no_direction_and_a_stuck_one_are_told_apart():
    [none] = await Doing(brightness=FakeBrightness(None)).run(spoken("brightness", direction="up"))
    assert "no adjustable display" in none.spoken
    [unclear] = await Doing(brightness=FakeBrightness()).run(spoken("brightness"))
    assert "nothing was changed" in unclear.spoken
    stuck = FakeBrightness(50)
    stuck.stuck = True
    [contradicted] = await Doing(brightness=stuck).run(spoken("brightness", level=90))
    assert contradicted.evidence is Evidence.CONTRADICTED


async def test_at_the_end_nothing_changes_and_nothing_is_to_undo():
    doing = Doing(brightness=FakeBrightness(100))
    [result] = await doing.run(spoken("brightness", direction="up"))
    assert result.spoken == "The brightness is already at 100 percent."
    assert doing.inverses == []
