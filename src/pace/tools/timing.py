"""Timers."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pace.core.call import Call, Effect, Risk
from pace.core.clock import Clock
from pace.core.result import Inverse, Result, failed, verified
from pace.mind.numbers import duration as in_words
from pace.mind.numbers import in_digits
from pace.tools.declare import Arguments, Reads, Synonyms, argument, tool

if TYPE_CHECKING:
    from pace.store.timers import Timer, Timers

#: The longest timer, in seconds: one day. What is further away is a reminder.
LONGEST = 86_400


_LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*([a-z]*)")
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}


def seconds(key: str, value: Any) -> float | None:
    """A length of time in seconds: a number, one with a unit ("90 s", "1.5 hours"), or words
    ("half an hour"). A bare number is in the unit that its key names."""
    unit = 60 if key == "minutes" else 1
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value * unit
    words = str(value).strip().lower()
    found = _LENGTH.fullmatch(words)
    if found is None:
        return in_words(in_digits(words.replace("-", " ").split()))
    amount, name = float(found[1]), found[2]
    if not name:
        return amount * unit
    if name.startswith("mo") or name[0] not in _UNITS:
        return None
    return amount * _UNITS[name[0]]


class NewTimer(Arguments):
    duration: Annotated[float, Reads(seconds)] = argument(
        "duration", "time", "for", "interval", "seconds", "minutes",
        about="how long: seconds, or words such as 5 minutes", example="5 minutes", gt=0,
    )  # fmt: skip
    label: str = argument("label", "name", "title", "reason", "text", default="", about="what for")


@tool(
    "start_timer",
    aliases=("timer", "set_timer"),
    spellings=("Timer.start", "timer.set", "timer"),
    summary="Start a timer",
    risk=Risk.MUTATION,
    reversible=True,
    examples=("set a five minute tea timer", "timer for 90 seconds"),
    describe=lambda given: f"Start a timer of {duration(float(given.get('duration', 0)))}",
)
async def start_timer(given: NewTimer, *, timers: Timers, rings: bool = True) -> Result:
    if given.duration > LONGEST:
        return failed("A timer can run for a day at most; I started none.")
    timer = await timers.start(given.duration, given.label.strip())
    stored = any(other.id == timer.id for other in await timers.running())
    if not stored:
        return failed("I could not keep the timer, so none is running.")
    inverse = Inverse(Call("cancel_timer", {"id": timer.id}), "starting the timer")
    name = f"{timer.label} timer" if timer.label else "Timer"
    words = f"{name[:1].upper()}{name[1:]} set for {duration(given.duration)}."
    if not rings:
        words += " It rings only while Pace is running; start it with `pace run`."
    return verified(words, f"due at {timer.due:%H:%M:%S}", inverse=inverse)


def duration(seconds: float) -> str:
    """A length of time in words, to the second."""
    rest = round(seconds)
    parts: list[str] = []
    for size, unit in ((3600, "hour"), (60, "minute"), (1, "second")):
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {unit}{'s' if count != 1 else ''}")
    return " and ".join(parts) if len(parts) < 3 else f"{parts[0]}, {parts[1]} and {parts[2]}"


class WhatTimers(Arguments):
    action: Annotated[
        Literal["list", "cancel"], Synonyms({"show": "list", "stop": "cancel", "delete": "cancel"})
    ] = argument("action", about="list or cancel")
    label: str = argument("label", "name", default="", about="which one; empty: the only one; all")


@tool(
    "timers",
    spellings=("Timers.list", "Timers.cancel"),
    summary="Say which timers run, or cancel one",
    risk=Risk.MUTATION,
    effect=Effect.BOTH,
    reads=lambda given: given.get("action") == "list",
    reversible=True,
    examples=("how much time is left on my timer", "cancel the tea timer", "cancel all timers"),
    describe=lambda given: f"Timers: {given.get('action')} {given.get('label', '')}".strip(),
)
async def timers_(given: WhatTimers, *, timers: Timers, clock: Clock) -> Result:
    running = await timers.running()
    if given.action == "list":
        return verified(_listed(running, clock), f"{len(running)} in the store")
    if given.label.strip().lower() == "all" and len(running) > 1:
        return await _cancel_all(running, timers)
    wanted = "" if given.label.strip().lower() == "all" else given.label.strip().lower()
    matching = [t for t in running if wanted in t.label.lower()]
    if not matching:
        which = f" called {given.label}" if wanted else ""
        return failed(f"No timer{which} is running.")
    if len(matching) > 1:
        return failed(f"{len(matching)} timers match; say which one: {_names(matching)}.")
    return await _cancel(matching[0], timers)


async def _cancel(timer: Timer, timers: Timers) -> Result:
    if not await timers.take(timer.id):
        return failed("That timer has already rung.", kind="no longer applies")
    arguments: dict[str, Any] = {"due": timer.due.isoformat(), "label": timer.label}
    name = f"{timer.label} timer" if timer.label else "timer"
    return verified(
        f"The {name} is cancelled.",
        "gone from the store",
        inverse=Inverse(Call("restart_timers", {"timers": [arguments]}), "cancelling the timer"),
    )


async def _cancel_all(running: list[Timer], timers: Timers) -> Result:
    taken = [timer for timer in running if await timers.take(timer.id)]
    if not taken:
        return failed("Those timers have already rung.", kind="no longer applies")
    if await timers.running():
        return failed("A timer is still running; say that again to cancel it as well.")
    words = f"All {len(taken)} timers are" if len(taken) > 1 else "The timer that still ran is"
    again = [{"due": timer.due.isoformat(), "label": timer.label} for timer in taken]
    return verified(
        f"{words} cancelled.",
        "gone from the store",
        inverse=Inverse(Call("restart_timers", {"timers": again}), "cancelling the timers"),
    )


def _listed(running: list[Timer], clock: Clock) -> str:
    if not running:
        return "No timer is running."
    now = clock.now()
    lines = [
        f"{duration(max(1, (t.due - now).total_seconds()))} left"
        + (f" on the {t.label} timer" if t.label else "")
        for t in running
    ]
    return f"{'; '.join(lines)}."


def _names(running: list[Timer]) -> str:
    return ", ".join(t.label or f"the one due at {t.due:%H:%M}" for t in running)


class TimerId(Arguments):
    id: str


@tool(
    "cancel_timer",
    summary="Cancel the timer that was started",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def cancel_timer(given: TimerId, *, timers: Timers) -> Result:
    if await timers.take(given.id):
        return verified("The timer is cancelled.", "gone from the store")
    return failed("That timer has already rung.", kind="no longer applies")


class Cancelled(Arguments):
    timers: list[dict[str, str]]


@tool(
    "restart_timers",
    summary="Start timers that were cancelled again, as they were due",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def restart_timers(given: Cancelled, *, timers: Timers, clock: Clock) -> Result:
    left = [
        ((datetime.fromisoformat(one["due"]) - clock.now()).total_seconds(), one["label"])
        for one in given.timers
    ]
    begun = [await timers.start(rest, label) for rest, label in left if rest > 0]
    if not begun:
        return failed(
            "It would have rung by now, so I started no timer again.", kind="no longer applies"
        )
    ids = {timer.id for timer in await timers.running()}
    if not all(timer.id in ids for timer in begun):
        return failed("I could not keep the timers, so not all of them run again.")
    words = "The timer runs" if len(begun) == 1 else f"{len(begun)} timers run"
    return verified(f"{words} again.", f"due at {begun[0].due:%H:%M:%S}")
