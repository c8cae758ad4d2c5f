"""iCalendar text and CalDAV answers: taken apart and changed without trusting them."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pace.core.error import Invalid, Unavailable
from pace.desktop.linux.calendars import dav, ical
from pace.desktop.linux.calendars.shelf import Kind
from pace.desktop.services import EventDraft

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)
START = datetime(2026, 12, 1, 15, tzinfo=BERLIN)

MILK = (
    "BEGIN:VTODO\r\nUID:milk\r\nX-COLOUR:red\r\nSTATUS:IN-PROCESS\r\nPERCENT-COMPLETE\r\n :40\r\n"
    "SUMMARY:Oat\r\n  milk\r\nBEGIN:VALARM\r\nSTATUS:mine\r\nEND:VALARM\r\nEND:VTODO\r\n"
)
BIKE = "BEGIN:VTODO\r\nUID:bike\r\nSUMMARY:Bike\r\nEND:VTODO\r\n"
ZONE = "BEGIN:VTIMEZONE\r\nTZID:Mine\r\nEND:VTIMEZONE\r\n"
FILE = f"BEGIN:VCALENDAR\r\nX-WR-CALNAME:All\r\n{ZONE}{MILK}{BIKE}END:VCALENDAR\r\n"


def test_marking_one_done_leaves_every_other_line_as_it_was():
    done = ical.done_text(FILE, "milk", NOW)
    assert done == FILE.replace("STATUS:IN-PROCESS\r\nPERCENT-COMPLETE\r\n :40\r\n", "").replace(
        "BEGIN:VTODO\r\nUID:milk\r\n",
        "BEGIN:VTODO\r\nSTATUS:COMPLETED\r\nCOMPLETED:20261130T100000Z\r\nPERCENT-COMPLETE:100\r\n"
        "UID:milk\r\n",
    )


def test_one_of_several_in_a_file_is_taken_out_and_put_back():
    kept = ical.alone(FILE, Kind.TODO, "milk")
    rest = ical.without(FILE, Kind.TODO, "milk")

    assert "UID:milk" not in rest
    assert BIKE in rest
    assert ZONE in kept
    assert "bike" not in kept
    back = ical.with_object(rest, kept, Kind.TODO, "milk")
    assert sorted(back.splitlines()) == sorted(FILE.splitlines())
    assert ical.without(rest, Kind.TODO, "bike") == ""
    assert ical.with_object("", kept, Kind.TODO, "milk") == kept


def test_the_mark_changes_with_what_is_said_and_not_with_stamps():
    stamped = FILE.replace("UID:milk", "DTSTAMP:20270101T000000Z\r\nSEQUENCE:9\r\nUID:milk")
    changed = FILE.replace("Oat", "Soy")
    mark = ical.mark(FILE, Kind.TODO, "milk")
    assert ical.mark(stamped, Kind.TODO, "milk") == mark
    assert ical.mark(changed, Kind.TODO, "milk") != mark
    assert ical.mark(FILE, Kind.TODO, "bike") != mark


@pytest.mark.parametrize("uid", ["nobody", "", "MILK", "mil"])
def test_another_uid_is_nothing(uid):
    assert list(ical.raw_blocks(FILE, Kind.TODO, uid)) == []
    assert list(ical.raw_blocks(FILE, Kind.EVENT, "milk")) == []


def test_a_time_that_repeats_follows_the_clocks_of_its_zone_and_one_that_does_not_is_an_instant():
    draft = EventDraft("x", START, START + timedelta(hours=1))
    weekly = EventDraft("x", START, START + timedelta(hours=1), rrule="FREQ=WEEKLY")
    assert "DTSTART:20261201T140000Z" in ical.event_text("u", draft, NOW, BERLIN)
    text = ical.event_text("u", weekly, NOW, BERLIN)
    assert "DTSTART;TZID=Europe/Berlin:20261201T150000" in text
    assert "BEGIN:VTIMEZONE" in text


def test_words_cannot_become_properties():
    draft = EventDraft(
        "a\r\nRRULE:FREQ=DAILY",
        date(2026, 12, 1),
        date(2026, 12, 2),
        "b\nDTSTART:1;,\\",
        "c\x00\x07",
    )
    text = ical.event_text("u", draft, NOW, BERLIN)
    assert "\nRRULE" not in text
    assert text.count("\nDTSTART") == 1
    assert "\x00" not in text


@pytest.mark.parametrize(
    "rule", ["FREQ=BANANA", "banana", "FREQ", "FREQ=DAILY;UNTIL=banana", "\x00"]
)
def test_a_rule_that_cannot_be_read_is_refused(rule):
    with pytest.raises(Invalid):
        ical.event_text("u", EventDraft("x", START, START, rrule=rule), NOW, BERLIN)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"banana", b"<html>", b"\xff\xfe", b"<a>" * 100,
        b'<!DOCTYPE x [<!ENTITY a "aa">]><multistatus xmlns="DAV:">&a;</multistatus>',
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_a_sentence(body):
    with pytest.raises(Unavailable):
        dav.found(body)


def test_an_answer_with_little_in_it_is_read_as_far_as_it_goes():
    body = (
        b'<d:multistatus xmlns:d="DAV:"><d:response><d:href>/a/</d:href></d:response>'
        b"<d:response/><d:response><d:propstat><d:prop><d:getetag>x</d:getetag></d:prop>"
        b"<d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response></d:multistatus>"
    )
    assert [(one.href, one.tag, one.is_calendar) for one in dav.found(body)] == [
        ("/a/", "", False), ("", "", False), ("", "", False),
    ]  # fmt: skip


def test_a_uid_is_asked_for_as_text():
    assert "&lt;/c:text-match&gt;" in dav.query(Kind.EVENT, uid="</c:text-match>\x00")
