"""How a checked address is dialled: the network backend of the HTTP client, and plain sockets.

A name is resolved once, each address it has is checked, and the checked address itself is dialled,
so a later answer of the resolver changes nothing. Imported when something is dialled.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
import httpcore
import httpx

from pace.core.error import Refused, TimedOut, Unavailable
from pace.egress.addresses import on_this_machine
from pace.egress.local import Resolver


@dataclass(slots=True)
class Meter:
    """What a door has let through: `sent` counts only what left this machine, inside TLS."""

    show: Callable[[], None]
    sent: int = 0
    used: bool = False
    shown: bool = False

    def leaves(self, addresses: Sequence[str]) -> None:
        """These are about to be dialled; shown before a byte has left. On the loop."""
        self.used = True
        if not self.shown and not all(map(on_this_machine, addresses)):
            self.shown = True
            self.show()

    def counter(self, address: str) -> Callable[[int], None]:
        """Counts what is sent to this address."""
        return (lambda _: None) if on_this_machine(address) else self._count

    def _count(self, number: int) -> None:
        self.sent += number


@dataclass(frozen=True, slots=True)
class Dialler:
    """Resolves, checks, dials. `allowed` judges an address and says why not; `route` says where
    a checked address is reached (itself; a test leads it to a server on loopback)."""

    resolver: Resolver
    allowed: Callable[[str], str]
    route: Callable[[str, int], tuple[str, int]]
    meter: Meter

    def checked(self, host: str, port: int) -> Sequence[str]:
        """The addresses of the host. Blocking. Raises Refused when any may not be dialled."""
        try:
            addresses = list(dict.fromkeys(self.resolver(host, port)))
        except (OSError, UnicodeError) as problem:
            raise Unavailable(
                f"I cannot find {host}; nothing was sent; check the name and the network."
            ) from problem
        for address in addresses:
            if why_not := self.allowed(address):
                raise Refused(f"I did not connect to {host}: {why_not}; nothing was sent.")
        if not addresses:
            raise Unavailable(f"I cannot find {host}; nothing was sent.")
        return addresses

    def connect(
        self, host: str, port: int, addresses: Sequence[str], timeout: float,
        trust: ssl.SSLContext | None,
    ) -> socket.socket:  # fmt: skip
        """A connected socket to one of the checked addresses, inside TLS when `trust` is given,
        which counts. Blocking."""
        problem: OSError | None = None
        for address in addresses:
            try:
                plain = socket.create_connection(self.route(address, port), timeout)
            except OSError as error:
                problem = error
                continue
            count = self.meter.counter(address)
            if trust is None:
                return _counted(plain, count, timeout)
            try:
                return _encrypted(plain, host, trust, count)
            except OSError as error:
                plain.close()
                raise unreachable(host, port, error) from error
        raise unreachable(host, port, problem) from problem


def unreachable(host: str, port: int, problem: BaseException | None) -> Exception:
    """The error for a server that does not answer."""
    if isinstance(problem, TimeoutError):
        return TimedOut(f"{host} did not answer in time; nothing was sent; try again later.")
    if isinstance(problem, ssl.SSLCertVerificationError):
        return Unavailable(
            f"The certificate of {host} does not hold ({problem.verify_message});"
            " nothing was sent; check the address."
        )
    return Unavailable(
        f"Nothing answers at {host}:{port}; nothing was sent; check that it is running."
    )


def _counted(plain: socket.socket, count: Callable[[int], None], timeout: float) -> socket.socket:
    made = _Counting(fileno=plain.detach())
    made.settimeout(timeout)
    made.count = count
    return made


def _encrypted(
    plain: socket.socket, host: str, trust: ssl.SSLContext, count: Callable[[int], None]
) -> socket.socket:
    trust.sslsocket_class = _CountingTls  # always this one: threads may share what is trusted
    made = trust.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    assert isinstance(made, _CountingTls)
    made.count = count
    try:
        made.do_handshake()
    except OSError:
        made.close()
        raise
    return made


class _Counting(socket.socket):
    """A socket that counts what it sends."""

    count: Callable[[int], None] = staticmethod(lambda _: None)

    def send(self, *given: Any) -> int:
        number = super().send(*given)
        self.count(number)
        return number

    def sendall(self, data: Any, *flags: int) -> None:
        super().sendall(data, *flags)
        self.count(memoryview(data).nbytes)


class _CountingTls(ssl.SSLSocket):
    """The same inside TLS, which sends all by `send`."""

    count: Callable[[int], None] = staticmethod(lambda _: None)

    def send(self, *given: Any) -> int:
        number = super().send(*given)
        self.count(number)
        return number


class Backend(httpcore.AsyncNetworkBackend):
    """Opens the connections of one HTTP client through the dialler."""

    def __init__(self, dialler: Dialler) -> None:
        self._dialler = dialler
        self._plain = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002  # the shape is httpcore's
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        try:
            with anyio.fail_after(timeout):
                addresses = await anyio.to_thread.run_sync(
                    self._dialler.checked, host, port, abandon_on_cancel=True
                )
        except TimeoutError as late:
            raise httpcore.ConnectTimeout(f"{host} was not found in time") from late
        self._dialler.meter.leaves(addresses)
        problem: Exception | None = None
        for address in addresses:
            where, number = self._dialler.route(address, port)
            try:
                stream = await self._plain.connect_tcp(where, number, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
                continue
            return _Stream(stream, self._dialler.meter.counter(address))
        raise problem or httpcore.ConnectError(f"nothing answers at {host}")

    async def connect_unix_socket(
        self,
        path: str,  # noqa: ARG002
        timeout: float | None = None,  # noqa: ARG002
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore.AsyncNetworkStream:
        raise Refused("I do not speak HTTP over Unix sockets.")

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    """A connection whose bytes out are counted, before encryption."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, count: Callable[[int], None]) -> None:
        self._stream = stream
        self._count = count

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)
        self._count(len(buffer))

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.AsyncNetworkStream:
        inside = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        return _Stream(inside, self._count)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class Transport(httpx.AsyncBaseTransport):
    """Carries the requests of an HTTP client; `may` raises Refused for where it may not go."""

    def __init__(
        self, dialler: Dialler, trust: ssl.SSLContext | None, may: Callable[[httpx.URL], None]
    ) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trust, network_backend=Backend(dialler), max_connections=10
        )
        self._may = may

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._may(request.url)
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        asked = httpcore.Request(
            request.method, url, headers=request.headers.raw, content=request.stream,
            extensions=request.extensions,
        )  # fmt: skip
        with _as_httpx():
            answer = await self._pool.handle_async_request(asked)
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_httpx():
            async for part in self._answer.aiter_stream():
                yield part

    async def aclose(self) -> None:
        with _as_httpx():
            await self._answer.aclose()


@contextlib.contextmanager
def _as_httpx() -> Iterator[None]:
    """The transport's errors as those its client knows; both libraries name them alike."""
    try:
        yield
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as problem:
        raise getattr(httpx, type(problem).__name__, httpx.TransportError)(
            str(problem)
        ) from problem


@contextlib.contextmanager
def translated(host: str) -> Iterator[None]:
    """The errors of the HTTP client as ours."""
    try:
        yield
    except httpx.TimeoutException as problem:
        raise TimedOut(f"{host} did not answer in time; try again later.") from problem
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as problem:
        cause: BaseException | None = problem
        while cause is not None:
            if isinstance(cause, ssl.SSLCertVerificationError):
                raise unreachable(host, 443, cause) from problem
            cause = cause.__cause__ or cause.__context__
        raise Unavailable(
            f"I cannot speak with {host} ({_short(problem)}); check that it is running."
        ) from problem


def _short(problem: Exception) -> str:
    words = " ".join(str(problem).split())
    return "".join(c for c in words if c.isprintable())[:120] or type(problem).__name__
