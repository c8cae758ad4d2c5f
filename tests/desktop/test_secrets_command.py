"""Passwords are kept by a command, in a real keyring, and are seen nowhere on the way."""

from __future__ import annotations

import json
import os
import pty
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from pace.demo.desktop import virtual_desktop as open_virtual_desktop
from pace.demo.processes import until
from pace.desktop.dbus import connected
from pace.desktop.linux.calendars.caldav import PASSWORD
from pace.desktop.linux.mail.imap import SECRET
from pace.desktop.linux.secret_service import NAME
from pace.secrets import KNOWN
from tests.desktop.driving import Pace, bare_machine, pace_on

pytestmark = pytest.mark.anyio

DAEMON = "gnome-keyring-daemon --foreground --components=secrets"
VALUE = "s3cret pä\t "
SERVERS = {"mcpServers": {"Weather": {"command": "true", "env": {"KEY": "", "PLAIN": "x"}}}}


@pytest.fixture(scope="module")
async def pace(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pace]:
    """Pace on a desktop with an open keyring, and with a server that wants a key."""
    folder = tmp_path_factory.mktemp("own")
    async with open_virtual_desktop(audio=False) as desktop:
        daemon = await desktop.launch(["sh", "-c", f"printf pass | exec {DAEMON} --unlock"])

        async def open_now() -> bool:
            async with connected(desktop.environment["DBUS_SESSION_BUS_ADDRESS"]) as bus:
                return await bus.owner(NAME) is not None

        await until(open_now, "The keyring", daemon)
        config = folder / "config" / "pace"
        config.mkdir(parents=True)
        (config / "mcp-servers.json").write_text(json.dumps(SERVERS))
        yield pace_on(desktop.environment, folder)


async def kept(pace: Pace) -> dict[str, bool]:
    listed = json.loads((await pace("secrets", "list", "--json")).stdout)
    return {row["name"]: row["kept"] for row in listed["secrets"]}


async def test_every_name_that_is_looked_up_can_be_kept_and_removed_and_is_never_shown(
    pace: Pace,
) -> None:
    names = ["calendar.password", "mail.password", "mcp.weather.KEY"]
    assert await kept(pace) == dict.fromkeys(names, False)
    for name in names:
        done = await pace("secrets", "set", name.upper(), stdin=f"{VALUE}\nmore\n".encode())
        assert done.stdout.decode() == f"{name} is kept in your keyring.\n"
        assert (done.returncode, done.stderr) == (0, b"")
    assert await kept(pace) == dict.fromkeys(names, True)
    listed = await pace("secrets")
    assert b"s3cret" not in listed.stdout + listed.stderr
    folder = Path(pace.environment["XDG_CONFIG_HOME"]).parent
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert [file for file in files if b"s3cret" in file.read_bytes()] == []
    for name in names:
        assert (await pace("secrets", "remove", name)).returncode == 0
    again = await pace("secrets", "remove", names[0])
    assert again.stdout == b"Your keyring has no calendar.password.\n"
    assert await kept(pace) == dict.fromkeys(names, False)


def test_the_names_are_those_the_adapters_look_up() -> None:
    assert list(KNOWN) == [PASSWORD, SECRET]


async def test_what_is_typed_is_not_shown(pace: Pace) -> None:
    master, terminal = pty.openpty()
    program = [sys.executable, "-P", "-m", "pace", "secrets", "set", "mail.password"]
    async with await anyio.open_process(
        program, env=dict(pace.environment), stdin=terminal, stdout=terminal, stderr=terminal,
        start_new_session=True,
    ) as typed:  # fmt: skip
        os.close(terminal)
        shown = b""
        with anyio.fail_after(30):
            while b"mail.password: " not in shown:
                shown += await anyio.to_thread.run_sync(os.read, master, 1000)
            os.write(master, VALUE.encode() + b"\n")
            while b"is kept" not in shown:
                shown += await anyio.to_thread.run_sync(os.read, master, 1000)
            assert await typed.wait() == 0
    os.close(master)
    assert b"s3cret" not in shown
    assert (await kept(pace))["mail.password"]


async def test_what_cannot_be_kept_is_one_sentence_that_does_not_repeat_it(pace: Pace) -> None:
    refused = {
        b"": b"no secret to keep", b"\n": b"no secret to keep", b"s3cret\xff\xfe\n": b"no text",
        b"s3cret\0\n": b"too odd", b"s3cret" * 2_000: b"too long",
    }  # fmt: skip
    for stdin, said in refused.items():
        done = await pace("secrets", "set", "calendar.password", stdin=stdin)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count(b"\n") == 1
        assert b"s3cret" not in done.stderr
    assert not (await kept(pace))["calendar.password"]


async def test_without_a_keyring_it_says_what_mends_that(tmp_path: Path) -> None:
    done = await pace_on(bare_machine(tmp_path), tmp_path)(
        "secrets", "set", "mail.password", stdin=b"x\n"
    )
    assert done.returncode == 1
    assert b"gnome-keyring" in done.stderr
    assert done.stderr.count(b"\n") == 1
