"""Volume, music, brightness, and what is read of the machine."""

# ruff: noqa: ARG002 - every case has the same form

from __future__ import annotations

import json
import re
import wave
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from bench.each.case import Case, Cases, Pace, Scene, complaint, needs, read, said
from bench.stage import until
from pace.core.call import Call, spoken
from pace.core.error import Unavailable
from pace.core.result import Result
from pace.desktop.dbus import Link
from pace.desktop.linux.backlight import LogindBacklight
from pace.testing.login_service import login_service

SINK = "@DEFAULT_SINK@"
TITLES = 45


class Volume(Case):
    name, reader, rival = "volume", "pactl", "pactl"

    async def ready(self, number: int) -> None:
        await said("pactl", "set-sink-volume", SINK, "50%")

    def call(self, number: int) -> Call:
        return spoken("volume", level=_level(number))

    async def by_rival(self, number: int) -> None:
        await said("pactl", "set-sink-volume", SINK, f"{_level(number)}%")

    async def seen(self, number: int, result: Result | None) -> str:
        return await _is_at(_level(number))

    async def back(self, number: int) -> str:
        return await _is_at(50)


class Muting(Case):
    name, reader, rival = "volume (mute)", "pactl", "pactl"

    async def ready(self, number: int) -> None:
        await said("pactl", "set-sink-mute", SINK, "0")

    def call(self, number: int) -> Call:
        return spoken("volume", mute=True)

    async def by_rival(self, number: int) -> None:
        await said("pactl", "set-sink-mute", SINK, "1")

    async def seen(self, number: int, result: Result | None) -> str:
        return await _is_muted("yes")

    async def back(self, number: int) -> str:
        return await _is_muted("no")


class Status(Case):
    name, reader, rival, undoes = "status", "pactl", "pactl", False

    async def ready(self, number: int) -> None:
        await said("pactl", "set-sink-mute", SINK, "0")
        await said("pactl", "set-sink-volume", SINK, f"{_level(number)}%")

    def call(self, number: int) -> Call:
        return spoken("status", what="volume")

    async def by_rival(self, number: int) -> None:
        await said("pactl", "get-sink-volume", SINK)

    async def seen(self, number: int, result: Result | None) -> str:
        at = await _now()
        return "" if result is None or f" {at} percent" in result.spoken else f"it is at {at} %"


def _level(number: int) -> int:
    return 20 + 3 * (number % 9)


async def _now() -> int:
    found = re.search(r"(\d+)%", await said("pactl", "get-sink-volume", SINK))
    return int(found[1]) if found else -1


async def _is_at(level: int) -> str:
    async def look() -> str:
        now = await _now()
        return "" if now == level else f"{now} %, not {level} %"

    return await complaint(look)


async def _is_muted(word: str) -> str:
    async def look() -> str:
        now = await said("pactl", "get-sink-mute", SINK)
        return "" if word in now else now.strip()

    return await complaint(look)


