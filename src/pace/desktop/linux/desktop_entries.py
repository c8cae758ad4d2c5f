"""Desktop entries (freedesktop.org, 1.5): what a .desktop file says, and its command line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pace.core.error import Invalid

MAIN_GROUP = "Desktop Entry"

_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_LISTED = re.compile(r"((?:[^\\;]|\\.)*)(?:;|$)")
#: Field codes that stand for what is opened.
_PLACE = re.compile(r"%[fFuU]")
#: Arguments before which an option must come: these, the end of options, flatpak's file markers.
_OPTIONS_END = ("%f", "%F", "%u", "%U", "--", "@@", "@@u")
_DEPRECATED = "dDnNvm"


@dataclass(frozen=True, slots=True)
class Entry:
    """One application entry. `name` is in the person's language, `names` holds the others."""

    id: str
    path: Path
    name: str
    exec: str
    names: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    mime_types: tuple[str, ...] = ()
    try_exec: str = ""
    folder: str = ""
    icon: str = ""
    window_class: str = ""
    terminal: bool = False
    hidden: bool = False
    no_display: bool = False
    only_show_in: tuple[str, ...] = ()
    not_show_in: tuple[str, ...] = ()

    def shown_in(self, desktops: Sequence[str]) -> bool:
        """Whether menus of these desktops (XDG_CURRENT_DESKTOP, in order) list it."""
        if self.no_display:
            return False
        for desktop in desktops:
            if desktop in self.only_show_in:
                return True
            if desktop in self.not_show_in:
                return False
        return not self.only_show_in


def groups(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The groups of a key file in order, each with its raw values; what is no key is skipped."""
    name = ""
    values: dict[str, str] = {}
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("[") and line.endswith("]"):
            if name:
                yield name, values
            name, values = line[1:-1], {}
        elif "=" in line:
            key, _, value = line.partition("=")
            values.setdefault(key.strip(), value.strip())
    if name:
        yield name, values


def parse(text: str, entry_id: str, path: Path, locales: Sequence[str] = ()) -> Entry | None:
    """The entry, or None where the file describes no application that can be started.

    `locales` are the key suffixes to look for, best first (see `locale_suffixes`).
    """
    raw = next((values for name, values in groups(text) if name == MAIN_GROUP), None)
    if raw is None or raw.get("Type", "Application") != "Application":
        return None
    name = _localised(raw, "Name", locales)
    if not name or not (raw.get("Exec") or _true(raw, "Hidden")):
        return None
    command = _unescape(raw.get("Exec", ""))
    others = (
        _unescape(raw.get("Name", "")),
        _localised(raw, "GenericName", locales),
        _unescape(raw.get("GenericName", "")),
    )
    keywords = (
        _listed(_localised_raw(raw, "Keywords", locales)) + _listed(raw.get("Keywords", ""))
    )  # fmt: skip
    return Entry(
        id=entry_id,
        path=path,
        name=name,
        exec=command,
        names=_unique(*(other for other in others if other and other != name)),
        keywords=_unique(*keywords),
        categories=_listed(raw.get("Categories", "")),
        mime_types=_listed(raw.get("MimeType", "")),
        try_exec=_unescape(raw.get("TryExec", "")),
        folder=_unescape(raw.get("Path", "")),
        icon=_localised(raw, "Icon", locales),
        window_class=_unescape(raw.get("StartupWMClass", "")),
        terminal=_true(raw, "Terminal"),
        hidden=_true(raw, "Hidden"),
        no_display=_true(raw, "NoDisplay"),
        only_show_in=_listed(raw.get("OnlyShowIn", "")),
        not_show_in=_listed(raw.get("NotShowIn", "")),
    )


def locale_suffixes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The key suffixes of the person's language, best first: de_AT@euro, de_AT, de@euro, de."""
    chosen = next(
        (environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), ""
    )
    wanted = [*environment.get("LANGUAGE", "").split(":"), chosen]
    suffixes: list[str] = []
    for locale in wanted:
        base, _, modifier = locale.partition("@")
        base = base.partition(".")[0]
        language = base.partition("_")[0]
        if not language or language in ("C", "POSIX"):
            continue
        for stem in (base, language):
            suffixes += [f"{stem}@{modifier}", stem] if modifier else [stem]
    return _unique(*suffixes)


def split_command(command: str) -> list[str]:
    """The arguments of an Exec value, field codes still in them. Raises Invalid.

    The quoting is the specification's own and no shell's: double quotes, inside which a backslash
    escapes a double quote, a backtick, a dollar sign and itself.
    """
    arguments: list[str] = []
    current: list[str] | None = None
    quoted = False
    characters = iter(command)
    for character in characters:
        if quoted and character == "\\":
            following = next(characters, "")
            assert current is not None
            current.append(following if following in '"`$\\' else "\\" + following)
        elif character == '"':
            quoted = not quoted
            current = [] if current is None else current
        elif character.isspace() and not quoted:
            if current is not None:
                arguments.append("".join(current))
            current = None
        else:
            current = [] if current is None else current
            current.append(character)
    if quoted:
        raise Invalid(f"A quotation mark is not closed in the command {command!r}.")
    if current is not None:
        arguments.append("".join(current))
    return arguments


def expand(entry: Entry, targets: Sequence[str] = (), options: Sequence[str] = ()) -> list[str]:
    """The argument list that opens `targets` (URIs or paths) with the entry. Raises Invalid.

    `options` are put where options still count: before the first target, "--" or file marker.
    A command without a place for targets gets them at its end.
    """
    words = split_command(entry.exec)
    if not words or words[0].startswith("%"):
        raise Invalid(f"The entry of {entry.name} names no program to start.")
    if targets and not any(_PLACE.search(word.replace("%%", "")) for word in words):
        words.append("%U" if all("://" in target for target in targets) else "%F")
    ends = (index for index, word in enumerate(words) if index and word in _OPTIONS_END)
    place = next(ends, len(words))
    words[place:place] = [option.replace("%", "%%") for option in options]
    return [argument for word in words for argument in _expand_word(word, entry, targets)]


def _expand_word(word: str, entry: Entry, targets: Sequence[str]) -> list[str]:
    if word == "%F":
        return [_as_path(target) for target in targets]
    if word == "%U":
        return list(targets)
    if word == "%i":
        return ["--icon", entry.icon] if entry.icon else []
    first = targets[0] if targets else ""
    codes = {
        "%%": "%",
        "%f": _as_path(first),
        "%u": first,
        "%c": entry.name,
        "%k": str(entry.path),
        **{f"%{code}": "" for code in _DEPRECATED},
    }
    text = re.sub(r"%.", lambda code: codes.get(code.group(), ""), word)
    return [text] if text or "%" not in word else []


def _as_path(target: str) -> str:
    parts = urlsplit(target)
    return unquote(parts.path) if parts.scheme == "file" else target


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found.group(1), found.group()), value)


def _listed(value: str) -> tuple[str, ...]:
    parts = (part.replace("\\;", ";") for part in _LISTED.findall(value))
    return tuple(_unescape(part).strip() for part in parts if part.strip())


def _localised_raw(raw: Mapping[str, str], key: str, locales: Sequence[str]) -> str:
    keys = (f"{key}[{locale}]" for locale in locales)
    return next((raw[name] for name in keys if name in raw), raw.get(key, ""))


def _localised(raw: Mapping[str, str], key: str, locales: Sequence[str]) -> str:
    return _unescape(_localised_raw(raw, key, locales))


def _true(raw: Mapping[str, str], key: str) -> bool:
    return raw.get(key, "").lower() in ("true", "1")


def _unique(*values: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))
