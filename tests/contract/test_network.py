"""The network that these suites run in: loopback and nothing else."""

import errno
import os
import socket

import pytest

pytestmark = pytest.mark.skipif(
    os.environ.get("PACE_TEST_NETNS") != "1", reason="bin/test makes the network namespace"
)

# An address that is kept for documents, so that nobody is there.
NOBODY = ("192.0.2.1", 9)


def test_loopback_is_the_only_interface() -> None:
    assert [name for _, name in socket.if_nameindex()] == ["lo"]


def test_loopback_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname(), timeout=5) as client:
            assert client.getpeername() == server.getsockname()


def test_nothing_can_leave() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outward:
        with pytest.raises(OSError) as refused:
            outward.connect(NOBODY)
    assert refused.value.errno == errno.ENETUNREACH
