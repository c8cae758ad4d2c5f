"""A file from a web server on this machine: pace's downloader against a bare HTTP client."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.abc
import httpx

from bench.stage import scratch, until
from pace.bench import Differs, Run
from pace.core.figures import Row, measured, short
from pace.egress import Egress
from pace.store.settings import Settings

MEGABYTES = 64
USUAL = 7
#: What the name is said to be; the door leads it to the server here.
PUBLIC = "93.184.216.34"

Fetch = Callable[[Path], Awaitable[tuple[Path, str]]]


async def measure(run: Run) -> list[Row]:
    """Each fetches in turn; each file's SHA-256 is compared with that of what was sent."""
    rows = []
    for size in (1, MEGABYTES):
        case = f"{size} MB from loopback"
        if run.wants(case):
            async with scratch() as folder, served(folder, size) as (port, digest):
                rows.append(await _case(case, size, port, digest, folder, run.times(USUAL)))
    return rows


async def _case(case: str, size: int, port: int, digest: str, folder: Path, times: int) -> Row:
    ways: dict[str, Fetch] = {
        "pace": _ours(port), "httpx": _bare(port, keeps=False),
        "httpx, kept": _bare(port, keeps=True),
    }  # fmt: skip
    samples: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(times + 1):
        for name, fetch in ways.items():
            begun = time.perf_counter()
            path, found = await fetch(folder / "in")
            samples[name].append((time.perf_counter() - begun) * 1000)
            if found and found != digest:
                raise Differs(f"{name} fetched another file.")
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                    raise Differs(f"What {name} wrote is another file.")
            path.unlink()
    figures = {name: measured(each[1:]) for name, each in samples.items()}  # the first warms up
    ours = figures.pop("pace")
    more = {
        "MB/s": short(size / ours.median * 1000),
        "rival_spreads": {name: short(figure.spread) for name, figure in figures.items()},
        "notes": ["httpx, kept: with SHA-256, fsync, and reading the file back, as pace does"],
    }
    rivals = {name: figure.median for name, figure in figures.items()}
    return Row(case, ours.median, dict(reversed(rivals.items())), ours.n, ours.spread, more=more)


def _ours(port: int) -> Fetch:
    async def fetch(folder: Path) -> tuple[Path, str]:
        from pace.desktop.linux.downloads import WebDownloads

        door = Egress(resolver=lambda _h, _p: [PUBLIC], route=lambda _a, _p: ("127.0.0.1", port))
        downloads = WebDownloads(door, Settings(), folder)
        got = await downloads.fetch("http://files.example/file.bin", "", lambda *_: None)
        return got.path, got.sha256

    return fetch


def _bare(port: int, *, keeps: bool) -> Fetch:
    async def fetch(folder: Path) -> tuple[Path, str]:
        await anyio.Path(folder).mkdir(exist_ok=True)
        path, digest = folder / "bare.bin", hashlib.sha256()
        async with (
            httpx.AsyncClient(trust_env=False) as client,
            client.stream("GET", f"http://127.0.0.1:{port}/file.bin") as answer,
        ):
            with path.open("wb") as file:
                async for part in answer.aiter_bytes():
                    file.write(part)
                    if keeps:
                        digest.update(part)
                if keeps:
                    file.flush()
                    os.fsync(file.fileno())
        if not keeps:
            return path, ""
        with path.open("rb") as file:
            return path, hashlib.file_digest(file, "sha256").hexdigest()

    return fetch


@asynccontextmanager
async def served(folder: Path, size: int) -> AsyncIterator[tuple[int, str]]:
    """A web server with one file of so many megabytes: its port and the file's SHA-256."""
    site = folder / "site"
    site.mkdir()
    data = random.Random(3).randbytes(size * 1_000_000)
    (site / "file.bin").write_bytes(data)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port: int = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    await listener.aclose()
    serve = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1",
             "--directory", str(site)]  # fmt: skip

    async def answers() -> bool:
        try:
            async with httpx.AsyncClient(trust_env=False) as client:
                return (await client.head(f"http://127.0.0.1:{port}/file.bin")).is_success
        except httpx.HTTPError:
            return False

    async with await anyio.open_process(
        serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            await until(answers, 10.0, "The web server does not answer.")
            yield port, hashlib.sha256(data).hexdigest()
        finally:
            process.terminate()
