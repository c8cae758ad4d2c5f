"""Notes, mail drafts and messages, said to Pace: what real programs and files then show."""

import os
import signal
from contextlib import asynccontextmanager, suppress

import anyio
import pytest

from pace.app import Choices, linux_desktop
from pace.core.call import spoken
from pace.core.result import Evidence
from pace.desktop.acting import Hands
from pace.store.places import Places
from tests.desktop.conftest import windows
from tests.desktop.driving import say
from tests.unit.tools.doing import Doing

pytestmark = pytest.mark.anyio

ACCOUNT = """[Account: 1]
account_name=me
is_default=1
name=Me
address=me@example.org
protocol=5
smtp_server=127.0.0.1
user_id=me
"""
FOLDERS = """<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
<folder type="mh" name="Mailbox" path="Mail">
</folder></folderlist>
"""
ANN = "BEGIN:VCARD\nVERSION:3.0\nUID:a\nFN:Ann Lee\nEMAIL:ann@x.example\nEND:VCARD\n"


async def unasked(pace):
    """Switch the approval of risky actions off: nobody is there to give it."""
    done = await pace("settings", "set", "safety.approve_risky_actions", "off")
    assert done.returncode == 0, done.stderr


def result(report):
    [only] = report["results"]
    return only


async def test_a_note_is_a_file_that_is_found_and_taken_back(pace, tmp_path):
    await unasked(pace)
    folder = tmp_path / "My notes"
    await pace("settings", "set", "notes.folder", str(folder))
    report = await say(pace, "note: launch idea")
    assert result(report)["evidence"] == "verified", report
    [file] = folder.iterdir()
    assert "launch idea" in file.read_text().splitlines()
    (folder / "Other.md").write_text("about the launch\n")
    report = await say(pace, "search my notes for launch")
    assert "2 notes have “launch”" in report["spoken"]
    assert (await pace("undo")).returncode == 0
    assert [each.name for each in folder.iterdir()] == ["Other.md"]


async def test_adding_to_a_note_is_taken_back_to_the_byte(pace, tmp_path):
    await unasked(pace)
    await pace("settings", "set", "notes.folder", str(tmp_path))
    note = tmp_path / "Shopping list.md"
    note.write_bytes(b"Bread\r\n")
    report = await say(pace, "add milk to my shopping list note")
    assert result(report)["evidence"] == "verified", report
    assert note.read_bytes() == b"Bread\r\n\r\nmilk\r\n"
    await pace("undo")
    assert note.read_bytes() == b"Bread\r\n"


@asynccontextmanager
async def ended(title):
    """End what has a window with that in its title."""
    try:
        yield
    finally:
        for pid in {w.pid for w in await windows(os.environ["DISPLAY"]) if title in w.title}:
            with suppress(ProcessLookupError):  # it ended while its window was still listed
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
async def mailer(virtual_desktop, pace, tmp_path):
    """A real mail program with an account, as the person's default; ended with the test."""
    home = anyio.Path(virtual_desktop.environment["HOME"])
    own = home / ".sylpheed-2.0"
    await own.mkdir()
    await (home / "Mail").mkdir(exist_ok=True)
    await (own / "accountrc").write_text(ACCOUNT)
    await (own / "folderlist.xml").write_text(FOLDERS)
    await (own / "sylpheedrc").write_text("[Common]\ncheck_on_startup=0\nautochk_newmail=0\n")
    config = tmp_path / "config"
    config.mkdir(exist_ok=True)
    (config / "mimeapps.list").write_text(
        "[Default Applications]\nx-scheme-handler/mailto=sylpheed.desktop\n"
    )
    book = tmp_path / "data/pace/contacts"
    book.mkdir(parents=True)
    (book / "ann.vcf").write_text(ANN)
    yield own
    for pid in {w.pid for w in await windows(virtual_desktop.display) if "ylpheed" in w.title}:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for file in [each async for each in own.rglob("*")]:
        if await file.is_file():
            await file.unlink()


async def test_a_draft_opens_in_the_mail_program_to_the_person_meant(pace, virtual_desktop, mailer):
    await unasked(pace)
    report = await say(pace, "email Ann Lee about lunch & tea saying I am late")
    assert result(report)["evidence"] == "verified", report
    assert "Ann Lee (ann@x.example)" in report["spoken"]
    assert "not sent" in report["spoken"]
    titles = [window.title for window in await windows(virtual_desktop.display)]
    assert any("lunch & tea" in title and "Compose" in title for title in titles), titles


async def test_a_message_is_put_into_the_field_and_not_sent(tmp_path, virtual_desktop, monkeypatch):
    """A dialog of zenity stands for a chat program: its one field, and a button that "sends"."""
    out = tmp_path / "sent"
    program = tmp_path / "chatter"
    program.write_text(
        f"#!/bin/sh\nexec zenity --entry --title='Alex Chen' --text='Message' >'{out}'\n"
    )
    program.chmod(0o755)
    entries = tmp_path / "data/applications"
    entries.mkdir(parents=True)
    (entries / "zenity.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Chatter\nExec={program}\n"
        "Categories=Network;InstantMessaging;\n"
    )
    for name, value in virtual_desktop.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    async with linux_desktop(Choices(places=Places.below(tmp_path))) as desktop, ended("Alex Chen"):
        names = ("applications", "windows", "tree", "contacts")
        hands = Hands(desktop.tree, windows=desktop.windows)
        doing = Doing(hands=hands, **{name: getattr(desktop, name) for name in names})
        [came] = await doing.run(spoken("message", to="alex", text="I am\nlate"))
        assert came.evidence is Evidence.VERIFIED, came
        assert out.read_text() == ""
        assert (await doing.undo()).evidence is Evidence.VERIFIED
        [came] = await doing.run(spoken("message", to="alex", text="I am late"))
        assert came.evidence is Evidence.VERIFIED, came
        [window] = [w for w in await desktop.windows.list() if w.title == "Alex Chen"]
        snapshot = await desktop.tree.snapshot(window)
        assert out.read_text() == ""
        await desktop.tree.press(next(e for e in snapshot.elements if e.name == "OK"))
    with anyio.fail_after(10):
        while not out.read_text():
            await anyio.sleep(0.02)
    assert out.read_text() == "I am late\n"
