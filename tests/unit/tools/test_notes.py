"""Notes: what is asked, said, seen and taken back."""

from pathlib import Path

import pytest

from pace.core.call import Call, Provenance, spoken
from pace.core.error import NotSaved
from pace.core.result import Evidence, Status
from pace.testing.notes import FakeNotes
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio


@pytest.fixture
def notes():
    return FakeNotes()


async def test_a_note_is_made_asked_about_and_read_back(notes):
    doing = Doing(notes=notes)
    [result] = await doing.run(spoken("note", title="Launch", body="An idea\n" + "x" * 200))
    assert result.evidence is Evidence.VERIFIED
    assert result.spoken == "I made the note “Launch” in /notes."
    assert "Launch.md" in result.seen
    assert f"Make the note “Launch”: An idea {'x' * 72}…" in doing.questions[0]
    assert "An idea" in notes.files[Path("/notes/Launch.md")]


async def test_the_words_are_written_as_they_are_but_for_controls(notes):
    await Doing(notes=notes).run(
        spoken("notes", title="A", body="- a\r\n    - b\0\n👩‍👩‍👧 می‌خواهم")
    )
    [text] = notes.files.values()
    assert text.endswith("- a\n    - b\n👩‍👩‍👧 می‌خواهم\n")


async def test_without_a_title_it_is_a_pace_note(notes):
    [result] = await Doing(notes=notes).run(spoken("notes", text="just words"))
    assert result.spoken == "I made the note “Pace note” in /notes."


async def test_nothing_is_made_when_it_is_not_approved(notes):
    [result] = await Doing(notes=notes, approves=False).run(spoken("notes", text="x"))
    assert result.status is Status.REFUSED
    assert notes.files == {}


async def test_the_preference_switches_the_question_off_but_not_for_text_of_a_page(notes):
    doing = Doing(notes=notes, asks=False)
    await doing.run(spoken("notes", text="x"))
    assert doing.questions == []
    await doing.run(Call("notes", {"text": "x"}, {"text": Provenance.PAGE}))
    assert "page" in doing.questions[0]


async def test_undo_takes_an_unchanged_note_away_and_keeps_a_changed_one(notes):
    doing = Doing(notes=notes)
    await doing.run(spoken("notes", title="A", body="x"), spoken("notes", title="B", body="y"))
    notes.files[Path("/notes/A.md")] += "mine"
    assert (await doing.undo()).evidence is Evidence.VERIFIED
    kept = await doing.undo()
    assert (kept.kind, kept.ok) == ("no longer applies", False)
    assert list(notes.files) == [Path("/notes/A.md")]


async def test_the_trash_takes_it_when_there_is_one(notes):
    class Trash:
        async def put(self, path):
            del notes.files[path]
            notes._order.remove(path)
            return "key"

    doing = Doing(notes=notes, trash=Trash())
    await doing.run(spoken("notes", title="A", body="x"))
    assert (await doing.undo()).spoken == "The note A.md is in the trash."


async def test_a_trash_that_fails_does_not_keep_it(notes):
    class Trash:
        async def put(self, path):
            raise NotSaved("The trash is full.")

    doing = Doing(notes=notes, trash=Trash())
    await doing.run(spoken("notes", title="A", body="x"))
    assert (await doing.undo()).ok
    assert notes.files == {}


async def test_adding_is_verified_and_taken_back_to_the_byte(notes):
    path = notes.put("Shopping list.md", "Milk\r\n")
    doing = Doing(notes=notes)
    [result] = await doing.run(spoken("notes", action="add", title="shopping LIST", body="Bread"))
    assert result.spoken == "I added it to the note “Shopping list”."
    assert notes.files[path] == "Milk\r\n\r\nBread\r\n"
    assert (await doing.undo()).evidence is Evidence.VERIFIED
    assert notes.files[path] == "Milk\r\n"


async def test_what_somebody_wrote_behind_it_stays(notes):
    path = notes.put("A.md", "Milk\n")
    doing = Doing(notes=notes)
    await doing.run(spoken("notes", action="append", title="A", body="Bread"))
    notes.files[path] += "Mine\n"
    assert (await doing.undo()).kind == "no longer applies"
    assert notes.files[path] == "Milk\n\nBread\nMine\n"


async def test_adding_to_a_note_that_is_not_there_makes_it(notes):
    doing = Doing(notes=notes)
    [result] = await doing.run(spoken("notes", action="update", title="New", body="x"))
    assert result.spoken == "There was none, so I made the note “New” in /notes."
    assert (await doing.undo()).ok
    assert notes.files == {}


@pytest.mark.parametrize(("picks", "changed"), [((1,), "A.md"), ((), None)])
async def test_of_several_notes_of_a_title_one_is_asked_for(notes, picks, changed):
    notes.put("A.md", "first")
    notes.put("a.md", "second")
    doing = Doing(notes=notes, picks=picks)
    before = dict(notes.files)
    [result] = await doing.run(spoken("notes", action="append", title="A", body="x"))
    assert doing.choices[0][0] == "Which note “A” do you mean?"
    assert [path.name for path, text in notes.files.items() if text != before[path]] == (
        [changed] if changed else []
    )
    assert result.ok is bool(changed)


@pytest.mark.parametrize("key", ["query", "text", "title", "name"])
async def test_searching_asks_nothing_and_gives_titles(notes, key):
    for name in ("Launch plan.md", "Zoo.md", "Other.md"):
        notes.put(name, "the launch" if name == "Zoo.md" else "x")
    doing = Doing(notes=notes)
    [result] = await doing.run(spoken("notes", action="find", **{key: "launch"}))
    assert result.spoken == "2 notes have “launch”: “Launch plan”, “Zoo”."
    assert result.observation == "Launch plan\nZoo"
    assert doing.questions == []
    assert doing.inverses == []


