"""Questions at a terminal: the one who typed the command answers them."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import anyio

from pace.core.error import PaceError
from pace.core.event import Event, Noticed
from pace.core.question import DISMISS, Kind, Question
from pace.turn.answers import answer as understood_as

if TYPE_CHECKING:
    from pace.app import App
    from pace.service import Client

#: How long telling the assistant that nothing is chosen may take, in seconds.
DISMISS_SECONDS = 1.0
#: The longest answer that is read, in bytes.
LINE = 4096


@asynccontextmanager
async def answer_questions(running: Client, notices: list[str]) -> AsyncIterator[None]:
    """While a turn runs in the assistant, put its questions here and send the answers back.

    What the person should know besides is added to `notices`.
    """
    async with running.events() as events, anyio.create_task_group() as tasks:
        open_here: dict[str, anyio.CancelScope] = {}
        one_at_a_time = anyio.Lock()

        async def answer(question: Question, option: str) -> None:
            with suppress(PaceError):  # then the turn is over as well, and says why
                await running.call("Answer", "ss", question.id, option)

        async def put(question: Question) -> None:
            scope = open_here[question.id] = anyio.CancelScope()
            try:
                with scope:
                    async with one_at_a_time:
                        option = await _read(question)
                    await answer(question, option)
            except anyio.get_cancelled_exc_class():
                with anyio.move_on_after(DISMISS_SECONDS, shield=True):
                    await answer(question, DISMISS)
                raise

        async def follow() -> None:
            async for event in events:
                if event["event"] == "Asked":
                    tasks.start_soon(put, _question(event))
                elif event["event"] == "Answered" and event["question_id"] in open_here:
                    open_here[event["question_id"]].cancel()
                elif event["event"] == "Noticed":
                    notices.append(event["text"])

        tasks.start_soon(follow)
        yield
        for scope in open_here.values():
            scope.cancel()
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def asking_here(app: App, notices: list[str]) -> AsyncIterator[None]:
    """The same for a turn in this process."""

    async def put(question: Question) -> None:
        option = await _read(question)
        app.assistant.answer(question.id, option, "terminal", trusted=True)

    app.parts.events.subscribe(noticing(notices))
    app.assistant.put_with(put)
    yield


def noticing(notices: list[str]) -> Callable[[Event], None]:
    """A subscriber that adds what the person should know."""

    def see(event: Event) -> None:
        if isinstance(event, Noticed):
            notices.append(event.text)

    return see


def show_notices(notices: list[str], spoken: str) -> None:
    """Print each once, without what was said already or stands in another."""
    for notice in dict.fromkeys(notices):
        if notice not in spoken and not any(notice in n and notice != n for n in notices):
            sys.stderr.write(f"pace: {notice}\n")


def _question(event: dict[str, Any]) -> Question:
    return Question(
        event["question_id"], Kind(event["kind"]), event["text"], tuple(event["options"])
    )


async def _read(question: Question) -> str:
    """The option chosen at the terminal, or none (empty), which does nothing."""
    sys.stderr.write(f"{question.text}\n")
    if not sys.stdin.isatty():
        sys.stderr.write("There is no terminal to answer at, so nothing is chosen.\n")
        return DISMISS
    for number, option in enumerate(question.options, 1):
        sys.stderr.write(f"  {number}  {option}\n")
    sys.stderr.write("Your choice (Enter for none): ")
    sys.stderr.flush()
    line = await _line()
    if line.strip().isdecimal() and 0 < int(line) <= len(question.options):
        return question.options[int(line) - 1]
    meant = understood_as(question, line) if line.strip() else None
    return DISMISS if meant is None or meant.option is None else meant.option


async def _line() -> str:
    """What is typed up to Enter, or to the end of input. It can be given up at any time, which no
    thread that reads could be: the process would wait for it at its end."""
    typed = b""
    try:
        while not typed.endswith(b"\n"):
            await anyio.wait_readable(sys.stdin.fileno())
            more = os.read(sys.stdin.fileno(), LINE)
            if not more:
                break
            typed += more
    except anyio.get_cancelled_exc_class():
        sys.stderr.write("\n")
        raise
    except OSError:  # the terminal was closed
        return ""
    return typed[:LINE].decode("utf-8", "replace")
