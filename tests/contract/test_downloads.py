"""One suite over what downloads, against a web server on loopback that is reached by a name the
test's own resolver leads to a public address; and what the real one does in bad weather."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import pytest

from pace.core.error import Gone, Invalid, NotSaved, PaceError, Refused, TimedOut, Unavailable
from pace.core.event import OffDevice
from pace.desktop.linux import partfile
from pace.desktop.linux.downloads import Patience, WebDownloads
from pace.egress import Egress
from pace.store.settings import DownloadSettings, Settings
from pace.testing.files import FakeDownloads

pytestmark = pytest.mark.anyio

PUBLIC = "93.184.216.34"
SITE = "http://files.example"
DATA = random.Random(7).randbytes(300_000)


@dataclass
class Site:
    """A web server: `answer` is given each request's head and the stream."""

    port: int = 0
    heads: list[bytes] = field(default_factory=list)
    answer: Callable[[bytes, Any], Any] | None = None
    files: dict[str, bytes] = field(default_factory=dict)

    async def serve(self, stream: Any) -> None:
        async with stream:
            with contextlib.suppress(anyio.EndOfStream, anyio.BrokenResourceError, OSError):
                head = b""
                while b"\r\n\r\n" not in head:
                    head += await stream.receive()
                self.heads.append(head)
                await (self.answer or self.plain)(head, stream)

    async def plain(self, head: bytes, stream: Any) -> None:
        path = head.split(b" ")[1].decode()
        if path not in self.files:
            await stream.send(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        await stream.send(ok(self.files[path]))


def ok(body: bytes, *head: bytes, length: int | None = None, status: bytes = b"200 OK") -> bytes:
    size = len(body) if length is None else length
    lines = [b"HTTP/1.1 " + status, b"Content-Length: %d" % size, b"Connection: close", *head]
    return b"\r\n".join([*lines, b"", body])


def sends(*parts: bytes) -> Callable[[bytes, Any], Any]:
    async def answer(_: bytes, stream: Any) -> None:
        for part in parts:
            await stream.send(part)

    return answer


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    made = Site()
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    made.port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, made.serve)
        yield made
        tasks.cancel_scope.cancel()


