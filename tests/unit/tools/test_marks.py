"""Marks help only where everything is in place, and only what was seen to work counts."""

import pytest

from pace.core.element import Element, Rect, Snapshot
from pace.core.error import Gone, Unavailable
from pace.core.result import Evidence
from pace.desktop.acting import Done
from pace.tools.marks import markable, marked, recovered
from pace.tools.pointing import Target, click
from pace.tools.sight import Sight

BOX = Rect(0, 0, 10, 10)
SAVE, PAY = Element("1", "button", "Apply", rect=BOX), Element("2", "button", "Pay", rect=BOX)
SEEN = Snapshot(elements=(
    Element("0", "button", "Gone", rect=BOX, states=frozenset({"offscreen"})),
    Element("3", "button", "Flat", rect=Rect(0, 0, 0, 10)), Element("4", "button", "Nowhere"),
    Element("5", "button", "Grey", rect=BOX, states=frozenset({"disabled"})), SAVE, PAY,
))  # fmt: skip


class Pointing:
    """Marks with one reply."""

    def __init__(self, reply="0", age=3.0, enabled=True):
        self.reply, self._age, self.enabled, self.asked = reply, age, enabled, []

    def age(self, snapshot):
        return self._age

    async def choose(self, elements, label):
        self.asked.append((elements, label))
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


@pytest.mark.parametrize(
    ("reply", "number"),
    [("1", 1), ("mark 1 or 0", 1), ("-1", None), ("−1", None), ("2", None), ("none", None),
     ("", None), ("9" * 50, None), ("+0", 0), ("[0]", 0)],
)  # fmt: skip
def test_the_first_number_of_a_reply_counts_if_it_is_a_mark(reply, number):
    assert marked(reply, 2) == number


def test_only_what_can_be_seen_and_pressed_is_marked():
    assert markable(SEEN) == (SAVE, PAY)


async def test_the_element_of_the_mark_is_meant():
    marks = Pointing("0")
    assert await recovered("Save", SEEN, marks) is SAVE
    assert marks.asked == [((SAVE, PAY), "Save")]


@pytest.mark.parametrize(
    ("label", "seen", "marks"),
    [
        ("Save", SEEN, None), ("Save", SEEN, Pointing(enabled=False)), (" ", SEEN, Pointing()),
        ("Save", SEEN, Pointing(age=None)), ("Save", SEEN, Pointing(age=121)),
        ("Save", Snapshot(), Pointing()), ("Save", SEEN, Pointing("-1")),
        ("Save", SEEN, Pointing(Unavailable("The model is gone."))),
    ],
)  # fmt: skip
async def test_when_anything_is_missing_nothing_is_meant(label, seen, marks):
    assert await recovered(label, seen, marks) is None


class Presses:
    def __init__(self, evidence):
        self.evidence, self.pressed = evidence, []

    async def press(self, element):
        self.pressed.append(element)
        return Done(self.evidence, "it changed")


class Blind(Sight):
    """Finds nothing by words."""

    async def find(self, element_id, words, want=None):
        raise Gone(f"I could not find {words} on this screen; nothing was done.")


async def press(marks, evidence=Evidence.VERIFIED):
    hands = Presses(evidence)
    sight = Blind(None, SEEN, None)
    return await click.body(Target(target="Save"), hands=hands, sight=sight, marks=marks), hands


async def test_a_press_that_missed_is_made_good_by_a_mark():
    result, hands = await press(Pointing("0"))
    assert (result.evidence, hands.pressed) == (Evidence.VERIFIED, [SAVE])


@pytest.mark.parametrize("marks", [None, Pointing("-1"), Pointing("1")])
async def test_the_failure_stands_without_a_mark_and_nothing_final_is_ever_pressed_by_one(marks):
    with pytest.raises(Gone, match="could not find Save"):
        await press(marks)


async def test_the_failure_stands_when_no_change_was_seen():
    with pytest.raises(Gone, match="could not find Save"):
        await press(Pointing("0"), Evidence.UNVERIFIED)
