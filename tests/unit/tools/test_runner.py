"""What becomes of calls: validated, asked about, carried out, recorded, and never raised."""

import anyio
import pytest

from pace.core.call import Call, Effect, Provenance, Risk, spoken
from pace.core.error import Gone, NotSaved, Unavailable
from pace.core.event import EventBus, Noticed
from pace.core.question import ALLOW_ONCE, DISMISSED, Answer
from pace.core.result import Inverse, Status, failed, unverified, verified
from pace.core.tool import Catalogue
from pace.core.turn import Origin
from pace.store.settings import SafetySettings
from pace.tools.catalogue import built_in
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.rendering import rows
from pace.tools.runner import ToolRunner, TurnScope


class Word(Arguments):
    word: Text = argument("word", "text", about="a word")


@tool("say_it", summary="Say it", risk=Risk.MUTATION, reversible=True, examples=("x",))
async def say_it(given: Word, *, log: list) -> object:
    log.append(given.word)
    return verified(f"Said {given.word}.", "heard it", inverse=Inverse(Call("unsay"), given.word))


@tool("send_it", summary="Send it", risk=Risk.EXTERNAL, examples=("x",),
      describe=lambda given: f"Send {given['word']}")  # fmt: skip
async def send_it(given: Word, *, log: list) -> object:
    log.append(f"sent {given.word}")
    return verified("Sent.", "ok")


@tool("lose_it", summary="Lose it", risk=Risk.MUTATION, reversible=True, examples=("x",))
async def lose_it(given: Word, *, log: list) -> object:
    raise Gone("It is gone; nothing was done.")


@tool("hang", summary="Hang", risk=Risk.MUTATION, reversible=True, examples=("x",), timeout=0.05)
async def hang(given: Word) -> object:
    await anyio.sleep_forever()


@tool("write", summary="Write", risk=Risk.MUTATION, reversible=True, examples=("x",))
async def write(given: Word, *, log: list, gate: anyio.Event) -> object:
    log.append("begun")
    await gate.wait()
    log.append("done")
    return verified("Written.", "read back", inverse=Inverse(Call("unwrite"), "writing"))


@tool("keep", summary="Keep", risk=Risk.INPUT, reversible=True, examples=("x",))
async def keep(given: Word) -> object:
    return failed("Not typed.", kept_text=given.word)


class Words(Arguments):
    text: str = argument("text", about="words")


@tool("scribble", summary="Scribble", risk=Risk.INPUT, reversible=True, examples=("x",))
async def scribble(given: Words) -> object:
    raise Gone("The field is gone.")


@tool("dream", summary="Dream", risk=Risk.INPUT, reversible=True, examples=("x",))
async def dream(given: Words, *, moon: object) -> object:
    raise AssertionError("there is no moon")


@tool("look", summary="Look", risk=Risk.READ_ONLY, effect=Effect.READ, examples=("x",))
async def look(given: Word) -> object:
    return verified("Looked.", "saw")


@tool("poke", summary="Poke", risk=Risk.INPUT, examples=("x",))
async def poke(given: Word) -> object:
    return verified("Poked.", "it moved")


@tool("rest", summary="Rest", risk=Risk.MUTATION, reversible=True, examples=("x",))
async def rest(given: Word) -> object:
    return verified("It was so already.", "as it was")


@tool("spell", summary="Spell", risk=Risk.INPUT, reversible=True, examples=("x",))
async def spell(given: Word) -> object:
    return unverified("I typed it; I could not read it back.")


@tool("turn", summary="Turn", risk=Risk.INPUT, reversible=True, fleeting=True, examples=("x",))
async def turn(given: Word) -> object:
    return verified("Turned.", "it moved")


@tool("secret", summary="Secret", risk=Risk.INPUT, examples=(), internal=True)
async def secret(given: Word, *, log: list) -> object:
    log.append("secret")
    return verified("x", "y")


CATALOGUE = Catalogue.of(
    [
        say_it,
        send_it,
        lose_it,
        hang,
        write,
        keep,
        look,
        secret,
        scribble,
        dream,
        poke,
        rest,
        spell,
        turn,
    ]
)


