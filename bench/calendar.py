"""A week of 5,000 events, and making an event, against bare libraries and bare calls."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import anyio
import anyio.to_thread

from bench.stage import scratch
from pace.bench import Differs, Run, without_figure
from pace.core.error import PaceError, Unavailable
from pace.core.figures import Row, measured, short
from pace.desktop.dbus import Link
from pace.desktop.linux.calendars import eds
from pace.desktop.linux.calendars.caldav import CalDav, account
from pace.desktop.linux.calendars.folder import Folder
from pace.desktop.linux.calendars.ical import event_text
from pace.desktop.linux.calendars.shelf import Kind, Store
from pace.desktop.linux.calendars.stored import StoredCalendars
from pace.desktop.services import EventDraft
from pace.egress import Egress
from pace.testing.services import FakeSecrets
from tests.calendar_servers import PASSWORD, USER, radicale, session_bus

EVENTS, WEEKLY = 5000, 20  # one in so many repeats every week
LOOKS, FRESH, MADE = 30, 3, 20
BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 11, 30, tzinfo=BERLIN)
WEEK = (MONDAY, MONDAY + timedelta(days=7))
DRAFT = EventDraft("Review", MONDAY + timedelta(hours=15), MONDAY + timedelta(hours=16))

Bare = Callable[[], Awaitable[str]]


async def measure(run: Run) -> list[Row]:
    """Each case beside the shortest way to the same answer with nothing of ours."""
    rows: list[Row] = []
    if run.wants("week") or run.wants("first look"):
        async with scratch() as folder:
            await anyio.to_thread.run_sync(_filled, folder / "calendar")
            rows += await _weeks(run, folder)
    for case, opened in (("folder", _folder), ("eds", _eds), ("caldav", _caldav)):
        if run.wants(f"create, {case}"):
            try:
                async with opened() as (store, bare):
                    rows.append(await _created(f"create, {case}", run, store, bare))
            except PaceError as problem:
                rows.append(without_figure(f"create, {case}", problem))
    return rows


async def _weeks(run: Run, folder: Path) -> list[Row]:
    """The rival reads every file each time: it keeps nothing between two questions."""
    fresh: list[float] = []
    for _ in range(run.times(FRESH)):
        began = time.perf_counter()
        theirs = await anyio.to_thread.run_sync(_bare_week, folder)
        fresh.append((time.perf_counter() - began) * 1000)
    rival = measured(fresh)
    rows = []
    for case, times in (("first look", FRESH), ("week, warm", LOOKS)):
        if not run.wants(case):
            continue
        calendars = StoredCalendars(Folder(folder), lambda: BERLIN)
        if case != "first look":
            await calendars.between(*WEEK)
        samples: list[float] = []
        for _ in range(run.times(times)):
            if case == "first look":
                calendars = StoredCalendars(Folder(folder), lambda: BERLIN)
            began = time.perf_counter()
            ours = await calendars.between(*WEEK)
            samples.append((time.perf_counter() - began) * 1000)
            if sorted((e.uid, e.start) for e in ours) != theirs:
                raise Differs(f"We found {len(ours)} events, the rival {len(theirs)}.")
        own = measured(samples)
        more = {"p95": short(own.p95), "notes": [f"{len(theirs)} of {EVENTS} events in the week"]}
        rows.append(
            Row(case, own.median, {"icalendar, anew": rival.median}, own.n, own.spread, more=more)
        )
    return rows


def _bare_week(folder: Path) -> list[tuple[str, Any]]:
    from icalendar import Calendar
    from recurring_ical_events import of

    whole = Calendar()
    for file in folder.rglob("*.ics"):
        for event in Calendar.from_ical(file.read_bytes()).walk("VEVENT"):
            whole.add_component(event)
    return sorted((str(e["UID"]), e["DTSTART"].dt) for e in of(whole).between(*WEEK))


def _filled(folder: Path) -> None:
    chance = random.Random(3)
    folder.mkdir()
    for number in range(EVENTS):
        start = datetime(2024, 1, 1, chance.randrange(8, 18), tzinfo=BERLIN) + timedelta(
            days=chance.randrange(1200)
        )
        rule = "FREQ=WEEKLY" if number % WEEKLY == 0 else ""
        draft = EventDraft(f"event {number}", start, start + timedelta(hours=1), rrule=rule)
        text = event_text(str(number), draft, datetime.now(UTC), BERLIN)
        (folder / f"{number}.ics").write_text(text)


async def _created(case: str, run: Run, store: Store, bare: Bare) -> Row:
    """An event made and read back, in turn with the same by the fewest bare calls."""
    calendars = StoredCalendars(store, lambda: BERLIN)
    ours: list[float] = []
    theirs: list[float] = []
    reads: list[float] = []
    await calendars.create(DRAFT)
    await bare()
    for _ in range(run.times(MADE)):
        began = time.perf_counter()
        made = await calendars.create(DRAFT)
        ours.append((time.perf_counter() - began) * 1000)
        began = time.perf_counter()
        back = await bare()
        theirs.append((time.perf_counter() - began) * 1000)
        if made.title != DRAFT.title or f"SUMMARY:{DRAFT.title}" not in back:
            raise Differs("What was made was not read back.")
        began = time.perf_counter()
        await calendars.between(*WEEK)
        reads.append((time.perf_counter() - began) * 1000)
    own, week = measured(ours), measured(reads)
    more = {
        "p95": short(own.p95), "worst": short(max(ours)),
        "notes": [f"reading the week then: median {short(week.median)}, worst {short(max(reads))}"],
    }  # fmt: skip
    rivals = {"bare calls": measured(theirs).median}
    return Row(case, own.median, rivals, own.n, own.spread, more=more)


def _text() -> tuple[str, str]:
    uid = str(uuid.uuid4())
    return uid, event_text(uid, DRAFT, datetime.now(UTC), BERLIN)


@asynccontextmanager
async def _folder() -> AsyncIterator[tuple[Store, Bare]]:
    """The rival writes a file and reads it, with no fsync and no look for a second one."""
    async with scratch() as folder:
        (folder / "bare").mkdir()

        def written() -> str:
            uid, text = _text()
            file = folder / "bare" / f"{uid}.ics"
            file.write_text(text)
            return file.read_text()

        async def bare() -> str:
            return await anyio.to_thread.run_sync(written)

        yield Folder(folder / "own"), bare


@asynccontextmanager
async def _eds() -> AsyncIterator[tuple[Store, Bare]]:
    """The rival sends CreateObjects and GetObject to a calendar that is open already."""
    async with AsyncExitStack() as stack:
        folder = await stack.enter_async_context(scratch())
        environment = await stack.enter_async_context(session_bus(folder / "session"))
        link = Link(lambda: environment["DBUS_SESSION_BUS_ADDRESS"])
        stack.push_async_callback(link.close)
        store = eds.Evolution(link)
        if not await store.installed():
            raise Unavailable("Evolution Data Server is not here.", fix=eds.FIX)
        await store.collections(Kind.EVENT)
        opened = store._opened[Kind.EVENT, "system-calendar"]

        async def bare() -> str:
            uid, text = _text()
            event = text[text.index("BEGIN:VEVENT") : text.index("END:VCALENDAR")]
            await opened.call("CreateObjects", "asu", [event], 0)
            [back] = await opened.call("GetObject", "ss", uid, "")
            return str(back)

        yield store, bare


@asynccontextmanager
async def _caldav() -> AsyncIterator[tuple[Store, Bare]]:
    """The rival sends PUT and GET over one connection that stays open."""
    import httpx

    async with scratch() as folder:
        with radicale(folder / "server") as url:
            secrets = FakeSecrets(**{"calendar.password": PASSWORD})
            store = CalDav(Egress(), account(url, USER, lambda: secrets))
            async with httpx.AsyncClient(auth=(USER, PASSWORD), trust_env=False) as client:

                async def bare() -> str:
                    uid, text = _text()
                    place = f"{url}{USER}/list-0/{uid}.ics"
                    made = await client.put(place, content=text, headers={"If-None-Match": "*"})
                    made.raise_for_status()
                    return (await client.get(place)).text

                yield store, bare
