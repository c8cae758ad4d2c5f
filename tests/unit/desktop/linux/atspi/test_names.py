"""Numbers of AT-SPI and Pace's words for them."""

import pytest

from pace.core.element import EDITABLE, PASSWORD, PRESSABLE
from pace.desktop.linux.atspi.names import (
    INTERACTIVE,
    PASSWORD_ROLE,
    ROLES,
    WORDS,
    Bit,
    bit_words,
    is_set,
    match_body,
    role_word,
    roles_for,
    state_words,
)


def states(*bits: Bit) -> list[int]:
    """A state set as it arrives: unsigned words."""
    return [word & 0xFFFFFFFF for word in bit_words(bits, 2)]


@pytest.mark.parametrize("bit", list(Bit))
def test_a_state_is_found_where_it_was_put(bit: Bit) -> None:
    assert is_set(states(bit), bit)
    assert not any(is_set(states(bit), other) for other in Bit if other is not bit)


def test_words_of_a_match_rule_are_signed() -> None:
    assert bit_words([31], 1) == [-(2**31)]
    assert bit_words([0, 33], 2) == [1, 2]


def test_an_empty_list_of_roles_matches_everything_rather_than_nothing() -> None:
    [rule, *_] = match_body(states=[Bit.SHOWING])
    assert rule[5] == 1, "ALL"
    [rule, *_] = match_body(roles=[43])
    assert rule[5] == 2, "ANY"


@pytest.mark.parametrize(
    ("role", "bits", "word"),
    [
        (43, (), "button"),
        (43, (Bit.CHECKABLE,), "toggle_button"),
        (61, (Bit.EDITABLE,), "text_field"),
        (61, (Bit.EDITABLE, Bit.MULTI_LINE), "text_area"),
        (79, (Bit.MULTI_LINE,), "text_area"),
        (11, (), "combo_box"),
        (11, (Bit.EDITABLE,), "editable_combo_box"),
        (PASSWORD_ROLE, (Bit.EDITABLE,), PASSWORD),
        (95, (), "document"),
        (4711, (), "role_4711"),
    ],
)
def test_a_role_has_a_word(role: int, bits: tuple[Bit, ...], word: str) -> None:
    assert role_word(role, states(*bits)) == word


def test_the_words_are_those_that_core_knows_as_pressable_or_editable() -> None:
    unknown = set(INTERACTIVE.values()) - PRESSABLE - EDITABLE - {PASSWORD}
    assert unknown == {"column_header", "row_header", "menu_button"}
    assert not set(INTERACTIVE) & set(WORDS)
    assert len(ROLES) == len(INTERACTIVE) + len(WORDS)


@pytest.mark.parametrize(
    ("bits", "toolkit", "words"),
    [
        ((Bit.ENABLED, Bit.SENSITIVE, Bit.VISIBLE, Bit.SHOWING), "gtk 3.24", set()),
        ((Bit.SENSITIVE, Bit.VISIBLE, Bit.SHOWING), "gtk 3.24", set()),
        ((Bit.VISIBLE, Bit.SHOWING), "gtk 3.24", {"disabled"}),
        ((Bit.ENABLED, Bit.VISIBLE), "Chromium 156", {"offscreen"}),
        ((Bit.ENABLED, Bit.VISIBLE), "GTK 4.8.3", set()),
        ((Bit.ENABLED,), "Qt 6.12.0", {"hidden"}),
        (
            (Bit.ENABLED, Bit.VISIBLE, Bit.SHOWING, Bit.FOCUSED, Bit.CHECKED, Bit.EDITABLE),
            "Qt 6.12.0",
            {"focused", "checked", "editable"},
        ),
    ],
)
def test_states_become_words(bits: tuple[Bit, ...], toolkit: str, words: set[str]) -> None:
    assert state_words(states(*bits), toolkit) == words


def test_qt_is_not_asked_for_roles_it_would_complain_about() -> None:
    assert max(roles_for("Qt 6.12.0")) <= 128
    assert max(roles_for("gtk 3.24.38")) > 128
    assert 85 in roles_for("Gecko 140.0")
