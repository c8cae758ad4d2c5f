"""Rules of what repeats: read, written, followed, and refused where they cannot be."""

from datetime import date, datetime
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from dateutil.rrule import rrulestr

from pace.core.error import Invalid
from pace.core.repeating import rule_of
from pace.tools.repeating import in_words

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 3, 2, 9, 0, tzinfo=BERLIN)  # a Monday
TODAY = START.date()

RULES = [
    ("FREQ=DAILY", "every day at 9:00"),
    ("FREQ=DAILY;INTERVAL=3", "every 3 days at 9:00"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday at 9:00"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every other Monday at 9:00"),
    ("FREQ=WEEKLY;BYDAY=MO,TH;COUNT=6", "every Monday and Thursday at 9:00, 6 times"),
    ("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU", "every 3 weeks on Monday and Sunday at 9:00"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th at 9:00"),
    ("FREQ=MONTHLY;BYMONTHDAY=31", "every month on the 31st at 9:00"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day at 9:00"),
    ("FREQ=MONTHLY;BYDAY=1MO,-1FR", "every month on the first Monday and last Friday at 9:00"),
    ("FREQ=YEARLY", "every year on 2 March at 9:00"),
    ("FREQ=DAILY;UNTIL=20260401T215959Z", "every day at 9:00, until Wednesday 1 April"),
]


@pytest.mark.parametrize(("text", "words"), RULES)
def test_a_rule_happens_when_another_library_says_and_is_told_in_words(text, words):
    rule = rule_of(text)

    ours = list(islice(rule.occurrences(START), 40))

    theirs = list(islice(rrulestr(text, dtstart=START), 40))
    assert ours == theirs
    assert rule.text(START) == text
    assert in_words(rule, START, TODAY) == words


@pytest.mark.parametrize(
    "text",
    ["", "x", "FREQ=SECONDLY", "FREQ=DAILY;BYHOUR=3", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=-1",
     "FREQ=DAILY;COUNT=2;UNTIL=20260401", "FREQ=DAILY;FREQ=DAILY", "FREQ=WEEKLY;BYDAY=1MO",
     "FREQ=DAILY;INTERVAL=100000", "FREQ=YEARLY;BYMONTHDAY=3", "FREQ=DAILY;UNTIL=20261301",
     "FREQ=MONTHLY;BYMONTHDAY=32", "INTERVAL=2", "FREQ=DAILY;COUNT=٣", "FREQ=MONTHLY;BYMONTHDAY=٣",
     "FREQ=MONTHLY;BYMONTHDAY=1_0", "FREQ=WEEKLY;BYDAY=" + "MO," * 3000 + "MO",
     "FREQ=WEEKLY;WKST=SU"],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused(text):
    with pytest.raises(Invalid):
        rule_of(text)


@pytest.mark.parametrize(
    ("words", "text"),
    [("daily", "FREQ=DAILY"), ("Every Week", "FREQ=WEEKLY"), ("RRULE:FREQ=YEARLY", "FREQ=YEARLY"),
     ("weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("FREQ=DAILY;BYDAY=MO",
     "FREQ=WEEKLY;BYDAY=MO")],
)  # fmt: skip
def test_words_and_other_spellings_are_the_same_rule(words, text):
    assert rule_of(words).text() == text


def test_an_hour_that_the_clocks_skip_is_the_one_they_show():
    night = datetime(2026, 3, 28, 2, 30, tzinfo=BERLIN)

    hours = [one.isoformat() for one in islice(rule_of("daily").occurrences(night), 3)]

    assert hours[1] == "2026-03-29T03:30:00+02:00"
    assert hours[2] == "2026-03-30T02:30:00+02:00"


@pytest.mark.parametrize("start", [date(2026, 2, 28), date(2024, 2, 29)])
def test_the_end_is_an_end(start):
    rule = rule_of("FREQ=YEARLY;COUNT=3")

    assert len(list(rule.occurrences(start))) == 3
    assert rule.after(start, date(2199, 1, 1)) is None
