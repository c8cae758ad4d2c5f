"""The calendar tools on a calendar in memory."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pace.core.call import spoken
from pace.core.result import Evidence
from pace.desktop.services import CalendarEvent
from pace.testing.calendars import FakeCalendars
from pace.testing.clock import FakeClock
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 30, 10, 0, tzinfo=BERLIN)  # a Monday
TODAY = NOW.date()


def at(hour, minute=0, days=0):
    return datetime(2026, 11, 30, hour, minute, tzinfo=BERLIN) + timedelta(days=days)


def event(title, start, end=None, **more):
    usual = timedelta(days=1) if not isinstance(start, datetime) else timedelta(hours=1)
    return CalendarEvent(title, title, start, end or start + usual, **more)


def doing(*events, **more):
    calendars = FakeCalendars(events={one.uid: one for one in events})
    return Doing(calendars=calendars, clock=FakeClock(NOW), **more), calendars


STANDUP = event("Standup", at(11))
BIRTHDAY = event("Alex's birthday", TODAY)


@pytest.mark.parametrize(
    ("events", "asked", "said"),
    [
        ((), {}, "You have nothing more on your calendar today."),
        ((), {"range": "tomorrow"}, "You have nothing on your calendar tomorrow."),
        ((), {"when": "next 7 days"}, "You have nothing on your calendar in the next seven days."),
        ((STANDUP,), {}, "You have one event today: 11:00 Standup."),
        ((BIRTHDAY, STANDUP), {},
         "You have two events today: 11:00 Standup, and all day Alex's birthday."),
        ((event("over", at(8)), STANDUP), {}, "You have one event today: 11:00 Standup."),
        ((event("going on", at(9, 30)),), {}, "You have one event today: 9:30 going on."),
        ((event("", at(11), location="Room 4\x07"),), {},
         "You have one event today: 11:00 untitled (Room 4)."),
        ((event("Night shift", at(22, days=-1), at(12)),), {},
         "You have one event today: until 12:00 Night shift."),
        ((event("Trip", at(22, days=-1), at(12, days=3)),), {},
         "You have one event today: all day Trip."),
        ((STANDUP, event("Review", at(15, days=1), location="Berlin")), {"range": "tomorrow"},
         "You have one event tomorrow: 15:00 Review (Berlin)."),
        ((STANDUP, event("Review", at(15, days=1)), event("Fair", TODAY + timedelta(days=4)),
          event("too late", at(0, days=7))), {"range": "week"},
         ("You have three events in the next seven days: today 11:00 Standup, tomorrow 15:00"
          " Review, and Friday all day Fair.")),
        ((event("Review", at(15, days=9)),), {"date": "2026-12-09"},
         "You have one event on Wednesday 9 December: 15:00 Review."),
        ((event("Review", at(15, days=1)),), {"date": "2026-12-01"},
         "You have one event tomorrow: 15:00 Review."),
    ],
)  # fmt: skip
async def test_what_is_on_the_calendar_is_said_as_a_person_would(events, asked, said):
    act, _ = doing(*events)

    [result] = await act.run(spoken("calendar", **asked))

    assert result.spoken == said
    assert result.ok
    assert result.evidence is Evidence.VERIFIED
    assert act.questions == []


async def test_at_most_twelve_events_are_read_out():
    act, _ = doing(*(event(f"e{n:02}", at(11, n)) for n in range(15)))

    [result] = await act.run(spoken("calendar"))

    assert result.spoken.startswith("You have 15 events today, the first 12 of them: 11:00 e00, ")
    assert "e11" in result.spoken
    assert "e12" not in result.spoken
    assert len(result.observation.splitlines()) == 12


async def test_a_planner_reads_dates():
    act, _ = doing(STANDUP, event("Fair", TODAY, TODAY + timedelta(days=3), location="Hall"))

    [result] = await act.run(spoken("calendar"))

    assert result.observation.splitlines() == [
        "2026-11-30 to 2026-12-02 Fair, Hall", "2026-11-30 11:00 to 12:00 Standup",
    ]  # fmt: skip


async def test_a_day_that_is_over_is_read_as_it_was():
    act, _ = doing(event("Fair", at(9, days=-1)))

    [result] = await act.run(spoken("calendar", date="2026-11-29"))

    assert result.spoken == "You have one event on Sunday 29 November: 9:00 Fair."


async def test_another_range_is_not_guessed():
    act, _ = doing(STANDUP)

    [result] = await act.run(spoken("calendar", range="last year"))

    assert not result.ok


@pytest.mark.parametrize(
    ("given", "start", "end"),
    [
        ({"start": "2026-12-01 15:00"}, at(15, days=1), at(16, days=1)),
        ({"startDate": "2026-12-01 3:00 PM", "endsAt": "2026-12-01 17:30"},
         at(15, days=1), at(17, 30, days=1)),
        ({"when": "2026-12-01"}, date(2026, 12, 1), date(2026, 12, 2)),
        ({"date": "2026-12-01 15:00", "isAllDay": "yes"}, date(2026, 12, 1), date(2026, 12, 2)),
        ({"start": "2026-12-01", "allDay": False}, at(0, days=1), at(1, days=1)),
        ({"start": "2026-12-01T14:00:00Z"}, at(15, days=1), at(16, days=1)),
    ],
)  # fmt: skip
async def test_an_event_is_made_and_found_again(given, start, end):
    act, calendars = doing()

    [result] = await act.run(spoken("calendar_create", title="Review", **given))

    [made] = calendars.events.values()
    assert (made.title, made.start, made.end) == ("Review", start, end)
    assert result.evidence is Evidence.VERIFIED
    assert "found again" in result.seen
    assert "Review" in result.spoken


async def test_every_word_about_it_is_kept_and_the_person_is_asked_with_what_will_be_made():
    act, calendars = doing()
    call = spoken(
        "calendar_create", name="Review", startsAt="2026-12-01 15:00", place="Room 4",
        description="bring\nslides", calendarTitle="WÖRK",
    )  # fmt: skip

    [result] = await act.run(call)

    [made] = calendars.events.values()
    assert (made.location, made.notes, made.calendar) == ("Room 4", "bring\nslides", "Work")
    [question] = act.questions
    said = "your calendar “Work”: Tuesday 1 December, 15:00 to 16:00 (Room 4)"
    assert f"Put “Review” on {said}, with the note “bring slides”\n" in question
    assert result.spoken == f"I put “Review” on {said}."


async def test_nothing_is_made_without_approval():
    act, calendars = doing(approves=False)

    await act.run(spoken("calendar_create", title="Review", start="2026-12-01"))

    assert calendars.events == {}


@pytest.mark.parametrize("start", ["tomorrow at 3", "friday", "2026-02-30", "9999-12-31 23:59"])
async def test_words_for_a_day_are_refused_with_the_form_that_is_read(start):
    act, calendars = doing()

    [result] = await act.run(spoken("calendar_create", title="Review", start=start))

    assert not result.ok
    assert "2026-12-01" in result.spoken
    assert calendars.events == {}


async def test_what_was_made_is_taken_away_by_undo():
    act, calendars = doing()
    await act.run(spoken("calendar_create", title="Review", start="2026-12-01"))

    result = await act.undo()

    assert result.evidence is Evidence.VERIFIED
    assert calendars.events == {}


async def test_what_somebody_changed_since_is_kept():
    act, calendars = doing()
    await act.run(spoken("calendar_create", title="Review", start="2026-12-01"))
    [made] = calendars.events.values()
    changed = calendars.events[made.uid] = event(made.uid, at(9))

    result = await act.undo()

    assert result.kind == "no longer applies"
    assert calendars.events == {made.uid: changed}


async def test_what_is_gone_already_is_said():
    act, calendars = doing()
    await act.run(spoken("calendar_create", title="Review", start="2026-12-01"))
    calendars.events.clear()

    assert (await act.undo()).kind == "no longer applies"


async def test_an_event_taken_off_is_put_back_by_undo():
    review = event("Review", at(15, days=1))
    act, calendars = doing(review, STANDUP)

    [result] = await act.run(spoken("calendar_delete", title="review"))

    assert result.evidence is Evidence.VERIFIED
    assert list(calendars.events) == ["Standup"]
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert calendars.events["Review"] == review


async def test_of_two_events_of_one_name_the_person_picks():
    first = event("Review", at(15, days=1))
    second = CalendarEvent("other", "Review", at(15, days=2), at(16, days=2))
    act, calendars = doing(first, second, picks=[1])

    await act.run(spoken("calendar_delete", title="review"))

    assert list(calendars.events) == ["Review"]
    assert act.choices[0][1] == [
        "“Review”, Tuesday 1 December, 15:00 to 16:00",
        "“Review”, Wednesday 2 December, 15:00 to 16:00",
    ]
    assert "“Review”, Wednesday 2 December, 15:00 to 16:00, off" in act.questions[0]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"range": "this_week"},
         "You have one event this week: Sunday 11:00 in this week."),
        ({"range": "next_week"},
         "You have one event next week: Monday 7 December 11:00 in the next."),
        ({"range": "week"},
         "You have one event in the next seven days: Sunday 11:00 in this week."),
        ({"date": "2026-12-01", "until": "2026-12-31"},
         ("You have two events in December: Sunday 11:00 in this week, and Monday 7 December 11:00"
         " in the next.")),
        ({"date": "2026-12-06", "until": "2026-12-07"},
         ("You have two events from Sunday 6 December to Monday 7 December: Sunday 11:00 in this"
         " week, and Monday 7 December 11:00 in the next.")),
        ({"date": "2027-03-01", "until": "2027-03-31"},
         "You have nothing on your calendar in March 2027."),
        ({"range": "next"}, "Next is “in this week”: Sunday 6 December, 11:00 to 12:00."),
        ({"title": "the next"}, "Next is “in the next”: Monday 7 December, 11:00 to 12:00."),
        ({"title": "dentist"},
         "You have nothing called “dentist” on your calendar in the coming year."),
    ],
)  # fmt: skip
async def test_days_are_those_that_were_said_and_a_week_begins_on_monday(asked, said):
    act, _ = doing(event("in this week", at(11, days=6)), event("in the next", at(11, days=7)))

    [result] = await act.run(spoken("calendar", **asked))

    assert result.spoken == said


@pytest.mark.parametrize(
    ("first", "last"), [("2026-12-09", "2026-12-01"), ("2026-12-01", "2036-12-01")]
)
async def test_days_that_cannot_be_read_at_once_are_not_guessed(first, last):
    act, _ = doing(STANDUP)

    [result] = await act.run(spoken("calendar", date=first, until=last))

    assert not result.ok


@pytest.mark.parametrize("start", ["2026-11-29 17:00", "2026-11-29", "2027-03-28 02:30"])
async def test_a_day_that_is_over_and_a_time_that_is_not_there_make_no_event_unasked(start):
    act, calendars = doing()

    [result] = await act.run(spoken("calendar_create", title="yoga", start=start))

    assert not result.ok
    assert "Sunday" in result.spoken
    assert act.questions == []
    assert calendars.events == {}


async def test_a_write_that_is_not_answered_is_not_repeated_and_undo_looks_whether_it_came():
    act, calendars = doing()
    calendars.silent = True

    [result] = await act.run(spoken("calendar_create", title="Review", start="2026-12-01 15:00"))

    assert result.spoken == (
        "Your calendar did not answer in time: I do not know whether “Review” was written, and I"
        " will not try again; undo looks whether it is there."
    )
    assert result.evidence is Evidence.UNVERIFIED
    calendars.silent = calendars.hung = False
    assert len(calendars.events) == 1
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert calendars.events == {}


async def test_of_a_calendar_that_hangs_nothing_is_asked_and_nothing_made():
    act, calendars = doing()
    calendars.hung = True

    [result] = await act.run(spoken("calendar_create", title="Review", start="2026-12-01 15:00"))

    assert result.spoken == "Your calendar did not answer in time, so I made nothing."
    assert act.questions == []
    assert calendars.events == {}


@pytest.mark.parametrize("came", [True, False])
async def test_undo_of_an_unanswered_write_keeps_what_is_another_event_by_now(came):
    act, calendars = doing()
    calendars.silent = True
    await act.run(spoken("calendar_create", title="Review", start="2026-12-01 15:00"))
    calendars.silent = calendars.hung = False
    [uid] = calendars.events
    calendars.events = {uid: event(uid, at(9))} if came else {}

    assert (await act.undo()).kind == "no longer applies"
    assert bool(calendars.events) is came


async def test_an_event_whose_taking_off_is_not_answered_is_put_back_by_undo():
    act, calendars = doing(STANDUP)
    calendars.silent = True

    [result] = await act.run(spoken("calendar_delete", title="standup"))

    assert "I do not know whether “Standup” was taken off" in result.spoken
    calendars.silent = calendars.hung = False
    assert (await act.undo()).evidence is Evidence.VERIFIED
    assert calendars.events == {"Standup": STANDUP}


async def test_what_will_be_taken_off_is_looked_for_before_anybody_is_asked():
    dentist = event("Dentist appointment", at(15, days=1), location="Main street")
    act, calendars = doing(dentist)

    [unknown] = await act.run(spoken("calendar_delete", title="barber"))

    assert unknown.spoken == "There is no “barber” on your calendar; nothing was changed."
    assert act.questions == []

    [result] = await act.run(spoken("calendar_delete", title="dentist"))

    [question] = act.questions
    assert (
        "Take “Dentist appointment”, Tuesday 1 December, 15:00 to 16:00, Main street, off your"
        " calendar\n"
    ) in question
    assert act.choices == []
    assert result.ok
    assert calendars.events == {}


@pytest.mark.parametrize(
    ("said", "title"), [("team meeting", "Team meeting"), ("Dentist Appointment", "Dentist")]
)
async def test_the_kind_of_an_event_may_be_in_its_title_or_only_be_said(said, title):
    act, calendars = doing(event(title, at(15, days=1)), event("other", at(9)), asks=False)

    [result] = await act.run(spoken("calendar_delete", title=said))

    assert result.ok
    assert list(calendars.events) == ["other"]
    assert act.choices == []


async def test_where_nothing_is_asked_an_event_of_another_title_is_confirmed():
    act, calendars = doing(event("Dentist appointment", at(15, days=1)), asks=False, picks=[1])

    [result] = await act.run(spoken("calendar_delete", title="dentist"))

    assert "Do you mean “Dentist appointment”, Tuesday 1 December" in act.choices[0][0]
    assert not result.ok
    assert len(calendars.events) == 1


async def test_an_event_that_repeats_or_is_not_there_is_left():
    weekly = event("Weekly", at(15, days=1), recurring=True)
    act, calendars = doing(weekly)

    [repeats] = await act.run(spoken("calendar_delete", title="weekly"))
    [unknown] = await act.run(spoken("calendar_delete", title="dentist"))

    assert repeats.kind == "repeats"
    assert not unknown.ok
    assert list(calendars.events) == ["Weekly"]


async def test_a_calendar_that_does_not_answer_is_a_sentence():
    act, calendars = doing()
    calendars.broken = True

    for call in (spoken("calendar"), spoken("calendar_create", title="x", start="2026-12-01")):
        [result] = await act.run(call)
        assert result.kind == "unavailable"
        assert "nothing was read or made" in result.spoken


async def test_what_repeats_is_told_in_words_and_undo_takes_the_whole_series_away():
    act, calendars = doing()

    [result] = await act.run(
        spoken(
            "calendar_create",
            title="standup",
            start="2026-12-01 09:00",
            repeat="FREQ=WEEKLY;BYDAY=MO",
        )
    )

    [made] = calendars.events.values()
    assert made.start.isoformat()[:16] == "2026-12-07T09:00"
    assert calendars.rules[made.uid] == "FREQ=WEEKLY;BYDAY=MO"
    assert result.spoken == (
        "I put “standup” on your calendar “Personal”: every Monday at 9:00, first on Monday 7"
        " December, 9:00 to 10:00."
    )
    assert "Monday 7 December, 9:00 to 10:00, every Monday\n" in act.questions[0]
    assert (await act.undo()).ok
    assert calendars.events == {}


async def test_a_rule_that_cannot_be_followed_makes_no_event():
    act, calendars = doing()

    [result] = await act.run(
        spoken("calendar_create", title="x", start="2026-12-01 09:00", repeat="FREQ=HOURLY")
    )

    assert not result.ok
    assert calendars.events == {}
