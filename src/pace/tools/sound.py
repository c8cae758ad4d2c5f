"""Volume and music."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pace.core.call import Call, Effect, Risk
from pace.core.result import Inverse, Result, contradicted, failed, unverified, verified
from pace.desktop.ports import Loudness, Media, Playing, Volume
from pace.tools.declare import Arguments, Clamp, Synonyms, argument, tool

#: One step up or down, in percent of full volume.
STEP = 6


#: Other words for the directions.
DIRECTIONS = {
    "louder": "up", "raise": "up", "increase": "up",
    "quieter": "down", "softer": "down", "lower": "down", "decrease": "down",
}  # fmt: skip


class Loudnesses(Arguments):
    direction: Annotated[Literal["up", "down"] | None, Synonyms(DIRECTIONS)] = argument(
        "direction", "command", default=None, about="up or down", example="down"
    )
    steps: Annotated[int, Clamp(1, 10)] = argument(
        "steps", "amount", default=2, about="how many steps, 1 to 10"
    )
    level: Annotated[float | None, Clamp(0, 100)] = argument(
        "level", default=None, about="0 to 100"
    )
    mute: bool | None = argument(
        "mute", "muted", default=None, about="true to mute, false to unmute"
    )


@tool(
    "volume",
    spellings=("Volume.adjust", "volume"),
    summary="Turn the sound up, down, to a level, or off",
    risk=Risk.MUTATION,
    reversible=True,
    examples=("turn it down", "set the volume to 40 percent", "mute"),
    describe=lambda given: f"Change the volume ({_asked(given)})",
)
async def volume_(given: Loudnesses, *, volume: Volume) -> Result:
    before = await volume.read()
    level = wanted_level(given, before.level)
    if level is None and given.mute is None:
        return failed("I do not know whether you want it louder or quieter; nothing was changed.")
    muted = given.mute
    if level is not None and muted is None and before.muted and level > before.level:
        muted = False
    after = await volume.set(level, muted)
    inverse = Inverse(
        Call("restore_volume", {"level": before.level, "mute": before.muted}),
        "changing the volume",
        {"expected": after.level, "expected_mute": after.muted},
    )
    if (level is not None and abs(after.level - level) > 1) or (
        muted is not None and after.muted is not muted
    ):
        return contradicted(f"The volume did not follow; it is at {_said(after)}.", _said(after))
    if after == before:
        return verified(f"The volume is already at {_said(after)}.", f"sink at {_said(after)}")
    words = "The sound is muted." if after.muted else f"The volume is at {after.level} percent."
    return verified(words, f"sink at {_said(after)}, was {_said(before)}", inverse=inverse)


def wanted_level(given: Loudnesses, now: int) -> int | None:
    """The level asked for, 0 to 100, or None when only muting was."""
    if given.level is not None:
        return round(given.level)
    if given.direction is None:
        return None
    change = STEP * given.steps
    return max(0, min(100, now + (change if given.direction == "up" else -change)))


class Restored(Arguments):
    level: int
    mute: bool
    expected: int
    expected_mute: bool


@tool(
    "restore_volume",
    summary="Put the volume back to what it was",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def restore_volume(given: Restored, *, volume: Volume) -> Result:
    now = await volume.read()
    if abs(now.level - given.expected) > 1 or now.muted is not given.expected_mute:
        return failed(
            f"The volume was changed since, so I left it at {_said(now)}.",
            kind="no longer applies",
        )
    after = await volume.set(given.level, given.mute)
    if abs(after.level - given.level) > 1 or after.muted is not given.mute:
        return contradicted(f"The volume did not follow; it is at {_said(after)}.", _said(after))
    return verified(f"The volume is back at {_said(after)}.", f"sink at {_said(after)}")


def _said(loudness: Loudness) -> str:
    return f"{loudness.level} %" + (", muted" if loudness.muted else "")


def _asked(given: Any) -> str:
    return ", ".join(f"{key} {value}" for key, value in given.items())


#: Other words for the commands (spec 1.2).
COMMANDS = {
    "playpause": "play_pause", "toggle": "play_pause", "next_track": "next",
    "prev": "previous", "previous_track": "previous",
}  # fmt: skip


class MusicCommand(Arguments):
    command: Annotated[
        Literal["play", "pause", "play_pause", "next", "previous", "now_playing"],
        Synonyms(COMMANDS),
    ] = argument("command", "name", about="play, pause, play_pause, next, previous or now_playing")


@tool(
    "music",
    spellings=("Music.control", "music"),
    summary="Play, pause or skip music, or say what is playing",
    risk=Risk.MUTATION,
    effect=Effect.BOTH,
    reads=lambda given: given.get("command") == "now_playing",
    reversible=True,
    examples=("play music", "next song", "what is playing"),
    describe=lambda given: f"Music: {given.get('command')}",
)
async def music(given: MusicCommand, *, media: Media) -> Result:
    command = given.command
    players = await media.players()
    if not players:
        return failed("No media player is open; open one and start something first.")
    if command == "now_playing":
        return verified(_now(players[0]), players[0].status)
    return _after(command, players[0], await media.command(command, players[0].player))


def _after(command: str, before: Playing, now: Playing | None) -> Result:
    if now is None:
        return failed("The media player closed before I could reach it.")
    seen = f"{now.player}: {now.status}" + (f", {now.title}" if now.title else "")
    if command in ("next", "previous"):
        if now.title and now.title != before.title:
            return verified(f"Now playing {now.title}.", seen)
        return unverified(f"I asked {now.player} for the {command} track; I saw no change.", seen)
    if command == "play_pause":
        if now.status == before.status:
            return contradicted(f"{now.player} did not follow; it is {now.status}.", seen)
        return verified(f"{now.player} is {now.status}.", seen, inverse=_toggle(now))
    wanted = "playing" if command == "play" else "paused"
    if now.status != wanted and not (wanted == "paused" and now.status == "stopped"):
        return contradicted(f"{now.player} did not follow; it is {now.status}.", seen)
    inverse = _toggle(now) if before.status != now.status else None
    return verified(f"{now.player} is {now.status}.", seen, inverse=inverse)


def _toggle(now: Playing) -> Inverse:
    command = "pause" if now.status == "playing" else "play"
    return Inverse(Call("music", {"command": command}), f"{now.status} music")


def _now(playing: Playing) -> str:
    if not playing.title:
        return f"{playing.player} is {playing.status}."
    by = f" by {playing.artist}" if playing.artist else ""
    words = "" if playing.status == "playing" else f" ({playing.status})"
    return f"{playing.title}{by}{words}."
