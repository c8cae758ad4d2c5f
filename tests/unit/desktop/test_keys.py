"""The names of keys and chords."""

import pytest

from pace.core.error import Invalid
from pace.desktop.keys import KEYS, Held, key_name, parse_chord, parse_held
from pace.desktop.ports import Chord


@pytest.mark.parametrize(
    ("text", "chord"),
    [
        ("ctrl+shift+t", Chord("t", ("ctrl", "shift"))),
        ("Shift + Ctrl + T", Chord("t", ("ctrl", "shift"))),
        ("cmd+s", Chord("s", ("ctrl",))),
        ("command+control+s", Chord("s", ("ctrl",))),
        ("option+f4", Chord("f4", ("alt",))),
        ("win+left", Chord("left", ("super",))),
        ("meta+super+leftarrow", Chord("left", ("super",))),
        ("ctrl+-", Chord("-", ("ctrl",))),
        ("ctrl+minus", Chord("-", ("ctrl",))),
        ("-", Chord("-")),
        ("ctrl+=", Chord("=", ("ctrl",))),
        ("forward-delete", Chord("forwarddelete")),
        ("forwarddelete", Chord("forwarddelete")),
        ("delete", Chord("forwarddelete")),
        ("backspace", Chord("backspace")),
        ("page-up", Chord("pageup")),
        ("page_down", Chord("pagedown")),
        ("Page Up", Chord("pageup")),
        ("ENTER", Chord("return")),
        ("esc", Chord("escape")),
        ("`", Chord("`")),
        ("grave", Chord("`")),
    ],
)
def test_a_chord_reads_the_same_in_every_spelling(text: str, chord: Chord) -> None:
    assert parse_chord(text) == chord


@pytest.mark.parametrize("text", ["", "+", "ctrl+", "ctrl++s", "f13", "hyper+a", "ctrl", "a+ctrl",
                                  "ctrl+ab", "é", "\x00", "ctrl+f 13"])  # fmt: skip
def test_anything_else_is_rejected(text: str) -> None:
    with pytest.raises(Invalid):
        parse_chord(text)


def test_the_sentence_names_the_part_that_is_unknown() -> None:
    with pytest.raises(Invalid, match="“hyper”"):
        parse_chord("hyper+a")


def test_a_canonical_name_is_its_own_name() -> None:
    assert {key_name(key) for key in KEYS} == KEYS


def test_a_parsed_chord_reads_itself_back() -> None:
    for key in KEYS:
        chord = Chord(key, ("ctrl", "alt"))
        assert parse_chord(str(chord)) == chord


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("ctrl+alt", Held(("ctrl", "alt"))),
        ("Alt+Control", Held(("ctrl", "alt"))),
        ("ctrl+alt+space", Held(("ctrl", "alt"), "space")),
        ("super+f1", Held(("super",), "f1")),
    ],
)
def test_a_held_chord_may_be_modifiers_alone(text: str, held: Held) -> None:
    assert parse_held(text) == held
    assert parse_held(str(held)) == held


@pytest.mark.parametrize(
    "text", ["ctrl", "space", "", "ctrl+ctrl", "ctrl+alt+foo", "foo+alt", "a+ctrl"]
)
def test_a_held_chord_that_would_fire_while_typing_is_rejected(text: str) -> None:
    with pytest.raises(Invalid):
        parse_held(text)
