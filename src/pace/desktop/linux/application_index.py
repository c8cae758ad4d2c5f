"""What is installed and what opens what, read from the folders the XDG specifications name."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pace.core.error import Invalid
from pace.desktop.kinds import KINDS
from pace.desktop.linux.desktop_entries import (
    Entry,
    expand,
    groups,
    locale_suffixes,
    parse,
    split_command,
)
from pace.desktop.ports import Application

WEB = "x-scheme-handler/https"

#: Where packages outside the distribution export entries, also where no profile script says so.
_EXPORTS = (
    "~/.local/share/flatpak/exports/share",
    "/var/lib/flatpak/exports/share",
    "/var/lib/snapd/desktop",
)
#: Programs that start others, so their name says nothing about the application.
_STARTERS = frozenset({
    "sh", "bash", "env", "flatpak", "snap", "python3", "perl", "java", "gjs", "wine", "pkexec",
    "sudo", "soffice", "libreoffice", "xdg-open", "gtk-launch", "gapplication", "exo-open",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Index:
    """Every entry by id, and the person's defaults by MIME type; `stamp` says when it is stale."""

    entries: Mapping[str, Entry]
    applications: tuple[Application, ...]
    defaults: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    removed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    terminal: str | None = None
    browser: str | None = None
    stamp: tuple[tuple[str, int], ...] = ()

    def stale(self) -> bool:
        return self.stamp != _stamp(path for path, _ in self.stamp)

    def default(self, mime: str) -> Entry | None:
        """The handler the person or the distribution chose; declared ones do not count."""
        chosen = (self.entries.get(each) for each in self.defaults.get(mime, ()))
        entry = next((each for each in chosen if each is not None), None)
        if entry is None and mime == WEB and self.browser is not None:
            return self.entries[self.browser]
        return entry

    def handler(self, mime: str) -> Entry | None:
        """What opens a MIME type or scheme: the default, else an entry that declares it."""
        chosen = self.default(mime)
        if chosen is not None:
            return chosen
        removed = self.removed.get(mime, frozenset())
        declared = (
            e for e in self.entries.values() if mime in e.mime_types and e.id not in removed
        )
        return min(declared, key=lambda each: (each.no_display, each.id), default=None)

    def kinds(self) -> dict[str, str]:
        """Kind of application -> the id the person chose for it."""
        chosen = {kind.name: self.default(kind.handles) for kind in KINDS if kind.handles}
        found = {kind: entry.id for kind, entry in chosen.items() if entry is not None}
        return found if self.terminal is None else {**found, "terminal": self.terminal}


def read_index(environment: Mapping[str, str]) -> Index:
    """Read everything; blocking, a few milliseconds for some hundred entries."""
    folders, entries = _read_entries(environment)
    lists = _mimeapps_files(environment)
    terminals = Path(_config_home(environment)) / "xdg-terminals.list"
    stamp = _stamp([*folders, *map(str, lists), str(terminals)])
    defaults, removed = _associations(lists)
    desktops = tuple(filter(None, environment.get("XDG_CURRENT_DESKTOP", "").split(":")))
    search = environment.get("PATH", os.defpath)
    return Index(
        entries=entries,
        applications=tuple(describe(each) for each in entries.values() if each.shown_in(desktops)),
        defaults=defaults,
        removed=removed,
        terminal=_chosen_terminal(terminals, entries)
        or _alternative("x-terminal-emulator", entries, search),
        browser=_alternative("x-www-browser", entries, search),
        stamp=stamp,
    )


def describe(entry: Entry) -> Application:
    """The entry as the port's value; its other names hold its program's and file's too."""
    try:
        command = tuple(expand(entry))
    except Invalid:
        command = ()
    # With options a program is often another face of an application that has an entry of its own.
    program = Path(command[0]).name if len(command) == 1 else ""
    tail = entry.id.rpartition(".")[2]
    called = [name for name in (program, tail) if name and name not in _STARTERS]
    return Application(
        id=entry.id,
        name=entry.name,
        names=tuple(dict.fromkeys(name for name in (*entry.names, *called) if name != entry.name)),
        categories=entry.categories,
        command=command,
        window_class=entry.window_class,
        keywords=entry.keywords,
    )


