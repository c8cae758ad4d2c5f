"""Reading and writing the text of a node. Every write is read back; a True is not believed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import anyio

from pace.core.error import Refused
from pace.desktop.linux.atspi.names import EDITABLE_TEXT, PASSWORD_ROLE, TEXT
from pace.desktop.linux.atspi.nodes import Node, interfaces
from pace.desktop.linux.atspi.wire import Ask, Fault, Wire, read

#: Bound of a read-back. Qt shows an effect after some 110 ms.
_READ_BACK_SECONDS = 0.35
_PAUSE = 0.01


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
    answer = (await wire.ask(node.app, [Ask(node.path, TEXT, "GetText", "ii", (0, -1))]))[0]
    return None if isinstance(answer, Fault) else str(answer[0])


async def caret(wire: Wire, node: Node) -> int:
    """The position of the caret, or -1."""
    answer = (await wire.ask(node.app, [read(node.path, TEXT, "CaretOffset")]))[0]
    return -1 if isinstance(answer, Fault) else int(answer[0].value)


async def selection(wire: Wire, node: Node) -> tuple[int, int] | None:
    """The first selected range, when something is selected."""
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
    return "" if isinstance(answer, Fault) else str(answer[0]).replace("\ufffc", "")


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
    return await comes_to(lambda: _text(wire, node), text)


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
    span = await selection(wire, node)
    at = await caret(wire, node)
    if span is None:
        start = end = at if 0 <= at <= len(before) else len(before)
    else:
        start, end = span
    wanted = before[:start] + text + before[end:]
    if end > start and not await _accepted(
        wire, node, Ask(node.path, EDITABLE_TEXT, "DeleteText", "ii", (start, end))
    ):
        return False
    size = len(text.encode())
    for length in (size, len(text)):
        ask = Ask(node.path, EDITABLE_TEXT, "InsertText", "isi", (start, text, length))
        if not await _accepted(wire, node, ask):
            break
        if await comes_to(lambda: _text(wire, node), wanted):
            await wire.ask(
                node.app, [Ask(node.path, TEXT, "SetCaretOffset", "i", (start + len(text),))]
            )
            return True
        if await _text(wire, node) != before[:start] + before[end:]:
            break
    if await _text(wire, node) != before:
        await write(wire, node, before)
    return False


async def select(wire: Wire, node: Node, start: int, end: int) -> bool:
    """Select [start, end); True when that range then is the selection."""
    refuse_password(node)
    if TEXT not in await interfaces(wire, node):
        return False
    calls = [
        Ask(node.path, TEXT, "SetSelection", "iii", (0, start, end)),
        Ask(node.path, TEXT, "AddSelection", "ii", (start, end)),
    ]
    for call in calls:
        if await _accepted(wire, node, call) and await comes_to(
            lambda: selection(wire, node), (start, end)
        ):
            return True
    return False


async def _accepted(wire: Wire, node: Node, call: Ask) -> bool:
    answer = (await wire.ask(node.app, [call]))[0]
    return not isinstance(answer, Fault) and answer[:1] != [False]


async def comes_to(look: Callable[[], Awaitable[object]], wanted: object) -> bool:
    """Whether `look` returns `wanted` within the bound."""
    with anyio.move_on_after(_READ_BACK_SECONDS):
        while True:
            if await look() == wanted:
                return True
            await anyio.sleep(_PAUSE)
    return False
