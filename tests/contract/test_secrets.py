"""One suite over what keeps secrets: an unlocked keyring of a session of its own, the double."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from anyio.from_thread import start_blocking_portal

from pace.core.error import Invalid
from pace.demo.desktop import VirtualDesktop
from pace.demo.desktop import virtual_desktop as open_virtual_desktop
from pace.demo.processes import until
from pace.desktop.dbus import Link, connected
from pace.desktop.linux.secret_service import NAME, SecretService
from pace.desktop.ports import Adapter, Secrets
from pace.testing.services import FakeSecrets

pytestmark = pytest.mark.anyio

UNLOCKED = "printf pass | exec gnome-keyring-daemon --foreground --components=secrets --unlock"


async def unlocked_keyring(desktop: VirtualDesktop) -> None:
    daemon = await desktop.launch(["sh", "-c", UNLOCKED])

    async def there() -> bool:
        async with connected(desktop.environment["DBUS_SESSION_BUS_ADDRESS"]) as bus:
            return await bus.owner(NAME) is not None

    await until(there, "The keyring", daemon)


@pytest.fixture(scope="module")
def keyring_address() -> Iterator[str]:
    """The bus of a session whose keyring is unlocked; it ends with the module."""
    with start_blocking_portal() as portal:
        desktop = portal.wrap_async_context_manager(open_virtual_desktop(audio=False))
        with desktop as opened:
            portal.call(unlocked_keyring, opened)
            yield opened.environment["DBUS_SESSION_BUS_ADDRESS"]


@pytest.fixture(params=["keyring", "double"])
async def secrets(request: pytest.FixtureRequest) -> AsyncIterator[Secrets]:
    if request.param == "double":
        yield FakeSecrets()
        return
    address: str = request.getfixturevalue("keyring_address")
    session = Link(lambda: address)
    real = SecretService(session)
    yield real
    for name in ("token", "other"):
        await real.delete(name)
    await session.close()


async def test_what_was_never_kept_is_none(secrets: Secrets) -> None:
    assert await secrets.get("token") is None


@pytest.mark.parametrize(
    "value",
    ["s3cret", "", "ünï – テスト 🙂\n", "x" * 20_000],
    ids=["plain", "empty", "any", "long"],
)
async def test_what_is_kept_is_read_back_exactly(secrets: Secrets, value: str) -> None:
    await secrets.set("token", value)
    assert await secrets.get("token") == value


async def test_a_newer_secret_takes_the_place_of_the_older(secrets: Secrets) -> None:
    await secrets.set("token", "one")
    await secrets.set("token", "two")
    assert await secrets.get("token") == "two"
    await secrets.delete("token")
    assert await secrets.get("token") is None


async def test_secrets_are_told_apart_by_name(secrets: Secrets) -> None:
    await secrets.set("token", "one")
    await secrets.set("other", "two")
    await secrets.delete("token")
    assert await secrets.get("token") is None
    assert await secrets.get("other") == "two"


async def test_removing_what_is_not_there_is_no_error(secrets: Secrets) -> None:
    await secrets.delete("token")


async def test_half_a_character_cannot_be_kept(secrets: Secrets) -> None:
    await secrets.set("token", "whole")
    with pytest.raises(Invalid):
        await secrets.set("token", "\ud800")
    assert await secrets.get("token") == "whole"


async def test_the_adapter_declares_itself_and_its_probe_leaves_nothing(secrets: Secrets) -> None:
    if isinstance(secrets, SecretService):
        assert isinstance(secrets, Adapter)
        assert secrets.provides == "secrets"
        assert secrets.available() == ""
        probe = await secrets.probe()
        assert probe.ok, probe.did


async def test_another_application_sees_none_of_ours(
    secrets: Secrets, request: pytest.FixtureRequest
) -> None:
    if isinstance(secrets, SecretService):
        await secrets.set("token", "ours")
        address: str = request.getfixturevalue("keyring_address")
        session = Link(lambda: address)
        assert await SecretService(session, "org.example.Other").get("token") is None
        await session.close()
