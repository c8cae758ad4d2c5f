"""Spoken punctuation and the clean-up of dictated text."""

import pytest

from pace.mind.dictation import cleaned, unquoted, with_punctuation


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("hello comma world", "hello, world"),
        ("are you there question mark", "are you there?"),
        ("calling open paren foo close paren now", "calling (foo) now"),
        ("path is foo slash bar", "path is foo/bar"),
        ("c backslash temp", "c\\temp"),
        ("name is foo underscore bar", "name is foo_bar"),
        ("id is alpha dash beta", "id is alpha-beta"),
        ("a comma b comma c", "a, b, c"),
        ("ending here period", "ending here."),
        ("first new line second", "first\nsecond"),
        ("it costs euro sign 5", "it costs €5"),
        ("that is 20 euro sign", "that is 20 €"),
        ("the trial period ends soon", "the trial period ends soon"),
        ("wait full stop new paragraph go on", "wait.\n\ngo on"),
        ("NO COMMA yes", "NO, yes"),
        ("nothing Spoken here", "nothing Spoken here"),
        ("commander periodic dashboard", "commander periodic dashboard"),
        ("", ""),
    ],
)
def test_spoken_punctuation_becomes_signs(said, typed):
    assert with_punctuation(said) == typed


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("lets go", "Let's go"),
        ("im going now", "I'm going now"),
        ("hi i am here", "Hi I am here"),
        (
            "lets ship local only comma no cloud fallback",
            "Let's ship local only, no cloud fallback",
        ),
        ("get user open paren id close paren", "getUser(id)"),
        ("compute open paren a b c close paren", "compute(a, b, c)"),
        ("times i think", "Times I think"),
    ],
)
def test_dictation_is_cleaned_as_prose_or_code(said, typed):
    assert cleaned(said) == typed


def test_code_mode_spells_a_call():
    said = "parse action payload open paren args close paren"

    assert cleaned(said, code=True) == "parseActionPayload(args)"


@pytest.mark.parametrize(
    ("given", "inside"),
    [('"hello"', "hello"), ("“hi there”", "hi there"), ('"a" and "b"', '"a" and "b"'), ("x", "x")],
)
def test_only_quotes_around_the_whole_come_off(given, inside):
    assert unquoted(given) == inside
