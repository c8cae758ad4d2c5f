"""The door: opens connections for a reason of the table, shows them while they stand, and keeps
what was sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio
import anyio.to_thread

from pace.core.error import Invalid, PaceError, Refused, TimedOut
from pace.core.event import Event, Noticed, OffDevice
from pace.egress.addresses import configurable, on_this_machine, public
from pace.egress.local import Resolver, resolve
from pace.egress.ways import Way

if TYPE_CHECKING:
    import socket
    import ssl

    import httpx

    from pace.egress.dialling import Dialler, Meter

Note = Callable[[str, str, str, int], Awaitable[None]]
#: How long closing a connection may take, in seconds.
_CLOSING = 3.0


def _trust() -> ssl.SSLContext:
    """The authorities of this system; the usual ones where it has none. Blocking."""
    import ssl

    paths = ssl.get_default_verify_paths()
    if paths.cafile or (paths.capath and any(Path(paths.capath).iterdir())):
        return ssl.create_default_context()
    import certifi

    return ssl.create_default_context(cafile=certifi.where())


class Egress:
    """`publish` shows that something leaves; `note` audits way, host, outcome and bytes sent.

    `resolver`, `route` and `trust` are a test's way to lead a name to a server of its own: the
    guard judges what the resolver answers, `route` only says where that is reached.
    """

    def __init__(
        self,
        publish: Callable[[Event], None] = lambda _: None,
        note: Note | None = None,
        *,
        resolver: Resolver = resolve,
        route: Callable[[str, int], tuple[str, int]] = lambda address, port: (address, port),
        trust: Callable[[], ssl.SSLContext] = _trust,
    ) -> None:
        self._publish = publish
        self._note = note
        self._resolver = resolver
        self._route = route
        self._trust = trust
        self._trusted: ssl.SSLContext | None = None

    @asynccontextmanager
    async def client(
        self, way: Way, url: str, *, timeout: float = 10.0
    ) -> AsyncIterator[httpx.AsyncClient]:
        """An HTTP client that reaches only the scheme, host and port of `url`.

        A DOWNLOAD goes to public addresses only. Plain http is for this machine, and for
        downloads. Its errors leave the context as Unavailable and TimedOut,
        a refused place as Refused. `timeout` is for connecting and for each wait.
        """
        import httpx

        from pace.egress.dialling import Transport, translated

        scheme, host, port = _place(url)
        encrypted = scheme == "https" or way is Way.DOWNLOAD

        def may(wanted: httpx.URL) -> None:
            named = wanted.raw_host.decode("ascii")
            there = (wanted.scheme, named, wanted.port or _PORTS.get(wanted.scheme))
            if there != (scheme, host, port):
                raise Refused(f"{host} sent me on to {wanted.host}; I did not go there.")
            if wanted.userinfo:
                raise Refused(f"I did not connect to {wanted.host}: that is no plain address.")

        async with self._open(way, host, encrypted) as dialler:
            trust = await anyio.to_thread.run_sync(self._authorities) if scheme == "https" else None
            client = httpx.AsyncClient(
                transport=Transport(dialler, trust, may),
                timeout=timeout,
                trust_env=False,
                headers={"User-Agent": "Pace"},
            )
            with translated(host):
                try:
                    yield client
                finally:
                    with anyio.move_on_after(_CLOSING, shield=True):
                        await client.aclose()

    @asynccontextmanager
    async def connect(
        self, way: Way, host: str, port: int, *, tls: bool = True, timeout: float = 10.0
    ) -> AsyncIterator[socket.socket]:
        """A connected blocking socket with this timeout, for a library that works in a thread.

        With `tls` it is wrapped and the certificate's name checked; without, it reaches only this
        machine. It is closed at the end, which also ends a thread that still waits for it.
        """
        async with self._open(way, host, encrypted=tls) as dialler:
            try:
                with anyio.fail_after(timeout):
                    addresses = await anyio.to_thread.run_sync(
                        dialler.checked, host, port, abandon_on_cancel=True
                    )
            except TimeoutError as late:
                raise TimedOut(f"{host} was not found in time; nothing was sent.") from late
            dialler.meter.leaves(addresses)

            def dial() -> socket.socket:
                trust = self._authorities() if tls else None
                return dialler.connect(host, port, addresses, timeout, trust)

            made = await anyio.to_thread.run_sync(dial)
            try:
                yield made
            finally:
                _shut(made)

    def _authorities(self) -> ssl.SSLContext:
        """Whose certificates hold; read when it is first needed, then kept. Blocking."""
        if self._trusted is None:
            self._trusted = self._trust()
        return self._trusted

    @asynccontextmanager
    async def child(self, name: str, *, networked: bool = True) -> AsyncIterator[None]:
        """A program started for the person: shown while it runs when it may use the network."""
        async with self._told(Way.CHILD, name) as meter:
            meter.used = True
            if networked:
                meter.shown = True
                meter.show()
            yield

    @asynccontextmanager
    async def _open(self, way: Way, host: str, encrypted: bool) -> AsyncIterator[Dialler]:
        from pace.egress.dialling import Dialler

        def allowed(address: str) -> str:
            if way is Way.DOWNLOAD or way is Way.PLANNER:
                return "" if public(address) else f"{address} is not a public address"
            if not configurable(address):
                return f"{address} is no address of a server"
            plainly = encrypted or on_this_machine(address)
            return "" if plainly else "without encryption I speak only to this machine"

        async with self._told(way, host) as meter:
            yield Dialler(self._resolver, allowed, self._route, meter)

    @asynccontextmanager
    async def _told(self, way: Way, name: str) -> AsyncIterator[Meter]:
        """Show and keep what the meter says, however it ends."""
        from pace.egress.dialling import Meter

        meter = Meter(lambda: self._publish(OffDevice(True, name)))
        outcome = "interrupted"
        try:
            yield meter
            outcome = "ok"
        except PaceError as problem:
            outcome = type(problem).__name__.lower()
            raise
        finally:
            if meter.shown:
                self._publish(OffDevice(False, name))
            if self._note is not None and (meter.used or outcome == "refused"):
                with anyio.CancelScope(shield=True):
                    await self._kept(way, name, outcome, meter.sent)

    async def _kept(self, way: Way, name: str, outcome: str, sent: int) -> None:
        """Audit it; what cannot be kept is said, and changes nothing of what was done."""
        assert self._note is not None
        try:
            await self._note(way.value, name, outcome, sent)
        except PaceError as problem:
            self._publish(Noticed(str(problem)))


_PORTS = {"http": 80, "https": 443}


def _place(url: str) -> tuple[str, str, int]:
    """Scheme, host and port. Raises Invalid."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as problem:
        raise Invalid(f"{url!r} is not an address I can use; nothing was sent.") from problem
    if parts.scheme not in _PORTS or not host or "@" in parts.netloc:
        raise Invalid(f"{url!r} is not an http address without a user name; nothing was sent.")
    return parts.scheme, host, port or _PORTS[parts.scheme]


def _shut(made: socket.socket) -> None:
    import contextlib
    import socket

    with contextlib.suppress(OSError):
        made.shutdown(socket.SHUT_RDWR)
    made.close()
