"""The door leads to this machine only."""

import pytest

from pace.core.error import Refused
from pace.egress import ask_local_server, loopback


def resolver(*addresses):
    return lambda _host, _port: addresses


@pytest.mark.parametrize(
    ("url", "address", "port"),
    [
        ("http://127.0.0.1:8080/x?y=1", "127.0.0.1", 8080),
        ("http://127.9.8.7/", "127.9.8.7", 80),
        ("http://[::1]:5000/", "::1", 5000),
        ("https://localhost/", "127.0.0.1", 443),
        ("http://LOCALHOST:1234/v1", "127.0.0.1", 1234),
    ],
)
def test_plain_loopback_addresses_pass(url, address, port):
    target = loopback(url, resolver("127.0.0.1"))
    assert (target.address, target.port) == (address, port)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "http://192.168.1.4/", "http://0.0.0.0/", "http://[::]/",
        "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.1/",
        "http://[::ffff:127.0.0.1]/", "http://user@127.0.0.1/", "http://a:b@localhost/",
        "http://localhost.example.org/", "http://127.0.0.1.example.org/", "ftp://127.0.0.1/",
        "file:///etc/passwd", "http:///", "127.0.0.1", "http://localhost:99999/",
        "http://evil@127.0.0.1:80@example.org/", "http://localhost./", "http://１２７.0.0.1/", "",
    ],
)  # fmt: skip
def test_everything_else_is_refused(url):
    with pytest.raises(Refused):
        loopback(url, resolver("127.0.0.1"))


def test_a_localhost_that_leads_elsewhere_is_refused():
    with pytest.raises(Refused):
        loopback("http://localhost/", resolver("127.0.0.1", "10.0.0.9"))


async def test_a_redirect_is_refused_and_not_followed():
    import anyio

    async def serve(stream):
        async with stream:
            await stream.receive()
            await stream.send(
                b"HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\nContent-Length: 0\r\n\r\n"
            )

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, serve)
        with pytest.raises(Refused):
            await ask_local_server(f"http://127.0.0.1:{port}/")
        tasks.cancel_scope.cancel()
