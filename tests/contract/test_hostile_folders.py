"""Folders of the person that hold what no program meant to be read: pipes, sockets, devices, names
that are no text, files that may not be read."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
from pathlib import Path

import anyio
import pytest

from pace.core.call import Call
from pace.core.result import Inverse
from pace.desktop.linux.calendars.folder import Folder as Calendars
from pace.desktop.linux.calendars.shelf import Kind
from pace.desktop.linux.contacts.folder import VCardFolder
from pace.desktop.linux.notes.folder import MarkdownNotes
from pace.desktop.linux.shortcuts import BoxedShortcuts
from pace.desktop.linux.trash import FreedesktopTrash
from pace.egress import Egress
from pace.store.places import Places
from pace.store.settings import Settings
from pace.tools.catalogue import built_in
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

#: Less than any of the adapters' own bounds: none of them is to run out.
SECONDS = 5.0
EVENT = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n"


def littered(folder: Path, ending: str) -> None:
    """What has the name of such a file and is none."""
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / f"pipe{ending}")
    (folder / f"folder{ending}").mkdir()
    (folder / f"loop{ending}").symlink_to(f"loop{ending}")
    (folder / f"device{ending}").symlink_to("/dev/zero")
    (folder / f"forbidden{ending}").touch(0o000)
    (folder / f"binary{ending}").write_bytes(os.urandom(10_000))
    with (folder / f"huge{ending}").open("wb") as file:
        file.truncate(1_000_000_000)
    strange = os.path.join(os.fsencode(folder), b"\xff\xfe")  # noqa: PTH118  # bytes
    os.mkdir(strange)  # noqa: PTH102
    for name in (b"\xff", b"plain"):
        with open(os.path.join(strange, name + ending.encode()), "wb") as file:  # noqa: PTH118,PTH123
            file.write(b"tulips")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / f"s{ending}"))


def notes_in(folder: Path) -> MarkdownNotes:
    settings = Settings()
    chosen = settings.notes.model_copy(update={"folder": str(folder / "Notes")})
    return MarkdownNotes(
        settings.model_copy(update={"notes": chosen}), Places.below(folder / "pace")
    )


async def test_notes_are_found_among_what_is_none(tmp_path: Path) -> None:
    littered(tmp_path / "Notes", ".md")
    notes = notes_in(tmp_path)
    with anyio.fail_after(SECONDS):
        made = await notes.create("Garden", "tulips")
        assert [note.path for note in await notes.search("tulips")] == [made.path]
        assert [note.path for note in await notes.titled("garden")] == [made.path]


async def test_people_are_found_among_what_is_none(tmp_path: Path) -> None:
    littered(tmp_path, ".vcf")
    (tmp_path / "ann.vcf").write_text("BEGIN:VCARD\nFN:Ann Lee\nEND:VCARD\n")
    with anyio.fail_after(SECONDS):
        assert [each.name for each in await VCardFolder(tmp_path).all()] == ["Ann Lee"]


async def test_events_are_found_among_what_is_none(tmp_path: Path) -> None:
    littered(tmp_path / "work", ".ics")
    os.mkfifo(tmp_path / "work" / "displayname")
    (tmp_path / "work" / "1.ics").write_text(EVENT)
    with anyio.fail_after(SECONDS):
        found = await Calendars(tmp_path).items(Kind.EVENT)
        assert [(item.place, item.collection.name) for item in found] == [
            (str(tmp_path / "work" / "1.ics"), "work")
        ]


async def test_shortcuts_are_known_beside_a_declaration_that_is_a_pipe(tmp_path: Path) -> None:
    places = Places.below(tmp_path)
    folder = places.config / "shortcuts"
    littered(folder, ".sh")
    for name in ("one", "two"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o700)
    os.mkfifo(folder / "one.toml")

    async def note(*_: object) -> None: ...

    known = BoxedShortcuts(places, Egress(lambda _: None, note), {"HOME": str(tmp_path)}).prepared()
    assert {each.name: each.allows for each in known if not each.problem} == {"two": ()}
    assert {each.name for each in known if each.problem} >= {"one"}


async def test_what_was_downloaded_and_is_a_pipe_now_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    os.mkfifo(path)
    made = {"path": str(path), "bytes": 0, "sha256": hashlib.sha256(b"").hexdigest()}
    doing = Doing(trash=FreedesktopTrash({"HOME": str(tmp_path)}))
    with anyio.fail_after(SECONDS):
        result = await doing.runner.carry_out(
            Inverse(Call("trash_made", made), "downloading"), built_in(), {}
        )
    assert result.kind == "no longer applies"
    assert path.is_fifo()


EDITOR = """
import os, sys, time
from pathlib import Path
note = Path(sys.argv[1])
for number in range(60):
    text = note.read_text()
    beside = note.with_name(".editor.tmp")
    beside.write_text(text + f"editor-{number}.\\n")
    if note.read_text() == text:
        os.replace(beside, note)
        print(f"editor-{number}.")
    time.sleep(0.002)
"""
PACE = """
import sys
from pathlib import Path
import anyio
from pace.core.error import NotSaved
from pace.desktop.linux.notes.folder import MarkdownNotes
from pace.store.places import Places
from pace.store.settings import NotesSettings, Settings

note, me = Path(sys.argv[1]), sys.argv[2]

async def write():
    settings = Settings(notes=NotesSettings(folder=str(note.parent)))
    notes = MarkdownNotes(settings, Places.below(note.parent.parent / me))
    for number in range(60):
        try:
            await notes.append(note, f"{me}-{number}.")
            print(f"{me}-{number}.")
        except NotSaved:
            pass

anyio.run(write)
"""


async def test_two_paces_and_an_editor_lose_nothing_of_one_another(tmp_path: Path) -> None:
    note = tmp_path / "Notes" / "list.md"
    note.parent.mkdir()
    note.write_text("start\n")
    claimed: list[str] = []

    async def run(program: str, name: str) -> None:
        words = [sys.executable, "-c", program, str(note), name]
        done = await anyio.run_process(words)
        claimed.extend(done.stdout.decode().split())

    with anyio.fail_after(60):
        async with anyio.create_task_group() as group:
            for program, name in ((PACE, "one"), (PACE, "two"), (EDITOR, "editor")):
                group.start_soon(run, program, name)
    assert len(claimed) > 90
    assert set(claimed) - set(note.read_text().split()) == set()
    assert [each.name for each in note.parent.iterdir() if each.name != "list.md"] == []
