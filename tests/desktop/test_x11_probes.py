"""What the X11 adapters tell the doctor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pace.demo.desktop import VirtualDesktop
from pace.desktop.linux.x11_clipboard import Clipboard
from pace.desktop.linux.x11_display import WAYLAND, Connection
from pace.desktop.linux.x11_hotkey import Hotkey
from pace.desktop.linux.x11_keyboard import Keyboard
from pace.desktop.linux.x11_pointer import Pointer
from pace.desktop.linux.x11_screen import Screen
from pace.desktop.linux.x11_windows import Windows
from pace.desktop.ports import Adapter, Desktop

Make = Callable[..., Any]
ADAPTERS = [Keyboard, Pointer, Windows, Screen, Clipboard, Hotkey]
KINDS = pytest.mark.parametrize("make", ADAPTERS, ids=lambda kind: kind.__name__)


def connections(make: Make, environment: dict[str, str]) -> Any:
    """An adapter whose every connection goes to one place."""
    two = make is Windows
    return make(*(Connection(environment) for _ in range(1 + two)))


@KINDS
def test_each_declares_the_port_it_serves(make: Make) -> None:
    adapter = make()
    assert isinstance(adapter, Adapter)
    assert adapter.provides in Desktop.__dataclass_fields__


@KINDS
async def test_on_a_working_desktop_its_probe_succeeds(
    virtual_desktop: VirtualDesktop, make: Make
) -> None:
    adapter = connections(make, dict(virtual_desktop.environment))
    assert adapter.available() == ""
    probe = await adapter.probe()
    assert probe.ok, probe.did
    adapter.disconnect()


@KINDS
def test_in_a_wayland_session_it_is_unavailable_though_xwayland_answers(
    virtual_desktop: VirtualDesktop, make: Make
) -> None:
    environment = {**virtual_desktop.environment, "WAYLAND_DISPLAY": "wayland-0"}
    assert connections(make, environment).available() == WAYLAND


@KINDS
async def test_with_no_server_its_probe_fails_with_a_sentence(make: Make) -> None:
    adapter = connections(make, {"DISPLAY": ":64999"})
    assert ":64999" in adapter.available()
    probe = await adapter.probe()
    assert not probe.ok
    assert probe.did.endswith(".")
