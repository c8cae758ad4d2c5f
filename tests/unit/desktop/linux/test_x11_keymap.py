"""Which key types which character."""

import struct

import pytest

from pace.desktop.linux.x11_keymap import Keymap, Stroke, character_of, place, symbol_of
from pace.desktop.linux.x11_xkb import NO_SYMBOLS, KeyType, Map, groups_of, key_row

LEVEL3, SHIFT = 0xFE03, 0xFFE1
ONE = KeyType(())
TWO = KeyType(((1, 1),))
LETTER = KeyType(((1, 1), (2, 1)))  # Shift or Caps Lock
FOUR = KeyType(((1, 1), (0x80, 2), (0x81, 3)))
CONTROLLED = KeyType(((4, 1),))
TYPES = (ONE, TWO, LETTER, FOUR, CONTROLLED)


def row(*groups: tuple[KeyType, str | tuple[int, ...]], action: int = 0) -> bytes:
    """A key with the given layouts, each a type and its symbols."""
    levels = [
        [ord(s) for s in symbols] if isinstance(symbols, str) else list(symbols)
        for _, symbols in groups
    ]
    width = max(map(len, levels))
    numbers = ([TYPES.index(kind) for kind, _ in groups] + [0] * 4)[:4]
    flat = [symbol for each in levels for symbol in each + [0] * (width - len(each))]
    head = struct.pack("=6BH", *numbers, len(groups) | action, width, len(flat))
    return head + struct.pack(f"={len(flat)}I", *flat)


def keymap(*rows: bytes, modifiers: dict[int, tuple[int, ...]] | None = None) -> Keymap:
    """A map whose first key has keycode 8."""
    keys = tuple((modifiers or {}).get(bit, ()) for bit in range(8))
    return Keymap(Map(8, rows, TYPES), keys)


SHIFT_KEY, LEVEL3_KEY = row((ONE, (SHIFT,))), row((ONE, (LEVEL3,)))


def test_a_key_gives_its_symbols_with_the_modifiers_of_its_type() -> None:
    german = keymap(SHIFT_KEY, LEVEL3_KEY, row((FOUR, "eE€¢")), modifiers={7: (9,)})
    assert german.strokes(0) == {
        "e": Stroke(10),
        "E": Stroke(10, shift=True),
        "€": Stroke(10, level3=True),
        "¢": Stroke(10, shift=True, level3=True),
    }


def test_caps_lock_is_never_used_to_reach_a_character() -> None:
    assert keymap(row((LETTER, "aA"))).strokes(0)["A"] == Stroke(8, shift=True)


def test_without_an_altgr_key_its_levels_are_left_out() -> None:
    assert set(keymap(row((FOUR, "eE€¢"))).strokes(0)) == {"e", "E"}


def test_a_level_behind_another_modifier_is_left_out() -> None:
    assert set(keymap(row((CONTROLLED, "ab"))).strokes(0)) == {"a"}


def test_dead_keys_type_no_character() -> None:
    dead_acute = 0xFE51
    assert keymap(row((TWO, (dead_acute, ord("´"))))).strokes(0) == {"´": Stroke(8, shift=True)}


def test_the_keypad_types_no_text_because_num_lock_changes_it() -> None:
    kp_multiply = 0xFFAA
    assert keymap(row((TWO, (kp_multiply, ord("*"))))).strokes(0) == {}


def test_the_main_block_is_preferred_to_keys_that_few_keyboards_have() -> None:
    rows = [row((TWO, "9)"))] + [NO_SYMBOLS] * 100 + [row((ONE, ")"))]
    assert keymap(*rows).strokes(0)[")"] == Stroke(8, shift=True)


def test_each_layout_has_its_own_characters() -> None:
    both = keymap(row((LETTER, "aA"), (LETTER, (0x6C6, 0x6E6))))
    assert (set(both.strokes(0)), set(both.strokes(1))) == ({"a", "A"}, {"ф", "Ф"})


@pytest.mark.parametrize(
    ("action", "group", "character"),
    [(0x00, 2, "a"), (0x00, 3, "b"), (0x40, 3, "b"), (0x80, 3, "a"), (0x90, 3, "b")],
)
def test_a_key_with_fewer_layouts_does_as_it_says(action: int, group: int, character: str) -> None:
    key = row((ONE, "a"), (ONE, "b"), action=action)
    assert set(keymap(key).strokes(group)) == {character}


def test_spare_keys_have_no_symbols_no_modifier_and_are_not_the_lowest() -> None:
    many = keymap(NO_SYMBOLS, NO_SYMBOLS, NO_SYMBOLS, row((ONE, "a")), row((ONE, (0,))),
                  modifiers={3: (10,)})  # fmt: skip
    assert many.spare() == (9, 12)


def test_a_row_for_a_spare_key_gives_one_symbol_at_every_level() -> None:
    assert groups_of(key_row(0x10030C6)) == [(0, (0x10030C6,))]
    assert groups_of(NO_SYMBOLS) == []


@pytest.mark.parametrize(
    ("symbol", "character"),
    [
        (0x61, "a"), (0xE4, "ä"), (0x1E8, "č"), (0x1002014, "—"), (0x20AC, "€"), (0x6C6, "ф"),
        (0x7E1, "α"), (0x7F2, "σ"), (0x7F3, "ς"), (0xCE0, "א"), (0xDA1, "ก"), (0x101F642, "🙂"),
        (0xFF0D, "\n"), (0xFF09, "\t"), (0xAD2, "“"),
        (0xFE51, None), (0xFFE1, None), (0xFF08, None), (0xFFFFFF, None), (0, None),
    ],
)  # fmt: skip
def test_a_symbol_stands_for_its_character(symbol: int, character: str | None) -> None:
    assert character_of(symbol) == character


@pytest.mark.parametrize("character", [*"aZ~äß€“テ🙂\n\t", "\xa0", "\U0010ffff"])
def test_the_symbol_put_on_a_spare_key_stands_for_the_character(character: str) -> None:
    assert character_of(symbol_of(character)) == character


@pytest.mark.parametrize(
    ("wanted", "placed", "spare", "added", "recycled"),
    [
        ("ab", {}, (9, 12), {"a": 9, "b": 12}, False),
        ("ab", {"a": 9}, (9, 12), {"b": 12}, False),
        ("aab", {}, (9, 12), {"a": 9, "b": 12}, False),
        ("bc", {"a": 9, "b": 12}, (9, 12), {"c": 9}, True),
        ("cd", {"a": 9, "b": 12}, (9, 12), {"c": 9, "d": 12}, True),
        ("abc", {}, (9, 12), {"a": 9, "b": 12}, True),  # one has no key
    ],
)
def test_characters_are_placed_on_free_keys_before_used_ones(
    wanted: str, placed: dict[str, int], spare: tuple[int, ...], added: dict[str, int],
    recycled: bool,
) -> None:  # fmt: skip
    assert place(wanted, placed, spare) == (added, recycled)
