"""Whether a field holds what was typed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pace.desktop.comparing import difference, holds_insertion, same

YAKS = "Zwölf Yaks: ñ, ß, €, “quotes”, テスト, 🙂"


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("", YAKS, YAKS),
        ("one two", "one and two", "and "),
        ("one two", "one two three", " three"),
        ("one two", "zero one two", "zero "),
        ("aaa", "aaaa", "a"),
        ("abab", "ababab", "ab"),
        ("delete me now", "keep now", "keep"),
        ("a", "a b\u00a0", " b "),
    ],
)
def test_what_was_put_in_once_is_recognised(before: str, after: str, text: str) -> None:
    assert holds_insertion(before, after, text)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("", "Zwlf Yaks", "Zwölf Yaks"),
        ("one", "one", "two"),
        ("one", "onetwotwo", "two"),
        ("one", "Two one", "two "),
        ("one two", "one three tw", " three"),
        ("", "", "x"),
    ],
)
def test_what_is_not_exactly_that_is_not(before: str, after: str, text: str) -> None:
    assert not holds_insertion(before, after, text)


@given(st.text(max_size=20), st.text(max_size=20), st.text(min_size=1, max_size=20))
def test_text_at_any_caret_is_recognised(left: str, right: str, text: str) -> None:
    assert holds_insertion(left + right, left + text + right, text)


@given(
    st.text(max_size=10),
    st.text(max_size=10),
    st.text(max_size=10),
    st.text(min_size=1, max_size=10),
)
def test_text_over_a_selection_is_recognised(
    left: str, selected: str, right: str, text: str
) -> None:
    assume(left + selected + right != left + text + right)
    assert holds_insertion(left + selected + right, left + text + right, text)


@given(st.text(max_size=10), st.text(max_size=10))
def test_where_nothing_changed_nothing_arrived(before: str, text: str) -> None:
    assert not holds_insertion(before + text, before + text, text)


def test_only_the_spaces_of_editable_pages_are_overlooked() -> None:
    assert same("a\u00a0b", "a b")
    assert not same("hello\ufeff", "hello")
    assert not same("Hello", "hello")
    assert not same("a b", "a\u00a0b")


@pytest.mark.parametrize(
    ("wanted", "got", "words"),
    [
        ("ñß", "n", "“ñ”, “ß” did not arrive"),
        ("ab", "abb", "“b” arrived as well"),
        ("ab", "ba", "the characters arrived in another order"),
        ("a\tb", "ab", "U+0009 did not arrive"),
        ("abcdefgh", "", "“a”, “b”, “c”, “d”, “e”, “f” and 2 more did not arrive"),
    ],
)
def test_a_difference_names_the_characters(wanted: str, got: str, words: str) -> None:
    assert difference(wanted, got) == words
