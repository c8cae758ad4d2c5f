"""Commands as people put them, and the calls that must come of them."""

import pytest

from pace.core.call import Provenance
from pace.core.element import Snapshot
from pace.core.understanding import Control, Intent, Lane
from pace.mind.scene import prepare
from tests.unit.mind.conftest import WINDOW, calls

PLANS = [
    ("can you open up the calculator for me", [("open_app", {"app": "Calculator"})]),
    ("Launch Visual Studio Code", [("open_app", {"app": "Visual Studio Code"})]),
    ("get me a terminal", [("open_app", {"app": "Terminal"})]),
    ("quit thunderbird", [("close_app", {"app": "Thunderbird"})]),
    ("close this window", [("close_app", {})]),
    ("jump over to slack", [("switch_app", {"app": "Slack"})]),
    ("bring the file manager to the front", [("switch_app", {"app": "File Manager"})]),
    ("visit example dot org", [("open_url", {"url": "https://example.org"})]),
    ("open localhost:8080/a", [("open_url", {"url": "http://localhost:8080/a"})]),
    ("pull up wikipedia", [("open_url", {"url": "https://wikipedia.org"})]),
    ("go to reddit on firefox",
     [("open_url", {"url": "https://reddit.com", "app": "Firefox"})]),
    ("look up tide times on the internet",
     [("open_url", {"url": "https://duckduckgo.com/?q=tide+times"})]),
    ("hit command shift z", [("key", {"key": "ctrl+shift+z"})]),
    ("press the down arrow twice", [("key", {"key": "down"})] * 2),
    ("press alt and f4", [("key", {"key": "alt+f4"})]),
    ("make a new tab", [("key", {"key": "ctrl+t"})]),
    ("please save my work", [("key", {"key": "ctrl+s"})]),
    ("find invoice number in this document",
     [("key", {"key": "ctrl+f"}), ("type", {"text": "invoice number"})]),
    ("scroll up a little", [("scroll", {"direction": "up", "amount": 3})]),
    ("scroll down by eight lines", [("scroll", {"direction": "down", "amount": 8})]),
    ("jump to the end of the document", [("scroll", {"direction": "down", "amount": 50})]),
    ("turn the sound up a lot", [("volume", {"direction": "up", "steps": 5})]),
    ("volume down", [("volume", {"direction": "down"})]),
    ("drop the volume by three", [("volume", {"direction": "down", "steps": 3})]),
    ("make the music a bit quieter", [("volume", {"direction": "down", "steps": 1})]),
    ("put the volume at sixty five percent", [("volume", {"level": 65})]),
    ("full volume", [("volume", {"level": 100})]),
    ("unmute my speakers", [("volume", {"mute": False})]),
    ("stop the music", [("music", {"command": "pause"})]),
    ("skip to the next track", [("music", {"command": "next"})]),
    ("tile this window on the right hand side", [("window_snap", {"position": "right"})]),
    ("fill the screen with this window", [("window_snap", {"position": "maximize"})]),
    ("put slack on the bottom half",
     [("switch_app", {"app": "Slack"}), ("window_snap", {"position": "bottom"})]),
    ("give me a forty minute laundry timer",
     [("start_timer", {"duration": 2400, "label": "laundry"})]),
    ("set a timer for an hour and a quarter of an hour",
     [("start_timer", {"duration": 4500})]),
    ("start a rice timer for twelve minutes",
     [("start_timer", {"duration": 720, "label": "rice"})]),
    ("remind me in ten minutes to check the oven",
     [("reminder", {"title": "check the oven", "due": "2026-03-02 09:40"})]),
    ("turn off the rice timer", [("timers", {"action": "cancel", "label": "rice"})]),
    ("how long until my rice timer goes off", [("timers", {"action": "list"})]),
    ("read the clipboard to me", [("clipboard_read", {})]),
    ("is the laptop charging", [("status", {"what": "battery"})]),
    ("how loud is the music", [("status", {"what": "volume"})]),
    ("what song is this", [("music", {"command": "now_playing"})]),
    ("undo the last thing", [("undo_last", {})]),
    ("set the city to Bad Tölz", [("set_value", {"value": "Bad Tölz", "field": "city"})]),
    ("type Grüße into the message box",
     [("type", {"text": "Grüße", "field": "message box"})]),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "plan"), PLANS)
def test_a_command_becomes_its_calls(read, transcript, plan):
    meaning = read(transcript)

    assert calls(meaning) == plan
    assert meaning.spoken == ""


COMPOUND = [
    ("open firefox and turn the volume down",
     [("open_app", {"app": "Firefox"}), ("volume", {"direction": "down"})]),
    ("Open the text editor. Then type hello and press enter.",
     [("open_app", {"app": "Text Editor"}), ("type", {"text": "hello"}),
      ("key", {"key": "enter"})]),
    ("open firefox, slack and the terminal",
     [("open_app", {"app": "Firefox"}), ("open_app", {"app": "Slack"}),
      ("open_app", {"app": "Terminal"})]),
    ("open the calculator and press seven times eight equals",
     [("open_app", {"app": "Calculator"}),
      *[("click", {"target": key}) for key in ("7", "times", "8", "equals")]]),
    ("open chromium and then click the address bar and type example.org",
     [("open_app", {"app": "Chromium"}), ("click", {"target": "address bar"}),
      ("type", {"text": "example.org"})]),
    ("pause the music and mute", [("music", {"command": "pause"}), ("volume", {"mute": True})]),
    ("select all, copy that and paste it",
     [("key", {"key": key}) for key in ("ctrl+a", "ctrl+c", "ctrl+v")]),
    ("I can barely hear it, turn the volume up", [("volume", {"direction": "up"})]),
    ("hello pace, open slack", [("open_app", {"app": "Slack"})]),
    ("Follow these steps:\n1. Open Spotify\n2. Play music\n3. Maximize the window",
     [("open_app", {"app": "Spotify"}), ("music", {"command": "play"}),
      ("window_snap", {"position": "maximize"})]),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "plan"), COMPOUND)
