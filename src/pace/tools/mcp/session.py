"""The servers that run: started at first use, kept, started again with growing pauses, ended with
Pace. Everything the SDK raises is made a sentence here."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from pace.core.error import Invalid, PaceError, TimedOut, Unavailable
from pace.tools.mcp.cleaning import line
from pace.tools.mcp.config import Server
from pace.tools.mcp.offered import MOST
from pace.tools.mcp.wire import Flow, Program, as_written, pipe

if TYPE_CHECKING:
    from mcp import Client

log = logging.getLogger(__name__)

#: Bounds in seconds. Starting may fetch a package first.
CONNECT_SECONDS, FETCH_SECONDS, LIST_SECONDS, CALL_SECONDS = 15.0, 90.0, 15.0, 60.0
#: After the second failure in a row it waits 1 s, then twice as long each time, up to this.
LONGEST_PAUSE = 60.0
#: A list of tools has at most so many pages, and is looked at anew after so long.
MOST_PAGES, FRESH_SECONDS = 20, 30.0
#: Where the SDK logs what servers send, and how much of that is let through for one start.
SDK_LOGGERS = ("client", "mcp.client.client", "mcp.client.session", "mcp.shared.jsonrpc_dispatcher")
MOST_RECORDS = 20


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long each step may take."""

    connect: float = CONNECT_SECONDS
    fetch: float = FETCH_SECONDS
    list: float = LIST_SECONDS
    call: float = CALL_SECONDS


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool of a server gave: plain JSON content, and whether it says that it failed."""

    content: tuple[Mapping[str, Any], ...]
    structured: Any = None
    is_error: bool = False


@dataclass(slots=True)
class _Entry:
    """One server that runs, or did."""

    server: Server
    flow: Flow = field(default_factory=Flow)
    ready: anyio.Event = field(default_factory=anyio.Event)
    over: anyio.Event = field(default_factory=anyio.Event)
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    client: Client | None = None
    problem: PaceError | None = None
    listed: list[Any] | None = None
    listed_at: float = 0.0
    changed: bool = False


@dataclass(slots=True)
class _Pauses:
    failures: int = 0
    until: float = 0.0


class Pool:
    """Keeps at most one process per server."""

    def __init__(self, tasks: anyio.abc.TaskGroup, logs: Path, bounds: Bounds) -> None:
        self._tasks = tasks
        self._logs = logs
        self._bounds = bounds
        self._entries: dict[str, _Entry] = {}
        self._pauses: dict[str, _Pauses] = {}
        self._starting: dict[str, anyio.Lock] = {}

    def running(self, server: Server) -> bool:
        """Whether it runs and can be asked."""
        entry = self._entries.get(server.name)
        return entry is not None and entry.server == server and _alive(entry)

    async def start(
        self, server: Server, prepare: Callable[[], Awaitable[Program]], *, fetches: bool
    ) -> None:
        """See that it runs. Raises Unavailable and TimedOut."""
        async with self._starting.setdefault(server.name, anyio.Lock()):
            if self.running(server):
                return
            if (old := self._entries.pop(server.name, None)) is not None:
                await _ended(old)
            self._may_start(server)
            program = await prepare()
            entry = _Entry(server)
            self._entries[server.name] = entry
            within = self._bounds.fetch if fetches else self._bounds.connect
            self._tasks.start_soon(self._serve, entry, program, within)
            try:
                await entry.ready.wait()
            except anyio.get_cancelled_exc_class():
                entry.scope.cancel()
                raise
            if entry.client is None:
                await entry.over.wait()
                raise entry.problem or Unavailable(f"{server.name} ended at once.")

    async def stop(self, name: str) -> None:
        """End it, if it runs."""
        if (entry := self._entries.pop(name, None)) is not None:
            await _ended(entry)

    async def tools(self, server: Server) -> list[Any]:
        """All that it lists, as it wrote it. Raises Unavailable, TimedOut and Invalid."""
        import mcp_types as types

        entry = self._entry(server)
        fresh = anyio.current_time() - entry.listed_at < FRESH_SECONDS
        if entry.listed is not None and fresh and not entry.changed:
            return entry.listed
        entry.changed = False
        found: list[Any] = []
        seen: set[str | None] = set()
        cursor: str | None = None
        async with self._asking(entry, self._bounds.list, "list its tools") as client:
            while cursor not in seen and len(seen) < MOST_PAGES and len(found) <= MOST:
                seen.add(cursor)
                page = await client.session.send_request(
                    types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor)),
                    types.ListToolsResult,
                )
                found += [as_written(tool.meta) for tool in page.tools]
                cursor = page.next_cursor
                if cursor is None:
                    break
        entry.listed, entry.listed_at = found, anyio.current_time()
        return found

    async def call(self, server: Server, tool: str, arguments: Mapping[str, Any]) -> Answer:
        """Use one of its tools. Raises Unavailable, TimedOut and Invalid.

        What it gives is not held against its own description of it: that would run its patterns.
        """
        import mcp_types as types

        entry = self._entry(server)
        async with self._asking(entry, self._bounds.call, f"do {tool}") as client:
            given = await client.session.send_request(
                types.CallToolRequest(
                    params=types.CallToolRequestParams(name=tool, arguments=dict(arguments))
                ),
                types.CallToolResult,
            )
            content = tuple(
                part.model_dump(mode="json", by_alias=True, exclude_none=True)
                for part in given.content
            )
        self._pauses.pop(server.name, None)
        return Answer(content, given.structured_content, bool(given.is_error))

    def _entry(self, server: Server) -> _Entry:
        entry = self._entries.get(server.name)
        if entry is None or not _alive(entry):
            raise Unavailable(f"{server.name} has ended; ask again to start it anew.")
        return entry

    def _may_start(self, server: Server) -> None:
        pauses = self._pauses.get(server.name)
        left = 0.0 if pauses is None else pauses.until - anyio.current_time()
        if pauses is not None and left > 0:
            raise Unavailable(
                f"The MCP server {server.name} failed {pauses.failures} times in a row, so I wait"
                f" {left:.0f} s before I start it again; its log is"
                f" {self._log(server)}."
            )

    def _failed(self, server: Server) -> None:
        pauses = self._pauses.setdefault(server.name, _Pauses())
        pauses.failures += 1
        if pauses.failures > 1:
            pause = min(LONGEST_PAUSE, 2.0 ** min(pauses.failures - 2, 10))
            pauses.until = anyio.current_time() + pause

    def _log(self, server: Server) -> Path:
        return self._logs / f"{server.name.lower()}.log"

    async def _serve(self, entry: _Entry, program: Program, within: float) -> None:
        """Own the process and the session, from start to end, in one task."""
        from mcp import Client
        from mcp_types import Implementation

        from pace import __version__

        name = entry.server.name

        async def note(message: object) -> None:
            entry.changed |= type(message).__name__ == "ToolListChangedNotification"

        try:
            with (
                entry.scope,
                _few_records(),
                _as_sentence(name, entry.flow, self._log(entry.server)),
            ):
                entry.scope.deadline = anyio.current_time() + within
                async with Client(
                    pipe(program, entry.flow),
                    client_info=Implementation(name="Pace", version=__version__),
                    message_handler=note,
                    cache=None,
                ) as client:
                    entry.scope.deadline = float("inf")
                    entry.client = client
                    entry.ready.set()
                    await entry.flow.ended.wait()
            if entry.client is None:
                entry.problem = _silent(name, within, entry.flow)
        except PaceError as problem:
            entry.problem = _gave_up(name, entry.flow) or problem
        finally:
            if not entry.scope.cancel_called or entry.client is None:
                self._failed(entry.server)
            entry.over.set()
            entry.ready.set()

    @asynccontextmanager
    async def _asking(self, entry: _Entry, seconds: float, what: str) -> AsyncIterator[Client]:
        """A bounded exchange; a server that does not answer in time is ended."""
        name = entry.server.name
        assert entry.client is not None
        entry.flow.renew()
        try:
            with anyio.fail_after(seconds), _as_sentence(name, entry.flow, self._log(entry.server)):
                yield entry.client
        except TimeoutError:
            entry.scope.cancel()
            self._failed(entry.server)
            raise TimedOut(
                f"The MCP server {name} did not {what} within {seconds:.0f} s, so I ended it;"
                " it may have done a part of it."
            ) from None
        except PaceError as problem:
            raise _gave_up(name, entry.flow) or problem from problem


class _Few(logging.Filter):
    """Lets the first records through: a server can make the SDK log one for each of its lines."""

    def __init__(self) -> None:
        super().__init__()
        self._left = MOST_RECORDS

    def filter(self, record: logging.LogRecord) -> bool:
        self._left -= 1
        return self._left >= 0 or record.levelno >= logging.CRITICAL


@contextmanager
def _few_records() -> Iterator[None]:
    few = _Few()
    for name in SDK_LOGGERS:
        logging.getLogger(name).addFilter(few)
    try:
        yield
    finally:
        for name in SDK_LOGGERS:
            logging.getLogger(name).removeFilter(few)


@asynccontextmanager
async def pool(logs: Path, bounds: Bounds = Bounds()) -> AsyncIterator[Pool]:  # frozen
    """Servers that end when this does."""
    try:
        async with anyio.create_task_group() as tasks:
            try:
                yield Pool(tasks, logs, bounds)
            finally:
                tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:  # what was raised around us, and not by a server
            raise group.exceptions[0] from group.exceptions[0].__cause__
        raise


def _alive(entry: _Entry) -> bool:
    return entry.client is not None and not entry.over.is_set() and not entry.flow.ended.is_set()


async def _ended(entry: _Entry) -> None:
    entry.scope.cancel()
    await entry.over.wait()


def _gave_up(name: str, flow: Flow) -> PaceError | None:
    if not flow.why:
        return None
    return Unavailable(f"I ended the MCP server {name}, because {flow.why}.")


def _silent(name: str, within: float, flow: Flow) -> PaceError:
    return _gave_up(name, flow) or TimedOut(
        f"The MCP server {name} did not answer within {within:.0f} s, so I ended it."
    )


@contextmanager
def _as_sentence(name: str, flow: Flow, log_file: Path) -> Iterator[None]:
    """What the SDK and the pipe raise, as the error tree."""
    from mcp.shared.exceptions import MCPError

    try:
        try:
            yield
        except BaseExceptionGroup as group:
            if isinstance(one := _first(group), Exception):
                raise one from group
            raise
    except MCPError as problem:
        if flow.ended.is_set():  # its own errors may have the code of a closed connection
            raise Unavailable(
                f"The MCP server {name} ended before it answered; its log is {log_file}."
            ) from problem
        said = line(str(problem.message), 200)
        raise Invalid(f"The MCP server {name} refused: {problem.code}: {said}") from problem
    except (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream) as problem:
        raise Unavailable(f"The MCP server {name} ended; its log is {log_file}.") from problem
    except (PaceError, TimeoutError):
        raise
    except OSError as problem:
        why = problem.strerror or "the system refused"
        raise Unavailable(f"I could not start the MCP server {name} ({why}).") from problem
    except (ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError,
            RuntimeError, TypeError, ValueError) as problem:  # fmt: skip
        log.info("%s answered what cannot be read: %s", name, type(problem).__name__)
        raise Unavailable(
            f"The MCP server {name} answered with something I cannot read."
        ) from problem


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner
