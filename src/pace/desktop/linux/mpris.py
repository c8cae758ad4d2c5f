"""Media players over MPRIS 2, the D-Bus interface that players and browsers offer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import anyio

from pace.core.error import Gone, Invalid, PaceError
from pace.desktop.dbus import DBUS, DBUS_PATH, PROPERTIES, Connection, Link, Match, absent
from pace.desktop.ports import Playing, Probe

PREFIX = "org.mpris.MediaPlayer2."
PATH = "/org/mpris/MediaPlayer2"
ROOT = "org.mpris.MediaPlayer2"
PLAYER = "org.mpris.MediaPlayer2.Player"

#: Seconds a player that does not answer costs.
ANSWER_SECONDS = 0.5
#: Seconds in which the state read back may change.
CHANGE_SECONDS = 1.0
#: How long a track that began again may turn out to be another one, in seconds.
SETTLE_SECONDS = 0.3

#: A stand-in for whichever player was used last; each real one is listed itself.
_PROXIES = ("playerctld",)
_METHODS = {
    "play": "Play",
    "pause": "Pause",
    "play_pause": "PlayPause",
    "next": "Next",
    "previous": "Previous",
}
_STATUSES = {"Playing": "playing", "Paused": "paused"}
_ORDER = {"playing": 0, "paused": 1}


@dataclass(frozen=True, slots=True)
class _State:
    """A player at one moment; `track` and `position` (microseconds) tell tracks apart."""

    bus_name: str
    playing: Playing
    track: str = ""
    position: int = 0


class MprisMedia:
    """The media players on the session bus."""

    provides = "media"
    rank = 10

    def __init__(self, session: Link) -> None:
        self._session = session

    def available(self) -> str:
        return absent(self._session.address)

    async def probe(self) -> Probe:
        players = await self.players()
        listed = ", ".join(f"{each.player} ({each.status})" for each in players)
        return Probe(True, f"Asked the media players: {listed or 'none is running'}.")

    async def players(self) -> Sequence[Playing]:
        bus = await self._session.open()
        return [state.playing for state in await _states(bus)]

    async def command(self, name: str, player: str | None = None) -> Playing | None:
        """Raises Invalid for an unknown command, TimedOut or Unavailable when it is not taken."""
        method = _METHODS.get(name)
        if method is None:
            raise Invalid(f"A media player cannot do {name!r}.")
        bus = await self._session.open()
        before = _choose(await _states(bus), player)
        if before is None:
            return None
        who = before.playing.player
        owner = await bus.owner(before.bus_name)
        if owner is None:
            return None
        match = Match(interface=PROPERTIES, path=PATH, sender=owner, arg0=PLAYER)
        async with bus.signals(match) as changes:
            await bus.call(before.bus_name, PATH, PLAYER, method, within=CHANGE_SECONDS, who=who)
            now = await _read(bus, before.bus_name)
            with anyio.move_on_after(CHANGE_SECONDS):
                while not _done(name, before, now):
                    await changes.receive()
                    now = await _read(bus, before.bus_name)
                # A player that leaves a track stands at its start before it names the other one.
                with anyio.move_on_after(SETTLE_SECONDS):
                    while now.track == before.track and name in ("next", "previous"):
                        await changes.receive()
                        now = await _read(bus, before.bus_name)
        return now.playing


def _done(name: str, before: _State, now: _State) -> bool:
    """Whether the command shows in what was read back."""
    if name == "play":
        return now.playing.status == "playing"
    if name == "pause":
        return now.playing.status != "playing"
    if name == "play_pause":
        return now.playing.status != before.playing.status
    # Players go back to the start of the track first, when it has been playing for a while.
    began_again = name == "previous" and now.position < before.position
    return now.track != before.track or began_again


def _choose(states: Sequence[_State], player: str | None) -> _State | None:
    if player is None:
        return next(iter(states), None)
    wanted = player.casefold()
    return next((s for s in states if wanted in (s.playing.player.casefold(), _short(s))), None)


def _short(state: _State) -> str:
    return state.bus_name.removeprefix(PREFIX).partition(".")[0].casefold()


async def _states(bus: Connection) -> list[_State]:
    """Every player that answers, the playing one first."""
    [names] = await bus.call(DBUS, DBUS_PATH, DBUS, "ListNames", who="the session bus")
    found: list[_State] = []

    async def look(name: str) -> None:
        try:
            found.append(await _read(bus, name))
        except PaceError:
            return  # it is ending, or hangs: the others still count

    async with anyio.create_task_group() as group:
        for name in names:
            if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in _PROXIES:
                group.start_soon(look, name)
    return sorted(found, key=lambda each: (_ORDER.get(each.playing.status, 2), each.bus_name))


async def _read(bus: Connection, name: str) -> _State:
    """What a player does now. Raises Unavailable or TimedOut when it does not say."""
    short = name.removeprefix(PREFIX).partition(".")[0]
    values: dict[str, object] = {}
    failures: list[PaceError] = []

    async def get(interface: str, key: str) -> None:
        try:
            values[key] = await bus.property(
                name, PATH, interface, key, within=ANSWER_SECONDS, who=short
            )
        except (Invalid, Gone):
            return  # not every player has every property
        except PaceError as error:
            failures.append(error)

    async with anyio.create_task_group() as group:
        for key in ("PlaybackStatus", "Metadata", "Position"):
            group.start_soon(get, PLAYER, key)
        group.start_soon(get, ROOT, "Identity")
    if failures:
        raise failures[0]
    metadata = values.get("Metadata")
    facts = metadata if isinstance(metadata, dict) else {}
    artists = facts.get("xesam:artist") or []
    position = values.get("Position")
    playing = Playing(
        player=str(values.get("Identity") or short),
        status=_STATUSES.get(str(values.get("PlaybackStatus")), "stopped"),
        title=str(facts.get("xesam:title") or ""),
        artist=", ".join(map(str, artists)) if isinstance(artists, list) else str(artists),
    )
    track = f"{facts.get('mpris:trackid', '')} {facts.get('xesam:url', '')} {playing.title}"
    return _State(name, playing, track, position if isinstance(position, int) else 0)
