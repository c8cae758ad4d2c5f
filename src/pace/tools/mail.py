"""Mail drafts. Nothing here sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pace.core.call import Asks, Call, Provenance, Risk
from pace.core.error import PaceError
from pace.core.result import Inverse, Result, contradicted, failed, unverified, verified
from pace.core.tool import Ahead
from pace.desktop.ports import ElementTree, Windows
from pace.desktop.services import Contacts, Drafts, MailDraft, PlacedDraft
from pace.tools.declare import Arguments, argument, tool
from pace.tools.failing import from_error
from pace.tools.recipients import Recipient, joined, recipients, unresolved
from pace.tools.visible import first, listed, plain
from pace.tools.written import written, written_line

DEFAULT_SUBJECT = "Untitled"
#: The longest subject and body, in characters.
SUBJECT = 500
BODY = 200_000
#: How much of what was spoken becomes its subject, in characters.
TITLED = 60


class MailArguments(Arguments):
    to: tuple[str, ...] = argument(
        "to", "recipients", "recipient", default=(), about="names or addresses", example=["Alex"]
    )
    subject: str = argument("subject", "title", default="", about="its subject")
    body: str = argument("body", "text", "bodyText", default="", about="what it says")


def _described(given: Mapping[str, Any]) -> str:
    to = given.get("to") or ()
    names = [to] if isinstance(to, str) else [str(each) for each in to]
    whom = f" to {listed(names)}" if names else ""
    subject = first(given.get("subject") or DEFAULT_SUBJECT)
    body = first(given.get("body") or "")
    return f"Draft a mail{whom}, not sent: “{subject}”" + (f", {body}" if body else "")


async def ahead(call: Call, given: MailArguments, ports: Mapping[str, object]) -> Ahead | Result:
    """Whom it goes to, asked where it is not clear, so that one approval names the addresses; and
    a subject for words that were spoken without one. May raise what recipients raise."""
    contacts: Any = ports.get("contacts")
    choose: Any = ports.get("choose")
    body = written(given.body, BODY)
    subject = written_line(given.subject, SUBJECT)
    if not (body or subject or any(each.strip() for each in given.to)):
        return failed("I need a recipient, a subject or a text for a mail.", kind="invalid")
    try:
        to = await recipients(given.to, contacts, choose)
    except PaceError as problem:
        own = call.source_of("body").trusted
        return replace(from_error(problem), kept_text=body if own else "")
    if not subject and call.source_of("body") is Provenance.SPOKEN:
        subject = beginning(body)
    arguments = {"to": tuple(one.given for one in to), "subject": subject}
    shown = [f"{one} (no address known)" if one.lack else str(one) for one in to]
    return Ahead(_described({**call.arguments, "to": shown, "subject": subject}), arguments)


def beginning(body: str) -> str:
    """The first words of a text, as its subject."""
    words = first(plain(body, 2 * TITLED), TITLED).rstrip("…")
    whole = len(" ".join(body.split())) <= TITLED
    return (words if whole or " " not in words else words.rpartition(" ")[0]).strip(" ,.;:")


@tool(
    "mail",
    aliases=("compose_email", "email"),
    spellings=("Mail.draft", "mail.compose"),
    summary="Write a mail draft, which is never sent",
    risk=Risk.MUTATION,
    reversible=True,
    asks=Asks.PREFERENCE,
    muted=False,
    examples=("email Alex that I am late", "draft an email to Ann about the launch"),
    describe=_described,
    ahead=ahead,
    timeout=150.0,
)
async def mail(
    given: MailArguments,
    *,
    drafts: Drafts,
    contacts: Contacts | None = None,
    windows: Windows | None = None,
    tree: ElementTree | None = None,
) -> Result:
    body = written(given.body, BODY)
    subject = written_line(given.subject, SUBJECT)
    if not (body or subject or any(each.strip() for each in given.to)):
        return failed("I need a recipient, a subject or a text for a mail.", kind="invalid")
    try:
        to = await recipients(given.to, contacts, None)
        draft = MailDraft(tuple(one.address for one in to), subject or DEFAULT_SUBJECT, body)
        placed = await drafts.place(draft)
    except PaceError as problem:
        return replace(from_error(problem), kept_text=body)
    return _told(placed, draft, to, watched=windows is not None or tree is not None)


def _told(
    placed: PlacedDraft, draft: MailDraft, to: Sequence[Recipient], *, watched: bool
) -> Result:
    """What came of it: seen, not seen though looked for, or nothing to look with."""
    whom = f" to {joined([str(one) for one in to])}" if to else ""
    rest = f" {left}" if (left := unresolved(to)) else ""
    program = plain(placed.program, 80) or "your mail program"
    if placed.key:
        words = (
            f"I stored a draft{whom} in “{first(plain(placed.folder, 80))}” on {program}, not sent."
        )
        inverse = Inverse(
            Call("remove_draft", {"folder": placed.folder, "key": placed.key}),
            f"the mail draft “{first(draft.subject)}”",
        )
        if placed.seen:
            return verified(f"{words}{rest}", placed.seen, inverse=inverse)
        words = words.replace(", not sent.", ", not sent; I could not read it back.")
        return unverified(f"{words}{rest}", inverse=inverse)
    if placed.seen:
        words = f"A draft{whom} is open in {program}; it is not sent."
        return verified(f"{words}{rest}", plain(placed.seen, 300))
    if watched:
        return contradicted(
            f"I handed a draft{whom} to {program}, but no window to write in appeared;"
            " it may have no account that can send.",
            "no compose window", kept_text=draft.body,
        )  # fmt: skip
    return unverified(f"I handed a draft{whom} to {program}; I cannot see its window.{rest}")


class StoredDraft(Arguments):
    folder: str
    key: str


@tool(
    "remove_draft",
    summary="Take a stored mail draft away, if it is still the one that was stored",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
    timeout=40.0,
)
async def remove_draft(given: StoredDraft, *, drafts: Drafts) -> Result:
    try:
        gone = await drafts.remove(PlacedDraft(folder=given.folder, key=given.key))
    except PaceError as problem:
        result = from_error(problem)
        changed = result.kind == "gone"
        return replace(result, kind="no longer applies") if changed else result
    if not gone:
        return unverified(
            "The draft is marked as deleted, and your mail server keeps it until your mail program"
            " tidies up.", f"marked as deleted in “{first(plain(given.folder, 80))}”",
        )  # fmt: skip
    return verified("The draft is gone.", f"no longer in “{first(plain(given.folder, 80))}”")
