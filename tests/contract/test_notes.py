"""One suite over notes: a folder of Markdown files, and the double."""

from __future__ import annotations

import os
import resource
import signal
import stat
from pathlib import Path

import pytest

from pace.core.error import Gone, Invalid, NotSaved, Refused
from pace.desktop.linux.notes.files import LARGEST
from pace.desktop.linux.notes.folder import MarkdownNotes
from pace.desktop.linux.notes.index import INDEXED, Index
from pace.desktop.ports import Adapter
from pace.desktop.services import Notes
from pace.store.places import Places
from pace.store.settings import NotesSettings, Settings
from pace.testing.notes import FakeNotes

pytestmark = pytest.mark.anyio

ODD = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂 👩‍👩‍👧"


def real(folder: Path) -> MarkdownNotes:
    settings = Settings(notes=NotesSettings(folder=str(folder / "Notes")))
    return MarkdownNotes(settings, Places.below(folder))


@pytest.fixture(params=["folder", "double"])
def notes(request: pytest.FixtureRequest, tmp_path: Path) -> Notes:
    return FakeNotes(tmp_path / "Notes") if request.param == "double" else real(tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> MarkdownNotes:
    (tmp_path / "Notes").mkdir()
    return real(tmp_path)


@pytest.mark.parametrize("body", ["", "Milk", "One\n\nTwo\n", ODD, "---\nno: front\n---\ntext"])
async def test_a_note_is_read_back_as_it_was_made(notes: Notes, body: str) -> None:
    made = await notes.create("Launch idea", body)
    assert (made.title, made.body) == ("Launch idea", body.strip("\n"))
    assert (await notes.read(made.path)).body == made.body
    assert made.path.name == "Launch idea.md"


async def test_a_second_note_of_a_title_stands_beside_the_first(notes: Notes) -> None:
    first, second = await notes.create("Idea", "one"), await notes.create("Idea", "two")
    assert first.path != second.path
    assert [note.body for note in await notes.titled("IDÉA")] == ["two", "one"]
    assert second.title == "Idea"


@pytest.mark.parametrize(
    "title",
    [
        "../../etc/passwd", "a/b\\c", ".hidden", "...", "CON", "x" * 10_000, "ü" * 300, "🙂" * 200,
        "\0", "", "   ", "line\nbreak", "tab\there", ODD, "100% <b>", "[[link]] #tag", "-rf", "~",
        '"quoted"', "title: x",
    ],
)  # fmt: skip
async def test_any_title_makes_one_file_in_the_folder(notes: Notes, title: str) -> None:
    made = await notes.create(title, "body")
    assert len(os.fsencode(made.path.name)) <= 255
    assert made.path.parent.name == "Notes"
    assert not made.path.name.startswith(".")
    assert (await notes.read(made.path)).body == "body"
    assert made.path in [note.path for note in await notes.titled(title.strip(" \0") or "Note")]


async def test_half_a_character_is_refused_and_nothing_is_made(notes: Notes) -> None:
    with pytest.raises(Invalid):
        await notes.create("Half", "\ud800")
    assert await notes.titled("Half") == []


async def test_what_is_added_stands_after_a_blank_line_and_is_told_exactly(notes: Notes) -> None:
    made = await notes.create("List", "Milk")
    before = await notes.text(made.path)
    new = await notes.append(made.path, "Bread\n")
    assert (await notes.read(made.path)).body == "Milk\n\nBread"
    assert await notes.text(made.path) == before + new
    await notes.replace(made.path, before + new, before)
    assert await notes.text(made.path) == before


async def test_what_is_added_to_an_empty_note_is_its_body(notes: Notes) -> None:
    made = await notes.create("Empty", "")
    await notes.append(made.path, "First")
    assert (await notes.read(made.path)).body == "First"


async def test_words_are_found_in_title_and_body_titles_first(notes: Notes) -> None:
    await notes.create("Zoo", "The launch was late")
    await notes.create("Launch plan", "nothing")
    await notes.create("Café", "crème brûlée at 10% off, a-b, “so”")
    assert [note.title for note in await notes.search("LAUNCH")] == ["Launch plan", "Zoo"]
    assert [note.title for note in await notes.search("cafe creme")] == ["Café"]
    assert [note.title for note in await notes.search("brulee")] == ["Café"]
    assert [note.title for note in await notes.search("a-b")] == ["Café"]
    assert [note.title for note in await notes.search("10")] == ["Café"]
    assert await notes.search("nowhere") == []
    assert len(await notes.search("a", limit=1)) == 1


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        '"',
        "'",
        "*",
        "NOT",
        "title:x",
        "a AND",
        "(",
        "\0",
        "🙂",
        "x" * 10_000,
        "-- ;",
        "\ud800",
    ],
)
async def test_any_query_is_only_words(notes: Notes, query: str) -> None:
    await notes.create("Plain", "text")
    assert await notes.search(query) == []


