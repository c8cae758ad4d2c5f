"""One suite over shortcuts: real programs in a real sandbox, and the double; and what the sandbox
keeps in."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from pace.core.error import Gone, Invalid, Refused, TimedOut, Unavailable
from pace.core.event import OffDevice
from pace.desktop.linux import sandbox
from pace.desktop.linux.shortcuts import BoxedShortcuts, declaration
from pace.desktop.ports import Adapter
from pace.desktop.services import GRANTS, Shortcut, ShortcutRun, Shortcuts
from pace.egress import Egress
from pace.store.places import Places
from pace.testing.shortcuts import FakeShortcuts

pytestmark = pytest.mark.anyio


class Room:
    """A home with a shortcuts folder, and the adapter that looks into it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.places = Places.below(self.home / "pace")
        self.scripts = self.places.config / "shortcuts"
        self.scripts.mkdir(parents=True)
        self.events: list[object] = []
        self.notes: list[tuple[str, str, str, int]] = []
        self.environment = {
            "HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "XDG_DATA_HOME": str(self.home / "data"), "XDG_DATA_DIRS": str(self.home / "none"),
            "SECRET_TOKEN": "s3cret",
        }  # fmt: skip

        async def note(way: str, name: str, outcome: str, sent: int) -> None:
            self.notes.append((way, name, outcome, sent))

        self.shortcuts = BoxedShortcuts(
            self.places, Egress(self.events.append, note), self.environment
        )

    def script(self, name: str, body: str, declared: str | None = None, mode: int = 0o700) -> Path:
        path = self.scripts / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(mode)
        if declared is not None:
            path.with_suffix(".toml").write_text(declared)
        return path

    async def says(self, body: str, declared: str | None = None) -> str:
        self.script("probe", body, declared)
        [found] = [each for each in self.shortcuts.prepared() if each.name == "probe"]
        return (await self.shortcuts.run(found)).output


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@dataclass
class Known:
    """Shortcuts of which “hello there” says hello and “fails” ends with code 3."""

    shortcuts: Shortcuts


@pytest.fixture(params=["sandbox", "double"])
def known(request: pytest.FixtureRequest, tmp_path: Path) -> Known:
    if request.param == "sandbox":
        room = Room(tmp_path)
        room.script("hello-there.sh", "echo hello")
        room.script("fails", "echo no >&2; exit 3", 'allow = ["downloads"]')
        return Known(room.shortcuts)
    ends = {"fails": ShortcutRun(3, "no\n"), "hello there": ShortcutRun(0, "hello\n")}
    made = (
        Shortcut("fails", "program", ("downloads",), "f"),
        Shortcut("hello there", "program", (), "h"),
    )
    return Known(FakeShortcuts(*made, ends=ends))


async def test_what_is_prepared_is_known_with_what_it_declares(known: Known) -> None:
    named = {each.name: each.allows for each in await known.shortcuts.known()}
    assert named == {"hello there": (), "fails": ("downloads",)}
    assert [each.name for each in known.shortcuts.prepared()] == ["fails", "hello there"]


@pytest.mark.parametrize(
    ("name", "code", "said"), [("hello there", 0, "hello"), ("fails", 3, "no")]
)
async def test_it_runs_to_its_end_and_its_words_are_kept(
    known: Known, name: str, code: int, said: str
) -> None:
    [shortcut] = [each for each in known.shortcuts.prepared() if each.name == name]
    run = await known.shortcuts.run(shortcut)
    assert (run.code, run.output.strip()) == (code, said)


async def test_what_is_gone_or_asks_for_more_than_was_approved_is_not_run(known: Known) -> None:
    [first, *_] = known.shortcuts.prepared()
    with pytest.raises(Gone):
        await known.shortcuts.run(Shortcut("x", "program", (), "/nowhere/x"))
    with pytest.raises(Refused):
        await known.shortcuts.run(Shortcut(first.name, first.kind, (), first.key))


