"""Fetching a file from the web: asked about every time, into the downloads folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pace.core.call import Asks, Call, Risk
from pace.core.error import PaceError
from pace.core.event import DownloadProgress, Event
from pace.core.result import Inverse, Result, verified
from pace.core.tool import Ahead
from pace.desktop.downloading import chosen, of_address
from pace.desktop.services import Downloads
from pace.egress.urls import web_address
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.files import called
from pace.tools.visible import ends

#: A host with a path and no scheme, as spoken; a single word is one where a port follows.
_SPOKEN = re.compile(r"([\w-]+(\.[\w-]+)+(:\d+)?|[\w-]+:\d+)(/\S*)?")


def address(text: str) -> str:
    """What was said as an address: a bare host gets https."""
    text = text.strip()
    return f"https://{text}" if _SPOKEN.fullmatch(text) else text


def _described(given: Mapping[str, Any]) -> str:
    """The host, what is asked of it, and the name it gets."""
    try:
        there = web_address(address(str(given.get("url", ""))))
    except PaceError as problem:
        return f"Download nothing: {problem}"
    named = str(given.get("name") or "")
    name = chosen(named, of_address(there.url))
    unsure = "" if chosen(named, "") == name else ", or the name it sends"
    asked = "/" + there.url.partition("://")[2].partition("/")[2]
    what = f"{ends(asked, 100)} from {there.host}"
    return f"Download {what} into your downloads folder as {name}{unsure}"


async def ahead(call: Call, given: WebFile, ports: Mapping[str, object]) -> Ahead:
    """Raises Invalid or Refused for an address that is never fetched."""
    downloads: Any = ports["downloads"]
    downloads.check(address(given.url))
    return Ahead()


class WebFile(Arguments):
    url: Text = argument("url", "text", about="the address of the file")
    name: str = argument("name", "title", "filename", default="", about="what to call it")


@tool(
    "download_file",
    aliases=("download", "save_file"),
    summary="Download a file from the web",
    risk=Risk.EXTERNAL,
    asks=Asks.ALWAYS,
    muted=False,
    reversible=True,
    interruptible=True,
    spellings=("File.download", "download.file"),
    examples=("download example.com/report.pdf", "save example.org/song.ogg as song.ogg"),
    describe=_described,
    ahead=ahead,
    timeout=6 * 3600.0,
)
async def download_file(
    given: WebFile, *, downloads: Downloads, publish: Callable[[Event], None] | None = None
) -> Result:
    url = downloads.check(address(given.url))
    host = web_address(url).host

    def progress(done: int, whole: int | None) -> None:
        if publish is not None:
            publish(DownloadProgress(host, done, -1 if whole is None else whole))

    got = await downloads.fetch(url, given.name, progress)
    made = {"path": str(got.path), "bytes": got.bytes, "sha256": got.sha256}
    name = called(got.path.name)
    return verified(
        f"{name} is in {called(got.path.parent.name)}, {_size(got.bytes)}.",
        f"read back from the disk: {got.bytes} bytes, SHA-256 {got.sha256[:12]}…",
        inverse=Inverse(Call("trash_made", made), f"downloading {name}"),
    )


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" or size >= 10 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
