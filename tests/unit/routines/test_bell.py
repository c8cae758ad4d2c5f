"""Timers ring when due, once, and late ones say so."""

from datetime import timedelta

import anyio
import pytest

from pace.routines.bell import Bell, ring_words
from pace.store.database import Database
from pace.store.timers import Timer, Timers
from pace.testing.clock import FakeClock


class Tower:
    """A bell over a real store, on a clock that the test moves."""

    def __init__(self, folder):
        self.clock = FakeClock()
        self.database = Database(folder / "pace.db")
        self.timers = Timers(self.database, self.clock)
        self.rung = []
        self.heard = anyio.Event()
        self.bell = Bell(self.timers, self.clock, self.ring)

    async def ring(self, timer, words):
        self.rung.append(words)
        self.heard.set()


@pytest.fixture
async def tower(tmp_path):
    tower = Tower(tmp_path)
    yield tower
    await tower.database.close()


async def test_a_timer_that_came_due_while_pace_was_not_running_rings_at_once_and_says_so(tower):
    await tower.timers.start(60, "tea")
    tower.clock.move(3600)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(tower.bell.run)
        with anyio.fail_after(5):
            await tower.heard.wait()
        tasks.cancel_scope.cancel()
    assert len(tower.rung) == 1
    assert "tea" in tower.rung[0]
    assert "not running" in tower.rung[0]
    assert await tower.timers.running() == []


async def test_a_timer_started_while_it_waits_rings_when_it_is_woken(tower):
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(tower.bell.run)
        await tower.timers.start(30)
        tower.clock.move(31)
        with anyio.fail_after(5):
            while not tower.heard.is_set():
                tower.bell.wake()
                await anyio.sleep(0.01)
        tasks.cancel_scope.cancel()
    assert tower.rung == ["Your timer is done."]


async def test_a_cancelled_timer_does_not_ring(tower):
    timer = await tower.timers.start(30)
    await tower.timers.take(timer.id)
    tower.clock.move(60)
    with anyio.move_on_after(0.2):
        await tower.bell.run()
    assert tower.rung == []


def test_a_timer_on_time_names_its_label():
    clock = FakeClock()
    timer = Timer("1", "egg", clock.now() - timedelta(seconds=1))
    assert ring_words(timer, clock.now()) == "Your egg timer is done."
