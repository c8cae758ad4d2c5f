"""Which MCP servers the person has configured: two places, two spellings, read anew at each use."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pace.core.error import Invalid
from pace.tools.mcp.known import reaches_out

#: The two spellings of the root key; the first one is preferred when reading.
ROOTS = ("servers", "mcpServers")
#: A file larger than this is no configuration.
LARGEST = 1024 * 1024

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Server:
    """One entry: what to start. An empty value of `env` is looked up in the keyring.

    `networked` says whether it may reach beyond this machine; what is not known does.
    """

    name: str
    command: str
    args: tuple[str, ...] = ()
    cwd: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    networked: bool = True

    @property
    def fingerprint(self) -> str:
        """Changes when another program would be started under the name."""
        what = [self.command, list(self.args), self.cwd, sorted(self.env)]
        return sha256(json.dumps(what).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Configured:
    """The servers, the file they are in (or would be), and what was left out, as sentences."""

    path: Path
    servers: Mapping[str, Server] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def named(self, name: str) -> Server | None:
        """The server of that name; case does not matter."""
        return self.servers.get(name.strip().lower())


def files(config: Path, home: Path) -> tuple[Path, Path]:
    """Where a configuration may be, the usual place first."""
    return config / "mcp-servers.json", home / ".pace" / "mcp-servers.json"


def configured(places: tuple[Path, ...]) -> Configured:
    """The first file that can be read and names a server."""
    problems: list[str] = []
    for path in places:
        try:
            root = document(path)
        except Invalid as problem:
            problems.append(str(problem))
            continue
        servers, wrong = _servers(root, path)
        problems += wrong
        if servers:
            return Configured(path, servers, tuple(problems))
    return Configured(places[0], {}, tuple(problems))


def document(path: Path) -> dict[str, Any]:
    """The file as it is, empty when there is none. Raises Invalid, and the file is kept."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise Invalid(
            f"I cannot read {path} ({problem.strerror}); nothing in it was changed; check who"
            " may read it."
        ) from problem
    if not raw.strip():
        return {}
    why, root = _decoded(raw)
    if why:
        raise Invalid(
            f"{path} is not usable JSON ({why}); it is kept as it is; mend it or move it away."
        )
    return root


def _decoded(raw: bytes) -> tuple[str, dict[str, Any]]:
    """Why it is not usable, or "" and the object."""
    if len(raw) > LARGEST:
        return "it is larger than 1 MB", {}
    try:
        root = json.loads(raw.decode("utf-8-sig"))
    except RecursionError:
        return "it is nested too deep", {}
    except ValueError as problem:
        return str(problem), {}
    return ("", root) if isinstance(root, dict) else ("it is no JSON object", {})


def _servers(root: Mapping[str, Any], path: Path) -> tuple[dict[str, Server], list[str]]:
    found: dict[str, Server] = {}
    problems: list[str] = []
    for key in ROOTS:
        entries = root.get(key)
        if not isinstance(entries, dict) or not entries:
            continue
        for name, entry in entries.items():
            shown = str(name).encode("unicode_escape").decode()[:64]
            try:
                server = _server(name, entry)
            except Invalid as problem:
                problems.append(f"I left the MCP server {shown} in {path} out: {problem}.")
                continue
            if found.setdefault(server.name.lower(), server) is not server:
                problems.append(f"I left the MCP server {shown} in {path} out: its name is taken.")
        if found:
            break
    return found, problems


def _server(name: str, entry: Any) -> Server:
    if not _NAME.fullmatch(name):
        raise Invalid("a name has letters, digits, dots, dashes and underscores only")
    if not isinstance(entry, dict):
        raise Invalid("its entry is no object")
    command = _text(entry.get("command"), "command")
    if not command:
        raise Invalid("it has no command")
    args = entry.get("args", [])
    if not isinstance(args, list):
        raise Invalid("its args are no list")
    given = tuple(_text(one, "args") for one in args)
    env = entry.get("env") or {}
    if not isinstance(env, dict) or not all(_VARIABLE.fullmatch(key) for key in env):
        raise Invalid("its env has a name that no variable can have")
    cwd = _text(entry.get("cwd") or entry.get("workingDirectory") or "", "cwd")
    networked = entry.get("networked")
    return Server(
        name, command, given, cwd, {key: _text(value, "env") for key, value in env.items()},
        networked if isinstance(networked, bool) else reaches_out(command, given),
    )  # fmt: skip


def _text(value: Any, what: str) -> str:
    if isinstance(value, bool | None) or not isinstance(value, str | int | float):
        raise Invalid(f"its {what} is no text" if value is not None else f"it has no {what}")
    text = str(value)
    if "\0" in text or (not text.isprintable() and what == "command"):
        raise Invalid(f"its {what} has characters that cannot be")
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        raise Invalid(f"its {what} has characters that cannot be") from problem
    return text
