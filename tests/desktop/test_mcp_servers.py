"""Servers that nobody here wrote: filesystem and everything, and the conformance suite."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from pace.core.error import Invalid
from pace.core.result import Result
from pace.store.places import Places
from pace.tools.mcp.finding import Commands
from pace.tools.mcp.rendering import told
from pace.tools.mcp.servers import Servers
from pace.tools.mcp.session import pool
from tests.desktop.driving import bare_machine, pace_on
from tests.desktop.test_at_a_terminal import PROMPT, at_a_terminal

APPS = Path(__file__).parent / "apps"


@pytest.fixture(scope="module")
def node_programs() -> Path:
    """Where the set-up of the tests put the Node programs of requirements/npm."""
    folder = Path(os.environ.get("PACE_TEST_NPM", "/nonexistent"))
    if not (folder / "mcp-server-filesystem").exists():
        pytest.skip("no Node programs here: the set-up said why")
    return folder


class Hands:
    """Real servers, with a person who allows everything."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers

    async def use(self, server: str, tool: str, **arguments: Any) -> Result:
        with anyio.fail_after(30):
            used = await self.servers.use(server, tool, arguments, asked=True, approve=self.allowed)
        return told(used)

    async def allowed(self, _: str) -> bool:
        return True


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    (folder / "note.txt").write_text("buy milk\n", encoding="utf-8")
    return folder


@pytest.fixture
async def hands(
    node_programs: Path, documents: Path, tmp_path: Path, anyio_backend: str
) -> AsyncIterator[Hands]:
    entries = {
        "filesystem": {"command": str(node_programs / "mcp-server-filesystem"),
                       "args": [str(documents)]},
        "everything": {"command": str(node_programs / "mcp-server-everything")},
    }  # fmt: skip
    places = Places.below(tmp_path)
    places.config.mkdir()
    (places.config / "mcp-servers.json").write_text(json.dumps({"mcpServers": entries}))

    @asynccontextmanager
    async def child(name: str, *, networked: bool = True) -> AsyncIterator[None]:
        yield

    async with pool(places.state / "mcp") as servers:
        yield Hands(Servers(servers, Commands(), places, secret=None, child=child, home=tmp_path))


async def test_files_are_read_written_and_listed(hands: Hands, documents: Path) -> None:
    read = await hands.use("filesystem", "read_text_file", path=str(documents / "note.txt"))
    assert read.spoken == "filesystem/read_text_file answered: buy milk."
    wrote = await hands.use(
        "filesystem", "write_file", path=str(documents / "new.txt"), content="Grüße 👋\n" * 500
    )
    assert wrote.ok
    assert (documents / "new.txt").read_text(encoding="utf-8") == "Grüße 👋\n" * 500
    listed = await hands.use("filesystem", "list_directory", path=str(documents))
    assert "note.txt" in listed.observation


async def test_what_the_server_will_not_do_is_its_own_word(hands: Hands) -> None:
    result = await hands.use("filesystem", "read_text_file", path="/etc/passwd")
    assert not result.ok
    assert "reported an error" in result.spoken
    assert "root:" not in result.observation


async def test_arguments_are_held_against_its_schema_before_it_is_asked(hands: Hands) -> None:
    for wrong in ({}, {"path": 7}, {"path": "x", "head": "many"}):
        with pytest.raises(Invalid, match="does not take that"):
            await hands.use("filesystem", "read_text_file", **wrong)


async def test_every_tool_of_both_servers_is_usable(hands: Hands) -> None:
    counts = {}
    for server in ("filesystem", "everything"):
        offer = await hands.servers.offer(server)
        assert offer.left_out == ()
        counts[server] = len(offer.tools)
    assert counts == {"filesystem": 14, "everything": 13}


async def test_the_server_of_everything_answers_in_every_form(hands: Hands) -> None:
    assert (await hands.use("everything", "echo", message="hi")).spoken.endswith("Echo: hi.")
    summed = await hands.use("everything", "get-sum", a=2, b=40)
    assert "42" in summed.observation
    picture = await hands.use("everything", "get-tiny-image")
    assert "(image, " in picture.observation
    structured = await hands.use("everything", "get-structured-content", location="Chicago")
    assert "temperature" in structured.observation
    resource = await hands.use("everything", "get-resource-reference")
    assert "Resource" in resource.observation


async def test_a_server_that_wants_a_secret_of_ours_is_told_none(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "not yours")
    seen = (await hands.use("everything", "get-env")).observation
    assert '"PATH"' in seen
    assert "not yours" not in seen


@pytest.mark.parametrize(
    ("scenario", "tool", "arguments"),
    [("initialize", "", {}), ("tools_call", "add_numbers", {"a": 5, "b": 3})],
)
async def test_the_conformance_suite_passes(
    node_programs: Path, tmp_path: Path, scenario: str, tool: str, arguments: dict[str, Any]
) -> None:
    client = [
        sys.executable, str(APPS / "mcp_conformance_client.py"), str(tmp_path / "pace"), tool,
        json.dumps(arguments).replace(" ", ""),
    ]  # fmt: skip
    quoted = " ".join(part or "''" for part in client).replace('"', '\\"')
    suite = str(node_programs / "conformance")
    with anyio.fail_after(50):
        done = await anyio.run_process(
            [suite, "client", "--command", quoted, "--scenario", scenario],
            env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
            cwd=tmp_path, check=False, stderr=subprocess.STDOUT,
        )  # fmt: skip
    said = done.stdout.decode()
    assert done.returncode == 0, said
    assert ", 0 failed, 0 warnings" in said
    assert "Passed: 0/" not in said


async def test_a_sentence_leads_into_the_first_use_and_then_lists_the_documents(
    node_programs: Path, tmp_path: Path
) -> None:
    bare = pace_on(bare_machine(tmp_path), tmp_path)
    home = Path(bare.environment["HOME"])
    (home / "Documents").mkdir(parents=True)
    (home / "Documents" / "holiday plans.txt").write_text("sea", encoding="utf-8")
    program = str(node_programs / "mcp-server-filesystem")
    await bare("mcp", "add", "filesystem", "--", program, str(home / "Documents"))
    sentence = "list my documents with the filesystem server"
    async with at_a_terminal(bare, "say", sentence) as terminal:
        await terminal.until("for the first time?")
        assert "with path “~/Documents”" in terminal.shown
        await terminal.until(PROMPT)
        terminal.type(b"2\n")
        await terminal.until("holiday plans.txt")
        assert await terminal.end() == 0
    async with at_a_terminal(bare, "say", sentence) as terminal:
        await terminal.until(PROMPT)
        assert "Use list_directory of the MCP server filesystem" in terminal.shown
        assert "first time" not in terminal.shown
        terminal.type(b"2\n")
        await terminal.until("holiday plans.txt")
