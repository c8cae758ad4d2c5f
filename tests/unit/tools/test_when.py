"""The date grammar of the calendar tools, and dates as they are said."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pace.core.error import Invalid
from pace.tools import when

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")


def at(*parts, zone=BERLIN):
    return datetime(*parts, tzinfo=zone)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-06-10", date(2026, 6, 10)),
        (" 2026-06-10 ", date(2026, 6, 10)),
        ("2026-06-10 09:05", at(2026, 6, 10, 9, 5)),
        ("2026-12-10 9:05", at(2026, 12, 10, 9, 5)),
        ("2026-06-10 3:00 PM", at(2026, 6, 10, 15)),
        ("2026-06-10 12:00 am", at(2026, 6, 10, 0)),
        ("2026-06-10 12:30 PM", at(2026, 6, 10, 12, 30)),
        ("2026-06-10T15:00:00Z", at(2026, 6, 10, 17)),
        ("2026-06-10T15:00:00.250Z", at(2026, 6, 10, 17, 0, 0, 250000)),
        ("2026-06-10T15:00:00-05:00", at(2026, 6, 10, 22)),
        ("2026-06-10T15:00:00+0200", at(2026, 6, 10, 15)),
        ("2026-12-10T15:00+01:00", at(2026, 12, 10, 15)),
        ("2028-02-29", date(2028, 2, 29)),
    ],
)
def test_what_the_grammar_reads(text, meant):
    read = when.read(text, BERLIN)
    assert read == meant
    assert isinstance(read, datetime) == isinstance(meant, datetime)
    if isinstance(read, datetime):
        assert read.utcoffset() == meant.utcoffset()


@pytest.mark.parametrize(
    "text",
    [
        "", "tomorrow", "tomorrow at 3", "friday", "next week", "in 2 hours", "3 pm", "15:00",
        "2026-6-1", "2026-13-01", "2026-02-30", "2027-02-29", "10/06/2026", "10.06.2026",
        "2026-06-10 25:00", "2026-06-10 13:00 PM", "2026-06-10 0:30 AM", "2026-06-10 9",
        "2026-06-10T15:00:00", "2026-06-10 15:00 tomorrow", "0001-01-01", "9999-12-31",
        "9999-12-31 23:59", "0001-01-01T00:00:00+14:00", "٢٠٢٦-٠٦-١٠", "2026-06-10\x00", "20260610",
        "2026-W24-3", "1e9", "x" * 10_000, "\ud800",
    ],
)  # fmt: skip
def test_nothing_else_is_a_date_and_the_sentence_says_how(text):
    with pytest.raises(Invalid, match="2026-12-01"):
        when.read(text, BERLIN)


@pytest.mark.parametrize(
    ("start", "end", "meant"),
    [
        (date(2026, 6, 10), None, date(2026, 6, 11)),
        (date(2026, 6, 10), date(2026, 6, 12), date(2026, 6, 12)),
        (date(2026, 6, 10), date(2026, 6, 10), date(2026, 6, 11)),
        (date(2026, 6, 10), date(2026, 6, 1), date(2026, 6, 11)),
        (date(2026, 6, 10), at(2026, 6, 11, 15), date(2026, 6, 12)),
        (date(2026, 6, 10), at(2026, 6, 12, 0), date(2026, 6, 12)),
        (at(2026, 6, 10, 15), None, at(2026, 6, 10, 16)),
        (at(2026, 6, 10, 15), at(2026, 6, 10, 15, 30), at(2026, 6, 10, 15, 30)),
        (at(2026, 6, 10, 15), at(2026, 6, 10, 15), at(2026, 6, 10, 16)),
        (at(2026, 6, 10, 15), at(2026, 6, 10, 9), at(2026, 6, 10, 16)),
        (at(2026, 6, 10, 15), date(2026, 6, 10), at(2026, 6, 10, 16)),
        (at(2026, 6, 10, 15), date(2026, 6, 12), at(2026, 6, 12, 0)),
        # an end in another zone is compared as the moment that it is
        (at(2026, 6, 10, 15), at(2026, 6, 10, 10, zone=NEW_YORK), at(2026, 6, 10, 16)),
    ],
)
def test_an_end_that_is_missing_or_too_early_is_the_usual_one(start, end, meant):
    found = when.end_of(start, end, BERLIN)
    assert found == meant
    assert isinstance(found, datetime) == isinstance(meant, datetime)


def test_a_zone_that_is_only_an_offset_is_the_systems_and_its_rules_count():
    offset = datetime.now(UTC).astimezone().tzinfo
    read = when.read("2026-07-01 09:00", offset)
    assert read == datetime(2026, 7, 1, 9).astimezone()


def test_a_time_that_the_clocks_skip_is_no_time_and_the_one_after_is_offered():
    with pytest.raises(Invalid, match=r"no 2:30 on Sunday 28 March 2027.*3:30"):
        when.read("2027-03-28 2:30 AM", BERLIN)


def test_a_moment_that_the_clocks_show_twice_is_the_same_in_every_zone():
    first = at(2026, 10, 25, 2, 30)
    assert when.same(first, first.astimezone(UTC))
    assert not when.same(first, first.replace(fold=1))
    assert when.same(date(2026, 10, 25), date(2026, 10, 25))
    assert not when.same(date(2026, 10, 25), None)


def test_a_time_that_the_clocks_show_twice_says_which():
    first = when.read("2026-10-25 02:30", BERLIN)
    second = first.replace(fold=1)
    three = at(2026, 10, 25, 3)
    assert when.due(first, TODAY) == "Sunday 25 October at 2:30 (the first 2:30 of that night)"
    assert when.span(second, three, TODAY) == (
        "Sunday 25 October, 2:30 (the second 2:30 of that night) to 3:00"
    )


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 6, 1), 24)]
)
def test_a_day_is_as_long_as_its_clocks_say(day, hours):
    length = when.midnight(day + timedelta(days=1), BERLIN) - when.midnight(day, BERLIN)
    begins = when.midnight(day, BERLIN).astimezone(UTC)
    ends = when.midnight(day + timedelta(days=1), BERLIN).astimezone(UTC)
    assert ends - begins == timedelta(hours=hours)
    assert length == timedelta(days=1)


TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (at(2026, 12, 1, 15), at(2026, 12, 1, 16), "Tuesday 1 December, 15:00 to 16:00"),
        (at(2027, 1, 1, 9, 5), at(2027, 1, 1, 10), "Friday 1 January 2027, 9:05 to 10:00"),
        (at(2026, 12, 1, 22), at(2026, 12, 2, 1),
         "Tuesday 1 December, 22:00 to Wednesday 2 December, 1:00"),
        (date(2026, 12, 1), date(2026, 12, 2), "Tuesday 1 December, all day"),
        (date(2026, 12, 1), date(2026, 12, 4), "Tuesday 1 December to Thursday 3 December"),
    ],
)  # fmt: skip
def test_a_span_is_said_with_its_last_day(start, end, said):
    assert when.span(start, end, TODAY) == said


@pytest.mark.parametrize(
    ("ahead", "said"),
    [(0, "today"), (1, "tomorrow"), (2, "Wednesday"), (6, "Sunday"), (7, "Monday 7 December"),
     (-1, "Sunday 29 November")],
)  # fmt: skip
def test_a_near_day_is_said_by_its_name(ahead, said):
    assert when.day(TODAY + timedelta(days=ahead), TODAY) == said
