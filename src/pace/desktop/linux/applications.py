"""Applications: found by spoken name among the desktop entries, started, and given URIs to open."""

from __future__ import annotations

import mimetypes
import os
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

import anyio
import anyio.to_thread

from pace.core.error import Gone, Invalid, Refused, Unavailable
from pace.desktop.linux import launching
from pace.desktop.linux.application_index import Index, describe, read_index
from pace.desktop.linux.desktop_entries import Entry, expand
from pace.desktop.ports import Application, Probe
from pace.desktop.spoken_names import Known, known, match

SCHEMES = ("http", "https", "file", "mailto", "sms")
#: Schemes that only a program which declares them may take, and what takes them.
_DECLARED = {
    "mailto": ("mail", "apt-get install thunderbird"),
    "sms": ("text messages", "install a program for them"),
}
_FALLBACK = "xdg-open"
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def _no_more(_: Application) -> Sequence[str]:
    return ()


class DesktopEntries:
    """The applications whose .desktop files are installed.

    `environment` is where folders, language and PATH are read and what programs are started with;
    without one it is the process's own. `extra_arguments` adds options to an application. A
    program that ends with an error within `watched` seconds has failed to start.
    """

    provides = "applications"
    rank = 10

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        extra_arguments: Callable[[Application], Sequence[str]] = _no_more,
        *,
        watched: float = launching.INSTANT,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._extra_arguments = extra_arguments
        self._watched = watched
        self._index: Index | None = None
        self._names: tuple[Known, ...] = ()
        self._reading = anyio.Lock()

    def available(self) -> str:
        return ""

    async def probe(self) -> Probe:
        index = await self._current()
        web = index.handler("x-scheme-handler/https")
        count = len(index.applications)
        if not count:
            return Probe(False, "Found no application.", "install desktop applications")
        opens = f"web pages open in {web.name}" if web else "nothing opens web pages"
        return Probe(web is not None, f"Found {count} applications; {opens}.",
                     "" if web else "install a browser, such as firefox")  # fmt: skip

    async def installed(self) -> Sequence[Application]:
        return (await self._current()).applications

    async def find(self, spoken: str) -> Sequence[tuple[Application, float]]:
        index = await self._current()
        return match(spoken, self._names, index.kinds())

    async def launch(self, application: Application, arguments: Sequence[str] = ()) -> int:
        """Start it; `arguments` are files or URIs to open, never options.

        Raises Gone when it is no longer installed, Invalid for an argument that looks like an
        option or has a scheme that `open_uri` refuses, Unavailable when it does not start.
        """
        index = await self._current()
        entry = index.entries.get(application.id)
        if entry is None:
            raise Gone(f"{application.name} is no longer installed.")
        for argument in arguments:
            if argument.startswith("-") or "\0" in argument:
                raise Invalid(f"{application.name} cannot open {argument!r}.")
            if _SCHEME.match(argument):
                checked(argument)
        return await self._start(index, entry, arguments)

    async def open_uri(self, uri: str) -> str:
        """Open an http, https, file, mailto or sms URI; the name of what takes it.

        Raises Invalid for any other scheme, Gone for a file that is not there, Refused for a file
        that would be run, Unavailable when nothing opens it.
        """
        parts = checked(uri)
        index = await self._current()
        entry = index.handler(await anyio.to_thread.run_sync(_mime, parts))
        if entry is not None:
            await self._start(index, entry, [uri])
            return entry.name
        if parts.scheme in _DECLARED:
            what, fix = _DECLARED[parts.scheme]
            raise Unavailable(f"No program here takes {what}, so none was opened.", fix=fix)
        fallback = shutil.which(_FALLBACK, path=self._search)
        if fallback is None:
            raise Unavailable(
                f"Nothing is installed that opens {parts.scheme} links, so nothing was opened.",
                fix="install a browser, such as firefox",
            )
        await self._run([fallback, uri], self._home, "The link")
        return "the default application"

    async def handler(self, kind: str) -> Application | None:
        entry = (await self._current()).handler(kind)
        return None if entry is None else describe(entry)

    @property
    def _search(self) -> str:
        return self._environment.get("PATH", os.defpath)

    @property
    def _home(self) -> str:
        return self._environment.get("HOME", "/")

    async def _current(self) -> Index:
        async with self._reading:
            if self._index is None or self._index.stale():
                self._index = await anyio.to_thread.run_sync(read_index, self._environment)
                self._names = known(self._index.applications)
            return self._index

    async def _start(self, index: Index, entry: Entry, targets: Sequence[str]) -> int:
        plain = expand(entry)
        program = shutil.which(plain[0], path=self._search)
        options = [
            *launching.accessibility_options(entry.id, program, as_root=os.geteuid() == 0),
            *self._extra_arguments(describe(entry)),
        ]
        arguments = expand(entry, targets, options)
        if entry.terminal:
            arguments = [*self._terminal(index, entry), *arguments]
        return await self._run(arguments, entry.folder or self._home, entry.name)

    async def _run(self, arguments: Sequence[str], folder: str, name: str) -> int:
        return await launching.start(arguments, self._environment, folder, name, self._watched)

    def _terminal(self, index: Index, entry: Entry) -> list[str]:
        """The words that run a command in the person's terminal, or in any that is there."""
        chosen = index.entries.get(index.terminal or "")
        preferred = Path(expand(chosen)[0]).name if chosen else ""
        known = sorted(launching.TERMINALS, key=lambda each: each[0] != preferred)
        for program, words in known:
            found = shutil.which(program, path=self._search)
            if found is not None:
                return [found, *words]
        raise Unavailable(
            f"{entry.name} runs in a terminal and none is installed, so it was not started.",
            fix="install a terminal, such as xterm",
        )


def checked(uri: str) -> SplitResult:
    """The parts of a URI that may be opened. Raises Invalid."""
    if any(character.isspace() or not character.isprintable() for character in uri):
        raise Invalid("The address has blanks or control characters in it; nothing was opened.")
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise Invalid("The address cannot be read; nothing was opened.") from error
    if parts.scheme not in SCHEMES:
        raise Invalid(f"Pace opens web, mail and file addresses, not {parts.scheme or 'that'}.")
    if parts.scheme in ("http", "https") and not parts.hostname:
        raise Invalid("The web address names no site; nothing was opened.")
    if parts.scheme == "file" and parts.netloc not in ("", "localhost"):
        raise Invalid("The file is on another machine; nothing was opened.")
    return parts


def _mime(parts: SplitResult) -> str:
    """What a handler is looked up by: the scheme, or the type of an existing file."""
    if parts.scheme != "file":
        return f"x-scheme-handler/{parts.scheme}"
    path = Path(unquote(parts.path))
    try:
        if path.is_dir():
            return "inode/directory"
        runs = path.suffix == ".desktop" or os.access(path, os.X_OK)
        there = path.exists()
    except (OSError, ValueError) as error:
        raise Gone(f"{path.name} cannot be read, so nothing was opened.") from error
    if not there:
        raise Gone(f"{path.name} is not there, so nothing was opened.")
    if runs:
        raise Refused(f"{path.name} is a program, and Pace does not run files.")
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
