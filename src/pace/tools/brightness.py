"""Brightness of the display."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pace.core.call import Call, Risk
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.desktop.services import Brightness
from pace.tools.declare import Arguments, Clamp, Synonyms, argument, tool

#: One step up or down, in percent: a press of the key on a keyboard is a sixteenth.
STEP = 6


#: Other words for the directions.
DIRECTIONS = {
    "brighter": "up", "lighter": "up", "raise": "up", "increase": "up",
    "darker": "down", "dimmer": "down", "dim": "down", "lower": "down", "decrease": "down",
}  # fmt: skip


class Brighter(Arguments):
    direction: Annotated[Literal["up", "down"] | None, Synonyms(DIRECTIONS)] = argument(
        "direction", "command", default=None, about="up or down", example="up"
    )
    steps: Annotated[int, Clamp(1, 10)] = argument(
        "steps", "amount", default=2, about="how many steps, 1 to 10"
    )
    level: Annotated[float | None, Clamp(0, 100)] = argument(
        "level", default=None, about="0 to 100"
    )


@tool(
    "brightness",
    summary="Make the screen brighter or darker",
    risk=Risk.MUTATION,
    reversible=True,
    spellings=("Brightness.adjust", "brightness"),
    examples=("brighter screen", "brightness down 3"),
    describe=lambda given: f"Change the brightness ({_asked(given)})",
)
async def brightness_(given: Brighter, *, brightness: Brightness) -> Result:
    before = await brightness.read()
    if before is None:
        return failed("There is no adjustable display here; nothing was changed.", kind="missing")
    level = _wanted(given, before)
    if level is None:
        return failed("I do not know whether you want it brighter or darker; nothing was changed.")
    after = await brightness.set(level)
    if after is None:
        return failed("The display is no longer there; nothing was changed.", kind="gone")
    if abs(after - max(1, level)) > 3:
        return contradicted(f"The display did not follow; it is at {after} percent.", f"{after} %")
    if after == before:
        return verified(f"The brightness is already at {after} percent.", f"backlight at {after} %")
    inverse = Inverse(Call("brightness", {"level": before}), "changing the brightness")
    words = f"The brightness is at {after} percent."
    return verified(words, f"backlight at {after} %, was {before} %", inverse=inverse)


def _wanted(given: Brighter, now: int) -> int | None:
    if given.level is not None:
        return round(given.level)
    if given.direction is None:
        return None
    change = STEP * given.steps
    return max(0, min(100, now + (change if given.direction == "up" else -change)))


def _asked(given: Any) -> str:
    return ", ".join(f"{key} {value}" for key, value in given.items())
