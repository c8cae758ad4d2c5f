"""One tab of several, timers in other words, and putting back what was changed."""

from dataclasses import replace

import pytest

from pace.core.element import Tree, Window
from pace.core.understanding import Intent
from tests.unit.mind.conftest import calls, screen


def window(app, *rows):
    return replace(screen(*rows), window=Window("1", app, "W", active=True, tree=Tree.FULL))


BROWSER = window("Firefox", ("tab", "General"), ("tab", "Privacy"))
SETTINGS = window("Settings", ("tab", "General"), ("tab", "Privacy"), ("tab", "About"))
TERMINAL = window("Terminal", ("text_area", "Terminal"))


@pytest.mark.parametrize(
    ("transcript", "key", "element"),
    [
        ("go to the last tab", "ctrl+9", "About"),
        ("show me the final tab", "ctrl+9", "About"),
        ("switch to tab three", "ctrl+3", "About"),
        ("jump to tab number two", "ctrl+2", "Privacy"),
        ("go to the second tab", "ctrl+2", "Privacy"),
        ("the first tab", "ctrl+1", "General"),
    ],
)
def test_a_tab_is_a_key_in_browsers_and_a_press_elsewhere(read, transcript, key, element):
    assert calls(read(transcript)) == [("key", {"key": key})]
    assert calls(read(transcript, BROWSER)) == [("key", {"key": key})]
    assert calls(read(transcript, SETTINGS)) == [("click", {"element": element})]
    elsewhere = read(transcript, TERMINAL)
    assert (elsewhere.calls, elsewhere.intent) == ((), Intent.OUT_OF_SCOPE)


def test_the_window_that_is_opened_first_decides(read):
    assert calls(read("open chromium and go to tab two", TERMINAL))[1] == ("key", {"key": "ctrl+2"})
    assert read("open the terminal and go to tab two", BROWSER).calls == ()


def test_the_tab_before_is_another_key_and_last_may_be_both(read):
    assert calls(read("go to the previous tab")) == [("key", {"key": "ctrl+shift+tab"})]
    asked = read("go back to the last tab", BROWSER)
    assert (asked.intent, asked.calls) == (Intent.CLARIFY, ())
    assert [plan[0].arguments["key"] for plan in asked.alternatives] == ["ctrl+shift+tab", "ctrl+9"]


def test_there_is_no_key_for_the_twelfth_tab(read):
    assert read("go to tab twelve", BROWSER).calls == ()


@pytest.mark.parametrize(
    ("transcript", "timer"),
    [
        ("remind me with a pasta timer in eight minutes", {"duration": 480, "label": "pasta"}),
        ("wake me in ten minutes", {"duration": 600}),
        ("wake me up in ten minutes with a tea timer", {"duration": 600, "label": "tea"}),
        ("ping me with a timer in thirty seconds", {"duration": 30}),
        ("alert me in five minutes about the oven", {"duration": 300, "label": "oven"}),
        ("set a timer for the rice for ten minutes", {"duration": 600, "label": "rice"}),
    ],
)
def test_a_length_makes_a_timer(read, transcript, timer):
    assert calls(read(transcript)) == [("start_timer", timer)]


@pytest.mark.parametrize(
    "transcript", ["wake me at seven", "set an alarm for 7 am", "wake me tomorrow at six"]
)
def test_a_time_of_day_makes_none_and_timers_are_offered(read, transcript):
    meaning = read(transcript)

    assert (meaning.calls, meaning.intent) == ((), Intent.OUT_OF_SCOPE)
    assert "timer" in meaning.spoken


def after(said, answer="Done."):
    return {"history": (("open slack", "Slack is open."), (said, answer))}


@pytest.mark.parametrize(
    ("transcript", "before"),
    [
        ("put the volume back", "turn the volume up"),
        ("put the volume back", "okay make it louder"),
        ("set the sound back to what it was", "mute"),
        ("put the window back where it was", "maximize the window"),
        ("put the text back", "type hello"),
        ("put it back", "maximize the window"),
    ],
)
def test_what_was_changed_last_is_put_back(read, transcript, before):
    assert calls(read(transcript, **after(before))) == [("undo_last", {})]


@pytest.mark.parametrize(
    ("transcript", "more"),
    [
        ("put the volume back", {}),
        ("put the volume back", after("maximize the window")),
        ("put the volume back", after("what's the volume", "It is at 40 %.")),
        ("put the volume back", after("turn the volume up", "I could not reach the sound.")),
        ("put the volume back", after("how do I turn the volume up")),
        ("restore the window", after("turn the volume up")),
        ("put the book back", after("turn the volume up")),
    ],
)
def test_nothing_else_is_undone_in_its_place(read, transcript, more):
    assert read(transcript, **more).calls == ()


def test_back_up_is_a_direction(read):
    assert calls(read("turn the volume back up")) == [("volume", {"direction": "up"})]
    assert calls(read("set the volume back to thirty")) == [("volume", {"level": 30})]
