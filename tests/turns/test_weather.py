"""Bad weather without a desktop: words in, and what is said, done, kept and refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from pace.app import App, application, parts
from pace.core.call import Call, Provenance, spoken
from pace.core.element import Element
from pace.core.envelope import Envelope
from pace.core.event import Asked, CallStarted, Event
from pace.core.turn import Origin, Transcript
from pace.core.understanding import Intent
from pace.desktop.ports import Application, Desktop, StillWanted
from pace.store.places import Places
from pace.testing.clock import FakeClock
from pace.testing.desktop import FakeTree, FakeWindow
from pace.testing.planner import ScriptedPlanner
from pace.testing.services import FakeApplications, FakeVolume
from pace.testing.window_system import FakeKeyboard, FakePointer, FakeWindows

YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"
#: Needs a language model, whatever is on screen.
QUESTION = "what is the capital of France"
#: Words that claim success.
SUCCESS = ("done", "i opened", "i have opened", "finished", "is open", "set to")


class Keys(FakeKeyboard):
    """Types into the focused field of a fake tree; `before` happens between key and text."""

    def __init__(self, tree: FakeTree) -> None:
        super().__init__(on_text=self._into)
        self._tree = tree
        self.before: Callable[[], None] = lambda: None
        self.hold: anyio.Event | None = None
        self.begun = anyio.Event()

    async def type_text(self, text: str, still_wanted: StillWanted) -> int:
        self.before()
        typed = 0
        for start in range(0, len(text), 32):
            await anyio.lowlevel.checkpoint()
            typed += await super().type_text(text[start : start + 32], still_wanted)
            if typed < min(start + 32, len(text)):
                break
            self.begun.set()
            if self.hold is not None:
                await self.hold.wait()
        return typed

    def _into(self, chunk: str) -> None:
        frame = self._tree.frames[0]
        for element in list(frame.elements.values()):
            if element.has("focused"):
                frame.change(element.id, text=element.text + chunk)


class Browser(FakeApplications):
    """Shows a window for each page that it opens."""

    def __init__(self, windows: FakeWindows) -> None:
        super().__init__(Application("letters", "Letters", ("letters",)))
        self._windows = windows

    async def open_uri(self, uri: str) -> str:
        self._windows.add(uri, "Browser")
        return await super().open_uri(uri)


class Screen:
    """A window with two fields and a button, and what acts on it."""

    def __init__(self, *, types: bool = False) -> None:
        self.window = FakeWindow("Letters", "A letter")
        self.window.add(Element("1", "text_field", "Name", states=frozenset({"focused"})))
        self.window.add(Element("2", "text_field", "City"))
        self.window.add(Element("3", "button", "Send"))
        self.tree = FakeTree(self.window)
        self.tree.deaf = types  # then the tree writes nothing and keys must
        self.keys = Keys(self.tree)
        windows = FakeWindows()
        windows.add("A letter", "Letters")
        self.apps = Browser(windows)
        self.volume = FakeVolume(50)
        self.desktop = Desktop(
            tree=self.tree, keyboard=self.keys, pointer=FakePointer(), windows=windows,
            applications=self.apps, volume=self.volume,
        )  # fmt: skip

    def text(self, number: str) -> str:
        return self.window.elements[number].text

    def focus(self, number: str) -> None:
        for element in list(self.window.elements.values()):
            self.window.change(element.id, states=element.states - {"focused"})
        self.window.change(number, states=frozenset({"focused"}))


@asynccontextmanager
async def pace(
    folder: Path, desktop: Desktop, *envelopes: Envelope | None, **options: Any
) -> AsyncIterator[tuple[App, list[Event]]]:
    """Pace around a desktop of doubles, with a planner that answers so, and its events."""
    tiers = (ScriptedPlanner(*envelopes),) if envelopes else ()
    async with parts(Places.below(folder), FakeClock()) as made:
        events: list[Event] = []
        made.events.subscribe(events.append)
        yield application(desktop, made, tiers=tiers, **options), events


def calls(events: list[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, CallStarted)]


@pytest.fixture
def screen() -> Screen:
    return Screen()


# Honesty: what a planner says is a claim until a result has shown it.


async def test_a_planner_that_claims_an_act_without_a_call_is_not_repeated(
    tmp_path: Path, screen: Screen
) -> None:
    claim = Envelope("Done, I opened it.")
    async with pace(tmp_path, screen.desktop, claim) as (app, events):
        report = await app.say(QUESTION)
    assert not any(word in report.spoken.lower() for word in SUCCESS), report.spoken
    assert report.spoken
    assert calls(events) == []


async def test_a_call_that_failed_is_told_as_a_failure_whatever_the_planner_says(
    tmp_path: Path, screen: Screen
) -> None:
    plan = Envelope("Done, I opened it.", Intent.ACTION, (spoken("open_app", app="Nowhere"),))
    async with pace(tmp_path, screen.desktop, plan) as (app, _):
        report = await app.say(QUESTION)
    assert not report.ok
    assert not any(word in report.spoken.lower() for word in SUCCESS), report.spoken
    assert "Nowhere" in report.spoken


async def test_a_call_that_succeeded_without_words_gets_a_short_success(
    tmp_path: Path, screen: Screen
) -> None:
    plan = Envelope("", Intent.ACTION, (spoken("volume", level=30),))
    async with pace(tmp_path, screen.desktop, plan) as (app, _):
        report = await app.say(QUESTION)
    assert report.ok
    assert "30" in report.spoken
    assert len(report.spoken) < 60
    assert (await screen.volume.read()).level == 30


async def test_a_tool_nobody_knows_is_refused_and_nothing_of_its_plan_is_done(
    tmp_path: Path, screen: Screen
) -> None:
    plan = Envelope("Done.", Intent.ACTION, (spoken("volume", level=30), spoken("format_disk")))
    async with pace(tmp_path, screen.desktop, plan) as (app, events):
        report = await app.say(QUESTION)
    assert not report.ok
    assert report.results[0]["status"] == "refused"
    assert not any(word in report.spoken.lower() for word in SUCCESS), report.spoken
    assert calls(events) == []
    assert (await screen.volume.read()).level == 50


async def test_a_planner_that_is_away_says_so(tmp_path: Path, screen: Screen) -> None:
    async with pace(tmp_path, screen.desktop, None) as (app, _):
        report = await app.say(QUESTION)
    assert "planner" in report.spoken


# Approval: what a page says is not what the person said.


FROM_A_PAGE = Envelope(
    "", Intent.ACTION,
    (
        spoken("volume", level=30),
        Call("open_url", {"url": "https://page.example/?q=secret"}, {"url": Provenance.PAGE}),
    ),
)  # fmt: skip


@pytest.mark.parametrize("answer", ["Cancel", "dismissed"])
async def test_an_argument_from_a_page_is_asked_about_and_nothing_is_done_without_a_yes(
    tmp_path: Path, screen: Screen, answer: str
) -> None:
    async with pace(tmp_path, screen.desktop, FROM_A_PAGE) as (app, events):

        async def settle(event: Asked) -> None:
            if answer == "Cancel":
                assert app.assistant.answer(event.question_id, "Cancel", "me")
            else:
                app.assistant.interrupt()

        [asked], report = await _asked(app, events, settle)
    assert asked.options[0] == "Cancel"
    assert "page" in asked.text
    assert "page.example" in asked.text
    assert "Step 1: " in asked.text
    assert "Step 2: " in asked.text
    assert not report.ok
    assert calls(events) == []
    assert screen.apps.opened == []
    assert (await screen.volume.read()).level == 50


async def test_the_same_plan_runs_once_it_is_allowed(tmp_path: Path, screen: Screen) -> None:
    async with pace(tmp_path, screen.desktop, FROM_A_PAGE) as (app, events):

        async def settle(event: Asked) -> None:
            assert not app.assistant.answer(event.question_id, "Allow once", "somebody else")
            assert not app.assistant.answer(event.question_id, "Yes", "me")
            assert app.assistant.question is not None
            assert app.assistant.answer(event.question_id, "Allow once", "me")

        _, report = await _asked(app, events, settle)
    assert report.ok, report
    assert calls(events) == ["volume", "open_url"]


@pytest.mark.parametrize("origin", [Origin.LINK, Origin.SCHEDULE, Origin.AGENT])
async def test_a_question_is_not_answered_by_what_is_no_person(
    tmp_path: Path, screen: Screen, origin: Origin
) -> None:
    async with pace(tmp_path, screen.desktop, FROM_A_PAGE) as (app, events):

        async def settle(_: Asked) -> None:
            await app.assistant.start_turn(Transcript("yes", origin, "me"))

        _, report = await _asked(app, events, settle)
    assert not report.ok
    assert "open_url" not in calls(events)


async def _asked(app: App, events: list[Event], settle: Callable[[Asked], Any]) -> tuple[Any, Any]:
    """Say the question, settle what is asked; what was asked, and the report."""
    reports = []
    with anyio.fail_after(5):
        async with anyio.create_task_group() as tasks:

            async def turn() -> None:
                reports.append(await app.say(QUESTION, asker="me"))

            tasks.start_soon(turn)
            while not (asked := [event for event in events if isinstance(event, Asked)]):
                await anyio.lowlevel.checkpoint()
            await settle(asked[0])
    return asked, reports[0]


# Text goes into the field that was meant, or nowhere, and is kept.


async def test_text_lands_in_the_named_field_or_in_the_focused_one(
    tmp_path: Path, screen: Screen
) -> None:
    async with pace(tmp_path, screen.desktop) as (app, _):
        assert (await app.say("set the city to Zürich")).ok
        assert (screen.text("1"), screen.text("2")) == ("", "Zürich")
        screen.focus("1")
        assert (await app.say("type Anna")).ok
    assert (screen.text("1"), screen.text("2")) == ("Anna", "Zürich")


async def test_when_the_focus_moves_before_the_first_key_nothing_is_typed_and_the_text_is_kept(
    tmp_path: Path,
) -> None:
    screen = Screen(types=True)
    screen.keys.before = lambda: screen.focus("3")
    async with pace(tmp_path, screen.desktop) as (app, _):
        report = await app.say(f"type {YAKS}")
        assert not report.ok
        assert "kept" in report.spoken
        assert screen.keys.text == ""
        screen.keys.before = lambda: None
        screen.focus("2")
        report = await app.say("type it here")
        assert report.ok, report
        assert (screen.text("1"), screen.text("2")) == ("", YAKS)
        again = await app.say("type it here")
    assert again.results == ()
    assert "no text" in again.spoken


async def test_a_turn_cut_off_while_typing_stops_at_once_and_its_text_is_kept(
    tmp_path: Path,
) -> None:
    screen = Screen(types=True)
    screen.keys.hold = anyio.Event()
    text = ("word " * 1000).strip()
    async with pace(tmp_path, screen.desktop) as (app, _):
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(app.say, f"type {text}")
                await screen.keys.begun.wait()
                report = await app.say("turn the volume down")
                assert report.ok, report
                typed = screen.text("1")
                assert 0 < len(typed) < 100
        heard = [turn.heard for turn in await app.parts.history.recent(5)]
        assert heard == ["turn the volume down", f"type {text}"]
        assert ("type", "interrupted") in [row[2::2][:2] for row in await _audit(app)]
        screen.keys.hold = None
        screen.focus("2")
        assert (await app.say("type it here")).ok
    assert screen.text("2").split() == text.split()
    assert screen.text("1") == typed


async def _audit(app: App) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await app.parts.audit.recent(20)]


# One turn at a time.


async def test_of_many_turns_at_once_the_last_wins_and_none_overlap(
    tmp_path: Path, screen: Screen
) -> None:
    reports: dict[int, Any] = {}
    async with pace(tmp_path, screen.desktop) as (app, events):

        async def turn(number: int) -> None:
            reports[number] = await app.say(f"set the volume to {number} percent")

        with anyio.fail_after(20):
            async with anyio.create_task_group() as tasks:
                for number in range(1, 51):
                    tasks.start_soon(turn, number)
        assert (await screen.volume.read()).level == 50
        assert reports[50].ok
        assert len([r for r in reports.values() if r.ok]) <= 2, "one begun, and the last"
        assert all(r.spoken for r in reports.values())
        assert len(calls(events)) <= 2
        assert (await app.say("set the volume to 7 percent")).ok
    assert (await screen.volume.read()).level == 7


async def test_stop_also_ends_what_waits_its_turn(tmp_path: Path) -> None:
    screen = Screen(types=True)
    screen.keys.hold = anyio.Event()
    async with pace(tmp_path, screen.desktop) as (app, _):
        with anyio.fail_after(5):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(app.say, "type hello there")
                await screen.keys.begun.wait()
                tasks.start_soon(app.say, "set the volume to 7 percent")
                await anyio.lowlevel.checkpoint()
                app.assistant.interrupt()
        assert not app.assistant.busy
    assert (await screen.volume.read()).level == 50


async def test_when_the_focus_moved_while_one_spoke_nothing_is_typed_and_the_text_is_kept(
    tmp_path: Path, screen: Screen
) -> None:
    async with pace(tmp_path, screen.desktop) as (app, _):
        focus = await app.focus()
        screen.focus("2")
        report = await app.say(f"type {YAKS}", focus=focus)
        assert not report.ok
        assert (
            report.spoken
            == "The focus went to City meanwhile, so I typed nothing; I kept the text."
        )
        assert (screen.text("1"), screen.text("2")) == ("", "")
        assert (await app.say("type it here")).ok
    assert (screen.text("1"), screen.text("2")) == ("", YAKS)


async def test_a_plan_may_move_the_focus_itself_before_it_types(
    tmp_path: Path, screen: Screen
) -> None:
    async with pace(tmp_path, screen.desktop) as (app, _):
        report = await app.say("click on City and type Zürich", focus=await app.focus())
    assert report.ok, report
    assert (screen.text("1"), screen.text("2")) == ("", "Zürich")
