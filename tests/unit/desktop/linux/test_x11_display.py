"""Which display is opened, and why not."""

import pytest

from pace.core.error import Unavailable
from pace.desktop.linux.x11_display import WAYLAND, local_display, reason_against


@pytest.mark.parametrize(
    ("name", "local"),
    [(":0", "unix:0.0"), (":12.1", "unix:12.1"), ("unix:3", "unix:3.0"), ("unix/:3", "unix:3.0")],
)
def test_a_display_of_this_machine_is_opened_over_its_unix_socket(name: str, local: str) -> None:
    assert local_display({"DISPLAY": name}) == local


@pytest.mark.parametrize(
    "name", ["localhost:10.0", "192.168.1.7:0", "tcp/host:0", "host:0", "[::1]:0", "nonsense"]
)
def test_a_display_over_the_network_is_left_alone(name: str) -> None:
    with pytest.raises(Unavailable, match="not a screen of this machine"):
        local_display({"DISPLAY": name})


@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ""}, {"DISPLAY": "  "}])
def test_without_a_display_the_reason_says_so(environment: dict[str, str]) -> None:
    assert reason_against(environment).startswith("There is no X display")


@pytest.mark.parametrize(
    "environment",
    [
        {"XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0"},
        {"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"},
        {"XDG_SESSION_TYPE": "x11", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"},
    ],
)
def test_in_a_wayland_session_x11_is_unavailable_even_if_xwayland_answers(
    environment: dict[str, str],
) -> None:
    assert reason_against(environment) == WAYLAND


def test_a_display_that_nobody_serves_is_named() -> None:
    assert ":64999" in reason_against({"DISPLAY": ":64999"})
