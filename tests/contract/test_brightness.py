"""One suite over the backlight: logind's own interface on a private bus, and the double."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pace.core.error import PaceError, Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.desktop.dbus import Link
from pace.desktop.linux.backlight import LogindBacklight, read_kernel
from pace.desktop.ports import Adapter
from pace.desktop.services import Brightness
from pace.testing.files import FakeBrightness
from pace.testing.login_service import LoginService, login_service

pytestmark = pytest.mark.anyio


@dataclass
class Machine:
    """A display at 50 percent, behind its port; `service` is None for the double."""

    brightness: Brightness
    service: LoginService | None


@pytest.fixture(params=["logind", "double"])
async def machine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Machine]:
    if request.param == "double":
        yield Machine(FakeBrightness(), None)
        return
    desktop: VirtualDesktop = request.getfixturevalue("virtual_desktop")
    address = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    system = Link(lambda: address)
    async with login_service(address, tmp_path) as service:
        service.light("intel_backlight", 480, 960)
        service.light("acpi_video0", 3, 10, "vendor")
        yield Machine(LogindBacklight(system, tmp_path), service)
        await system.close()


@pytest.mark.parametrize(
    ("asked", "got"), [(80, 80), (1, 1), (100, 100), (250, 100), (-4, 1), (0, 1)]
)
async def test_what_was_set_is_read_back(machine: Machine, asked: int, got: int) -> None:
    if isinstance(machine.brightness, LogindBacklight):
        assert machine.brightness.available() == ""
    assert await machine.brightness.read() == 50
    assert await machine.brightness.set(asked) == got
    assert await machine.brightness.read() == got


async def test_a_display_that_does_not_follow_is_read_as_it_is(machine: Machine) -> None:
    stuck = machine.service or machine.brightness
    stuck.stuck = True  # type: ignore[union-attr]
    assert await machine.brightness.set(80) == 50


async def test_who_is_not_at_the_screen_is_told_so(machine: Machine) -> None:
    if machine.service is None:
        return
    machine.service.denies = True
    with pytest.raises(Unavailable, match="at the screen"):
        await machine.brightness.set(80)
    assert await machine.brightness.read() == 50


async def test_without_a_login_service_it_is_unavailable_and_as_it_was(tmp_path: Path) -> None:
    LoginService(tmp_path).light("intel_backlight", 480, 960)
    light = LogindBacklight(Link(lambda: f"unix:path={tmp_path}/none"), tmp_path)
    with pytest.raises(PaceError):
        await light.set(20)
    assert await light.read() == 50


async def test_without_a_display_there_is_none(tmp_path: Path) -> None:
    light = LogindBacklight(Link(lambda: f"unix:path={tmp_path}/none"), tmp_path / "nothing")
    assert isinstance(light, Adapter)
    assert light.available() == "There is no adjustable display here"
    assert await light.read() is None
    assert await light.set(20) is None
    assert (await light.probe()).did == "Found no adjustable display."


@pytest.mark.parametrize(
    ("lights", "name"),
    [
        ([("raw", "raw"), ("fw", "firmware"), ("plat", "platform")], "fw"),
        ([("raw", "raw"), ("plat", "platform")], "plat"),
        ([("b", "raw"), ("a", "raw")], "a"),
    ],
)
def test_the_one_that_the_kernel_advises_is_used(
    tmp_path: Path, lights: list[tuple[str, str]], name: str
) -> None:
    for each, kind in lights:
        LoginService(tmp_path).light(each, 1, 4, kind)
    found = read_kernel(tmp_path)
    assert found is not None
    assert (found.name, found.percent) == (name, 25)


@pytest.mark.parametrize("most", ["0", "", "-5", "x", "9" * 50])
def test_a_broken_backlight_is_none(tmp_path: Path, most: str) -> None:
    LoginService(tmp_path).light("odd", 1, 4)
    (tmp_path / "odd" / "max_brightness").write_text(most)
    assert read_kernel(tmp_path) is None
