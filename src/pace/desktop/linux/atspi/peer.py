"""A connection straight to an application, past the message bus.

Applications of the ATK bridge (GTK 3, Chromium, Firefox, LibreOffice) listen on a socket of their
own for readers of their tree. A call then wakes one process instead of two, which is most of what a
call costs. There is no bus at the other end, so there is no Hello and there are no names; dbus-fast
has no such connection, so its parts are put together here. It serves method calls only.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

import anyio
from dbus_fast import Message
from dbus_fast.aio import MessageBus
from dbus_fast.aio.message_bus import _MessageWriter
from dbus_fast.aio.message_reader import build_message_reader
from dbus_fast.errors import AuthError, InvalidAddressError

_SECONDS: Final = 0.3


class Peer(MessageBus):
    """One application's own socket. `lost` is called when it has closed."""

    async def connect(self) -> Peer:
        """Raises OSError, AuthError or InvalidAddressError."""
        transport, options = self._bus_address[0]
        sock, stream, address = self._create_socket_for_transport(transport, options)
        sock.setblocking(False)
        try:
            await self._loop.sock_connect(sock, address)
            self._sock, self._stream, self._fd = sock, stream, sock.fileno()
            self._writer = _MessageWriter(self)
            await self._authenticate()
        except BaseException:
            stream.close()
            sock.close()
            raise
        self._loop.add_reader(
            self._fd, build_message_reader(sock, self._process_message, self._finalize, False)
        )
        self.unique_name = ":peer"  # dbus-fast holds messages back until there is a name
        return self

    def hand_over(self) -> int:
        """End it here and leave its socket open: a descriptor that is now the caller's."""
        assert self._fd is not None
        descriptor = os.dup(self._fd)
        self._finalize()
        return descriptor


async def reach(
    address: str,
    arrived: Callable[[Message], bool],
    lost: Callable[[], None],
    *,
    seconds: float = _SECONDS,
) -> Peer | None:
    """A connection of the application's own, or None where it has none that works in time.

    `arrived` sees every message; `lost` is called once when the connection has ended.
    """
    try:
        with anyio.move_on_after(seconds):
            peer = Peer(bus_address=address, auth_timeout=seconds)
            await peer.connect()
            peer.add_message_handler(arrived)
            peer._disconnect_future.add_done_callback(lambda _: lost())
            return peer
    except (OSError, AuthError, InvalidAddressError):
        pass  # the bus serves as well
    return None