async def test_what_changed_meanwhile_is_not_overwritten_or_removed(notes: Notes) -> None:
    made = await notes.create("Mine", "one")
    text = await notes.text(made.path)
    await notes.append(made.path, "two")
    with pytest.raises(Gone):
        await notes.replace(made.path, text, "other")
    with pytest.raises(Gone):
        await notes.remove(made.path, text)
    assert (await notes.read(made.path)).body == "one\n\ntwo"
    await notes.remove(made.path, await notes.text(made.path))
    assert await notes.read(made.path) is None
    assert await notes.titled("Mine") == []


async def test_what_is_gone_is_none_to_read_and_an_error_to_write(notes: Notes) -> None:
    made = await notes.create("Gone", "x")
    await notes.remove(made.path, await notes.text(made.path))
    assert await notes.text(made.path) is None
    with pytest.raises(Gone):
        await notes.append(made.path, "more")


async def test_paths_outside_the_folder_are_refused(notes: Notes, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        await notes.text(tmp_path / "other.md")
    with pytest.raises(Refused):
        await notes.append(tmp_path / "other.md", "x")


async def test_the_file_is_one_that_other_programs_like(folder: MarkdownNotes) -> None:
    made = await folder.create("Launch idea", "Text")
    lines = made.path.read_text("utf-8").splitlines()
    assert lines[0] == "---"
    assert lines[1].startswith("created: 20")
    assert lines[2:] == ["tags:", "  - pace", "---", "Text"] or lines[-1] == "Text"
    odd = await folder.create("What? “Why”: \\o/", "Text")
    assert 'title: "What? “Why”: \\\\o/"' in odd.path.read_text("utf-8")


async def test_another_programs_edits_are_seen(folder: MarkdownNotes) -> None:
    made = await folder.create("Seen", "before")
    assert await folder.search("changed") == []
    made.path.write_text("Now it is changed")
    inner = folder.folder / "Projects"
    inner.mkdir()
    (inner / "Deep.md").write_text("title in a folder, changed too")
    hidden = folder.folder / ".obsidian"
    hidden.mkdir()
    (hidden / "x.md").write_text("changed")
    assert {note.title for note in await folder.search("changed")} == {"Seen", "Deep"}
    made.path.unlink()
    assert [note.title for note in await folder.search("changed")] == ["Deep"]


@pytest.mark.parametrize(
    "raw", [b"One\r\nTwo\r\n", b"no end", b"", b"\xff\xfe latin \xe9\n", b"\n\n\n"]
)
async def test_bytes_of_others_are_carried_through(folder: MarkdownNotes, raw: bytes) -> None:
    path = folder.folder / "Theirs.md"
    path.write_bytes(raw)
    new = await folder.append(path, "Mine")
    assert path.read_bytes() == raw + new.encode()
    text = await folder.text(path)
    await folder.replace(path, text, text.removesuffix(new))
    assert path.read_bytes() == raw


async def test_mode_and_links_are_kept(folder: MarkdownNotes) -> None:
    path = folder.folder / "Real.md"
    path.write_text("text")
    path.chmod(0o640)
    link = folder.folder / "Link.md"
    link.symlink_to("Real.md")
    await folder.append(link, "more")
    assert link.is_symlink()
    assert path.read_text() == "text\n\nmore\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(each.name for each in folder.folder.iterdir()) == ["Link.md", "Real.md"]


async def test_a_link_out_of_the_folder_is_not_followed(
    folder: MarkdownNotes, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("secret words")
    (folder.folder / "Out.md").symlink_to(secret)
    (folder.folder / "dir").symlink_to(tmp_path)
    for path in (folder.folder / "Out.md", folder.folder / "dir/secret.md"):
        with pytest.raises(Refused):
            await folder.append(path, "x")
    assert await folder.search("secret") == []
    assert secret.read_text() == "secret words"
    made = await folder.create("Out", "new")
    assert made.path.name == "Out 2.md"


async def test_a_folder_that_is_itself_a_link_serves(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "Notes").symlink_to(tmp_path / "elsewhere")
    notes = real(tmp_path)
    made = await notes.create("Linked", "x")
    assert await notes.titled("linked")
    await notes.append(made.path, "y")
    assert (tmp_path / "elsewhere/Linked.md").exists()


async def test_what_is_read_only_is_left(folder: MarkdownNotes) -> None:
    path = folder.folder / "Kept.md"
    path.write_text("kept")
    path.chmod(0o444)
    with pytest.raises(NotSaved, match="read-only"):
        await folder.append(path, "x")
    assert path.read_text() == "kept"


async def test_without_a_folder_nothing_is_found_and_a_file_in_its_place_is_said(
    tmp_path: Path,
) -> None:
    notes = real(tmp_path)
    assert await notes.search("x") == []
    assert await notes.titled("x") == []
    (tmp_path / "Notes").write_text("a file")
    with pytest.raises(NotSaved, match="could not save"):
        await notes.create("x", "y")


async def test_a_full_disk_is_said_and_leaves_nothing(
    folder: MarkdownNotes, tmp_path: Path
) -> None:
    made = await folder.create("Big", "x")
    before = made.path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        with pytest.raises(NotSaved, match="free some space"):
            await folder.append(made.path, "y" * 5000)
        with pytest.raises(NotSaved):
            await folder.create("Other", "y" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert made.path.read_bytes() == before
    assert [each.name for each in folder.folder.iterdir()] == ["Big.md"]


@pytest.mark.parametrize("broken", [b"not a database" * 400, b"", None])
async def test_an_index_that_is_lost_or_broken_is_made_anew(
    folder: MarkdownNotes, tmp_path: Path, broken: bytes | None
) -> None:
    await folder.create("Found", "words")
    await folder.search("words")
    [index] = (tmp_path / "cache").glob("notes-*.db")
    for beside in (tmp_path / "cache").iterdir():
        beside.unlink()
    if broken is not None:
        index.write_bytes(broken)
    assert [note.title for note in await folder.search("words")] == ["Found"]
    assert [note.title for note in await folder.search("words")] == ["Found"]


async def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    notes = real(tmp_path)
    await notes.create("Found", "words")
    assert [note.title for note in await notes.search("words")] == ["Found"]


async def test_the_adapter_declares_itself_and_its_probe_leaves_nothing(
    folder: MarkdownNotes,
) -> None:
    assert isinstance(folder, Adapter)
    assert (folder.provides, folder.available()) == ("notes", "")
    probe = await folder.probe()
    assert probe.ok, probe.did
    assert list(folder.folder.iterdir()) == []


async def test_the_probe_makes_no_folder(tmp_path: Path) -> None:
    assert (await real(tmp_path).probe()).ok
    assert not (tmp_path / "Notes").exists()


async def test_what_is_in_no_index_is_found_by_its_name_and_counted(
    folder: MarkdownNotes, tmp_path: Path
) -> None:
    index = Index(folder.folder, tmp_path / "few.db", most=1)
    for name in ("First", "Second", "Second 2", "Other"):
        (folder.folder / f"{name}.md").write_text("tulips")
    for name in ("First", "Second"):
        assert f"{name}.md" in [hit.path for hit in index.titled(name)]
    assert len(index.search("tulips", 20)) == 1
    assert index.left_out() == 3


async def test_a_note_too_long_to_be_read_is_told_and_no_second_is_made_for_it(
    folder: MarkdownNotes,
) -> None:
    log = folder.folder / "Log.md"
    with log.open("wb") as file:
        file.truncate(LARGEST + 1)
    (folder.folder / "Log 2.md").write_text("---\ntitle: Log\n---\nshort")
    assert [note.path.name for note in await folder.titled("log")] == ["Log 2.md"]
    (folder.folder / "Log 2.md").unlink()
    with pytest.raises(Refused, match="too long for a note"):
        await folder.titled("log")
    assert await folder.titled("other") == []
    assert await folder.left_out() == 1


async def test_the_end_of_a_long_note_is_said_to_be_left_out(folder: MarkdownNotes) -> None:
    (folder.folder / "Long.md").write_text("tulips " + "a" * INDEXED)
    assert len(await folder.search("tulips")) == 1
    assert await folder.left_out() == 1
