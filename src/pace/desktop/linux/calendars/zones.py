"""Time zones by the names that calendars give them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_TZID = re.compile(r';TZID=(?:"([^"\r\n]*)"|([^":;,\r\n]*))', re.IGNORECASE)
_NAME = re.compile(r"^TZID[^:\r\n]*:(.*?)\r?$", re.MULTILINE | re.IGNORECASE)
_OFTEN = re.compile(r"^RRULE[^:\r\n]*:(?!.*FREQ=YEARLY)", re.MULTILINE | re.IGNORECASE)
_LONGEST_DEFINITION = 50_000


def local_zone() -> tzinfo:
    """The zone of this process, with a name where the system tells it."""
    named = zone_of(os.environ.get("TZ", "").removeprefix(":"))
    if named is None:
        try:
            link = str(Path("/etc/localtime").resolve())
        except OSError:
            link = ""
        named = zone_of(link.partition("/zoneinfo/")[2])
    return named or datetime.now().astimezone().tzinfo or ZoneInfo("UTC")


def zone_of(name: str) -> ZoneInfo | None:
    """The zone of that exact name in the system's database."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def known_name(name: str) -> str:
    """The database's name for a calendar's name of a zone ("W. Europe Standard Time",
    "/example.org/Europe/Berlin"), or "" when it is nobody's but that calendar's."""
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    name = name.strip().strip('"')
    if name in WINDOWS_TO_OLSON:
        return str(WINDOWS_TO_OLSON[name])
    parts = [part for part in name.split("/") if part]
    for count in range(min(3, len(parts)), 0, -1):
        tail = "/".join(parts[-count:])
        if (len(parts) == count or count > 1 or tail == "UTC") and zone_of(tail) is not None:
            return tail
    return ""


def with_known_zones(text: str, definitions: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The component's text with zone names that can be looked up, and the definitions it needs.

    A name that is the calendar's own gets its definition under a name nobody else has: two
    calendars may mean different rules by one name. One without a usable definition is dropped,
    which makes its times local.
    """
    needed: dict[str, None] = {}

    def put(match: re.Match[str]) -> str:
        name = match[1] if match[1] is not None else match[2]
        known = known_name(name)
        if known:
            return f";TZID={known}"
        own = _own_definition(definitions.get(name, ""))
        if own is None:
            return ""
        needed[own[1]] = None
        return f";TZID={own[0]}"

    return _TZID.sub(put, text), tuple(needed)


def _own_definition(text: str) -> tuple[str, str] | None:
    """A name of its own and the definition with that name; None when it cannot be followed."""
    if not text or len(text) > _LONGEST_DEFINITION or _OFTEN.search(text):
        return None
    name = f"own-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:16]}"
    return name, _NAME.sub(f"TZID:{name}", text, count=1)


def definition_name(text: str) -> str:
    """The name that a VTIMEZONE gives itself."""
    found = _NAME.search(text)
    return found[1].strip() if found else ""


def placed(value: datetime | date, zone: tzinfo) -> datetime:
    """The moment at which a value of a calendar begins, in `zone`: days begin at its midnight, and
    times without a zone are its own."""
    if not isinstance(value, datetime):
        return datetime.combine(value, time.min, zone)
    return value.replace(tzinfo=zone) if value.tzinfo is None else value.astimezone(zone)


def day_after(value: date) -> date:
    """The next day; the last day there is has none."""
    try:
        return value + timedelta(days=1)
    except OverflowError:
        return value
