"""Sentences that name a server: from the words over the approval to what the server answered."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pace.core.question import CANCEL
from tests.turns.test_mcp import House, house

TINY = Path(__file__).parents[1] / "desktop" / "apps" / "tiny_mcp.py"
DICE = "use the dice tool of the tiny server with sides 6"


def set_up(folder: Path) -> None:
    """Make the tiny server the one that is set up."""
    entries = {"tiny": {"command": sys.executable, "args": [str(TINY)]}}
    path = folder / "config" / "mcp-servers.json"
    path.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")


async def allowed(inside: House) -> None:
    """Have the first use over."""
    assert (await inside.app.say(DICE)).ok
    inside.events.clear()


async def test_the_first_sentence_leads_into_the_approval_of_the_first_use(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        set_up(tmp_path)
        report = await inside.app.say(DICE)
    assert report.spoken == "tiny/dice answered: 6."
    [question] = inside.asked
    assert question == (
        "Use dice of the MCP server tiny with sides “6” for the first time?"
        " It says of itself: “Roll dice; always the highest”."
    )


async def test_what_is_not_allowed_is_not_used_and_not_kept_as_allowed(tmp_path: Path) -> None:
    async with house(tmp_path) as inside:
        set_up(tmp_path)
        inside.answers = lambda _: CANCEL
        report = await inside.app.say(DICE)
        again = await inside.app.say(DICE)
    assert not report.ok
    assert "I did not use tiny, because it was not approved." in report.spoken
    assert len(inside.asked) == 2
    assert "for the first time?" in inside.asked[1]
    assert not again.ok


@pytest.mark.parametrize("sentence", [DICE, "ask the tiny server for dice with sides 6",
                                      "tiny dice with sides 6"])  # fmt: skip
async def test_an_allowed_server_s_tool_is_called_as_policy_says(
    tmp_path: Path, sentence: str
) -> None:
    async with house(tmp_path) as inside:
        set_up(tmp_path)
        await allowed(inside)
        report = await inside.app.say(sentence)
    assert report.spoken == "tiny/dice answered: 6."
    assert report.results[0]["name"] == "tiny/dice"
    [question] = inside.asked
    assert "Use dice of the MCP server tiny with sides “6”" in question
    assert "came from" not in question


async def test_without_approval_of_risky_actions_only_the_first_use_is_asked_about(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, safety__approve_risky_actions="off") as inside:
        set_up(tmp_path)
        first = await inside.app.say("ask the tiny server to echo “Hello there”")
        second = await inside.app.say("ask the tiny server to echo “again”")
    assert first.spoken == "tiny/echo answered: Hello there."
    assert second.spoken == "tiny/echo answered: again."
    assert len(inside.asked) == 1


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("ask the tiny server for dice", "Which sides should dice take?"),
        ("ask the tiny server for pizza", "it has dice and echo"),
        ("use the dice tool of the huge server", "there is tiny); `pace mcp add` adds one"),
    ],
)
@pytest.mark.parametrize("before", [False, True], ids=["unused", "allowed"])
async def test_what_is_missing_is_said_and_nothing_is_called(
    tmp_path: Path, before: bool, sentence: str, words: str
) -> None:
    async with house(tmp_path) as inside:
        set_up(tmp_path)
        if before:
            await allowed(inside)
        report = await inside.app.say(sentence)
    assert words in report.spoken
    assert inside.asked == []


@pytest.mark.parametrize(
    "sentence",
    ["the server is down", "restart the server", "the tiny server is down",
     "restart the tiny server"],
)  # fmt: skip
async def test_words_that_only_speak_of_a_server_start_none(tmp_path: Path, sentence: str) -> None:
    async with house(tmp_path) as inside:
        set_up(tmp_path)
        await inside.app.say(sentence)
        assert inside.asked == []
        assert not (tmp_path / "state" / "mcp").exists()
