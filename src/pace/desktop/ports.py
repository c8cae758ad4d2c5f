"""What a desktop can do. Each port has at least two implementations: a Linux adapter and a double.

Every method may raise the errors of `pace.core.error`, never a foreign one, and every wait is
bounded. Coordinates are screen pixels, origin top left.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from pace.core.element import Element, Rect, Snapshot, Window
from pace.desktop.services import (
    Brightness,
    Calendars,
    Contacts,
    Downloads,
    Drafts,
    FileManager,
    Notes,
    Shortcuts,
    ToDos,
    Trash,
)  # fmt: skip


@runtime_checkable
class Adapter(Protocol):
    """What every Linux adapter declares besides its port.

    `provides` is the port's field name in `Desktop`; of several available adapters of a port the
    highest `rank` serves. `available()` is passive and quick: it opens no window and changes
    nothing; it returns "" or the sentence that says why not. `probe()` runs only in the doctor.
    """

    provides: str
    rank: int

    def available(self) -> str: ...

    async def probe(self) -> Probe: ...


@dataclass(frozen=True, slots=True)
class Probe:
    """What an end-to-end check of one adapter did.

    `missing` says of a check that failed that nothing is broken: what it needs is not here.
    """

    ok: bool
    did: str
    fix: str = ""
    missing: bool = False


class Change(StrEnum):
    """What was seen to change after an act; the first declared one ends the wait."""

    NONE = "none"
    STATE = "state"
    VALUE = "value"
    TEXT = "text"
    FOCUS = "focus"
    WINDOWS = "windows"
    TREE = "tree"
    PIXELS = "pixels"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Seen:
    """The first evidence of an act: what changed, and a phrase that says how it looked."""

    change: Change
    detail: str = ""

    def __bool__(self) -> bool:
        return self.change is not Change.NONE


class ElementTree(Protocol):
    """Reads the accessibility tree and acts on its nodes, with no window system involved."""

    async def snapshot(self, window: Window | None = None) -> Snapshot:
        """The active window (or the one given) and its interactive and text elements, showing."""
        ...

    async def windows(self) -> Sequence[Window]:
        """Top-level windows the tree knows, whatever the window system."""
        ...

    async def refresh(self, element: Element) -> Element:
        """The element as it is now. Raises Gone."""
        ...

    async def window_of(self, element: Element) -> Window:
        """The window it is in, as it is now. Raises Gone."""
        ...

    async def press(self, element: Element) -> bool:
        """Do its first action. False when it has none. Raises Gone, TimedOut, Refused."""
        ...

    async def read_text(self, element: Element) -> str:
        """Its whole text. Raises Refused for a password field."""
        ...

    async def write_text(self, element: Element, text: str) -> bool:
        """Replace its text and read it back. False when it did not take it. Refused: password."""
        ...

    async def insert_text(self, element: Element, text: str) -> bool:
        """Insert at the caret, replacing the selection, and read it back. False as above."""
        ...

    async def set_number(self, element: Element, value: float) -> bool:
        """Set a slider or spinner and read it back. False when it has no value."""
        ...

    async def select_range(self, element: Element, start: int, end: int) -> bool:
        """Select characters [start, end) of its text; with start = end nothing is selected, and
        the caret is there."""
        ...

    async def focus(self, element: Element) -> bool:
        """Give it the keyboard focus; True only when it reports it."""
        ...

    async def focused(self) -> Element | None:
        """The element that has the keyboard focus in the active window."""
        ...

    async def scroll_into_view(self, element: Element) -> bool:
        """Bring it on screen, where the toolkit can."""
        ...

    def watch(self, element: Element | None) -> AbstractAsyncContextManager[Watch]:
        """Start watching for evidence before an act; see `Watch`."""
        ...


class Watch(Protocol):
    """Evidence of one act, gathered from just before it."""

    async def first_change(self, timeout: float) -> Seen:
        """The first declared evidence (state, value, text, focus, windows, tree), or none."""
        ...


class Pointer(Protocol):
    """A pointer that can be moved and pressed at a screen position."""

    async def click(self, x: int, y: int, *, count: int = 1) -> None: ...

    async def scroll(
        self, direction: str, lines: int, *, at: tuple[int, int] | None = None
    ) -> None:
        """`direction` is up or down; at `at`, else at the pointer's place."""
        ...


class Keyboard(Protocol):
    """Keys and text, as if typed.

    `type_text` asks `still_wanted` before each chunk and stops when it says no; it returns the
    number of characters typed. It raises Invalid, naming the characters, when some cannot be
    typed, before anything is typed. Nothing is sent while the push-to-talk chord is held (bound
    1 s, else Refused), and no key stays down.
    """

    async def press_chord(self, chord: Chord) -> None: ...

    async def type_text(self, text: str, still_wanted: StillWanted) -> int: ...


