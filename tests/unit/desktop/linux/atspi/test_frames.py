"""Which top-level objects count as windows on screen."""

import pytest

from pace.desktop.linux.atspi.frames import Application, frame_of
from pace.desktop.linux.atspi.names import Bit, bit_words
from pace.desktop.linux.atspi.nodes import describe

DIALOG, WINDOW, MENU = 16, 23, 33


class Value:
    """A variant of the bus."""

    def __init__(self, value: str) -> None:
        self.value = value


def answers(role: int, *states: Bit) -> list[list[object]]:
    words = [word & 0xFFFFFFFF for word in bit_words(states, 2)]
    known: dict[str, list[object]] = {
        "GetState": [words], "GetRole": [role], "Get": [Value("Save Changes?")],
    }  # fmt: skip
    return [known[ask.member] for ask in describe("/1")]


@pytest.mark.parametrize(
    ("toolkit", "role", "states", "counts", "silent"),
    [
        ("GTK 4.8.3", DIALOG, (Bit.VISIBLE,), True, True),
        ("GTK 4.8.3", DIALOG, (Bit.VISIBLE, Bit.SHOWING), True, False),
        ("GTK 4.8.3", DIALOG, (), False, False),
        ("GTK 4.8.3", WINDOW, (Bit.VISIBLE,), False, False),
        ("gtk 3.24.38", DIALOG, (Bit.VISIBLE,), False, False),
        ("gtk 3.24.38", DIALOG, (Bit.VISIBLE, Bit.SHOWING), True, False),
        ("gtk 3.24.38", WINDOW, (Bit.ICONIFIED,), True, False),
    ],
)
def test_what_does_not_show_is_no_window_but_for_dialogs_of_gtk_4(
    toolkit: str, role: int, states: tuple[Bit, ...], counts: bool, silent: bool
) -> None:
    app = Application(":1.7", "/root", "Text Editor", toolkit, 7)
    frame = frame_of(app, "/1", answers(role, *states))  # type: ignore[arg-type]
    assert (frame is not None) is counts
    assert (frame is not None and frame.silent) is silent
