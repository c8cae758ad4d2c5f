"""Texts of other programs that a pattern could go through for ages. Such a search lets no other
thread run, so each is tried in a process that is ended when it takes too long."""

import subprocess
import sys

import pytest

#: A whole interpreter starts, imports and answers in a second; the patterns took minutes.
SECONDS = 30

CARDS = (
    "from pace.desktop.linux.contacts.vcards import people as read\nprint(len(list(read({}, 'f'))))"
)
NOTE = "from pace.desktop.markdown import title_of as read\nprint(len(read({}, 'name')))"
CALENDAR = "from pace.desktop.linux.calendars.ical import taken_apart as read\nprint(len(read({})))"

ZONES = "from pace.desktop.linux.calendars.eds import zones_in as read\nprint(len(read({})))"
PROSE = (
    "from pace.voice.cleaning import readable\n"
    "text = {}\nprint(len(readable(text)), len(readable(text, final=True)))"
)
EAR = "from pace.voice.cleaning import for_ear as read\nprint(len(read({})))"
SENTENCES = "from pace.voice.sentences import sentence_end as read\nprint(read({}, 4))"
WORDS = "from pace.mind.normalise import words_in as read\nprint(len(read({})))"
SUM = "from pace.mind.arithmetic import _GLUED\nprint(_GLUED.fullmatch({}))"


def card(line):
    return f'"BEGIN:VCARD\\nFN:Ann Lee\\n" + {line} + "\\nEND:VCARD\\n"'


HOSTILE = {
    "cards that are never closed": (CARDS, '"BEGIN:VCARD\\n" * 400_000', "0"),
    "a card's line of parameters without a value": (CARDS, card('"TEL" + ";a=b" * 400 + "!"'), "1"),
    "a card's quotes that do not close": (CARDS, card("'TEL;a=' + '\"b\",' * 400"), "1"),
    "a card's values that go on": (CARDS, card('"EMAIL;a" + ",b" * 400 + "\\"x"'), "1"),
    "a card's soft lines": (CARDS, card('"FN;ENCODING=QUOTED-PRINTABLE:" + "=\\n" * 50_000'), "1"),
    "a title with a gap": (NOTE, '"---\\ntitle: a" + " " * 1_000_000 + "b\\n---\\n"', "1"),
    "events that are never closed": (CALENDAR, '"BEGIN:VEVENT\\n" * 400_000', "0"),
    "alarms that are never closed": (
        CALENDAR, '"BEGIN:VEVENT\\nUID:1\\n" + "BEGIN:VALARM\\n" * 400_000 + "END:VEVENT\\n"', "1",
    ),
    "a uid with a gap": (
        CALENDAR, '"BEGIN:VEVENT\\nUID:a" + " " * 1_000_000 + "b\\nEND:VEVENT\\n"', "1",
    ),
    "zones that are never closed": (ZONES, '"BEGIN:VTIMEZONE\\n" * 400_000', "0"),
    "thoughts that are never closed": (PROSE, '"<think>" * 30_000', "0 0"),
    "calls that are closed by others": (PROSE, '"<tool_calls></think>" * 10_000', "0 0"),
    "tags that are never closed": (PROSE, '"<a " * 70_000', "209997 210000"),
    "links that are never closed": (PROSE, '"[](a" * 50_000', "199996 200000"),
    "marks that are never closed": (PROSE, '"[A:" * 70_000', "209997 209997"),
    "blank lines": (EAR, '"a" + chr(10) * 200_000 + "b"', "4"),
    "blanks": (EAR, '"a" + " " * 200_000 + "b"', "3"),
    "blanks in lines": (EAR, '"a" + (" " + chr(10)) * 100_000 + "b"', "4"),
    "a long underline": (EAR, '"a" + "_" * 200_000 + "b"', "200002"),
    "a broken rule": (EAR, '"- " * 100_000 + "b"', "1"),
    "marks without an end": (SENTENCES, '"!" * 200_000 + "b"', "0"),
    "a word with marks inside": (WORDS, '"a" + "!" * 200_000 + "b"', "1"),
    "a number that is none": (SUM, '"1" * 200_000 + "y"', "None"),
    "a path that goes on": (EAR, '"/" + "a" * 200_000', "200001"),
}  # fmt: skip


@pytest.mark.parametrize(("reads", "text", "found"), HOSTILE.values(), ids=list(HOSTILE))
def test_no_text_of_another_program_holds_pace_up(reads, text, found):
    program = [sys.executable, "-c", reads.format(text)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.stdout.strip() == found, done.stderr[-500:]


def test_what_is_closed_is_read_whatever_was_left_open_before_it():
    from pace.desktop.linux.calendars.ical import blocks_in, taken_apart

    alarm = "BEGIN:VALARM\nUID:alarm\nEND:VALARM\n"
    text = (
        "BEGIN:VEVENT\nUID:open\nBEGIN:VEVENT\nUID:one \n" + alarm + "END:VEVENT\r\n"
        "END:VTODO\nBEGIN:VTODO\nUID:two\nEND:VTODO\nBEGIN:VEVENT\nEND:VTODO\nEND:VEVENT\n"
    )
    assert [(each.uid, "alarm" in each.blocks[0]) for each in taken_apart(text)] == [
        ("one", False), ("two", False),
    ]  # fmt: skip
    assert [text[each.start : each.end] == each.text for each in blocks_in(text)] == [True, True]


def test_a_name_over_soft_lines_is_read_whole():
    from pace.desktop.linux.contacts.vcards import people

    lines = "BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:Ann=\n=20Lee\nEND:VCARD\n"
    assert [each.name for each in people(lines, "f")] == ["Ann Lee"]
