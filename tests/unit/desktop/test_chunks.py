"""Text in pieces that are typed at once."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pace.core.error import Invalid
from pace.desktop.chunks import CHUNK_CHARACTERS, next_chunk, reject_controls

ASCII = set(string.printable)


def chunks(text: str, symbols: int = 16) -> list[str]:
    found, at = [], 0
    while at < len(text):
        found.append(next_chunk(text, at, ASCII, symbols=symbols))
        at += len(found[-1])
    return found


def test_a_chunk_has_at_most_thirty_two_characters() -> None:
    assert [len(chunk) for chunk in chunks("a" * 70)] == [32, 32, 6]


def test_a_chunk_has_at_most_sixteen_characters_that_the_layout_lacks() -> None:
    kana = "".join(chr(0x3041 + n) for n in range(20))
    assert [len(chunk) for chunk in chunks(kana)] == [16, 4]


def test_a_character_that_comes_again_counts_once() -> None:
    assert chunks("éaéaéa", symbols=1) == ["éaéaéa"]


@pytest.mark.parametrize("written", ["e\u0301", "👩\u200d💻", "👍🏽", "❤\ufe0f"])
def test_a_chunk_does_not_end_within_a_written_character(written: str) -> None:
    text = "a" * (CHUNK_CHARACTERS - 1) + written
    assert chunks(text) == ["a" * (CHUNK_CHARACTERS - 1), written]


def test_a_written_character_longer_than_a_chunk_is_split_rather_than_never_typed() -> None:
    text = "e" + "\u0301" * 50
    assert "".join(chunks(text)) == text


@given(st.text(max_size=200))
def test_the_chunks_are_the_text(text: str) -> None:
    assert "".join(chunks(text)) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("a\x00b", "U+0000"),
        ("a\rb", "U+000D"),
        ("\x1b[31m", "U+001B"),
        ("\x7f", "U+007F"),
        ("\x85", "U+0085"),
        ("\ud800", "U+D800"),
        ("\ufffe", "U+FFFE"),
        ("\x01 and \x02", "U+0001, U+0002"),
    ],
)
def test_control_characters_are_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(Invalid, match=named.replace("+", r"\+")):
        reject_controls(text)


@pytest.mark.parametrize("text", ["", "a\n\tb", "שלום \u200f", "🙂", "\xa0"])
def test_everything_else_may_be_typed(text: str) -> None:
    reject_controls(text)
