"""When a held chord begins, ends or is spoilt."""

import pytest

from pace.desktop.linux.x11_chord import OLD_MS, HeldChord

CTRL, ALT, SHIFT, A, SPACE, CTRL_R = 37, 64, 50, 38, 65, 105
MODIFIERS = (frozenset({CTRL, CTRL_R}), frozenset({ALT}))


def words(chord: HeldChord, keys: list[int]) -> list[str]:
    """What the chord says to keys that go down, or up where they are negative."""
    said = (chord.feed(abs(key), key > 0, at) for at, key in enumerate(keys))
    return [word for word in said if word]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([CTRL, ALT, -ALT, -CTRL], ["press", "release"]),
        ([ALT, CTRL, -ALT, -CTRL], ["press", "release"]),
        ([CTRL_R, ALT, -CTRL_R, -ALT], ["press", "release"]),
        ([CTRL, ALT, A, -A, -ALT, -CTRL], ["press", "cancel"]),
        ([CTRL, ALT, SHIFT, -SHIFT, -ALT, -CTRL], ["press", "cancel"]),
        ([SHIFT, CTRL, ALT, -ALT, -CTRL, -SHIFT], []),
        ([A, CTRL, ALT, -A, -ALT, -CTRL], []),
        ([CTRL, -CTRL, ALT, -ALT], []),
        ([CTRL, A, -A, ALT, -ALT, -CTRL], ["press", "release"]),
        ([CTRL, ALT, -ALT, ALT, -ALT, -CTRL], ["press", "release", "press", "release"]),
        ([CTRL, ALT, A, -A, -ALT, ALT, -ALT, -CTRL], ["press", "cancel", "press", "release"]),
        ([CTRL, ALT, CTRL_R, -CTRL_R, -CTRL, -ALT], ["press", "release"]),
        ([CTRL, ALT, ALT, ALT, -ALT, -CTRL], ["press", "release"]),  # a key repeats
        ([-CTRL, -ALT], []),
    ],
)
def test_modifiers_alone(keys: list[int], said: list[str]) -> None:
    assert words(HeldChord(MODIFIERS), keys) == said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ([CTRL, ALT, SPACE, -SPACE, -ALT, -CTRL], ["press", "release"]),
        ([CTRL, ALT, SPACE, SPACE, -SPACE, -ALT, -CTRL], ["press", "release"]),
        ([CTRL, ALT, SPACE, -CTRL, -SPACE, -ALT], ["press", "release"]),
        ([CTRL, ALT, SPACE, A, -A, -SPACE, -ALT, -CTRL], ["press", "cancel"]),
        ([CTRL, ALT, -ALT, -CTRL], []),
        ([SPACE, CTRL, ALT, -ALT, -CTRL, -SPACE], []),  # the key comes last
        ([CTRL, SPACE, -SPACE, -CTRL], []),
    ],
)
def test_modifiers_with_a_key(keys: list[int], said: list[str]) -> None:
    chord = HeldChord((*MODIFIERS, frozenset({SPACE})), key_last=True)
    assert words(chord, keys) == said


def test_a_key_whose_release_was_missed_does_not_spoil_the_chord_for_ever() -> None:
    chord = HeldChord(MODIFIERS)
    chord.feed(A, True, 0)
    assert not chord.has_old(OLD_MS)
    assert chord.has_old(OLD_MS + 1)
    chord.forget(frozenset(), OLD_MS + 1)
    assert words(chord, [CTRL, ALT]) == ["press"]


def test_a_key_that_is_really_down_is_remembered() -> None:
    chord = HeldChord(MODIFIERS)
    chord.feed(A, True, 0)
    chord.forget(frozenset({A}), OLD_MS + 1)
    assert words(chord, [CTRL, ALT]) == []
