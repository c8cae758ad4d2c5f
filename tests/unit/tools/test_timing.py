"""Timers are cancelled one by one or all at once, and only what can come back has an inverse."""

import pytest

from pace.store.database import Database
from pace.store.timers import Timers
from pace.testing.clock import FakeClock
from pace.tools.timing import WhatTimers, timers_


class Kitchen:
    def __init__(self, folder):
        self.clock = FakeClock()
        self.database = Database(folder / "pace.db")
        self.timers = Timers(self.database, self.clock)

    async def cancel(self, label):
        given = WhatTimers(action="cancel", label=label)
        return await timers_.body(given, timers=self.timers, clock=self.clock)


@pytest.fixture
async def kitchen(tmp_path):
    kitchen = Kitchen(tmp_path)
    yield kitchen
    await kitchen.database.close()


async def test_all_timers_are_cancelled_and_counted_and_nothing_claims_to_bring_them_back(kitchen):
    await kitchen.timers.start(60, "tea")
    await kitchen.timers.start(90, "")

    result = await kitchen.cancel("all")

    assert (result.ok, result.spoken) == (True, "All 2 timers are cancelled.")
    assert result.inverse is None
    assert await kitchen.timers.running() == []


async def test_all_of_one_timer_is_that_timer_and_it_can_be_started_again(kitchen):
    await kitchen.timers.start(60, "tea")

    result = await kitchen.cancel("All")

    assert result.spoken == "The tea timer is cancelled."
    assert result.inverse is not None
    assert dict(result.inverse.call.arguments) == {"duration": 60.0, "label": "tea"}
    assert await kitchen.timers.running() == []


async def test_all_of_none_is_said_to_be_none(kitchen):
    result = await kitchen.cancel("all")

    assert (result.ok, result.spoken) == (False, "No timer is running.")


async def test_several_that_match_a_name_are_asked_about_and_left(kitchen):
    await kitchen.timers.start(60, "green tea")
    await kitchen.timers.start(90, "black tea")

    result = await kitchen.cancel("tea")

    assert not result.ok
    assert len(await kitchen.timers.running()) == 2
