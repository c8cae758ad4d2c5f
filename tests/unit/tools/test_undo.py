"""Undo takes back the last turn that can be, and never passes over one that cannot in silence."""

import pytest

from pace.core.call import Call
from pace.core.result import Inverse, failed, verified
from pace.store.database import Database
from pace.store.inverses import Inverses
from pace.testing.clock import FakeClock
from pace.testing.notes import FakeNotes
from pace.tools.undo import LEAVE, Nothing, undo_last
from tests.unit.tools.doing import Doing

NONE_LEFT = (
    "There is nothing of mine to undo; the last thing I did, “the note ‘Idea’”, has no way back."
)


class Day:
    """What was done today, in a store that a restart opens anew; `answer` is what is chosen."""

    def __init__(self, folder):
        self.path = folder / "pace.db"
        self.clock = FakeClock()
        self.database = Database(self.path)
        self.inverses = Inverses(self.database, self.clock)
        self.questions, self.carried_out = [], []
        self.answer, self.applies = None, True

    async def did(self, turn, summary, position=0):
        inverse = Inverse(Call("unsay", {"word": summary}), summary, {"is": summary})
        await self.inverses.add(turn, position, inverse)

    async def did_for_good(self, turn, line, position=0, grave=True):
        await self.inverses.add_lasting(turn, position, line, grave=grave)

    async def restart(self):
        await self.database.close()
        self.database = Database(self.path)
        self.inverses = Inverses(self.database, self.clock)

    async def carry_out(self, inverse):
        self.carried_out.append(inverse.summary)
        if not self.applies:
            return failed(f"{inverse.summary} no longer applies.", kind="no longer applies")
        return verified("Back.", "as it was")

    async def choose(self, text, options):
        self.questions.append((text, list(options)))
        return self.answer

    async def undo(self):
        return await undo_last.body(
            Nothing(), inverses=self.inverses, carry_out=self.carry_out, choose=self.choose
        )


@pytest.fixture
async def day(tmp_path):
    day = Day(tmp_path)
    yield day
    await day.database.close()


async def test_a_turn_is_taken_back_whole_and_the_last_act_first(day):
    await day.did("one", "typing a")
    await day.did("two", "typing b", 0)
    await day.did("two", "moving", 1)
    result = await day.undo()
    assert day.carried_out == ["moving", "typing b"]
    assert result.spoken == "I undid moving and typing b."
    assert (await day.undo()).spoken == "I undid typing a."
    assert (await day.undo()).spoken == "There is nothing of mine to undo."


async def test_an_inverse_survives_a_restart_and_lasts_a_day(day):
    await day.did("one", "typing")
    await day.restart()
    day.clock.move(86_000)
    assert (await day.undo()).ok
    await day.did("two", "typing")
    day.clock.move(86_401)
    assert (await day.undo()).kind == "nothing to undo"


async def test_what_no_longer_applies_is_said_and_not_tried_again(day):
    await day.did("one", "typing")
    day.applies = False
    assert (await day.undo()).spoken == "typing no longer applies."
    again = await day.undo()
    assert again.kind == "nothing to undo"
    assert "“typing”, has no way back" in again.spoken


async def test_after_what_could_not_be_taken_back_the_next_undo_asks_before_it_reaches_past(day):
    await day.did("one", "the note")
    await day.did("two", "starting the timer")
    day.applies = False
    assert not (await day.undo()).ok
    day.applies = True
    assert not (await day.undo()).ok
    assert day.carried_out == ["starting the timer"]
    [(text, options)] = day.questions
    assert text == ("I cannot undo “starting the timer”. Before that came the note. Undo that?")
    assert options == [LEAVE, "Undo that"]
    day.answer = 1
    assert (await day.undo()).spoken == "I undid the note."


@pytest.mark.parametrize(
    ("count", "end"), [(3, "“Act 1” and “Act 0”"), (4, "and one other"), (6, "and 3 others")]
)
async def test_of_many_acts_for_good_it_is_said_how_many_are_not_named(day, count, end):
    await day.did("one", "the note")
    for number in range(count):
        await day.did_for_good(f"turn {number}", f"Act {number}")
    await day.undo()
    [(text, _)] = day.questions
    assert f"{end}. Before that" in text


async def test_a_name_in_an_act_does_not_end_its_quotes(day):
    await day.did("one", "the note")
    await day.did_for_good("two", "Press “Send” in “Mail”")
    await day.undo()
    assert "“Press ‘Send’ in ‘Mail’”" in day.questions[0][0]


async def test_undo_asks_before_it_reaches_past_what_cannot_be_undone_and_names_both(day):
    await day.did("one", "the typing in Name")
    await day.did_for_good("two", "Press Send")
    day.answer = 1
    result = await day.undo()
    [(text, options)] = day.questions
    assert "“Press Send”" in text
    assert "the typing in Name" in text
    assert options[0] == LEAVE
    assert result.spoken == "I undid the typing in Name."


