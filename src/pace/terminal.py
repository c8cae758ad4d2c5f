"""Questions at a terminal: the one who typed the command answers them."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

from pace.core.event import Event, Noticed
from pace.core.question import DISMISS, Kind, Question
from pace.turn.answers import answer as understood_as

if TYPE_CHECKING:
    from pace.app import App
    from pace.service import Client


@asynccontextmanager
async def answer_questions(running: Client, notices: list[str]) -> AsyncIterator[None]:
    """While a turn runs in the assistant, put its questions here and send the answers back.

    What the person should know besides is added to `notices`.
    """
    async with running.events() as events, anyio.create_task_group() as tasks:

        async def follow() -> None:
            async for event in events:
                if event["event"] == "Asked":
                    option = await _read(_question(event))
                    await running.call("Answer", "ss", event["question_id"], option)
                elif event["event"] == "Noticed":
                    notices.append(event["text"])

        tasks.start_soon(follow)
        yield
        tasks.cancel_scope.cancel()


@asynccontextmanager
async def asking_here(app: App, notices: list[str]) -> AsyncIterator[None]:
    """The same for a turn in this process."""
    app.parts.events.subscribe(noticing(notices))
    async with anyio.create_task_group() as tasks:
        put, asked = anyio.create_memory_object_stream[Question](4)

        async def follow() -> None:
            async for question in asked:
                option = await _read(question)
                app.assistant.answer(question.id, option, "terminal", trusted=True)

        async def ask(question: Question) -> None:
            await put.send(question)

        app.assistant.put_with(ask)
        tasks.start_soon(follow)
        with put, asked:
            yield
            tasks.cancel_scope.cancel()


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
    line = await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True)
    if line.strip().isdigit() and 0 < int(line) <= len(question.options):
        return question.options[int(line) - 1]
    meant = understood_as(question, line) if line.strip() else None
    return DISMISS if meant is None or meant.option is None else meant.option
