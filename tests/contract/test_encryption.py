"""What leaves is encrypted for the host that was meant, or does not leave."""

import contextlib
import ssl
import subprocess

import anyio
import anyio.to_thread
import pytest
from anyio.streams.tls import TLSListener

from pace.core.error import Refused, Unavailable
from pace.core.event import OffDevice
from pace.egress import Egress, Way

pytestmark = pytest.mark.anyio

PUBLIC = "93.184.216.34"
HOST = "mail.example"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for the host that signs itself, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
         "-keyout", key, "-out", cert],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key


class Far:
    """A server behind TLS, and doors that lead to it."""

    def __init__(self, port, cert):
        self.port, self.cert = port, cert
        self.seen, self.events, self.notes = [], [], []

    async def note(self, *row):
        self.notes.append(row)

    def door(self, *, trusts=True):
        def trust():
            return ssl.create_default_context(cafile=str(self.cert) if trusts else None)

        return Egress(
            self.events.append, self.note, resolver=lambda _h, _p: [PUBLIC],
            route=lambda _a, _p: ("127.0.0.1", self.port), trust=trust,
        )  # fmt: skip


@pytest.fixture
async def far(certificate):
    cert, key = certificate
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    plain = await anyio.create_tcp_listener(local_host="127.0.0.1")
    made = Far(plain.listeners[0].extra(anyio.abc.SocketAttribute.local_port), cert)

    async def serve(stream):
        async with stream:
            with contextlib.suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                made.seen.append(await stream.receive())
                await stream.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                await stream.receive()

    async with anyio.create_task_group() as tasks:
        listener = TLSListener(plain.listeners[0], context, standard_compatible=False)
        listener.handle_handshake_error = _quiet
        tasks.start_soon(listener.serve, serve)
        yield made
        tasks.cancel_scope.cancel()
    await listener.aclose()


async def _quiet(_, stream):
    """A client that goes away in the middle of the handshake is no error of the server."""
    await anyio.aclose_forcefully(stream)


async def test_the_host_that_was_meant_is_spoken_to_and_the_bytes_are_counted(far):
    async with far.door().client(Way.OWN_SERVER, f"https://{HOST}/", timeout=5) as client:
        assert (await client.get(f"https://{HOST}/a")).text == "ok"
    assert far.notes == [("own server", HOST, "ok", len(far.seen[0]))]
    assert far.events == [OffDevice(True, HOST), OffDevice(False, HOST)]


@pytest.mark.parametrize(("host", "trusts"), [("other.example", True), (HOST, False)])
@pytest.mark.parametrize("how", ["client", "socket"])
async def test_a_certificate_that_does_not_hold_ends_it_before_a_word_is_said(
    far, host, trusts, how
):
    door = far.door(trusts=trusts)
    with pytest.raises(Unavailable, match="certificate"):
        if how == "client":
            async with door.client(Way.OWN_SERVER, f"https://{host}/", timeout=5) as client:
                await client.get(f"https://{host}/")
        else:
            async with door.connect(Way.OWN_SERVER, host, 993, timeout=5):
                pass
    assert far.seen == []
    assert far.notes == [("own server", host, "unavailable", 0)]
    assert far.events[-1] == OffDevice(False, host)


async def test_who_is_trusted_is_read_once_and_not_for_what_is_not_encrypted():
    read = []

    def trust():
        read.append(1)
        return ssl.create_default_context()

    door = Egress(trust=trust)
    async with door.client(Way.OWN_SERVER, "http://127.0.0.1:1/", timeout=5):
        assert read == []
    for _ in range(2):
        async with door.client(Way.OWN_SERVER, "https://127.0.0.1:1/", timeout=5):
            assert read == [1]


async def test_a_socket_inside_encryption_counts_what_a_library_sends(far):
    async with far.door().connect(Way.OWN_SERVER, HOST, 993, timeout=5) as made:
        assert far.events == [OffDevice(True, HOST)]

        def talk():
            made.sendall(b"a1 NOOP\r\n")
            return made.makefile("rb").readline()

        assert await anyio.to_thread.run_sync(talk) == b"HTTP/1.1 200 OK\r\n"
    assert far.seen == [b"a1 NOOP\r\n"]
    assert far.notes == [("own server", HOST, "ok", len(far.seen[0]))]


async def test_a_server_that_speaks_no_encryption_is_given_up():
    async def serve(stream):
        async with stream:
            await stream.send(b"* OK plain\r\n")
            with contextlib.suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                await stream.receive()

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        with pytest.raises((Unavailable, Refused)):
            async with Egress().connect(Way.OWN_SERVER, "localhost", port, timeout=5):
                pass
        tasks.cancel_scope.cancel()
