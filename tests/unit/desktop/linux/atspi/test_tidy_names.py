"""Names as a person would give them."""

import pytest

from pace.desktop.linux.atspi.names import tidy


@pytest.mark.parametrize(
    ("name", "toolkit", "tidied"),
    [
        ("7 7", "GTK 4.8.3", "7"),
        ("Save As Save As", "GTK 4.8.3", "Save As"),
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
