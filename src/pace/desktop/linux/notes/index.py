"""Which notes have which words: a full-text index beside the notes, rebuilt whenever it is lost.

Files are told changed by time and size, so what another program wrote is found too. The index is
only a cache: when it cannot be used, one in memory serves. All of it blocks.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pace.core.error import NotSaved, PaceError, Unavailable
from pace.desktop.linux.notes.files import LARGEST
from pace.desktop.markdown import ENDINGS, body_of, file_name, fold, title_of
from pace.desktop.plain_files import content
from pace.store.places import private_folder

#: How many files are indexed, how much of one, in bytes, and how many are looked at by name.
MOST_FILES = 50_000
INDEXED = 1_000_000
MOST_NAMES = 1_000_000
#: Shorter runs of letters than this are not in a trigram index.
TRIGRAM = 3
#: Words of a query that count.
MOST_WORDS = 12

_SCHEMA = """
CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, size INTEGER NOT NULL,
    title TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, body, tokenize='trigram');
"""


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was found: its path below the folder, and its title."""

    path: str
    title: str


class Index:
    """The index of one folder, in a file of its own or in memory."""

    def __init__(self, folder: Path, file: Path, most: int = MOST_FILES) -> None:
        self._folder = folder
        self._file = file
        self._most = most

    def search(self, query: str, limit: int) -> list[Hit]:
        """Notes with every word in title or body, those with them in the title first."""
        words = list(dict.fromkeys(re.findall(r"\w+", fold(query))))[:MOST_WORDS]
        if not words:
            return []
        with self._current() as base:
            return _found(base, words, limit)

    def titled(self, title: str) -> list[Hit]:
        """Notes of that title, the one changed last first; then files of that name that are not
        in the index, whatever they hold."""
        wanted = fold(title)
        with self._current() as base:
            rows = base.execute(
                "SELECT file.path, file.title FROM file JOIN words ON words.rowid = file.id"
                " WHERE words.title = ? ORDER BY file.time DESC, file.path",
                (wanted,),
            )
            found = [Hit(*row) for row in rows]
            known = {path for (path,) in base.execute("SELECT path FROM file")}
        return [*found, *self._named(title, known)]

    def left_out(self) -> int:
        """How many files a search does not look through, or not to their end."""
        files = list(self._files())
        whole = sum(size <= INDEXED for _, _, size in files if size <= LARGEST)
        return len(files) - min(whole, self._most)

    def _named(self, title: str, known: set[str]) -> Iterator[Hit]:
        """Files whose name is the title's, also with a number that tells them apart, but those
        that are known."""
        stems = {fold(title), fold(Path(file_name(title)).stem)}
        for path in (path for path, _, _ in self._files() if path not in known):
            stem = fold(Path(path).stem)
            bare, _, number = stem.rpartition(" ")
            if stem in stems:
                yield Hit(path, title)
            elif number.isdecimal() and bare in stems:
                yield Hit(path, stem)

    @contextlib.contextmanager
    def _current(self) -> Iterator[sqlite3.Connection]:
        """The index as the folder now is; one in memory when the file cannot be used."""
        with contextlib.closing(self._opened()) as base:
            try:
                self._catch_up(base)
            except sqlite3.Error:
                with contextlib.suppress(OSError):
                    self._file.unlink(missing_ok=True)
            else:
                yield base
                return
        with contextlib.closing(sqlite3.connect(":memory:")) as base:
            base.executescript(_SCHEMA)
            self._catch_up(base)
            yield base

    def _opened(self) -> sqlite3.Connection:
        try:
            private_folder(self._file.parent)
            base = sqlite3.connect(self._file, timeout=2.0)
        except (NotSaved, sqlite3.Error):
            base = sqlite3.connect(":memory:")
        with contextlib.suppress(sqlite3.Error):  # a broken file shows itself in `_catch_up`
            base.execute("PRAGMA journal_mode = WAL")
            base.execute("PRAGMA synchronous = OFF")
            base.executescript(_SCHEMA)
        return base

    def _catch_up(self, base: sqlite3.Connection) -> None:
        known = {
            path: (number, time, size)
            for number, path, time, size in base.execute("SELECT id, path, time, size FROM file")
        }
        with base:
            proper = (each for each in self._files() if each[2] <= LARGEST)
            for path, time, size in islice(proper, self._most):
                number, *stamp = known.pop(path, (None, 0, 0))
                if number is None or stamp != [time, size]:
                    self._take(base, path, time, size, number)
            for number, *_ in known.values():
                _drop(base, number)

    def _take(
        self, base: sqlite3.Connection, path: str, time: int, size: int, number: int | None
    ) -> None:
        try:
            text = content(self._folder / path, INDEXED).decode("utf-8", "replace")
        except OSError:
            text = ""
        if number is not None:
            _drop(base, number)
        title = title_of(text, Path(path).stem)
        row = base.execute(
            "INSERT INTO file (path, time, size, title) VALUES (?, ?, ?, ?)",
            (path, time, size, title),
        )
        base.execute(
            "INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)",
            (row.lastrowid, fold(title), fold(body_of(text))),
        )

    def _files(self) -> Iterator[tuple[str, int, int]]:
        """Every note below the folder: its path there, time and size. Links lead nowhere."""
        left = MOST_NAMES
        waiting = [""]
        while waiting:
            below = waiting.pop()
            try:
                entries = list(os.scandir(self._folder / below))
            except (FileNotFoundError, PermissionError, NotADirectoryError):
                continue
            except OSError as problem:
                raise _cannot(problem) from problem
            for entry in entries:
                name = entry.name
                if name.startswith(".") or entry.is_symlink() or not _is_text(name):
                    continue
                path = f"{below}/{name}" if below else name
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif name.lower().endswith(ENDINGS) and (stamp := _stamp(entry)):
                    left -= 1
                    if left < 0:
                        return
                    yield path, *stamp


def _stamp(entry: os.DirEntry[str]) -> tuple[int, int] | None:
    """When it was changed and how long it is; None for what is no note."""
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None


def _is_text(name: str) -> bool:
    """Whether a name can be kept as text: one that is no UTF-8 cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _cannot(problem: OSError) -> PaceError:
    return Unavailable(f"I cannot read the notes ({problem.strerror}); nothing was changed.")


def _drop(base: sqlite3.Connection, number: int) -> None:
    base.execute("DELETE FROM file WHERE id = ?", (number,))
    base.execute("DELETE FROM words WHERE rowid = ?", (number,))


def _found(base: sqlite3.Connection, words: Sequence[str], limit: int) -> list[Hit]:
    """Long words are looked up in the index; short ones are looked for in what that leaves."""
    long = [word for word in words if len(word) >= TRIGRAM]
    conditions: list[str] = []
    given: list[str | int] = []
    if long:
        conditions.append("words MATCH ?")
        given.append(" ".join(f'"{word}"' for word in long))
    for word in words:
        if len(word) < TRIGRAM:
            conditions.append("(instr(words.title, ?) OR instr(words.body, ?))")
            given += [word, word]
    titled = " AND ".join("instr(words.title, ?)" for _ in words)
    given += [*words, limit]
    rows = base.execute(
        "SELECT file.path, file.title FROM words JOIN file ON file.id = words.rowid"  # noqa: S608
        f" WHERE {' AND '.join(conditions)}"
        f" ORDER BY ({titled}) DESC, file.time DESC, file.path LIMIT ?",
        given,
    )
    return [Hit(*row) for row in rows]
