"""What changed between two pictures."""

import pytest

from pace.core.element import Rect
from pace.core.error import Invalid
from pace.desktop.pixels import changed_area, changed_pixels
from pace.desktop.ports import Picture

PLACE = Rect(100, 50, 4, 3)


def picture(changed: dict[tuple[int, int], bytes] | None = None, rect: Rect = PLACE) -> Picture:
    pixels = bytearray(b"\x10\x20\x30\x00" * (rect.width * rect.height))
    for (x, y), pixel in (changed or {}).items():
        start = 4 * (y * rect.width + x)
        pixels[start : start + 4] = pixel
    return Picture(rect, bytes(pixels))


def test_equal_pictures_have_no_change() -> None:
    assert changed_pixels(picture(), picture()) == 0
    assert changed_area(picture(), picture()) is None


def test_changed_pixels_are_counted_and_surrounded_in_screen_pixels() -> None:
    after = picture({(1, 0): b"\xff\xff\xff\x00", (2, 2): b"\x10\x20\x31\x00"})
    assert changed_pixels(picture(), after) == 2
    assert changed_area(picture(), after) == Rect(101, 50, 2, 3)


def test_the_fourth_byte_means_nothing() -> None:
    assert changed_pixels(picture(), picture({(0, 0): b"\x10\x20\x30\xff"})) == 0


def test_pictures_of_different_places_are_not_compared() -> None:
    with pytest.raises(Invalid):
        changed_pixels(picture(), picture(rect=Rect(0, 0, 4, 3)))
