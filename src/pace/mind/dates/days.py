"""Days as people say them. Every rule reads the beginning of the words it is given."""

from __future__ import annotations

from dataclasses import replace

from pace.core.repeating import BY_DAY, MOST
from pace.mind.dates.values import DAY, WEEKDAYS, Piece, Rule, Said, count, rule
from pace.mind.numbers import as_ordinal

_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
           "october", "november", "december")  # fmt: skip
#: Days of the year with a name -> month and day.
_FEASTS = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25),
    "boxing day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31),
    "new year's day": (1, 1), "new years day": (1, 1), "halloween": (10, 31),
    "valentine's day": (2, 14), "valentines day": (2, 14),
}  # fmt: skip
_ORD = (
    r"\d{1,2}(?:st|nd|rd|th)|(?:20|30) (?:[a-z]+th|first|second|third)|[a-z]+th|first|second|third"
)
_SHORT = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3,
          "fri": 4}  # fmt: skip
_MONTH = "|".join((*_MONTHS, "jan", "feb", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov",
                   "dec"))  # fmt: skip
_PREP = r"(?P<prep>(?:on|by|for|from|starting|of) )?"
_SIMPLE = rule(
    r"(?:(?:for|by|from|starting) )?(?:(?P<in2>(?:on )?the day after tomorrow)|(?P<tomorrow>"
    r"tomorrow|tomorrow's)|(?P<today>today|today's|later today)|(?P<tonight>tonight))"
)
_WEEKDAY = rule(
    rf"{_PREP}(?:the )?(?:(?P<which>this|next|coming|this coming|following) )?"
    rf"(?:(?P<name>{DAY})|(?P<short>{'|'.join(_SHORT)}))(?: (?:the )?(?P<ord>{_ORD}))?"
    rf"(?:(?: of)? (?P<month>{_MONTH}))?"
)
_DAY_MONTH = rule(
    rf"{_PREP}(?:the )?(?P<day>{_ORD}|\d{{1,2}})(?: of)? (?P<month>{_MONTH})"
    r"(?:,? (?P<year>20\d\d))?"
)
_MONTH_DAY = rule(
    rf"{_PREP}(?P<month>{_MONTH}) (?:the )?(?P<day>{_ORD}|\d{{1,2}}(?!:))(?:,? (?P<year>20\d\d))?"
)
_OF_MONTH = rule(rf"(?P<prep>on|by|for|of|until|from) the (?P<day>{_ORD})(?: of the month)?")
_BARE_OF_MONTH = rule(r"the (?P<day>\d{1,2}(?:st|nd|rd|th))")
_ISO = rule(r"(?:on )?(?P<year>20\d\d) (?P<month>\d\d) (?P<day>\d\d)")
_SLASHED = rule(r"(?:on )?(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<year>20\d\d))?")
_FEAST = rule(rf"(?:on |for |by )?(?P<feast>{'|'.join(_FEASTS)})")
_WEEK = rule(r"(?:(?P<next>next week)|(?P<this>this week))(?: on)?")
_END_OF = rule(r"(?:by |at )?(?:the )?end of (?:the |this )?(?P<what>month|year|day)")
_ALL_DAY = rule(r"(?:for |as )?(?:all day(?: long)?|the whole day)(?: on)?")
_WEEKS_FROM = rule(
    rf"(?P<n>a|one|\d{{1,2}}) weeks? (?:from|after|on) (?:(?P<name>{DAY})|(?P<t>tomorrow|today))"
)
_SPAN = rule(r"in (?P<n>a|an|one|\d{1,3}|a couple of) (?P<unit>days?|weeks?|fortnight|months?)")
_SPAN_LATER = rule(
    r"(?P<n>a|one|\d{1,3}) (?P<unit>days?|weeks?|fortnight) from (?:now|today)"
)  # fmt: skip
_EVERY = rule(
    rf"(?:every|each) (?:(?P<other>other|second) )?(?:(?P<names>(?:{DAY})(?: (?:and )?(?:{DAY}))*)"
    r"|(?P<unit>day|weekday|weekend|week|month|year|morning|afternoon|evening|night))"
    r"|every (?P<n>\d{1,3}) (?P<units>days|weeks|months|years)"
    rf"|(?:on )?(?P<plural>(?:{DAY})s(?: (?:and )?(?:{DAY})s)*)"
    r"|(?P<adverb>daily|weekly|monthly|yearly|on weekdays|on weekends)"
)
_OF_EVERY = rule(
    rf"(?:on )?the (?P<day>{_ORD}|last)(?: (?P<name>{DAY}|day))? of (?:every|each) month"
)
#: How long what repeats goes on.
_BOUND = rule(r"(?:for )?(?:the next )?(?P<n>\d{1,3}) (?P<unit>times|days|weeks|months|years)")
_FREQUENCIES = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}


