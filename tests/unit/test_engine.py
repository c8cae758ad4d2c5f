"""What is due is said, shown and told to whoever listens, beside the turns."""

import anyio
import pytest

from pace.core.event import EventBus, ReminderFired
from pace.core.question import Kind, Question
from pace.engine import Engine
from pace.testing.clock import FakeClock

pytestmark = pytest.mark.anyio


class Surroundings:
    """An assistant, a mouth, a screen and routines that only note what is asked of them."""

    def __init__(self):
        self.said, self.shown, self.heard = [], [], anyio.Event()

    def interrupt(self):
        return False

    async def run(self):
        await anyio.sleep_forever()

    async def say(self, turn, words, trace):
        self.said.append(words)
        self.heard.set()

    async def show(self, notice):
        self.shown.append((notice.title, notice.body))


async def test_a_reminder_is_said_and_shown_and_told():
    around, events, told = Surroundings(), EventBus(), []
    events.subscribe(told.append)
    engine = Engine(
        around, events, around, None, FakeClock(), None, None, around, None, None
    )  # fmt: skip
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(engine.run, around, around)
        await engine.key_followed.wait()
        await engine.remind("Reminder", "Reminder: call Alex.")
        with anyio.fail_after(5):
            await around.heard.wait()
            while not around.shown:
                await anyio.sleep(0.01)
        engine.quit()

    assert around.said == ["Reminder: call Alex."]
    assert around.shown == [("Reminder", "Reminder: call Alex.")]
    assert told == [ReminderFired("Reminder: call Alex.")]


async def test_without_questions_on_screen_what_is_due_is_still_shown():
    around, events = Surroundings(), EventBus()
    engine = Engine(
        around, events, around, None, FakeClock(), None, None, around, None, None,
        shows_questions=False,
    )  # fmt: skip
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(engine.run, around, around)
        await engine.key_followed.wait()
        await engine.put(Question("t-ask", Kind.CHOICE, "Which one?", ("this", "that")))
        await engine.offer_undo("typing", 5.0)
        await engine.remind("Reminder", "Reminder: call Alex.")
        with anyio.fail_after(5):
            while not around.shown:
                await anyio.sleep(0.01)
        engine.quit()

    assert around.said[0] == "Which one?"
    assert around.shown == [("Reminder", "Reminder: call Alex.")]
