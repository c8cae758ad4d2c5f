"""A press by an action whose handler may run a dialog, and with it a main loop of its own.

In GTK 3 libdbus then still counts the connection that brought the call as being dispatched, for as
long as the dialog is open. A further message on it waits, so the application seems dead; and at the
next key, the person's own too, libatk-bridge dispatches every connection with a message waiting,
waits for the first dispatch, and never returns. The end of a connection is such a message.

So the call goes out on a connection that carries nothing else, and that is not ended while a window
is open that came since. The application then answers on all other connections, and its dialog
works. Toolkits without connections of their own (GTK 4, Qt) get the call over the bus, and dispatch
messages within a dialog; some answer the call only when it has closed.
"""

from __future__ import annotations

import os
import subprocess
from typing import Final

import anyio

from pace.core.error import PaceError
from pace.desktop.linux.atspi.names import ACCESSIBLE, NULL, ROOT, Bit, is_set
from pace.desktop.linux.atspi.nodes import Node
from pace.desktop.linux.atspi.peer import Peer, reach
from pace.desktop.linux.atspi.wire import (
    NO_ANSWER,
    PATIENCE,
    Answer,
    Aside,
    Ask,
    Fault,
    Kept,
    Wire,
)

#: An action that opens nothing is answered within this time, mostly.
_PROMPT: Final = 0.1
#: An application that answered so many later questions is past the call: it runs a dialog.
_QUESTIONS: Final = 3
#: How long the end of Pace waits for what applications say of their windows.
_LEAVING: Final = 1.0

UNSAFE: Final = Fault("org.pacevoice.Unsafe", "It could not be sent apart from all else.")


async def set_off(wire: Wire, node: Node, call: Ask) -> Answer | None:
    """Have it done once. None when it was sent and has no answer; UNSAFE when it was not sent.

    Raises TimedOut when the application does not answer, before anything is sent.
    """
    address = await wire.own_address(node.app)
    if not address:
        return await _sent(wire, node, call, None)
    before = await _shown(wire, node.app)
    _end_idle(wire, node.app, before)
    peer = await reach(address, wire.answer_aside, lambda: None, seconds=PATIENCE)
    if peer is None:
        return UNSAFE if node.toolkit.startswith("gtk 3") else await _sent(wire, node, call, None)
    wire.kept.append(Kept(node.app, peer, before))
    return await _sent(wire, node, call, peer)


async def leave(wire: Wire) -> None:
    """End the connections that are kept; those that must outlast Pace are handed on."""
    for app in {kept.app for kept in wire.kept}:
        with anyio.move_on_after(_LEAVING):
            try:
                _end_idle(wire, app, await _shown(wire, app))
            except PaceError:
                continue  # it does not answer now, and may have a dialog open
    for kept in wire.kept:
        if kept.peer.connected:
            _hand_on(kept.peer)
    wire.kept.clear()


async def _sent(wire: Wire, node: Node, call: Ask, peer: Peer | None) -> Answer | None:
    aside = wire.aside(node.app, call, peer)
    try:
        answer = await _answer(wire, node, aside)
    finally:
        wire.forget(aside)
    return None if answer is NO_ANSWER else answer


async def _answer(wire: Wire, node: Node, aside: Aside) -> Answer | None:
    """The answer, or None once the application answers what it was asked later, or nothing."""
    await aside.answered(_PROMPT)
    for _ in range(_QUESTIONS):
        if aside.answer is not None:
            break
        try:
            await wire.ask(node.app, [Ask(node.path, ACCESSIBLE, "GetRole")])
        except PaceError:
            break  # it was sent all the same
    return aside.answer


async def _shown(wire: Wire, app: str) -> frozenset[str]:
    """Paths of the application's top-level objects on screen."""
    children = (await wire.ask(app, [Ask(ROOT, ACCESSIBLE, "GetChildren")]))[0]
    found = [] if isinstance(children, Fault) else children[0]
    paths = [path for bus, path in found if bus == app and path != NULL]
    states = await wire.ask(app, [Ask(path, ACCESSIBLE, "GetState") for path in paths])
    return frozenset(
        path
        for path, answer in zip(paths, states, strict=True)
        if not isinstance(answer, Fault) and is_set(list(answer[0]), Bit.SHOWING)
    )


def _end_idle(wire: Wire, app: str, shown: frozenset[str]) -> None:
    """End the connections whose call has returned: no window is open that came since."""
    for kept in [kept for kept in wire.kept if kept.app == app]:
        if shown <= kept.before:
            wire.kept.remove(kept)
            if kept.peer.connected:
                kept.peer.disconnect()


def _hand_on(peer: Peer) -> None:
    """Leave the connection to a process that ends with the application."""
    descriptor = peer.hand_over()
    os.set_blocking(descriptor, True)
    try:
        subprocess.run(
            ["setsid", "--fork", "cat"],
            stdin=descriptor,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return  # then it stays open for as long as this process runs
    os.close(descriptor)
