"""What runs, what asks, what is denied."""

from dataclasses import dataclass

import pytest

from pace.core.call import Asks, Call, Effect, Provenance, Risk
from pace.core.tool import Tool
from pace.core.turn import Origin
from pace.tools.declare import Arguments
from pace.tools.policy import Verdict, decide

RUN, ASK, DENY = Verdict.RUN, Verdict.ASK, Verdict.DENY


@dataclass
class Safety:
    approve_risky_actions: bool = True


class Words(Arguments):
    text: str = "nothing"
    count: int = 3


async def nothing(_):
    raise AssertionError("policy runs nothing")


def a_tool(risk=Risk.MUTATION, reversible=True, effect=Effect.CHANGE, **more):
    return Tool("x", "Do it", risk, Words, nothing, ("do it",), reversible=reversible,
                effect=effect, **more)  # fmt: skip


def verdict(tool, provenance=None, careful=True, origin=Origin.VOICE, **arguments):
    arguments = arguments or {"text": "hello"}
    given = dict.fromkeys(arguments, Provenance.SPOKEN) if provenance is None else provenance
    return decide(tool, Call("x", arguments, given), origin, Safety(careful))


@pytest.mark.parametrize(
    ("risk", "reversible", "effect", "source", "careful", "expected"),
    [
        (Risk.READ_ONLY, False, Effect.READ, "SPOKEN", True, RUN),
        (Risk.MUTATION, True, Effect.CHANGE, "SPOKEN", True, RUN),
        (Risk.MUTATION, False, Effect.CHANGE, "SPOKEN", True, ASK),
        (Risk.MUTATION, False, Effect.CHANGE, "SPOKEN", False, RUN),
        (Risk.INPUT, False, Effect.CHANGE, "ELEMENT", True, RUN),
        (Risk.EXTERNAL, True, Effect.CHANGE, "SPOKEN", True, ASK),
        (Risk.EXTERNAL, True, Effect.READ, "SPOKEN", True, RUN),
        (Risk.MUTATION, True, Effect.CHANGE, "PAGE", True, ASK),
        (Risk.MUTATION, True, Effect.CHANGE, "MODEL", False, ASK),
        (Risk.INPUT, True, Effect.CHANGE, "MAIL", True, ASK),
        (Risk.READ_ONLY, True, Effect.READ, "MCP", True, RUN),
        (Risk.DESTRUCTIVE, True, Effect.CHANGE, "SPOKEN", False, DENY),
        (Risk.DESTRUCTIVE, True, Effect.READ, "SPOKEN", False, DENY),
    ],
)
def test_the_decision_table(risk, reversible, effect, source, careful, expected):
    tool = a_tool(risk, reversible, effect)
    assert verdict(tool, {"text": Provenance[source]}, careful).verdict is expected


@pytest.mark.parametrize(
    ("asks", "narrowed", "careful", "expected"),
    [
        (Asks.PREFERENCE, None, True, ASK), (Asks.PREFERENCE, None, False, RUN),
        (Asks.PREFERENCE, True, True, ASK), (Asks.PREFERENCE, False, True, RUN),
        (Asks.PREFERENCE, False, False, RUN), (Asks.ALWAYS, None, True, ASK),
        (Asks.ALWAYS, None, False, ASK), (Asks.ALWAYS, False, False, RUN),
    ],
)  # fmt: skip
def test_a_tool_says_itself_when_it_asks_also_where_its_acts_can_be_taken_back(
    asks, narrowed, careful, expected
):
    when = None if narrowed is None else lambda _: narrowed
    tool = a_tool(asks=asks, asks_when=when)
    assert verdict(tool, careful=careful).verdict is expected


@pytest.mark.parametrize("source", list(Provenance))
def test_a_change_from_text_that_nobody_chose_names_its_source_and_the_argument(source):
    decision = verdict(a_tool(), {"text": source, "count": Provenance.SPOKEN}, False,
                       text="hello", count=4)  # fmt: skip
    if source.trusted:
        assert decision.verdict is RUN
    else:
        assert decision.verdict is ASK
        assert f"“text” came from a{'n' if source is Provenance.MCP else ''} {source.value}" in (
            decision.why
        )
        assert "count" not in decision.why


def test_what_nobody_declared_is_a_models_unless_the_tool_takes_it_by_itself():
    assert verdict(a_tool(), {}, text="nothing", count=3).verdict is RUN
    assert "“count” came from a model" in verdict(a_tool(), {}, text="nothing", count=4).why
    assert verdict(a_tool(), {}, text="more").verdict is ASK


def test_two_sources_are_both_named():
    why = verdict(a_tool(), {"text": Provenance.MAIL, "count": Provenance.FILE},
                  text="a", count=9).why  # fmt: skip
    assert why == "“text” came from a mail and “count” came from a file"


def test_another_program_never_changes_anything_unasked():
    assert verdict(a_tool(Risk.INPUT), careful=False, origin=Origin.AGENT).verdict is ASK
