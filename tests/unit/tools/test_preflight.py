"""What stands in the way is found before anything is asked or done, and says what mends it."""

import pytest

from pace.core.call import Risk, spoken
from pace.core.question import ALLOW_ONCE, DISMISSED, Answer
from pace.core.result import verified
from pace.core.tool import Catalogue, Issue, Severity
from pace.core.turn import Origin
from pace.store.settings import SafetySettings
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.preflight import ACTIONS_OFF, missing_part
from pace.tools.runner import ToolRunner, TurnScope


class Where(Arguments):
    server: Text = argument("server", about="a server")


def known(given, ports):
    if given["server"] in ports["servers"]:
        return [Issue(Severity.WARNING, "may prompt", "It may ask for a password", "answer it")]
    return [Issue(Severity.BLOCKING, "mcp server not configured",
                  f"The server {given['server']} is not configured",
                  "add it to ~/.config/pace/mcp-servers.json")]  # fmt: skip


@tool("fetch", summary="Fetch", risk=Risk.EXTERNAL, examples=("x",), preflight=known)
async def fetch(given: Where, *, servers: dict) -> object:
    return verified("Fetched.", "here")


class Bench:
    def __init__(self, answer=DISMISSED, **ports):
        self.answer, self.questions = answer, []
        self.runner = ToolRunner(
            ports, {"servers": "No servers are known"}, SafetySettings, lambda _: None, self, self,
            self.note,
        )  # fmt: skip

    async def note(self, *_): ...

    async def add(self, *_): ...

    async def add_lasting(self, *_, grave): ...

    async def ask(self, question):
        self.questions.append(question)
        return self.answer

    async def run(self, server):
        scope = TurnScope("t", Origin.CLI, self.ask, {})
        call = spoken("fetch", server=server)
        [outcome] = await self.runner.run([call], Catalogue.of([fetch]), scope)
        return outcome.result


def test_an_issue_reads_as_one_line():
    issue = Issue(Severity.BLOCKING, "k", "There is no moon", "sudo apt install moon")
    assert str(issue) == "- [blocking] There is no moon: sudo apt install moon"
    assert issue.sentence == "There is no moon; to mend it: sudo apt install moon."
    assert str(ACTIONS_OFF).startswith("- [blocking] Acting is switched off: pace settings set")


@pytest.mark.parametrize(
    ("port", "why", "line"),
    [
        ("volume", "", ("- [blocking] This needs a sound server, which is not available here:"
                        " sudo apt install pipewire-pulse")),
        ("volume", "No sound server is running.",
         "- [blocking] No sound server is running: sudo apt install pipewire-pulse"),
        ("tree", "Run `x` first.", "- [blocking] Run `x` first: `pace doctor` says more"),
    ],
)  # fmt: skip
def test_a_missing_part_says_what_it_is_and_what_mends_it(port, why, line):
    assert str(missing_part(port, why)) == line


async def test_a_tools_own_blocking_issue_stops_the_plan_before_anything_is_asked():
    bench = Bench(servers={"files"})
    result = await bench.run("moon")
    assert result.kind == "mcp server not configured"
    assert "mcp-servers.json" in result.spoken
    assert bench.questions == []


async def test_a_warning_is_shown_with_the_question_and_stops_nothing():
    bench = Bench(Answer(ALLOW_ONCE, 1), servers={"files"})
    result = await bench.run("files")
    assert result.ok
    assert "Preflight:\n- [warning] It may ask for a password: answer it" in (
        bench.questions[0].text
    )


async def test_without_the_part_the_tools_own_check_is_not_made():
    assert (await Bench().run("moon")).spoken == "No servers are known."
