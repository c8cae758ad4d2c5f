"""What each command does. Imports stand in the functions, so that each command pays for itself."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

import anyio

from pace.core.error import Invalid, PaceError, Unavailable
from pace.core.turn import writable

if TYPE_CHECKING:
    from pace.app import App

DONE, NOT_DONE, BAD_INPUT = 0, 1, 2


def _run(work: Callable[[], Awaitable[int]]) -> int:
    """Run one command; an error on purpose is its sentence on stderr."""
    try:
        return anyio.run(work)
    except PaceError as problem:
        return _fail(problem)


def _fail(problem: PaceError) -> int:
    fix = problem.fix if isinstance(problem, Unavailable) else ""
    sys.stderr.write(f"pace: {problem}" + (f" To mend it: {fix}" if fix else "") + "\n")
    return BAD_INPUT if isinstance(problem, Invalid) else NOT_DONE


def _show(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


@contextlib.asynccontextmanager
async def _here() -> AsyncIterator[App]:
    """Pace in this process, without a voice, on this desktop."""
    from pace.app import application, chosen, linux_desktop, parts
    from pace.store.places import Places

    places = Places.of()
    async with parts(places) as made, linux_desktop(chosen(made, places)) as desktop:
        yield application(desktop, made)


async def _turn(text: str) -> dict[str, Any]:
    """Run a turn in the running assistant, or in this process when there is none."""
    from pace.service import client
    from pace.terminal import answer_questions, asking_here, show_notices

    notices: list[str] = []
    report: dict[str, Any] = {}
    async with client() as running:
        if running is not None:
            async with answer_questions(running, notices):
                report = json.loads(await running.call("Say", "s", text))
    if running is None:
        from dataclasses import asdict

        async with _here() as app, asking_here(app, notices):
            report = asdict(await app.say(text, asker="terminal"))
    show_notices(notices, report["spoken"])
    return report


def _told(report: dict[str, Any], as_json: bool) -> int:
    if as_json:
        _show(report)
    elif report["spoken"]:
        print(report["spoken"])
    return DONE if report["ok"] else NOT_DONE


def say(given: argparse.Namespace) -> int:
    text = writable(" ".join(given.text)).strip()
    if not text:
        sys.stderr.write("pace: there are no words to act on; see `pace say --help`.\n")
        return BAD_INPUT

    async def work() -> int:
        return _told(await _turn(text), given.json)

    return _run(work)


def undo(given: argparse.Namespace) -> int:
    async def work() -> int:
        return _told(await _turn("undo that"), given.json)

    return _run(work)


def _ask_running(method: str, nothing_runs: int) -> int:
    """Call a method without arguments of the running assistant."""

    async def work() -> int:
        from pace.service import client

        async with client() as running:
            if running is None:
                if nothing_runs:
                    sys.stderr.write("pace: Pace is not running; start it with `pace run`.\n")
                return nothing_runs
            await running.call(method)
            return DONE

    return _run(work)


def press(_: argparse.Namespace) -> int:
    return _ask_running("Press", NOT_DONE)


def release(_: argparse.Namespace) -> int:
    return _ask_running("Release", NOT_DONE)


def toggle(_: argparse.Namespace) -> int:
    return _ask_running("Toggle", NOT_DONE)


def stop(_: argparse.Namespace) -> int:
    return _ask_running("Stop", DONE)


def quit(_: argparse.Namespace) -> int:  # noqa: A001  # named for the command
    return _ask_running("Quit", DONE)


def plan(given: argparse.Namespace) -> int:
    from pace.tools.catalogue import built_in
    from pace.turn.planning import Planning

    planning = Planning(built_in())
    words = writable(" ".join(given.text))
    lines = [json.dumps({"id": "1", "transcript": words})] if given.text else sys.stdin
    for line in lines:
        if line.strip():
            print(planning.line(line, explain=given.explain), flush=True)
    return DONE


def see(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.turn.planning import snapshot_as_json

        async with _here() as app:
            if app.desktop.tree is None:
                raise Unavailable(app.desktop.missing.get("tree", "Nothing can be seen here."))
            seen = snapshot_as_json(await app.desktop.tree.snapshot())
        if given.json:
            _show(seen)
            return DONE
        window = seen["window"]
        if window is None:
            print("No window is active.")
            return DONE
        print(f"{window['app']}: {window['title']}")
        for element in seen["elements"]:
            marks = " ".join(element["states"])
            print(
                f"  {element['id']:>5} {element['role']:<16} {element['label']}  {marks}".rstrip()
            )
        return DONE

    return _run(work)


def tools(given: argparse.Namespace) -> int:
    from pace.tools.catalogue import built_in
    from pace.tools.preflight import servable
    from pace.tools.rendering import markdown, planner_list, public, rows

    if given.markdown:
        print(markdown(built_in()), end="")
        return DONE
    if given.planner:
        print(planner_list(built_in()))
        return DONE

    async def work() -> int:
        from pace.app import linux_desktop

        async with linux_desktop() as desktop:
            missing = dict(desktop.missing)
        if given.json:
            _show(rows(built_in(), missing))
            return DONE
        listed = [(tool, servable(tool, missing)) for tool in public(built_in())]
        for tool, served in listed:
            mark = " " if served else "–"
            print(f"{mark} {tool.name:<15} {tool.summary}  “{tool.examples[0]}”")
        if not all(served for _, served in listed):
            print("– needs something that is missing here: `pace doctor` says what.")
        return DONE

    return _run(work)


def history(given: argparse.Namespace) -> int:
    async def work() -> int:
        from dataclasses import asdict

        from pace.core.clock import SystemClock
        from pace.store.database import Database
        from pace.store.journals import History
        from pace.store.places import Places

        database = Database(Places.of().database)
        try:
            turns = await History(database, SystemClock()).recent(max(1, given.n))
        finally:
            await database.close()
        if given.json:
            _show([asdict(turn) for turn in turns])
            return DONE
        for turn in reversed(turns):
            print(f"{turn.at[:16].replace('T', ' ')}  you:  {turn.heard}")
            print(f"{'':16}  pace: {turn.spoken or '(nothing)'}")
        return DONE

    return _run(work)


def settings(given: argparse.Namespace) -> int:
    from pace.store import describing
    from pace.store.places import Places
    from pace.store.settings import SettingsFile

    if given.markdown:
        print(describing.markdown(), end="")
        return DONE
    file = SettingsFile(Places.of().settings)
    try:
        if given.action == "set":
            if given.name is None or given.value is None:
                sys.stderr.write(
                    "pace: say which setting and its value, as in "
                    "`pace settings set voice.speak false`.\n"
                )
                return BAD_INPUT
            value = writable(given.value)
            if given.name == "voice.push_to_talk":
                _check_chord(value)
            current = file.set(given.name, value)
            _say_when(given.name)
        else:
            current = file.load()
    except PaceError as problem:
        return _fail(problem)
    finally:
        for warning in file.warnings:
            sys.stderr.write(f"pace: {warning}\n")
    values = describing.flat(current)
    if given.name is not None:
        if given.name not in values:
            sys.stderr.write(f"pace: there is no setting {given.name}; see `pace settings`.\n")
            return BAD_INPUT
        values = {given.name: values[given.name]}
    if given.json:
        _show(values)
    else:
        for name, value in values.items():
            print(f"{name} = {json.dumps(value)}")
    return DONE


#: Settings that a running Pace reads again whenever it needs them.
_READ_AGAIN = frozenset({"mcp.serve"})


def _say_when(name: str) -> None:
    """Say that a running Pace goes on with the settings that it was started with."""

    async def work() -> int:
        from pace.service import client

        async with client() as running:
            if running is not None and name not in _READ_AGAIN:
                sys.stderr.write(
                    "pace: Pace is running and uses this from its next start on; `pace quit`, then"
                    " `pace run`.\n"
                )
        return DONE

    anyio.run(work)


def _check_chord(keys: str) -> None:
    from pace.desktop.keys import parse_held

    try:
        parse_held(keys)
    except Invalid as problem:
        raise Invalid(
            "Those keys cannot be held to speak, so nothing was changed; choose for example "
            "ctrl+alt or ctrl+space."
        ) from problem


def run(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.running import run_assistant

        return await run_assistant(headless=given.headless)

    return _run(work)


def listen(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.running import listen_once
        from pace.terminal import noticing, show_notices

        notices: list[str] = []
        report = await listen_once(given.wav, _turn, noticing(notices))
        show_notices(notices, report["spoken"] if report is not None else "")
        if report is None:
            if given.json:
                _show({"heard": "", "ok": True, "spoken": ""})
            else:
                print("I heard nothing.")
            return DONE
        if not given.json:
            print(f"heard: {report['heard']}")
        return _told(report, given.json)

    return _run(work)


def models(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.models.command import models as carry_out

        return await carry_out(given.action, given.name, as_json=given.json)

    return _run(work)


def doctor(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.doctor import examine

        return await examine(as_json=given.json)

    return _run(work)


def mcp(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.mcp.command import mcp as carry_out

        return await carry_out(given.action, given.words, as_json=given.json)

    return _run(work)


def secrets(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.secrets import secrets as carry_out

        return await carry_out(given.action, given.words, as_json=given.json)

    return _run(work)


def demo(given: argparse.Namespace) -> int:
    async def work() -> int:
        from pace.demo.conversation import demonstrate

        return await demonstrate(as_json=given.json, keep=given.keep)

    return _run(work)


def evals(given: argparse.Namespace) -> int:
    from pace.evaluate import evaluate

    return evaluate(given.name, as_json=given.json, data=given.data)


def bench(given: argparse.Namespace) -> int:
    from pace.bench import benchmark

    return benchmark(given.name, as_json=given.json)
