"""When events happen: recurrence, zones, daylight saving, whole days, broken and hostile values."""

from __future__ import annotations

import warnings
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pace.desktop.linux.calendars.expansion import Series
from pace.desktop.linux.calendars.ical import calendar_text, taken_apart

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")

#: A zone of a calendar's own: half an hour off Berlin, with daylight saving.
ODD_ZONE = """BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0330
TZOFFSETTO:+0230
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0230
TZOFFSETTO:+0330
END:DAYLIGHT
END:VTIMEZONE"""


def event(*lines, uid="u"):
    return "\n".join(["BEGIN:VEVENT", f"UID:{uid}", "SUMMARY:x", *lines, "END:VEVENT"])


def found(text, start, end, zone=BERLIN):
    """Starts of what touches the span, days as text, times in the zone."""
    warnings.simplefilter("error")
    return [
        one.start
        for parts in taken_apart(calendar_text(text))
        for one in Series(parts).between(start, end, zone)
    ]


def at(*parts, zone=BERLIN):
    return datetime(*parts, tzinfo=zone)


def said(starts):
    return [f"{one:%m-%d %H:%M}" if isinstance(one, datetime) else f"{one:%m-%d}" for one in starts]


AUTUMN = at(2026, 10, 18), at(2026, 11, 10)


@pytest.mark.parametrize(
    ("lines", "starts"),
    [
        # the wall clock stays when the clocks change on 25 October
        (("DTSTART;TZID=Europe/Berlin:20261012T090000", "RRULE:FREQ=WEEKLY"),
         ["10-19 09:00", "10-26 09:00", "11-02 09:00", "11-09 09:00"]),
        # New York changes a week later, on 1 November
        (("DTSTART;TZID=America/New_York:20261012T090000", "RRULE:FREQ=WEEKLY"),
         ["10-19 15:00", "10-26 14:00", "11-02 15:00", "11-09 15:00"]),
        # an instant in UTC moves on the wall clock
        (("DTSTART:20261012T070000Z", "RRULE:FREQ=WEEKLY"),
         ["10-19 09:00", "10-26 08:00", "11-02 08:00", "11-09 08:00"]),
        # floating is always local
        (("DTSTART:20261012T090000", "RRULE:FREQ=WEEKLY;COUNT=3"), ["10-19 09:00", "10-26 09:00"]),
        (("DTSTART;VALUE=DATE:20261012", "RRULE:FREQ=WEEKLY;INTERVAL=2"), ["10-26", "11-09"]),
        (("DTSTART;TZID=Europe/Berlin:20261012T090000", "RRULE:FREQ=WEEKLY",
          "EXDATE;TZID=Europe/Berlin:20261026T090000,20261102T090000"),
         ["10-19 09:00", "11-09 09:00"]),
        (("DTSTART;TZID=Europe/Berlin:20261019T090000", "RRULE:FREQ=DAILY;UNTIL=20261021T070000Z"),
         ["10-19 09:00", "10-20 09:00", "10-21 09:00"]),
        (("DTSTART;TZID=Europe/Berlin:20261001T090000", "RRULE:FREQ=MONTHLY;BYDAY=-1FR"),
         ["10-30 09:00"]),
        (("DTSTART;TZID=Europe/Berlin:20260131T090000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=31"),
         ["10-31 09:00"]),
        (("DTSTART;TZID=Europe/Berlin:20260101T090000",
          "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"), ["10-30 09:00"]),
        (("DTSTART;VALUE=DATE:19901031", "RRULE:FREQ=YEARLY"), ["10-31"]),
        (("DTSTART;VALUE=DATE:19881031", "RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=31"), ["10-31"]),
        (("DTSTART:20261020T090000", "RDATE:20261022T090000,20261102T100000"),
         ["10-20 09:00", "10-22 09:00", "11-02 10:00"]),
        (("DTSTART:20261020T000000Z", "RRULE:FREQ=HOURLY;INTERVAL=8;COUNT=3"),
         ["10-20 02:00", "10-20 10:00", "10-20 18:00"]),
    ],
)  # fmt: skip
def test_what_repeats_happens_when_its_rule_and_the_clocks_say(lines, starts):
    assert said(sorted(found(event(*lines), *AUTUMN), key=str)) == starts


