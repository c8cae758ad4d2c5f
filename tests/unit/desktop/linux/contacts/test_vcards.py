"""What is read of vCards: all that are whole, whatever stands beside them."""

import pytest

from pace.desktop.linux.contacts.eds import _is_book
from pace.desktop.linux.contacts.vcards import LONGEST, MOST_WAYS, people


def card(*lines):
    return "\n".join(["BEGIN:VCARD", "VERSION:3.0", *lines, "END:VCARD", ""])


GOOD = card("UID:1", "FN:Ann Lee", "EMAIL:ann@x.org")


@pytest.mark.parametrize(
    "junk",
    [
        "", "junk\n", "BEGIN:VCARD\nVERSION:3.0\nFN:Unclosed\n", "END:VCARD\n", "\0\0", "\ufeff",
        card("FN"), card("N:;;;;"), card("no colon here"), card("FN:=E9", "BDAY:banana"),
        card("PHOTO;ENCODING=b:" + "A" * 100_000, "FN:"), card("X:" + "y" * (LONGEST + 1)),
        card("KIND:group", "FN:Team", "EMAIL:t@x.org"),
        card("X-EVOLUTION-LIST:TRUE", "FN:List", "EMAIL:l@x.org"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_read_does_not_take_the_others_with_it(junk):
    assert "Ann Lee" in [each.name for each in people(junk + GOOD, "f")]
    assert "Ann Lee" in [each.name for each in people(GOOD + junk, "f")]
    assert {each.name for each in people(junk, "f")} <= {"=E9"}


def test_pictures_are_passed_over():
    picture = "PHOTO;ENCODING=b;TYPE=JPEG:" + "\n ".join(["QUJD" * 18] * 5000)
    [found] = people(card(picture, "FN:Ann Lee", "EMAIL:ann@x.org"), "f")
    assert (found.name, found.emails) == ("Ann Lee", ("ann@x.org",))


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["FN:Søren Kim"], "Søren Kim"), (["N:Kim;Søren;;Dr.;"], "Søren Kim"),
        (["NICKNAME:Sunny"], "Sunny"), (["ORG:Acme;Sales"], "Acme Sales"),
        (["FN:  Two   words "], "Two words"), (["FN:evil\u202e\x07name"], "evil name"),
        (["FN:Line\\nbreak"], "Line break"), (["item1.FN:Grouped"], "Grouped"),
    ],
)  # fmt: skip
def test_the_name_is_the_best_the_card_has(lines, name):
    assert [each.name for each in people(card(*lines), "f")] == [name]


def test_addresses_keep_their_order_and_what_is_preferred():
    [found] = people(
        card(
            "FN:Ann", "EMAIL;TYPE=HOME:a@x.org", "EMAIL;TYPE=WORK;PREF=1:mailto:b@x.org",
            "EMAIL:a@x.org", "EMAIL:", "TEL;TYPE=CELL,PREF:+1 2",
        ), "f",
    )  # fmt: skip
    assert found.emails == ("a@x.org", "b@x.org")
    assert found.preferred == ("b@x.org", "+1 2")


def test_a_flood_of_addresses_is_cut():
    [found] = people(card("FN:Ann", *(f"EMAIL:a{n}@x.org" for n in range(500))), "f")
    assert len(found.emails) == MOST_WAYS


@pytest.mark.parametrize(
    ("data", "yes"),
    [
        ("[Data Source]\nEnabled=true\n[Address Book]\nBackendName=local\n", True),
        ("[Data Source]\nEnabled=false\n[Address Book]\n", False),
        ("[Data Source]\nEnabled = false\n[Address Book]\n", False),
        ("[Data Source]\n[Calendar]\n", False), ("", False),
    ],
)  # fmt: skip
def test_only_address_books_that_are_on_count(data, yes):
    assert _is_book(data) is yes
