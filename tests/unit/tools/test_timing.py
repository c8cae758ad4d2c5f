"""Timers are cancelled one by one or all at once, and only what can come back has an inverse."""

import pytest
from pydantic import ValidationError

from pace.store.database import Database
from pace.store.timers import Timers
from pace.testing.clock import FakeClock
from pace.tools.timing import NewTimer, WhatTimers, restart_timers, timers_


class Kitchen:
    def __init__(self, folder):
        self.clock = FakeClock()
        self.database = Database(folder / "pace.db")
        self.timers = Timers(self.database, self.clock)

    async def cancel(self, label):
        given = WhatTimers(action="cancel", label=label)
        return await timers_.body(given, timers=self.timers, clock=self.clock)

    async def undo(self, inverse):
        given = restart_timers.parameters.model_validate(dict(inverse.call.arguments))
        return await restart_timers.body(given, timers=self.timers, clock=self.clock)


@pytest.fixture
async def kitchen(tmp_path):
    kitchen = Kitchen(tmp_path)
    yield kitchen
    await kitchen.database.close()


async def test_all_timers_are_cancelled_and_counted_and_can_all_be_started_again(kitchen):
    await kitchen.timers.start(60, "tea")
    await kitchen.timers.start(90, "")

    result = await kitchen.cancel("all")

    assert (result.ok, result.spoken) == (True, "All 2 timers are cancelled.")
    assert await kitchen.timers.running() == []
    undone = await kitchen.undo(result.inverse)
    assert undone.spoken == "2 timers run again."
    assert {timer.label for timer in await kitchen.timers.running()} == {"tea", ""}


async def test_a_cancelled_timer_that_would_have_rung_by_now_is_not_started_again(kitchen):
    await kitchen.timers.start(60, "tea")
    result = await kitchen.cancel("tea")
    kitchen.clock.move(61)

    undone = await kitchen.undo(result.inverse)

    assert (undone.ok, undone.kind) == (False, "no longer applies")
    assert await kitchen.timers.running() == []


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({"duration": 90}, 90), ({"time": "90"}, 90), ({"for": "5 minutes"}, 300),
        ({"interval": "1.5h"}, 5400), ({"duration": "2 m"}, 120), ({"seconds": "30 sec"}, 30),
        ({"minutes": 5}, 300), ({"minutes": "5"}, 300), ({"minutes": "10 s"}, 10),
        ({"duration": "twenty five minutes"}, 1500), ({"time": "forty-five seconds"}, 45),
        ({"duration": "half an hour"}, 1800), ({"duration": "an hour and a half"}, 5400),
    ],
)  # fmt: skip
def test_a_length_of_time_is_read(given, seconds):
    assert NewTimer.model_validate(given).duration == seconds


@pytest.mark.parametrize(
    "given", ["1 month", "soon", "0", "-5", "", "  ", 0, -1, True, "5 years", "nan", None]
)
def test_what_is_no_length_of_time_is_refused(given):
    with pytest.raises(ValidationError):
        NewTimer.model_validate({"duration": given})


async def test_all_of_one_timer_is_that_timer_and_it_can_be_started_again(kitchen):
    await kitchen.timers.start(60, "tea")

    result = await kitchen.cancel("All")

    assert result.spoken == "The tea timer is cancelled."
    assert result.inverse is not None
    assert await kitchen.timers.running() == []
    assert (await kitchen.undo(result.inverse)).spoken == "The timer runs again."
    [again] = await kitchen.timers.running()
    assert again.label == "tea"


async def test_all_of_none_is_said_to_be_none(kitchen):
    result = await kitchen.cancel("all")

    assert (result.ok, result.spoken) == (False, "No timer is running.")


async def test_several_that_match_a_name_are_asked_about_and_left(kitchen):
    await kitchen.timers.start(60, "green tea")
    await kitchen.timers.start(90, "black tea")

    result = await kitchen.cancel("tea")

    assert not result.ok
    assert len(await kitchen.timers.running()) == 2
