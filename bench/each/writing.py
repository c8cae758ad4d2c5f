"""Notes, mail drafts and messages."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import imaplib
import os
import shutil
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from anyio import to_thread

from bench.each.case import (
    Case,
    Cases,
    Pace,
    Scene,
    called,
    complaint,
    needs,
    read,
    said,
    shown,
    titles,
    write,
)
from bench.stage import rival
from pace.core.call import Call, spoken
from pace.core.error import Unavailable
from pace.core.result import Result
from pace.desktop.linux.mail.imap import SECRET, ImapDrafts
from pace.egress import Egress
from pace.store.settings import MailSettings
from pace.testing.services import FakeSecrets
from tests.mail_server import PASSWORD, Server, dovecot_server

USER = "anna"

BODY = "Two lines\nof an idea, grün."
KEPT = 200
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
<folderlist><folder type="mh" name="Mailbox" path="Mail"></folder></folderlist>
"""
CARD = "BEGIN:VCARD\nVERSION:3.0\nUID:a\nFN:Ann Lee\nEMAIL:ann@x.example\nEND:VCARD\n"


class Creating(Case):
    name, reader, rival = "notes", "the raw file", "open().write"

    def __init__(self, pace: Pace, folder: Path) -> None:
        super().__init__(pace)
        self.folder = folder

    def call(self, number: int) -> Call:
        return spoken("notes", action="create", title=f"Idea {number}", body=BODY)

    async def by_rival(self, number: int) -> None:
        with (self.folder / f"Idea {number}.md").open("w", encoding="utf-8") as file:
            file.write(BODY)

    async def seen(self, number: int, result: Result | None) -> str:
        text = read(self.folder / f"Idea {number}.md")
        return "" if text.rstrip("\n").endswith(BODY) else f"it holds {text!r}"

    async def back(self, number: int) -> str:
        return f"{number} is there" if (self.folder / f"Idea {number}.md").exists() else ""

    async def clear(self, number: int) -> None:
        (self.folder / f"Idea {number}.md").unlink(missing_ok=True)


class Appending(Creating):
    name = "notes (append)"

    async def ready(self, number: int) -> None:
        write(self.folder / f"Idea {number}.md", "Bread\n")

    def call(self, number: int) -> Call:
        return spoken("notes", action="append", title=f"Idea {number}", body=BODY)

    async def by_rival(self, number: int) -> None:
        with (self.folder / f"Idea {number}.md").open("a", encoding="utf-8") as file:
            file.write(f"\n{BODY}")

    async def seen(self, number: int, result: Result | None) -> str:
        text = read(self.folder / f"Idea {number}.md")
        whole = text.startswith("Bread\n") and text.rstrip("\n").endswith(BODY)
        return "" if whole else f"it holds {text!r}"

    async def back(self, number: int) -> str:
        text = read(self.folder / f"Idea {number}.md")
        return "" if text == "Bread\n" else f"it holds {text!r}"


class Searching(Creating):
    name, reader, rival, undoes = "notes (search)", "grep", "grep", False
    note = f"; among {KEPT} notes"

    async def ready(self, number: int) -> None:
        for each in range(KEPT):
            path = self.folder / f"Kept {each}.md"
            if not path.exists():
                write(path, f"About {_word(each % 25)} and more.\n" + "filling words\n" * 40)

    def call(self, number: int) -> Call:
        return spoken("notes", action="search", query=_word(number))

    async def by_rival(self, number: int) -> None:
        await self._found(number)

    async def _found(self, number: int) -> int:
        found = await said("grep", "-rlF", _word(number), self.folder, fails=True)
        return len(found.splitlines())

    async def seen(self, number: int, result: Result | None) -> str:
        count = await self._found(number)
        same = result is None or result.spoken.startswith(f"{count} notes have")
        return "" if same else f"{count} notes have it"


def _word(number: int) -> str:
    """Words none of which is within another: notes are searched for parts of words."""
    return f"zq{chr(ord('a') + number)}x"


