"""Nothing hides in what a person is asked to allow, and nothing is endless."""

import pytest

from pace.tools.visible import first, plain, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Press Save", "Press Save"), ("Grüße an Zoë, 5 µm", "Grüße an Zoë, 5 µm"),
        ("日本語 и русский", "日本語 и русский"), ("👍 ok", "👍 ok"), ("❤️", "❤️"),
        ("a\u202eb", "a⟨U+202E⟩b"), ("a\x07", "a⟨U+0007⟩"), ("a\x00b", "a⟨U+0000⟩b"),
        ("a\nStep 2: x", "a⟨U+000A⟩Step 2: x"), ("a\u2028b", "a⟨U+2028⟩b"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"), ("a\u2060b", "a⟨U+2060⟩b"),
        ("a\ufeffb", "a⟨U+FEFF⟩b"), ("tag\U000e0041", "tag⟨U+E0041⟩"),
        ("a\ufe0fb", "a⟨U+FE0F⟩b"), ("a\u034fb", "a⟨U+034F⟩b"), ("\u3164", "⟨U+3164⟩"),
        ("a\xa0b", "a⟨U+00A0⟩b"), ("\ud800", "⟨U+D800⟩"),
        ("e\u0301", "e\u0301"), ("z\u0300\u0301\u0302\u0303", "z\u0300\u0301⟨U+0302⟩⟨U+0303⟩"),
        ("p\u0430ypal", "p\u0430⟨U+0430⟩ypal"), ("\u0440\u0430\u0443", "\u0440\u0430\u0443"),
        ("exampl\u03b5", "exampl\u03b5⟨U+03B5⟩"),
    ],
)  # fmt: skip
def test_what_has_no_shape_of_its_own_is_shown(text, shown):
    assert visible(text) == shown


def test_a_long_line_is_cut_and_says_so():
    shown = visible("x" * 10_000, 50)
    assert shown.startswith("x" * 50 + "…")
    assert "9950" in shown
    assert len(shown) < 100


def test_the_beginning_of_a_text_stands_on_one_line():
    assert first("a\n b\tc") == "a b c"
    assert first("x" * 81) == "x" * 80 + "…"
    assert first("x" * 80) == "x" * 80


def test_text_of_others_is_cleaned_and_keeps_its_lines():
    assert plain("a\x1b[31m\u202e b\r\n\n\n\nc\u200b\U000e0041", 100) == "a[31m b\n\nc"
    assert plain("x" * 20, 10) == "x" * 9 + "…"
