"""The benchmark of the tools: what it counts, and that it misses none."""

from contextlib import asynccontextmanager

import pytest

from bench.each.case import Case
from bench.tools import FAMILIES, UNDO, Counted, _family, _once, _told
from pace.core.call import spoken
from pace.core.error import Unavailable
from pace.core.result import Inverse, failed, unverified, verified
from pace.tools.catalogue import built_in

pytestmark = pytest.mark.anyio


class Pretended:
    """Stands for Pace: answers each call with the next of these results."""

    def __init__(self, *results):
        self.results = list(results)
        self.calls = []

    async def run(self, call):
        self.calls.append(call.name)
        return 5.0, self.results.pop(0)


class Light(Case):
    """A lamp that a second reader sees; `on` is what it sees after the call, and after undo."""

    name, reader = "light", "an eye"

    def __init__(self, pace, *, on=True, off=True):
        super().__init__(pace)
        self.on, self.off = on, off

    def call(self, number):
        return spoken("light")

    async def seen(self, number, result):
        return "" if self.on else "it is dark"

    async def back(self, number):
        return "" if self.off else "it still burns"


LIT = verified("It is on.", "a lamp", inverse=Inverse(spoken("dim"), "the light"))
DIMMED = verified("It is off.", "no lamp")


async def row(case):
    counted = Counted()
    await _once(case, 0, counted)
    return _told(case, counted).as_json()


def test_every_tool_of_the_catalogue_has_a_case_or_says_why_it_has_none():
    measured = {name.partition(" ")[0] for names, _ in FAMILIES for name in names}
    tools = {tool.name for tool in built_in().tools if not tool.internal}
    assert measured | {UNDO} == tools


async def test_what_was_done_seen_by_another_and_undone_has_nothing_to_complain_about():
    found = await row(Light(Pretended(LIT, DIMMED)))
    assert (found["ok"], found["verified"], found["read_back"], found["undone"]) == (1, 1, 1, 1)
    assert "failed" not in found
    assert len(found["notes"]) == 1


@pytest.mark.parametrize(
    ("case", "says"),
    [
        (Light(Pretended(LIT, DIMMED), on=False), "was ok, verified, an eye says: it is dark"),
        (Light(Pretended(LIT, DIMMED), off=False), "undo 1: it still burns"),
        (Light(Pretended(LIT, failed("No."))), "undo 1: No."),
        (Light(Pretended(failed("The lamp is out."))), "was not ok: The lamp is out."),
        (Light(Pretended(unverified("I turned the switch."))), "has no inverse"),
    ],
)
async def test_an_ok_that_nobody_else_saw_and_an_undo_that_did_not_undo_fail_the_row(case, says):
    found = await row(case)
    assert found["failed"]
    assert any(says in note for note in found["notes"]), found["notes"]


async def test_a_component_that_is_not_here_is_a_row_that_says_so_and_fails_nothing():
    @asynccontextmanager
    async def missing(_):
        raise Unavailable("There is no lamp.", fix="buy one")
        yield ()

    [found] = await _family(["light"], missing, None, 1, [])
    assert found.ours is None
    assert "failed" not in found.more
    assert found.more["notes"] == ["skipped: There is no lamp. buy one"]