def _read_entries(environment: Mapping[str, str]) -> tuple[list[str], dict[str, Entry]]:
    """All folders looked into, and the entries whose program is there; the first of an id wins."""
    locales = locale_suffixes(environment)
    search = environment.get("PATH", os.defpath)
    folders: list[str] = []
    entries: dict[str, Entry | None] = {}
    for root in _application_folders(environment):
        folders.append(str(root))
        for folder, names, files in os.walk(root):
            names.sort()
            folders += [str(Path(folder) / name) for name in names]
            for file in sorted(files):
                path = Path(folder) / file
                entry_id = str(path.relative_to(root)).replace("/", "-").removesuffix(".desktop")
                if path.suffix != ".desktop" or entry_id in entries:
                    continue
                entry = _read_entry(path, entry_id, locales)
                entries[entry_id] = entry if entry and _runs(entry, search) else None
    return folders, {key: entry for key, entry in entries.items() if entry is not None}


def _read_entry(path: Path, entry_id: str, locales: Sequence[str]) -> Entry | None:
    try:
        return parse(path.read_text("utf-8", errors="replace"), entry_id, path, locales)
    except OSError:
        return None


def _runs(entry: Entry, search: str) -> bool:
    programs = (_program(entry), entry.try_exec or _program(entry))
    return not entry.hidden and all(shutil.which(each, path=search) for each in programs)


def _program(entry: Entry) -> str:
    try:
        words = split_command(entry.exec)
    except Invalid:
        return ""
    return words[0] if words else ""


def _application_folders(environment: Mapping[str, str]) -> list[Path]:
    exports = (each.replace("~", _home(environment), 1) for each in _EXPORTS)
    roots = [_data_home(environment), *_data_folders(environment), *exports]
    return [Path(root) / "applications" for root in dict.fromkeys(roots)]


def _mimeapps_files(environment: Mapping[str, str]) -> list[Path]:
    """The lists of defaults, the person's first, each desktop's own before the general one."""
    configs = environment.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    data = [_data_home(environment), *_data_folders(environment)]
    folders = [
        *map(Path, (_config_home(environment), *configs.split(":"))),
        *(Path(each) / "applications" for each in data),
    ]
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    names = [*(f"{each}-mimeapps.list" for each in desktops if each), "mimeapps.list"]
    return [folder / name for folder in folders for name in [*names, "defaults.list"]]


def _associations(
    lists: Sequence[Path],
) -> tuple[dict[str, tuple[str, ...]], dict[str, frozenset[str]]]:
    """Defaults and removed associations by MIME type; an earlier list comes first."""
    defaults: dict[str, tuple[str, ...]] = {}
    removed: dict[str, frozenset[str]] = {}
    for path in lists:
        try:
            text = path.read_text("utf-8", errors="replace")
        except OSError:
            continue
        for group, values in groups(text):
            for mime, value in values.items():
                ids = tuple(each.strip().removesuffix(".desktop") for each in value.split(";"))
                if group == "Default Applications":
                    defaults[mime] = defaults.get(mime, ()) + ids
                elif group == "Removed Associations":
                    removed[mime] = removed.get(mime, frozenset()) | set(ids)
    return defaults, removed


def _chosen_terminal(path: Path, entries: Mapping[str, Entry]) -> str | None:
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    ids = (re.sub(r"\.desktop(:.*)?$", "", line.strip()) for line in lines)
    return next((each for each in ids if each in entries), None)


def _alternative(program: str, entries: Mapping[str, Entry], search: str) -> str | None:
    """The entry of the distribution's alternative for a program name (Debian), or None."""
    found = shutil.which(program, path=search)
    if found is None:
        return None
    real = os.path.realpath(found)
    for entry in entries.values():
        own = shutil.which(_program(entry), path=search)
        if own and os.path.realpath(own) == real and not entry.no_display:
            return entry.id
    return None


def _stamp(paths: Sequence[str] | Iterator[str]) -> tuple[tuple[str, int], ...]:
    def changed(path: str) -> int:
        try:
            return os.stat(path).st_mtime_ns  # noqa: PTH116 - hundreds of them, each turn
        except OSError:
            return 0

    return tuple((path, changed(path)) for path in paths)


def _home(environment: Mapping[str, str]) -> str:
    return environment.get("HOME") or str(Path.home())


def _data_home(environment: Mapping[str, str]) -> str:
    return environment.get("XDG_DATA_HOME") or f"{_home(environment)}/.local/share"


def _config_home(environment: Mapping[str, str]) -> str:
    return environment.get("XDG_CONFIG_HOME") or f"{_home(environment)}/.config"


def _data_folders(environment: Mapping[str, str]) -> list[str]:
    return (environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
