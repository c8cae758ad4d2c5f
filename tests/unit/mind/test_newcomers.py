"""What newcomers said and was taken for something else."""

import pytest

from tests.unit.mind.conftest import calls

SAID = [
    ("append more words to the note first note", "notes",
     {"action": "append", "title": "first note", "body": "more words"}),
    ("make a note called Shopping/List: apples and pears", "notes",
     {"action": "create", "title": "Shopping/List", "body": "apples and pears"}),
    ("make a note called 5:30 train", "notes", {"action": "create", "title": "5:30 train"}),
    ("delete the launch idea note", "notes", {"action": "remove", "title": "launch idea"}),
    ("read my launch idea note", "notes", {"action": "search", "query": "launch idea"}),
    ("which timers run", "timers", {"action": "list"}),
    ("what shortcuts do I have", "list_shortcuts", {}),
    ("run the shortcut new private window in Firefox", "shortcuts",
     {"name": "new private window in Firefox"}),
    ("open the trash", "finder", {"path": "trash", "action": "open"}),
    ("show me the file /etc/shadow", "finder", {"path": "/etc/shadow", "action": "reveal"}),
    ("download localhost:8899/a.bin", "download_file", {"url": "localhost:8899/a.bin"}),
]  # fmt: skip


@pytest.mark.parametrize(("transcript", "tool", "arguments"), SAID)
def test_it_is_taken_as_it_was_said(read, transcript, tool, arguments):
    assert calls(read(transcript)) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("transcript", "words"),
    [("set a timer for 3 weeks", "a day at most"), ("set a timer for zero seconds", "a second at"),
     ("download file:///etc/passwd", "http and https addresses only, not from file:")],
)  # fmt: skip
def test_what_cannot_be_is_told_with_its_reason(read, transcript, words):
    meaning = read(transcript)
    assert meaning.calls == ()
    assert words in meaning.spoken


@pytest.mark.parametrize("transcript", ["delete this note", "delete the note", "empty the trash"])
def test_what_names_no_note_is_still_withheld(read, transcript):
    assert [name for name, _ in calls(read(transcript))] != ["notes"]
