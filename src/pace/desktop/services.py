"""What the programs and folders around a desktop can do: calendars, to-dos, contacts, notes, mail
drafts, files, brightness, shortcuts, downloads. Ports, as those of `pace.desktop.ports`.

Times have a zone, all-day values are dates. Every method may raise the errors of
`pace.core.error`, never a foreign one, and every wait is bounded. What is returned by a method
that writes was read back from where it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from pace.core.error import TimedOut


class Unsure(TimedOut):
    """What was to be made was sent and not answered: it may be there, under this `uid`, or come."""

    def __init__(self, sentence: str, uid: str) -> None:
        super().__init__(sentence)
        self.uid = uid


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event to be made. `start` and `end` are both dates (all day, end exclusive) or times."""

    title: str
    start: datetime | date
    end: datetime | date
    notes: str = ""
    location: str = ""
    rrule: str = ""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One occurrence of an event. `uid` names the whole series."""

    uid: str
    title: str
    start: datetime | date
    end: datetime | date
    notes: str = ""
    location: str = ""
    calendar: str = ""
    recurring: bool = False

    @property
    def all_day(self) -> bool:
        return not isinstance(self.start, datetime)


@dataclass(frozen=True, slots=True)
class Kept:
    """An event or to-do exactly as it is stored, to compare it with and to put it back.

    `mark` is a short fingerprint of what it says: equal marks mean that nobody changed it.
    """

    uid: str
    calendar: str
    text: str
    mark: str


class Calendars(Protocol):
    """The person's calendars."""

    async def names(self) -> Sequence[str]:
        """Those that can be written to, the default one first."""
        ...

    async def between(self, start: datetime, end: datetime) -> Sequence[CalendarEvent]:
        """Occurrences that touch the span, recurrence expanded, by start."""
        ...

    async def create(self, draft: EventDraft, calendar: str = "") -> CalendarEvent:
        """Make it in that calendar (empty: the default one); as read back. Raises NotSaved, and
        Unsure when it was sent and not answered."""
        ...

    async def find(self, uid: str) -> CalendarEvent | None:
        """The event, or the first of its series; None when it is gone."""
        ...

    async def kept(self, uid: str) -> Kept | None:
        """The whole series as it is stored now; None when it is gone."""
        ...

    async def delete(self, uid: str, mark: str) -> Kept | None:
        """Take the whole series away; what was taken. None, and nothing done, when it is gone or
        no longer has that mark."""
        ...

    async def put_back(self, kept: Kept) -> bool:
        """Store again what was taken away. False when one of that uid is there."""
        ...


@dataclass(frozen=True, slots=True)
class ToDo:
    """One thing to do; `due` may be missing. A reminder is a to-do with a time.

    `rule` is how it repeats, as iCalendar writes it, where that is one rule; `due` is then the
    first time that is not done.
    """

    uid: str
    title: str
    notes: str = ""
    due: datetime | date | None = None
    done: bool = False
    list_name: str = ""
    repeats: bool = False
    rule: str = ""


class ToDos(Protocol):
    """The person's lists of things to do."""

    async def lists(self) -> Sequence[str]:
        """Those that can be written to, the default one first."""
        ...

    async def open_ones(self) -> Sequence[ToDo]:
        """Those not done, by due time, then title; what is not due comes last."""
        ...

    async def create(
        self,
        title: str,
        *,
        notes: str = "",
        due: datetime | date | None = None,
        list_name: str = "",
        rule: str = "",
        quiet: bool = False,
    ) -> ToDo:
        """Make it, with an alarm when it is due; as read back. Raises NotSaved, and Unsure when it
        was sent and not answered.

        `quiet` leaves the alarm out where a program of this desktop could ring it: the caller
        does. A `rule` needs `due`, which is its first time.
        """
        ...

    async def rings(self) -> bool:
        """Whether a program of this desktop, which runs now, rings the alarms of these lists."""
        ...

    async def find(self, uid: str) -> ToDo | None: ...

    async def complete(self, uid: str) -> ToDo:
        """Mark it done; as read back. One that repeats moves on to its next time and stays open,
        or is done when there is none. Raises Gone, NotSaved, and Refused where its rule cannot be
        followed."""
        ...

    async def kept(self, uid: str) -> Kept | None:
        """It as it is stored now; None when it is gone."""
        ...

    async def delete(self, uid: str, mark: str) -> Kept | None:
        """Take it away; what was taken. None, and nothing done, when it is gone or no longer has
        that mark."""
        ...

    async def put_back(self, kept: Kept, mark: str = "") -> bool:
        """Store it as it was kept, in place of the one that has that mark, or where none is.
        False, and nothing done, when that is not so."""
        ...


@dataclass(frozen=True, slots=True)
class Contact:
    """A person. Addresses in the order the address book has them; `preferred` are those of them
    that it marks so."""

    uid: str
    name: str
    emails: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    nickname: str = ""
    preferred: tuple[str, ...] = ()


class Contacts(Protocol):
    """The person's address book."""

    async def all(self) -> Sequence[Contact]:
        """Everyone in it, by name; each once."""
        ...


