"""One suite over where drafts go: a real IMAP server, with and without TLS, the way through a mail
program, and the double."""

from __future__ import annotations

import email
import os
import ssl
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from email import policy
from urllib.parse import unquote

import anyio
import pytest

from pace.core.error import Gone, Invalid, Refused, Unavailable
from pace.desktop.linux.mail.drafts import MailDrafts
from pace.desktop.linux.mail.imap import SECRET, ImapDrafts
from pace.desktop.linux.mail.program import ProgramDrafts
from pace.desktop.ports import Adapter, Application
from pace.desktop.services import Drafts, MailDraft
from pace.egress import Egress
from pace.store.settings import MailSettings, Settings
from pace.testing.mail import FakeDrafts
from pace.testing.services import FakeApplications, FakeSecrets
from pace.testing.window_system import FakeWindows
from tests.mail_server import PASSWORD, Server, dovecot_server

pytestmark = pytest.mark.anyio

DRAFT = MailDraft(("ann@x.example", "Jörg"), "Lunch – “ünï”", "Hi Ann,\n\nat 12?\n🙂\n")


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Server]:
    """A mail server, ended with the module."""
    with dovecot_server() as server:
        yield server


class Mailer(FakeApplications):
    """A mail program whose compose window is titled as most are; `silent` opens none."""

    def __init__(self, windows: FakeWindows, silent: bool = False) -> None:
        mailer = Application("mailer", "Mailer")
        super().__init__(mailer, defaults={"mail": "mailer"})
        self._windows, self._silent = windows, silent

    async def open_uri(self, uri: str) -> str:
        taker = await super().open_uri(uri)
        self._windows.add("Inbox - Mailer", "Mailer")
        if not self._silent:
            subject = uri.partition("subject=")[2].partition("&")[0]
            self._windows.add(f"Write: {unquote(subject)} - Mailer", "Mailer")
        return taker


def on_server(
    server: Server, user: str, *, tls: bool, password: str = PASSWORD, **changed: object
) -> ImapDrafts:
    secrets = FakeSecrets(**{SECRET: password} if password else {})
    ports = {"secrets": secrets}
    if not tls:
        settings = MailSettings(way="imap", host="127.0.0.1", port=server.plain, user=user)
        return ImapDrafts(settings.model_copy(update=changed), Egress(), ports.get)
    egress = Egress(
        resolver=lambda _host, _port: ["10.1.2.3"],
        route=lambda _address, _port: ("127.0.0.1", server.tls),
        trust=lambda: ssl.create_default_context(cafile=str(server.certificate)),
    )
    settings = MailSettings(way="imap", host="mail.example", port=993, user=user)
    return ImapDrafts(settings.model_copy(update=changed), egress, ports.get)


@pytest.fixture(params=["server", "server with TLS", "program", "double", "double with windows"])
async def drafts(request: pytest.FixtureRequest) -> AsyncIterator[Drafts]:
    if request.param.startswith("server"):
        server: Server = request.getfixturevalue("dovecot")
        yield on_server(server, user_of(request), tls="TLS" in request.param)
    elif request.param == "program":
        windows = FakeWindows()
        ports = {"applications": Mailer(windows), "windows": windows}
        yield ProgramDrafts(ports.get)
    else:
        yield FakeDrafts(windows="windows" in request.param)


def user_of(request: pytest.FixtureRequest) -> str:
    """A user that no other test is."""
    return "u" + "".join(c for c in request.node.name.lower() if c.isalnum() and c.isascii())[:80]


async def test_a_draft_is_placed_and_something_of_it_is_seen(drafts: Drafts) -> None:
    placed = await drafts.place(DRAFT)
    assert placed.seen
    assert placed.program
    assert bool(placed.window) is not bool(placed.folder and placed.key)


@pytest.mark.parametrize(
    "draft",
    [
        MailDraft(("a@x.example",), "Only a subject", ""), MailDraft((), "No one", "x"),
        MailDraft(("a@x.example",), "Evil\r\nBcc: evil@x.example", "\r\n.\r\nQUIT\r\n"),
        MailDraft(("nobody known", "a@x.example\r\nBcc: evil@x.example"), "To words", "x"),
        MailDraft((), "s" * 900, "line " * 2000), MailDraft((), "\0\x07subject", "\0body\x1b[0m"),
        MailDraft(('"x" <y>', "(", "a@", "@", ":;", "=?utf-8?q?x?="), "=?utf-8?b?!!?=", "From x"),
    ],
)  # fmt: skip
async def test_odd_drafts_are_placed_whole(drafts: Drafts, draft: MailDraft) -> None:
    placed = await drafts.place(draft)
    assert placed.seen


async def test_half_a_character_is_refused(drafts: Drafts) -> None:
    with pytest.raises(Invalid):
        await drafts.place(MailDraft((), "x", "\ud800"))