@asynccontextmanager
async def _notes(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    folder = scene.folder / "notes"
    folder.mkdir()
    async with scene.pace(f'[notes]\nfolder = "{folder}"') as pace:
        yield Creating(pace, folder), Appending(pace, folder), Searching(pace, folder)


class Mailing(Case):
    name, reader, rival, undoes = "mail", "wmctrl", "sylpheed --compose", False

    def call(self, number: int) -> Call:
        return spoken("mail", to=["Ann Lee"], subject=f"Lunch {number} & tea", body=BODY)

    async def by_rival(self, number: int) -> None:
        link = f"mailto:ann@x.example?subject=Lunch {number} %26 tea&body=late"
        await said("sh", "-c", 'exec sylpheed --compose "$1" >/dev/null 2>&1', "sh", link)
        await shown(f"Lunch {number} & tea")

    async def seen(self, number: int, result: Result | None) -> str:
        return await called(f"Lunch {number} & tea")

    async def clear(self, number: int) -> None:
        await said("wmctrl", "-c", f"Lunch {number} & tea", fails=True)
        await said("sh", "-c", "wmctrl -a Close && xdotool key Escape", fails=True)


@asynccontextmanager
async def _mail(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("sylpheed", "wmctrl", "xdotool")
    home = scene.desktop.home
    (home / "Mail").mkdir(exist_ok=True)
    write(home / ".sylpheed-2.0/accountrc", ACCOUNT)
    write(home / ".sylpheed-2.0/folderlist.xml", FOLDERS)
    write(home / ".sylpheed-2.0/sylpheedrc", "[Common]\ncheck_on_startup=0\nautochk_newmail=0\n")
    write(
        home / ".config/mimeapps.list",
        "[Default Applications]\nx-scheme-handler/mailto=sylpheed.desktop\n",
    )
    book = scene.folder / "book"
    write(book / "ann.vcf", CARD)
    process = await scene.desktop.launch(["sylpheed"])
    try:
        await shown("Sylpheed")
        async with scene.pace(f'[notes]\ncontacts = "{book}"') as pace:
            yield (Mailing(pace),)
    finally:
        await process.stop()


class Storing(Case):
    name, reader, rival = "mail (IMAP)", "imaplib", "imaplib"
    note = "; on a dovecot, its password from a stand-in for the keyring"

    def __init__(self, pace: Pace, server: Server) -> None:
        super().__init__(pace)
        self.server = server

    def call(self, number: int) -> Call:
        return spoken("mail", to=["ann@x.example"], subject=f"Lunch {number}", body=BODY)

    async def by_rival(self, number: int) -> None:
        await to_thread.run_sync(self._append, number)

    def _append(self, number: int) -> None:
        made = EmailMessage()
        made["To"], made["Subject"] = "ann@x.example", f"Lunch {number}"
        made.set_content(BODY)
        box = self.server.box(USER)
        box.append("Entwurf", "(\\Draft)", imaplib.Time2Internaldate(time.time()), bytes(made))
        box.logout()

    async def seen(self, number: int, result: Result | None) -> str:
        return await self._stored([("ann@x.example", f"Lunch {number}", BODY)])

    async def back(self, number: int) -> str:
        return await self._stored([])

    async def _stored(self, wanted: list[tuple[str, str, str]]) -> str:
        found = []
        for flags, raw in await to_thread.run_sync(self.server.stored, USER):
            one = message_from_bytes(raw, policy=policy.default)
            text = str(one.get_content()).strip().replace("\r\n", "\n")
            if b"\\Draft" in flags:
                found.append((str(one["To"]), str(one["Subject"]), text))
        return "" if found == wanted else f"it holds {found}"

    async def clear(self, number: int) -> None:
        await to_thread.run_sync(self._empty)

    def _empty(self) -> None:
        box = self.server.box(USER)
        box.select("Entwurf")
        box.uid("STORE", "1:*", "+FLAGS", "(\\Deleted)")
        box.expunge()
        box.logout()


@asynccontextmanager
async def _imap(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    if shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        raise Unavailable("There is no dovecot here.", fix="bin/test once installs it")
    with dovecot_server() as server:
        settings = MailSettings(way="imap", host="127.0.0.1", port=server.plain, user=USER)
        keyring = {"secrets": FakeSecrets(**{SECRET: PASSWORD})}
        drafts = ImapDrafts(settings, Egress(), keyring.get)
        async with scene.pace(drafts=drafts) as pace:
            yield (Storing(pace, server),)


class Messaging(Case):
    """A dialog of zenity stands for a chat program: its one field, and a button that "sends"."""

    name, reader = "messages", "libatspi"
    note = "; a dialog of zenity stands for the chat program"

    def __init__(self, pace: Pace, scene: Scene, sent: Path) -> None:
        super().__init__(pace)
        self.scene = scene
        self.sent = sent

    def call(self, number: int) -> Call:
        return spoken("messages", recipient="Alex", text=f"I am late, {number}")

    async def seen(self, number: int, result: Result | None) -> str:
        if self.sent.exists() and read(self.sent):
            return f"it was sent: {read(self.sent)}"
        return await self._holds(f"I am late, {number}")

    async def back(self, number: int) -> str:
        return await self._holds("")

    async def _holds(self, text: str) -> str:
        async def look() -> str:
            held = (await rival("text", title="Alex Chen"))["text"]
            return "" if held == text else f"the field holds {held!r}"

        return await complaint(look)

    async def clear(self, number: int) -> None:
        while any("Alex Chen" in each for each in await titles()):
            await said("wmctrl", "-c", "Alex Chen", fails=True)
            await called("Alex Chen", there=False)


@asynccontextmanager
async def _messages(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("zenity", "wmctrl")
    sent, program = scene.folder / "sent", scene.folder / "chatter"
    write(program, f"#!/bin/sh\nexec zenity --entry --title='Alex Chen' --text=Message >'{sent}'\n")
    program.chmod(0o755)
    entry = scene.desktop.home / ".local/share/applications/zenity.desktop"
    write(
        entry,
        f"[Desktop Entry]\nType=Application\nName=Chatter\nExec={program}\n"
        "Categories=Network;InstantMessaging;\n",
    )
    try:
        async with scene.pace() as pace:
            yield (Messaging(pace, scene, sent),)
    finally:
        entry.unlink()


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("notes", "notes (append)", "notes (search)"), _notes),
    (("mail",), _mail),
    (("mail (IMAP)",), _imap),
    (("messages",), _messages),
)
