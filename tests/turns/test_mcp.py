"""Tools of servers in a turn, and turns that other agents want: words or calls in, events out."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from pace.agents import Agents
from pace.app import App, application, parts
from pace.core.call import Call
from pace.core.element import PASSWORD, Element
from pace.core.envelope import Envelope
from pace.core.error import Invalid, Refused, Unavailable
from pace.core.event import Asked, CallStarted, Event, OffDevice
from pace.core.question import ALLOW_ONCE, CANCEL
from pace.core.turn import Origin, Transcript, TurnReport
from pace.desktop.ports import Desktop
from pace.store.places import Places
from pace.store.settings import SettingsFile
from pace.testing.clock import FakeClock
from pace.testing.desktop import FakeTree, FakeWindow
from pace.testing.planner import ScriptedPlanner
from pace.testing.services import FakeVolume

HOSTILE = Path(__file__).parents[1] / "desktop" / "apps" / "hostile_mcp.py"
QUESTION = "what is the capital of France"
#: Answers a question the moment it is put.
Answers = Callable[[Asked], str | None]


@dataclass
class House:
    """Pace around a desktop of doubles, with a person who answers."""

    app: App
    volume: FakeVolume
    window: FakeWindow
    answers: Answers = lambda _: ALLOW_ONCE
    events: list[Event] = field(default_factory=list)

    def see(self, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Asked):
            option = self.answers(event)
            if option is not None:
                assert self.app.assistant.answer(event.question_id, option, "person", trusted=True)

    @property
    def asked(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Asked)]

    @property
    def started(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, CallStarted)]


@asynccontextmanager
async def house(
    folder: Path, *envelopes: Envelope, ways: tuple[str, ...] = ("fine",), **settings: str
) -> AsyncIterator[House]:
    places = Places.below(folder)
    for key, value in settings.items():
        SettingsFile(places.settings).set(key.replace("__", "."), value)
    places.config.mkdir(parents=True, exist_ok=True)
    entries = {w: {"command": sys.executable, "args": [str(HOSTILE), w]} for w in ways}
    (places.config / "mcp-servers.json").write_text(json.dumps({"mcpServers": entries}))
    window = FakeWindow("Letters", "A letter")
    window.add(Element("1", "text_field", "Name", text="Ann"))
    window.add(Element("2", PASSWORD, "Password", text="hunter2"))
    volume = FakeVolume(50)
    desktop = Desktop(tree=FakeTree(window), volume=volume)
    tiers = (ScriptedPlanner(*envelopes),) if envelopes else ()
    async with parts(places, FakeClock()) as made:
        inside = House(application(desktop, made, tiers=tiers), volume, window)
        made.events.subscribe(inside.see)
        yield inside


def call(server: str = "fine", **arguments: Any) -> Call:
    whole = {"server": server, "tool": "echo", "arguments": arguments or {"text": "hi"}}
    return Call("mcp", whole)


async def test_a_planner_s_call_of_a_server_asks_and_names_what_is_sent(tmp_path: Path) -> None:
    async with house(tmp_path, Envelope("I will.", calls=(call(text="hello there"),))) as inside:
        report = await inside.app.say(QUESTION)
    assert report.spoken == "fine/echo answered: hello there."
    [question] = inside.asked
    assert "Use echo of the MCP server fine with text “hello there”" in question
    assert "came from a model" in question
    assert [e.active for e in inside.events if isinstance(e, OffDevice)] == [
        True, False, True, False,
    ]  # fmt: skip


async def test_a_call_that_is_not_allowed_starts_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, Envelope("", calls=(call(),))) as inside:
        inside.answers = lambda _: CANCEL
        report = await inside.app.say(QUESTION)
        assert not report.ok
        assert inside.started == []
        assert not (tmp_path / "state" / "mcp").exists()


async def test_the_tools_of_an_allowed_server_are_in_the_catalogue_of_the_next_turn(
    tmp_path: Path,
) -> None:
    native = Call("fine/echo", {"text": "again"})
    envelopes = [
        Envelope("", calls=(native,)),
        Envelope("", calls=(call(), native)),
        Envelope("", calls=(native,)),
    ]
    async with house(tmp_path, *envelopes) as inside:
        before = await inside.app.say(QUESTION)
        assert before.results[0]["kind"] == "unknown tool"
        during = await inside.app.say(QUESTION)
        assert [r["kind"] for r in during.results] == ["unknown tool"]
        assert inside.started == []
        await inside.app.assistant.start_turn(Transcript("use it", calls=(call(),)))
        after = await inside.app.say(QUESTION)
    assert after.results[0]["name"] == "fine/echo"
    assert after.spoken == "fine/echo answered: again."
    assert "Use echo of the MCP server fine with text “again”" in inside.asked[-1]


async def test_with_approval_switched_off_the_first_use_is_still_asked_about(
    tmp_path: Path,
) -> None:
    off = {"safety__approve_risky_actions": "off"}
    said = Transcript("use it", calls=(Call("mcp", call().arguments, _spoken(call())),))
    async with house(tmp_path, **off) as inside:
        first = await inside.app.assistant.start_turn(said)
        second = await inside.app.assistant.start_turn(said)
    assert first.ok
    assert second.ok
    [question] = inside.asked
    assert "for the first time? It says of itself: “Say it back”." in question


async def test_the_terminal_that_asked_may_answer_the_question_of_a_tool(tmp_path: Path) -> None:
    off = {"safety__approve_risky_actions": "off"}
    said = Transcript("x", Origin.CLI, ":1.7", calls=(Call("mcp", call().arguments,
                                                          _spoken(call())),))  # fmt: skip
    async with house(tmp_path, **off) as inside:

        def answer(event: Asked) -> None:
            assert not inside.app.assistant.answer(event.question_id, ALLOW_ONCE, ":1.8")
            assert inside.app.assistant.answer(event.question_id, ALLOW_ONCE, ":1.7")

        inside.answers = answer
        assert (await inside.app.assistant.start_turn(said)).ok


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (call("nothing"), "That would use the MCP server nothing, which is not set up"),
        (Call("mcp", {"tool": "echo"}), "I still need: server"),
        (Call("mcp", {"server": "fine"}), "I still need: tool"),
    ],
)
async def test_what_stands_in_the_way_is_said_before_anything_is_asked(
    tmp_path: Path, given: Call, words: str
) -> None:
    async with house(tmp_path, Envelope("", calls=(given,))) as inside:
        report = await inside.app.say(QUESTION)
    assert words in report.spoken
    assert inside.asked == []


async def test_a_command_that_is_surely_not_there_is_said_before_anything_is_asked(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, Envelope("", calls=(call(),))) as inside:
        config = tmp_path / "config" / "mcp-servers.json"
        config.write_text('{"servers": {"fine": {"command": "/nowhere/server"}}}')
        report = await inside.app.say(QUESTION)
    assert "/nowhere/server, is not found" in report.spoken
    assert str(config) in report.spoken
    assert inside.asked == []


async def test_arguments_that_an_allowed_tool_does_not_take_are_not_asked_about(
    tmp_path: Path,
) -> None:
    async with house(
        tmp_path, Envelope("", calls=(call(),)), Envelope("", calls=(call(text=7),))
    ) as inside:
        await inside.app.say(QUESTION)
        report = await inside.app.say(QUESTION)
    assert "does not take that (text: 7 is not of type 'string')" in report.spoken
    assert len(inside.asked) == 1


async def test_an_error_inside_parts_comes_out_as_it_is(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="mine"):
        async with parts(Places.below(tmp_path)):
            raise Unavailable("mine")


def _spoken(given: Call) -> Mapping[str, Any]:
    from pace.core.call import Provenance

    return dict.fromkeys(given.arguments, Provenance.SPOKEN)


# What other agents may do.


class Turns:
    """The engine, as far as agents need it."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.listening = False

    async def say(
        self, text: str, asker: str, origin: Origin = Origin.CLI, calls: tuple[Call, ...] = ()
    ) -> TurnReport:
        said = Transcript(text, origin, asker, calls=calls)
        return await self._app.assistant.start_turn(said)

    def subscribe(self, subscriber: Callable[[Event], None]) -> Callable[[], None]:
        return self._app.parts.events.subscribe(subscriber)

    def status(self) -> Mapping[str, Any]:
        question = self._app.assistant.question
        return {
            "busy": self._app.assistant.busy, "listening": self.listening,
            "question": None if question is None else question.text,
        }  # fmt: skip