def test_one_that_was_moved_is_where_it_was_moved_to_and_nowhere_else():
    series = event("DTSTART;TZID=Europe/Berlin:20261012T090000", "RRULE:FREQ=WEEKLY")
    moved = event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000",
        "DTSTART;TZID=Europe/Berlin:20261027T140000",
        "DTEND;TZID=Europe/Berlin:20261027T150000",
    )
    assert said(found(f"{series}\n{moved}", *AUTUMN)) == [
        "10-19 09:00", "10-27 14:00", "11-02 09:00", "11-09 09:00",
    ]  # fmt: skip
    only = at(2026, 10, 26), at(2026, 10, 27)
    assert found(f"{series}\n{moved}", *only) == []


@pytest.mark.parametrize(
    ("zone", "hour"),
    [
        ("Europe/Berlin", 9),
        ("W. Europe Standard Time", 9),
        ("Eastern Standard Time", 15),
        ("/freeassociation.sourceforge.net/America/New_York", 15),
        ("/example.org/20231/America/Argentina/Buenos_Aires", 13),
        ("UTC", 10),
        ("Customized Time Zone", 7),
        ("Nobody Knows It", 9),
        ("../../etc/passwd", 9),
        ("x" * 5000, 9),
    ],
)
def test_a_zone_is_known_by_any_of_its_names_and_else_local(zone, hour):
    text = f"{ODD_ZONE}\n" + event(f'DTSTART;TZID="{zone}":20261202T090000')
    [start] = found(text, at(2026, 12, 2), at(2026, 12, 3))
    assert start == at(2026, 12, 2, hour, 30 if zone.startswith("Custom") else 0)


def test_two_calendars_may_mean_different_zones_by_one_name():
    other = ODD_ZONE.replace("+0230", "+0500").replace("+0330", "+0600")
    when = "DTSTART;TZID=Customized Time Zone:20261202T090000"
    span = at(2026, 12, 2), at(2026, 12, 3)
    assert said(found(f"{ODD_ZONE}\n{event(when)}", *span)) == ["12-02 07:30"]
    assert said(found(f"{other}\n{event(when)}", *span)) == ["12-02 05:00"]


@pytest.mark.parametrize(
    ("lines", "start", "end"),
    [
        (("DTSTART;VALUE=DATE:20261202",), date(2026, 12, 2), date(2026, 12, 3)),
        (("DTSTART;VALUE=DATE:20261202", "DTEND;VALUE=DATE:20261202"),
         date(2026, 12, 2), date(2026, 12, 3)),
        (("DTSTART;VALUE=DATE:20261202", "DURATION:P2D"), date(2026, 12, 2), date(2026, 12, 4)),
        (("DTSTART:20261202T090000",), at(2026, 12, 2, 9), at(2026, 12, 2, 9)),
        (("DTSTART:20261202T090000", "DURATION:PT45M"), at(2026, 12, 2, 9), at(2026, 12, 2, 9, 45)),
        (("DTSTART:20261202T090000", "DTEND:20261202T080000"),
         at(2026, 12, 2, 9), at(2026, 12, 2, 9)),
        (("DTSTART:20261202T220000", "DTEND:20261203T020000"),
         at(2026, 12, 2, 22), at(2026, 12, 3, 2)),
    ],
)  # fmt: skip
def test_how_long_an_event_lasts(lines, start, end):
    [parts] = taken_apart(calendar_text(event(*lines)))
    [one] = Series(parts).between(at(2026, 12, 2), at(2026, 12, 3), BERLIN)
    assert (one.start, one.end) == (start, end)


def test_alarms_folds_and_case_do_not_matter():
    text = (
        "begin:vevent\r\nuid:u\r\nsummary:a long \r\n title\r\ndtstart:2026120\r\n 2T090000\r\n"
        "BEGIN:VALARM\r\nUID:other\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nend:vevent"
    )
    [parts] = taken_apart(text)
    [one] = Series(parts).between(at(2026, 12, 2), at(2026, 12, 3), BERLIN)
    assert (one.uid, one.title, one.start) == ("u", "a long title", at(2026, 12, 2, 9))


