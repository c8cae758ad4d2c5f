"""Every way out has its row, and the page for people is made from the same table."""

from pathlib import Path

from pace.egress.ways import WAYS, Way, markdown

PAGE = Path(__file__).parents[3] / "docs" / "privacy.md"


def test_every_way_out_has_a_row_that_leaves_nothing_open():
    assert {row.way for row in WAYS} == set(Way)
    assert all((r.leaves, r.to, r.consent, r.indicator, r.audit) for r in WAYS)


def test_the_page_holds_the_table_as_it_is():
    assert markdown() in PAGE.read_text()