class Real:
    """The real adapter behind a door whose names lead to the test's server."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site, self.folder = site, folder
        self.events: list[Any] = []
        self.notes: list[tuple[str, str, str, int]] = []
        self.names: dict[str, list[str]] = {}
        self.dialled: list[str] = []

    async def note(self, *row: Any) -> None:
        self.notes.append(row)  # type: ignore[arg-type]

    def route(self, address: str, _: int) -> tuple[str, int]:
        self.dialled.append(address)
        return "127.0.0.1", self.site.port

    def made(self, limit_mb: int = 2048, **patience: float) -> WebDownloads:
        door = Egress(
            self.events.append, self.note,
            resolver=lambda host, _: self.names.get(host, [PUBLIC]), route=self.route,
        )  # fmt: skip
        settings = Settings(downloads=DownloadSettings(limit_mb=limit_mb))
        return WebDownloads(door, settings, self.folder, Patience(**patience))  # type: ignore[arg-type]


@pytest.fixture
def real(site: Site, tmp_path: Path) -> Real:
    return Real(site, tmp_path / "Downloads")


def silent(_: int, __: int | None) -> None:
    return None


def left(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir()) if folder.exists() else []


Serving = tuple[Any, Path]


@pytest.fixture(params=["web", "double"])
def serving(request: pytest.FixtureRequest, tmp_path: Path) -> Serving:
    """A downloader for which /a/report.pdf at SITE is DATA, and its folder."""
    if request.param == "double":
        folder = tmp_path / "Downloads"
        return FakeDownloads(folder, {f"{SITE}/a/report.pdf": DATA}), folder
    real: Real = request.getfixturevalue("real")
    real.site.files["/a/report.pdf"] = DATA
    return real.made(), real.folder


async def test_a_file_arrives_whole_private_and_under_its_name(serving: Serving) -> None:
    downloads, folder = serving
    told: list[tuple[int, int | None]] = []
    got = await downloads.fetch(f"{SITE}/a/report.pdf", "", lambda *each: told.append(each))
    assert got.path == folder / "report.pdf"
    assert got.path.read_bytes() == DATA
    assert (got.bytes, got.host) == (len(DATA), "files.example")
    assert got.sha256 == hashlib.sha256(DATA).hexdigest()
    assert got.path.stat().st_mode & 0o777 == 0o600
    assert told[-1] == (len(DATA), len(DATA))
    assert left(folder) == ["report.pdf"]


async def test_nothing_is_ever_overwritten(serving: Serving) -> None:
    downloads, folder = serving
    names = [(await downloads.fetch(f"{SITE}/a/report.pdf", "", silent)).path.name for _ in "123"]
    assert names == ["report.pdf", "report 2.pdf", "report 3.pdf"]
    assert left(folder) == sorted(names)


async def test_a_name_that_was_given_is_made_harmless(serving: Serving) -> None:
    downloads, folder = serving
    got = await downloads.fetch(f"{SITE}/a/report.pdf", "../../.bashrc", silent)
    assert got.path == folder / "bashrc"


async def test_what_is_not_there_is_said_so_and_leaves_nothing(serving: Serving) -> None:
    downloads, folder = serving
    with pytest.raises(Gone, match="404"):
        await downloads.fetch(f"{SITE}/b", "", silent)
    assert left(folder) == []


@pytest.mark.parametrize("url", ["ftp://x.org/a", "http://127.0.0.1/", "https://u:p@x.org/", ""])
async def test_a_refused_address_is_refused_by_checking_and_by_fetching(
    serving: Serving, url: str
) -> None:
    downloads, _ = serving
    for attempt in (lambda: downloads.check(url), None):
        with pytest.raises((Invalid, Refused)):
            attempt() if attempt else await downloads.fetch(url, "", silent)


async def test_only_the_request_leaves_and_that_is_shown_and_counted(real: Real) -> None:
    real.site.files["/x"] = b"x"
    await real.made().fetch(f"{SITE}/x", "", silent)
    [head] = real.site.heads
    assert head.startswith(b"GET /x HTTP/1.1\r\nHost: files.example\r\n")
    assert b"cookie" not in head.lower()
    assert b"referer" not in head.lower()
    assert real.events == [OffDevice(True, "files.example"), OffDevice(False, "files.example")]
    assert real.notes == [("download", "files.example", "ok", len(head))]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "64:ff9b::7f00:1",
        "::ffff:10.0.0.1", "100.64.0.1",
    ],
)  # fmt: skip
@pytest.mark.parametrize("beside", [[], [PUBLIC]])
async def test_a_name_that_leads_inside_is_refused_before_anything_is_dialled(
    real: Real, address: str, beside: list[str]
) -> None:
    real.names["files.example"] = [*beside, address]
    with pytest.raises(Refused):
        await real.made().fetch(f"{SITE}/x", "", silent)
    assert (real.dialled, real.site.heads, real.events) == ([], [], [])
    assert real.notes == [("download", "files.example", "refused", 0)]


async def test_a_resolver_that_changes_its_answer_changes_nothing(real: Real) -> None:
    real.site.files["/x"] = b"x"
    answers = [[PUBLIC], ["127.0.0.1"], ["127.0.0.1"]]
    door = Egress(resolver=lambda _h, _p: answers.pop(0), route=real.route)
    downloads = WebDownloads(door, Settings(), real.folder)
    await downloads.fetch(f"{SITE}/x", "", silent)
    assert real.dialled == [PUBLIC]
    with pytest.raises(Refused):
        await downloads.fetch(f"{SITE}/x", "", silent)
    assert real.dialled == [PUBLIC]


def redirect(*to: str) -> Callable[[bytes, Any], Any]:
    targets = list(to)

    async def answer(_: bytes, stream: Any) -> None:
        there = targets.pop(0) if len(targets) > 1 else targets[0]
        head = b"Location: " + there.encode()
        await stream.send(ok(b"", head, status=b"302 Found") if there else ok(b"here"))

    return answer


async def test_redirects_are_followed_and_each_host_is_shown(real: Real) -> None:
    real.site.answer = redirect("/b", "http://other.example/c.txt", "")
    got = await real.made().fetch(f"{SITE}/a", "", silent)
    assert got.path.read_bytes() == b"here"
    assert got.path.name == "c.txt"
    assert got.host == "other.example"
    assert [row[1] for row in real.notes] == ["files.example", "files.example", "other.example"]


@pytest.mark.parametrize(
    "to",
    [
        "http://127.0.0.1/", "http://localhost/", "http://inside.example/", "file:///etc/passwd",
        "ftp://x.org/", "http://[::1]/", "http://169.254.169.254/latest", "http://u@x.org/",
        "//10.1/",
        "http://[", "javascript:x", "http://2130706433/", "\\\\host\\share", "http://x.org:99999/",
    ],
)  # fmt: skip
async def test_a_redirect_to_where_nothing_may_go_is_refused(real: Real, to: str) -> None:
    real.names["inside.example"] = ["192.168.1.1"]
    real.site.answer = redirect(to)
    with pytest.raises((Invalid, Refused, Unavailable)):
        await real.made().fetch(f"{SITE}/a", "", silent)
    assert len(real.site.heads) == 1
    assert left(real.folder) == []
    assert set(real.dialled) == {PUBLIC}


async def test_a_redirect_without_end_is_given_up(real: Real) -> None:
    real.site.answer = redirect("/again")
    with pytest.raises(Refused, match="on and on"):
        await real.made().fetch(f"{SITE}/a", "", silent)
    assert len(real.site.heads) == 6


def breaking(data: bytes, after: int, tag: bytes = b'"v1"') -> Callable[[bytes, Any], Any]:
    """Breaks off after so many bytes of each answer, and honours ranges."""

    async def answer(head: bytes, stream: Any) -> None:
        lines = {line.partition(b":")[0].lower(): line.partition(b":")[2].strip()
                 for line in head.split(b"\r\n")}  # fmt: skip
        start = 0
        if b"range" in lines and lines.get(b"if-range") == tag:
            start = int(lines[b"range"].removeprefix(b"bytes=").rstrip(b"-"))
        rest = data[start:]
        ranged = b"Content-Range: bytes %d-%d/%d" % (start, len(data) - 1, len(data))
        extra = [b"ETag: " + tag] + ([ranged] if start else [])
        status = b"206 Partial Content" if start else b"200 OK"
        await stream.send(ok(rest[:after], *extra, length=len(rest), status=status))

    return answer


async def test_a_download_that_broke_off_is_taken_up_where_it_was(real: Real) -> None:
    real.site.answer = breaking(DATA, 100_000)
    got = await real.made().fetch(f"{SITE}/big.bin", "", silent)
    assert got.path.read_bytes() == DATA
    assert len(real.site.heads) == 3
    assert b"If-Range" in real.site.heads[1]
    assert left(real.folder) == ["big.bin"]


async def test_a_file_that_changed_meanwhile_is_begun_anew(real: Real) -> None:
    first, second = breaking(DATA, 100_000, b'"v1"'), breaking(DATA[::-1], 400_000, b'"v2"')

    async def answer(head: bytes, stream: Any) -> None:
        await (first if len(real.site.heads) == 1 else second)(head, stream)

    real.site.answer = answer
    got = await real.made().fetch(f"{SITE}/big.bin", "", silent)
    assert got.path.read_bytes() == DATA[::-1]


async def test_without_a_mark_of_its_version_it_is_begun_anew(real: Real) -> None:
    async def answer(_: bytes, stream: Any) -> None:
        whole = len(real.site.heads) > 1
        await stream.send(ok(DATA if whole else DATA[:1000], length=len(DATA)))

    real.site.answer = answer
    got = await real.made().fetch(f"{SITE}/big.bin", "", silent)
    assert got.path.read_bytes() == DATA
    assert b"Range" not in real.site.heads[1]


BAD_WEATHER: dict[str, tuple[Callable[[bytes, Any], Any], type[PaceError]]] = {
    "always shorter than it says": (sends(ok(b"abc", length=10)), Unavailable),
    "closes at once": (sends(), Unavailable),
    "no HTTP": (sends(b"\x00\x01\x02nonsense\r\n\r\n"), Unavailable),
    "a header without end": (sends(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 500_000), Unavailable),
    "a negative length": (sends(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc"), Unavailable),
    "two lengths": (
        sends(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nabc"), Unavailable,
    ),
    "a part nobody asked for": (
        sends(ok(b"abc", b"Content-Range: bytes 5-7/8", status=b"206 Partial")), Unavailable,
    ),
    "no such part": (sends(ok(b"", status=b"416 Range Not Satisfiable")), Unavailable),
    "server error": (sends(ok(b"x", status=b"503 Busy")), Unavailable),
    "forbidden": (sends(ok(b"x", status=b"403 No")), Refused),
    "teapot": (sends(ok(b"x", status=b"418 I am")), Unavailable),
    "nothing": (sends(ok(b"", status=b"204 No Content")), Unavailable),
    "packed strangely": (sends(ok(b"x", b"Content-Encoding: br")), Refused),
    "packed falsely": (sends(ok(b"not gzip", b"Content-Encoding: gzip")), Unavailable),
    "too large by its word": (sends(ok(b"x", length=2_000_001)), Refused),
    "too large without a word": (
        sends(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", *[b"x" * 100_000] * 30), Refused,
    ),
    "a bomb": (sends(ok(gzip.compress(bytes(50_000_000)), b"Content-Encoding: gzip")), Refused),
    "chunks without end": (
        sends(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
              *[b"186a0\r\n" + b"x" * 100_000 + b"\r\n"] * 30), Refused,
    ),
    "a broken chunk": (
        sends(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc"), Unavailable,
    ),
}  # fmt: skip


@pytest.mark.parametrize("weather", BAD_WEATHER)
async def test_bad_weather_leaves_a_sentence_and_no_file(real: Real, weather: str) -> None:
    real.site.answer, error = BAD_WEATHER[weather]
    with pytest.raises(error) as caught:
        await real.made(limit_mb=2).fetch(f"{SITE}/a", "", silent)
    assert str(caught.value).isprintable()
    assert left(real.folder) == []
    assert real.events[-1] == OffDevice(False, "files.example")


async def test_silence_and_a_trickle_are_given_up(real: Real) -> None:
    async def hang(_: bytes, stream: Any) -> None:
        await stream.send(ok(b"abc", length=100))
        await anyio.sleep_forever()

    real.site.answer = hang
    with pytest.raises(TimedOut):
        await real.made(idle=0.1).fetch(f"{SITE}/a", "", silent)

    async def trickle(_: bytes, stream: Any) -> None:
        await stream.send(ok(b"", length=10_000))
        while True:
            await stream.send(b"x")
            await anyio.sleep(0.01)

    real.site.answer = trickle
    with pytest.raises(TimedOut, match="next to nothing"):
        await real.made(idle=5, window=0.1).fetch(f"{SITE}/a", "", silent)
    assert left(real.folder) == []


async def test_packed_in_a_way_that_is_known_it_is_unpacked(real: Real) -> None:
    real.site.answer = sends(ok(gzip.compress(b"hello"), b"Content-Encoding: gzip"))
    got = await real.made().fetch(f"{SITE}/a.txt", "", silent)
    assert got.path.read_bytes() == b"hello"


async def test_the_server_may_suggest_a_name_and_no_more_than_that(real: Real) -> None:
    named = b'Content-Disposition: attachment; filename="../../etc/passwd"'
    real.site.answer = sends(ok(b"x", named))
    assert (await real.made().fetch(f"{SITE}/a", "", silent)).path == real.folder / "passwd"
    assert (await real.made().fetch(f"{SITE}/a", "mine.txt", silent)).path.name == "mine.txt"


async def test_a_link_in_the_way_is_never_followed(real: Real, tmp_path: Path) -> None:
    real.site.files["/a.txt"] = b"new"
    real.folder.mkdir()
    victim = tmp_path / "victim"
    victim.write_text("old")
    for name in ("a.txt", "a 2.txt.part"):
        (real.folder / name).symlink_to(victim)
    (real.folder / "a 3.txt").symlink_to(tmp_path / "nowhere")
    got = await real.made().fetch(f"{SITE}/a.txt", "", silent)
    assert got.path.name == "a 4.txt"
    assert victim.read_text() == "old"


async def test_a_name_taken_while_it_arrives_is_left_alone(real: Real) -> None:
    async def answer(_: bytes, stream: Any) -> None:
        await stream.send(ok(b"new", length=6))
        with anyio.fail_after(5):
            while not (real.folder / "a.txt.part").exists():
                await anyio.sleep(0.01)
        (real.folder / "a.txt").write_text("of another program")
        await stream.send(b"est")

    real.site.answer = answer
    got = await real.made().fetch(f"{SITE}/a.txt", "", silent)
    assert (got.path.name, got.path.read_bytes()) == ("a 2.txt", b"newest")
    assert (real.folder / "a.txt").read_text() == "of another program"


async def test_interrupted_it_leaves_nothing(real: Real) -> None:
    started = anyio.Event()

    async def answer(_: bytes, stream: Any) -> None:
        await stream.send(ok(b"abc", length=100))
        await anyio.sleep_forever()

    real.site.answer = answer
    async with anyio.create_task_group() as tasks:

        async def fetch() -> None:
            await real.made().fetch(f"{SITE}/a", "", lambda *_: started.set())

        tasks.start_soon(fetch)
        with anyio.fail_after(5):
            await started.wait()
        tasks.cancel_scope.cancel()
    assert left(real.folder) == []
    assert real.notes[-1][2] == "interrupted"
    assert real.events[-1] == OffDevice(False, "files.example")


async def test_a_folder_that_cannot_be_used_is_said_so(real: Real) -> None:
    real.site.files["/a"] = b"x"
    real.folder.parent.mkdir(exist_ok=True)
    real.folder.write_text("a file in its place")
    with pytest.raises(NotSaved):
        await real.made().fetch(f"{SITE}/a", "", silent)
    assert not (await real.made().probe()).ok


async def test_a_full_disk_is_told_before_anything_is_written(
    real: Real, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partfile, "SPARE", 1 << 60)
    real.site.files["/a"] = b"x"
    with pytest.raises(NotSaved, match="free some space"):
        await real.made().fetch(f"{SITE}/a", "", silent)
    assert left(real.folder) == []
