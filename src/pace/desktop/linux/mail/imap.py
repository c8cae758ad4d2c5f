"""A draft on the person's own mail server, in its folder for drafts (IMAP, RFC 3501).

The connection is egress's; the library speaks over it in a thread. What was stored is read back by
its number, and taken away only by number and message id together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.to_thread

from pace.core.error import Gone, Invalid, PaceError, TimedOut, Unavailable
from pace.desktop.linux.mail.message import id_of, message, same
from pace.desktop.services import MailDraft, PlacedDraft
from pace.egress import Egress, Way
from pace.store.settings import MailSettings

if TYPE_CHECKING:
    import imaplib
    from email.message import EmailMessage

T = TypeVar("T")

#: The name of the password in the person's keyring.
SECRET = "mail.password"
#: Seconds for connecting and for each answer, and for all of it.
ANSWER_SECONDS = 10.0
ALL_SECONDS = 25.0
#: What the folder for drafts is called on servers that do not mark it.
_NAMES = ("drafts", "draft", "entwürfe", "brouillons", "borradores", "bozze", "concepten")
_STORED = re.compile(rb"APPENDUID (\d+) (\d+)")
TLS_PORT = 993
_FIX = "pace settings set mail.host YOUR.SERVER; pace settings set mail.user YOU"


class ImapDrafts:
    """Stores drafts in the folder that the server marks for them."""

    def __init__(self, settings: MailSettings, egress: Egress, port: Callable[[str], Any]) -> None:
        self._settings = settings
        self._egress = egress
        self._port = port

    async def place(self, draft: MailDraft) -> PlacedDraft:
        user = self._settings.user
        self._check()
        sender = user if "@" in user else f"{user}@{self._settings.host}"
        made = message(draft, sender, datetime.now(UTC).astimezone())
        return await self._on_the_server(lambda box: _store(box, made, self._settings.host))

    async def remove(self, placed: PlacedDraft) -> bool:
        """Raises Gone when it is not there any more, or is another message now."""
        return await self._on_the_server(lambda box: _take_away(box, placed))

    async def folder(self) -> str:
        """The name of the folder for drafts."""
        return await self._on_the_server(_drafts_folder)

    async def _on_the_server(self, work: Callable[[Any], T]) -> T:
        """Log in, work in a thread, log out. Closing the connection ends the thread."""
        settings = self._settings
        self._check()
        password = await self._password()
        here = settings.host in ("localhost", "127.0.0.1", "::1")
        tls = not here or settings.port == TLS_PORT
        try:
            with anyio.fail_after(ALL_SECONDS):
                async with self._egress.connect(
                    Way.OWN_SERVER, settings.host, settings.port, tls=tls, timeout=ANSWER_SECONDS
                ) as connection:
                    return await anyio.to_thread.run_sync(
                        _session, connection, settings.user, password, work, abandon_on_cancel=True
                    )
        except TimeoutError as problem:
            raise TimedOut(
                f"{settings.host} took too long; look into its drafts before you try again."
            ) from problem

    def _check(self) -> None:
        if not self._settings.host or not self._settings.user:
            raise Unavailable("I do not know your mail server, so no draft was stored.", fix=_FIX)

    async def _password(self) -> str:
        secrets = self._port("secrets")
        if secrets is None:
            raise Unavailable(
                "There is no keyring that has the password of your mail, so no draft was stored.",
                fix="apt-get install gnome-keyring, and log in again",
            )
        password = await secrets.get(SECRET)
        if not password:
            raise Unavailable(
                "Your keyring has no password for your mail, so no draft was stored.",
                fix=f"pace secrets set {SECRET}",
            )
        return str(password)


def _session(connection: Any, user: str, password: str, work: Callable[[Any], T]) -> T:
    """Everything that is done over one connection, which stands already. Blocking."""
    import imaplib

    from imap_tools.errors import ImapToolsError
    from imap_tools.mailbox import BaseMailBox

    class Client(imaplib.IMAP4):
        def _create_socket(self, timeout: float | None) -> Any:  # noqa: ARG002
            return connection

    class Box(BaseMailBox):
        def _get_mailbox_client(self) -> imaplib.IMAP4:
            return Client("", 0)

    with _translated():
        box = Box()
        try:
            _log_in(box, user, password)
            return work(box)
        finally:
            with suppress(ImapToolsError, imaplib.IMAP4.error, OSError):
                box.logout()
            with suppress(OSError):
                box.client.shutdown()


def _log_in(box: Any, user: str, password: str) -> None:
    import imaplib

    from imap_tools.errors import MailboxLoginError

    try:
        if user.isascii() and password.isascii():
            box.login(user, password, initial_folder=None)
        else:
            box.login_utf8(user, password, initial_folder=None)
    except (MailboxLoginError, imaplib.IMAP4.error) as problem:
        if isinstance(problem, imaplib.IMAP4.abort):
            raise
        raise Unavailable(
            "Your mail server did not let me in, so no draft was stored; check user and password.",
            fix=f"pace secrets set {SECRET}",
        ) from problem


@contextmanager
def _translated() -> Iterator[None]:
    """Turn what imaplib, imap-tools and the socket raise into the errors of Pace."""
    import imaplib

    from imap_tools.errors import ImapToolsError

    try:
        yield
    except PaceError:
        raise
    except TimeoutError as problem:
        raise TimedOut("Your mail server did not answer in time; try again later.") from problem
    except (ImapToolsError, imaplib.IMAP4.error) as problem:
        raise Unavailable(f"Your mail server refused: {_said(problem)}.") from problem
    except (OSError, EOFError) as problem:
        raise Unavailable("The connection to your mail server broke; try again.") from problem
    except (ValueError, UnicodeError, LookupError) as problem:
        raise Unavailable("Your mail server answered what I cannot read.") from problem


def _said(problem: Exception) -> str:
    """The server's own words, in short."""
    text = " ".join(str(problem).split())
    return "".join(c for c in text if c.isprintable())[:120].rstrip(".") or "without a reason"


