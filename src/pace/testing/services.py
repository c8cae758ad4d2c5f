"""The services of a session in memory: applications, volume, media, battery, notices, secrets.

Each obeys the contract of `pace.desktop.ports`. A double that is `broken` raises Unavailable, as
the real one does without its service.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pace.core.error import Gone, Invalid, Unavailable
from pace.desktop.ports import Application, Loudness, Notice, Playing
from pace.desktop.spoken_names import known, match

_OPENS = ("http", "https", "file", "mailto", "sms")
_KINDS = {"x-scheme-handler/https": "browser", "x-scheme-handler/mailto": "mail"}


class FakeApplications:
    """Applications that are started by being written down in `launched`.

    `defaults` maps a kind, such as "browser", or a MIME type to an application id.
    """

    def __init__(self, *applications: Application, defaults: dict[str, str] | None = None) -> None:
        self.applications = list(applications)
        self.defaults = defaults or {}
        self.launched: list[tuple[str, tuple[str, ...]]] = []
        self.opened: list[str] = []
        self.fails: set[str] = set()
        self._next_pid = 1000

    async def installed(self) -> Sequence[Application]:
        return tuple(self.applications)

    async def find(self, spoken: str) -> Sequence[tuple[Application, float]]:
        return match(spoken, known(self.applications), self.defaults)

    async def launch(self, application: Application, arguments: Sequence[str] = ()) -> int:
        if not any(each.id == application.id for each in self.applications):
            raise Gone(f"{application.name} is no longer installed.")
        if any(argument.startswith("-") for argument in arguments):
            raise Invalid(f"{application.name} cannot open that.")
        if application.id in self.fails:
            raise Unavailable(f"{application.name} ended as soon as it was started.")
        self.launched.append((application.id, tuple(arguments)))
        self._next_pid += 1
        return self._next_pid

    async def open_uri(self, uri: str) -> str:
        parts = urlsplit(uri)
        if parts.scheme not in _OPENS or any(character.isspace() for character in uri):
            raise Invalid("Pace opens web, mail and file addresses only.")
        if parts.scheme in ("http", "https") and not parts.hostname:
            raise Invalid("The web address names no site; nothing was opened.")
        if (
            parts.scheme in ("mailto", "sms")
            and await self.handler(f"x-scheme-handler/{parts.scheme}") is None
        ):
            raise Unavailable("No program here takes that, so none was opened.")
        self.opened.append(uri)
        chosen = self.defaults.get("mail" if parts.scheme == "mailto" else "browser")
        return next((each.name for each in self.applications if each.id == chosen), "the default")

    async def handler(self, kind: str) -> Application | None:
        chosen = self.defaults.get(_KINDS.get(kind, kind))
        return next((each for each in self.applications if each.id == chosen), None)


class FakeVolume:
    """A default output that keeps what it is given."""

    def __init__(self, level: int = 50, *, muted: bool = False) -> None:
        self.loudness = Loudness(level, muted)
        self.broken = False

    async def read(self) -> Loudness:
        if self.broken:
            raise Unavailable("The sound server does not work, so the volume is as it was.")
        return self.loudness

    async def set(self, level: int | None = None, muted: bool | None = None) -> Loudness:
        await self.read()
        self.loudness = Loudness(
            self.loudness.level if level is None else min(100, max(0, level)),
            self.loudness.muted if muted is None else muted,
        )
        return self.loudness


class FakeMedia:
    """Players with a list of titles each; `names` are their players, the first plays first."""

    def __init__(self, *players: Playing, titles: Sequence[str] = ("One", "Two", "Three")) -> None:
        self.titles = list(titles)
        self.playing = [replace(each, title=each.title or self.titles[0]) for each in players]
        self.commands: list[tuple[str, str]] = []
        self.deaf = False  # when set, commands change nothing

    async def players(self) -> Sequence[Playing]:
        order = {"playing": 0, "paused": 1}
        return sorted(self.playing, key=lambda each: order.get(each.status, 2))

    async def command(self, name: str, player: str | None = None) -> Playing | None:
        if name not in ("play", "pause", "play_pause", "next", "previous"):
            raise Invalid(f"A music player cannot do {name!r}.")
        found = [each for each in await self.players() if player in (None, each.player)]
        if not found:
            return None
        now = found[0]
        self.commands.append((name, now.player))
        if self.deaf:
            return now
        changed = self._after(now, name)
        self.playing[self.playing.index(now)] = changed
        return changed

    def _after(self, now: Playing, name: str) -> Playing:
        if name in ("next", "previous"):
            place = self.titles.index(now.title) if now.title in self.titles else 0
            place += 1 if name == "next" else -1
            return replace(now, title=self.titles[place % len(self.titles)])
        plays = name == "play" or (name == "play_pause" and now.status != "playing")
        return replace(now, status="playing" if plays else "paused")


class FakeBattery:
    """A battery that says what it is told; None is a machine without one."""

    def __init__(self, state: tuple[int, bool] | None = (80, False)) -> None:
        self.state = state

    async def read(self) -> tuple[int, bool] | None:
        return self.state


@dataclass
class FakeNotifications:
    """Keeps every notice shown and answers each with the next of `answers`, then with None."""

    answers: list[str] = field(default_factory=list)
    shown: list[Notice] = field(default_factory=list)
    broken: bool = False

    async def show(self, notice: Notice) -> str | None:
        if self.broken:
            raise Unavailable("No notification service is running, so nothing was shown.")
        self.shown.append(notice)
        key = self.answers.pop(0) if self.answers else None
        return key if key in dict(notice.actions) else None


class FakeSecrets:
    """Secrets in a dictionary."""

    def __init__(self, **secrets: str) -> None:
        self.secrets = dict(secrets)
        self.broken = False

    def _check(self) -> None:
        if self.broken:
            raise Unavailable("The keyring is locked, so no secret was read or kept.")

    async def get(self, name: str) -> str | None:
        self._check()
        return self.secrets.get(name)

    async def set(self, name: str, value: str) -> None:
        self._check()
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise Invalid("The secret has characters that cannot be kept.")
        self.secrets[name] = value

    async def delete(self, name: str) -> None:
        self._check()
        self.secrets.pop(name, None)