INSIDE = {
    "the home folder is empty": ("ls -A $HOME; ls -A /home /root 2>/dev/null", ""),
    "its environment is Pace's none": ("echo $SECRET_TOKEN$DISPLAY$DBUS_SESSION_BUS_ADDRESS", ""),
    "there are no accounts": ("cat /etc/passwd /etc/shadow 2>/dev/null; true", ""),
    "no other process is seen": ("ls /proc | grep -c '^[0-9]' | awk '$1 > 6'", ""),
    "no right is held": ("awk '/CapEff/ {print $2}' /proc/self/status", "0000000000000000"),
    "there is no network but its own": ("cut -d: -f1 -s /proc/net/dev | tr -d ' '", "lo"),
    "the system cannot be written": ("touch /usr/x 2>/dev/null || echo no", "no"),
    "itself it cannot change": ('echo x 2>/dev/null >>"$0" || echo no', "no"),
}  # fmt: skip


@pytest.mark.parametrize("what", INSIDE)
async def test_in_the_box(room: Room, what: str) -> None:
    (room.home / "private").write_text("words")
    body, said = INSIDE[what]
    assert (await room.says(body)).strip() == said


async def test_a_server_on_this_machine_is_out_of_reach_unless_declared(room: Room) -> None:
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    ask = f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo reached"
    body = f"bash -c '{ask}' 2>/dev/null || echo out of reach"
    async with listener:
        assert await room.says(body) == "out of reach\n"
        assert room.events == []
        assert await room.says(body, 'allow = ["network"]') == "reached\n"
    assert room.events == [OffDevice(True, "probe"), OffDevice(False, "probe")]
    assert room.notes == [("program", "probe", "ok", 0)] * 2


async def test_a_declared_folder_is_there_and_written_to(room: Room) -> None:
    downloads = room.home / "Downloads"
    downloads.mkdir()
    body = "echo made > $HOME/Downloads/made.txt; touch $HOME/other; ls -A $HOME"
    assert await room.says(body, 'allow = ["downloads"]') == "Downloads\nother\n"
    assert (downloads / "made.txt").read_text() == "made\n"
    assert not (room.home / "other").exists()


async def test_with_the_home_folder_paces_own_files_stay_hidden(room: Room) -> None:
    (room.places.data).mkdir(parents=True)
    (room.places.data / "pace.db").write_text("history")
    (room.home / "note").write_text("mine")
    body = "cat $HOME/note; find $HOME/pace -type f"
    assert await room.says(body, 'allow = ["home"]') == "mine"


async def test_what_runs_on_is_stopped_with_all_it_started(room: Room) -> None:
    mark = f"pace-test-{os.getpid()}"
    body = f"bash -c 'exec -a {mark} sleep 600' & sleep 600"
    room.script("slow", body, "seconds = 0.3")
    [shortcut] = room.shortcuts.prepared()
    with anyio.fail_after(10), pytest.raises(TimedOut):
        await room.shortcuts.run(shortcut)
    with anyio.fail_after(5):
        while _running(room.scripts / "slow") or _running(Path(mark)):
            await anyio.sleep(0.02)


def _running(name: Path) -> bool:
    def has(folder: Path) -> bool:
        try:
            return name.name.encode() in (folder / "cmdline").read_bytes()
        except OSError:
            return False

    found = (each for each in Path("/proc").iterdir() if each.name.isdigit())
    return any(has(each) for each in found if each.name != str(os.getpid()))


async def test_words_without_end_are_cut(room: Room) -> None:
    said = await room.says("head -c 5000000 /dev/zero | tr '\\0' x")
    assert len(said) == sandbox.OUTPUT


async def test_words_that_are_no_text_do_not_hurt(room: Room) -> None:
    assert await room.says("printf '\\377\\000\\033[2J'") == "�\0\x1b[2J"


@pytest.mark.parametrize(
    ("mode", "fine"), [(0o700, 1), (0o755, 1), (0o600, 0), (0o722, 0), (0o770, 0)]
)
def test_only_a_program_that_nobody_else_may_change_is_fine(
    room: Room, mode: int, fine: int
) -> None:
    room.script("x", "true", mode=mode)
    (room.scripts / "folder").mkdir()
    assert len([each for each in room.shortcuts.prepared() if not each.problem]) == fine


