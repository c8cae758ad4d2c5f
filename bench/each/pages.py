"""A page in Chromium that tells of itself what happened to it, over loopback."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import anyio
import anyio.abc

from bench.each.case import (
    Case,
    Cases,
    Pace,
    Scene,
    called,
    complaint,
    in_front,
    needs,
    said,
    shown,
    write,
)
from bench.stage import rival, until
from pace.core.call import Call, spoken
from pace.core.element import Snapshot
from pace.core.result import Result
from pace.demo.browser import chromium_arguments
from pace.skills.flows import Flow, Flows, Press, Write

TITLE = "Tried page"
PAGE = """<!doctype html><title>Tried page</title><body style="font-size:24px">
<input id=f aria-label="Name" autofocus size=60><br>
<button onclick="s.pressed++; tell('pressed')">Save report</button>
<button ondblclick="s.doubled++; tell('doubled')">Icon</button>
<p id=told>nothing</p><div style="height:6000px">words</div>
<script>
const s = {load: LOAD, pressed: 0, doubled: 0, keys: 0, key: ""};
let last = "";
const tell = words => { told.textContent = words; };
addEventListener("keydown", e => { s.keys++; s.key = e.key; if (e.key[1]) tell(e.key); });
setInterval(() => {
  const now = JSON.stringify({...s, value: f.value, top: Math.round(scrollY),
    focus: document.activeElement.id + document.hasFocus()});
  if (now !== last) { last = now; fetch("/state", {method: "POST", body: now}); }
}, 15);
</script>"""
#: What a flow presses and writes.
FLOW = datetime(2026, 1, 1, tzinfo=UTC)


class Site:
    """A web server for the page. `state` is what the page said last."""

    def __init__(self) -> None:
        self.port = 0
        self.loads = 0
        self.state: dict[str, Any] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def answer(self, stream: anyio.abc.SocketStream) -> None:
        with suppress(anyio.EndOfStream, anyio.BrokenResourceError):  # opened ahead, never used
            await self._answer(stream)
        await stream.aclose()

    async def _answer(self, stream: anyio.abc.SocketStream) -> None:
        head, _, body = (await stream.receive()).partition(b"\r\n\r\n")
        method, path = head.split(b" ")[:2]
        length = next(
            (int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
             if line.startswith(b"content-length")), 0,
        )  # fmt: skip
        while len(body) < length:
            body += await stream.receive()
        if method == b"POST":
            self.state = json.loads(body)
            page = ""
        elif path == b"/":
            self.loads += 1
            page = PAGE.replace("LOAD", str(self.loads))
        else:
            page = f"<!doctype html><title>Site {path.decode().strip('/')}</title>words"
        text = page.encode()
        await stream.send(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
            b"Connection: close\r\nCache-Control: no-store\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(text), text)
        )

    async def says(self, **wanted: object) -> str:
        async def look() -> str:
            now = {name: self.state.get(name) for name in wanted}
            return "" if now == wanted else f"{now}, not {wanted}"

        return await complaint(look)


@asynccontextmanager
async def served() -> AsyncIterator[Site]:
    """The site, while it is open."""
    site = Site()
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    site.port = listener.listeners[0].extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as tasks:
        tasks.start_soon(listener.serve, site.answer)
        yield site
        tasks.cancel_scope.cancel()


class OnPage(Case):
    """Starts from a page loaded anew, its field focused."""

    reader = "the page's own script"

    def __init__(self, pace: Pace, site: Site) -> None:
        super().__init__(pace)
        self.site = site

    async def ready(self, number: int) -> None:
        await in_front(self.pace, TITLE)
        loads = self.site.loads
        await said("xdotool", "key", "F5")

        async def loaded() -> bool:
            state = self.site.state
            return state.get("load", 0) > loads and state.get("focus") == "ftrue"

        await until(loaded, 20, "The page did not load anew.")
        looks: list[Snapshot] = []

        async def settled() -> bool:
            looks.append(await self.pace.app.look())
            here = any(each.name == "Save report" for each in looks[-1].elements)
            return here and len(looks) > 1 and looks[-1].elements == looks[-2].elements

        await until(settled, 20, "The page did not settle.", every=0.05)


class Clicking(OnPage):
    name, rival, undoes = "click", "libatspi script", False

    def call(self, number: int) -> Call:
        return spoken("click", target="Save report")

    async def by_rival(self, number: int) -> float:
        return float((await rival("press", title=TITLE, name="Save report"))["ms"])

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.site.says(pressed=1, doubled=0)


class DoubleClicking(OnPage):
    name, undoes = "double_click", False

    def call(self, number: int) -> Call:
        return spoken("double_click", target="Icon")

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.site.says(doubled=1, pressed=0)


class Typing(OnPage):
    name, rival = "type", "xdotool"
    note = "; ASCII, because xdotool loses ü and ß here"
    words = "Greetings to Anna, number {}!"

    def call(self, number: int) -> Call:
        return spoken("type", text=self.words.format(number))

    async def by_rival(self, number: int) -> None:
        await said("xdotool", "type", self.words.format(number))

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.site.says(value=self.words.format(number))

    async def back(self, number: int) -> str:
        return await self.site.says(value="")


class TypingMore(Typing):
    name, rival, note = "type (ü, ß, 👋)", "", ""
    words = "Grüße an Anna 👋, number {}!"


class Filling(TypingMore):
    name = "set_value"

    def call(self, number: int) -> Call:
        return spoken("set_value", value=self.words.format(number), field="Name")


def _words(number: int) -> str:
    return f"Grüße an Anna, number {number}!"


class Key(OnPage):
    name, rival, undoes = "key", "xdotool", False

    def call(self, number: int) -> Call:
        return spoken("key", key=("f8", "f9")[number % 2])

    async def by_rival(self, number: int) -> None:
        await said("xdotool", "key", ("F8", "F9")[number % 2])

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.site.says(key=("F8", "F9")[number % 2], keys=1)


class Scrolling(OnPage):
    name, rival, undoes = "scroll", "xdotool", False

    def call(self, number: int) -> Call:
        return spoken("scroll", direction="down", amount=3)

    async def by_rival(self, number: int) -> None:
        await said("xdotool", "mousemove", "600", "500", "click", "--repeat", "3", "5")

    async def seen(self, number: int, result: Result | None) -> str:
        async def look() -> str:
            return "" if self.site.state.get("top", 0) > 0 else "the page is at its top"

        return await complaint(look)


class Replaying(OnPage):
    """A flow that presses a button and then writes into the field."""

    name, undoes = "run_flow", False
    note = "; a button and a text, with the pauses between steps that applications need"

    def call(self, number: int) -> Call:
        flows = Flows(self.pace.app.parts.places.data / "flows")
        steps = (Write(_words(number)), Press(("window", "button"), "Save report"))
        flows.save(Flow("bench", steps, FLOW))
        return spoken("run_flow", name="bench")

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.site.says(pressed=1, value=_words(number))


class Visiting(Case):
    name, reader, rival, undoes = "open_url", "wmctrl", "chromium, wmctrl", False

    def __init__(self, pace: Pace, site: Site, scene: Scene) -> None:
        super().__init__(pace)
        self.site = site
        self.scene = scene

    def call(self, number: int) -> Call:
        return spoken("open_url", url=f"{self.site.address}/{number}")

    async def by_rival(self, number: int) -> None:
        profile = chromium_arguments(self.scene.desktop.home / "profile")
        await said("chromium", *profile, f"{self.site.address}/{number}")
        await shown(f"Site {number} ")

    async def seen(self, number: int, result: Result | None) -> str:
        return await called(f"Site {number} ")

    async def clear(self, number: int) -> None:
        await said("wmctrl", "-a", f"Site {number} ")
        await said("xdotool", "key", "ctrl+w")
        await shown(TITLE)


@asynccontextmanager
async def _page(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("chromium", "xdotool", "wmctrl")
    write(
        scene.desktop.home / ".config/mimeapps.list",
        "[Default Applications]\nx-scheme-handler/http=chromium.desktop\n",
    )
    async with served() as site:
        profile = chromium_arguments(scene.desktop.home / "profile")
        process = await scene.desktop.launch(["chromium", *profile, f"{site.address}/"])
        try:
            await shown(TITLE)
            async with scene.pace() as pace:
                kinds = (
                    Clicking,
                    DoubleClicking,
                    Typing,
                    TypingMore,
                    Filling,
                    Key,
                    Scrolling,
                    Replaying,
                )
                yield [*(kind(pace, site) for kind in kinds), Visiting(pace, site, scene)]
        finally:
            await process.stop()


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (
        (
            "click",
            "double_click",
            "type",
            "type (ü, ß, 👋)",
            "set_value",
            "key",
            "scroll",
            "run_flow",
            "open_url",
        ),
        _page,
    ),
)
