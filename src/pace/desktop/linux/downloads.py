"""Fetching a file from the web into the downloads folder.

It arrives beside its final name with the ending .part, 0600, and gets the name only when it is
whole and on the disk, and only when nothing has that name.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import anyio
import anyio.to_thread

from pace.core.error import Gone, Invalid, PaceError, Refused, TimedOut, Unavailable
from pace.desktop import downloading
from pace.desktop.linux.partfile import PartFile
from pace.desktop.linux.user_folders import user_folder
from pace.desktop.ports import Probe
from pace.desktop.services import Downloaded
from pace.egress import Egress, Way
from pace.egress.urls import WebAddress, web_address
from pace.store.settings import Settings

if TYPE_CHECKING:
    import httpx

Progress = Callable[[int, int | None], None]

#: How often a file that broke off is taken up again or begun anew, and how many redirects are
#: followed.
RETRIES = 5
ANEW = 2
REDIRECTS = 5
#: How many bytes are written at a time.
_BLOCK = 1 << 20
_READABLE = ("", "identity", "gzip", "deflate", "x-gzip")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a silence may last, and how much must come in a window of time, in seconds."""

    idle: float = 30.0
    window: float = 60.0
    least: int = 1024


@dataclass(slots=True)
class _Fetch:
    """One download while it runs."""

    address: WebAddress
    name: str
    part: PartFile | None = None
    total: int | None = None
    validator: str = ""
    redirects: int = 0
    retries: int = 0
    anew: int = 0


class WebDownloads:
    """Downloads over HTTP, through the door."""

    provides = "downloads"
    rank = 10

    def __init__(
        self,
        egress: Egress,
        settings: Settings,
        folder: Path | None = None,
        patience: Patience = Patience(),  # frozen
    ) -> None:
        self._egress = egress
        self._settings = settings.downloads
        self._folder = folder
        self._patience = patience

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        folder = await anyio.to_thread.run_sync(self._where)
        try:
            part = await anyio.to_thread.run_sync(PartFile.begin, folder, "pace-probe", 0)
            await anyio.to_thread.run_sync(part.drop)
        except PaceError as problem:
            return Probe(False, str(problem), f"ls -ld {folder}; df -h {folder}")
        return Probe(True, f"Wrote to {folder} and removed it again; nothing was fetched.")

    def check(self, url: str) -> str:
        return web_address(url).url

    async def fetch(self, url: str, name: str, progress: Progress) -> Downloaded:
        fetch = _Fetch(web_address(url), name)
        try:
            while not await self._exchange(fetch, progress):
                pass
            part = fetch.part
            assert part is not None
            progress(part.size, fetch.total)
            path, digest = await anyio.to_thread.run_sync(part.finish)
            return Downloaded(path, part.size, fetch.address.host, digest)
        except BaseException:
            if fetch.part is not None:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(fetch.part.drop)
            raise

    async def _exchange(self, fetch: _Fetch, progress: Progress) -> bool:
        """One request; True when the file is whole. A file that broke off is asked for again."""
        address = fetch.address
        before = fetch.part.size if fetch.part else 0
        try:
            async with (
                self._egress.client(Way.DOWNLOAD, address.url, timeout=self._patience.idle) as web,
                web.stream("GET", address.url, headers=_headers(fetch)) as answer,
            ):
                if answer.status_code in (301, 302, 303, 307, 308):
                    fetch.address = _next(fetch, answer.headers.get("Location", ""))
                    return False
                if not _fits(answer, before):
                    await self._again(fetch)
                    return False
                await self._begin(fetch, answer)
                await self._receive(fetch, answer, progress)
        except (Unavailable, TimedOut) as problem:
            part = fetch.part
            fetch.retries += 1
            if part is None or part.size <= before or fetch.retries > RETRIES:
                raise
            if not fetch.validator:
                if isinstance(problem, TimedOut):
                    raise
                await self._again(fetch)
            return False
        return True

    async def _again(self, fetch: _Fetch) -> None:
        """From the start, because what came cannot be taken up."""
        fetch.anew += 1
        if fetch.anew > ANEW:
            raise Unavailable(f"{fetch.address.host} keeps breaking off; nothing was saved.")
        if fetch.part is not None:
            await anyio.to_thread.run_sync(fetch.part.restart)
        fetch.validator = ""

    async def _begin(self, fetch: _Fetch, answer: httpx.Response) -> None:
        """Look at the head of the answer and make the file ready. Raises when it is no file."""
        host, status, head = fetch.address.host, answer.status_code, answer.headers
        if status not in (200, 206):
            raise _not_given(host, status)
        encoding = head.get("Content-Encoding", "").strip().lower()
        if encoding not in _READABLE:
            raise Refused(f"{host} sent it packed in a way I cannot read; nothing was saved.")
        plain = encoding in ("", "identity")
        start = fetch.part.size if fetch.part else 0
        if status == 200:
            start = 0
            fetch.validator = _validator(answer) if plain else ""
            if fetch.part is not None:
                await anyio.to_thread.run_sync(fetch.part.restart)
        length = head.get("Content-Length", "")
        known = plain and re.fullmatch(r"\d{1,15}", length)
        fetch.total = start + int(length) if known else None
        limit = self._settings.limit_mb * 1_000_000
        if fetch.total is not None and fetch.total > limit:
            raise _too_large(host, self._settings.limit_mb)
        if fetch.part is None:
            offered = downloading.of_header(head.get("Content-Disposition", ""))
            name = downloading.chosen(
                fetch.name, offered, downloading.of_address(fetch.address.url)
            )
            folder = await anyio.to_thread.run_sync(self._where)
            fetch.part = await anyio.to_thread.run_sync(
                PartFile.begin, folder, name, fetch.total or 0
            )

    async def _receive(self, fetch: _Fetch, answer: httpx.Response, progress: Progress) -> None:
        part = fetch.part
        assert part is not None
        limit = self._settings.limit_mb * 1_000_000
        waiting = bytearray()
        pace = _Pace(self._patience, anyio.current_time())
        try:
            async for some in answer.aiter_bytes():
                waiting += some
                arrived = part.size + len(waiting)
                if arrived > limit:
                    raise _too_large(fetch.address.host, self._settings.limit_mb)
                if pace.tells(len(some), anyio.current_time(), fetch.address.host):
                    progress(arrived, fetch.total)
                if len(waiting) >= _BLOCK:
                    await anyio.to_thread.run_sync(part.write, bytes(waiting))
                    waiting.clear()
        finally:
            if waiting:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(part.write, bytes(waiting))
        if fetch.total is not None and part.size != fetch.total:
            raise Unavailable(f"{fetch.address.host} broke off; nothing was saved.")

    def _where(self) -> Path:
        if self._folder is not None:
            return self._folder
        chosen = self._settings.folder
        return Path(chosen).expanduser() if chosen else user_folder("DOWNLOAD")


