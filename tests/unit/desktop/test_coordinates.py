"""Where things are on the screen, for toolkits that know it and those that do not."""

import pytest

from pace.core.element import Rect
from pace.desktop.coordinates import to_screen

BUTTON = Rect(17, 125, 386, 24)


def test_a_toolkit_that_knows_the_screen_is_believed() -> None:
    frame, client = Rect(589, 189, 422, 621), Rect(590, 209, 420, 600)
    assert to_screen(BUTTON, frame=frame, client=client) == BUTTON


def test_with_no_window_known_extents_are_taken_as_they_are() -> None:
    assert to_screen(BUTTON) == BUTTON
    assert to_screen(BUTTON, frame=Rect(0, 0, 420, 560)) == BUTTON


@pytest.mark.parametrize(
    ("case", "client", "point"),
    [
        ("its window at the corner", Rect(0, 0, 420, 560), (210, 137)),
        ("anywhere on the first monitor", Rect(590, 209, 420, 560), (800, 346)),
        ("on a second monitor to the right", Rect(1920 + 50, 40, 420, 560), (2180, 177)),
        (
            "on a second monitor below, in part above the first",
            Rect(-30, -20, 420, 560),
            (180, 117),
        ),
        ("with a shadow of 26 pixels that it draws itself", Rect(100, 50, 472, 612), (336, 213)),
    ],
)
def test_a_window_relative_toolkit_is_moved_by_its_window(
    case: str, client: Rect, point: tuple[int, int]
) -> None:
    assert to_screen(BUTTON, frame=Rect(0, 0, 420, 560), client=client).center == point


def test_at_twice_the_scale_both_sides_speak_of_the_same_pixels() -> None:
    twice = Rect(34, 250, 772, 48)
    client = Rect(1000, 400, 840, 1120)
    assert to_screen(twice, frame=Rect(0, 0, 840, 1120), client=client) == Rect(1034, 650, 772, 48)


def test_a_frame_larger_than_its_window_sticks_out_evenly() -> None:
    # Chromium on Wayland says 20 pixels more than the compositor gives it.
    client = Rect(200, 100, 1000, 800)
    moved = to_screen(Rect(10, 10, 4, 4), frame=Rect(0, 0, 1020, 820), client=client)
    assert (moved.x, moved.y) == (200, 100)