@pytest.mark.parametrize("answer", [None, 0])
async def test_without_a_yes_it_stays_and_both_are_named(day, answer):
    await day.did("one", "the typing in Name")
    await day.did_for_good("two", "Press Send")
    day.answer = answer
    result = await day.undo()
    assert (result.ok, day.carried_out) == (False, [])
    assert "“Press Send”" in result.spoken
    assert "the typing in Name" in result.spoken
    day.answer = 1
    assert (await day.undo()).ok, "it was kept"


async def test_what_alone_cannot_be_undone_is_named(day):
    await day.did_for_good("one", "Press Send")
    assert (await day.undo()).spoken == (
        "There is nothing of mine to undo; the last thing I did, “Press Send”, has no way back."
    )


async def test_a_plain_press_is_no_reason_to_ask_and_is_said_to_stay(day):
    await day.did("one", "the typing in Name")
    await day.did_for_good("two", "Press Next", grave=False)
    result = await day.undo()
    assert day.questions == []
    assert result.spoken == (
        "I undid the typing in Name. What came after it, “Press Next”, has no way back."
    )


async def test_an_act_for_good_before_the_last_one_is_nothing_to_ask_about(day):
    await day.did_for_good("one", "Press Send")
    await day.did("two", "typing")
    assert (await day.undo()).spoken == "I undid typing."
    assert day.questions == []


async def test_an_act_for_good_within_the_turn_after_what_is_undone_is_asked_about(day):
    await day.did("one", "typing", 0)
    await day.did_for_good("one", "Press Send", 1)
    await day.undo()
    assert len(day.questions) == 1


async def test_acts_of_yesterday_are_not_brought_up(day):
    await day.did_for_good("one", "Press Send")
    day.clock.move(86_401)
    assert (await day.undo()).spoken == "There is nothing of mine to undo."


async def spoil(day, turn):
    words = ("UPDATE inverse SET call = '{' WHERE turn = ?", (turn,))
    await day.database.run(lambda db: db.execute(*words))


async def test_what_cannot_be_read_is_said_and_nothing_else_is_undone_for_it(day):
    await day.did("one", "typing a")
    await day.did("two", "typing b")
    await spoil(day, "two")
    result = await day.undo()
    assert (result.kind, day.carried_out) == ("not undone", [])
    assert result.spoken == ("What I kept to undo typing b cannot be read, so that stays as it is.")
    assert (await day.undo()).spoken == "I undid typing a."


async def test_what_can_be_read_of_a_turn_is_undone_and_the_rest_is_said(day):
    await day.did("one", "moving", 0)
    await day.did("one", "typing", 1)
    await day.database.run(lambda db: db.execute("UPDATE inverse SET call = 7 WHERE position = 1"))
    assert (await day.undo()).spoken == (
        "I undid moving. What I kept to undo typing cannot be read, so that stays as it is."
    )


async def test_of_two_undos_at_once_one_acts_and_the_other_reaches_no_further_back(day):
    await day.did("one", "typing a")
    await day.did("two", "typing b")
    other = Inverses(day.database, day.clock)

    class Late:
        """The other undo is done between the look and the claim."""

        last_turn, passed_over = other.last_turn, other.passed_over

        async def claim(self, numbers):
            await day.undo()
            return await other.claim(numbers)

    result = await undo_last.body(
        Nothing(), inverses=Late(), carry_out=day.carry_out, choose=day.choose
    )
    assert day.carried_out == ["typing b"]
    assert result.spoken == "Another undo took that at the same moment."


async def test_after_an_older_store_came_back_what_was_undone_no_longer_applies(tmp_path):
    day, notes = Day(tmp_path), FakeNotes()
    done = Doing(notes=notes)
    note = {"title": "Idea", "body": "tulips"}
    [made] = await done.run(Call("notes", note))
    await day.inverses.add("one", 0, made.inverse)
    [added] = await done.run(Call("notes", {**note, "action": "append", "body": "roses"}))
    await day.inverses.add("two", 0, added.inverse)
    [path] = notes.files
    copy = await day.database.run(lambda db: db.serialize())

    async def undo():
        async def carry_out(inverse):
            return await done.runner.carry_out(inverse, done.catalogue, done.ports)

        return await undo_last.body(
            Nothing(), inverses=day.inverses, carry_out=carry_out, choose=day.choose
        )

    day.answer = 1
    assert (await undo()).ok
    notes.files[path] += "\nmine\n"
    kept = dict(notes.files)
    await day.database.close()
    for name in ("pace.db-wal", "pace.db-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    day.path.write_bytes(copy)
    await day.restart()
    said = [(await undo()).spoken for _ in range(3)]
    assert notes.files == kept
    assert said == [
        "I left the note Idea.md, because it no longer ends with what I added.",
        "I kept the note Idea.md, because it was changed.",
        NONE_LEFT,
    ]
    await day.database.close()
