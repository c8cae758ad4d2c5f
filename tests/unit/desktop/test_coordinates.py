"""Where things are on the screen, for toolkits that know it and those that do not."""

import pytest

from pace.core.element import Rect
from pace.desktop.coordinates import Place, place_of, to_screen

BUTTON = Rect(17, 125, 386, 24)


def test_a_toolkit_that_knows_the_screen_is_believed() -> None:
    frame, client = Rect(589, 189, 422, 621), Rect(590, 209, 420, 600)
    assert to_screen(BUTTON, place_of(frame, client)) == BUTTON


def test_with_no_window_known_extents_are_taken_as_they_are() -> None:
    assert to_screen(BUTTON, place_of(None, None)) == BUTTON
    assert to_screen(BUTTON, place_of(Rect(0, 0, 420, 560), None, relative=True)) == BUTTON


def test_a_window_in_the_corner_of_the_screen_still_counts_from_the_screen() -> None:
    # GTK 3 under a window manager: the frame has its border and title, the client area has not.
    assert place_of(Rect(0, 0, 422, 621), Rect(1, 20, 420, 600)) == Place()


@pytest.mark.parametrize(
    ("case", "client", "point"),
    [
        ("its window at the corner", Rect(0, 0, 420, 560), (210, 137)),
        ("anywhere on the first monitor", Rect(590, 209, 420, 560), (800, 346)),
        ("on a second monitor to the right", Rect(1920 + 50, 40, 420, 560), (2180, 177)),
        ("on a second monitor below, in part off it", Rect(-30, 1060, 420, 560), (180, 1197)),
        ("with a shadow of 26 pixels that it draws itself", Rect(100, 50, 472, 612), (336, 213)),
    ],
)
def test_a_window_relative_toolkit_is_moved_by_its_window(
    case: str, client: Rect, point: tuple[int, int]
) -> None:
    place = place_of(Rect(0, 0, 420, 560), client, relative=True)
    assert to_screen(BUTTON, place).center == point


def test_a_frame_at_the_origin_of_a_window_elsewhere_is_relative_whatever_the_toolkit() -> None:
    # Chromium on Wayland says 20 pixels more than the compositor gives it.
    place = place_of(Rect(0, 0, 1020, 820), Rect(200, 100, 1000, 800))
    moved = to_screen(Rect(10, 10, 4, 4), place)
    assert (moved.x, moved.y) == (200, 100)


@pytest.mark.parametrize(
    ("case", "frame", "client", "relative", "extents", "pixels"),
    [
        (
            "GTK 3",
            Rect(0, 0, 421, 609),
            Rect(1, 20, 840, 1192),
            False,
            Rect(12, 142, 396, 34),
            Rect(24, 284, 792, 68),
        ),
        (
            "GTK 4",
            Rect(0, 0, 420, 562),
            Rect(380, 45, 840, 1124),
            True,
            Rect(17, 125, 386, 24),
            Rect(414, 295, 772, 48),
        ),
        (
            "GTK 4 with a shadow",
            Rect(0, 0, 420, 562),
            Rect(380, 45, 944, 1228),
            True,
            Rect(17, 125, 386, 24),
            Rect(466, 347, 772, 48),
        ),
        (
            "Qt",
            Rect(190, 24, 420, 560),
            Rect(380, 47, 840, 1120),
            False,
            Rect(199, 138, 402, 22),
            Rect(398, 276, 804, 44),
        ),
        (
            "a fractional scale",
            Rect(200, 100, 420, 560),
            Rect(300, 150, 630, 840),
            False,
            Rect(210, 120, 40, 20),
            Rect(315, 180, 60, 30),
        ),
    ],
)
def test_at_a_larger_scale_units_become_pixels(
    case: str, frame: Rect, client: Rect, relative: bool, extents: Rect, pixels: Rect
) -> None:
    assert to_screen(extents, place_of(frame, client, relative=relative)) == pixels
