"""Drives Pace from outside, as a person would: by its commands, on the virtual desktop."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio


async def say(pace, text):
    done = await pace("say", "--json", text)
    assert done.stdout, done.stderr.decode()
    return json.loads(done.stdout)


async def in_front(pace, title):
    """Wait until the application's window is the one that Pace sees."""
    with anyio.fail_after(20):
        while True:
            seen = json.loads((await pace("see", "--json")).stdout)
            if seen["window"] is not None and title in seen["window"]["title"] and seen["elements"]:
                return


async def said(process, words, seconds=5.0):
    """Wait until the application itself printed the words."""
    with anyio.fail_after(seconds):
        while words not in process.said(30):
            await anyio.sleep(0.02)


@asynccontextmanager
async def running(pace) -> AsyncIterator[None]:
    """The assistant as a service."""
    async with await anyio.open_process(
        [sys.executable, "-P", "-m", "pace", "run", "--headless"], env=pace.environment
    ) as process:
        try:
            with anyio.fail_after(20):
                buffer = b""
                while b"Pace is running" not in buffer:
                    buffer += await process.stderr.receive()
            yield process
        finally:
            await pace("quit")
            with anyio.move_on_after(10):
                await process.wait()
            if process.returncode is None:
                process.kill()
    assert process.returncode == 0
