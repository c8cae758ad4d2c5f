"""The main job on real applications: words in, the right act, evidence, a sentence, undo."""

import json

from tests.desktop.driving import in_front, running, said, say


async def test_a_line_of_text_presses_a_button_and_another_fills_a_field_and_is_undone(
    pace, launch_and_wait_for_window, gtk3_form
):
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    filled = await say(pace, "set the name to Anna")
    assert filled["ok"], json.dumps(filled)
    [result] = filled["results"]
    assert result["evidence"] == "verified", filled
    assert result["undo"]

    pressed = await say(pace, "press Save")
    assert pressed["ok"], pressed
    [result] = pressed["results"]
    assert result["evidence"] == "verified", pressed
    assert not result["undo"], "a press offers no undo"
    assert "Save" in pressed["spoken"]
    await said(form.process, "Saved Anna")

    undone = json.loads((await pace("undo", "--json")).stdout)
    assert undone["ok"], undone
    assert undone["results"][0]["evidence"] == "verified", undone
    await say(pace, "press Save")
    await said(form.process, "Saved ,")

    again = json.loads((await pace("undo", "--json")).stdout)
    assert not again["ok"]
    assert "nothing" in again["spoken"].lower()


async def test_what_is_not_there_is_said_and_nothing_is_pressed(
    pace, launch_and_wait_for_window, gtk3_form
):
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    report = await say(pace, "press the Launch rocket button")
    assert report["results"] == [] or not report["ok"]
    assert "rocket" in report["spoken"].lower()
    assert "Saved" not in form.process.said(30)


async def test_the_running_service_does_the_same_and_tells_every_event(
    pace, launch_and_wait_for_window, gtk3_form, virtual_desktop
):
    form = await launch_and_wait_for_window(gtk3_form, "GTK 3")
    await in_front(pace, "GTK 3")
    async with running(pace):
        report = await say(pace, "set the city to Zürich")
        assert report["ok"], report
        report = await say(pace, "press Save")
        assert report["ok"], report
        await said(form.process, "Saved , Zürich")
        second = await pace("run", "--headless")
        assert second.returncode == 1
        assert b"already running" in second.stderr
    history = json.loads((await pace("history", "--json")).stdout)
    assert [turn["heard"] for turn in history] == ["press Save", "set the city to Zürich"]
