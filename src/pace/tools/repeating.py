"""What repeats, in words: every weekday at 9:00."""

from __future__ import annotations

from datetime import UTC, date, datetime

from pace.core.error import Invalid
from pace.core.repeating import WORKING, Rule, rule_of
from pace.tools import when
from pace.tools.visible import first

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NTH = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}


def begun(text: str, start: datetime | date) -> tuple[Rule, datetime | date]:
    """The rule, and its first occurrence from `start` on. Raises Invalid."""
    rule = rule_of(text)
    first = next(rule.occurrences(start), None)
    if first is None:
        raise Invalid("That never happens the way it repeats, so nothing was made; say it anew.")
    return rule, first


def in_words(rule: Rule, start: datetime | date, today: date) -> str:
    """How it repeats, with its time and its end."""
    words = _every(rule, start.date() if isinstance(start, datetime) else start)
    if isinstance(start, datetime):
        words += f" at {when.clock(start)}"
    if rule.times is not None:
        words += f", {rule.times} time{'s' if rule.times != 1 else ''}"
    if rule.until is not None:
        until = rule.until
        if isinstance(until, datetime):
            zone = start.tzinfo if isinstance(start, datetime) else None
            until = until.astimezone(zone).date() if zone and until.tzinfo else until.date()
        words += f", until {when.full_day(until, today)}"
    return words


def told(text: str, start: datetime | date, today: date) -> str:
    """The same of a rule as it is stored; one that Pace cannot follow is only said to repeat."""
    try:
        return in_words(rule_of(text), start, today)
    except Invalid:
        return "again and again"


def repeats_in_words(text: str, start: str) -> str:
    """The same for an approval question, where nothing is read yet."""
    try:
        begins: datetime | date = when.read(start, UTC)
        rule, begins = begun(text, begins)
    except Invalid:
        return f"repeating {first(text)}"
    return in_words(rule, begins.date() if isinstance(begins, datetime) else begins, begins)


def _every(rule: Rule, first: date) -> str:
    unit, interval = _UNITS[rule.frequency], rule.interval
    if rule.frequency == "WEEKLY":
        if rule.days == WORKING and interval == 1:
            return "every weekday"
        days = _listed([_DAYS[day] for _, day in rule.days] or [_DAYS[first.weekday()]])
        return f"{_often(days, interval)}" if interval < 3 else f"every {interval} weeks on {days}"
    often = _often(unit, interval) if interval < 3 else f"every {interval} {unit}s"
    if rule.frequency == "MONTHLY":
        on = [f"{_NTH.get(which, 'each')} {_DAYS[day]}" for which, day in rule.days]
        if not on:
            on = [_ordinal(day) for day in rule.month_days or (first.day,)]
        return f"{often} on the {_listed(on)}"
    return f"{often} on {first.day} {first:%B}" if rule.frequency == "YEARLY" else often


def _often(unit: str, interval: int) -> str:
    return f"every {'other ' if interval == 2 else ''}{unit}"


def _ordinal(day: int) -> str:
    if day < 0:
        return "last day" if day == -1 else f"{_ordinal(-day)} day from the end"
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
