"""A to-do that repeats, done for once: its lines move on to the next time."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from pace.core.error import Invalid, Refused
from pace.core.repeating import Rule, rule_of
from pace.desktop.linux.calendars.ical import Block, done_text, raw_blocks
from pace.desktop.linux.calendars.shelf import Kind
from pace.desktop.services import ToDo

_DATE = re.compile(
    r"(DTSTART|DUE)((?:;[^:\r\n]*)?):(\d{8})(?:T(\d{6})(Z?))?[ \t]*", re.IGNORECASE | re.ASCII
)
_BESIDE = re.compile(r"^(RDATE|EXDATE|EXRULE|RECURRENCE-ID)[;:]", re.MULTILINE | re.IGNORECASE)


def once_done_text(text: str, todo: ToDo, now: datetime, zone: tzinfo) -> str:
    """The text with the to-do at its next time after now, or done when that was the last.

    Raises Refused where its rule is not one that Pace can follow.
    """
    blocks = list(raw_blocks(text, Kind.TODO, todo.uid))
    if len(blocks) != 1 or not todo.rule or todo.due is None or _BESIDE.search(blocks[0].text):
        raise _refused()
    try:
        rule = rule_of(todo.rule)
    except Invalid:
        raise _refused() from None
    due: datetime | date = todo.due
    moment: datetime | date = due
    if isinstance(due, datetime):
        due = due.astimezone(zone)
        moment = max(due, now.astimezone(zone))
    found = rule.after(due, moment if isinstance(due, datetime) else max(due, now.date()))
    if found is None:
        return done_text(text, todo.uid, now)
    after, passed = found
    days = (_day(after) - _day(due)).days
    return _moved(text, blocks[0], days, rule.less(passed), zone)


def _moved(text: str, block: Block, days: int, rule: Rule, zone: tzinfo) -> str:
    lines: list[str] = []
    depth = 0
    for line in block.text.splitlines():
        upper = line.upper()
        depth += upper.startswith("BEGIN:") - upper.startswith("END:")
        if depth == 1 and upper.startswith(("DTSTART", "DUE")):
            found = _DATE.fullmatch(line)
            if found is None:
                raise _refused()
            line = _shifted(found, days, zone)
        elif depth == 1 and upper.startswith("RRULE") and rule.times is not None:
            line = re.sub(r"COUNT=\d+", f"COUNT={rule.times}", line, flags=re.IGNORECASE)
        lines.append(line)
    rest = text[block.end :].lstrip("\r\n")
    return text[: block.start] + "\r\n".join(lines) + "\r\n" + rest


def _shifted(found: re.Match[str], days: int, zone: tzinfo) -> str:
    """The line some days later, at the same time of day in the person's zone."""
    try:
        if found[4] is None:
            value = f"{datetime.strptime(found[3], '%Y%m%d') + timedelta(days=days):%Y%m%d}"  # noqa: DTZ007
            return f"{found[1]}{found[2]}:{value}"
        moment = datetime.strptime(found[3] + found[4], "%Y%m%d%H%M%S")  # noqa: DTZ007
        if not found[5]:
            return f"{found[1]}{found[2]}:{moment + timedelta(days=days):%Y%m%dT%H%M%S}"
        local = moment.replace(tzinfo=UTC).astimezone(zone) + timedelta(days=days)
        return f"{found[1]}{found[2]}:{local.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    except (ValueError, OverflowError):
        raise _refused() from None


def _day(value: datetime | date) -> date:
    return value.date() if isinstance(value, datetime) else value


def _refused() -> Refused:
    return Refused(
        "That one repeats in a way I cannot follow, so I left it; mark it done in your to-do"
        " application."
    )
