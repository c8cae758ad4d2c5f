"""Every way off this machine, as one table: who leaves, with whose consent, what shows it, what
is kept. The table of docs/privacy.md is made from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Way(StrEnum):
    """The kind of what leaves. The value is the word in the audit."""

    PLANNER = "planner"
    OWN_SERVER = "own server"
    DOWNLOAD = "download"
    INSTALLER = "installer"
    CHILD = "program"


@dataclass(frozen=True, slots=True)
class WayOut:
    """One row of the table. `leaves` says which bytes go, `to` whom they reach."""

    way: Way
    name: str
    leaves: str
    to: str
    consent: str
    indicator: str
    audit: str


_WHILE_OPEN = "`OffDevice` with the host, while the connection is open"
_COUNTED = "host, outcome, bytes sent"

WAYS: tuple[WayOut, ...] = (
    WayOut(
        Way.PLANNER, "a planner elsewhere", "nothing: no such planner is built in", "nobody",
        "–", "–", "–",
    ),
    WayOut(
        Way.OWN_SERVER, "your own server (CalDAV, IMAP, an MCP server by address)",
        "what you asked to be read or kept there, with the password for it",
        "the one scheme, host and port of your settings; https or TLS unless it is this machine",
        "the address in your settings, and the request", _WHILE_OPEN, _COUNTED,
    ),
    WayOut(
        Way.DOWNLOAD, "`download_file`", "one GET request: the address, no cookie, no name",
        "public addresses only, checked on the address dialled, again at each redirect",
        "asked every time, with host and path", _WHILE_OPEN + "; progress",
        _COUNTED,
    ),
    WayOut(
        Way.INSTALLER, "first-start set-up; `pace models get NAME`", "what a package manager asks",
        "the package registries your system is set to use",
        "starting it; system packages are asked about", "each step on the terminal",
        "for models: a line with the name",
    ),
    WayOut(
        Way.CHILD, "programs you ask Pace to open", "what that program sends",
        "wherever the program goes; “search the web for …” opens your browser at duckduckgo.com"
        " with your words",
        "saying it", "the program's own window", "the tool and its outcome",
    ),
    WayOut(
        Way.CHILD, "a shortcut that declares `network`", "what that program sends",
        "wherever the program goes", "asked, with what it may use; your file beside the shortcut",
        "`OffDevice` with its name, while it runs", "its name and outcome",
    ),
    WayOut(
        Way.CHILD, "an MCP server started as a program", "what that program sends",
        "wherever the program goes", "asked at first use, and for each call that changes something",
        "`OffDevice` with its name, while it works", "its name and outcome",
    ),
)  # fmt: skip


def markdown() -> str:
    """The table as docs/privacy.md has it."""
    lines = [
        "| way out | what leaves | to whom | consent | what you see | audit |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.name} | {row.leaves} | {row.to} | {row.consent} | {row.indicator} | {row.audit} |"
        for row in WAYS
    ]
    return "\n".join([*lines, ""])
