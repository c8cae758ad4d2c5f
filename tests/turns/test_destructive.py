"""What would destroy something is asked about, Cancel first, and a no does nothing."""

import anyio
import pytest

from pace.app import application, parts
from pace.core.element import Element
from pace.core.event import Asked
from pace.core.turn import Origin, Transcript
from pace.desktop.ports import Desktop
from pace.store.places import Places
from pace.testing.desktop import FakeTree, FakeWindow
from pace.testing.window_system import FakeKeyboard


@pytest.mark.parametrize("reply", ["no", "cancel", "what is that", None])
async def test_nothing_is_done_unless_it_was_allowed(tmp_path, reply):
    keyboard = FakeKeyboard()
    window = FakeWindow("files", "Photos")
    window.add(Element("e1", "list_item", "Summer", states=frozenset({"selected"})))
    desktop = Desktop(tree=FakeTree(window), keyboard=keyboard)
    async with parts(Places.below(tmp_path)) as made:
        app = application(desktop, made)
        asked = anyio.Event()
        made.events.subscribe(lambda e: asked.set() if isinstance(e, Asked) else None)
        reports = []

        async def first():
            words = Transcript("delete all my photos", Origin.CLI, "me")
            reports.append(await app.assistant.start_turn(words))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(first)
            with anyio.fail_after(5):
                await asked.wait()
            question = app.assistant.question
            assert question.options[0] == "Cancel"
            assert "photos" in question.text.lower()
            if reply is None:
                app.assistant.interrupt()
            else:
                await app.assistant.start_turn(Transcript(reply, Origin.CLI, "me"))
        assert all(not report.results for report in reports)
    assert keyboard.chords == []
