"""Text from a server is made harmless before it is seen or heard."""

import pytest

from pace.tools.mcp.cleaning import LIMIT, clean, cut, dirty, line


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("plain", "plain"),
        ("two\r\nlines\rthree\u2028four", "two\nlines\nthree\nfour"),
        ("a\tb", "a\tb"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]8;;http://evil.example\x07link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title without an end", ""),
        ("\x1bPq#0;2\x1b\\after", "after"),
        ("\x1b(Bshift", "shift"),
        ("\x1b", ""),
        ("bell\x07 nul\x00 del\x7f", "bell nul del"),
        ("\u202eevil\u202c \u2066x\u2069 \u200e\u200f\u061c", "evil x"),
        ("zero\u200bwidth\u2060\ufeff", "zerowidth"),
        ("tag\U000e0041\U000e007f", "tag"),
        ("hidden\U000e0100\U000e01ef", "hidden"),
        ("lone\ud800surrogate", "lonesurrogate"),
        ("👩\u200d👩\u200d👧 می\u200cخواهم", "👩\u200d👩\u200d👧 می\u200cخواهم"),
        ("", ""),
    ],
)
def test_what_is_not_seen_or_turns_text_around_is_taken_away(given: str, kept: str) -> None:
    assert clean(given) == kept


def test_cleaning_a_million_escapes_is_quick() -> None:
    assert clean("\x1b[" * 500_000) == ""
    assert clean("\x1b]" + "x" * 1_000_000) == ""


@pytest.mark.parametrize(
    ("given", "is_dirty"), [("fine\r\n", False), (" fine ", False), ("b\x08ad", True)]
)
def test_a_text_is_dirty_when_cleaning_would_change_it(given: str, is_dirty: bool) -> None:
    assert dirty(given) is is_dirty


def test_a_long_text_is_cut_at_a_whole_character_and_says_so() -> None:
    text = cut("é" * LIMIT)
    kept, _, rest = text.partition("\n")
    assert kept == "é" * (LIMIT // 2)
    assert rest == f"… (cut here; {LIMIT} more bytes)"


def test_a_text_within_the_limit_stays_as_it_is() -> None:
    assert cut("a" * LIMIT) == "a" * LIMIT


def test_a_line_has_no_breaks_and_ends_with_an_ellipsis() -> None:
    assert line("one\n two\tthree", 9) == "one two…"
