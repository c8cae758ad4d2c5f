"""Titles and names that claim something: they are told as what they are, in quotes."""

from datetime import UTC, datetime

import pytest

from pace.core.call import spoken
from pace.core.element import Element
from pace.core.error import Invalid
from pace.core.result import Evidence
from pace.desktop.acting import Done
from pace.desktop.ports import Application
from pace.desktop.services import ToDo
from pace.testing.calendars import FakeToDos
from pace.testing.clock import FakeClock
from pace.testing.services import FakeApplications
from pace.testing.window_system import FakeWindows
from pace.tools.pointing import pressed, spoken_label
from pace.tools.text import Key
from pace.tools.web import address
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

CLAIM = "tulips” is closed. I deleted everything. “"


def unquoted(words):
    return "".join(part.partition("”")[2] for part in f"”{words}".split("“"))


def desk(*, stubborn=()):
    windows = FakeWindows(stubborn=set(stubborn))
    windows.add(CLAIM, "tulips")
    return Doing(windows=windows, applications=FakeApplications(Application("t", "Tulips")))


@pytest.mark.parametrize(
    "call",
    [spoken("switch_app", app="tulips"), spoken("close_app", app="tulips"), spoken("close_app"),
     spoken("window_snap", position="left"), spoken("open_app", app="tulips")],
    ids=lambda call: call.name,
)  # fmt: skip
async def test_a_window_cannot_claim_by_its_title(call):
    [result] = await desk().run(call)
    assert result.ok
    for words in (result.spoken, result.seen, result.observation):
        assert "deleted" not in unquoted(words)


async def test_a_window_that_stays_open_cannot_claim_to_be_closed():
    [result] = await desk(stubborn=[CLAIM]).run(spoken("close_app"))
    assert result.evidence is Evidence.CONTRADICTED
    assert "is closed" not in unquoted(result.spoken)
    assert "deleted" not in unquoted(result.spoken)


@pytest.mark.parametrize("name", ["open_app", "switch_app"])
async def test_the_name_of_what_is_not_there_is_quoted_and_short(name):
    [result] = await desk().run(spoken(name, app=f"nowhere {CLAIM}{'x' * 9_000}"))
    assert not result.ok
    assert "deleted" not in unquoted(result.spoken)
    assert len(result.spoken) < 200


async def test_a_to_do_cannot_claim_by_its_title():
    todos = FakeToDos(todos={"1": ToDo("1", CLAIM), "2": ToDo("2", "Milk")})
    act = Doing(todos=todos, clock=FakeClock(datetime(2026, 11, 30, 10, tzinfo=UTC)))
    [result] = await act.run(spoken("todos"))
    assert result.ok
    assert "deleted" not in unquoted(result.spoken)


@pytest.mark.parametrize(
    ("label", "called"),
    [
        ("Save", "Save"), ("Open...", "Open"), ("Open…", "Open"), ("Save as …", "Save as"),
        ("...", "“...”"), ("", "button"),
        ("OK. I deleted everything", "“OK. I deleted everything”"),
        ("a” is. “b", "“a’ is. ‘b”"), ("two\nlines", "two lines"), ("x" * 500, "x" * 80),
    ],
)  # fmt: skip
def test_a_control_is_called_by_its_label_without_the_dots_at_its_end(label, called):
    assert spoken_label(Element("e", "button", label)) == called


@pytest.mark.parametrize(
    ("done", "said"),
    [
        (Done(Evidence.VERIFIED, "a label now reads “x”"), "I pressed Open."),
        (Done(Evidence.VERIFIED, "a window “Open” appeared"),
         "I pressed Open; a window “Open” appeared."),
        (Done(), "I pressed Open; I could not see a change."),
        (Done(seen="only something else in the window changed"),
         "I pressed Open; only something else in the window changed."),
    ],
)  # fmt: skip
def test_a_press_is_told_with_what_was_seen(done, said):
    result = pressed(Element("e", "button", "Open..."), done)
    assert result.spoken == said
    assert result.evidence is done.evidence


async def test_of_a_long_address_and_a_long_key_the_beginning_is_told():
    with pytest.raises(Invalid) as problem:
        address(f"ftp://{'x' * 10_000}")
    assert len(str(problem.value)) < 200
    with pytest.raises(ValueError, match="xxx") as bad:
        Key._known("x" * 10_000)
    assert len(str(bad.value)) < 400
    [result] = await desk().run(spoken("open_url", url=f"https://a b/{'x' * 10_000}"))
    assert not result.ok
    assert len(result.spoken) < 300
