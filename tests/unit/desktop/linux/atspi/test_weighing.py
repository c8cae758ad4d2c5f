"""Which change after an act is its outcome."""

from __future__ import annotations

import pytest

from pace.desktop.linux.atspi.weighing import (
    APART,
    MOMENTS,
    SOMETHING,
    STEADY,
    Found,
    Strongest,
    Weight,
    of_words,
)
from pace.desktop.ports import Change, Seen

LONG = 100.0


#: What is no outcome, and what is one at once; a text that may be counting is one later.
NOTHING = (Weight.LITTLE, Weight.ASIDE)
AT_ONCE = tuple(weight for weight in Weight if weight not in (Weight.LITTLE, Weight.COUNT))


def found(weight: Weight, detail: str = "", source: str = "") -> Found:
    return Found(Seen(Change.TREE, detail or weight.name), weight, source)


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


@pytest.mark.parametrize("weight", AT_ONCE)
def test_only_what_may_be_outdone_waits(weight: Weight) -> None:
    best = Strongest(LONG)
    best.add(found(weight), 10.0)
    assert best.final == (weight in (Weight.OWN, Weight.WINDOW))
    assert best.until == 10.0 + MOMENTS.get(weight, 0.0)


def test_a_text_waits_for_nothing_that_is_still_to_happen() -> None:
    assert MOMENTS[Weight.TEXT] == 0.0
    assert 0.0 < MOMENTS[Weight.FOCUS] < MOMENTS[Weight.ASIDE] < MOMENTS[Weight.COMING]


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


@pytest.mark.parametrize("weight", AT_ONCE)
def test_only_what_a_text_says_was_asked_for_already(weight: Weight) -> None:
    best = Strongest(LONG)
    best.add(found(weight), 0.0)
    assert best.answered == (weight is Weight.TEXT)


@pytest.mark.parametrize("weight", [*Weight])
def test_what_comes_without_the_act_as_well_is_no_outcome_and_is_told(weight: Weight) -> None:
    best = Strongest(LONG)
    best.add(found(weight, "a thing"), 0.0)
    best.settle(STEADY)
    assert bool(best.seen) == (weight not in NOTHING)
    assert best.seen.detail == ("only a thing" if weight in NOTHING else "a thing")


def test_what_says_little_ends_no_wait() -> None:
    best = Strongest(LONG)
    best.add(found(Weight.LITTLE), 0.0)
    assert (best.until, best.final) == (LONG, False)
    best.add(found(Weight.TEXT), 1.0)
    assert best.seen.detail == "TEXT"


def test_a_text_that_stands_still_is_the_outcome() -> None:
    best = Strongest(0.1)
    best.add(found(Weight.COUNT, "42", "display"), 0.05)
    best.add(found(Weight.COUNT, "42", "display"), 0.05 + APART / 2)  # the same change
    best.settle(0.05 + STEADY - 0.01)
    assert not best.seen
    assert best.until == 0.05 + STEADY, "it is waited for past the end"
    best.settle(0.05 + STEADY)
    assert best.seen.detail == "42"


def test_a_text_that_changes_again_is_never_the_outcome_and_hides_no_other() -> None:
    best = Strongest(LONG)
    for tick in range(20):
        best.add(found(Weight.COUNT, f"{tick}", "clock"), tick / 10)
        best.settle(tick / 10)
        assert not best.seen
    assert best.seen.detail == f"only {SOMETHING.detail}"
    best.add(found(Weight.COUNT, "saved 3", "status"), 2.0)
    best.add(found(Weight.COUNT, "20", "clock"), 2.1)
    best.settle(2.0 + STEADY)
    assert best.seen.detail == "saved 3"


@pytest.mark.parametrize(
    ("said", "weight"),
    [
        ("Saved", Weight.TEXT),
        ("Submitted report", Weight.TEXT),
        ("42", Weight.COUNT),
        ("3 items", Weight.COUNT),
        ("Saved at 12:00", Weight.COUNT),
        ("12:00:01", Weight.LITTLE),
        ("0:12 / 3:45", Weight.LITTLE),
        ("9:05 pm", Weight.LITTLE),
        ("45 %", Weight.LITTLE),
        ("45%", Weight.LITTLE),
    ],
)
def test_a_text_says_less_the_more_it_looks_like_a_clock(said: str, weight: Weight) -> None:
    assert of_words(said, quiet=False) is weight
    assert of_words(said, quiet=True) is Weight.TEXT
