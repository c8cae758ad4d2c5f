"""What stands in the way of a plan, found before anything is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pace.core.tool import Tool

#: What is made of a port of the desktop for a turn, and of which.
MADE_OF: Mapping[str, str] = {"hands": "tree", "sight": "tree"}


@dataclass(frozen=True, slots=True)
class Issue:
    """A missing component. `sentence` says what is missing and what mends it."""

    port: str
    sentence: str


def issues(
    tool: Tool, ports: Mapping[str, object], missing: Mapping[str, str]
) -> tuple[Issue, ...]:
    """One issue per port the tool needs and the machine does not serve."""
    return tuple(
        Issue(port, missing.get(port) or f"This needs {_words(port)}, which is not available here.")
        for need in tool.needs
        if ports.get(need) is None and (port := MADE_OF.get(need, need))
    )


def servable(tool: Tool, missing: Mapping[str, str]) -> bool:
    """Whether a machine that lacks these ports can serve the tool."""
    return not any(MADE_OF.get(need, need) in missing for need in tool.needs)


def _words(port: str) -> str:
    return {
        "tree": "the accessibility tree",
        "keyboard": "a way to send keys",
        "windows": "a window list",
        "applications": "the list of installed applications",
        "volume": "a sound server",
        "media": "a media player",
        "clipboard": "a clipboard to read",
        "battery": "a battery",
    }.get(port, port)
