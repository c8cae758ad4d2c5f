"""Calendar, reminders and to-dos by words, read back by programs nobody here wrote."""

import json
import os
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from tests.calendar_servers import session_bus
from tests.desktop.driving import pace_on, say, talking

pytestmark = pytest.mark.anyio

SETTINGS = "[safety]\napprove_risky_actions = false\n"
TOMORROW = date.today() + timedelta(days=1)  # noqa: DTZ011

#: Asks Evolution Data Server by its own library: the titles of a calendar or a list, and, with
#: more words, adds an event first.
OWN_LIBRARY = """
import sys, gi
gi.require_version("ECal", "2.0"); gi.require_version("EDataServer", "1.2")
from gi.repository import ECal, EDataServer, ICalGLib
registry = EDataServer.SourceRegistry.new_sync(None)
events = sys.argv[1] == "events"
source = registry.ref_builtin_calendar() if events else registry.ref_builtin_task_list()
kind = ECal.ClientSourceType.EVENTS if events else ECal.ClientSourceType.TASKS
client = ECal.Client.connect_sync(source, kind, 0xFFFFFFFF, None)
for text in sys.argv[2:]:
    made = ICalGLib.Component.new_from_string(text)
    client.create_object_sync(made, ECal.OperationFlags.NONE, None)
_, found = client.get_object_list_as_comps_sync("#t", None)
for one in found:
    part = one.get_icalcomponent()
    print(part.get_summary(), part.get_dtstart().as_ical_string(), sep="|")
"""


@pytest.fixture
def folder(tmp_path):
    """Where Pace keeps calendars when the desktop has none."""
    return tmp_path / "data/pace/calendars"


@pytest.fixture
def words(tmp_path):
    """Say words to Pace where no bus, no server and so only the folder is."""
    config = tmp_path / "config/pace"
    config.mkdir(parents=True)
    (config / "settings.toml").write_text(SETTINGS)
    (tmp_path / "home").mkdir()
    return pace_on(
        {
            "PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"), "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none", "XDG_RUNTIME_DIR": str(tmp_path),
        },
        tmp_path,
    )  # fmt: skip


@pytest.fixture
async def desktop_words(words, tmp_path):
    """The same on a session that has Evolution Data Server."""
    async with session_bus(tmp_path / "session") as environment:
        bus = {"DBUS_SESSION_BUS_ADDRESS": environment["DBUS_SESSION_BUS_ADDRESS"]}
        yield replace(words, environment={**words.environment, **bus})


async def todoman(folder, *arguments):
    """What todoman says of the folder's lists."""
    config = folder.parent / "todoman.py"
    config.write_text(f'path = "{folder}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\n')
    program = str(Path(sys.executable).with_name("todo"))
    done = await anyio.run_process(
        [program, "--config", str(config), *arguments],
        env={"HOME": str(folder.parent), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
             "XDG_CACHE_HOME": str(folder.parent / "cache")},
        input=b"",
    )  # fmt: skip
    return done.stdout


async def listed(folder, *arguments):
    """What todoman lists."""
    return json.loads(await todoman(folder, "--porcelain", "list", *arguments))


async def evolution(pace, *arguments):
    """What Evolution's own library reads, a list of [title, start]."""
    done = await anyio.run_process(
        ["/usr/bin/python3", "-c", OWN_LIBRARY, *arguments], env=dict(pace.environment)
    )
    return [line.split("|") for line in done.stdout.decode().splitlines()]


def results(report):
    return [(one["name"], one["status"], one["evidence"]) for one in report["results"]]


async def test_a_to_do_is_on_the_list_that_todoman_shows_and_off_it_after_undo(words, folder):
    report = await say(words, "add oat milk to my to-do list")

    assert results(report) == [("things", "ok", "verified")]
    [todo] = await listed(folder)
    assert (todo["summary"], todo["completed"]) == ("oat milk", False)

    await say(words, "undo that")
    assert await listed(folder) == []


async def test_a_reminder_has_the_time_that_todoman_shows(words, folder):
    await say(words, "remind me to call Alex tomorrow at 9 am")

    [todo] = await listed(folder)
    assert todo["summary"] == "call Alex"
    due = datetime.fromtimestamp(todo["due"])  # noqa: DTZ006
    assert (due.date(), due.hour) == (TOMORROW, 9)


async def test_what_is_marked_done_is_done_for_todoman_and_open_again_after_undo(words, folder):
    await say(words, "add oat milk to my to-do list")

    report = await say(words, "mark oat milk as done")

    assert results(report) == [("todos", "ok", "verified")]
    assert await listed(folder) == []
    [todo] = await listed(folder, "--status", "COMPLETED")
    assert todo["summary"] == "oat milk"
    await say(words, "undo that")
    [todo] = await listed(folder)
    assert (todo["summary"], todo["completed"]) == ("oat milk", False)


