"""The one SQLite file: write-ahead log, named migrations, errors in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread

from pace.core.error import NotSaved, Unavailable
from pace.store.places import private_folder

T = TypeVar("T")

#: Applied in order, once each, by name. Never edited after a release; a change is a new entry.
MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "history",
        """CREATE TABLE turn (
               id TEXT PRIMARY KEY, at TEXT NOT NULL, origin TEXT NOT NULL, heard TEXT NOT NULL,
               lane TEXT NOT NULL, intent TEXT, spoken TEXT NOT NULL, report TEXT NOT NULL);
           CREATE INDEX turn_at ON turn (at);""",
    ),
    (
        "audit",
        """CREATE TABLE audit (
               id INTEGER PRIMARY KEY, at TEXT NOT NULL, subsystem TEXT NOT NULL,
               operation TEXT NOT NULL, target TEXT NOT NULL, outcome TEXT NOT NULL,
               bytes_out INTEGER NOT NULL DEFAULT 0);""",
    ),
    (
        "undo",
        """CREATE TABLE inverse (
               id INTEGER PRIMARY KEY, at TEXT NOT NULL, turn TEXT NOT NULL,
               position INTEGER NOT NULL,
               summary TEXT NOT NULL, call TEXT NOT NULL, precondition TEXT NOT NULL,
               used INTEGER NOT NULL DEFAULT 0);""",
    ),
    (
        "timers",
        """CREATE TABLE timer (
               id TEXT PRIMARY KEY, label TEXT NOT NULL, due TEXT NOT NULL, made TEXT NOT NULL,
               fired INTEGER NOT NULL DEFAULT 0);""",
    ),
    (
        "kept text",
        "CREATE TABLE kept (id INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL);",
    ),
    (
        "lasting acts",
        """CREATE TABLE lasting (
               id INTEGER PRIMARY KEY, at TEXT NOT NULL, turn TEXT NOT NULL,
               position INTEGER NOT NULL, summary TEXT NOT NULL,
               grave INTEGER NOT NULL, after INTEGER NOT NULL);""",
    ),
    (
        "reminders",
        """CREATE TABLE reminder (
               uid TEXT PRIMARY KEY, made TEXT NOT NULL, rung TEXT NOT NULL);""",
    ),
)


_ADVICE = {
    sqlite3.SQLITE_READONLY: "check that I may write there",
    sqlite3.SQLITE_CANTOPEN: "check that I may write there",
    sqlite3.SQLITE_BUSY: "another program holds it, so try again",
    sqlite3.SQLITE_LOCKED: "another program holds it, so try again",
}


@contextmanager
def our_errors(path: Path) -> Iterator[None]:
    """Translate sqlite3's exceptions."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        words = str(problem).rstrip(".")
        if isinstance(problem, sqlite3.OperationalError):
            code = getattr(problem, "sqlite_errorcode", 0) & 0xFF  # the primary code
            advice = _ADVICE.get(code, "free some space and try again")
            raise NotSaved(
                f"I could not use {path.name} ({words}); what was there is kept; {advice}."
            ) from problem
        raise Unavailable(
            f"My file {path.name} cannot be read ({words}); I left it as it is.",
            fix=f"mv {path} {path}.broken",
        ) from problem


#: How often the switch to the write-ahead log is tried while others do the same.
SWITCHES = 20


class Database:
    """Opened on first use. Statements run one at a time in a worker thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._one_at_a_time = anyio.CapacityLimiter(1)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` in one transaction. Raises NotSaved or Unavailable."""

        def transact() -> T:
            with our_errors(self._path):
                connection = self._open()
                with connection:
                    return work(connection)

        return await anyio.to_thread.run_sync(transact, limiter=self._one_at_a_time)

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            private_folder(self._path.parent)
            connection = sqlite3.connect(self._path, timeout=2.0, check_same_thread=False)
            try:
                self._path.chmod(0o600)
                use_write_ahead_log(connection)
                connection.execute("PRAGMA synchronous=FULL")
                migrate(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await anyio.to_thread.run_sync(connection.close, limiter=self._one_at_a_time)


def use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log, though another process may be doing the same.

    SQLite does not wait for a lock when the journal changes its mode, but it does for a
    transaction: so one is waited for, and the switch is tried again.
    """
    for _ in range(SWITCHES):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
        else:
            return
    connection.execute("PRAGMA journal_mode=WAL")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; safe when two processes do it at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
        done = {name for (name,) in connection.execute("SELECT name FROM migration")}
        for name, script in MIGRATIONS:
            if name not in done:
                for statement in script.split(";"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute("INSERT INTO migration VALUES (?)", (name,))
    except BaseException:
        connection.rollback()
        raise
    connection.commit()
