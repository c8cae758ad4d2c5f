"""Servers on this machine: the loopback guard, and one exchange with what stands behind it."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import anyio.to_thread

from pace.core.error import Refused, TimedOut, Unavailable

#: Resolves a host name to addresses as text; replaced in tests.
Resolver = Callable[[str, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Target:
    """A checked address on this machine."""

    scheme: str
    address: str
    port: int
    path: str
    host: str


def resolve(host: str, port: int) -> Sequence[str]:
    """Every address the system gives for the name."""
    import socket

    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def loopback(url: str, resolver: Resolver = resolve) -> Target:
    """The target, when it is `localhost`, 127.0.0.0/8 or ::1 in plain form. Raises Refused.

    Userinfo, other schemes, short, octal, hexadecimal and integer forms of an address, mapped
    IPv6 forms and names that resolve to anything but loopback are refused.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError as problem:
        raise Refused(f"{url!r} is not an address I can check; nothing was sent.") from problem
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host:
        raise _refusal(url, "only http and https on this machine are allowed")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise _refusal(host, "an address with a user name in it is refused")
    number = port or (443 if parts.scheme == "https" else 80)
    address = _literal(host)
    if address is None:
        if host != "localhost":
            raise _refusal(host, "it is not on this machine")
        address = _one_loopback(host, resolver(host, number))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, address, number, path, host)


def _literal(host: str) -> str | None:
    """The host when it is a plainly written loopback address; None when it is a name."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if host.replace(".", "").isdigit() or host.lower().startswith("0x"):
            raise _refusal(host, "it is an address in an unusual form") from None
        return None
    plain = address.version == 4 or str(address) == "::1"
    if not (address.is_loopback and plain):
        raise _refusal(host, "it is not on this machine")
    return str(address)


def _one_loopback(host: str, addresses: Sequence[str]) -> str:
    if not addresses or not all(ipaddress.ip_address(a).is_loopback for a in addresses):
        raise _refusal(host, "the name leads off this machine")
    return addresses[0]


def _refusal(what: str, why: str) -> Refused:
    return Refused(f"I did not connect to {what}: {why}; nothing was sent.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server on this machine answered."""

    status: int
    body: bytes


async def ask_local_server(
    url: str,
    *,
    method: str = "GET",
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    timeout: float = 10.0,
    resolver: Resolver = resolve,
) -> Reply:
    """One exchange with a server on this machine. Raises Refused (also for a redirect),
    Unavailable and TimedOut."""
    import http.client
    import socket

    target = loopback(url, resolver)
    if target.scheme != "http":
        raise _refusal(url, "servers on this machine are spoken to by plain http")

    def exchange() -> Reply:
        connection = http.client.HTTPConnection(target.host, target.port, timeout=timeout)
        try:
            connection.sock = socket.create_connection((target.address, target.port), timeout)
            connection.request(method, target.path, body or None, dict(headers or {}))
            response = connection.getresponse()
            if 300 <= response.status < 400:
                raise _refusal(url, "it tried to send me elsewhere")
            return Reply(response.status, response.read())
        except TimeoutError as problem:
            raise TimedOut(f"{target.host} did not answer within {timeout:.0f} s.") from problem
        except (OSError, http.client.HTTPException) as problem:
            raise Unavailable(f"Nothing answers at {target.host}:{target.port}.") from problem
        finally:
            connection.close()

    return await anyio.to_thread.run_sync(exchange, abandon_on_cancel=True)


async def run_installer(script: Path, arguments: Sequence[str]) -> int:
    """Run the project's own set-up, which downloads from package registries. The person asked
    for it by a command of that meaning; its output goes to stderr. Returns its exit code."""

    import subprocess

    def run() -> int:
        return subprocess.run([str(script), *arguments], check=False, stdout=2).returncode

    return await anyio.to_thread.run_sync(run)
