"""What the set of windows says of an act, and when it is asked."""

from __future__ import annotations

import pytest

from pace.core.element import Window
from pace.core.error import Unavailable
from pace.desktop.ports import Change, Seen
from pace.desktop.window_set import WindowSet, first_change, window_set

pytestmark = pytest.mark.anyio
BEFORE = WindowSet({"1": "Mail", "2": "Setup"}, "2")


@pytest.mark.parametrize(
    ("after", "change", "detail"),
    [
        (BEFORE, Change.NONE, ""),
        (WindowSet({"1": "Mail", "2": "Setup, page 2"}, "2"), Change.NONE, ""),
        (WindowSet({"1": "Mail", "3": "Account"}, "3"), Change.WINDOWS,
         "a window “Account” appeared"),
        (WindowSet({"1": "Mail", "2": "Setup", "3": "A", "4": "B"}, "4"), Change.WINDOWS,
         "a window “B” appeared"),
        (WindowSet({**BEFORE.titles, "3": ""}, "3"), Change.WINDOWS, "a window appeared"),
        (WindowSet({**BEFORE.titles, "3": "a\x1b[2J\n" + "x" * 90}, "3"), Change.WINDOWS,
         f"a window “a [2J {'x' * 53}…” appeared"),
        (WindowSet({"1": "Mail"}, "1"), Change.WINDOWS, "a window closed"),
        (WindowSet(BEFORE.titles, "1"), Change.WINDOWS, "the window “Mail” came to the front"),
        (WindowSet(BEFORE.titles, ""), Change.NONE, ""),
    ],
)  # fmt: skip
def test_a_window_that_came_went_or_took_the_front_is_told(
    after: WindowSet, change: Change, detail: str
) -> None:
    assert BEFORE.until(after) == Seen(change, detail)


class Few:
    """A window system that has one more window at each look."""

    def __init__(self, *, broken: bool = False) -> None:
        self.looks = 0
        self.broken = broken

    async def list(self) -> list[Window]:
        if self.broken:
            raise Unavailable("There is no window system.")
        self.looks += 1
        return [Window(str(n), "app", f"No. {n}") for n in range(1, self.looks + 1)]

    async def active(self) -> Window | None:
        return None


class Told:
    """A watch that is announced this."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    async def first_change(self, timeout: float) -> Seen:
        return self.seen


async def test_what_is_announced_comes_first() -> None:
    announced, windows = Seen(Change.TEXT, "its text changed"), Few()
    before = await window_set(windows)  # type: ignore[arg-type]
    seen = await first_change(Told(announced), windows, before, 0.1, blind=False)  # type: ignore[arg-type]
    assert seen == announced
    assert windows.looks == 1


@pytest.mark.parametrize("blind", [False, True])
async def test_where_nothing_is_announced_the_windows_tell(blind: bool) -> None:
    windows = Few()
    before = await window_set(windows)  # type: ignore[arg-type]
    nothing = Told(Seen(Change.NONE))
    seen = await first_change(nothing, windows, before, 0.1, blind=blind)  # type: ignore[arg-type]
    assert seen.detail == "a window “No. 2” appeared"


@pytest.mark.parametrize("windows", [None, Few(broken=True)])
async def test_where_nobody_knows_the_windows_nothing_is_made_up(windows: Few | None) -> None:
    before = await window_set(windows)  # type: ignore[arg-type]
    assert before is None
    nothing = Told(Seen(Change.NONE))
    seen = await first_change(nothing, windows, before, 0.0, blind=True)  # type: ignore[arg-type]
    assert not seen
