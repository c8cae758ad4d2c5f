"""What stands in the way of a plan, found before anything is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pace.core.tool import Issue, Severity, Tool

__all__ = ["ACTIONS_OFF", "Issue", "Severity", "blocking", "issues", "missing_part", "servable"]

#: What is made of a port of the desktop for a turn, and of which.
MADE_OF: Final[Mapping[str, str]] = {"hands": "tree", "sight": "tree"}

#: What mends the lack of a port, where the adapter does not say it in its own sentence.
MENDS: Final[Mapping[str, str]] = {
    "tree": "sudo apt install at-spi2-core",
    "volume": "sudo apt install pipewire-pulse",
    "calendars": "sudo apt install evolution-data-server",
    "todos": "sudo apt install evolution-data-server",
    "contacts": "sudo apt install evolution-data-server",
    "files": "sudo apt install nautilus",
    "shortcuts": "sudo apt install bubblewrap",
}

_WORDS: Final[Mapping[str, str]] = {
    "tree": "the accessibility tree",
    "keyboard": "a way to send keys",
    "pointer": "a way to press and scroll",
    "windows": "a window list",
    "applications": "the list of installed applications",
    "volume": "a sound server",
    "media": "a media player",
    "clipboard": "a clipboard to read",
    "battery": "a battery",
    "calendars": "a calendar",
    "todos": "a list of things to do",
    "contacts": "an address book",
    "notes": "a folder of notes",
    "drafts": "a mail program",
    "files": "a file manager",
    "trash": "a trash folder",
    "brightness": "an adjustable display",
    "shortcuts": "a folder of shortcuts",
    "downloads": "a way to the network",
    "recorder": "the recorder of flows",
    "flows": "the store of flows",
    "mcp": "a server of other tools",
}

#: Acting is switched off in the settings; reading goes on.
ACTIONS_OFF: Final = Issue(
    Severity.BLOCKING,
    "actions off",
    "Acting is switched off",
    "pace settings set desktop.actions on",
)


def issues(
    tool: Tool,
    ports: Mapping[str, object],
    missing: Mapping[str, str],
    arguments: Mapping[str, Any] | None = None,
) -> tuple[Issue, ...]:
    """One issue per port the tool needs and the machine does not serve, then the tool's own."""
    found = [
        missing_part(port, missing.get(port, ""))
        for need in tool.needs
        if ports.get(need) is None and (port := MADE_OF.get(need, need))
    ]
    if not found and tool.preflight is not None and arguments is not None:
        found += tool.preflight(arguments, ports)
    return tuple(dict.fromkeys(found))


def missing_part(port: str, why: str) -> Issue:
    """The issue of a port that nothing serves; `why` is the adapters' sentence, if any."""
    title = why or f"This needs {_WORDS.get(port, port)}, which is not available here"
    hint = "" if "`" in why or "install" in why else MENDS.get(port, "")
    return Issue(Severity.BLOCKING, "missing component", title.strip().rstrip("."), hint)


def blocking(found: tuple[Issue, ...]) -> Issue | None:
    """The first issue because of which nothing can be done."""
    return next((issue for issue in found if issue.severity is Severity.BLOCKING), None)


def servable(tool: Tool, missing: Mapping[str, str]) -> bool:
    """Whether a machine that lacks these ports can serve the tool."""
    return not any(MADE_OF.get(need, need) in missing for need in tool.needs)
