"""Reading and writing the text of a node. Every write is read back; a True is not believed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import anyio

from pace.core.error import Refused, TimedOut
from pace.desktop.linux.atspi.names import EDITABLE_TEXT, PASSWORD_ROLE, TEXT
from pace.desktop.linux.atspi.nodes import Node, interfaces
from pace.desktop.linux.atspi.wire import Ask, Fault, Wire, read

#: Bound of a read-back. Qt shows an effect after some 110 ms.
_READ_BACK_SECONDS = 0.35
_PAUSE = 0.01

_UTF16_TOOLKITS = ("Qt", "Gecko")
_BEYOND = re.compile("([\U00010000-\U0010ffff])\ufeff")


def refuse_password(node: Node) -> None:
    """Raise Refused for role 40, whatever the toolkit calls it."""
    if node.role == PASSWORD_ROLE:
        raise Refused("That is a password field; I neither read nor fill those.")


async def read_all(wire: Wire, node: Node) -> str | None:
    """The whole text, or None for a node that has none."""
    refuse_password(node)
    if TEXT not in await interfaces(wire, node):
        return None
    return await _text(wire, node)


async def _text(wire: Wire, node: Node) -> str | None:
    calls = [
        Ask(node.path, TEXT, "GetText", "ii", (0, -1)),
        read(node.path, TEXT, "CharacterCount"),
    ]
    answer, count = await wire.ask(node.app, calls)
    if isinstance(answer, Fault):
        return None
    if not answer[0] and not isinstance(count, Fault) and count[0].value > 0:
        # GTK 4.8 gives "" for an entry when the end is -1.
        whole = (0, int(count[0].value))
        answer = (await wire.ask(node.app, [Ask(node.path, TEXT, "GetText", "ii", whole)]))[0]
    return None if isinstance(answer, Fault) else as_written(node.toolkit, str(answer[0]))


def as_written(toolkit: str, text: str) -> str:
    """Without the mark that Firefox puts after each character beyond U+FFFF, to count it as two."""
    return _BEYOND.sub(r"\1", text) if toolkit.startswith("Gecko") else text


def units(node: Node, text: str) -> int:
    """How long the toolkit says `text` is: Qt and Firefox count UTF-16 units, others characters."""
    return _utf16(text) if node.toolkit.startswith(_UTF16_TOOLKITS) else len(text)


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _size(node: Node, text: str) -> int:
    """The length InsertText wants: bytes, but Qt reads so many UTF-16 units whatever is there."""
    return _utf16(text) if node.toolkit.startswith("Qt") else len(text.encode())


def _characters(node: Node, text: str, offset: int) -> int:
    """How many characters of `text` the toolkit's `offset` covers."""
    if not node.toolkit.startswith(_UTF16_TOOLKITS):
        return min(offset, len(text))
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "ignore"))


async def place(wire: Wire, node: Node, text: str) -> tuple[int, int]:
    """Where typing would go in `text`: the selected characters, or the caret as an empty range."""
    span = await selection(wire, node)
    if span is not None:
        return _characters(node, text, span[0]), _characters(node, text, span[1])
    answer = (await wire.ask(node.app, [read(node.path, TEXT, "CaretOffset")]))[0]
    offset = -1 if isinstance(answer, Fault) else int(answer[0].value)
    at = len(text) if offset < 0 else _characters(node, text, offset)
    return at, at


async def selection(wire: Wire, node: Node) -> tuple[int, int] | None:
    """The first selected range in the toolkit's units, when something is selected."""
    count = (await wire.ask(node.app, [Ask(node.path, TEXT, "GetNSelections")]))[0]
    if isinstance(count, Fault) or not count[0]:
        return None
    answer = (await wire.ask(node.app, [Ask(node.path, TEXT, "GetSelection", "i", (0,))]))[0]
    if isinstance(answer, Fault):
        return None
    start, end = sorted((int(answer[0]), int(answer[1])))
    return (start, end) if end > start else None


