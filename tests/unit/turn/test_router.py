"""From an understanding to a route."""

import pytest

from pace.core import understanding as core
from pace.core.call import spoken
from pace.core.understanding import Choice, Intent, Lane, Understanding
from pace.turn.router import Ask, Control, Plan, Run, Say, route

MUTE = spoken("volume", mute=True)
CHOICE = Choice("Which one?", ("left", "right"))
UNKNOWN = Understanding(Lane.UNKNOWN, Intent.ANSWER, spoken="No model.", needs_model=True)


@pytest.mark.parametrize(
    ("understanding", "expected"),
    [
        (Understanding(), Say("")),
        (Understanding(Lane.CHITCHAT, Intent.ANSWER, spoken="Hello."), Say("Hello.")),
        (Understanding(Lane.TOOL_ACTION, Intent.ACTION, (MUTE,)), Run((MUTE,))),
        (Understanding(Lane.CONTROL, control=core.Control.STOP), Control(core.Control.STOP)),
        (UNKNOWN, Say("No model.")),
        (
            Understanding(intent=Intent.CLARIFY, question=CHOICE, alternatives=((MUTE,), ())),
            Ask("Which one?", ("left", "right"), ((MUTE,), ())),
        ),
        (
            Understanding(intent=Intent.REFUSE, spoken="I leave that to you.", proposed=(MUTE,)),
            Say("I leave that to you."),
        ),
    ],
)
def test_each_understanding_has_one_route(understanding, expected):
    assert route(understanding) == expected


def test_a_model_is_asked_only_when_one_is_needed_and_there():
    assert route(UNKNOWN, ("local",)) == Plan("local")
    assert route(Understanding(Lane.TOOL_ACTION, Intent.ACTION, (MUTE,)), ("local",)) == Run(
        (MUTE,)
    )


@pytest.mark.parametrize("intent", [intent for intent in Intent if intent.withholds])
def test_what_withholds_never_runs(intent):
    withheld = Understanding(intent=intent, spoken="No.", proposed=(MUTE,))

    assert not isinstance(route(withheld, ("local",)), Run)
