"""Reminders that Pace made ring when due, once, and only while they are open."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import anyio
import pytest

from pace.desktop.services import ToDo
from pace.routines.reminding import Due, Reminding, ring_words
from pace.store.database import Database
from pace.store.reminders import KEPT, Reminders
from pace.testing.calendars import FakeToDos
from pace.testing.clock import FakeClock

pytestmark = pytest.mark.anyio

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 27, 10, 0, tzinfo=BERLIN)  # two days before the clocks change
MINUTE = timedelta(minutes=1)


class Asked(FakeToDos):
    """A list that counts how often it is asked, and may not answer."""

    hangs = False
    asked = 0

    async def open_ones(self):
        self.asked += 1
        if self.hangs:
            await anyio.sleep_forever()
        return await super().open_ones()


class Desk:
    """A routine over a real store, on a clock and a list that the test moves."""

    def __init__(self, folder, now=NOW):
        self.clock = FakeClock(now)
        self.database = Database(folder / "pace.db")
        self.reminders = Reminders(self.database, self.clock)
        self.todos = Asked(clock=self.clock)
        self.rung = []
        self.routine = self.started_again()

    def started_again(self):
        self.routine = Reminding(self.todos, self.reminders, self.clock, self.ring, 0.05)
        return self.routine

    async def ring(self, title, words):
        self.rung.append(words)

    async def made(self, title, due, **more):
        todo = await self.todos.create(title, due=due, **more)
        await self.reminders.add(todo.uid)
        return todo

    async def runs(self):
        """Let it look at the list twice, woken again and again."""
        enough = self.todos.asked + 3  # the third look begins when the second has ended
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self.routine.run)
            with anyio.fail_after(5):
                while self.todos.asked < enough:
                    self.routine.wake()
                    await anyio.sleep(0.001)
            tasks.cancel_scope.cancel()
        return self.rung


@pytest.fixture
async def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    await desk.database.close()


async def test_one_rings_when_it_is_due_and_not_before(desk):
    await desk.made("call Alex", NOW + 5 * MINUTE)
    assert await desk.runs() == []

    desk.clock.move(5 * 60)

    assert await desk.runs() == ["Reminder: call Alex."]


async def test_it_rings_once_also_when_pace_starts_again(desk):
    await desk.made("call Alex", NOW)
    await desk.runs()

    desk.started_again()
    await desk.runs()

    assert desk.rung == ["Reminder: call Alex."]


async def test_what_came_due_while_pace_was_off_is_told_in_one_sentence(desk):
    await desk.made("call Alex", NOW + MINUTE)
    await desk.made("pay the rent.", NOW + 2 * MINUTE)
    desk.clock.move(24 * 3600)

    assert await desk.runs() == [
        "2 reminders are due: call Alex (yesterday at 10:01) and pay the rent (yesterday at 10:02)."
    ]


@pytest.mark.parametrize("what", ["done", "removed", "later", "another's"])
async def test_what_is_not_open_and_due_and_ours_is_silent(desk, what):
    todo = await desk.made("call Alex", NOW + MINUTE)
    if what == "done":
        await desk.todos.complete(todo.uid)
    elif what == "removed":
        await desk.todos.delete(todo.uid, (await desk.todos.kept(todo.uid)).mark)
    elif what == "later":
        desk.todos.todos[todo.uid] = ToDo(todo.uid, "call Alex", due=NOW + 60 * MINUTE)
    else:
        desk.todos.todos[todo.uid] = ToDo(todo.uid, "call Alex")
        await desk.todos.create("made elsewhere", due=NOW + MINUTE)
    desk.clock.move(120)

    assert await desk.runs() == []


async def test_one_that_was_moved_to_later_in_another_program_rings_then(desk):
    todo = await desk.made("call Alex", NOW)
    await desk.runs()
    desk.todos.todos[todo.uid] = ToDo(todo.uid, "call Alex", due=NOW + 30 * MINUTE)
    desk.clock.move(30 * 60)

    assert await desk.runs() == ["Reminder: call Alex."] * 2


async def test_one_for_a_day_rings_in_the_morning(desk):
    await desk.made("water the plants", date(2026, 3, 28))
    desk.clock.move(22 * 3600 + 1800)
    assert await desk.runs() == []

    desk.clock.move(1800)

    assert await desk.runs() == ["Reminder: water the plants."]


async def test_one_that_repeats_rings_at_its_hour_across_the_change_of_clocks(tmp_path):
    desk = Desk(tmp_path, NOW.astimezone(UTC))
    await desk.made("pills", NOW + 60 * MINUTE, rule="FREQ=DAILY")  # at 11:00
    for day, hours in enumerate((1, 24, 23, 24), start=1):  # the third day has 23 hours
        desk.clock.move(hours * 3600 - 1)
        await desk.runs()
        assert len(desk.rung) == day - 1
        desk.clock.move(1)
        await desk.runs()
        assert len(desk.rung) == day
    await desk.database.close()


async def test_one_that_repeats_and_was_missed_for_days_is_told_once(desk):
    await desk.made("pills", NOW + MINUTE, rule="FREQ=DAILY")
    desk.clock.move(72 * 3600)

    assert await desk.runs() == ["Reminder: pills, due yesterday at 10:01."]


async def test_after_it_is_done_the_next_time_rings(desk):
    todo = await desk.made("pills", NOW + MINUTE, rule="FREQ=DAILY;COUNT=2")
    desk.clock.move(60)
    await desk.runs()
    await desk.todos.complete(todo.uid)
    assert await desk.runs() == ["Reminder: pills."]
    desk.clock.move(24 * 3600)
    await desk.runs()
    await desk.todos.complete(todo.uid)
    desk.clock.move(24 * 3600)

    assert await desk.runs() == ["Reminder: pills."] * 2


async def test_a_list_that_hangs_is_given_up_and_asked_again(desk):
    await desk.made("call Alex", NOW)
    desk.todos.hangs = True
    assert await desk.runs() == []

    desk.todos.hangs = False

    assert await desk.runs() == ["Reminder: call Alex."]


async def test_a_list_that_is_away_is_asked_again(desk):
    await desk.made("call Alex", NOW)
    desk.todos.broken = True
    assert await desk.runs() == []

    desk.todos.broken = False

    assert await desk.runs() == ["Reminder: call Alex."]


async def test_with_nothing_of_ours_the_list_is_left_alone(desk):
    await desk.todos.create("made elsewhere", due=NOW)

    with anyio.move_on_after(0.1):
        await desk.routine.run()

    assert desk.todos.asked == 0


async def test_what_is_long_gone_is_forgotten(desk):
    todo = await desk.made("call Alex", NOW)
    await desk.runs()
    await desk.todos.complete(todo.uid)
    await desk.runs()
    assert len(await desk.reminders.all()) == 1

    desk.clock.move(KEPT.total_seconds() + 60)
    with anyio.move_on_after(0.1):
        await desk.routine.run()

    assert await desk.reminders.all() == []


def test_many_are_counted_and_odd_titles_are_one_line():
    due = [Due(f"thing {n}\nx\x00" + "y" * 200, NOW) for n in range(8)]

    said = ring_words(due, NOW)

    assert said.startswith("8 reminders are due: thing 0 x ")
    assert said.endswith("and 3 more on your list.")
    assert "\n" not in said
    assert "\x00" not in said