@pytest.mark.parametrize(
    "declared",
    ['allow = "network"', 'allow = ["everything"]', "allow = [1]", "seconds = 0", "seconds = 9999",
     "name = 3", "not toml ]", "allow = [["],
)  # fmt: skip
async def test_a_declaration_that_is_none_is_refused_and_nothing_runs(
    room: Room, declared: str
) -> None:
    path = room.script("x", "touch $HOME/ran", declared)
    with pytest.raises(Invalid):
        declaration(path)
    [shortcut] = room.shortcuts.prepared()
    with pytest.raises(Invalid, match="was not run"):
        await room.shortcuts.run(shortcut)


async def test_a_declaration_gives_a_name_and_a_time(room: Room) -> None:
    path = room.script("x", "true", 'name = "Morning"\nallow = ["sound", "sound"]\nseconds = 5')
    assert declaration(path).seconds == 5
    [shortcut] = room.shortcuts.prepared()
    assert (shortcut.name, shortcut.allows) == ("Morning", ("sound",))


async def test_every_grant_can_be_declared(room: Room) -> None:
    allow = ", ".join(f'"{each}"' for each in GRANTS)
    assert await room.says("echo ok", f"allow = [{allow}]") == "ok\n"


async def test_without_a_sandbox_nothing_is_run_bare(room: Room) -> None:
    room.script("x", f"touch {room.home}/ran")
    [shortcut] = room.shortcuts.prepared()
    room.environment["PATH"] = str(room.home / "nothing")
    with pytest.raises(Unavailable) as caught:
        await room.shortcuts.run(shortcut)
    assert caught.value.fix == "sudo apt install bubblewrap"
    fake = room.home / "bin"
    fake.mkdir()
    (fake / "bwrap").write_text("#!/bin/sh\necho 'bwrap: Permission denied'\nexit 1\n")
    (fake / "bwrap").chmod(0o755)
    room.environment["PATH"] = f"{fake}:{os.environ['PATH']}"
    with pytest.raises(Unavailable, match="refuses"):
        await room.shortcuts.run(shortcut)
    assert not (room.home / "ran").exists()
    assert not (await room.shortcuts.probe()).ok


async def test_actions_of_applications_are_known_and_started(room: Room) -> None:
    applications = room.home / "data" / "applications"
    applications.mkdir(parents=True)
    made = room.home / "made"
    (applications / "app.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Editor\nActions=new;none;\n"
        f"Exec={sys.executable}\n"
        f"[Desktop Action new]\nName=New Window\nExec=touch {made}\n"
    )
    [shortcut] = await room.shortcuts.known()
    assert (shortcut.name, shortcut.kind) == ("Editor: New Window", "action")
    assert (await room.shortcuts.run(shortcut)).code is None
    with anyio.fail_after(5):
        while not made.exists():
            await anyio.sleep(0.01)
    (applications / "app.desktop").unlink()
    with pytest.raises(Gone):
        await room.shortcuts.run(shortcut)


async def test_the_adapter_declares_itself(room: Room) -> None:
    assert isinstance(room.shortcuts, Adapter)
    assert (await room.shortcuts.probe()).ok


def documents(room: Room, place: str) -> None:
    """Where the person's documents are, as the desktop's own file says it."""
    (room.home / ".config").mkdir()
    (room.home / ".config" / "user-dirs.dirs").write_text(f'XDG_DOCUMENTS_DIR="{place}"\n')


REWRITES = """
for file in $(find -L $HOME $HOME/.. -maxdepth 6 -name probe.toml 2>/dev/null); do
  echo 'allow = ["network"]' > $file && echo rewrote $file
done
ls -d $HOME/diary
"""


