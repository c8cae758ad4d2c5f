"""The door opens for the one server that was meant, shows what leaves, and keeps its figures."""

import contextlib

import anyio
import anyio.to_thread
import pytest

from pace.core.error import Invalid, NotSaved, Refused, TimedOut, Unavailable
from pace.core.event import Noticed, OffDevice
from pace.egress import Egress, Way

PUBLIC = "93.184.216.34"


@contextlib.asynccontextmanager
async def server(answer):
    """A TCP server on loopback: sends `answer` for each message; gives its port and what came."""
    seen = []

    async def serve(stream):
        async with stream:
            with contextlib.suppress(anyio.EndOfStream, anyio.BrokenResourceError):
                while True:
                    seen.append(await stream.receive())
                    if answer is None:
                        await anyio.sleep_forever()
                    await stream.send(answer)

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        yield port, seen
        tasks.cancel_scope.cancel()


def ok(body=b"hello", extra=b""):
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n%s" % (len(body), extra, body)


class Watcher:
    def __init__(self):
        self.events, self.notes = [], []

    async def note(self, *row):
        self.notes.append(row)

    def door(self, address="127.0.0.1", port=None):
        return Egress(
            self.events.append, self.note,
            resolver=lambda _h, _p: [address],
            route=lambda _a, p: ("127.0.0.1", port or p),
        )  # fmt: skip


@pytest.fixture
def watcher():
    return Watcher()


async def test_a_server_on_this_machine_is_spoken_to_and_nothing_counts_as_sent(watcher):
    async with server(ok()) as (port, seen):
        url = f"http://localhost:{port}/"
        async with watcher.door().client(Way.OWN_SERVER, url, timeout=5) as client:
            assert (await client.get(url + "a?b=1")).text == "hello"
    assert seen[0].startswith(b"GET /a?b=1 HTTP/1.1\r\n")
    assert watcher.events == []
    assert watcher.notes == [("own server", "localhost", "ok", 0)]


async def test_what_leaves_is_shown_before_a_byte_and_counted(watcher):
    async with server(ok()) as (port, seen):
        door = watcher.door(PUBLIC, port)
        url = "http://files.example/x"
        async with door.client(Way.DOWNLOAD, url, timeout=5) as client:
            assert watcher.events == []
            await client.get(url)
            assert watcher.events == [OffDevice(True, "files.example")]
    assert watcher.events[-1] == OffDevice(False, "files.example")
    assert watcher.notes == [("download", "files.example", "ok", len(seen[0]))]


@pytest.mark.parametrize(
    "other", ["http://localhost:9/", "https://localhost/", "http://127.0.0.1/", "http://x@localhost/"]
)  # fmt: skip
async def test_a_client_reaches_its_own_server_only(watcher, other):
    async with server(ok()) as (port, seen):
        with pytest.raises(Refused):
            async with watcher.door().client(Way.OWN_SERVER, f"http://localhost:{port}/") as client:
                await client.get(other)
        assert seen == []
    assert watcher.notes[0][2] == "refused"


async def test_a_redirect_to_another_host_is_not_followed(watcher):
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://other.example/\r\nContent-Length: 0\r\n\r\n"
    async with server(moved) as (port, _):
        url = f"http://localhost:{port}/"
        with pytest.raises(Refused):
            async with watcher.door().client(Way.OWN_SERVER, url) as client:
                await client.get(url, follow_redirects=True)


@pytest.mark.parametrize("address", ["192.168.1.9", PUBLIC, "fd00::1"])
async def test_plain_http_does_not_leave_this_machine(watcher, address):
    with pytest.raises(Refused, match="without encryption"):
        async with watcher.door(address).client(Way.OWN_SERVER, "http://nas.example/") as client:
            await client.get("http://nas.example/")
    assert watcher.events == []


@pytest.mark.parametrize("address", ["169.254.169.254", "224.0.0.1", "0.0.0.0", "fe80::1", "::"])
async def test_no_server_has_such_an_address(watcher, address):
    with pytest.raises(Refused):
        async with watcher.door(address).client(Way.OWN_SERVER, "https://nas.example/") as client:
            await client.get("https://nas.example/")


async def test_a_server_that_is_silent_is_given_up(watcher):
    async with server(None) as (port, _):
        url = f"http://localhost:{port}/"
        with pytest.raises(TimedOut):
            async with watcher.door().client(Way.OWN_SERVER, url, timeout=0.2) as client:
                await client.get(url)


async def test_a_server_that_is_not_there_is_said_so(watcher):
    with pytest.raises(Unavailable):
        async with watcher.door().client(Way.OWN_SERVER, "http://localhost:1/") as client:
            await client.get("http://localhost:1/")


@pytest.mark.parametrize("url", ["", "ftp://x/", "http://u:p@localhost/", "http:///", "http://[/"])
async def test_an_address_that_is_none_is_refused_before_anything(watcher, url):
    with pytest.raises(Invalid):
        async with watcher.door().client(Way.OWN_SERVER, url):
            pass


async def test_a_socket_for_a_library_in_a_thread(watcher):
    async with server(b"* OK\r\n") as (port, seen):
        door = watcher.door()
        async with door.connect(Way.OWN_SERVER, "localhost", port, tls=False, timeout=5) as made:

            def talk():
                made.sendall(b"a1 NOOP\r\n")
                return made.makefile("rb").readline()

            assert await anyio.to_thread.run_sync(talk) == b"* OK\r\n"
        assert seen == [b"a1 NOOP\r\n"]
    assert watcher.notes == [("own server", "localhost", "ok", 0)]


async def test_a_plain_socket_does_not_leave_this_machine(watcher):
    with pytest.raises(Refused):
        async with watcher.door(PUBLIC).connect(Way.OWN_SERVER, "mail.example", 143, tls=False):
            pass


async def test_a_program_that_may_use_the_network_is_shown_while_it_runs(watcher):
    async with watcher.door().child("backup"):
        assert watcher.events == [OffDevice(True, "backup")]
    assert watcher.events[1:] == [OffDevice(False, "backup")]
    assert watcher.notes == [("program", "backup", "ok", 0)]


async def test_an_audit_that_fails_is_said_and_changes_nothing(watcher):
    async def broken(*_):
        raise NotSaved("The audit is full.")

    async with Egress(watcher.events.append, broken).child("backup"):
        pass
    assert watcher.events[-1] == Noticed("The audit is full.")
