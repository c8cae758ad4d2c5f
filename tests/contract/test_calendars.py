"""One suite over calendars and lists: Evolution Data Server, CalDAV, a folder, the doubles."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pace.core.error import Gone, Invalid
from pace.desktop.dbus import Link
from pace.desktop.linux.calendars.caldav import PASSWORD as PASSWORD_NAME
from pace.desktop.linux.calendars.choosing import ChosenCalendars, ChosenToDos
from pace.desktop.ports import Adapter
from pace.desktop.services import Calendars, EventDraft, ToDos
from pace.egress import Egress
from pace.store.places import Places
from pace.store.settings import CalendarSettings, Settings
from pace.testing.calendars import FakeCalendars, FakeToDos
from pace.testing.services import FakeSecrets
from tests.calendar_servers import PASSWORD, USER, evolution_session, radicale

pytestmark = pytest.mark.anyio

PROVIDERS = ("eds", "caldav", "folder")
BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 12, 2, 15, 0, tzinfo=BERLIN)
HOUR = timedelta(hours=1)
TRUST = ssl.create_default_context()  # made once: the server speaks plain http


@dataclass
class Both:
    calendars: Calendars
    todos: ToDos


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with evolution_session(tmp_path_factory.mktemp("eds")) as environment:
        yield environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with radicale(tmp_path_factory.mktemp("radicale")) as url:
        yield url


@pytest.fixture(params=[*PROVIDERS, "double"])
async def both(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Both]:
    if request.param == "double":
        yield Both(FakeCalendars(), FakeToDos())
        return
    address = request.getfixturevalue("session") if request.param == "eds" else "unix:path=/none"
    url = request.getfixturevalue("server") if request.param == "caldav" else ""
    link = Link(lambda: address)
    chosen = CalendarSettings(provider=request.param, url=url, user=USER)
    secrets = FakeSecrets(**{PASSWORD_NAME: PASSWORD})
    made = [
        kind(
            link, Settings(calendar=chosen), Places.below(tmp_path), Egress(trust=lambda: TRUST),
            {"secrets": secrets}.get,
        )
        for kind in (ChosenCalendars, ChosenToDos)
    ]  # fmt: skip
    yield Both(*made)
    await emptied(*made)
    await link.close()


async def emptied(calendars: ChosenCalendars, todos: ChosenToDos) -> None:
    far = datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
    for uid in {event.uid for event in await calendars.between(*far)}:
        kept = await calendars.kept(uid)
        if kept is not None:
            await calendars.delete(uid, kept.mark)
    for todo in await todos.open_ones():
        kept = await todos.kept(todo.uid)
        if kept is not None:
            await todos.delete(todo.uid, kept.mark)


def draft(title: str = "Review", **changes: object) -> EventDraft:
    return EventDraft(**{"title": title, "start": START, "end": START + HOUR, **changes})


async def titles(both: Both, start: datetime = START, days: int = 1) -> list[str]:
    found = await both.calendars.between(start - HOUR, start + timedelta(days=days))
    return [event.title for event in found]


async def test_what_is_made_is_found_again_with_all_that_was_said_of_it(both: Both) -> None:
    made = await both.calendars.create(
        draft("Jürgens Überprüfung; 50 %, \\n", notes="first\nsecond", location="Room 4, left")
    )

    found = await both.calendars.find(made.uid)

    assert found == made
    assert (made.title, made.notes, made.location) == (
        "Jürgens Überprüfung; 50 %, \\n", "first\nsecond", "Room 4, left",
    )  # fmt: skip
    assert (made.start, made.end) == (START, START + HOUR)
    assert not made.all_day
    assert await titles(both) == [made.title]


async def test_an_event_of_a_whole_day_has_dates(both: Both) -> None:
    day = date(2026, 12, 24)
    made = await both.calendars.create(draft("Feast", start=day, end=day + timedelta(days=2)))

    assert made.all_day
    assert (made.start, made.end) == (day, date(2026, 12, 26))
    for second_day in (24, 25):
        morning = datetime(2026, 12, second_day, 9, tzinfo=UTC)
        found = await both.calendars.between(morning, morning + HOUR)
        assert [(event.title, event.start) for event in found] == [("Feast", day)]
    late = datetime(2026, 12, 27, 2, tzinfo=UTC)
    assert await both.calendars.between(late, late + HOUR) == []


async def test_what_lies_outside_the_span_is_not_read(both: Both) -> None:
    await both.calendars.create(draft())

    assert await both.calendars.between(START - 2 * HOUR, START) == []
    assert await both.calendars.between(START + HOUR, START + 2 * HOUR) == []
    assert await titles(both) == ["Review"]


async def test_events_come_by_their_start(both: Both) -> None:
    for title, hours in (("late", 3), ("early", 0), ("middle", 1)):
        await both.calendars.create(
            draft(title, start=START + hours * HOUR, end=START + (hours + 1) * HOUR)
        )

    assert await titles(both) == ["early", "middle", "late"]


async def test_a_weekly_event_comes_every_week(both: Both) -> None:
    made = await both.calendars.create(draft("Weekly", rrule="FREQ=WEEKLY"))

    found = await both.calendars.between(START, START + timedelta(days=21))

    assert made.recurring
    assert [event.start for event in found] == [START + timedelta(days=7 * n) for n in range(3)]


async def test_a_rule_nobody_can_read_makes_nothing(both: Both) -> None:
    with pytest.raises(Invalid):
        await both.calendars.create(draft(rrule="FREQ=BANANA"))
    assert await titles(both) == []


async def test_the_calendar_of_that_name_is_taken_whatever_its_accents(both: Both) -> None:
    names = await both.calendars.names()
    for name in names:
        made = await both.calendars.create(draft(f"in {name}"), name.upper())
        assert made.calendar == name
    assert (await both.calendars.create(draft("elsewhere"), "no such one")).calendar == names[0]


async def test_what_nobody_changed_can_be_taken_away_and_put_back(both: Both) -> None:
    made = await both.calendars.create(draft(rrule="FREQ=WEEKLY", notes="bring it"))
    before = await both.calendars.kept(made.uid)
    assert before is not None

    taken = await both.calendars.delete(made.uid, before.mark)

    assert taken == before
    assert await both.calendars.find(made.uid) is None
    assert await titles(both) == []
    assert await both.calendars.put_back(taken)
    assert await both.calendars.find(made.uid) == made
    assert not await both.calendars.put_back(taken)


async def test_with_another_mark_nothing_is_taken_away(both: Both) -> None:
    made = await both.calendars.create(draft())

    assert await both.calendars.delete(made.uid, "another") is None
    assert await both.calendars.find(made.uid) == made
    assert await both.calendars.delete("nobody", "another") is None
    assert await both.calendars.kept("nobody") is None


@pytest.mark.parametrize(
    "due", [None, START, date(2026, 12, 5)], ids=["whenever", "a time", "a day"]
)
async def test_a_to_do_is_found_again_with_its_due_time(
    both: Both, due: datetime | date | None
) -> None:
    made = await both.todos.create("Milk, 2 l; größer", notes="oat\nor soy", due=due)

    assert (made.title, made.notes, made.due, made.done) == (
        "Milk, 2 l; größer", "oat\nor soy", due, False,
    )  # fmt: skip
    assert await both.todos.find(made.uid) == made
    assert list(await both.todos.open_ones()) == [made]
    assert made.list_name == (await both.todos.lists())[0]


async def test_to_dos_come_by_due_time_and_then_by_title(both: Both) -> None:
    await both.todos.create("b")
    await both.todos.create("a")
    await both.todos.create("later", due=START + HOUR)
    await both.todos.create("sooner", due=START)

    found = [todo.title for todo in await both.todos.open_ones()]

    assert found == ["sooner", "later", "a", "b"]


async def test_what_is_done_is_no_longer_open_and_can_be_undone(both: Both) -> None:
    made = await both.todos.create("milk", due=START)
    before = await both.todos.kept(made.uid)
    assert before is not None

    done = await both.todos.complete(made.uid)
    after = await both.todos.kept(made.uid)

    assert done.done
    assert list(await both.todos.open_ones()) == []
    assert after is not None
    assert after.mark != before.mark
    assert not await both.todos.put_back(before, "another")
    assert await both.todos.put_back(before, after.mark)
    assert list(await both.todos.open_ones()) == [made]


async def test_a_to_do_can_be_taken_away_and_put_back(both: Both) -> None:
    made = await both.todos.create("milk")
    kept = await both.todos.kept(made.uid)
    assert kept is not None

    assert await both.todos.delete(made.uid, "another") is None
    assert await both.todos.delete(made.uid, kept.mark) == kept
    assert await both.todos.find(made.uid) is None
    assert await both.todos.put_back(kept)
    assert await both.todos.find(made.uid) == made


async def test_what_is_gone_cannot_be_done(both: Both) -> None:
    with pytest.raises(Gone):
        await both.todos.complete("nobody")


@pytest.mark.parametrize(
    "title",
    ["\x00bell\x07", "\ud800 half", "x" * 10_000, "\u202egpj", "a\r\nBEGIN:VALARM", "👩\u200d👧 é"],
    ids=["control", "half", "long", "turned", "lines", "emoji"],
)
async def test_odd_words_are_stored_or_refused_and_harm_nothing(both: Both, title: str) -> None:
    made = await both.calendars.create(draft(title))
    todo = await both.todos.create(title)

    assert await titles(both) == [made.title]
    assert [one.title for one in await both.todos.open_ones()] == [todo.title]


async def test_the_adapters_declare_themselves_and_say_who_answers(both: Both) -> None:
    for one, port in ((both.calendars, "calendars"), (both.todos, "todos")):
        if isinstance(one, ChosenCalendars | ChosenToDos):
            assert isinstance(one, Adapter)
            assert one.provides == port
            assert one.available() == ""
            probe = await one.probe()
            assert probe.ok, probe.did
            assert "Asked" in probe.did


LATER = datetime.now(BERLIN).replace(microsecond=0, second=0) + timedelta(days=30)


async def test_a_reminder_that_repeats_moves_on_when_it_is_done_and_ends(both: Both) -> None:
    made = await both.todos.create("pills", due=LATER, rule="FREQ=DAILY;COUNT=2")
    assert (made.due, made.repeats, made.rule) == (LATER, True, "FREQ=DAILY;COUNT=2")
    before = await both.todos.kept(made.uid)

    once = await both.todos.complete(made.uid)

    assert before is not None
    assert (once.due, once.done) == (LATER + timedelta(days=1), False)
    assert [todo.uid for todo in await both.todos.open_ones()] == [made.uid]
    after = await both.todos.kept(made.uid)
    assert after is not None
    assert await both.todos.put_back(before, after.mark)
    again = await both.todos.find(made.uid)
    assert again is not None
    assert again.due == LATER

    await both.todos.complete(made.uid)
    assert (await both.todos.complete(made.uid)).done
    assert await both.todos.open_ones() == []


async def test_a_reminder_for_days_that_repeats_stays_one_for_days(both: Both) -> None:
    first = LATER.date()
    made = await both.todos.create("rent", due=first, rule="FREQ=WEEKLY")

    once = await both.todos.complete(made.uid)

    assert (made.due, once.due) == (first, first + timedelta(days=7))


async def test_a_rule_that_cannot_be_followed_makes_no_reminder(both: Both) -> None:
    with pytest.raises(Invalid):
        await both.todos.create("x", due=LATER, rule="FREQ=SECONDLY")

    assert await both.todos.open_ones() == []


async def test_no_program_rings_where_none_runs(both: Both) -> None:
    assert not await both.todos.rings()


async def test_a_quiet_reminder_has_no_alarm_that_the_desktop_could_ring(both: Both) -> None:
    loud = await both.todos.create("loud", due=LATER)
    quiet = await both.todos.create("quiet", due=LATER, quiet=True)

    if isinstance(both.todos, FakeToDos):
        assert both.todos.alarms == {loud.uid, quiet.uid}
        return
    texts = [await both.todos.kept(one.uid) for one in (loud, quiet)]
    alarms = ["VALARM" in one.text for one in texts if one is not None]
    store = await both.todos._stores.serving()
    assert alarms == [True, not store.desktop_rings]


@pytest.mark.parametrize("fold", [0, 1])
async def test_an_hour_that_the_clocks_show_twice_is_kept_as_the_one_that_was_meant(
    both: Both, fold: int
) -> None:
    start = datetime(2027, 10, 31, 2, 30, tzinfo=BERLIN, fold=fold).astimezone(UTC)
    made = await both.calendars.create(EventDraft("Night call", start, start + HOUR))

    found = await both.calendars.find(made.uid)

    assert found is not None
    assert isinstance(found.start, datetime)
    assert isinstance(found.end, datetime)
    assert found.start.astimezone(UTC) == start
    assert found.end.astimezone(UTC) == start + HOUR