#: What is over. A week, a month, a year that is over is no day.
_PAST = rule(
    rf"(?:on |from |since )?(?:(?P<before>the day before yesterday)|(?P<yesterday>yesterday"
    rf"(?: (?P<part>morning|afternoon|evening|night))?)|last (?:(?P<night>night)|(?P<name>{DAY})"
    r"|(?P<unit>week|month|year)))"
)
_AGO = rule(r"(?P<n>a|an|one|two|three|\d{1,3}) (?P<unit>days?|weeks?|months?|years?) ago")


def _past(text: str) -> Piece | None:
    ago = _AGO.match(text)
    if ago:
        each = {"day": 1, "week": 7}.get(ago["unit"].rstrip("s"))
        number = {"two": 2, "three": 3}.get(ago["n"]) or (
            int(n) if (n := ago["n"]).isdecimal() else 1
        )
        said = Said(days=-each * number, firm=True) if each else Said(which="past", firm=True)
        return said, count(ago, text)
    found = _PAST.match(text)
    if not found:
        return None
    if found["name"]:
        said = Said(weekday=WEEKDAYS.index(found["name"]), which="last", firm=True)
    elif found["unit"]:
        said = Said(which="past")
    else:
        part = "night" if found["night"] else found["part"] or ""
        said = Said(days=-2 if found["before"] else -1, part=part, firm=not found["night"])
    return said, count(found, text)


def _month(name: str) -> int:
    return next(i for i, month in enumerate(_MONTHS, start=1) if month.startswith(name[:3]))


def _ordinal(text: str) -> int | None:
    tens, _, ones = text.rpartition(" ")
    value = as_ordinal(ones)
    if value is None:
        value = int(text) if text.isdecimal() else None
    elif tens:
        value = int(tens) + value if value < 10 else None
    return value if value is not None and 1 <= value <= 31 else None


def _simple(text: str) -> Piece | None:
    found = _SIMPLE.match(text)
    if not found:
        return None
    days = 2 if found["in2"] else 1 if found["tomorrow"] else 0
    said = Said(days=days, part="night" if found["tonight"] else "")
    return said, count(found, text)


def _weekday(text: str) -> Piece | None:
    found = _WEEKDAY.match(text)
    if not found:
        return None
    if found["short"] and not (found["prep"] in ("on ", "by ") or found["which"] == "next"):
        return None
    index = WEEKDAYS.index(found["name"]) if found["name"] else _SHORT[found["short"]]
    which = "next" if found["which"] in ("next", "following") else "this" if found["which"] else ""
    said = Said(weekday=index, which=which, firm=bool(found["prep"] or which))
    if found["ord"]:
        day = _ordinal(found["ord"])
        if day is None:
            return None
        said = replace(said, month_day=day)
    if found["month"]:
        if not found["ord"]:
            return None
        said = replace(said, month=_month(found["month"]))
    return said, count(found, text)


def _dated(text: str) -> Piece | None:
    found = _DAY_MONTH.match(text) or _MONTH_DAY.match(text)
    if not found:
        return None
    day = _ordinal(found["day"])
    if day is None:
        return None
    year = int(found["year"]) if found["year"] else None
    said = Said(month=_month(found["month"]), month_day=day, year=year, firm=True)
    return said, count(found, text)


def _of_month(text: str) -> Piece | None:
    found = _OF_MONTH.match(text)
    bare = None if found else _BARE_OF_MONTH.match(text)
    one = found or bare
    day = _ordinal(one["day"]) if one else None
    return (Said(month_day=day), count(one, text)) if one and day is not None else None


def _numeric(text: str) -> Piece | None:
    found = _ISO.match(text)
    if found:
        day, month = int(found["day"]), int(found["month"])
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        said = Said(year=int(found["year"]), month=month, month_day=day, firm=True)
        return said, count(found, text)
    found = _SLASHED.match(text)
    if not found:
        return None
    a, b = int(found["a"]), int(found["b"])
    readings = {(m, d) for m, d in ((a, b), (b, a)) if 1 <= m <= 12 and 1 <= d <= 31}
    if len(readings) != 1:
        return None
    month, day = readings.pop()
    year = int(found["year"]) if found["year"] else None
    return Said(month=month, month_day=day, year=year, firm=True), count(found, text)


