"""The baseline that everyone writes first: keywords to calls, common words to elements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bench.rivals.keyword_services import served_calls

Calls = list[dict[str, Any]]

_NUMBERS = {"one": 1, "two": 2, "three": 3, "five": 5, "ten": 10, "thirty": 30, "fifty": 50}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_RULES: tuple[tuple[str, str, str], ...] = (
    (r"^(?:open|go to|visit) (\S+\.\S+)$", "open_url", "url"),
    (r"\b(?:open|launch|start) (?:the |up )?(.+)", "open_app", "app"),
    (r"\b(?:close|quit|exit) (?:the )?(.+)", "close_app", "app"),
    (r"\bswitch to (?:the )?(.+)", "switch_app", "app"),
    (r"\b(?:type|write|dictate) (.+)", "type", "text"),
    (r"\bscroll.* (up|down)", "scroll", "direction"),
    (r"\b(?:window|this).* (left|right|top|bottom)", "window_snap", "position"),
    (r"\bvolume.* (up|down)", "volume", "direction"),
    (r"\b(pause|play|next|previous)\b", "music", "command"),
)
_FIXED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (r"\bunmute", "volume", {"mute": False}),
    (r"\bmute", "volume", {"mute": True}),
    (r"\bmaximi[sz]e", "window_snap", {"position": "maximize"}),
    (r"\bundo", "undo_last", {}),
    (r"\bbattery", "status", {"what": "battery"}),
    (r"\bclipboard|copied", "clipboard_read", {}),
)


def keyword_calls(line: Mapping[str, Any]) -> Calls:
    """Calls for a line of `pace plan`, for each part between "and"."""
    return [
        call
        for part in re.split(r"\band\b|\bthen\b", str(line["transcript"]).lower())
        for call in _part(part.strip(" .!?,"), line)
    ]


def _part(words: str, line: Mapping[str, Any]) -> Calls:
    elements: Sequence[Mapping[str, Any]] = line.get("elements") or ()
    if timer := re.search(r"timer.* (\w+) (second|minute|hour)|(\w+) (second|minute|hour)", words):
        count, unit = [one for one in timer.groups() if one][:2]
        number = _NUMBERS.get(count) or (int(count) if count.isdecimal() else 0)
        return [_call("start_timer", duration=number * _SECONDS[unit])]
    if pressed := re.search(r"\b(?:click|press|hit|tap|select|choose)\b (?:on )?(.+)", words):
        return _pressed(pressed[1], elements)
    if served := served_calls(words, line):
        return served
    for pattern, name, arguments in _FIXED:
        if re.search(pattern, words):
            return [_call(name, **arguments)]
    for pattern, name, argument in _RULES:
        if found := re.search(pattern, words):
            return [_call(name, **{argument: found[1]})]
    return []


def _pressed(words: str, elements: Sequence[Mapping[str, Any]]) -> Calls:
    """The element with most words in common, else a key."""
    wanted = set(words.split())
    best = max(elements, key=lambda one: len(wanted & _words(one)), default=None)
    if best is not None and wanted & _words(best) - {"the", "button"}:
        return [_call("click", element=best["id"])]
    return [_call("key", key=words.replace("control ", "ctrl+").replace("command ", "cmd+"))]


def _words(element: Mapping[str, Any]) -> set[str]:
    return set(f"{element.get('label', '')} {element.get('text', '')}".lower().split())


def _call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "args": arguments}