async def selected_text(wire: Wire, node: Node) -> str:
    """What is selected in the node, "" when nothing is or it holds a password."""
    if node.role == PASSWORD_ROLE or TEXT not in await interfaces(wire, node):
        return ""
    span = await selection(wire, node)
    if span is None:
        return ""
    answer = (await wire.ask(node.app, [Ask(node.path, TEXT, "GetText", "ii", span)]))[0]
    if isinstance(answer, Fault):
        return ""
    return as_written(node.toolkit, str(answer[0])).replace("\ufffc", "")


async def write(wire: Wire, node: Node, text: str) -> bool:
    """Replace the whole text; True when it then reads exactly so."""
    refuse_password(node)
    if not {TEXT, EDITABLE_TEXT} <= set(await interfaces(wire, node)):
        return False
    if await _text(wire, node) == text:
        return True
    if not await _accepted(
        wire, node, Ask(node.path, EDITABLE_TEXT, "SetTextContents", "s", (text,))
    ):
        return False
    if not await comes_to(lambda: _text(wire, node), text):
        return False
    caret = Ask(node.path, TEXT, "SetCaretOffset", "i", (units(node, text),))
    await _accepted(wire, node, caret)  # GTK leaves it at the start
    return True


async def insert(wire: Wire, node: Node, text: str) -> bool:
    """Insert at the caret, replacing what is selected; True when it then reads exactly so.

    Where the insertion does not take, the text is left as it was.
    """
    refuse_password(node)
    if not {TEXT, EDITABLE_TEXT} <= set(await interfaces(wire, node)):
        return False
    before = await _text(wire, node)
    if before is None:
        return False
    start, end = await place(wire, node, before)
    wanted = before[:start] + text + before[end:]
    if end > start:
        span = (units(node, before[:start]), units(node, before[:end]))
        if not await _accepted(wire, node, Ask(node.path, EDITABLE_TEXT, "DeleteText", "ii", span)):
            return False
    ask = Ask(
        node.path,
        EDITABLE_TEXT,
        "InsertText",
        "isi",
        (units(node, before[:start]), text, _size(node, text)),
    )
    if await _accepted(wire, node, ask) and await comes_to(lambda: _text(wire, node), wanted):
        caret = Ask(node.path, TEXT, "SetCaretOffset", "i", (units(node, before[:start] + text),))
        await wire.ask(node.app, [caret])
        return True
    if await _text(wire, node) != before:
        await write(wire, node, before)
    return False


async def select(wire: Wire, node: Node, start: int, end: int) -> bool:
    """Select [start, end), or put the caret there when they are one; True when that then is so."""
    refuse_password(node)
    if TEXT not in await interfaces(wire, node):
        return False
    text = await _text(wire, node) or ""
    wanted = (units(node, text[:start]), units(node, text[:end]))
    span = wanted
    if node.toolkit.startswith("Chromium"):  # which takes UTF-16 units here and nowhere else
        span = (_utf16(text[:start]), _utf16(text[:end]))
    if start == end:
        caret = Ask(node.path, TEXT, "SetCaretOffset", "i", span[:1])
        return await _accepted(wire, node, caret) and await comes_to(
            lambda: selection(wire, node), None
        )
    if await selection(wire, node) is None:
        call = Ask(node.path, TEXT, "AddSelection", "ii", span)
    else:
        call = Ask(node.path, TEXT, "SetSelection", "iii", (0, *span))
    return await _accepted(wire, node, call) and await comes_to(
        lambda: selection(wire, node), wanted
    )


async def _accepted(wire: Wire, node: Node, call: Ask) -> bool:
    """Whether the toolkit took the call, as far as it says; the caller looks for the effect."""
    try:
        hurry = node.toolkit.startswith("GTK 4")
        answer = (await wire.ask(node.app, [call], hurry=hurry))[0]
    except TimedOut:
        # GTK 4.8 never answers some calls on a text view, and carries them out.
        return bool(await interfaces(wire, node))
    return not isinstance(answer, Fault) and answer[:1] != [False]


async def comes_to(
    look: Callable[[], Awaitable[object]], wanted: object, seconds: float = _READ_BACK_SECONDS
) -> bool:
    """Whether `look` returns `wanted` now or within so many seconds."""
    if await look() == wanted:
        return True
    with anyio.move_on_after(seconds):
        while True:
            await anyio.sleep(_PAUSE)
            if await look() == wanted:
                return True
    return False