@asynccontextmanager
async def _sound(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("pactl")
    async with scene.pace() as pace:
        yield Volume(pace), Muting(pace), Status(pace)


class Player:
    """mpv, asked and told by its own socket."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket

    async def ask(self, *command: object) -> object:
        async with await anyio.connect_unix(self._socket) as stream:
            await stream.send(json.dumps({"command": command}).encode() + b"\n")
            while True:
                for line in (await stream.receive()).splitlines():
                    answer = json.loads(line)
                    if "error" in answer:
                        return answer.get("data")

    async def is_(self, name: str, value: object) -> str:
        async def look() -> str:
            now = await self.ask("get_property", name)
            return "" if now == value else f"{name} is {now}, not {value}"

        return await complaint(look)


class Playing(Case):
    """Play and pause in turn."""

    name, reader, rival = "music", "mpv's own socket", "dbus-send"

    def __init__(self, pace: Pace, player: Player) -> None:
        super().__init__(pace)
        self.player = player

    async def ready(self, number: int) -> None:
        await self.player.ask("set_property", "pause", number % 2 == 0)
        if found := await self.player.is_("pause", number % 2 == 0):
            raise Unavailable(found)

    def call(self, number: int) -> Call:
        return spoken("music", command="pause" if number % 2 else "play")

    async def by_rival(self, number: int) -> None:
        await _mpris("Pause" if number % 2 else "Play")

    async def seen(self, number: int, result: Result | None) -> str:
        return await self.player.is_("pause", number % 2 == 1)

    async def back(self, number: int) -> str:
        return await self.player.is_("pause", number % 2 == 0)


class Skipping(Case):
    name, reader, rival, undoes = "music (next)", "mpv's own socket", "dbus-send", False

    def __init__(self, pace: Pace, player: Player) -> None:
        super().__init__(pace)
        self.player = player

    async def ready(self, number: int) -> None:
        await self.player.ask("set_property", "playlist-pos", number)
        if found := await self.player.is_("filename", f"Song {number}"):
            raise Unavailable(found)

    def call(self, number: int) -> Call:
        return spoken("music", command="next")

    async def by_rival(self, number: int) -> None:
        await _mpris("Next")

    async def seen(self, number: int, result: Result | None) -> str:
        if result is not None and f"Song {number + 1}" not in result.spoken:
            return f"it plays Song {number + 1}"
        return await self.player.is_("filename", f"Song {number + 1}")


async def _mpris(member: str) -> None:
    await said(
        "dbus-send", "--session", "--print-reply", "--dest=org.mpris.MediaPlayer2.mpv",
        "/org/mpris/MediaPlayer2", f"org.mpris.MediaPlayer2.Player.{member}",
    )  # fmt: skip


def _silence(path: Path) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000 * 120))
    return path


@asynccontextmanager
async def _music(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    needs("mpv", "dbus-send")
    songs = [_silence(scene.folder / f"Song {number}") for number in range(TITLES)]
    socket = scene.folder / "mpv"
    process = await scene.desktop.launch(
        ["mpv", "--no-video", "--pause", f"--input-ipc-server={socket}", *songs]
    )
    try:
        async with scene.pace() as pace:

            async def there() -> bool:
                media = pace.app.desktop.media
                players = await media.players() if media is not None else ()
                return bool(players) and players[0].title == "Song 0"

            await until(there, 20, "mpv did not come up on the bus.")
            player = Player(socket)
            yield Playing(pace, player), Skipping(pace, player)
    finally:
        await process.stop()


class Brightness(Case):
    name, reader = "brightness", "the raw file"
    note = "; logind is a stand-in here, the adapter and the bus are real"

    def __init__(self, pace: Pace, light: Path) -> None:
        super().__init__(pace)
        self.light = light

    async def ready(self, number: int) -> None:
        for name in ("brightness", "actual_brightness"):
            (self.light / name).write_text("500\n")

    def call(self, number: int) -> Call:
        return spoken("brightness", level=_level(number))

    async def seen(self, number: int, result: Result | None) -> str:
        now = int(read(self.light / "brightness"))
        return "" if abs(now - 10 * _level(number)) <= 5 else f"{now} of 1000"

    async def back(self, number: int) -> str:
        now = int(read(self.light / "brightness"))
        return "" if now == 500 else f"{now} of 1000, not 500"


@asynccontextmanager
async def _light(scene: Scene) -> AsyncIterator[Sequence[Case]]:
    bus = scene.desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
    link = Link(lambda: bus)
    folder = scene.folder / "backlight"
    async with login_service(bus, folder) as service:
        service.light("panel", 500, 1000)
        try:
            async with scene.pace(brightness=LogindBacklight(link, folder)) as pace:
                yield (Brightness(pace, folder / "panel"),)
        finally:
            await link.close()


FAMILIES: tuple[tuple[tuple[str, ...], Cases], ...] = (
    (("volume", "volume (mute)", "status"), _sound),
    (("music", "music (next)"), _music),
    (("brightness",), _light),
)