@dataclass(frozen=True, slots=True)
class Note:
    """A note; `path` is its file, `body` excludes the front matter."""

    title: str
    body: str
    path: Path
    changed: datetime | None = None


class Notes(Protocol):
    """The person's notes. Paths outside their folder raise Refused."""

    async def create(self, title: str, body: str) -> Note:
        """A new file, never over another. Raises Invalid, NotSaved."""
        ...

    async def titled(self, title: str) -> Sequence[Note]:
        """Notes of that title, whatever its case and accents, the one changed last first. Raises
        Refused, Unavailable when only one that cannot be read has that name."""
        ...

    async def append(self, path: Path, text: str) -> str:
        """Add to the note after a blank line; exactly what was added. Raises Gone, NotSaved."""
        ...

    async def search(self, query: str, limit: int = 20) -> Sequence[Note]:
        """Notes that have every word of the query in title or body, titles first."""
        ...

    async def left_out(self) -> int:
        """How many files a search does not look through, or not to their end."""
        ...

    async def read(self, path: Path) -> Note | None: ...

    async def text(self, path: Path) -> str | None:
        """The file's whole text, front matter included, or None when it is gone."""
        ...

    async def replace(self, path: Path, expected: str, whole: str) -> None:
        """Put the file's whole text in place of `expected`. Raises Gone when it changed."""
        ...

    async def remove(self, path: Path, expected: str) -> None:
        """Delete the file while its whole text is `expected`. Raises Gone when it changed."""
        ...


@dataclass(frozen=True, slots=True)
class MailDraft:
    """A mail that is never sent by Pace. `to` are addresses, or words that nobody resolved."""

    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class PlacedDraft:
    """Where a draft now is: a compose `window`'s title, or a `folder` and the `key` in it.

    `program` is the mail program or server that has it; `seen` what was read back, empty when
    nothing could be.
    """

    program: str = ""
    window: str = ""
    folder: str = ""
    key: str = ""
    seen: str = ""


class Drafts(Protocol):
    """Puts a mail where the person can read and send it."""

    async def place(self, draft: MailDraft) -> PlacedDraft: ...

    async def remove(self, placed: PlacedDraft) -> bool:
        """Take a stored draft away again; False when it could only be marked as deleted.

        Raises Gone; Refused for a window.
        """
        ...


class FileManager(Protocol):
    """Shows files and folders. Paths are absolute; what is not there raises Gone."""

    async def named(self, words: str) -> Path | None:
        """The person's folder of that spoken name ("downloads", "my documents"), or None."""
        ...

    async def open(self, path: Path) -> str:
        """Open a folder, or a file in its application; what was seen, or ""."""
        ...

    async def reveal(self, path: Path) -> str:
        """Show it selected in its folder; what was seen, or ""."""
        ...


class Trash(Protocol):
    """The person's trash, as freedesktop.org specifies it."""

    async def put(self, path: Path) -> str:
        """Move a file there; the key it has in the trash. Raises Gone, NotSaved."""
        ...

    async def restore(self, key: str) -> Path:
        """Move it back to where it was, never over another file. Raises Gone, NotSaved."""
        ...


class Brightness(Protocol):
    """The display's backlight, 0 to 100."""

    async def read(self) -> int | None:
        """None without an adjustable display."""
        ...

    async def set(self, level: int) -> int | None:
        """Set and read back."""
        ...


#: What a shortcut may declare that it needs, and the words for it.
GRANTS: Mapping[str, str] = MappingProxyType({
    "network": "the network and servers on this machine", "home": "your home folder",
    "downloads": "your downloads",
    "documents": "your documents", "desktop": "your desktop folder", "music": "your music",
    "pictures": "your pictures", "videos": "your videos", "display": "the screen",
    "bus": "other programs (the session bus)", "sound": "sound",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Something the person prepared to be run by name. `kind` is program or action, `allows` what
    a program declares that it needs: keys of GRANTS; `problem` why it cannot be run as it is."""

    name: str
    kind: str
    allows: tuple[str, ...] = ()
    key: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ShortcutRun:
    """How a shortcut ended. `code` is None for an application's action, which only starts."""

    code: int | None
    output: str = ""


class Shortcuts(Protocol):
    async def known(self) -> Sequence[Shortcut]:
        """Every one: the person's own programs, then the actions of applications."""
        ...

    def prepared(self) -> Sequence[Shortcut]:
        """The person's own programs, those with a problem as well; quick, for the approval
        question."""
        ...

    async def run(self, shortcut: Shortcut) -> ShortcutRun:
        """Run it to its end. Raises Gone, Invalid, TimedOut, Refused when what it may use was
        changed since it was listed, Unavailable when no sandbox can be made."""
        ...


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file that arrived whole."""

    path: Path
    bytes: int
    host: str
    sha256: str


class Downloads(Protocol):
    """Fetches one file from the network into the person's downloads folder."""

    def check(self, url: str) -> str:
        """The URL as it would be fetched. Raises Invalid or Refused before anything is sent."""
        ...

    async def fetch(
        self, url: str, name: str, progress: Callable[[int, int | None], None]
    ) -> Downloaded:
        """`progress` is told bytes so far and bytes in all (None: unknown)."""
        ...
