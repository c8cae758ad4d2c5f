"""Arranging windows."""

from __future__ import annotations

from typing import Annotated, Literal

from pace.core.call import Call, Risk
from pace.core.element import Rect, Window
from pace.core.error import Gone
from pace.core.result import Inverse, Result, contradicted, failed, verified
from pace.desktop.ports import Windows
from pace.tools.declare import Arguments, Synonyms, argument, tool
from pace.tools.visible import first

#: Other words for each place (spec 1.2).
POSITIONS = {
    "left_half": "left", "left_side": "left",
    "right_half": "right", "right_side": "right",
    "top_half": "top", "upper_half": "top",
    "bottom_half": "bottom", "lower_half": "bottom",
    "maximise": "maximize", "full": "maximize",
    "fullscreen": "maximize", "full_screen": "maximize",
    "centre": "center", "middle": "center",
}  # fmt: skip

#: A window may miss the wanted edge by this many pixels: terminals resize by whole characters.
TOLERANCE = 40


class Place(Arguments):
    position: Annotated[
        Literal["left", "right", "top", "bottom", "maximize", "center"], Synonyms(POSITIONS)
    ] = argument(
        "position", "target", "side", "direction", "action",
        about="left, right, top, bottom, maximize or center",
    )  # fmt: skip


@tool(
    "window_snap",
    aliases=("window", "snap_window"),
    spellings=("Window.snap", "window.move", "window.resize"),
    summary="Put the active window on a part of the screen",
    risk=Risk.MUTATION,
    reversible=True,
    examples=("put this window on the left half", "maximize the window"),
    describe=lambda given: f"Move the active window: {given.get('position')}",
)
async def window_snap(given: Place, *, windows: Windows) -> Result:
    position = given.position
    window = await windows.active()
    if window is None:
        return failed("No window is active, so I moved nothing.")
    before = await windows.frame(window)
    wanted = part(await windows.work_area(window), position)
    got = await windows.place(window, wanted)
    inverse = _put_back(window, before, got)
    if near(got, wanted):
        where = f"x {got.x}, y {got.y}, {got.width} by {got.height}"
        done = _DONE.get(position, f"on the {position}")
        return verified(f"“{first(window.title)}” is {done}.", where, inverse=inverse)
    return contradicted(
        f"I tried to move “{first(window.title)}”, but it did not take that place.",
        f"it is at {got.x}, {got.y}, {got.width} by {got.height}",
    )


_DONE = {"maximize": "maximized", "center": "centered"}


def _put_back(window: Window, rect: Rect, now: Rect) -> Inverse:
    arguments = {
        "window": window.id, "title": window.title,
        "x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height,
    }  # fmt: skip
    expected = [now.x, now.y, now.width, now.height]
    return Inverse(Call("place_window", arguments), "moving the window", {"expected": expected})


def part(area: Rect, position: str) -> Rect:
    """The part of the work area that a position names; center is 80 % by 85 % (spec 6.7)."""
    x, y, width, height = area.x, area.y, area.width, area.height
    match position:
        case "left":
            return Rect(x, y, width // 2, height)
        case "right":
            return Rect(x + width - width // 2, y, width // 2, height)
        case "top":
            return Rect(x, y, width, height // 2)
        case "bottom":
            return Rect(x, y + height - height // 2, width, height // 2)
        case "center":
            w, h = width * 80 // 100, height * 85 // 100
            return Rect(x + (width - w) // 2, y + (height - h) // 2, w, h)
        case _:
            return area


def near(got: Rect, wanted: Rect) -> bool:
    return all(
        abs(a - b) <= TOLERANCE
        for a, b in (
            (got.x, wanted.x), (got.y, wanted.y),
            (got.width, wanted.width), (got.height, wanted.height),
        )
    )  # fmt: skip


class Placed(Arguments):
    window: str
    title: str
    x: int
    y: int
    width: int
    height: int
    expected: tuple[int, int, int, int] | None = None


@tool(
    "place_window",
    summary="Put a window back where it was",
    risk=Risk.MUTATION,
    reversible=True,
    examples=(),
    internal=True,
)
async def place_window(given: Placed, *, windows: Windows) -> Result:
    window = next((w for w in await windows.list() if w.id == given.window), None)
    if window is None:
        raise Gone(f"“{first(given.title)}” is no longer open, so there is nothing to put back.")
    if given.expected and not near(await windows.frame(window), Rect(*given.expected)):
        return failed(
            f"“{first(window.title)}” was moved since, so I left it where it is.",
            kind="no longer applies",
        )
    wanted = Rect(given.x, given.y, given.width, given.height)
    got = await windows.place(window, wanted)
    if near(got, wanted):
        return verified(f"“{first(window.title)}” is back where it was.", f"x {got.x}, y {got.y}")
    return contradicted(f"I could not put “{first(window.title)}” back.", f"x {got.x}, y {got.y}")