async def test_what_todoman_wrote_is_read(words, folder):
    (folder / "tasks").mkdir(parents=True)
    await todoman(folder, "new", "--list", "tasks", "water the plants")

    report = await say(words, "what is on my to-do list")

    assert "1 thing is on your list: “water the plants”, due " in report["spoken"]


async def test_an_event_is_made_read_and_taken_back(words, folder):
    report = await say(words, "add a review to my calendar tomorrow at 3 pm")

    assert results(report) == [("calendar_create", "ok", "verified")]
    [file] = await anyio.to_thread.run_sync(lambda: list(folder.rglob("*.ics")))
    assert "SUMMARY:review" in file.read_text()
    tomorrow = await say(words, "what is on my calendar tomorrow")
    assert tomorrow["spoken"] == "You have one event tomorrow: 15:00 review."

    await say(words, "undo that")
    assert not file.exists()


async def test_undo_keeps_what_another_program_changed(words, folder):
    await say(words, "add a review to my calendar tomorrow at 3 pm")
    [file] = await anyio.to_thread.run_sync(lambda: list(folder.rglob("*.ics")))
    file.write_text(file.read_text().replace("SUMMARY:review", "SUMMARY:review with Ann"))

    report = await say(words, "undo that")

    assert "changed" in report["spoken"]
    assert "review with Ann" in file.read_text()


async def test_evolution_has_the_event_and_the_reminder_that_were_asked_for(desktop_words):
    await say(desktop_words, "add a review to my calendar tomorrow at 3 pm")
    await say(desktop_words, "remind me to call Alex")

    assert await evolution(desktop_words, "events") == [
        ["review", f"{TOMORROW:%Y%m%d}T150000Z"],
    ]  # fmt: skip
    assert [title for title, _ in await evolution(desktop_words, "tasks")] == ["call Alex"]

    await say(desktop_words, "undo that")
    assert await evolution(desktop_words, "tasks") == []


async def test_what_evolution_wrote_is_read_with_its_repetitions(desktop_words):
    start = f"{TOMORROW - timedelta(days=14):%Y%m%d}T090000"
    await evolution(
        desktop_words, "events",
        f"BEGIN:VEVENT\nUID:weekly\nDTSTART:{start}\nDURATION:PT1H\nRRULE:FREQ=WEEKLY\n"
        "SUMMARY:Standup\nEND:VEVENT",
        f"BEGIN:VEVENT\nUID:fair\nDTSTART;VALUE=DATE:{TOMORROW:%Y%m%d}\nSUMMARY:Fair\nEND:VEVENT",
    )  # fmt: skip

    report = await say(desktop_words, "what is on my calendar tomorrow")

    assert report["spoken"] == "You have two events tomorrow: 9:00 Standup, and all day Fair."


async def rung(talk, events, folder, title):
    """Have a reminder made for tomorrow, moved in another program to a minute ago, and looked at;
    what is said of it then."""
    report = await talk.say(f"remind me to {title} tomorrow at 9 am")
    assert results(report) == [("reminder", "ok", "verified")]
    [todo] = [one for one in await listed(folder) if one["summary"] == title]
    ago = datetime.now() - timedelta(minutes=5)  # noqa: DTZ005
    await todoman(folder, "edit", str(todo["id"]), "--due", f"{ago:%Y-%m-%d %H:%M}")
    await talk.say("what's on my to-do list")  # a turn about the list has Pace look at it again
    return (await talk.until(events, "ReminderFired"))["text"]


async def test_a_reminder_rings_while_pace_runs_and_once_though_pace_starts_again(
    desktop_words, folder, tmp_path
):
    settings = tmp_path / "config/pace/settings.toml"
    settings.write_text(f'{SETTINGS}[calendar]\nprovider = "folder"\n')
    for title in ("call Alex", "feed the cat"):
        async with talking(desktop_words) as talk, talk.client.events() as events:
            said = await rung(talk, events, folder, title)
            assert said.startswith(f"Reminder: {title}, due ")


async def test_done_for_once_a_reminder_that_repeats_is_due_again_as_todoman_shows(words, folder):
    await say(words, "remind me every day at 9 am to take the pills")
    [todo] = await listed(folder)
    first = datetime.fromtimestamp(todo["due"])  # noqa: DTZ006

    report = await say(words, "mark take the pills as done")

    assert results(report) == [("todos", "ok", "verified")]
    [todo] = await listed(folder)
    assert todo["completed"] is False
    assert datetime.fromtimestamp(todo["due"]) == first + timedelta(days=1)  # noqa: DTZ006
