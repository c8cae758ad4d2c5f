"""`pace mcp` beside a real running Pace, spoken to by the official client, as agents do."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from tests.desktop.driving import Pace, running, talking

HOSTILE = Path(__file__).parent / "apps" / "hostile_mcp.py"


@asynccontextmanager
async def agent(pace: Pace) -> AsyncIterator[Client]:
    """An agent that started `pace mcp` as its server."""
    server = StdioServerParameters(
        command=sys.executable, args=["-P", "-m", "pace", "mcp"], env=dict(pace.environment)
    )
    with anyio.fail_after(40):
        async with Client(server) as client:
            yield client


async def told(client: Client, tool: str, /, **arguments: Any) -> tuple[str, bool]:
    """What it was told, and whether as an error."""
    result = await client.call_tool(tool, arguments)
    return "".join(part.text for part in result.content if part.type == "text"), result.is_error


async def test_four_tools_are_offered_and_without_a_running_pace_each_says_so(pace: Pace) -> None:
    await pace("settings", "set", "mcp.serve", "on")
    async with agent(pace) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["see", "act", "ask_user", "undo"]
        for tool, given in (("see", {}), ("act", {"say": "x"}), ("ask_user", {"question": "x"}),
                            ("undo", {})):  # fmt: skip
            text, failed = await told(client, tool, **given)
            assert failed
            assert text.startswith("Pace is not running, so nothing was done")


async def test_an_agent_looks_and_asks_and_changes_nothing_by_itself(pace: Pace) -> None:
    async with talking(pace) as talk, agent(pace) as client:
        text, failed = await told(client, "see")
        assert failed
        assert "pace settings set mcp.serve on" in text

        await pace("settings", "set", "mcp.serve", "on")  # and it holds at once
        text, failed = await told(client, "see")
        assert not failed
        assert set(json.loads(text)) == {"elements", "window", "focused", "selection"}
        text, failed = await told(client, "act", say="what time is it")
        assert not failed
        assert json.loads(text)["ok"]

        async with talk.client.events() as events, anyio.create_task_group() as tasks:
            answers: list[tuple[str, bool]] = []

            async def act() -> None:
                wanted = {"tool": "start_timer", "arguments": {"duration": 60, "label": "tea"}}
                answers.append(await told(client, "act", **wanted))

            tasks.start_soon(act)
            asked = await talk.until(events, "Asked")
            assert "another program asked for this" in asked["text"]
            accepted = await talk.client.call("Answer", "ss", asked["question_id"], "Allow once")
            assert accepted is False
            assert (await pace("stop")).returncode == 0
        [(text, failed)] = answers
        assert failed
        assert json.loads(text)["results"] == []
        assert "no timer" in (await talk.say("what timers are running"))["spoken"].lower()


async def test_an_agent_s_question_is_put_to_the_person(pace: Pace) -> None:
    await pace("settings", "set", "mcp.serve", "on")
    async with talking(pace) as talk, agent(pace) as client:
        async with talk.client.events() as events, anyio.create_task_group() as tasks:
            answers: list[tuple[str, bool]] = []

            async def ask() -> None:
                answers.append(
                    await told(client, "ask_user", question="Which?", options=["Red", "Blue"])
                )

            tasks.start_soon(ask)
            asked = await talk.until(events, "Asked")
            assert asked["text"] == "Another program asks: “Which?”"
            assert asked["options"] == ["Red", "Blue"]
            await pace("stop")
        assert answers == [('{"answer": null}', False)]


async def test_a_person_uses_a_server_from_the_command_line(pace: Pace) -> None:
    added = await pace("mcp", "add", "fine", "--", sys.executable, str(HOSTILE), "fine")
    assert b"is started when it is first used" in added.stdout
    tools = json.loads((await pace("mcp", "tools", "--json")).stdout)
    assert set(tools["fine"]) == {"echo"}
    refused = await pace("mcp", "call", "fine", "echo", '{"text": "hi"}')
    assert refused.returncode == 1
    assert b"Use echo of the MCP server fine with text" in refused.stderr
    await pace("settings", "set", "safety.approve_risky_actions", "off")
    assert (await pace("mcp", "call", "fine", "echo", '{"text": "hi"}')).returncode == 1
    removed = await pace("mcp", "remove", "fine")
    assert b"no longer in" in removed.stdout
    again = await pace("mcp", "remove", "fine")
    assert again.returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["add", "nosuch"], b"I know no server nosuch"),
        (["add"], b"not how"),
        (["call", "fine", "echo", "{"], b"no JSON object"),
        (["call", "fine", "echo", "[" * 5_000], b"no JSON object"),
        (["secret", "fine", "KEY"], b"nothing was kept"),
        (["tools", "nothing"], b"There is no MCP server called nothing"),
    ],
)
async def test_what_cannot_be_done_with_servers_is_one_sentence(
    pace: Pace, words: list[str], said: bytes
) -> None:
    done = await pace("mcp", *words)
    assert done.returncode in (1, 2)
    assert said in done.stderr
    assert done.stderr.count(b"\n") == 1


async def test_a_secret_is_kept_in_the_keyring_and_nowhere_else(pace: Pace, tmp_path: Path) -> None:
    await pace("mcp", "add", "composio")
    kept = await pace("mcp", "secret", "composio", "COMPOSIO_API_KEY", stdin=b"s3cret-value\n")
    if kept.returncode == 0:  # where the desktop has a keyring
        assert b"is kept in your keyring" in kept.stdout
    else:
        assert b"keyring" in kept.stderr
    assert files_with(tmp_path, b"s3cret-value") == []


def files_with(folder: Path, words: bytes) -> list[Path]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if words in file.read_bytes()]


async def test_servers_end_with_the_running_pace(pace: Pace, tmp_path: Path) -> None:
    from tests.desktop.test_mcp_hostile import gone

    pids = tmp_path / "pids"
    await pace("mcp", "add", "staying", "--", sys.executable, str(HOSTILE), "staying", str(pids))
    async with running(pace):
        await pace("mcp", "tools", "staying")
    await gone(*map(int, pids.read_text().split()))