def agents_of(inside: House, *, serves: bool = True) -> Agents:
    app = inside.app
    return Agents(
        lambda: serves, Turns(app), app.look, app.assistant.ask, lambda: app.catalogue,
        app.parts.events.publish,
    )  # fmt: skip


LOUDER = {"tool": "volume", "level": 80}


async def test_nothing_is_done_for_agents_until_it_is_switched_on(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        agents = agents_of(inside, serves=False)
        for attempt in (
            agents.see(), agents.undo(), agents.act(LOUDER), agents.ask_user("May I?", []),
        ):  # fmt: skip
            with pytest.raises(Refused, match=r"pace settings set mcp\.serve on"):
                await attempt
    assert inside.events == []


async def test_an_agent_sees_the_window_and_no_password(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        seen = await agents_of(inside).see()
    assert {e["label"]: e["text"] for e in seen["elements"]} == {"Name": "Ann", "Password": ""}
    assert "hunter2" not in json.dumps(seen)


@pytest.mark.parametrize("request_", [LOUDER, {"say": "set the volume to 80"}])
@pytest.mark.parametrize("preference", ["on", "off"])
async def test_each_change_an_agent_wants_is_asked_about(
    tmp_path: Path, request_: dict[str, Any], preference: str
) -> None:
    async with house(tmp_path, safety__approve_risky_actions=preference) as inside:
        report = await agents_of(inside).act(request_)
        assert report.ok
        assert inside.volume.loudness.level == 80
        [question] = inside.asked
        assert "another program asked for this" in question
        assert "came from a model" in question


async def test_what_the_person_does_not_allow_is_not_done(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        inside.answers = lambda _: CANCEL
        report = await agents_of(inside).act(LOUDER)
        assert not report.ok
        assert inside.volume.loudness.level == 50
        assert inside.started == []


async def test_an_agent_cannot_answer_what_it_is_asked_about(tmp_path: Path) -> None:
    async with house(tmp_path) as inside, anyio.create_task_group() as tasks:
        put = anyio.Event()
        reports: list[TurnReport] = []
        agents = agents_of(inside)

        def wait(_: Asked) -> None:
            put.set()

        async def act() -> None:
            reports.append(await agents.act(LOUDER))

        inside.answers = wait
        tasks.start_soon(act)
        await put.wait()
        question = inside.app.assistant.question
        assert question is not None
        for by in ("", ":1.99", "agent"):
            assert not inside.app.assistant.answer(question.id, ALLOW_ONCE, by)
        for attempt in ({"say": "yes"}, {"say": "allow once"}, LOUDER):
            with pytest.raises(Unavailable, match="busy"):
                await agents.act(attempt)
        with pytest.raises(Unavailable, match="busy"):
            await agents.ask_user("Yes?", [])
        inside.app.assistant.interrupt()
    assert [report.ok for report in reports] == [False]
    assert inside.volume.loudness.level == 50


async def test_an_agent_does_not_interrupt_the_person(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        app = inside.app
        turns = Turns(app)
        turns.listening = True
        agents = Agents(
            lambda: True, turns, app.look, app.assistant.ask, lambda: app.catalogue,
            app.parts.events.publish,
        )  # fmt: skip
        with pytest.raises(Unavailable, match="busy"):
            await agents.act(LOUDER)


@pytest.mark.parametrize(
    "request_",
    [
        {}, {"say": ""}, {"say": "x" * 3_000}, {"say": "a", "tool": "volume"}, {"say": 7},
        {"tool": 7}, {"tool": "no_such_tool"}, {"tool": "volume", "arguments": {"level": "loud"}},
        {"tool": "put_text_back"},
    ],
)  # fmt: skip
async def test_what_is_neither_a_sentence_nor_a_call_is_refused(
    tmp_path: Path, request_: dict[str, Any]
) -> None:
    async with house(tmp_path) as inside:
        with pytest.raises(Invalid):
            await agents_of(inside).act(request_)
    assert inside.started == []


async def test_an_agent_s_undo_asks_too(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        await inside.app.say("set the volume to 30")
        assert (await agents_of(inside).undo()).ok
        assert inside.volume.loudness.level == 50
    assert len(inside.asked) == 1


async def test_a_question_of_an_agent_is_put_as_one_and_approves_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        inside.answers = lambda _: "Blue"
        agents = agents_of(inside)
        assert await agents.ask_user("Which\x1b[2J colour\u202e?", ["Red", "Blue", "Red"]) == "Blue"
        [question] = [event for event in inside.events if isinstance(event, Asked)]
        assert question.kind == "choice"
        assert question.options == ["Red", "Blue"]
        assert question.text.startswith("Another program asks: “Which")
        assert question.text.isprintable()
        inside.answers = lambda _: "No"
        assert await agents.ask_user("Sure?", []) == "No"


@pytest.mark.parametrize(
    ("text", "options"), [("", []), (" ", []), ("x" * 400, []), ("x", [str(n) for n in range(6)])]
)
async def test_a_question_that_nobody_could_read_is_not_put(
    tmp_path: Path, text: str, options: list[str]
) -> None:
    async with house(tmp_path) as inside:
        with pytest.raises(Invalid):
            await agents_of(inside).ask_user(text, options)
    assert inside.asked == []
