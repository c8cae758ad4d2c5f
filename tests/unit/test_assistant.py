"""One running turn, one open question."""

import anyio
import pytest

from pace.assistant import Assistant
from pace.core.error import Unavailable
from pace.core.event import Asked, EventBus
from pace.core.question import ALLOW_ONCE, CANCEL, Kind, Question
from pace.core.turn import Origin, Transcript, TurnReport
from pace.testing.clock import FakeClock


class Stage:
    """An assistant whose turns do what the test says."""

    def __init__(self, turn, seconds=30.0):
        self.clock = FakeClock()
        self.events = EventBus()
        self.seen = []
        self.asked = anyio.Event()
        self.events.subscribe(self._see)
        self.turn = turn
        self.assistant = Assistant(self.run, self.events.publish, self.clock, lambda: seconds)

    def _see(self, event):
        self.seen.append(event)
        if isinstance(event, Asked):
            self.asked.set()

    async def run(self, transcript, turn_id, ask):
        return await self.turn(transcript, turn_id, ask)


async def approval(transcript, turn_id, ask):
    if transcript.text != "send it":
        return TurnReport(turn_id, transcript.text, spoken="something else")
    answer = await ask(
        Question(f"{turn_id}-approval", Kind.APPROVAL, "May I?", (CANCEL, ALLOW_ONCE),
                 asked_of=transcript.asker)
    )  # fmt: skip
    return TurnReport(turn_id, transcript.text, spoken="yes" if answer.allows else "no")


async def reply(stage, *transcripts, move=1.0):
    """Start a turn that asks, give the replies, return the report of the first turn."""
    reports = []

    async def first():
        reports.append(await stage.assistant.start_turn(Transcript("send it", asker="me")))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(first)
        with anyio.fail_after(5):
            await stage.asked.wait()
        stage.clock.move(move)
        reports += [await stage.assistant.start_turn(transcript) for transcript in transcripts]
    return next(r for r in reports if r.heard == "send it"), reports


async def test_the_asking_terminal_answers():
    report, _ = await reply(Stage(approval), Transcript("yes", Origin.CLI, "me"))
    assert report.spoken == "yes"


async def test_another_connection_does_not_answer_but_starts_a_turn():
    report, reports = await reply(Stage(approval), Transcript("yes", Origin.CLI, "somebody else"))
    assert report.spoken != "yes"
    assert any(r.spoken == "something else" for r in reports)


@pytest.mark.parametrize("origin", [Origin.LINK, Origin.SCHEDULE, Origin.AGENT])
async def test_links_schedules_and_agents_never_answer(origin):
    report, _ = await reply(Stage(approval), Transcript("yes", origin, "me"))
    assert report.spoken != "yes"


@pytest.mark.parametrize(
    ("held", "started_at", "spoken"),
    [(True, 0.5, "yes"), (True, -0.5, "no"), (False, 0.5, "no")],
)
async def test_a_voice_answers_only_in_a_capture_begun_after_the_question(held, started_at, spoken):
    stage = Stage(approval)
    voice = Transcript("Yes.", Origin.VOICE, "voice", started_at, push_to_talk=held)
    report, _ = await reply(stage, voice)
    assert (report.spoken == "yes") is (spoken == "yes")


async def test_anything_else_cancels_the_question_and_is_a_new_turn():
    report, reports = await reply(Stage(approval), Transcript("open the mail", Origin.CLI, "me"))
    assert report.spoken != "yes"
    assert reports[-1].spoken == "something else"


async def test_silence_is_cancel():
    stage = Stage(approval, seconds=0.01)
    report = await stage.assistant.start_turn(Transcript("send it", asker="me"))
    assert report.spoken == "no"


@pytest.mark.parametrize(
    ("by", "trusted", "option", "accepted"),
    [
        ("me", False, ALLOW_ONCE, True), ("other", False, ALLOW_ONCE, False),
        ("", False, ALLOW_ONCE, False), ("panel", True, ALLOW_ONCE, True),
        ("me", False, "Always", False), ("other", False, "", False),
    ],
)  # fmt: skip
async def test_answer_is_for_the_asked_connection_and_own_surfaces(by, trusted, option, accepted):
    stage = Stage(approval)

    async def answer():
        await stage.asked.wait()
        question = stage.assistant.question
        assert stage.assistant.answer(question.id, option, by, trusted=trusted) is accepted
        assert stage.assistant.answer("another", option, by, trusted=True) is False
        if not accepted:
            stage.assistant.interrupt()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(answer)
        report = await stage.assistant.start_turn(Transcript("send it", asker="me"))
    assert (report.spoken == "yes") is accepted


async def test_who_was_asked_may_dismiss_and_nothing_is_done():
    stage = Stage(approval)

    async def dismiss():
        await stage.asked.wait()
        assert stage.assistant.answer(stage.assistant.question.id, "", "me")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(dismiss)
        report = await stage.assistant.start_turn(Transcript("send it", asker="me"))
    assert report.spoken == "no"


async def test_a_new_turn_waits_until_the_old_one_has_unwound():
    order = []
    begun = anyio.Event()

    async def turn(transcript, turn_id, ask):
        order.append(f"{transcript.text} begins")
        if transcript.text == "first":
            begun.set()
            try:
                await anyio.sleep_forever()
            finally:
                with anyio.CancelScope(shield=True):
                    await anyio.lowlevel.checkpoint()
                order.append("first unwound")
        return TurnReport(turn_id, transcript.text)

    stage = Stage(turn)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(stage.assistant.start_turn, Transcript("first"))
        await begun.wait()
        report = await stage.assistant.start_turn(Transcript("second"))
    assert report.ok
    assert order == ["first begins", "first unwound", "second begins"]


async def test_an_error_on_purpose_is_a_sentence_and_the_next_turn_runs():
    async def turn(transcript, turn_id, ask):
        if transcript.text == "bad":
            raise Unavailable("The moon is missing.")
        return TurnReport(turn_id, transcript.text, spoken="fine")

    stage = Stage(turn)
    assert (await stage.assistant.start_turn(Transcript("bad"))).spoken == "The moon is missing."
    assert (await stage.assistant.start_turn(Transcript("good"))).spoken == "fine"


async def test_a_fault_of_ours_is_caught_at_the_turn_boundary_and_logged(caplog):
    async def turn(transcript, turn_id, ask):
        raise RuntimeError("boom")

    report = await Stage(turn).assistant.start_turn(Transcript("x"))
    assert not report.ok
    assert "log" in report.spoken
    assert "boom" in caplog.text