async def test_many_found_are_counted_and_some_are_said(notes):
    for number in range(30):
        notes.put(f"N{number}.md", "word")
    [result] = await Doing(notes=notes).run(spoken("notes", action="search", query="word"))
    assert result.spoken.startswith("20 or more notes have “word”: ")
    assert result.spoken.endswith(" and 15 more.")


async def test_titles_of_others_are_cleaned(notes):
    notes.put("x.md", "---\ntitle: evil\u202e\x07\n---\nwords")
    notes.put("evil\x07\u202ename.md", "words")
    [result] = await Doing(notes=notes).run(spoken("notes", action="search", query="words"))
    assert result.spoken.isprintable()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"action": "append", "title": "A"}, "nothing to add"),
        ({"action": "append", "title": "A", "body": "\0\n"}, "nothing to add"),
        ({"action": "search"}, "need a word"),
        ({"action": "search", "query": "\0"}, "need a word"),
        ({"action": "burn"}, "action can be"),
    ],
)
async def test_what_cannot_be_done_is_said(notes, arguments, words):
    [result] = await Doing(notes=notes).run(spoken("notes", **arguments))
    assert not result.ok
    assert words in result.spoken
    assert notes.files == {}


async def test_what_cannot_be_saved_is_said_and_its_text_is_kept(notes):
    notes.full = True
    doing = Doing(notes=notes)
    [result] = await doing.run(spoken("notes", title="A", body="precious"))
    assert not result.ok
    assert doing.kept == ["precious"]


@pytest.mark.parametrize(
    "text",
    ["", "\0", "\ud800", "x" * 10_000, "\u202e\u2066", "a\r\nb\rc", "---\n", "🙂" * 3000, "\n\n"],
)
@pytest.mark.parametrize("action", ["create", "append", "search"])
async def test_nothing_escapes_whatever_the_words_are(notes, text, action):
    [result] = await Doing(notes=notes).run(
        spoken("notes", action=action, title=text, body=text, query=text)
    )
    assert result.spoken


async def test_the_question_says_whether_the_note_is_there(notes):
    notes.put("Shopping.md", "Milk")
    doing = Doing(notes=notes, approves=False)
    await doing.run(spoken("notes", action="append", title="shopping", body="Bread"))
    await doing.run(spoken("notes", action="append", title="first", body="Bread"))
    assert "Add to the note “Shopping”: Bread" in doing.questions[0]
    assert "Make a new note “first”, as there is none: Bread" in doing.questions[1]


async def test_a_second_note_of_a_title_says_its_real_name(notes):
    await Doing(notes=notes).run(spoken("notes", title="launch idea", body="x"))
    [result] = await Doing(notes=notes).run(spoken("notes", title="launch idea", body="y"))
    assert "“launch idea 2”" in result.spoken


async def test_the_one_note_that_is_found_is_read(notes):
    notes.put("launch idea.md", "a rocket")
    [result] = await Doing(notes=notes).run(spoken("notes", action="search", query="launch"))
    assert result.spoken == "1 note has “launch”: “launch idea”. It says: “a rocket”"
    assert result.observation == "launch idea\na rocket"


class Bin:
    """A trash for notes in memory."""

    def __init__(self, notes):
        self.notes, self.held = notes, {}

    async def put(self, path):
        self.held[path.name] = (path, self.notes.files.pop(path))
        return path.name

    async def restore(self, key):
        path, text = self.held.pop(key)
        self.notes.put(path.name, text)
        return path


async def test_a_deleted_note_is_in_the_trash_and_comes_back(notes):
    path = notes.put("launch idea.md", "a rocket")
    doing = Doing(notes=notes, trash=Bin(notes))
    [result] = await doing.run(spoken("notes", action="delete", title="Launch idea"))
    assert (result.spoken, notes.files) == ("The note “launch idea” is in the trash.", {})
    assert "Move the note “launch idea” to the trash: /notes/launch idea.md" in doing.questions[0]
    assert (await doing.undo()).evidence is Evidence.VERIFIED
    assert notes.files == {path: "a rocket"}


@pytest.mark.parametrize(
    ("names", "trash", "words"),
    [((), True, "no note called “A”"), (("A.md", "a.md"), True, "2 notes are called “A”"),
     (("A.md",), False, "I know no trash")],
)  # fmt: skip
async def test_what_cannot_be_deleted_is_said_without_a_question(notes, names, trash, words):
    for name in names:
        notes.put(name, "x")
    before = dict(notes.files)
    doing = Doing(notes=notes, **({"trash": Bin(notes)} if trash else {}))
    [result] = await doing.run(spoken("notes", action="remove", title="A"))
    assert words in result.spoken
    assert (result.ok, doing.questions, notes.files) == (False, [], before)


async def test_a_search_says_what_it_did_not_look_through(notes):
    notes.put("Zoo.md", "tulips")
    for notes.unread, query, words in [
        (0, "tulips", "tulips”"), (1, "tulips", "1 file, too long or one too many, was not"),
        (7, "roses", "7 files, too long or too many, were not looked through."),
    ]:  # fmt: skip
        [result] = await Doing(notes=notes).run(spoken("notes", action="search", query=query))
        assert words in result.spoken
        assert ("looked through" in result.spoken) == bool(notes.unread)
