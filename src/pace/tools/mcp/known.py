"""Servers that one word adds: useful on a Linux desktop, each by its package's own launcher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

#: Programs that fetch what they run from a package registry when it is not there yet.
LAUNCHERS = frozenset({"npx", "uvx", "bunx", "pnpx", "pipx", "docker", "podman"})


@dataclass(frozen=True, slots=True)
class Known:
    """A server of the list. In `args`, `{documents}`, `{data}` and `{home}` are the person's
    folders. `networked` says whether it reaches beyond this machine when it works; `secrets` are
    variables to be kept in the keyring."""

    name: str
    about: str
    command: str
    package: str
    args: tuple[str, ...]
    networked: bool = False
    secrets: tuple[str, ...] = ()

    def entry(self, folders: dict[str, str]) -> dict[str, Any]:
        """The entry for the configuration."""
        made: dict[str, Any] = {
            "command": self.command,
            "args": [arg.format_map(folders) for arg in self.args],
        }
        if self.secrets:
            made["env"] = dict.fromkeys(self.secrets, "")
        return made


def _npm(name: str, about: str, package: str, *args: str, **more: Any) -> Known:
    return Known(name, about, "npx", package, ("-y", package, *args), **more)


def _pypi(name: str, about: str, package: str, *args: str, **more: Any) -> Known:
    return Known(name, about, "uvx", package, (package, *args), **more)


KNOWN = tuple(sorted((
    _npm("filesystem", "read and write files in your documents folder",
         "@modelcontextprotocol/server-filesystem", "{documents}"),
    _npm("memory", "remember facts as a graph, in a file of its own",
         "@modelcontextprotocol/server-memory"),
    _npm("browser", "drive a browser of its own", "@playwright/mcp", networked=True),
    _npm("composio", "hosted tools of other companies, with your key", "@composio/mcp",
         networked=True, secrets=("COMPOSIO_API_KEY",)),
    _pypi("fetch", "read a web page as text", "mcp-server-fetch", networked=True),
    _pypi("git", "look into git repositories", "mcp-server-git"),
    _pypi("time", "the time in other zones", "mcp-server-time"),
    _pypi("sqlite", "ask a database file", "mcp-server-sqlite", "--db-path", "{data}/mcp.sqlite"),
), key=lambda one: one.name))  # fmt: skip


def known(name: str) -> Known | None:
    """The server of the list with that name."""
    return next((one for one in KNOWN if one.name == name.strip().lower()), None)


def reaches_out(command: str, args: Sequence[str]) -> bool:
    """Whether a server may reach beyond this machine when it works. Only the list's own are known
    not to."""
    packages = {one.package: one.networked for one in KNOWN}
    names = {PurePath(arg).name for arg in (command, *args)}
    for package, networked in packages.items():
        if package in args or names & {PurePath(package).name, f"mcp-{PurePath(package).name}"}:
            return networked
    return True


def fetches(command: str) -> bool:
    """Whether starting it may fetch a package first."""
    return PurePath(command).name in LAUNCHERS