class Bench:
    def __init__(self, answer=DISMISSED, broken=False, may_act=True, **ports):
        self.log, self.notes, self.inverses, self.kept = [], [], [], []
        self.questions, self.notices, self.lasting = [], [], []
        self.answer, self.broken = answer, broken
        events = EventBus()
        events.subscribe(lambda e: self.notices.append(e) if isinstance(e, Noticed) else None)
        self.runner = ToolRunner(
            {"log": self.log, **ports}, {"moon": "There is no moon."}, SafetySettings,
            events.publish, self, self, self.keep_text, lambda: may_act,
        )  # fmt: skip

    async def note(self, subsystem, operation, target, outcome):
        if self.broken:
            raise NotSaved("The disk is full.")
        self.notes.append((operation, outcome))

    async def add(self, turn, position, inverse):
        if self.broken:
            raise NotSaved("The disk is full.")
        self.inverses.append((turn, position, inverse.summary))

    async def add_lasting(self, turn, position, summary, *, grave):
        if self.broken:
            raise NotSaved("The disk is full.")
        self.lasting.append((position, summary, grave))

    async def keep_text(self, text):
        if self.broken:
            raise NotSaved("The disk is full.")
        self.kept.append(text)

    async def ask(self, question):
        self.questions.append(question)
        return self.answer

    async def run(self, *calls, origin=Origin.CLI):
        scope = TurnScope("t", origin, self.ask, {}, "me")
        return [o.result for o in await self.runner.run(calls, CATALOGUE, scope)]


async def test_a_call_is_carried_out_recorded_and_can_be_undone():
    bench = Bench()
    [result] = await bench.run(spoken("Say-It", text="hello"))
    assert result.ok
    assert bench.log == ["hello"]
    assert bench.inverses == [("t", 0, "hello")]
    assert bench.notes == [("say_it", "verified")]


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (spoken("fly", word="x"), "unknown tool"), (spoken("secret", word="x"), "unknown tool"),
        (spoken("say_it"), "invalid arguments"), (spoken("say_it", word="  "), "invalid arguments"),
        (spoken("say_it", word="x", more=1), "invalid arguments"),
    ],
)  # fmt: skip
async def test_what_cannot_be_a_call_is_said_and_nothing_is_done(call, kind):
    bench = Bench()
    [result] = await bench.run(call)
    assert result.kind == kind
    assert not result.ok
    assert bench.log == []


async def test_a_plan_is_all_or_nothing_and_cancel_is_the_default():
    bench = Bench()
    [result] = await bench.run(spoken("say_it", word="a"), spoken("send_it", word="b"))
    assert result.status is Status.REFUSED
    assert bench.log == []
    [question] = bench.questions
    assert question.options[0] == "Cancel"
    assert "Step 1: [app/system change] Say it" in question.text
    assert "Step 2: [external tool] Send b" in question.text


async def test_an_approved_plan_runs_in_order():
    bench = Bench(Answer(ALLOW_ONCE, 1))
    results = await bench.run(spoken("say_it", word="a"), spoken("send_it", word="b"))
    assert [r.ok for r in results] == [True, True]
    assert bench.log == ["a", "sent b"]


async def test_a_change_without_an_inverse_is_remembered_unless_it_is_fleeting():
    bench = Bench(Answer(ALLOW_ONCE, 1))
    await bench.run(
        spoken("say_it", word="a"), spoken("send_it", word="b"), spoken("look", word="c"),
        spoken("poke", word="d"), spoken("rest", word="e"), spoken("turn", word="f"),
        spoken("spell", word="g"),
    )  # fmt: skip
    assert bench.lasting == [
        (1, "Send b", True), (3, "Poke", False), (4, "Rest", True), (6, "Spell", True),
    ]  # fmt: skip


async def test_only_what_nobody_means_by_undo_that_is_fleeting():
    fleeting = {one.name for one in built_in() if one.fleeting}
    assert fleeting == {"scroll", "undo_last"}


async def test_an_argument_from_a_page_asks_and_names_the_page():
    bench = Bench()
    await bench.run(Call("say_it", {"word": "x"}, {"word": Provenance.PAGE}))
    assert "page" in bench.questions[0].text
    assert bench.log == []


async def test_hidden_characters_are_made_visible_in_the_question():
    bench = Bench()
    await bench.run(spoken("send_it", word="a\u202eb\x07"))
    assert "⟨U+202E⟩" in bench.questions[0].text
    assert "⟨U+0007⟩" in bench.questions[0].text