BROKEN = [
    event("DTSTART:banana"),
    event(),
    event("DTSTART;VALUE=DATE:20261302"),
    event("DTSTART:20261202T090000", "DTEND:banana"),
    event("DTSTART:20261202T090000", "DURATION:banana"),
    event("DTSTART:20261202T090000", "RRULE:FREQ=BANANA"),
    event("DTSTART:20261202T090000", "RRULE:"),
    event("DTSTART:20261202T090000", "RRULE:FREQ=DAILY;INTERVAL=-1"),
    event("DTSTART:20261202T090000", "RRULE:FREQ=DAILY;BYMONTH=99"),
    event("DTSTART:20261202T090000", "RDATE:banana"),
    event("DTSTART:20261202T090000", "RECURRENCE-ID:banana"),
    event("DTSTART;TZID=:20261202T090000", "RRULE:FREQ=DAILY;UNTIL=banana"),
    event("DTSTART:99991231T235959Z", "DTEND:99991231T235959Z", "RRULE:FREQ=DAILY"),
    event("DTSTART:00010101T000000Z", "RRULE:FREQ=YEARLY"),
    event("DTSTART:20261202T090000", "DURATION:P99999999999D"),
    "BEGIN:VEVENT\nUID:\nDTSTART:20261202T090000\nEND:VEVENT",
    "BEGIN:VEVENT\nUID:open\nDTSTART:20261202T090000",
    "BEGIN:VEVENT\nUID:crossed\nDTSTART:20261202T090000\nEND:VTODO",
    "END:VEVENT\n" * 50,
    "\x00\xff" * 50,
]


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_takes_nothing_else_with_it(broken):
    good = event("DTSTART:20261202T110000", uid="good")
    for text in (f"{good}\n{broken}", f"{broken}\n{good}"):
        starts = found(text, at(2026, 12, 2), at(2026, 12, 3))
        assert at(2026, 12, 2, 11) in starts


HOSTILE = [
    "FREQ=SECONDLY",
    "FREQ=SECONDLY;INTERVAL=7;BYSECOND=1,2,3",
    "FREQ=MINUTELY",
    "FREQ=HOURLY",
    "FREQ=DAILY;BYHOUR="
    + ",".join(map(str, range(24)))
    + ";BYMINUTE="
    + ",".join(map(str, range(60))),
    "FREQ=DAILY;COUNT=999999999",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;INTERVAL=7;BYDAY=FR",
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=6MO",
    "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYSETPOS=300;BYDAY=MO",
    "FREQ=WEEKLY;BYSETPOS=30",
    "FREQ=WEEKLY;BYMONTHDAY=31;BYMONTH=2",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
    "FREQ=YEARLY;BYDAY=60MO",
]


@pytest.mark.parametrize("rule", HOSTILE, ids=[rule[:40] for rule in HOSTILE])
@pytest.mark.parametrize("begins", ["00010102", "19000101", "20260101"])
@pytest.mark.timeout(20)
def test_a_hostile_rule_ends(rule, begins):
    text = event(f"DTSTART:{begins}T000000Z", f"RRULE:{rule}")
    assert len(found(text, at(2026, 12, 2), at(2026, 12, 3))) <= 5000


def test_a_zone_with_a_hostile_rule_is_not_followed():
    zone = ODD_ZONE.replace("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "FREQ=SECONDLY")
    text = f"{zone}\n" + event("DTSTART;TZID=Customized Time Zone:20261202T090000")
    assert said(found(text, at(2026, 12, 2), at(2026, 12, 3))) == ["12-02 09:00"]


def test_a_span_asked_again_and_one_far_away_are_both_right():
    [parts] = taken_apart(
        calendar_text(event("DTSTART;TZID=Europe/Berlin:20261012T090000", "RRULE:FREQ=WEEKLY"))
    )
    series = Series(parts)
    for monday in (date(2026, 11, 2), date(2030, 1, 7), date(2026, 11, 2), date(2026, 10, 5)):
        start = datetime(monday.year, monday.month, monday.day, tzinfo=BERLIN)
        starts = [one.start for one in series.between(start, start + timedelta(days=7), BERLIN)]
        assert starts == ([start + timedelta(hours=9)] if monday >= date(2026, 10, 12) else [])


def test_in_another_zone_the_same_moments_are_told_by_its_clocks():
    [parts] = taken_apart(calendar_text(event("DTSTART:20261202T230000Z")))
    series = Series(parts)
    span = datetime(2026, 12, 2, tzinfo=UTC), datetime(2026, 12, 4, tzinfo=UTC)
    assert said([one.start for one in series.between(*span, BERLIN)]) == ["12-03 00:00"]
    assert said([one.start for one in series.between(*span, NEW_YORK)]) == ["12-02 18:00"]
