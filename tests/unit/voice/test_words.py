"""Transcripts in our spelling."""

import pytest

from pace.voice.words import in_our_spelling, joined

APPS = (
    "Firefox", "LibreOffice Writer", "Files", "GIMP", "Nautilus", "Text Editor", "Terminal",
    "Clocks", "Calculator", "gedit", "Chromium", "Gmail", "Timers", "Git", "Visual Studio Code",
)  # fmt: skip
PEOPLE = ("Anders", "Siobhan")


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("open fire fox", "open firefox"),
        ("Fire Fox and You Tube", "Firefox and Youtube"),
        ("remind me to morrow", "remind me tomorrow"),
        ("un do that", "undo that"),
        ("take a screen-shot", "take a screenshot"),
        ("OPEN FIRE FOX", "OPEN FIREFOX"),
        ("log in and set up any one of them", "log in and set up any one of them"),
        ("the fox and the fire", "the fox and the fire"),
        ("campfire foxes", "campfire foxes"),
        ("", ""),
    ],
)
def test_split_compounds_are_joined_and_good_pairs_are_left(heard: str, meant: str) -> None:
    assert joined(heard) == meant


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("I'm do that.", "Undo that"),
        ("and due it", "Undo it"),
        ("I'll do that.", "I'll do that."),
        ("find a shop and do that", "find a shop and do that"),
        ("Right a note about it", "Write a note about it"),
        ("right click it", "right click it"),
        ("turn right a bit", "turn right a bit"),
    ],
)
def test_a_command_that_recognisers_mishear_is_restored(heard: str, meant: str) -> None:
    assert in_our_spelling(heard) == meant


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("open fire fax and close the window", "open Firefox and close the window"),
        ("open lee bre office writer", "open LibreOffice Writer"),
        ("switch to nautil us", "switch to Nautilus"),
        ("Open g edit.", "Open gedit."),
        ("open visual studio coat", "open Visual Studio Code"),
        ("message andres", "message Anders"),
    ],
)
def test_a_misheard_name_is_spelt_as_the_hint(heard: str, meant: str) -> None:
    assert in_our_spelling(heard, APPS + PEOPLE) == meant


@pytest.mark.parametrize(
    "heard",
    [
        "close the calculator",
        "open mail",
        "open chrome",
        "start a timer",
        "close tab",
        "close it",
        "open the clock",
        "what is in the files",
        "type open fire fax",
        "dictate call andres",
        "go to the next page",
        "open",
        "",
        "   ",
        "...",
    ],
)
def test_ordinary_words_and_dictation_stay_as_they_were_said(heard: str) -> None:
    assert in_our_spelling(heard, APPS + PEOPLE) == heard


def test_two_names_that_are_as_close_leave_the_words_alone() -> None:
    assert in_our_spelling("open marker", ("Markor", "Marked", "Markur")) == "open marker"