class StillWanted(Protocol):
    """Whether the place that was meant still has the focus."""

    async def __call__(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Chord:
    """A key with modifiers. `key` is a name of spec 6.6, modifiers are ctrl, alt, shift, super."""

    key: str
    modifiers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((*self.modifiers, self.key))


class Windows(Protocol):
    """Windows of the window system."""

    async def list(self) -> Sequence[Window]:
        """Top-most first."""
        ...

    async def active(self) -> Window | None: ...

    async def activate(self, window: Window) -> bool:
        """True when it became the active one, within 2 s."""
        ...

    async def frame(self, window: Window) -> Rect:
        """Its outer frame as a person sees it: what `place` sets."""
        ...

    async def place(self, window: Window, rect: Rect) -> Rect:
        """Move and resize the outer frame; the rectangle it really has afterwards."""
        ...

    async def work_area(self, window: Window) -> Rect:
        """The part of its monitor that panels leave free."""
        ...

    async def close(self, window: Window) -> bool:
        """Ask it to close; True when it is gone, within 2 s. It may ask the person first."""
        ...

    async def minimize(self, window: Window) -> bool: ...


class Screen(Protocol):
    """Pictures of the screen."""

    async def picture(self, rect: Rect | None = None) -> Picture: ...

    async def save(self, path: str) -> None:
        """The whole desktop as a PNG."""
        ...


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels as BGRA rows, top first; `rect` is where they were."""

    rect: Rect
    bgra: bytes


class Clipboard(Protocol):
    """Reads the clipboard. There is no writing: it belongs to the person."""

    async def read(self) -> str | None:
        """Its text, or None when it holds none."""
        ...


@dataclass(frozen=True, slots=True)
class Application:
    """An installed application. `id` is its desktop file's name without the ending."""

    id: str
    name: str
    names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    window_class: str = ""
    keywords: tuple[str, ...] = ()


class Applications(Protocol):
    """What is installed, found by spoken name and started."""

    async def installed(self) -> Sequence[Application]: ...

    async def find(self, spoken: str) -> Sequence[tuple[Application, float]]:
        """Matches, best first, with a confidence of 0 to 1. Two close ones are the caller's tie."""
        ...

    async def launch(self, application: Application, arguments: Sequence[str] = ()) -> int:
        """Start it with the accessibility flags it needs; the process id."""
        ...

    async def open_uri(self, uri: str) -> str:
        """Hand it to the default application; the name of what takes it."""
        ...

    async def handler(self, kind: str) -> Application | None:
        """What opens a MIME type, or a scheme written "x-scheme-handler/mailto"."""
        ...


@dataclass(frozen=True, slots=True)
class Loudness:
    """Volume of the default output: level 0 to 100, and muted or not."""

    level: int
    muted: bool


class Volume(Protocol):
    async def read(self) -> Loudness: ...

    async def set(self, level: int | None = None, muted: bool | None = None) -> Loudness:
        """Set and read back. `level` is clamped to 0..100."""
        ...


@dataclass(frozen=True, slots=True)
class Playing:
    """What a media player does now. `status` is playing, paused or stopped."""

    player: str
    status: str
    title: str = ""
    artist: str = ""


class Media(Protocol):
    async def players(self) -> Sequence[Playing]:
        """Running players, the playing one first."""
        ...

    async def command(self, name: str, player: str | None = None) -> Playing | None:
        """play, pause, play_pause, next or previous; the state read back, None without a player."""
        ...


class Battery(Protocol):
    async def read(self) -> tuple[int, bool] | None:
        """Percent and charging, or None on a machine without one."""
        ...


class Hotkey(Protocol):
    """The push-to-talk key, listened to without taking it from anyone."""

    def events(self) -> AbstractAsyncContextManager[AsyncIterator[str]]:
        """press, release, or cancel when another key joined the chord."""
        ...

    def held(self) -> bool:
        """Whether the chord is physically down now."""
        ...


@dataclass(frozen=True, slots=True)
class Notice:
    """A desktop notification with actions, as (key, label) pairs."""

    title: str
    body: str = ""
    actions: tuple[tuple[str, str], ...] = ()
    seconds: float = 5.0


class Notifications(Protocol):
    async def show(self, notice: Notice) -> str | None:
        """Show it, wait `notice.seconds` at most and take it back.

        The key of the action taken, or None. An action counts only when it came from the owner
        of the notification name.
        """
        ...


class Secrets(Protocol):
    async def get(self, name: str) -> str | None: ...

    async def set(self, name: str, value: str) -> None: ...

    async def delete(self, name: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Desktop:
    """The ports this machine can serve; a missing one is None, with its reason in `missing`."""

    tree: ElementTree | None = None
    pointer: Pointer | None = None
    keyboard: Keyboard | None = None
    windows: Windows | None = None
    screen: Screen | None = None
    clipboard: Clipboard | None = None
    applications: Applications | None = None
    volume: Volume | None = None
    media: Media | None = None
    battery: Battery | None = None
    hotkey: Hotkey | None = None
    notifications: Notifications | None = None
    secrets: Secrets | None = None
    calendars: Calendars | None = None
    todos: ToDos | None = None
    contacts: Contacts | None = None
    notes: Notes | None = None
    drafts: Drafts | None = None
    files: FileManager | None = None
    trash: Trash | None = None
    brightness: Brightness | None = None
    shortcuts: Shortcuts | None = None
    downloads: Downloads | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