async def test_after_a_failure_the_rest_is_not_begun():
    bench = Bench()
    results = await bench.run(spoken("lose_it", word="x"), spoken("say_it", word="y"))
    assert [r.kind for r in results] == ["gone"]
    assert bench.log == []


async def test_a_tool_that_hangs_costs_its_time_and_is_reported():
    [result] = await Bench().run(spoken("hang", word="x"))
    assert result.kind == "timed out"


async def test_a_missing_component_is_found_before_anything_is_asked():
    @tool("walk", summary="Walk", risk=Risk.EXTERNAL, examples=("x",))
    async def walk(given: Word, *, moon: object) -> object: ...

    bench = Bench()
    scope = TurnScope("t", Origin.CLI, bench.ask, {}, "me")
    call = spoken("walk", word="x")
    [outcome] = await bench.runner.run([call], Catalogue.of([walk]), scope)
    assert outcome.result.spoken == "There is no moon."
    assert bench.questions == []


async def test_a_write_that_has_begun_is_finished_and_recorded_when_interrupted():
    gate = anyio.Event()
    bench = Bench(gate=gate)
    async with anyio.create_task_group() as tasks:
        with anyio.CancelScope() as turn:

            async def interrupt():
                turn.cancel()
                gate.set()

            tasks.start_soon(interrupt)
            await bench.run(spoken("write", word="x"))
            pytest.fail("the interrupted turn went on")
    assert bench.log == ["begun", "done"]
    assert bench.inverses == [("t", 0, "writing")]


async def test_text_that_could_not_be_typed_is_kept():
    bench = Bench()
    await bench.run(spoken("keep", word="precious"))
    assert bench.kept == ["precious"]


@pytest.mark.parametrize("name", ["scribble", "dream"])
async def test_words_that_a_failed_or_impossible_call_was_to_write_are_kept(name):
    bench = Bench()
    [result] = await bench.run(spoken(name, text="precious"))
    assert not result.ok
    assert bench.kept == ["precious"]
    assert result.spoken.endswith("; I kept the text.")


async def test_text_that_cannot_be_kept_is_said_to_be_lost():
    [result] = await Bench(broken=True).run(spoken("keep", word="precious"))
    assert "lost" in result.spoken
    assert "The disk is full" in result.spoken


def test_a_tool_whose_ports_are_made_of_a_missing_one_cannot_be_served():
    missing = {"tree": "There is no tree."}
    served = {row["name"]: row["available"] for row in rows(built_in(), missing)}
    assert not served["click"]
    assert not served["type"]
    assert served["volume"]


async def test_a_full_disk_is_said_and_no_undo_is_promised():
    bench = Bench(broken=True)
    [result] = await bench.run(spoken("say_it", word="a"))
    assert result.ok
    assert result.inverse is None
    assert any("cannot be undone" in notice.text for notice in bench.notices)


async def test_an_error_with_a_remedy_says_the_remedy():
    @tool("ring", summary="Ring", risk=Risk.MUTATION, reversible=True, examples=("x",))
    async def ring(given: Word) -> object:
        raise Unavailable("The bell is broken.", fix="buy a bell")

    bench = Bench()
    scope = TurnScope("t", Origin.CLI, bench.ask, {}, "me")
    [outcome] = await bench.runner.run([spoken("ring", word="x")], Catalogue.of([ring]), scope)
    assert "buy a bell" in outcome.result.spoken


async def test_with_acting_switched_off_it_says_what_it_would_do_and_reads_all_the_same():
    bench = Bench(may_act=False)
    [result] = await bench.run(spoken("send_it", word="b"))
    assert result.status is Status.REFUSED
    assert "send b" in result.spoken
    assert "desktop.actions" in result.spoken
    [result] = await bench.run(spoken("look", word="b"))
    assert result.ok
    assert bench.log == []


async def test_a_tool_may_ask_for_caution_and_the_question_says_why():
    @tool("fire", summary="Fire", risk=Risk.INPUT, examples=("x",),
          caution=lambda given, _: f"“{given['word']}” is final")  # fmt: skip
    async def fire(given: Word) -> object:
        return verified("Fired.", "gone")

    bench = Bench()
    scope = TurnScope("t", Origin.CLI, bench.ask, {}, "me")
    [outcome] = await bench.runner.run([spoken("fire", word="x")], Catalogue.of([fire]), scope)
    assert outcome.result.kind == "not approved"
    assert "“x” is final" in bench.questions[0].text
