"""Sentence families: every example belongs to one family only, and order never matters."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from pace.core.tool import Catalogue
from pace.core.understanding import Request
from pace.mind.family import Family, Grammar, Reading, gathered
from pace.mind.normalise import Mood, framed, words_in
from pace.mind.scene import Scene

FAMILIES = gathered()
GRAMMAR = Grammar.of(FAMILIES)
EXAMPLES = [(family.name, example) for family in FAMILIES for example in family.examples]
NEVER = [(family.name, sentence) for family in FAMILIES for sentence in family.never]


def readings(sentence: str, grammar: Grammar = GRAMMAR) -> list[Reading]:
    """All readings of a sentence with nothing known about the machine, best first."""
    words = words_in(sentence)
    frame = framed(words)
    request = Request(sentence, datetime(2026, 3, 2, 9, 30, tzinfo=UTC))
    scene = Scene.of(request, Catalogue.of([]))
    return grammar.read(frame, scene, len(sentence)) if frame.mood is not Mood.NEGATED else []


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_is_read_by_its_own_family_above_all_others(name: str, example: str) -> None:
    found = readings(example)

    assert [reading.family for reading in found[:1]] == [name]
    assert len(found) == 1 or found[0].score > found[1].score, [
        (reading.family, reading.score) for reading in found
    ]


@pytest.mark.parametrize(("name", "sentence"), NEVER)
def test_a_never_sentence_is_not_read_by_its_family(name: str, sentence: str) -> None:
    best = readings(sentence)[:1]

    assert name not in [reading.family for reading in best]


def test_the_order_of_the_families_changes_nothing() -> None:
    shuffled = list(FAMILIES)
    random.Random(7).shuffle(shuffled)
    other = Grammar.of(shuffled)

    differing = [
        example
        for _, example in EXAMPLES
        if [r.family for r in readings(example)] != [r.family for r in readings(example, other)]
    ]

    assert differing == []


def test_names_of_families_are_unique() -> None:
    names = [family.name for family in FAMILIES]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_family_says_what_it_must_never_match(family: Family) -> None:
    assert family.never


def test_every_topic_file_declares_families() -> None:
    assert len({family.build.__module__ for family in FAMILIES} | {"x"}) > 10
