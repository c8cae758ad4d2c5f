"""Which tools of which servers the person allowed, as they were then.

Pace's catalogue has these and no others, so that it changes between turns only, and never because
a server says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pace.store.files import write_atomically
from pace.tools.mcp.config import Server
from pace.tools.mcp.offered import Offer, Offered, vetted

_LARGEST = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Allowed:
    """What was allowed of one server; `fingerprint` is the program it was allowed for."""

    fingerprint: str
    tools: Mapping[str, Offered] = field(default_factory=dict)


class Approvals:
    """Reads and replaces the file. What cannot be read counts as never allowed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: tuple[tuple[int, int], dict[str, Allowed]] | None = None

    @property
    def stamp(self) -> tuple[int, int]:
        """Changes when the file does."""
        return stamp(self._path)

    def of(self, server: Server) -> Mapping[str, Offered] | None:
        """The tools allowed of this very program, or None when it was never allowed."""
        allowed = self._read().get(server.name.lower())
        if allowed is None or allowed.fingerprint != server.fingerprint:
            return None
        return allowed.tools

    def allow(self, server: Server, offer: Offer) -> None:
        """All that the server offers now. Raises NotSaved."""
        self._put(server, dict(offer.tools))

    def allow_one(self, server: Server, tool: Offered) -> None:
        """This tool as it is now, beside what was allowed. Raises NotSaved."""
        self._put(server, {**(self.of(server) or {}), tool.name: tool})

    def withdraw(self, server: Server, tool: str) -> None:
        """What was allowed of this tool no longer holds. Raises NotSaved."""
        kept = dict(self.of(server) or {})
        if kept.pop(tool, None) is not None:
            self._put(server, kept)

    def forget(self, server: str) -> None:
        """Nothing of this server is allowed any more. Raises NotSaved."""
        whole = self._read()
        if whole.pop(server.lower(), None) is not None:
            self._write(whole)

    def _put(self, server: Server, tools: Mapping[str, Offered]) -> None:
        self._write({**self._read(), server.name.lower(): Allowed(server.fingerprint, tools)})

    def _read(self) -> dict[str, Allowed]:
        now = self.stamp
        if self._known is None or self._known[0] != now:
            self._known = (now, self._decoded())
        return dict(self._known[1])

    def _decoded(self) -> dict[str, Allowed]:
        try:
            with self._path.open("rb") as file:
                raw = json.loads(file.read(_LARGEST))
            return {
                name: Allowed(str(entry["fingerprint"]), _tools(name, entry["tools"]))
                for name, entry in raw["servers"].items()
            }
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return {}

    def _write(self, whole: Mapping[str, Allowed]) -> None:
        servers = {
            name: {
                "fingerprint": allowed.fingerprint,
                "tools": {key: tool.plain() for key, tool in sorted(allowed.tools.items())},
            }
            for name, allowed in sorted(whole.items())
        }
        write_atomically(self._path, json.dumps({"servers": servers}, ensure_ascii=False, indent=1))


def _tools(server: str, entries: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Offered]:
    """What was written is looked at again, but for its schemas: they wait for a call."""
    listed = [
        {"name": name, "description": one["description"], "inputSchema": one["schema"]}
        for name, one in entries.items()
    ]
    return vetted(server, listed, checked=True).tools


def stamp(path: Path) -> tuple[int, int]:
    """Changes when the file does."""
    try:
        seen = path.stat()
    except OSError:
        return (0, 0)
    return (seen.st_mtime_ns, seen.st_size)
