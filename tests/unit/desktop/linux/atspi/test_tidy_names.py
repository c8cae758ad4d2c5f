"""Names as a person would give them."""

import pytest

from pace.desktop.linux.atspi.names import renews_itself, tidy


@pytest.mark.parametrize(
    ("name", "toolkit", "tidied"),
    [
        ("7 7", "GTK 4.8.3", "7"),
        ("Save As Save As", "GTK 4.8.3", "Save As"),
        ("_Cancel Cancel", "GTK 4.8.3", "Cancel"),
        ("Save _As Save As", "GTK 4.8.3", "Save As"),
        ("_Cancel Cancel", "gtk 3.24", "_Cancel Cancel"),
        ("snake_case", "GTK 4.8.3", "snake_case"),
        ("GtkSourceView", "GTK 4.8.3", ""),
        ("EditorSourceView", "GTK 4.14", ""),
        ("Save", "GTK 4.8.3", "Save"),
        ("GitHub", "GTK 4.8.3", "GitHub"),
        ("7 7", "gtk 3.24", "7 7"),
        ("GtkSourceView", "Chromium 156", "GtkSourceView"),
    ],
)
def test_gtk_4_noise_is_no_name(name, toolkit, tidied):
    assert tidy(name, toolkit) == tidied


TAB, BUTTON = 37, 43


@pytest.mark.parametrize(
    ("role", "name", "renews"),
    [
        (TAB, "Inbox - Memory usage - 23.6 MB", True),
        (TAB, "Posteingang – Speichernutzung – 1,2\u00a0GB", True),
        (TAB, "Inbox (4)", False),
        (TAB, "MB 12", False),
        (BUTTON, "Download 23.6 MB", False),
    ],
)
def test_the_memory_a_tab_says_it_uses_is_nothing_that_happened(role, name, renews):
    assert renews_itself(role, name) is renews
