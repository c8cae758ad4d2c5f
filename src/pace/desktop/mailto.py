"""A mail as a mailto: URL (RFC 6068); pure.

Only to, subject and body can be in it: no attachment and no other header, whatever the words are.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from pace.core.error import Invalid
from pace.desktop.services import MailDraft

#: One argument of a program may have 131,072 bytes; some mail programs take less.
LONGEST = 100_000
#: What cannot stand in an address, also where the words of a person stand for one.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_ADDRESS = re.compile(r"[^\s@,;<>()\[\]\"\\]{1,64}@[^\s@,;<>()\[\]\"\\]{1,253}")


def is_address(text: str) -> bool:
    """Whether this is written as a mail address, not as a name."""
    return _ADDRESS.fullmatch(text) is not None and text.isprintable()


def in_header(text: str) -> str:
    """The text as one line, so that it can be no second header."""
    return " ".join(_CONTROL.sub(" ", text).split())


def mailto(draft: MailDraft) -> str:
    """The URL of the draft. Raises Invalid when it is longer than a mail program may be given."""
    recipients = ",".join(_quoted(in_header(each), safe="@") for each in draft.to if each.strip())
    parts = {"subject": in_header(draft.subject), "body": "\r\n".join(draft.body.splitlines())}
    query = "&".join(f"{key}={_quoted(value)}" for key, value in parts.items() if value)
    url = f"mailto:{recipients}" + (f"?{query}" if query else "")
    if len(url) > LONGEST:
        raise Invalid(
            "The mail is too long to hand to a mail program, so none was opened; make it shorter,"
            " or let me store drafts on your server (`pace settings set mail.way imap`)."
        )
    return url


def _quoted(text: str, safe: str = "") -> str:
    try:
        return quote(text, safe=safe)
    except UnicodeEncodeError as problem:
        raise Invalid("The mail has half characters in it; no draft was made.") from problem
