"""Every failure of the table has one plain sentence that ends in a step."""

import pytest

from pace.core.result import failed, verified
from pace.turn.narration import Failure, narrate, of_result

CASES = [
    (Failure.PLANNER_OFFLINE, "", "planner", "openSettings", "plannerOffline"),
    (Failure.MISSING_PERMISSION, "calendar", "calendar access",
     "openSpecificPermission(calendar)", "missingPermission.calendar"),
    (Failure.CLICK_MISSED, "Save AS", "save as", "", "clickMissed"),
    (Failure.CLICK_MISSED, " ", "find that", "", "clickMissed"),
    (Failure.VOICE_OFFLINE, "pace models get hibari", "pace models get hibari",
     "runTTSSidecarScript", "sidecarTTSOffline"),
    (Failure.SERVER_NOT_CONFIGURED, "composio", "composio", "configureMCPServer",
     "mcpServerNotConfigured"),
    (Failure.SERVER_NOT_CONFIGURED, "", "another program", "configureMCPServer",
     "mcpServerNotConfigured"),
    (Failure.BRIDGE_FAILED, "Codex", "Codex", "openLocalAIBridgeFolder",
     "cloudBridgeUpstreamError"),
    (Failure.BRIDGE_FAILED, "", "bridge", "openLocalAIBridgeFolder", "cloudBridgeUpstreamError"),
]  # fmt: skip


@pytest.mark.parametrize(("failure", "name", "words", "suggestion", "log_id"), CASES)
def test_a_failure_says_what_is_missing_and_what_to_do(failure, name, words, suggestion, log_id):
    told = narrate(failure, name)
    assert words in told.sentence
    assert (told.suggestion, told.log_id) == (suggestion, log_id)


@pytest.mark.parametrize("failure", list(Failure))
@pytest.mark.parametrize("name", ["", "Alex", "x" * 500, "a\nb\u202e\x00", "{name} {0}"])
def test_every_sentence_is_one_sentence_whatever_the_name(failure, name):
    sentence = narrate(failure, name).sentence
    assert sentence[0].isupper() or sentence[0] in "{x"
    assert sentence[-1] in ".?"
    assert "\n" not in sentence
    assert len(sentence) < 250
    assert sentence.isprintable()


def test_only_failures_of_the_table_are_narrated():
    missing = failed("x", kind="mcp server not configured")
    assert "composio" in of_result(missing, "composio").sentence
    assert of_result(failed("x", kind="contradicted")) is None
    assert of_result(verified("x", "y")) is None
