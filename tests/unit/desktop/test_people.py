"""Whom a spoken name means: one, nobody, or a question."""

import pytest

from pace.desktop.people import Kind, folded, match, merged, who
from pace.desktop.services import Contact

BOOK = [
    Contact(name, name, (f"{number}@example.org",), nickname=nickname)
    for number, (name, nickname) in enumerate(
        [
            ("Søren Kim", ""), ("Katarzyna Kowalski", "Kasia"), ("Jörg Müller", ""),
            ("Robert Miller", "Bobby"), ("Alex Chen", ""), ("Alexandra Novak", ""),
            ("John Smith", ""), ("Jon Smith", ""), ("Jane Smith", ""), ("Mario García", ""),
            ("Annemarie van der Berg", ""), ("Mum", ""), ("Łukasz Wójcik", ""),
            ("Seán O’Brien", ""), ("Nguyễn Văn An", ""), ("张伟", ""), ("Al Green", ""),
            ("Elizabeth Taylor", ""), ("Stephen King", ""), ("Maria Luisa Rossi", ""),
        ]
    )
]  # fmt: skip

ONE = [
    ("Søren Kim", "Søren Kim"),
    ("soren kim", "Søren Kim"),
    ("jorg muller", "Jörg Müller"),
    ("Joerg Müller", None),
    ("katarzyna kowalsky", "Katarzyna Kowalski"),
    ("kasia", "Katarzyna Kowalski"),
    ("kasia kowalski", "Katarzyna Kowalski"),
    ("kowalski", "Katarzyna Kowalski"),
    ("Bob Miller", "Robert Miller"),
    ("bobby", "Robert Miller"),
    ("bobby miller", "Robert Miller"),
    ("Miller, Robert", "Robert Miller"),
    ("alex chen", "Alex Chen"),
    ("alexandra", "Alexandra Novak"),
    ("jane smith", "Jane Smith"),
    ("anne marie van der berg", "Annemarie van der Berg"),
    ("my mum", "Mum"),
    ("lukasz wojcik", "Łukasz Wójcik"),
    ("sean obrien", "Seán O’Brien"),
    ("Sean O'Brien", "Seán O’Brien"),
    ("nguyen van an", "Nguyễn Văn An"),
    ("张伟", "张伟"),
    ("al green", "Al Green"),
    ("liz taylor", "Elizabeth Taylor"),
    ("steven king", None),
    ("stephen", "Stephen King"),
    ("Dr. Stephen King", "Stephen King"),
    ("maria rossi", "Maria Luisa Rossi"),
]


@pytest.mark.parametrize(("spoken", "name"), [(s, n) for s, n in ONE if n])
def test_a_name_that_is_one_person_is_that_person(spoken: str, name: str) -> None:
    found = who(spoken, BOOK)
    assert (found.kind, [each.name for each in found.people]) == (Kind.ONE, [name])


@pytest.mark.parametrize(
    "spoken",
    [
        "soren anderson",
        "kim anderson",
        "robert kowalski",
        "jack sparrow",
        "nobody",
        "kate",
        "jo",
        "",
        "  ",
        "!?",
        "\0",
        "🙂",
        "a" * 10_000,
        "the",
        "alexander the great",
    ],
)
def test_nobody_is_found_by_a_name_that_is_nobodys(spoken: str) -> None:
    assert who(spoken, BOOK).kind is Kind.NOBODY


def test_a_guess_begins_with_the_sound_that_was_heard() -> None:
    others = [each for each in BOOK if each.name != "Søren Kim"]
    assert who("soren", others).kind is Kind.NOBODY  # O’Brien is as long and has most letters


@pytest.mark.parametrize(
    ("spoken", "names"),
    [
        ("alex", ["Alex Chen", "Alexandra Novak"]),
        ("smith", ["Jane Smith", "John Smith", "Jon Smith"]),
        ("john smith", ["John Smith", "Jon Smith"]),
        ("jon smith", ["Jon Smith", "John Smith"]),
        ("maria garcia", ["Mario García"]),
        ("katarina kowalsky", ["Katarzyna Kowalski"]),
        ("steven king", ["Stephen King"]),
        ("joerg muller", ["Jörg Müller"]),
    ],
)
def test_a_tie_and_a_guess_are_asked_about(spoken: str, names: list[str]) -> None:
    found = who(spoken, BOOK)
    assert (found.kind, [each.name for each in found.people]) == (Kind.ASK, names)


def test_two_people_of_one_name_are_always_asked_about() -> None:
    twins = [Contact("1", "Ann Lee", ("a@x.org",)), Contact("2", "Ann Lee", ("b@x.org",))]
    assert who("ann lee", twins).people == tuple(twins)
    assert who("ann lee", twins).kind is Kind.ASK


def test_the_other_soren_does_not_hide_the_one_who_is_there() -> None:
    andersson = Contact("9", "Søren Andersson", ("s@x.org",))
    assert who("soren anderson", [*BOOK, andersson]).people == (andersson,)
    assert match("soren anderson", BOOK) == []


def test_one_person_in_two_books_is_one_person() -> None:
    one = Contact("1", "Ann Lee", ("a@x.org",))
    again = Contact("2", "ANN LEE", ("A@x.org", "ann@work.org"), ("1",), preferred=("A@x.org",))
    other = Contact("3", "Ann Lee", ("other@x.org",))
    found = merged([one, again, other])
    assert [each.emails for each in found] == [("a@x.org", "ann@work.org"), ("other@x.org",)]
    assert found[0].phones == ("1",)


def test_names_are_folded_to_plain_letters() -> None:
    assert folded("  Łukasz  ÆRØ-Straße ’n’ ") == "lukasz aero strasse n"
