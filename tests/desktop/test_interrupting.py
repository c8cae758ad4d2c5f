"""The running assistant under rough treatment: interrupted, flooded, asked nonsense."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from dbus_fast import Variant

from pace.core.error import PaceError
from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import connected, error_name
from pace.service import INTERFACE, NAME, PATH
from tests.desktop.conftest import APPS, Launch
from tests.desktop.driving import Keys, Pace, Talk, in_front, seen_text, talking, typed_until

PAGE = (APPS / "pages" / "index.html").as_uri()
WORDS = " ".join(f"word{number}" for number in range(600))  # some 5,000 characters


def audited(pace: Pace) -> list[tuple[str, str]]:
    """Operation and outcome of everything audited, the first first."""
    store = sqlite3.connect(Path(pace.environment["XDG_DATA_HOME"]) / "pace" / "pace.db")
    try:
        return store.execute("SELECT operation, outcome FROM audit ORDER BY id").fetchall()
    finally:
        store.close()


async def test_a_new_turn_stops_typing_at_once_leaves_no_key_down_and_works(
    pace: Pace, keys: Keys, launch_and_wait_for_window: Launch, chromium: Sequence[str]
) -> None:
    await launch_and_wait_for_window([*chromium, PAGE], "First page")
    await in_front(pace, "First page")
    async with talking(pace) as talk:
        assert (await talk.say("set the city to x"))["ok"]

        async def say_something_else() -> None:
            report = await talk.say("set the volume to 33 percent", seconds=8)
            assert keys.down() == []
            assert report["ok"], report

        cut = await typed_until(talk, keys, WORDS, say_something_else)
        assert not cut["ok"]
        typed = await seen_text(pace, "City")
        assert WORDS.startswith(typed.removeprefix("x"))
        assert len(typed) < len(WORDS) / 2
        assert (await talk.say("set the city to Rome"))["ok"]
        assert await seen_text(pace, "City") == "Rome", "nothing was typed afterwards"
    assert ("type", "interrupted") in audited(pace)


async def test_stop_silences_the_voice_and_ends_the_turn(
    pace: Pace, virtual_desktop: VirtualDesktop
) -> None:
    async with talking(pace) as talk, talk.client.events() as events:
        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(talk.say, "what can I say")
                await talk.until(events, "Spoke")
                while not await playing(virtual_desktop):
                    await anyio.sleep(0.02)
                assert (await pace("stop")).returncode == 0
            while await playing(virtual_desktop):
                await anyio.sleep(0.02)
        await talk.until(events, "TurnEnded", seconds=2)
        assert not json.loads(await talk.client.call("Status"))["busy"]
        assert (await talk.say("hello"))["ok"]


async def playing(desktop: VirtualDesktop) -> bool:
    """Whether anything sounds on the desktop's speakers."""
    listed = await anyio.run_process(
        ["pactl", "list", "short", "sink-inputs"], env=desktop.environment
    )
    return bool(listed.stdout.strip())


async def test_only_the_one_who_was_asked_answers_and_others_are_audited(pace: Pace) -> None:
    reports: list[dict[str, Any]] = []
    address = pace.environment["DBUS_SESSION_BUS_ADDRESS"]
    async with talking(pace) as talk, talk.client.events() as events:

        async def ask() -> None:
            reports.append(await talk.say("delete all my files"))

        async with connected(address) as stranger, anyio.create_task_group() as tasks:
            tasks.start_soon(ask)
            asked = await talk.until(events, "Asked")
            assert asked["options"][0] == "Cancel"
            for option in asked["options"]:
                given = [asked["question_id"], option]
                [accepted] = await stranger.call(NAME, PATH, INTERFACE, "Answer", "ss", given)
                assert not accepted
            assert json.loads(await talk.client.call("Status"))["question"]
            assert reports == []
            assert await talk.client.call("Answer", "ss", asked["question_id"], "Cancel")
        assert not reports[0]["ok"]
        assert reports[0]["results"] == []
        assert not await talk.client.call("Answer", "ss", asked["question_id"], "Cancel")
    refusals = [line for line in audited(pace) if line == ("answer", "refused")]
    assert len(refusals) == len(asked["options"]) + 1


