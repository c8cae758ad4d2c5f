"""Keyrings that are locked, empty or absent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pace.core.error import Unavailable
from pace.demo.desktop import VirtualDesktop
from pace.demo.desktop import virtual_desktop as open_virtual_desktop
from pace.demo.processes import Process, until
from pace.desktop.dbus import Link, connected
from pace.desktop.linux.secret_service import NAME, SecretService

pytestmark = pytest.mark.anyio

DAEMON = "exec gnome-keyring-daemon --foreground --components=secrets"

BARE_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow eavesdrop="true"/><allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
  </policy>
</busconfig>
"""


@pytest.fixture
async def desktop() -> AsyncIterator[VirtualDesktop]:
    """A desktop of its own: a keyring outlives the test that started it."""
    async with open_virtual_desktop(audio=False) as opened:
        yield opened


@pytest.fixture
async def session(desktop: VirtualDesktop) -> AsyncIterator[Link]:
    link = Link(lambda: desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
    yield link
    await link.close()


async def start(desktop: VirtualDesktop, command: str) -> Process:
    daemon = await desktop.launch(["sh", "-c", command])
    await until(lambda: owned(desktop, True), "The keyring", daemon)
    return daemon


async def owned(desktop: VirtualDesktop, expected: bool) -> bool:
    async with connected(desktop.environment["DBUS_SESSION_BUS_ADDRESS"]) as bus:
        return (await bus.owner(NAME) is not None) is expected


async def test_a_locked_keyring_is_reported_and_not_prompted_for(
    desktop: VirtualDesktop, session: Link
) -> None:
    secrets = SecretService(session)
    unlocked = await start(desktop, f"printf pass | {DAEMON} --unlock")
    await secrets.set("token", "kept")
    await unlocked.stop()
    await until(lambda: owned(desktop, False), "The end of the keyring")

    locked = await start(desktop, DAEMON)
    for attempt in (secrets.get("token"), secrets.set("token", "new"), secrets.delete("token")):
        with pytest.raises(Unavailable, match="The keyring is locked") as caught:
            await attempt
        assert "unlock it" in caught.value.fix
    probe = await secrets.probe()
    assert not probe.ok
    assert "locked" in probe.did
    asked = [pid for pid in desktop.pids() if "prompter" in command_of(pid)]
    assert asked == []
    await locked.stop()
    await until(lambda: owned(desktop, False), "The end of the keyring")

    await start(desktop, f"printf pass | {DAEMON} --unlock")
    assert await secrets.get("token") == "kept"


async def test_a_session_without_a_keyring_of_its_own_says_so(
    desktop: VirtualDesktop, session: Link
) -> None:
    await start(desktop, DAEMON)
    with pytest.raises(Unavailable, match="No keyring has been set up"):
        await SecretService(session).get("token")


async def test_without_a_keyring_service_it_is_unavailable(
    desktop: VirtualDesktop, tmp_path: Path
) -> None:
    socket = desktop.directory / "run" / "bare"
    config = tmp_path / "bus.conf"
    config.write_text(BARE_BUS.format(socket))
    daemon = await desktop.launch(["dbus-daemon", f"--config-file={config}", "--nofork"])

    async def listens() -> bool:
        return socket.is_socket()

    await until(listens, "The bus without services", daemon)
    bare = Link(lambda: f"unix:path={socket}")
    with pytest.raises(Unavailable, match="There is no keyring service") as caught:
        await SecretService(bare).get("token")
    assert "gnome-keyring" in caught.value.fix
    await bare.close()


async def test_without_a_bus_it_is_unavailable() -> None:
    secrets = SecretService(Link(lambda: "unix:path=/nowhere/bus"))
    assert secrets.available().startswith("There is no bus at /nowhere/bus")
    with pytest.raises(Unavailable):
        await secrets.get("token")


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
