"""Calendar servers nobody here wrote, for the tests: evolution-data-server and Radicale."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import anyio
from anyio.from_thread import start_blocking_portal

from pace.demo.buses import start_session_bus
from pace.demo.processes import process_group

USER, PASSWORD = "anna", "pass word: ü"
LISTS = {"Personal": "VEVENT", "Arbeit": "VEVENT", "To buy": "VTODO"}


@asynccontextmanager
async def session_bus(folder: Path, *, data: Path | None = None) -> AsyncIterator[dict[str, str]]:
    """A session with a home of its own, where evolution-data-server can be started.

    `data` is another folder of its own services, which come before those of the system.
    """
    for name in ("logs", "home", "run"):
        (folder / name).mkdir(mode=0o700, parents=True)
    home = folder / "home"
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "XDG_DATA_HOME": str(data or home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'run' / 'bus'}",
        "LANG": "C.UTF-8",
    }
    async with process_group(folder) as group:
        await start_session_bus(group, environment)
        yield environment


@contextmanager
def evolution_session(folder: Path) -> Iterator[dict[str, str]]:
    """The same for a fixture that lives longer than one event loop."""
    with start_blocking_portal() as portal:
        with portal.wrap_async_context_manager(session_bus(folder)) as environment:
            yield environment


@contextmanager
def radicale(folder: Path) -> Iterator[str]:
    """The address of a server on loopback with the lists above, for USER with PASSWORD."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "users").write_text(f"{USER}:{PASSWORD}\n", encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "config").write_text(
        f"[server]\nhosts = 127.0.0.1:{port}\n"
        f"[auth]\ntype = htpasswd\nhtpasswd_filename = {folder / 'users'}\n"
        "htpasswd_encryption = plain\ndelay = 0\n"
        f"[storage]\nfilesystem_folder = {folder / 'data'}\n[logging]\nlevel = warning\n",
        encoding="utf-8",
    )
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "radicale", "--config", str(folder / "config")],
            stdout=log, stderr=log,
        )  # fmt: skip
    try:
        with start_blocking_portal() as portal:
            portal.call(_until_it_answers, port, server, folder / "log")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(10)


async def _until_it_answers(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    with anyio.fail_after(20):
        while True:
            assert server.poll() is None, f"Radicale ended, see {log}"
            try:
                async with await anyio.connect_tcp("127.0.0.1", port):
                    break
            except OSError:
                await anyio.sleep(0.02)
    import httpx

    url = f"http://127.0.0.1:{port}/{USER}/"
    async with httpx.AsyncClient(auth=(USER, PASSWORD), trust_env=False) as client:
        for number, (name, kind) in enumerate(LISTS.items()):
            made = await client.request(
                "MKCALENDAR", f"{url}list-{number}/",
                content='<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:"'
                ' xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>'
                f"<d:displayname>{name}</d:displayname><c:supported-calendar-component-set>"
                f'<c:comp name="{kind}"/></c:supported-calendar-component-set>'
                "</d:prop></d:set></c:mkcalendar>",
            )  # fmt: skip
            assert made.status_code == 201, made.text
