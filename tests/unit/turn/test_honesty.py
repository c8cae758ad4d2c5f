"""What a planner claims is not said."""

import pytest

from pace.core.call import Call
from pace.core.result import failed, unverified, verified
from pace.tools.runner import Outcome
from pace.turn.honesty import NOTHING_DONE, claims_an_act, told, without_claims


@pytest.mark.parametrize(
    "words",
    ["Done!", "Done, I opened it.", "I've sent the mail.", "I have just closed the window.",
     "The file has been deleted.", "Firefox is now open.", "All set.", "I turned it down."],
)  # fmt: skip
def test_words_that_claim_an_act_are_known(words):
    assert claims_an_act(words)


@pytest.mark.parametrize(
    "words",
    ["The capital of France is Paris.", "I can open it for you.", "Shall I close it?",
     "It is ten past nine.", "To open a file, press Control O."],
)  # fmt: skip
def test_plain_answers_pass(words):
    assert without_claims(words) == words


def test_a_claim_is_replaced_and_the_rest_is_kept():
    assert without_claims("Paris is in France. I opened the map.") == (
        f"Paris is in France. {NOTHING_DONE}"
    )


def test_presses_are_told_together_and_a_failure_last():
    results = [
        verified("I pressed 7.", "x"), verified("I pressed ×.", "x"), verified("I pressed 8.", "x"),
        unverified("I pressed =; I could not see a change."), failed("The rest is gone."),
    ]  # fmt: skip
    assert told([Outcome(Call("click"), result) for result in results]) == (
        "I pressed 7, × and 8. I pressed =; I could not see a change. The rest is gone."
    )