def _feast(text: str) -> Piece | None:
    found = _FEAST.match(text)
    if not found:
        return None
    month, day = _FEASTS[found["feast"]]
    return Said(month=month, month_day=day), count(found, text)


def _week(text: str) -> Piece | None:
    found = _WEEK.match(text)
    return (Said(weeks=1 if found["next"] else 0), count(found, text)) if found else None


def _end_of(text: str) -> Piece | None:
    found = _END_OF.match(text)
    return (Said(which=f"end of {found['what']}"), count(found, text)) if found else None


def _all_day(text: str) -> Piece | None:
    found = _ALL_DAY.match(text)
    return (Said(all_day=True, firm=True), count(found, text)) if found else None


def _ahead(text: str) -> Piece | None:
    span = _SPAN.match(text) or _SPAN_LATER.match(text)
    if not span:
        return None
    said = span["n"]
    number = 1 if said in ("a", "an", "one") else 2 if said == "a couple of" else int(said)
    unit = span["unit"].rstrip("s")
    if not number:
        return None
    if unit == "month":
        return Said(which=f"months {number}", firm=True), count(span, text)
    each = {"day": 1, "week": 7, "fortnight": 14}[unit]
    return Said(days=each * number, firm=True), count(span, text)


def _weeks_from(text: str) -> Piece | None:
    found = _WEEKS_FROM.match(text)
    if not found:
        return None
    number = 1 if found["n"] in ("a", "one") else int(found["n"])
    if found["name"]:
        said = Said(weekday=WEEKDAYS.index(found["name"]), which=f"plus {7 * number}", firm=True)
    else:
        said = Said(days=7 * number + (found["t"] == "tomorrow"), firm=True)
    return said, count(found, text)


def _every(text: str) -> Piece | None:
    found = _EVERY.match(text)
    if not found:
        return None
    unit = (found["unit"] or found["units"] or found["adverb"] or "week").removeprefix("on ")
    part = unit if unit in ("morning", "afternoon", "evening", "night") else ""
    days = [
        WEEKDAYS.index(name.removesuffix("s") if found["plural"] else name)
        for name in (found["names"] or found["plural"] or "").split()
        if name != "and"
    ]
    if unit.startswith(("weekday", "weekend")):
        days = [0, 1, 2, 3, 4] if unit.startswith("weekday") else [5, 6]
    unit = {"daily": "day"}.get(unit, unit.removesuffix("ly").removesuffix("s"))
    frequency = "WEEKLY" if days else _FREQUENCIES.get(unit, "DAILY")
    interval = "2" if found["other"] else found["n"] or "1"
    if not 1 <= int(interval) <= MOST:
        return None
    rule = f"FREQ={frequency}" + (f";INTERVAL={int(interval)}" if interval != "1" else "")
    if days:
        rule += ";BYDAY=" + ",".join(BY_DAY[day] for day in dict.fromkeys(days))
    return Said(rrule=rule, part=part, firm=True), count(found, text)


def _of_every(text: str) -> Piece | None:
    found = _OF_EVERY.match(text)
    if not found:
        return None
    which = -1 if found["day"] == "last" else _ordinal(found["day"])
    if which is None:
        return None
    if found["name"] in (None, "day"):
        rule = f"FREQ=MONTHLY;BYMONTHDAY={which}"
    elif which > 5:
        return None
    else:
        rule = f"FREQ=MONTHLY;BYDAY={which}{BY_DAY[WEEKDAYS.index(found['name'])]}"
    return Said(rrule=rule, firm=True), count(found, text)


def _bound(text: str) -> Piece | None:
    found = _BOUND.match(text)
    if not found or not 1 <= int(found["n"]) <= MOST:
        return None
    marked = found[0].startswith("for") or found["unit"] == "times"
    return (
        (Said(bound=f"{int(found['n'])} {found['unit']}", weak=True), count(found, text))
        if (marked)
        else None
    )


def _until(text: str) -> Piece | None:
    """A day behind "until", which what repeats ends with."""
    if not text.startswith("until "):
        return None
    best: Piece | None = None
    for read in (_simple, _weekday, _dated, _numeric, _feast, _end_of):
        found = read(text.removeprefix("until "))
        if found is not None and (best is None or found[1] > best[1]):
            best = found
    if best is None:
        return None
    return Said(last=best[0], firm=best[0].firm), best[1] + 1


DAYS: tuple[Rule, ...] = (
    _simple, _weekday, _dated, _of_month, _numeric, _feast, _week, _end_of, _all_day, _ahead,
    _weeks_from, _every, _of_every, _bound, _until, _past,
)  # fmt: skip