def test_several_commands_keep_their_order(read, transcript, plan):
    assert calls(read(transcript)) == plan


CORRECTED = [
    ("open firefox, no wait, chromium", [("open_app", {"app": "Chromium"})]),
    ("turn the volume up, no, down", [("volume", {"direction": "down"})]),
    ("set a timer for five, sorry, ten minutes", [("start_timer", {"duration": 600})]),
    ("scroll up I mean scroll down", [("scroll", {"direction": "down"})]),
    ("close firefox. Scratch that, open slack", [("open_app", {"app": "Slack"})]),
]


@pytest.mark.parametrize(("transcript", "plan"), CORRECTED)
def test_a_correction_replaces_what_it_corrects(read, transcript, plan):
    assert calls(read(transcript)) == plan


@pytest.mark.parametrize(
    "transcript",
    ["open firefox, no wait", "close the window, never mind", "delete the file, no, scratch that"],
)
def test_what_is_taken_back_is_not_done(read, transcript):
    meaning = read(transcript)

    assert meaning.control is Control.STOP
    assert meaning.calls == ()


@pytest.mark.parametrize(
    ("transcript", "text"),
    [
        ("type Hello, World! How are you?", "Hello, World! How are you?"),
        ("Type hello world.", "hello world"),
        ("type open firefox and turn the volume down", "open firefox and turn the volume down"),
        ("type thank you please", "thank you please"),
        ("type um you know like twenty five things", "um you know like twenty five things"),
        ('type "no wait, later"', "no wait, later"),
        ("type don't stop", "don't stop"),
        ("hey pace please type NASA", "NASA"),
        ("type dear anna comma new line hi", "dear anna,\nhi"),
        ("dictate im late comma sorry", "I'm late, sorry"),
        ("dictate open the door and press on", "Open the door and press on"),
    ],
)
def test_text_is_typed_as_it_was_said(read, transcript, text):
    meaning = read(transcript)

    assert calls(meaning) == [("type", {"text": text})]
    assert (meaning.lane, meaning.intent) == (Lane.DICTATION, Intent.DICTATE)


def test_typed_text_may_end_in_a_key(read):
    assert calls(read("type hello world and hit enter")) == [
        ("type", {"text": "hello world"}),
        ("key", {"key": "enter"}),
    ]


@pytest.mark.parametrize(
    ("transcript", "control"),
    [
        ("stop", Control.STOP),
        ("be quiet please", Control.STOP),
        ("say that again", Control.REPEAT),
        ("sorry, what did you say?", Control.REPEAT),
        ("what can I say", Control.HELP),
        ("type it here", Control.TYPE_KEPT),
    ],
)
def test_the_conversation_has_its_own_commands(read, transcript, control):
    meaning = read(transcript)

    assert (meaning.control, meaning.calls) == (control, ())


def test_reads_alone_are_an_answer_and_changes_an_action(read):
    assert read("how much battery is left").intent is Intent.ANSWER
    assert read("mute").intent is Intent.ACTION
    assert read("what's playing and turn it up").intent is Intent.ACTION


def test_time_and_date_come_from_the_request(read):
    assert read("what time is it").spoken == "It's 9:30 am."
    assert read("what day is tomorrow").spoken == "Tomorrow is Tuesday, 3 March 2026."


def test_listed_applications_are_named_as_listed(read):
    apps = ("Firefox Web Browser", "GNU Image Manipulation Program", "Files", "LibreOffice Writer")

    assert calls(read("open firefox", apps=apps)) == [("open_app", {"app": "Firefox Web Browser"})]
    assert calls(read("open the file manager", apps=apps)) == [("open_app", {"app": "Files"})]
    assert calls(read("start gimp", apps=apps)) == [("open_app", {"app": apps[1]})]
    assert calls(read("open libre office writer", apps=apps)) == [("open_app", {"app": apps[3]})]
    missing = read("open photoshop", apps=apps)
    assert (missing.intent, missing.calls) == (Intent.OUT_OF_SCOPE, ())
    assert "photoshop" in missing.spoken


def test_an_empty_transcript_means_nothing(read):
    meaning = read("  … ")

    assert (meaning.lane, meaning.intent, meaning.calls) == (Lane.UNKNOWN, None, ())


def test_every_argument_says_where_it_came_from(read):
    for transcript, _ in PLANS + COMPOUND:
        for call in read(transcript).calls:
            assert set(call.provenance) == set(call.arguments), transcript
            assert all(source.trusted for source in call.provenance.values())


def test_a_scroll_without_a_direction_takes_the_usual_one(read):
    (call,) = read("keep scrolling").calls

    assert call.arguments == {"direction": "down"}
    assert call.provenance == {"direction": Provenance.DEFAULT}


def test_that_is_the_window_in_front_when_there_is_one(read):
    assert read("close that").intent is Intent.CLARIFY
    assert calls(read("close that", Snapshot(WINDOW))) == [("close_app", {})]


def test_a_prepared_screen_changes_nothing(read):
    snapshot = Snapshot(WINDOW)

    assert prepare(snapshot) == prepare(snapshot)
