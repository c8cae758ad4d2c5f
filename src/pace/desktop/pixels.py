"""What changed between two pictures of the same place. numpy is imported when needed."""

from __future__ import annotations

from typing import Any

from pace.core.element import Rect
from pace.core.error import Invalid
from pace.desktop.ports import Picture

#: The fourth byte of a pixel means nothing.
_COLOUR = 0x00FFFFFF
#: Pixels of the side of a cell that counts as changed when one pixel in it is.
_CELL = 16


def changed_pixels(before: Picture, after: Picture) -> int:
    """How many pixels differ. Raises Invalid for pictures of different places."""
    return int(_differences(before, after).sum())


def changed_area(before: Picture, after: Picture) -> Rect | None:
    """The smallest rectangle, in screen pixels, with all that differs; None when nothing does.

    Raises Invalid for pictures of different places.
    """
    different = _differences(before, after)
    rows, columns = different.any(axis=1).nonzero()[0], different.any(axis=0).nonzero()[0]
    if not len(rows):
        return None
    left, top = int(columns[0]), int(rows[0])
    return Rect(
        before.rect.x + left,
        before.rect.y + top,
        int(columns[-1]) - left + 1,
        int(rows[-1]) - top + 1,
    )


def changed_shares(before: Picture, after: Picture) -> tuple[float, float]:
    """The shares that changed of the picture's cells, and of its bands from side to side.

    Raises Invalid for pictures of different places.
    """
    import numpy as np

    different = _differences(before, after)
    height, width = different.shape
    spare = ((0, -height % _CELL), (0, -width % _CELL))
    padded: Any = np.pad(different, spare)
    cells = padded.reshape(padded.shape[0] // _CELL, _CELL, -1, _CELL).any(axis=(1, 3))
    return float(cells.mean()), float(cells.any(axis=1).mean())


def _differences(before: Picture, after: Picture) -> Any:
    import numpy as np

    if before.rect != after.rect:
        raise Invalid(
            "Two pictures of different places cannot be compared; take both of one place."
        )
    shape = (before.rect.height, before.rect.width)
    one, other = (np.frombuffer(p.bgra, np.uint32).reshape(shape) for p in (before, after))
    return ((one ^ other) & np.uint32(_COLOUR)) != 0