async def test_a_stored_draft_can_be_taken_away_once_and_a_window_cannot(drafts: Drafts) -> None:
    placed = await drafts.place(DRAFT)
    if placed.window:
        with pytest.raises(Refused):
            await drafts.remove(placed)
        return
    assert await drafts.remove(placed)
    with pytest.raises(Gone):
        await drafts.remove(placed)


async def test_where_a_removed_draft_can_only_be_marked_it_is_not_called_gone(
    request: pytest.FixtureRequest,
) -> None:
    with dovecot_server("IMAP4rev1 SASL-IR LITERAL+ SPECIAL-USE") as server:
        user = user_of(request)
        drafts = on_server(server, user, tls=False)
        placed = await drafts.place(DRAFT)
        assert await drafts.remove(placed) is False
        [(flags, _)] = await anyio.to_thread.run_sync(server.stored, user)
        assert b"\\Deleted" in flags
        with pytest.raises(Gone, match="already"):
            await drafts.remove(placed)


@pytest.mark.parametrize("tls", [False, True])
async def test_the_server_holds_what_was_asked_marked_as_a_draft(
    dovecot: Server, request: pytest.FixtureRequest, tls: bool
) -> None:
    user = user_of(request)
    drafts = on_server(dovecot, user, tls=tls)
    await drafts.place(DRAFT)
    [(flags, raw)] = await anyio.to_thread.run_sync(dovecot.stored, user)
    assert b"\\Draft" in flags
    assert b"\\Seen" in flags
    read = email.message_from_bytes(raw, policy=policy.default)
    assert read["Subject"] == DRAFT.subject
    assert read["To"] == "ann@x.example, Jörg"
    assert read["Bcc"] is None
    assert read.get_content().replace("\r\n", "\n") == DRAFT.body
    assert os.uname().nodename not in raw.decode()


async def test_only_our_draft_is_taken_away(
    dovecot: Server, request: pytest.FixtureRequest
) -> None:
    user = user_of(request)
    drafts = on_server(dovecot, user, tls=False)
    placed = await drafts.place(DRAFT)
    await drafts.place(replace(DRAFT, subject="Other"))

    def delete_another() -> None:
        box = dovecot.box(user)
        box.append("Entwurf", "\\Deleted", None, b"Subject: theirs\r\n\r\nx\r\n")
        box.logout()

    await anyio.to_thread.run_sync(delete_another)
    with pytest.raises(Gone):
        await drafts.remove(replace(placed, key="2 " + placed.key.partition(" ")[2]))
    await drafts.remove(placed)
    left = await anyio.to_thread.run_sync(dovecot.stored, user)
    assert [b"theirs" in raw for _, raw in left] == [False, True]


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"password": "wrong"}, "did not let me in"), ({"password": ""}, "no password"),
        ({"host": ""}, "do not know your mail server"), ({"port": 1}, "Nothing answers"),
        ({"host": "mail.example"}, "cannot find"),
    ],
)  # fmt: skip
async def test_what_keeps_a_server_from_storing_is_said(
    dovecot: Server, changed: dict[str, object], words: str
) -> None:
    drafts = on_server(dovecot, "ann", tls=False, **changed)
    with pytest.raises(Unavailable, match=words):
        await drafts.place(DRAFT)


async def test_a_certificate_that_does_not_hold_is_refused(dovecot: Server) -> None:
    with pytest.raises(Unavailable, match="certificate"):
        await on_server(dovecot, "ann", tls=True, host="other.example").place(DRAFT)


@pytest.mark.parametrize("silent", [True, False])
async def test_a_program_that_opens_no_compose_window_is_not_believed(silent: bool) -> None:
    windows = FakeWindows()
    ports = {"applications": Mailer(windows, silent), "windows": windows}
    placed = await ProgramDrafts(ports.get, within=0.2).place(DRAFT)
    assert (placed.window == "") is silent
    assert (placed.seen == "") is silent


async def test_without_a_mail_program_that_is_said() -> None:
    ports = {"applications": FakeApplications(), "windows": FakeWindows()}
    with pytest.raises(Unavailable, match="No program"):
        await ProgramDrafts(ports.get).place(DRAFT)


async def test_the_settings_choose_the_way(dovecot: Server) -> None:
    windows = FakeWindows()
    ports = {"applications": Mailer(windows), "windows": windows, "secrets": FakeSecrets()}
    ports["secrets"].secrets[SECRET] = PASSWORD
    here = MailSettings(way="imap", host="127.0.0.1", port=dovecot.plain, user="choice")
    for mail, told in ((MailSettings(), "Mailer"), (here, "Entwurf")):
        drafts = MailDrafts(Settings(mail=mail), Egress(), ports.get)
        assert isinstance(drafts, Adapter)
        assert (drafts.provides, drafts.available()) == ("drafts", "")
        probe = await drafts.probe()
        assert probe.ok
        assert told in probe.did
        placed = await drafts.place(DRAFT)
        assert bool(placed.key) is (mail is here)