@dataclass(slots=True)
class _Pace:
    """Whether bytes come fast enough, and when to tell of them (four times a second)."""

    patience: Patience
    began: float
    came: int = 0
    told: float = -math.inf

    def tells(self, count: int, now: float, host: str) -> bool:
        """Count these; True when it is time to tell. Raises TimedOut for a trickle."""
        self.came += count
        if now - self.began >= self.patience.window:
            if self.came < self.patience.least:
                raise TimedOut(f"{host} sends next to nothing; nothing was saved.")
            self.began, self.came = now, 0
        if now - self.told < 0.25:
            return False
        self.told = now
        return True


def _headers(fetch: _Fetch) -> dict[str, str]:
    asked = {"Accept": "*/*", "Accept-Encoding": "identity"}
    if fetch.part is not None and fetch.part.size and fetch.validator:
        asked |= {"Range": f"bytes={fetch.part.size}-", "If-Range": fetch.validator}
    return asked


def _fits(answer: httpx.Response, have: int) -> bool:
    """Whether a part that was sent follows on what is there."""
    if answer.status_code == 416:
        return not have
    head = answer.headers
    whole = re.fullmatch(r"bytes (\d+)-\d+/(\d+|\*)", head.get("Content-Range", "").strip())
    plain = head.get("Content-Encoding", "identity").strip().lower() == "identity"
    follows = whole is not None and plain and have > 0 and int(whole[1]) == have
    return answer.status_code != 206 or follows


def _validator(answer: httpx.Response) -> str:
    """What proves that a later part belongs to the same file: a strong ETag, or a date."""
    if answer.headers.get("Accept-Ranges", "").strip().lower() == "none":
        return ""
    tag = str(answer.headers.get("ETag", "")).strip()
    if re.fullmatch(r'"[\x21\x23-\x7e]*"', tag):
        return tag
    return str(answer.headers.get("Last-Modified", "")).strip() if not tag else ""


def _next(fetch: _Fetch, location: str) -> WebAddress:
    """Where a redirect leads, when it may be followed."""
    host = fetch.address.host
    fetch.redirects += 1
    if fetch.redirects > REDIRECTS:
        raise Refused(f"{host} sends me on and on; nothing was saved.")
    try:
        there = web_address(urljoin(fetch.address.url, location.strip()))
    except ValueError as problem:
        raise Invalid(f"{host} sent me on to no address; nothing was saved.") from problem
    if fetch.address.scheme == "https" and there.scheme != "https":
        raise Refused(f"{host} sent me on to {there.host} without encryption; nothing was saved.")
    return there


def _not_given(host: str, status: int) -> PaceError:
    if status in (404, 410):
        return Gone(f"{host} has no such file (status {status}); nothing was saved.")
    if status in (401, 403):
        return Refused(f"{host} does not give that file out (status {status}); nothing was saved.")
    return Unavailable(f"{host} answered with status {status}; nothing was saved; try later.")


def _too_large(host: str, limit: int) -> Refused:
    return Refused(
        f"The file from {host} is larger than {limit} MB; nothing was saved;"
        " `pace settings set downloads.limit_mb` allows more."
    )
