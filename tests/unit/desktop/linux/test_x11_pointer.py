"""When the pointer clicks."""

from itertools import pairwise

import anyio
import pytest

from pace.desktop.linux.x11_pointer import APART_SECONDS, Pointer

pytestmark = pytest.mark.anyio


class Noted:
    """A connection that does nothing and notes when it was to click, and how often."""

    def __init__(self):
        self.lock = anyio.Lock()
        self.clicks = []

    async def run(self, _work, _button, count, *_more):
        self.clicks.append((anyio.current_time(), count))
        return True


async def test_what_is_meant_as_another_click_is_never_part_of_the_one_before():
    noted = Noted()
    pointer = Pointer(noted)
    for count, (x, y) in ((1, (300, 200)), (1, (303, 198)), (2, (300, 200))):
        await pointer.click(x, y, count=count)
    times = [when for when, _ in noted.clicks]
    assert [count for _, count in noted.clicks] == [1, 1, 2]
    assert all(b - a >= APART_SECONDS for a, b in pairwise(times))
