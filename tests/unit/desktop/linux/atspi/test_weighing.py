"""Which change after an act is its outcome."""

from __future__ import annotations

import pytest

from pace.desktop.linux.atspi.weighing import MOMENTS, Found, Strongest, Weight
from pace.desktop.ports import Change, Seen

LONG = 100.0


def found(weight: Weight, detail: str = "") -> Found:
    return Found(Seen(Change.TREE, detail or weight.name), weight)


@pytest.mark.parametrize(
    ("came", "outcome"),
    [
        ((Weight.TEXT, Weight.WINDOW), Weight.WINDOW),
        ((Weight.WINDOW, Weight.TEXT), Weight.WINDOW),
        ((Weight.LITTLE, Weight.ASIDE, Weight.TEXT), Weight.TEXT),
        ((Weight.ASIDE, Weight.COMING, Weight.TEXT), Weight.COMING),
        ((Weight.OWN, Weight.TEXT), Weight.OWN),
        ((Weight.COMING, Weight.OWN), Weight.COMING),
        ((Weight.OWN, Weight.WINDOW), Weight.WINDOW),
    ],
)
def test_what_says_most_is_the_outcome_whatever_came_first(
    came: tuple[Weight, ...], outcome: Weight
) -> None:
    best = Strongest(LONG)
    for weight in came:
        best.add(found(weight), 0.0)
    assert best.found == found(outcome)


def test_of_two_that_say_as_much_the_first_is_the_outcome() -> None:
    best = Strongest(LONG)
    best.add(found(Weight.TEXT, "first"), 0.0)
    best.add(found(Weight.TEXT, "second"), 1.0)
    assert best.found == found(Weight.TEXT, "first")
    assert best.until == 0.0, "it does not wait longer for the second"


@pytest.mark.parametrize("weight", Weight)
def test_only_what_may_be_outdone_waits(weight: Weight) -> None:
    best = Strongest(LONG)
    best.add(found(weight), 10.0)
    assert best.final == (weight in (Weight.OWN, Weight.WINDOW))
    assert best.until == 10.0 + MOMENTS.get(weight, 0.0)


def test_a_text_waits_for_nothing_that_is_still_to_happen() -> None:
    assert MOMENTS[Weight.TEXT] == 0.0
    assert 0.0 < MOMENTS[Weight.LITTLE] < MOMENTS[Weight.ASIDE] < MOMENTS[Weight.COMING]


def test_a_stronger_change_waits_as_long_as_it_needs_itself() -> None:
    best = Strongest(LONG)
    best.add(found(Weight.ASIDE), 0.0)
    best.add(found(Weight.COMING), 0.5)
    assert best.until == 0.5 + MOMENTS[Weight.COMING]


def test_with_no_change_it_waits_until_the_time_is_up() -> None:
    best = Strongest(LONG)
    best.add(None, 0.0)
    assert best.found is None
    assert not best.final
    assert not best.says_at_least(Weight.LITTLE)
    assert best.until == LONG


@pytest.mark.parametrize("weight", Weight)
def test_only_what_a_text_says_was_asked_for_already(weight: Weight) -> None:
    best = Strongest(LONG)
    best.add(found(weight), 0.0)
    assert best.answered == (weight is Weight.TEXT)
