"""Real programs started from their desktop entries, on the private desktop."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from pace.core.error import Gone, PaceError, Refused, Unavailable
from pace.demo.browser import chromium_arguments
from pace.demo.desktop import VirtualDesktop
from pace.demo.processes import until
from pace.desktop.dbus import DBUS, DBUS_PATH, Connection, connected
from pace.desktop.linux.applications import DesktopEntries
from pace.desktop.linux.launching import INSTANT
from pace.desktop.ports import Application

pytestmark = pytest.mark.anyio

ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")


async def ended(pid: int) -> bool:
    """Whether the process is gone for good: a zombie is still there."""
    return not await anyio.Path(f"/proc/{pid}").exists()


async def words(pid: int) -> list[str]:
    """The words of its command line; Chromium rewrites its own to one word with blanks."""
    return (await anyio.Path(f"/proc/{pid}/cmdline").read_text()).replace("\0", " ").split()


class Programs:
    """Desktop entries made for a test, beside those of the machine; all they start is ended."""

    def __init__(self, desktop: VirtualDesktop, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **desktop.environment,
            "XDG_DATA_HOME": str(folder),
            "PATH": f"{folder}:{desktop.environment['PATH']}",
            "PYTHONPATH": "/of/pace",
        }
        self.pids: list[int] = []
        (folder / "applications").mkdir()

    def script(self, name: str, *lines: str) -> Path:
        path = self.folder / name
        path.write_text("\n".join(("#!/bin/sh", *lines)))
        path.chmod(0o755)
        return path

    def entry(self, name: str, *keys: str) -> Application:
        path = self.folder / "applications" / f"{name}.desktop"
        path.write_text("\n".join(("[Desktop Entry]", f"Name={name}", *keys)))
        return Application(name, name)

    def index(self, extra: Sequence[str] = (), watched: float = INSTANT) -> DesktopEntries:
        return DesktopEntries(self.environment, lambda _: extra, watched=watched)

    async def launch(
        self, application: Application, arguments: Sequence[str] = (), extra: Sequence[str] = ()
    ) -> int:
        pid = await self.index(extra).launch(application, arguments)
        self.pids.append(pid)
        return pid

    async def end(self) -> None:
        for pid in self.pids:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            await until(lambda pid=pid: ended(pid), f"The end of {pid}")


@pytest.fixture
async def programs(virtual_desktop: VirtualDesktop, tmp_path: Path) -> AsyncIterator[Programs]:
    folder = tmp_path / "data"
    folder.mkdir()
    made = Programs(virtual_desktop, folder)
    yield made
    await made.end()


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


async def written(path: Path) -> list[str]:
    """The lines a script wrote, which ends with "end"."""

    async def complete() -> bool:
        return lines_of(path)[-1:] == ["end"]

    await until(complete, f"The end of {path.name}")
    return lines_of(path)[:-1]


async def test_mousepad_opens_from_its_entry_and_leaves_no_zombie(
    programs: Programs, virtual_desktop: VirtualDesktop
) -> None:
    index = programs.index()
    [(mousepad, confidence), *_] = await index.find("mouse pad")
    assert (mousepad.id, confidence) == ("org.xfce.mousepad", 1.0)
    pid = await programs.launch(mousepad)
    assert os.getsid(pid) == pid

    async with connected(virtual_desktop.accessibility_address) as bus:

        async def shows() -> bool:
            return any("Mousepad" in name for name in await names(bus, pid))

        await until(shows, "The window of Mousepad")
    os.kill(pid, signal.SIGKILL)
    await until(lambda: ended(pid), "The end of Mousepad")


async def test_a_started_program_has_a_clean_place_of_its_own(programs: Programs) -> None:
    out = programs.folder / "out"
    programs.script(
        "tell", f'exec >"{out}"', "pwd", 'echo "$PYTHONPATH"', 'echo "$DISPLAY"',
        "readlink /proc/$$/fd/0 /proc/$$/fd/2", 'for word; do echo "$word"; done', "echo end",
    )  # fmt: skip
    tell = programs.entry("tell", 'Exec=tell "$HOME; touch x" %U')
    await programs.launch(tell, ["https://example.org/?a=1&b=$(id)"])
    assert await written(out) == [
        programs.environment["HOME"],
        "",
        programs.environment["DISPLAY"],
        "/dev/null",
        "/dev/null",
        "$HOME; touch x",
        "https://example.org/?a=1&b=$(id)",
    ]


@pytest.mark.parametrize("lines", [("exit 3",), ("kill -SEGV $$",)], ids=["code", "signal"])
async def test_a_program_that_dies_at_once_is_an_error_and_no_zombie(
    programs: Programs, lines: tuple[str, ...]
) -> None:
    out = programs.folder / "pid"
    programs.script("die", f'echo $$ >"{out}"', *lines)
    with pytest.raises(Unavailable, match="ended as soon as it was started"):
        await programs.index(watched=20).launch(programs.entry("die", "Exec=die"))
    assert await ended(int(out.read_text()))


async def test_a_program_that_is_taken_away_is_an_error(programs: Programs) -> None:
    script = programs.script("go", "exit 0")
    application = programs.entry("go", "Exec=go")
    index = programs.index()
    assert await index.launch(application) > 1
    script.unlink()
    with pytest.raises(Unavailable, match="its program is not there"):
        await index.launch(application)
    (programs.folder / "applications" / "go.desktop").unlink()
    with pytest.raises(Gone):
        await index.launch(application)


async def test_a_program_with_no_right_to_run_or_of_no_kind_is_an_error(
    programs: Programs,
) -> None:
    programs.script("odd").write_bytes(b"\x00\x01 no program")
    with pytest.raises(Unavailable):
        await programs.index(watched=20).launch(programs.entry("odd", "Exec=odd"))


async def test_a_terminal_program_runs_in_the_terminal_there_is(programs: Programs) -> None:
    out = programs.folder / "out"
    programs.script("xterm", f'for word; do echo "$word"; done >"{out}"', f'echo end >>"{out}"')
    programs.script("top-like", "exit 0")
    await programs.launch(programs.entry("top-like", "Exec=top-like -a", "Terminal=true"))
    assert await written(out) == ["-e", "top-like", "-a"]


async def test_without_a_terminal_a_terminal_program_says_what_to_install(
    programs: Programs,
) -> None:
    programs.script("top-like", "exit 0")
    programs.environment["PATH"] = str(programs.folder)
    application = programs.entry("top-like", "Exec=top-like", "Terminal=true")
    with pytest.raises(Unavailable, match="terminal") as caught:
        await programs.launch(application)
    assert "xterm" in caught.value.fix


async def test_a_page_opened_in_chromium_shows_what_is_in_it(
    programs: Programs, virtual_desktop: VirtualDesktop, tmp_path: Path
) -> None:
    (programs.folder / "applications" / "mimeapps.list").write_text(
        "[Default Applications]\ntext/html=chromium.desktop\n"
    )
    page = programs.folder / "page.html"
    page.write_text("<title>A page</title><a href='#'>The only link</a>")
    ours = ("--force-renderer-accessibility", "--no-sandbox")
    quiet = [each for each in chromium_arguments(tmp_path / "profile") if each not in ours]
    profile = f"--user-data-dir={tmp_path / 'profile'}"

    def browser() -> list[int]:
        """The process that was started, which leads a session; its helpers lead none."""
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                pid = int(path.name)
                if os.getsid(pid) == pid and profile in (path / "cmdline").read_text():
                    found.append(pid)
        return found

    assert await programs.index(quiet).open_uri(page.as_uri()) == "Chromium Web Browser"
    programs.pids += browser()
    [pid] = programs.pids
    started = await words(pid)
    assert "--force-renderer-accessibility" in started
    assert ("--no-sandbox" in started) == (os.geteuid() == 0)
    async with connected(virtual_desktop.accessibility_address) as bus:

        async def shows() -> bool:
            return "The only link" in await names(bus, pid)

        await until(shows, "The link of the page", seconds=40)


async def names(bus: Connection, pid: int) -> set[str]:
    """Every name in the accessibility tree of a process; a node that goes meanwhile is skipped."""
    found: set[str] = set()
    waiting = [REGISTRY]
    while waiting:
        name, path = waiting.pop()
        with suppress(PaceError):
            found.add(await bus.property(name, path, ACCESSIBLE, "Name"))
            [children] = await bus.call(name, path, ACCESSIBLE, "GetChildren")
            for child in children:
                ask = (DBUS, DBUS_PATH, DBUS, "GetConnectionUnixProcessID", "s", [child[0]])
                if (name, path) != REGISTRY or await bus.call(*ask) == [pid]:
                    waiting.append((child[0], child[1]))
    return found


async def test_the_option_is_found_for_an_electron_application_by_what_lies_beside_it(
    programs: Programs,
) -> None:
    out = programs.folder / "out"
    script = programs.script(
        "chatter", f'for word; do echo "$word"; done >"{out}"', f'echo end >>"{out}"'
    )
    (script.parent / "resources").mkdir()
    (script.parent / "resources" / "app.asar").touch()
    chatter = programs.entry("chatter", "Exec=chatter --new -- %U")
    await programs.launch(chatter, ["https://example.org/"], ["--quiet"])
    expected = ["--new", "--force-renderer-accessibility", "--quiet", "--", "https://example.org/"]
    assert [word for word in await written(out) if word != "--no-sandbox"] == expected


async def test_an_address_opens_in_the_default_handler_else_by_xdg_open(
    programs: Programs,
) -> None:
    out = programs.folder / "out"
    tell = (f'for word; do echo "$word"; done >"{out}"', f'echo end >>"{out}"')
    programs.script("mailer", *tell)
    programs.script("xdg-open", *tell)
    programs.environment["PATH"] = str(programs.folder)
    programs.environment["XDG_DATA_DIRS"] = str(programs.folder / "none")
    programs.entry("mailer", "Exec=mailer -c %u", "MimeType=x-scheme-handler/mailto;")
    index = programs.index()
    assert await index.open_uri("mailto:a@example.org?subject=A%20B") == "mailer"
    assert await written(out) == ["-c", "mailto:a@example.org?subject=A%20B"]
    out.unlink()
    assert await index.open_uri("https://example.org/") == "the default application"
    assert await written(out) == ["https://example.org/"]
    (programs.folder / "xdg-open").unlink()
    with pytest.raises(Unavailable, match="Nothing is installed that opens https links"):
        await index.open_uri("https://example.org/")


async def test_a_file_opens_by_its_type_and_a_program_is_never_run(programs: Programs) -> None:
    out = programs.folder / "out"
    programs.script("reader", f'for word; do echo "$word"; done >"{out}"', f'echo end >>"{out}"')
    programs.entry("reader", "Exec=reader %f", "MimeType=application/x-pace-test;text/plain;")
    (programs.folder / "applications" / "mimeapps.list").write_text(
        "[Default Applications]\ntext/plain=reader.desktop\n"
    )
    index = programs.index()
    page = programs.folder / "a b.txt"
    page.touch()
    assert await index.open_uri(page.as_uri()) == "reader"
    assert await written(out) == [str(page)]
    with pytest.raises(Gone):
        await index.open_uri((programs.folder / "missing.txt").as_uri())
    for program in (programs.folder / "reader", programs.folder / "applications/reader.desktop"):
        with pytest.raises(Refused):
            await index.open_uri(program.as_uri())