def _drafts_folder(box: Any) -> str:
    """The folder marked for drafts, else one that is called so. Raises Unavailable."""
    folders = [each for each in box.folder.list() if "\\Noselect" not in each.flags]
    marked = [each.name for each in folders if "\\Drafts" in each.flags]
    called = [
        each.name
        for each in folders
        if each.name.rsplit(each.delim or "/", 1)[-1].casefold() in _NAMES
    ]
    if not marked and not called:
        raise Unavailable("Your mail server has no folder for drafts, so none was stored.")
    return str((marked or called)[0])


def _store(box: Any, made: EmailMessage, host: str) -> PlacedDraft:
    """Append, and read back by number."""
    folder = _drafts_folder(box)
    _, answer = box.append(bytes(made), folder, dt=None, flag_set=["\\Draft", "\\Seen"])
    box.folder.set(folder)
    identifier = str(made["Message-ID"])
    found = _STORED.search(b" ".join(part for part in answer if isinstance(part, bytes)))
    uid = found[2].decode() if found else _uid_of(box, identifier)
    raw = _raw(box, uid) if uid else None
    if raw is None or not same(raw, made):
        return PlacedDraft(host, folder=folder, key=f"{uid} {identifier}")
    return PlacedDraft(
        host, folder=folder, key=f"{uid} {identifier}",
        seen=f"read back as number {uid} of “{folder}”",
    )  # fmt: skip


def _uid_of(box: Any, identifier: str) -> str:
    """The number of the message with this id, for servers that do not tell it."""
    found = box.uids(f'HEADER Message-ID "{identifier}"', charset=None)
    return str(found[-1]) if found else ""


def _raw(box: Any, uid: str, what: str = "BODY.PEEK[]") -> bytes | None:
    """The message of a number, unread as it was, or None."""
    _, answer = box.client.uid("FETCH", uid, f"(UID {what})")
    return next((part[1] for part in answer or () if isinstance(part, tuple)), None)


def _take_away(box: Any, placed: PlacedDraft) -> bool:
    """Whether it is gone; False when it is only marked as deleted. An expunge that names no
    message (a server without UIDPLUS) would take other deleted messages too: the mark must do."""
    uid, _, identifier = placed.key.partition(" ")
    if not uid.isdigit() or not identifier or not placed.folder:
        raise Invalid("I do not know which draft that was; nothing was removed.")
    box.folder.set(placed.folder)
    raw = _raw(box, uid, "BODY.PEEK[HEADER]")
    if raw is None or id_of(raw) != identifier:
        raise Gone("The draft is no longer where I put it; nothing was removed.")
    if _marked(box, uid):
        raise Gone("The draft is marked as deleted already; nothing was changed.")
    box.client.uid("STORE", uid, "+FLAGS.SILENT", "(\\Deleted)")
    gone = b"UIDPLUS" in _capabilities(box)
    if gone:
        box.client.uid("EXPUNGE", uid)
    if _raw(box, uid, "BODY.PEEK[HEADER]") is not None if gone else not _marked(box, uid):
        raise Unavailable("Your mail server kept the draft; remove it yourself.")
    return gone


def _marked(box: Any, uid: str) -> bool:
    """Whether the message is marked as deleted."""
    _, answer = box.client.uid("FETCH", uid, "(UID FLAGS)")
    return any(isinstance(part, bytes) and b"\\Deleted" in part for part in answer or ())


def _capabilities(box: Any) -> bytes:
    """What the server can do after the login; some say more then."""
    _, answer = box.client.capability()
    return b" ".join(part for part in answer if isinstance(part, bytes)).upper()
