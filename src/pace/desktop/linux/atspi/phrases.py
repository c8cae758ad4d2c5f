"""How evidence is told: the phrases for what an application announces. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pace.desktop.linux.atspi.names import ROLES, Bit, role_word
from pace.desktop.linux.atspi.nodes import Reading
from pace.desktop.linux.atspi.weighing import SOMETHING, Found, Weight
from pace.desktop.ports import Change, Seen

if TYPE_CHECKING:
    from dbus_fast import Message

_SHOWN: Final = 60
LITTLE: Final = Found(SOMETHING, Weight.LITTLE)
OPENED_ONE: Final = Found(Seen(Change.WINDOWS, "a window opened"), Weight.COMING)


def appeared(title: str) -> Found:
    shown = one_line(title)
    seen = Seen(Change.WINDOWS, f"a window “{shown}” appeared")
    return Found(seen, Weight.WINDOW) if shown else OPENED_ONE


def reads(role: int, said: str) -> str:
    word = role_word(role, [0, 0]).replace("_", " ") if role in ROLES else "text"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word} now reads “{short(said)}”"


def short(said: str) -> str:
    return said if len(said) <= _SHOWN else said[:_SHOWN] + "…"


def inserted_in(message: Message) -> str:
    """The words that the message says came into a text."""
    detail, *rest = message.body or [""]
    came = rest[2].value if str(detail).startswith("insert") and len(rest) > 2 else ""
    return came if isinstance(came, str) else ""


def one_line(text: str) -> str:
    return " ".join(text.split())


def grows(field: Reading) -> bool:
    """Whether it is a terminal or a log, in which words come up by themselves."""
    log = field.has(Bit.MULTI_LINE) and not field.has(Bit.EDITABLE)
    return ROLES.get(field.role) == "terminal" or log
