"""Questions where the command was typed: what is not answered ends, and so does Ctrl-C."""

import json
import os
import pty
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import anyio.abc
import pytest

from tests.desktop.driving import Pace, bare_machine, pace_on, talking

PROMPT = "Enter for none): "


@dataclass
class Terminal:
    """A command on a terminal of its own."""

    process: anyio.abc.Process
    master: int
    shown: str = field(default="")

    async def until(self, words: str) -> None:
        """Wait until the terminal shows them."""
        with anyio.fail_after(30):
            while words not in self.shown:
                await anyio.wait_readable(self.master)
                self.shown += os.read(self.master, 4096).decode()

    async def end(self) -> int:
        """The exit code, once the command has ended by itself; what it still said is shown."""
        with anyio.fail_after(15):
            code = await self.process.wait()
        os.set_blocking(self.master, False)
        while True:
            try:
                more = os.read(self.master, 4096)
            except OSError:  # there is no more, or nobody at the other end
                return code
            if not more:
                return code
            self.shown += more.decode()

    def type(self, words: bytes) -> None:
        os.write(self.master, words)


@asynccontextmanager
async def at_a_terminal(pace: Pace, *arguments: str) -> AsyncIterator[Terminal]:
    master, slave = pty.openpty()
    program = ["setsid", "--ctty", sys.executable, "-P", "-m", "pace", *arguments]
    try:
        async with await anyio.open_process(
            program, env=dict(pace.environment), stdin=slave, stdout=slave, stderr=slave
        ) as process:
            os.close(slave)
            try:
                yield Terminal(process, master)
            finally:
                if process.returncode is None:
                    process.kill()
    finally:
        os.close(master)


@pytest.fixture
async def bare(tmp_path: Path) -> Pace:
    """Pace where there is no desktop; its questions wait five seconds."""
    pace = pace_on(bare_machine(tmp_path), tmp_path)
    await pace("settings", "set", "safety.answer_seconds", "5")
    return pace


def leave(_: Terminal) -> None:
    """Type nothing, until the time is over."""


def interrupt(terminal: Terminal) -> None:
    terminal.type(b"\x03")


def choose_nothing(terminal: Terminal) -> None:
    terminal.type(b"\n")


@pytest.mark.parametrize(
    ("act", "code", "told"),
    [
        (leave, 1, "Then I leave it."),
        (choose_nothing, 1, "Then I leave it."),
        (interrupt, 130, ""),
    ],
)
async def test_a_question_that_is_not_answered_ends_the_command(
    bare: Pace, act: Callable[[Terminal], None], code: int, told: str
) -> None:
    async with at_a_terminal(bare, "say", "delete everything") as terminal:
        await terminal.until(PROMPT)
        act(terminal)
        assert await terminal.end() == code, terminal.shown
    assert told in terminal.shown
    assert "Traceback" not in terminal.shown


async def test_ctrl_c_at_a_question_of_the_running_assistant_answers_it_with_nothing(
    pace: Pace,
) -> None:
    async with talking(pace) as talk:
        async with at_a_terminal(pace, "say", "delete everything") as terminal:
            await terminal.until(PROMPT)
            terminal.type(b"\x03")
            assert await terminal.end() == 130, terminal.shown
        assert "Traceback" not in terminal.shown
        with anyio.fail_after(10):
            while json.loads(await talk.client.call("Status"))["question"] is not None:
                await anyio.sleep(0.02)
    history = json.loads((await pace("history", "--json")).stdout)
    assert [turn["spoken"] for turn in history] == ["Then I leave it."]


async def test_a_setting_that_waits_for_the_next_start_says_so(pace: Pace) -> None:
    words = b"uses this from its next start on"
    assert words not in (await pace("settings", "set", "voice.speak", "false")).stderr
    async with talking(pace):
        said = await pace("settings", "set", "voice.speak", "true", "--json")
        assert words in said.stderr
        assert json.loads(said.stdout) == {"voice.speak": True}
        read_again = await pace("settings", "set", "mcp.serve", "true")
        assert words not in read_again.stderr


async def test_quit_says_nothing(pace: Pace) -> None:
    async with talking(pace):
        done = await pace("quit")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
