"""Flows by name: whose words they are, what is asked, and where it stopped."""

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.element import Element, Snapshot
from pace.core.result import Evidence, Status, verified
from pace.skills.flows import Chord, Flow, Flows, Press, Write
from tests.unit.skills.test_flows import WHEN
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio


class Screen:
    """Stands where the turn's sight stands."""

    focus = None

    def __init__(self, *names):
        elements = [Element(name, "button", name) for name in names]
        self.snapshot = Snapshot(None, tuple(elements))

    async def look(self):
        return self.snapshot


@pytest.fixture
def flows(tmp_path):
    made = Flows(tmp_path)
    for name, steps in (
        ("Standup setup", (Chord("ctrl+s"), Chord("ctrl+q"))), ("empty", ()),
        ("mail", (Write("hello"), Press((), "Send"))), ("login", (Write("x", secure=True),)),
        ("tidy", (Press((), "Delete"), Chord("a"))),
    ):  # fmt: skip
        made.save(Flow(name, steps, WHEN))
    return made


class Run:
    def __init__(self, flows, *screen, yes=True, **settings):
        self.done, self.asked, self.yes = [], [], yes
        self.doing = Doing(
            flows=flows, perform=self.perform, sight=Screen(*screen), approve=self.approve,
            **settings,
        )  # fmt: skip

    async def perform(self, call):
        self.done.append(call.name)
        return verified("Done.", "seen")

    async def approve(self, text):
        self.asked.append(text)
        return self.yes

    async def __call__(self, name, source=Provenance.SPOKEN):
        return (await self.doing.run(Call("run_flow", {"name": name}, {"name": source})))[0]


@pytest.mark.parametrize("name", ["Standup setup", "my standup setup flow", "the STANDUP SETUP"])
async def test_a_flow_is_replayed_and_the_persons_words_are_the_approval(flows, name):
    run = Run(flows)
    result = await run(name)
    assert (result.evidence, result.spoken) == (
        Evidence.VERIFIED, "I replayed Standup setup, 2 steps.",
    )  # fmt: skip
    assert run.done == ["key", "key"]
    assert run.doing.questions == []


async def test_anybody_elses_words_ask_and_show_the_steps(flows):
    run = Run(flows, asks=False, approves=False)
    result = await run("mail", Provenance.MODEL)
    assert result.status is Status.REFUSED
    assert "It will type 5 characters; press Send" in run.doing.questions[0]
    assert run.done == []


async def test_before_it_sends_it_stops_and_asks(flows):
    run = Run(flows, "Send", yes=False)
    result = await run("mail")
    assert result.spoken == (
        "mail is ready; I did not do its last step, because it was not approved."
    )
    assert run.done == ["type"]
    assert (await Run(flows, "Send")("mail")).ok


async def test_what_deletes_is_asked_about_wherever_it_stands(flows):
    run = Run(flows, "Delete", yes=False)
    result = await run("tidy")
    assert "before step 1 of 2" in result.spoken
    assert run.done == []


async def test_a_password_ends_it_with_a_word_why(flows):
    result = await Run(flows)("login")
    assert (result.ok, result.kind) == (False, "stopped")
    assert "at step 1 of 1: it would fill in a password" in result.spoken


async def test_an_empty_flow_does_nothing_and_an_unknown_one_is_said_so(flows):
    assert (await Run(flows)("empty")).spoken == "The flow empty has no steps."
    assert (await Run(flows)("a\0" * 5000)).spoken.startswith("There is no flow called")


async def test_recording_says_that_it_is_not_there(flows):
    [result] = await Doing(flows=flows).run(spoken("record_flow", name="x"))
    assert (result.ok, result.kind) == (False, "unavailable")


async def test_a_file_that_is_no_flow_is_named_as_such_and_nobody_is_asked(flows, tmp_path):
    (tmp_path / "broken.json").write_text("{")
    run = Run(flows)
    result = await run("my broken flow", Provenance.PAGE)
    assert result.spoken.startswith("broken.json is no flow that I can read, so nothing was done")
    gone = await run("other flow", Provenance.PAGE)
    assert gone.spoken == "There is no flow called other flow; nothing was done."
    assert run.doing.questions == []