@pytest.mark.parametrize("place", ["$HOME/Documents", "$HOME/..", "/", "$HOME/pace/config"])
async def test_a_folder_that_is_really_more_than_its_name_is_not_given(
    room: Room, place: str
) -> None:
    (room.home / "diary").mkdir()
    if place == "$HOME/Documents":
        (room.home / "Documents").symlink_to(room.home)
    documents(room, place)
    said = await room.says(REWRITES, 'allow = ["documents"]')
    assert "rewrote" not in said
    assert "cannot access" in said
    assert (room.scripts / "probe.toml").read_text() == 'allow = ["documents"]'


async def test_pace_s_own_stays_hidden_behind_links(room: Room) -> None:
    (room.home / "pace").rename(room.home / "dotfiles")
    (room.home / "pace").symlink_to("dotfiles")
    (room.home / "diary").mkdir()
    said = await room.says(REWRITES, 'allow = ["home", "documents"]')
    assert said.strip() == str(room.home / "diary")


async def test_documents_that_are_a_link_to_another_disk_are_given(
    room: Room, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "disk"
    elsewhere.mkdir()
    (room.home / "Documents").symlink_to(elsewhere)
    for number, allowed in enumerate(('["documents"]', '["home", "documents"]')):
        said = await room.says(
            f"echo x > $HOME/Documents/{number} && echo ok", f"allow = {allowed}"
        )
        assert said.strip() == "ok"
    assert sorted(each.name for each in elsewhere.iterdir()) == ["0", "1"]


async def test_it_cannot_fill_the_table_of_processes(room: Room) -> None:
    said = await room.says("grep processes /proc/self/limits")
    assert said.split()[2:4] == [str(sandbox.PROCESSES)] * 2


@pytest.mark.parametrize(
    ("mode", "declared", "words"),
    [
        (0o777, None, "others may change odd (mode 777)"),
        (0o600, None, "odd is not executable"),
        (0o700, "allow = [", "odd.toml is no TOML"),
        (0o700, 'allow = ["everything"]', "odd.toml asks for something unknown"),
    ],
)
async def test_one_that_cannot_run_is_known_with_what_is_the_matter(
    room: Room, mode: int, declared: str | None, words: str
) -> None:
    room.script("odd", "echo hello", declared, mode)
    [found] = room.shortcuts.prepared()
    assert words in found.problem
    with pytest.raises((Refused, Invalid), match="odd"):
        await room.shortcuts.run(found)


REACHES = """
/usr/bin/python3 - <<'END'
import socket
socket.socketpair()
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    for make in (socket.socket, lambda family, kind: socket.socketpair(family, kind)[0]):
        try:
            reaching = make(socket.AF_UNIX, kind)
            reaching.connect("\\0%s" % kind.name)
            print("reached", kind.name)
        except OSError:
            pass
END
"""


@pytest.mark.parametrize(
    ("allow", "reached"),
    [("", []), ('"network"', []), ('"network", "home"', []),
     ('"network", "display"', ["reached SOCK_STREAM", "reached SOCK_DGRAM"])],
)  # fmt: skip
async def test_what_listens_under_an_abstract_name_is_out_of_reach_of_the_network_alone(
    room: Room, allow: str, reached: list[str]
) -> None:
    stream, datagrams = (
        socket.socket(socket.AF_UNIX, kind) for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)
    )
    with stream, datagrams:
        stream.bind("\0SOCK_STREAM")
        stream.listen()
        datagrams.bind("\0SOCK_DGRAM")
        said = await room.says(REACHES, f"allow = [{allow}]")
    assert list(dict.fromkeys(said.splitlines())) == reached


@pytest.mark.parametrize("folder", ["/tmp", "/run", "/dev/shm", "$HOME", "/dev", "/"])
async def test_nothing_of_its_own_grows_without_end(room: Room, folder: str) -> None:
    said = await room.says(
        f"truncate -s 1G {folder}/x 2>/dev/null && fallocate -l 1G {folder}/x 2>/dev/null"
        f" && echo filled {folder}; ulimit -v"
    )
    assert said.split() == [str(sandbox.MEMORY // 1024)]
