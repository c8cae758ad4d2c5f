"""The same baseline for calendar, lists, notes, mail, messages, files and what else is served.

A rule for every tool, the words of a time as a first attempt would read them, and names looked up
among the contacts. What it says of repetition is "every day" and "every" with a weekday.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CLOCKS = {"noon": 12, "midnight": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
           "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
           "twelve": 12}  # fmt: skip
_WHEN = re.compile(
    r"\b(?:at|by|on|for|from|every|this|next)? ?(today|tonight|tomorrow|every day|"
    + "|".join(_DAYS)
    + r")\b|\bat (\d{1,2}|"
    + "|".join(_CLOCKS)
    + r")(?::(\d\d))? ?(am|pm)?\b"
)
_FOLDERS = ("downloads", "documents", "pictures", "videos", "music", "desktop")
#: Pattern -> tool, and an argument for each group, in order.
_RULES: tuple[tuple[str, str, tuple[str, ...], dict[str, Any]], ...] = (
    (r"\bremind me (?:to )?(.+)", "reminder", ("title",), {}),
    (r"\b(?:set a )?reminder (?:to |for )?(.+)", "reminder", ("title",), {}),
    (r"\b(?:add|put) (.+) (?:to|on) (?:my |the )?(?:to.?dos?|tasks?)", "things", ("title",), {}),
    (r"\b(?:add|put) (.+) (?:to|on) (?:my |the )?(\w+) list", "things", ("title", "list"), {}),
    (r"\b(?:mark|check off|tick off|cross) (.+?)(?: as done| off.*)?$", "todos", ("title",),
     {"action": "complete"}),
    (r"\b(?:my (?:to.?dos?|tasks)|to.?do list)\b", "todos", (), {"action": "list"}),
    (r"\b(?:cancel|delete|remove) (?:my |the )?(.+?)(?: from my calendar)?$",
     "calendar_delete", ("title",), {}),
    (r"\b(?:schedule|add|create|put|book) (?:an? )?(.+?)(?: (?:to|on|in) my calendar)?$",
     "calendar_create", ("title",), {}),
    (r"\b(?:calendar|agenda|schedule|meetings|appointments|do i have)\b", "calendar", (), {}),
    (r"\b(?:search|find) (?:my )?notes (?:for |about )?(.+)", "notes", ("query",),
     {"action": "search"}),
    (r"\b(?:take a note|note|write down)(?: that)? (.+)", "notes", ("body",), {"action": "create"}),
    (r"\b(?:email|mail) (\w+) (?:that|saying) (.+)", "mail", ("to", "body"), {}),
    (r"\b(?:email|mail) to (\w+) about (.+)", "mail", ("to", "subject"), {}),
    (r"\b(?:message|text) (\w+) (?:that|saying) (.+)", "messages", ("recipient", "text"), {}),
    (r"\b(?:message|messages with|chat with) (\w+)", "messages", ("recipient",), {}),
    (r"\bbrightness.* (\d+)", "brightness", ("level",), {}),
    (r"\b(?:bright|dim)", "brightness", (), {}),
    (r"\b(?:run|start|use) (?:my |the )?(.+) shortcut", "shortcuts", ("name",), {}),
    (r"\b(?:run|play back|do) (?:my |the )?(.+) flow", "run_flow", ("name",), {}),
    (r"\b(?:record|remember) this (?:flow )?as (.+)", "record_flow", ("name",), {}),
    (r"\bdownload (\S+\.\S+)", "download_file", ("url",), {}),
    (r"\b(?:clear|wipe|remove) the (?:drawings|annotations)", "clear_annotations", (), {}),
    (r"\b(?:reveal|show) (\S+\.\w+)", "finder", ("path",), {"action": "reveal"}),
)  # fmt: skip


def served_calls(words: str, line: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The call of the first rule that fits, or none."""
    if words.startswith(("what is a ", "how ", "don't ", "do not ", "never ", "why ", "should ")):
        return []
    folder = next((f for f in _FOLDERS if re.search(rf"\b(?:open|show|go).*\b{f}\b", words)), "")
    if folder:
        return [{"name": "finder", "args": {"path": f"~/{folder.title()}", "action": "open"}}]
    for pattern, name, arguments, fixed in _RULES:
        if found := re.search(pattern, words):
            given: dict[str, Any] = {**dict(zip(arguments, found.groups(), strict=True)), **fixed}
            return [{"name": name, "args": _filled(name, given, words, line)}]
    return []


def _filled(
    name: str, given: dict[str, Any], words: str, line: Mapping[str, Any]
) -> dict[str, Any]:
    now = datetime.fromisoformat(line["now"]) if "now" in line else datetime.now().astimezone()
    when, rule, title = _when(str(given.get("title", "")), now)
    if name in ("reminder", "calendar_create"):
        given["title"] = title
        if when:
            given["due" if name == "reminder" else "start"] = when
        if rule:
            given["repeat"] = rule
    if name == "calendar":
        given["range"] = next((r for r in ("tomorrow", "week") if r in words), "today")
    if name == "brightness":
        if "level" in given:
            return {"level": int(given["level"])}
        return {"direction": "down" if re.search(r"down|dim|darker|lower", words) else "up"}
    for key in ("to", "recipient"):
        known = [c for c in line.get("contacts") or () if str(given.get(key)) in c.lower().split()]
        if len(known) == 1:
            given[key] = known[0]
    return given


def _when(title: str, now: datetime) -> tuple[str, str, str]:
    """The time that was said, how it repeats, and what is left of the title."""
    day, clock, rule = None, "", ""
    for found in _WHEN.finditer(title):
        word = found[1]
        if word in _DAYS:
            day = now + timedelta(days=(_DAYS.index(word) - now.weekday() - 1) % 7 + 1)
            rule = f"FREQ=WEEKLY;BYDAY={word[:2].upper()}" if "every" in found[0] else rule
        elif word:
            day = now + timedelta(days=1 if word == "tomorrow" else 0)
            rule = "FREQ=DAILY" if word == "every day" else rule
        else:
            hour = _CLOCKS.get(found[2]) or int(found[2] if found[2].isdecimal() else 0)
            hour += 12 if hour < 12 and (found[4] == "pm" or (not found[4] and hour < 8)) else 0
            clock = f" {hour:02}:{found[3] or '00'}"
    if day is None and clock:
        day = now if clock.strip() > f"{now:%H:%M}" else now + timedelta(days=1)
    left = " ".join(_WHEN.sub(" ", title).removeprefix("to ").split())
    return (f"{day:%Y-%m-%d}{clock}" if day else ""), rule, left.removeprefix("to ")
