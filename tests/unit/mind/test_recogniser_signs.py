"""A spoken sign and the recogniser's own sign beside it are one."""

import pytest

from pace.mind.dictation import cleaned


@pytest.mark.parametrize(
    ("heard", "typed"),
    [
        (
            "good morning comma, it costs forty euro sign full stop.",
            "Good morning, it costs forty €.",
        ),
        ("Dear Anna, comma, the rest", "Dear Anna, the rest"),
        ("is that so? question mark.", "Is that so?"),
        ("the trial period. ends soon", "The trial period. ends soon"),
        ("plain words, as said.", "Plain words, as said."),
    ],
)
def test_one_sign_is_typed(heard, typed):
    assert cleaned(heard) == typed
