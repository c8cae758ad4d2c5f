"""The report for a person: a table for 80 to 100 columns, coloured where that helps. Pure."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pace.doctor.rows import GROUPS, Report, Row, State, in_order, is_bad, summary

NARROWEST, WIDEST = 60, 100
_SERVED_MOST = 18

_Paint = Callable[[str, str], str]

_MARKS: Mapping[State, str] = MappingProxyType(
    {State.OK: "✓", State.UNAVAILABLE: "–", State.DEAD: "✗", State.NOT_PROBED: "·"}
)
_GREEN, _YELLOW, _RED, _DIM, _BOLD = "32", "33", "31", "2", "1"
_COLOURS: Mapping[State, str] = MappingProxyType(
    {State.OK: _GREEN, State.UNAVAILABLE: _YELLOW, State.DEAD: _RED, State.NOT_PROBED: _DIM}
)


def table(report: Report, *, width: int = 80, colour: bool = False) -> str:
    """The whole text, one summary sentence last."""
    width = max(NARROWEST, min(width, WIDEST))
    paint = _painted if colour else _plain
    rows = in_order(report.rows)
    first = max(len(row.capability) for row in rows) if rows else 0
    second = min(_SERVED_MOST, max((len(row.served_by) for row in rows), default=0))
    lines = [*_wrapped(_heading(report), width), ""]
    for title, members in _grouped(rows):
        lines.append(paint(title, _BOLD))
        before: Row | None = None
        for row in members:
            lines += _lines(_shorter(row, before), first, second, width, paint)
            before = row
        lines.append("")
    verdict = _GREEN if report.ok else _RED
    lines += [paint(line, verdict) for line in _wrapped(summary(report), width)]
    return "\n".join(lines) + "\n"


def _heading(report: Report) -> str:
    facts, session = report.platform, report.session
    where = {"x11": "X11", "wayland": "Wayland"}.get(str(session.get("type")), "no")
    desktop = f" ({session['desktop']})" if session.get("desktop") else ""
    if where == "X11" and not session.get("display"):
        desktop += " without a display"
    return (
        f"Pace {facts.get('pace')} on {facts.get('system')}, {where} session{desktop},"
        f" Python {facts.get('python')}"
    )


def _grouped(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    known = {name for members in GROUPS.values() for name in members}
    for title, names in GROUPS.items():
        if members := [row for row in rows if row.capability in names]:
            yield title, members
    if rest := [row for row in rows if row.capability not in known]:
        yield "More", rest


def _shorter(row: Row, before: Row | None) -> Row:
    """Without what the row above has just said."""
    same = before is not None and (row.state, row.did, row.fix) == (
        before.state, before.did, before.fix,
    )  # fmt: skip
    return replace(row, did="as above", fix="") if same else row


def _lines(row: Row, first: int, second: int, width: int, paint: _Paint) -> Iterator[str]:
    state = State.DEAD if is_bad(row) else row.state
    left = f"{row.capability:<{first}}  {_fitted(row.served_by, second):<{second}}  "
    indent = " " * (len(left) + 4)
    plain = row.state is State.OK or row.state.value in row.did
    word = "" if plain else f"{row.state.value}: "
    said = _wrapped(word + row.did, width - len(indent))
    yield f"  {paint(_MARKS[state], _COLOURS[state])} {left}{said[0]}".rstrip()
    for line in said[1:]:
        yield indent + line
    if row.fix:
        for number, line in enumerate(_wrapped(row.fix, width - len(indent) - 2)):
            yield indent + paint(("→ " if number == 0 else "  ") + line, _COLOURS[state])


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), max(20, width), break_on_hyphens=False) or [""]


def _fitted(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _plain(text: str, _: str) -> str:
    return text


def _painted(text: str, code: str) -> str:
    return f"\033[{code}m{text}\033[0m"
