"""What stands on a control decides whether pressing it asks."""

import pytest

from pace.core.element import Element, Snapshot
from pace.tools.pointing import final
from pace.tools.sight import Sight


@pytest.mark.parametrize(
    ("name", "asks"),
    [("Pay 20 EUR", True), ("Delete account", True), ("Send", True), ("Buy now", True),
     ("Discard changes", True), ("Save", False), ("Sender", False), ("Payments", False),
     ("Next", False), ("", False)],
)  # fmt: skip
def test_final_words_ask(name, asks):
    sight = Sight(None, Snapshot(elements=(Element("e1", "button", name),)), None)
    assert bool(final({"element": "e1"}, {"sight": sight})) is asks
    assert bool(final({"target": name}, {})) is asks
