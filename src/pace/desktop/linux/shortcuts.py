"""What the person prepared to be run by name: programs in Pace's shortcuts folder, and the actions
that installed applications offer.

A program runs in a box with what the file NAME.toml beside it declares: `allow = ["network"]`;
without one it has nothing. It is never run outside the box.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import anyio.to_thread

from pace.core.error import Gone, Invalid, Refused
from pace.desktop.linux import launching, sandbox
from pace.desktop.linux.application_index import Index, read_index
from pace.desktop.linux.desktop_entries import Entry, expand, groups, locale_suffixes
from pace.desktop.plain_files import content
from pace.desktop.ports import Probe
from pace.desktop.services import GRANTS, Shortcut, ShortcutRun
from pace.egress import Egress
from pace.store.places import Places

SCRIPT, ACTION = "program", "action"
#: How long a shortcut may run, in seconds, and the most that its file may ask for.
SECONDS, MOST_SECONDS = 60.0, 600.0
_ACTION_GROUP = "Desktop Action "
_DECLARATION_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class Declared:
    """What NAME.toml says."""

    allow: tuple[str, ...] = ()
    seconds: float = SECONDS
    name: str = ""


class BoxedShortcuts:
    """The shortcuts of this person."""

    provides = "shortcuts"
    rank = 10

    def __init__(
        self, places: Places, egress: Egress, environment: Mapping[str, str] | None = None
    ) -> None:
        self._places = places
        self._egress = egress
        self._environment = os.environ if environment is None else environment

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        why_not = await sandbox.refusal(self._environment)
        if why_not is not None:
            return Probe(False, str(why_not), why_not.fix)
        count = len(await self.known())
        return Probe(True, f"A sandbox was made and left; {count} shortcuts are known.")

    async def known(self) -> Sequence[Shortcut]:
        return await anyio.to_thread.run_sync(self._all)

    def prepared(self) -> Sequence[Shortcut]:
        try:
            files = sorted(self._folder.iterdir())
        except OSError:
            return ()
        return [_described(path) for path in files if path.suffix != ".toml" and _is_file(path)]

    async def run(self, shortcut: Shortcut) -> ShortcutRun:
        if shortcut.kind == ACTION:
            return await self._start(shortcut)
        program, declared = await anyio.to_thread.run_sync(self._program, shortcut)
        why_not = await sandbox.refusal(self._environment)
        if why_not is not None:
            raise why_not
        hidden = (self._places.config, self._places.data, self._places.state, self._places.cache)
        box = sandbox.Box(declared.allow, program, hidden)
        words = await anyio.to_thread.run_sync(sandbox.command, box, self._environment)
        networked = "network" in declared.allow
        async with self._egress.child(shortcut.name, networked=networked):
            code, said = await sandbox.run(words, self._environment, declared.seconds, box.filtered)
        return ShortcutRun(code, said)

    @property
    def _folder(self) -> Path:
        return self._places.config / "shortcuts"

    def _all(self) -> list[Shortcut]:
        index = read_index(self._environment)
        return [*self.prepared(), *_actions(index, self._environment)]

    def _program(self, shortcut: Shortcut) -> tuple[Path, Declared]:
        """The file and what is declared for it, as they are now. Raises Gone, Refused, Invalid."""
        path = Path(shortcut.key)
        if path.parent != self._folder or not path.exists():
            raise Gone(f"The shortcut {shortcut.name} is no longer there; nothing was run.")
        if problem := _problem(path):
            raise Refused(f"I did not run {shortcut.name}: {problem}.")
        declared = declaration(path)
        if set(declared.allow) != set(shortcut.allows):
            raise Refused(f"What {shortcut.name} may use was changed meanwhile; nothing was run.")
        return path, declared

    async def _start(self, shortcut: Shortcut) -> ShortcutRun:
        entry_id, _, action = shortcut.key.partition("#")
        index = await anyio.to_thread.run_sync(read_index, self._environment)
        entry = index.entries.get(entry_id)
        offered = _offered(entry, self._environment) if entry is not None else {}
        if entry is None or action not in offered:
            raise Gone(f"{shortcut.name} is no longer there; nothing was run.")
        arguments = expand(replace(entry, exec=offered[action][1]))
        home = self._environment.get("HOME", "/")
        await launching.start(arguments, self._environment, entry.folder or home, shortcut.name)
        return ShortcutRun(None)


def _problem(path: Path) -> str:
    """Why the file may not be run, or ""."""
    try:
        status = path.stat()
    except OSError:
        return "it cannot be read"
    if not stat.S_ISREG(status.st_mode):
        return "it is no file"
    if not os.access(path, os.X_OK):
        return f"{path.name} is not executable; `chmod 700` on it mends that"
    if status.st_uid not in (os.geteuid(), 0):
        return f"{path.name} belongs to somebody else"
    if status.st_mode & 0o022:
        mode = f"{stat.S_IMODE(status.st_mode):o}"
        return f"others may change {path.name} (mode {mode}); `chmod 700` on it mends that"
    return ""


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _described(path: Path) -> Shortcut:
    problem = _problem(path)
    try:
        declared = declaration(path)
    except Invalid as bad:
        declared, problem = Declared(), problem or str(bad).rstrip(".")
    spoken = declared.name or path.stem.replace("-", " ").replace("_", " ")
    return Shortcut(spoken, SCRIPT, declared.allow, str(path), problem)


def declaration(path: Path) -> Declared:
    """What the file beside the program declares. Raises Invalid, naming what is wrong."""
    file = path.with_suffix(".toml")
    try:
        data = tomllib.loads(content(file, _DECLARATION_BYTES).decode())
    except FileNotFoundError:
        return Declared()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise Invalid(
            f"{file.name} is no TOML that I can read, so {path.name} was not run."
        ) from problem
    allow, seconds, name = data.get("allow", []), data.get("seconds", SECONDS), data.get("name", "")
    known = isinstance(allow, list) and all(each in GRANTS for each in allow)
    timed = isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS
    if not known or not timed or not isinstance(name, str):
        words = ", ".join(GRANTS)
        raise Invalid(
            f"{file.name} asks for something unknown, so {path.name} was not run;"
            f" allow takes {words}; seconds at most {MOST_SECONDS:.0f}."
        )
    return Declared(tuple(dict.fromkeys(allow)), float(seconds), name.strip())


def _actions(index: Index, environment: Mapping[str, str]) -> list[Shortcut]:
    """What installed applications offer beside being opened."""
    desktops = tuple(filter(None, environment.get("XDG_CURRENT_DESKTOP", "").split(":")))
    return [
        Shortcut(f"{entry.name}: {name}", ACTION, (), f"{entry.id}#{action}")
        for entry in index.entries.values()
        if entry.shown_in(desktops)
        for action, (name, _) in _offered(entry, environment).items()
    ]


def _offered(entry: Entry, environment: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """The entry's actions by id: the name in the person's language, and the command."""
    try:
        text = entry.path.read_text("utf-8", errors="replace")
    except OSError:
        return {}
    if "Actions=" not in text:
        return {}
    found: dict[str, tuple[str, str]] = {}
    suffixes = locale_suffixes(environment)
    parts = dict(groups(text))
    listed = parts.get("Desktop Entry", {}).get("Actions", "").split(";")
    for action in filter(None, listed):
        values = parts.get(f"{_ACTION_GROUP}{action}", {})
        localised = (values.get(f"Name[{suffix}]", "") for suffix in suffixes)
        name = next(filter(None, localised), values.get("Name", ""))
        if name and values.get("Exec"):
            found[action] = (name, values["Exec"])
    return found
