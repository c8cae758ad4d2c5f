"""To-dos and reminders on a list in memory."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from pace.core.call import spoken
from pace.core.result import Evidence
from pace.desktop.services import ToDo
from pace.testing.calendars import FakeToDos
from pace.testing.clock import FakeClock
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 30, 10, 0, tzinfo=BERLIN)


def doing(*todos, **more):
    lists = FakeToDos(todos={one.uid: one for one in todos})
    return Doing(todos=lists, clock=FakeClock(NOW), **more), lists


@pytest.mark.parametrize(
    ("call", "title", "due", "said"),
    [
        (spoken("things", title="milk"), "milk", None, "I put “milk” on your list “Tasks”."),
        (spoken("things", text="fix the bike"), "fix the bike", None,
         "I put “fix the bike” on your list “Tasks”."),
        (spoken("reminder", title="call Alex"), "call Alex", None,
         "I put “call Alex” on your list “Tasks”."),
        (spoken("reminder", text="call Alex", due="2026-12-01 09:00"), "call Alex",
         datetime(2026, 12, 1, 9, tzinfo=BERLIN),
         "I put “call Alex” on your list “Tasks”, due Tuesday 1 December at 9:00."),
        (spoken("reminder", name="rent", when="2026-12-01"), "rent", date(2026, 12, 1),
         "I put “rent” on your list “Tasks”, due Tuesday 1 December."),
    ],
)  # fmt: skip
async def test_it_is_put_on_the_list_and_found_again(call, title, due, said):
    act, lists = doing()

    [result] = await act.run(call)

    [made] = lists.todos.values()
    assert (made.title, made.due) == (title, due)
    assert result.spoken == said
    assert result.evidence is Evidence.VERIFIED
    assert len(act.questions) == 1


@pytest.mark.parametrize("due", ["2026-11-30 09:59", "2026-11-29", "soon", "tomorrow at nine"])
async def test_a_time_that_is_past_or_unreadable_makes_no_reminder(due):
    act, lists = doing()

    [result] = await act.run(spoken("reminder", title="x", due=due))

    assert not result.ok
    assert lists.todos == {}


MILK, BIKE = ToDo("1", "Oat milk", due=datetime(2026, 12, 1, 9, tzinfo=BERLIN)), ToDo("2", "Bike")


@pytest.mark.parametrize(
    ("todos", "said"),
    [
        ((), "Nothing is on your list."),
        ((BIKE,), "1 thing is on your list: Bike."),
        ((BIKE, MILK), "2 things are on your list: “Oat milk”, due tomorrow at 9:00; Bike."),
    ],
)
async def test_the_list_is_read_without_asking(todos, said):
    act, _ = doing(*todos)

    [result] = await act.run(spoken("todos"))

    assert result.spoken == said
    assert act.questions == []


@pytest.mark.parametrize(
    ("title", "questions"), [("oat milk", 0), ("OAT MILK", 0), ("Milk", 1), ("oat mlik", 1)]
)
async def test_one_is_marked_done_by_its_name_and_open_again_after_undo(title, questions):
    act, lists = doing(MILK, BIKE, picks=[0])

    [result] = await act.run(spoken("todos", action="done", title=title))

    assert len(act.choices) == questions
    assert result.spoken == "“Oat milk” is done."
    assert result.evidence is Evidence.VERIFIED
    assert lists.todos["1"].done
    assert not lists.todos["2"].done
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert lists.todos == {"1": MILK, "2": BIKE}


async def test_undo_leaves_what_was_changed_since():
    act, lists = doing(MILK)
    await act.run(spoken("todos", action="complete", title="oat milk"))
    changed = lists.todos["1"] = ToDo("1", "Soy milk", done=True)

    result = await act.undo()

    assert result.kind == "no longer applies"
    assert lists.todos == {"1": changed}


@pytest.mark.parametrize("picks", [[], [1]])
async def test_a_thing_of_another_title_is_left_unless_the_person_means_it(picks):
    act, lists = doing(ToDo("1", "eggs, butter and bread", list_name="Tasks"), picks=picks)

    [result] = await act.run(spoken("todos", action="complete", title="eggs"))

    assert act.choices == [
        (
            (
                "There is no “eggs” on your list. Do you mean “eggs, butter and bread”, without a"
                " day, on “Tasks”?"
            ),
            ["Yes", "No"],
        )
    ]
    assert not result.ok
    assert not lists.todos["1"].done


async def test_things_of_one_name_are_told_apart():
    due = date(2026, 12, 1)
    act, lists = doing(
        ToDo("1", "milk", due=due), ToDo("2", "Milk", list_name="Shop"), ToDo("3", "milk"),
        ToDo("4", "milk"), picks=[3],
    )  # fmt: skip

    await act.run(spoken("todos", action="remove", title="milk"))

    [(_, options)] = act.choices
    assert options == [
        "“milk”, due Tuesday 1 December", "“Milk”, without a day, on “Shop”",
        "“milk”, without a day (number 1 of 2 alike)",
        "“milk”, without a day (number 2 of 2 alike)",
    ]  # fmt: skip
    assert set(lists.todos) == {"1", "2", "3"}
    assert len(act.questions) == 1


async def test_what_will_be_taken_off_the_list_is_looked_for_before_anybody_is_asked():
    act, lists = doing(MILK)

    [unknown] = await act.run(spoken("todos", action="remove", title="bread"))
    assert not unknown.ok
    assert act.questions == []

    await act.run(spoken("todos", action="remove", title="milk"))
    assert "Take “Oat milk”, due Tuesday 1 December at 9:00, off your list\n" in act.questions[0]
    assert lists.todos == {}


async def test_a_write_that_is_not_answered_is_not_repeated_and_undo_looks_whether_it_came():
    act, lists = doing()
    lists.silent = True

    [result] = await act.run(spoken("reminder", title="call Alex", due="2026-12-01 09:00"))

    assert "I do not know whether “call Alex” was written, and I will not try" in result.spoken
    lists.silent = lists.hung = False
    assert len(lists.todos) == 1
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert lists.todos == {}


async def test_what_was_taken_off_is_put_back_by_undo():
    act, lists = doing(MILK, BIKE)

    [result] = await act.run(spoken("todos", action="remove", title="bike"))

    assert result.ok
    assert list(lists.todos) == ["1"]
    assert len(act.questions) == 1
    assert (await act.undo()).ok
    assert lists.todos["2"] == BIKE


async def test_a_new_one_is_taken_away_by_undo_unless_it_was_changed():
    act, lists = doing()
    await act.run(spoken("things", title="milk"))
    assert (await act.undo()).ok
    assert lists.todos == {}

    await act.run(spoken("things", title="milk"))
    [uid] = lists.todos
    lists.todos[uid] = ToDo(uid, "soy milk")
    assert (await act.undo()).kind == "no longer applies"
    assert lists.todos[uid].title == "soy milk"


@pytest.mark.parametrize(
    "call",
    [
        spoken("todos", action="complete", title="a unicorn"),
        spoken("todos", action="complete"),
        spoken("todos", action="complete", title="\x00"),
        spoken("todos", action="paint", title="milk"),
    ],
)
async def test_what_is_not_there_changes_nothing(call):
    act, lists = doing(MILK, BIKE)

    [result] = await act.run(call)

    assert not result.ok
    assert lists.todos == {"1": MILK, "2": BIKE}


async def test_one_that_repeats_is_left():
    act, lists = doing(ToDo("1", "water the plants", repeats=True))

    [result] = await act.run(spoken("todos", action="complete", title="water the plants"))

    assert not result.ok
    assert not lists.todos["1"].done


PILLS = {"title": "take the pills", "due": "2026-11-30 08:00", "repeat": "FREQ=DAILY"}


async def test_a_reminder_that_repeats_is_told_in_words_and_begins_when_it_is_still_to_come():
    act, lists = doing()

    [result] = await act.run(spoken("reminder", **PILLS))

    [made] = lists.todos.values()
    assert (made.due, made.rule) == (datetime(2026, 12, 1, 8, tzinfo=BERLIN), "FREQ=DAILY")
    assert result.spoken == (
        "I put “take the pills” on your list “Tasks”: every day at 8:00, first Tuesday 1 December"
        " at 8:00."
    )
    assert (
        "Remind you of “take the pills”: every day at 8:00, first Tuesday 1 December at 8:00\n"
    ) in act.questions[0]
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert lists.todos == {}


async def test_done_for_once_it_is_due_again_and_undo_puts_that_back():
    act, lists = doing()
    lists.clock = FakeClock(NOW)
    await act.run(spoken("reminder", **PILLS))

    [result] = await act.run(spoken("todos", action="complete", title="take the pills"))

    again = "“take the pills” is done for now; it is due again Wednesday 2 December at 8:00."
    assert result.spoken == again
    assert result.evidence is Evidence.VERIFIED
    assert (await act.undo()).evidence is Evidence.VERIFIED
    [todo] = lists.todos.values()
    assert todo.due == datetime(2026, 12, 1, 8, tzinfo=BERLIN)


@pytest.mark.parametrize("repeat", ["FREQ=SECONDLY", "now and then", "FREQ=DAILY;COUNT=0", "\x00"])
async def test_what_cannot_be_followed_makes_no_reminder(repeat):
    act, lists = doing()

    [result] = await act.run(spoken("reminder", **{**PILLS, "repeat": repeat}))

    assert not result.ok
    assert lists.todos == {}


async def test_pace_rings_what_it_made_and_no_program_of_the_desktop_does():
    act, lists, ringing = doing_with_reminders(rings=True)

    await act.run(spoken("reminder", title="call Alex", due="2026-12-01 09:00"))

    [todo] = lists.todos.values()
    assert lists.alarms == set()
    assert ringing.uids == [todo.uid]


async def test_without_pace_running_the_desktop_rings_where_it_can():
    act, lists, ringing = doing_with_reminders(rings=False)

    [result] = await act.run(spoken("reminder", title="call Alex", due="2026-12-01 09:00"))

    assert lists.alarms == set(lists.todos)
    assert ringing.uids == []
    assert "pace run" not in result.spoken


async def test_where_nothing_else_rings_it_says_that_pace_has_to_run():
    act, lists, ringing = doing_with_reminders(rings=False, program=False)

    [result] = await act.run(spoken("reminder", title="call Alex", due="2026-12-01 09:00"))

    assert ringing.uids == list(lists.todos)
    assert result.spoken.endswith("It rings only while Pace is running; start it with `pace run`.")


class Ringing:
    """Keeps which are to ring."""

    def __init__(self):
        self.uids = []

    async def add(self, uid):
        self.uids.append(uid)


def doing_with_reminders(*, rings, program=True):
    ringing = Ringing()
    act, lists = doing(reminders=ringing, rings=rings)
    lists.desktop_rings, lists.alarm_program = True, program
    return act, lists, ringing


@pytest.mark.parametrize("said", ["shopping", "Shopping List", "my shopping list", "SHOPPING"])
async def test_something_goes_on_the_list_of_that_name(said):
    act, lists = doing()
    lists.names = ["Tasks", "Shopping"]

    [result] = await act.run(spoken("things", title="milk", list=said))

    [made] = lists.todos.values()
    assert made.list_name == "Shopping"
    assert result.spoken == "I put “milk” on your list “Shopping”."


async def test_without_a_list_of_that_name_the_person_is_asked_and_nothing_is_guessed():
    act, lists = doing()

    [result] = await act.run(spoken("things", title="milk", list="shopping"))

    question, options = act.choices[0]
    assert question == "You have no list called shopping. Which one shall I take?"
    assert options == ["Tasks"]
    assert result.spoken == (
        "You have no list called shopping (there are: Tasks), so nothing was changed."
    )
    assert lists.todos == {}


async def test_one_list_is_read_and_changed_alone():
    act, lists = doing(
        ToDo("1", "milk", list_name="Shopping"), ToDo("2", "milk", list_name="Tasks")
    )
    lists.names = ["Tasks", "Shopping"]

    [read, gone] = [
        (await act.run(spoken("todos", action=action, title="milk", list="shopping")))[0]
        for action in ("list", "remove")
    ]

    assert read.spoken == "1 thing is on your list “Shopping”: milk."
    assert gone.spoken == "I took “milk” off your list."
    assert list(lists.todos) == ["2"]
