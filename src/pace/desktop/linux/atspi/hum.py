"""What a window does by itself: what an application announces from the look at it until the act.

It is listened to from the snapshot on, so that nothing has to be waited for before an act.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pace.desktop.linux.atspi.names import BUS, BUS_PATH
from pace.desktop.linux.atspi.weighing import APART
from pace.desktop.linux.atspi.wire import Ask, Wire

if TYPE_CHECKING:
    from dbus_fast import Message

OBJECT: Final = "org.a11y.atspi.Event.Object"
DOCUMENT: Final = "org.a11y.atspi.Event.Document"
#: What was announced longer ago may have come of something that the person did.
_RECENT: Final = 2.0
#: Who changed nothing for so long does not change each second.
_LONG: Final = 1.2
#: How long a window is listened to that is looked at and not acted on.
_MOST_SECONDS: Final = 20.0
#: How long what an act changed may still be announced after it was seen.
_GOES_ON: Final = 0.3
_MOST_SOURCES: Final = 512
_KINDS: Final = frozenset({"textchanged", "childrenchanged"})


def changes(message: Message) -> bool:
    """Whether the message announces that a text or what is in something has changed."""
    if message.interface != OBJECT:
        return False
    member = (message.member or "").lower()
    named = member == "propertychange" and message.body[:1] == ["accessible-name"]
    return member in _KINDS or named


@dataclass(frozen=True, slots=True)
class Before:
    """What was changing before an act, and what had changed `once` and may be changing.

    `quiet` if all else was listened to for long enough.
    """

    sources: frozenset[str] = frozenset()
    once: frozenset[str] = frozenset()
    quiet: bool = False

    def also(self, messages: Iterable[Message]) -> Before:
        """This, and what these messages announce."""
        more = {message.path or "" for message in messages if changes(message)}
        return replace(self, once=self.once | more)


class Hum:
    """Listens to one application at a time, and says what in it was changing before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._app = ""
        self._since = 0.0
        self._from = 0.0
        self._heard: dict[str, tuple[float, float]] = {}
        self._wire: Wire | None = None
        self._open = ExitStack()

    def follow(self, wire: Wire, app: str) -> None:
        """Listen to the application from now on, if it is not listened to already."""
        if app == self._app and wire is self._wire:
            return
        self.stop()
        self._app, self._wire, self._since = app, wire, max(self._clock(), self._from)
        self._open.enter_context(wire.listening(self.hear))
        _tell(wire, "AddMatch", app)

    def over(self) -> None:
        """An act is over: listen no longer. What comes of it goes on for a moment."""
        self._from = self._clock() + _GOES_ON
        self.stop()

    def stop(self) -> None:
        """Listen no longer, and forget what was heard."""
        self._open.close()
        if self._wire is not None and self._wire.alive:
            _tell(self._wire, "RemoveMatch", self._app)
        self._app, self._wire = "", None
        self._heard.clear()

    def hear(self, message: Message) -> None:
        now = self._clock()
        if now - self._since > _MOST_SECONDS:
            self.stop()
        elif now < self._since or message.sender != self._app:
            return
        elif message.interface == DOCUMENT and message.member == "LoadComplete":
            self._heard.clear()
        elif changes(message):
            if len(self._heard) >= _MOST_SOURCES:
                self._heard.clear()
            path = message.path or ""
            first, _ = self._heard.get(path, (now, now))
            self._heard[path] = (first, now)

    def before(self) -> Before:
        """What was changing until now."""
        now = self._clock()
        recent = {path: at for path, at in self._heard.items() if now - at[1] <= _RECENT}
        going_on = frozenset(path for path, (first, last) in recent.items() if last - first > APART)
        quiet = bool(self._app) and now - self._since >= _LONG
        return Before(going_on, frozenset(recent) - going_on, quiet=quiet)


def _tell(wire: Wire, member: str, app: str) -> None:
    for interface in (OBJECT, DOCUMENT):
        rule = f"type='signal',interface='{interface}',sender='{app}'"
        wire.forget(wire.aside(BUS, Ask(BUS_PATH, BUS, member, "s", (rule,))))
