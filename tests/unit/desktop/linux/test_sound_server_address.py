"""Where the sound server is looked for: on this machine's sockets and nowhere else."""

from __future__ import annotations

import pytest

from pace.core.error import Unavailable
from pace.desktop.linux.pulse_volume import server_address

RUN = {"XDG_RUNTIME_DIR": "/run/user/7"}


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "unix:/run/user/7/pulse/native"),
        ({"PULSE_RUNTIME_PATH": "/run/p"}, "unix:/run/p/native"),
        ({"PULSE_SERVER": ""}, "unix:/run/user/7/pulse/native"),
        ({"PULSE_SERVER": "unix:/tmp/native"}, "unix:/tmp/native"),
        ({"PULSE_SERVER": "/tmp/native"}, "unix:/tmp/native"),
        ({"PULSE_SERVER": "{a1b2}unix:/tmp/native"}, "unix:/tmp/native"),
        ({"PULSE_SERVER": "tcp:host:4713 unix:/tmp/native"}, "unix:/tmp/native"),
    ],
)
def test_the_address_is_a_socket_of_this_machine(environment: dict[str, str], address: str) -> None:
    assert server_address(RUN | environment) == address


@pytest.mark.parametrize("server", ["tcp:host:4713", "host", "tcp6:[::1]:4713", "{a}tcp:host"])
def test_a_server_over_the_network_is_not_reached(server: str) -> None:
    with pytest.raises(Unavailable, match="on another machine"):
        server_address(RUN | {"PULSE_SERVER": server})
