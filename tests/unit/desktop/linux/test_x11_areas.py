"""Where windows may be."""

import pytest

from pace.core.element import Rect
from pace.desktop.linux.x11_areas import Edges, free_area, monitor_of, overlap

LEFT, RIGHT = Rect(0, 0, 1920, 1080), Rect(1920, 0, 2560, 1440)
SCREEN = (4480, 1440)


@pytest.mark.parametrize(
    ("window", "monitor"),
    [
        (Rect(100, 100, 400, 300), LEFT),
        (Rect(2000, 100, 400, 300), RIGHT),
        (Rect(1800, 100, 400, 300), RIGHT),  # its centre is there
        (Rect(-500, -400, 400, 300), LEFT),  # on none
        (Rect(100, 1200, 400, 300), LEFT),  # below it, in the dead area
        (Rect(1700, 1000, 300, 500), RIGHT),  # its centre is on none; the most of it is there
    ],
)
def test_a_window_is_on_the_monitor_that_has_its_centre(window: Rect, monitor: Rect) -> None:
    assert monitor_of(window, [LEFT, RIGHT]) == monitor


@pytest.mark.parametrize(
    ("monitor", "strut", "free"),
    [
        (LEFT, (0, 0, 32, 0, 0, 0, 0, 0, 0, 1919, 0, 0), Rect(0, 32, 1920, 1048)),
        (RIGHT, (0, 0, 32, 0, 0, 0, 0, 0, 0, 1919, 0, 0), RIGHT),
        (LEFT, (0, 0, 0, 400, 0, 0, 0, 0, 0, 0, 0, 1919), Rect(0, 0, 1920, 1040)),
        (RIGHT, (0, 0, 0, 400, 0, 0, 0, 0, 0, 0, 0, 1919), RIGHT),
        (LEFT, (64, 0, 0, 0, 0, 1079, 0, 0, 0, 0, 0, 0), Rect(64, 0, 1856, 1080)),
        (RIGHT, (1984, 0, 0, 0, 0, 1439, 0, 0, 0, 0, 0, 0), Rect(1984, 0, 2496, 1440)),
        (LEFT, (1984, 0, 0, 0, 0, 1439, 0, 0, 0, 0, 0, 0), LEFT),
        (RIGHT, (0, 50, 0, 0, 0, 0, 0, 1439, 0, 0, 0, 0), Rect(1920, 0, 2510, 1440)),
        (LEFT, (0, 0, 32, 0), Rect(0, 32, 1920, 1048)),  # the old form: over the whole width
    ],
)
def test_a_panel_takes_its_strip_from_its_own_monitor(
    monitor: Rect, strut: tuple[int, ...], free: Rect
) -> None:
    assert free_area(monitor, SCREEN, [strut], None, alone=False) == free


def test_the_one_work_area_counts_for_a_monitor_that_is_alone() -> None:
    panel = [(0, 0, 32, 0, 0, 0, 0, 0, 0, 1919, 0, 0)]
    area = Rect(0, 32, 1920, 1000)
    assert free_area(LEFT, (1920, 1080), panel, area) == area
    assert free_area(LEFT, SCREEN, panel, area, alone=False) == Rect(0, 32, 1920, 1048)


def test_without_any_panel_the_margins_of_the_window_manager_count() -> None:
    assert free_area(LEFT, SCREEN, [], Rect(0, 20, 4480, 1400), alone=False) == Rect(
        0, 20, 1920, 1060
    )


def test_a_work_area_that_misses_the_monitor_is_not_believed() -> None:
    assert free_area(LEFT, (1920, 1080), [], Rect(5000, 0, 10, 10)) == LEFT


def test_edges_grow_and_shrink_a_rectangle() -> None:
    edges, inner = Edges(1, 2, 20, 4), Rect(10, 30, 100, 50)
    assert edges.around(inner) == Rect(9, 10, 103, 74)
    assert edges.within(edges.around(inner)) == inner


def test_rectangles_that_only_touch_share_nothing() -> None:
    assert overlap(LEFT, RIGHT) is None
    assert overlap(LEFT, Rect(1900, 1000, 100, 100)) == Rect(1900, 1000, 20, 80)