async def test_calls_that_make_no_sense_get_an_error_and_the_service_goes_on(pace: Pace) -> None:
    nonsense: list[tuple[str, str, list[Any]]] = [
        ("Say", "i", [5]),
        ("Say", "", []),
        ("Say", "ss", ["a", "b"]),
        ("Say", "as", [["a"]]),
        ("Say", "v", [Variant("s", "x")]),
        ("Say", "a{sv}", [{"text": Variant("s", "x")}]),
        ("Answer", "s", ["x"]),
        ("Answer", "sss", ["x", "y", "z"]),
        ("Undo", "s", ["x"]),
        ("Press", "s", ["x"]),
        ("Quit", "s", ["x"]),
        ("Explode", "", []),
        ("_say", "s", ["x"]),
    ]
    async with talking(pace) as talk:
        for member, signature, body in nonsense:
            with pytest.raises(PaceError) as caught:
                with anyio.fail_after(5):
                    await talk.bus.call(NAME, PATH, INTERFACE, member, signature, body)
            answered = error_name(caught.value).removeprefix("org.freedesktop.DBus.Error.")
            assert answered in ("InvalidArgs", "UnknownMethod"), (member, signature)
        assert (await talk.say("hello"))["ok"]


async def test_of_twenty_at_once_the_last_wins_and_the_service_lives(pace: Pace) -> None:
    levels = range(11, 31)
    reports: dict[int, dict[str, Any]] = {}
    async with talking(pace) as talk:

        async def say(level: int) -> None:
            reports[level] = await talk.say(f"set the volume to {level} percent")

        async with anyio.create_task_group() as tasks:
            for level in levels:
                tasks.start_soon(say, level)
        assert reports[30]["ok"], reports[30]
        assert all(report["spoken"] for report in reports.values())
        assert "30 percent" in (await talk.say("what is the volume"))["spoken"]


NAUGHTY = {
    "empty": "",
    "whitespace": " \t\n ",
    "controls": "press \x01\x02\x07\x1b[31m",
    "right to left": "press \u202eevaS",
    "zero width": "pre\u200bss Sa\u200bve",
    "long": "word " * 2000,
    "one long word": "x" * 10_000,
    "quotation marks": '"' * 10_000,
    "combining": "a" + "\u0301" * 2000,
    "digits": "set the volume to " + "9" * 5000,
    "far too long": "set a timer for " + "9" * 300 + " minutes",
    "SQL": "'; DROP TABLE turn; --",
    "format": "%s %n {0} {__class__} ${HOME} $(id)",
    "markup": "<script>alert(1)</script> & <b>bold</b>",
    "emoji": "🙂" * 100,
    "replacement": "\ufffd\ufffe",
    "and": "press a and " * 500,
}


async def test_any_text_is_a_turn_and_never_a_fault(
    pace: Pace, launch_and_wait_for_window: Launch, gtk3_form: Sequence[str]
) -> None:
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    async with talking(pace) as talk, talk.client.events() as events:
        for name, text in NAUGHTY.items():
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(decline, talk)
                report = await talk.say(text)
                tasks.cancel_scope.cancel()
            assert "went wrong" not in report["spoken"], name
            assert len(report["spoken"]) < 1000, name
        assert events is not None
        typed = "press \u202eevaS <b> & %s {0} '; DROP TABLE turn; --"
        assert (await talk.say(f"set the name to {typed}"))["ok"]
        assert (await talk.say("press Save"))["ok"]
    assert f"Saved {typed}, " in form.process.said(50)
    heard = {turn["heard"] for turn in json.loads((await pace("history", "--json")).stdout)}
    assert NAUGHTY["SQL"] in heard


async def decline(talk: Talk) -> None:
    """Answer every question with its first option, which is Cancel."""
    async with talk.client.events() as events:
        async for event in events:
            if event["event"] == "Asked":
                first = event["options"][0]
                await talk.client.call("Answer", "ss", event["question_id"], first)
