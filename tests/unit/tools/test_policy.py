"""What runs, what asks, what is denied."""

from dataclasses import dataclass

import pytest

from pace.core.call import Effect, Provenance, Risk
from pace.core.turn import Origin
from pace.tools.policy import Verdict, decide


@dataclass
class Safety:
    approve_risky_actions: bool = True


SPOKEN = {"text": Provenance.SPOKEN}


@pytest.mark.parametrize(
    ("risk", "reversible", "effect", "provenance", "careful", "verdict"),
    [
        (Risk.READ_ONLY, False, Effect.READ, SPOKEN, True, Verdict.RUN),
        (Risk.MUTATION, True, Effect.CHANGE, SPOKEN, True, Verdict.RUN),
        (Risk.MUTATION, False, Effect.CHANGE, SPOKEN, True, Verdict.ASK),
        (Risk.MUTATION, False, Effect.CHANGE, SPOKEN, False, Verdict.RUN),
        (Risk.INPUT, False, Effect.CHANGE, {"element": Provenance.ELEMENT}, True, Verdict.RUN),
        (Risk.EXTERNAL, True, Effect.CHANGE, SPOKEN, True, Verdict.ASK),
        (Risk.EXTERNAL, True, Effect.READ, SPOKEN, True, Verdict.RUN),
        (Risk.MUTATION, True, Effect.CHANGE, {"t": Provenance.PAGE}, True, Verdict.ASK),
        (Risk.MUTATION, True, Effect.CHANGE, {"t": Provenance.MODEL}, False, Verdict.ASK),
        (Risk.INPUT, True, Effect.CHANGE, {"t": Provenance.MAIL}, True, Verdict.ASK),
        (Risk.READ_ONLY, True, Effect.READ, {"t": Provenance.MCP}, True, Verdict.RUN),
        (Risk.DESTRUCTIVE, True, Effect.CHANGE, SPOKEN, False, Verdict.DENY),
        (Risk.DESTRUCTIVE, True, Effect.READ, SPOKEN, False, Verdict.DENY),
    ],
)
def test_the_decision_table(risk, reversible, effect, provenance, careful, verdict):
    decision = decide(risk, reversible, effect, Origin.VOICE, provenance, Safety(careful))
    assert decision.verdict is verdict


@pytest.mark.parametrize("source", [p for p in Provenance if not p.trusted])
def test_a_change_from_untrusted_text_names_its_source(source):
    decision = decide(
        Risk.MUTATION, True, Effect.CHANGE, Origin.VOICE, {"x": source}, Safety(False)
    )
    assert decision.verdict is Verdict.ASK
    assert source.value in decision.why


def test_another_program_never_changes_anything_unasked():
    decision = decide(Risk.INPUT, True, Effect.CHANGE, Origin.AGENT, SPOKEN, Safety(False))
    assert decision.verdict is Verdict.ASK
