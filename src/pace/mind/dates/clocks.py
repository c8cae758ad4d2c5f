"""Times of day, spans and lengths. Every rule reads the beginning of the words it is given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pace.mind.dates.values import Clock, Piece, Rule, Said, count, rule
from pace.mind.numbers import duration

_NOON = Clock(12, sure=True)
_MIDNIGHT = Clock(0, half="midnight", sure=True)
_HALF = r"(?:a\.?m\.?|p\.?m\.?)"
_HOUR = rf"(?P<{{0}}h>\d{{{{1,2}}}}|one)(?:[:.](?P<{{0}}m>[0-5]\d))?(?: ?(?P<{{0}}half>{_HALF}))?"
_PART = rule(
    r"(?:(?P<this>this)|(?P<marked>in the|during the|on the|by the|the))? ?"
    r"(?:early |late )?(?P<part>morning|afternoon|evening|night)"
    r"(?: of(?= the \d| \d| (?:next|this|monday|tuesday|wednesday|thursday|friday|sat|sun)))?"
)
_AT_NIGHT = rule("at night")
_AT = r"(?P<at>(?:at|by|around|about|from|starting at|starting|until|@)(?: about| around)? )?"
_NAMED = rule(rf"{_AT}(?:(?P<noon>noon|midday|lunch ?time)|(?P<midnight>midnight))")
_PAST = rule(
    rf"{_AT}(?:(?P<half_past>half(?P<past> past)?)|(?:a )?"
    r"(?P<quarter>quarter) (?P<q>past|after|to|till|of)"
    r"|(?P<n>5|10|20|25|\d{1,2} minutes) (?P<d>past|to|till))"
    rf" {_HOUR.format('x')}(?: o'clock)?"
)
_CLOCK = rule(rf"{_AT}{_HOUR.format('x')}(?: (?P<mm>[0-5]\d)(?: (?P<half2>{_HALF}))?)?"
               r"(?P<oclock> o'clock)?(?: (?P<late>am|pm))?")  # fmt: skip
_RANGE = rule(
    rf"(?P<lead>from |between )?{_HOUR.format('x')}(?: (?P<xmm>[0-5]\d))?"
    rf" (?:to|until|till|and|through|-|–) {_HOUR.format('y')}(?: (?P<ymm>[0-5]\d)(?: (?P<yhalf2>"
    rf"{_HALF}))?)?"
)
_RANGE_NAMED = rule(
    rf"(?:from |between )(?:{_HOUR.format('x')}|(?P<noon>noon)) "
    rf"(?:to|until|till|and) (?:(?P<end>noon|midnight)|{_HOUR.format('y')})"
)
_FROM_NOW = re.compile(r"from (?:now|today)(?![^ ])")
_DASHED = rule(rf"(?:from )?(?P<xh>\d{{1,2}}) {_HOUR.format('y')}")


def _part(text: str) -> Piece | None:
    at_night = _AT_NIGHT.match(text)
    if at_night:
        return Said(part="night", weak=True), 2
    found = _PART.match(text)
    if not found:
        return None
    weak = not (found["this"] or found["marked"])
    said = Said(part=found["part"], weak=weak, days=0 if found["this"] else None)
    return said, count(found, text)


def _half(word: str | None) -> str:
    return f"{word[0]}m" if word else ""


def clock_of(hour: str, minute: str | None, half: str | None) -> Clock | None:
    """A time of day from what was said of it; None when there is no such time."""
    h, m = 1 if hour == "one" else int(hour), int(minute or 0)
    which = _half(half)
    if h > 24 or (h == 24 and m) or (which and not 1 <= h <= 12):
        return None
    if which:
        return Clock(h % 12 + (12 if which == "pm" else 0), m, which, sure=True)
    return Clock(h % 24, m, sure=h > 12 or h == 0 or (len(hour) == 2 and hour[0] == "0"))


def _named(text: str) -> Piece | None:
    found = _NAMED.match(text)
    if not found:
        return None
    return Said(clock=_NOON if found["noon"] else _MIDNIGHT), count(found, text)


def _past(text: str) -> Piece | None:
    found = _PAST.match(text)
    if not found or found["xm"]:
        return None
    if found["half_past"] and not found["past"] and not (found["at"] or found["xhalf"]):
        return None
    clock = clock_of(found["xh"], None, found["xhalf"])
    if clock is None:
        return None
    if found["half_past"]:
        minutes, before = 30, False
    elif found["quarter"]:
        minutes, before = 15, found["q"] in ("to", "till", "of")
    else:
        minutes, before = int(found["n"].split()[0]), found["d"] in ("to", "till")
    if not 0 < minutes < 60 or (found["at"] == "from " and found["d"] in ("to", "till")):
        return None  # "from 10 to 12" is a span
    hour = (clock.hour - 1) % 24 if before else clock.hour
    if before and not clock.sure and clock.hour in (1, 8):  # quarter to eight is a quarter past 7
        hour = clock.hour - 1 or 12
    minute = 60 - minutes if before else minutes
    return Said(clock=replace(clock, hour=hour, minute=minute)), count(found, text)


def _clock(text: str) -> Piece | None:
    found = _CLOCK.match(text)
    if not found or (found["xm"] and found["mm"]):
        return None
    minute = found["xm"] or found["mm"]
    half = found["xhalf"] or found["half2"] or found["late"]
    clock = clock_of(found["xh"], minute, half)
    if clock is None or (found["xh"] == "one" and not (found["at"] or half or found["oclock"])):
        return None
    marked = bool(half or found["xm"] or found["oclock"])
    said = Said(clock=clock, weak=not (found["at"] or marked), firm=bool(half))
    return said, count(found, text)


def _range(text: str) -> Piece | None:
    found = _RANGE.match(text)
    if not found:
        return None
    first = clock_of(found["xh"], found["xm"] or found["xmm"], found["xhalf"])
    last = clock_of(found["yh"], found["ym"] or found["ymm"], found["yhalf"] or found["yhalf2"])
    if first is None or last is None:
        return None
    marked = bool(
        found["lead"] or found["yhalf"] or found["yhalf2"] or (found["xm"] and found["ym"])
    )
    if " and " in found[0] and not (found["lead"] or "").startswith("between"):
        return None
    return Said(clock=first, until=last, weak=not marked), count(found, text)


def _range_named(text: str) -> Piece | None:
    found = _RANGE_NAMED.match(text)
    if not found:
        return None
    first = _NOON if found["noon"] else clock_of(found["xh"], found["xm"],
                                                               found["xhalf"])  # fmt: skip
    last = ((_NOON if found["end"] == "noon" else _MIDNIGHT) if found["end"]
            else clock_of(found["yh"], found["ym"], found["yhalf"]))  # fmt: skip
    if first is None or last is None:
        return None
    return Said(clock=first, until=last), count(found, text)


def _dashed(text: str) -> Piece | None:
    """ "3-4pm", whose dash is gone by now."""
    found = _DASHED.match(text)
    if not found or not found["yhalf"]:
        return None
    first, last = clock_of(found["xh"], None, None), clock_of(found["yh"], found["ym"],
                                                              found["yhalf"])  # fmt: skip
    if first is None or last is None:
        return None
    return Said(clock=first, until=last, firm=True), count(found, text)


def _length(text: str) -> Piece | None:
    words = text.split()
    if not words or words[0] not in ("for", "lasting"):
        return None
    found = _longest_duration(words[1:])
    return (Said(length=timedelta(seconds=found[0])), found[1] + 1) if found else None


def _longest_duration(words: Sequence[str]) -> tuple[float, int] | None:
    for size in range(min(len(words), 7), 0, -1):
        seconds = duration(words[:size])
        if seconds:
            return seconds, size
    return None


def _offset(text: str) -> Piece | None:
    words = text.split()
    start = 1 if words[:1] == ["in"] else 0
    found = _longest_duration(words[start:])
    if found is None:
        return None
    seconds, size = found
    if not start:
        behind = _FROM_NOW.match(" ".join(words[size:]))
        if behind is None:
            return None
        size += 2
    return Said(offset=timedelta(seconds=seconds), firm=True), size + start


TIMES: tuple[Rule, ...] = (
    _part, _named, _past, _clock, _range, _range_named, _dashed, _length, _offset,
)  # fmt: skip
