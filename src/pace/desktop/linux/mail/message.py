"""A draft as a message, as a mail server stores it. The library is loaded when one is made."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from pace.core.error import Invalid
from pace.desktop.mailto import in_header, is_address
from pace.desktop.services import MailDraft

if TYPE_CHECKING:
    from email.message import EmailMessage

#: The host of message ids that Pace makes: no machine's name leaves in them.
DOMAIN = "pace.invalid"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SPECIAL = re.compile(r'[()<>\[\]:;@\\,."=?]')


def message(draft: MailDraft, sender: str, now: datetime) -> EmailMessage:
    """The message, with an id of its own. Raises Invalid for what no message can hold."""
    from email import policy
    from email.errors import MessageError
    from email.message import EmailMessage
    from email.utils import format_datetime, make_msgid

    made = EmailMessage(policy=policy.SMTP)
    try:
        if sender:
            made["From"] = in_header(sender)
        if draft.to:
            made["To"] = ", ".join(filter(None, map(_recipient, draft.to)))
        made["Subject"] = in_header(draft.subject).replace("=?", "= ?")
        made["Date"] = format_datetime(now)
        made["Message-ID"] = make_msgid(domain=DOMAIN)
        made.set_content(_CONTROL.sub("", "\n".join(draft.body.splitlines())), charset="utf-8")
    except (ValueError, LookupError, AttributeError, TypeError, MessageError) as problem:
        raise Invalid("The mail has what no message can hold; no draft was made.") from problem
    return made


def _recipient(words: str) -> str:
    """An address as it is; words that stand for one without what means something in a header."""
    line = in_header(words)
    return line if is_address(line) else " ".join(_SPECIAL.sub(" ", line).split())


def same(raw: bytes, made: EmailMessage) -> bool:
    """Whether what was read back is the message that was made."""
    read = _read(raw)
    heads = all(str(read[key]) == str(made[key]) for key in ("Message-ID", "Subject", "To"))
    return heads and _body(read).rstrip() == _body(made).rstrip()


def id_of(raw: bytes) -> str:
    """The message's id, or ""."""
    return str(_read(raw)["Message-ID"] or "").strip()


def _read(raw: bytes) -> EmailMessage:
    import email
    from email import policy

    return email.message_from_bytes(raw, policy=policy.SMTP)


def _body(read: EmailMessage) -> str:
    return str(read.get_content()).replace("\r\n", "\n")
