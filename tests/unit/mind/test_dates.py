"""When things are, as people say it: days, times of day, spans, lengths, and what is no date."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pace.mind.dates import find_when, read_when
from pace.mind.dates.resolving import written
from pace.mind.normalise import words_in

BERLIN = ZoneInfo("Europe/Berlin")
#: A Wednesday. Summer time begins on the 29th.
NOW = datetime(2026, 3, 11, 10, 15, tzinfo=BERLIN)

#: Written before there was a grammar; it was made with the first half in sight and then tried on
#: the second.
FIRST_HALF = [
    ("today", "2026-03-11"),
    ("the day after tomorrow", "2026-03-13"),
    ("tomorrow at 3 pm", "2026-03-12 15:00"),
    ("next tuesday", "2026-03-17"),
    ("this friday", "2026-03-13"),
    ("on the 3rd", "2026-04-03"),
    ("december 5th", "2026-12-05"),
    ("march 3rd", "2027-03-03"),
    ("in two weeks", "2026-03-25"),
    ("in 3 days at 4 pm", "2026-03-14 16:00"),
    ("midnight", "2026-03-12 00:00"),
    ("quarter to nine", "2026-03-11 20:45"),
    ("at 3", "2026-03-11 15:00"),
    ("tomorrow morning", "2026-03-12 09:00"),
    ("tonight", "2026-03-11 20:00"),
    ("tomorrow at 11 for an hour", "2026-03-12 11:00/2026-03-12 12:00"),
    ("from 9 to 5 tomorrow", "2026-03-12 09:00/2026-03-12 17:00"),
    ("a week from friday", "2026-03-20"),
    ("thursday next week at 2", "2026-03-19 14:00"),
    ("9 am tomorrow", "2026-03-12 09:00"),
    ("7 p.m. on sunday", "2026-03-15 19:00"),
    ("twenty past six this evening", "2026-03-11 18:20"),
    ("the 20th of may", "2026-05-20"),
    ("2026-04-15", "2026-04-15"),
    ("this wednesday at 5 pm", "2026-03-11 17:00"),
    ("tomorrow night at 11", "2026-03-12 23:00"),
    ("half past eleven tomorrow", "2026-03-12 11:30"),
    ("an hour from now", "2026-03-11 11:15"),
    ("at five o'clock on monday", "2026-03-16 17:00"),
    ("monday the 16th at 9 am", "2026-03-16 09:00"),
]  # fmt: skip
HELD_OUT = [
    ("tomorrow", "2026-03-12"),
    ("tomorrow at 3", "2026-03-12 15:00"),
    ("friday", "2026-03-13"),
    ("next friday", "2026-03-20"),
    ("on monday at 9", "2026-03-16 09:00"),
    ("on the 15th at noon", "2026-03-15 12:00"),
    ("5 december at 10:30", "2026-12-05 10:30"),
    ("in 20 minutes", "2026-03-11 10:35"),
    ("in an hour and a half", "2026-03-11 11:45"),
    ("noon", "2026-03-11 12:00"),
    ("half past three", "2026-03-11 15:30"),
    ("tomorrow at a quarter to nine", "2026-03-12 08:45"),
    ("at 15:30", "2026-03-11 15:30"),
    ("this evening at 7", "2026-03-11 19:00"),
    ("friday from 2 to 4", "2026-03-13 14:00/2026-03-13 16:00"),
    ("all day on saturday", "2026-03-14"),
    ("monday between 10 and 11:30", "2026-03-16 10:00/2026-03-16 11:30"),
    ("next week on thursday", "2026-03-19"),
    ("at 8 tomorrow", "2026-03-12 08:00"),
    ("tomorrow at 7 in the morning", "2026-03-12 07:00"),
    ("ten to five", "2026-03-11 16:50"),
    ("april 1st from 3:30 to 5 pm", "2026-04-01 15:30/2026-04-01 17:00"),
    ("may 20 2027", "2027-05-20"),
    ("wednesday", "2026-03-18"),
    ("christmas day", "2026-12-25"),
    ("tomorrow at noon for two hours", "2026-03-12 12:00/2026-03-12 14:00"),
    ("in 45 minutes", "2026-03-11 11:00"),
    ("tomorrow three thirty", "2026-03-12 15:30"),
    ("first of april", "2026-04-01"),
    ("the morning of the 14th", "2026-03-14 09:00"),
]  # fmt: skip
#: Written when both halves were right.
MORE = [
    ("tomorrow at three in the afternoon", "2026-03-12 15:00"),
    ("two pm on the day after tomorrow", "2026-03-13 14:00"),
    ("saturday morning at 8:30", "2026-03-14 08:30"),
    ("monday at quarter past ten", "2026-03-16 10:15"),
    ("the 2nd of june at 7 in the evening", "2026-06-02 19:00"),
    ("june 2nd, 2027", "2027-06-02"),
    ("thursday from noon to 2", "2026-03-12 12:00/2026-03-12 14:00"),
    ("tomorrow 2 to 3:30 pm", "2026-03-12 14:00/2026-03-12 15:30"),
    ("3-4pm tomorrow", "2026-03-12 15:00/2026-03-12 16:00"),
    ("in an hour", "2026-03-11 11:15"),
    ("in two and a half hours", "2026-03-11 12:45"),
    ("in a week", "2026-03-18"),
    ("ten days from now", "2026-03-21"),
    ("a week on monday", "2026-03-23"),
    ("two weeks from thursday", "2026-03-26"),
    ("at 23:59 tonight", "2026-03-11 23:59"),
    ("tonight at midnight", "2026-03-12 00:00"),
    ("5 o'clock", "2026-03-11 17:00"),
    ("sunday at noon for 90 minutes", "2026-03-15 12:00/2026-03-15 13:30"),
    ("new year's eve at 10 pm", "2026-12-31 22:00"),
    ("next monday at 8", "2026-03-16 08:00"),
    ("friday the 13th", "2026-03-13"),
    ("at around 4 tomorrow", "2026-03-12 16:00"),
    ("the end of the month", "2026-03-31"),
    ("later today", "2026-03-11"),
    ("this afternoon", "2026-03-11 15:00"),
    ("tomorrow evening", "2026-03-12 18:00"),
    ("6 in the morning on friday", "2026-03-13 06:00"),
    ("twelve thirty tomorrow", "2026-03-12 12:30"),
    ("from 10 pm to 1 am on friday", "2026-03-13 22:00/2026-03-14 01:00"),
    ("friday 3pm", "2026-03-13 15:00"),
    ("on 4 july", "2026-07-04"),
    ("july 4 at 15", "2026-07-04 15:00"),
    ("a quarter past four on tuesday", "2026-03-17 16:15"),
    ("five to twelve tomorrow", "2026-03-12 11:55"),
    ("next wednesday", "2026-03-18"),
    ("at half seven tomorrow", "2026-03-12 19:30"),
    ("half an hour from now", "2026-03-11 10:45"),
    ("in a couple of hours", "2026-03-11 12:15"),
]  # fmt: skip
NO_DATES = [
    "tuesday week", "easter",
    "I may go", "sun is out", "call mary", "march to the shop", "read 5 pages", "buy 3 eggs",
    "room 9", "highway 61", "the second one", "half of it", "a week", "five minutes", "sat down",
    "wed them", "someday", "never", "february 30th", "the 32nd", "at 27", "25:00", "april 31st",
    "at least 2", "in the morning of life", "may the fourth be with you", "on time", "now or never",
    "from 5 apples to 9 pears", "in order", "mon ami", "next door", "this one", "last week",
    "soon", "later", "half 3 apples", "3/4", "2026-13-01", "2026-02-30", "", "in 0 minutes",
]  # fmt: skip


def read(phrase: str, now: datetime = NOW) -> str | None:
    when = read_when([word.text for word in words_in(phrase)], now)
    if when is None:
        return None
    return when.text if when.end is None else f"{when.text}/{written(when.end)}"


@pytest.mark.parametrize(("phrase", "expected"), FIRST_HALF + HELD_OUT + MORE)
def test_words_say_when(phrase: str, expected: str) -> None:
    assert read(phrase) == expected


@pytest.mark.parametrize("phrase", NO_DATES)
def test_what_says_no_date_is_none(phrase: str) -> None:
    assert read(phrase) is None


@pytest.mark.parametrize(
    ("sentence", "expected", "rest"),
    [
        ("review tomorrow at 3 pm", "2026-03-12 15:00", "review"),
        ("tomorrow at 3 review the budget", "2026-03-12 15:00", "review the budget"),
        ("a meeting tomorrow at 4 with Sara about tea", "2026-03-12 16:00",
         "a meeting | with Sara about tea"),
        ("tomorrow lunch with Bob at noon", "2026-03-12 12:00", "lunch with Bob"),
        ("call mum", None, "call mum"), ("read 5 pages", None, "read 5 pages"),
        ("buy the friday newspaper", None, "buy the friday newspaper"),
        ("meet at 5 main street", None, "meet at 5 main street"),
        ("march to the shop", None, "march to the shop"),
        ("take 2 pills at 8", "2026-03-11 20:00", "take 2 pills"),
        ("dinner on friday downtown", "2026-03-13", "dinner | downtown"),
        ("ask May about the plan", None, "ask May about the plan"),
        ("watch the night sky", None, "watch the night sky"),
        ("the day of the dead", None, "the day of the dead"),
        ("room 12 at 9:30 on the 15th", "2026-03-15 09:30", "room 12"),
    ],
)  # fmt: skip
def test_words_that_say_when_are_found_in_a_sentence(sentence, expected, rest) -> None:
    found = find_when(words_in(sentence), NOW)

    assert (found.when.text if found.when else None) == expected
    assert " | ".join(sentence[run[0].start : run[-1].end] for run in found.rest) == rest


def spoken_clock(moment: datetime) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M} {'am' if moment.hour < 12 else 'pm'}"


#: Minutes of four years in Berlin.
MOMENTS = st.integers(0, 2_000_000).map(
    lambda minutes: (NOW.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(BERLIN)
)


@given(st.integers(1440, 360 * 1440).map(lambda m: NOW.replace(tzinfo=None) + timedelta(minutes=m)))
def test_a_date_that_is_written_out_is_read_back(moment: datetime) -> None:
    expected = f"{moment:%Y-%m-%d %H:%M}"

    assert read(f"{moment:%B} {moment.day} {moment.year} at {spoken_clock(moment)}") == expected
    assert read(f"on the {moment.day} of {moment:%B} at {moment:%H:%M}") == expected
    assert read(f"{moment:%A} {moment.day} {moment:%B} at {spoken_clock(moment)}") == expected
    assert read(f"{moment:%Y-%m-%d} at {moment:%H:%M}") == expected


@given(st.integers(1, 600), st.sampled_from(["minutes", "hours"]), MOMENTS)
def test_a_length_from_now_is_that_long_across_summer_time(count, unit, now) -> None:
    expected = (now.astimezone(UTC) + timedelta(**{unit: count})).astimezone(BERLIN)

    assert read(f"in {count} {unit}", now) == f"{expected:%Y-%m-%d %H:%M}"


@given(st.integers(0, 6), MOMENTS)
def test_a_weekday_is_the_next_one_and_next_is_in_the_week_after(index, now) -> None:
    name = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")[index]
    day = datetime.fromisoformat(read(name, now) or "").date()
    following = datetime.fromisoformat(read(f"next {name}", now) or "").date()

    assert 1 <= (day - now.date()).days <= 7
    assert day.weekday() == following.weekday() == index
    assert (following - now.date()).days == 7 - now.weekday() + index


@given(st.text(max_size=80))
def test_any_words_give_a_date_or_nothing(text: str) -> None:
    words = words_in(text)

    read_when([word.text for word in words], NOW)
    found = find_when(words, NOW)
    assert sum(map(len, found.rest)) <= len(words)


@given(st.lists(st.sampled_from(
    "on at in the 3 12 25 31 99 0 next this friday march may 5th pm half past quarter to from for "
    "an hour every day week month all tomorrow tonight noon midnight 3:30 3/4 2026 02 29 and of "
    "end until o'clock ten minutes now morning night a".split()), max_size=9))  # fmt: skip
def test_any_words_of_dates_give_a_date_or_nothing(words: list[str]) -> None:
    when = read_when(words, NOW)

    assert when is None or when.end is None or when.end > when.start
