"""What is said of a failure that no tool's own sentence covers: one closed table (spec 6.9).

Each is one sentence in the first person that names what is missing and ends in a step or an offer.
No model writes it, and `log_id` carries nothing the person said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from pace.core.result import Result
from pace.tools.visible import first, plain


class Failure(StrEnum):
    """The kinds of failure that are narrated."""

    PLANNER_OFFLINE = "plannerOffline"
    MISSING_PERMISSION = "missingPermission"
    CLICK_MISSED = "clickMissed"
    VOICE_OFFLINE = "sidecarTTSOffline"
    SERVER_NOT_CONFIGURED = "mcpServerNotConfigured"
    BRIDGE_FAILED = "cloudBridgeUpstreamError"


@dataclass(frozen=True, slots=True)
class Narration:
    """A sentence, the step a surface may offer with it, and what a log may say."""

    sentence: str
    suggestion: str = ""
    log_id: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    sentence: str
    nameless: str
    suggestion: str = ""
    lower: bool = False


_TABLE: Final[Mapping[Failure, _Entry]] = MappingProxyType({
    Failure.PLANNER_OFFLINE: _Entry(
        "",
        "I cannot reach my planner on this computer, so I did nothing; start it, or choose"
        " another one in the settings.",
        "openSettings",
    ),
    Failure.MISSING_PERMISSION: _Entry(
        "I need {name} access for that, so I did nothing; shall I open the settings?",
        "I am not allowed to do that yet, so I did nothing; shall I open the settings?",
        "openSpecificPermission",
    ),
    Failure.CLICK_MISSED: _Entry(
        "I could not find {name} on this screen; point at it, or say what stands beside it.",
        "I could not find that on this screen; point at it, or say what stands beside it.",
        lower=True,
    ),
    Failure.VOICE_OFFLINE: _Entry(
        "My own voice has stopped, so I speak with the system's; {name} brings it back.",
        "My own voice has stopped, so I speak with the system's; `pace doctor` says what brings it"
        " back.",
        "runTTSSidecarScript",
    ),
    Failure.SERVER_NOT_CONFIGURED: _Entry(
        "I would use {name} for that, but it is not set up yet; add it to your MCP servers and ask"
        " me again.",
        "I would use another program for that, but it is not set up yet; add it to your MCP"
        " servers and ask me again.",
        "configureMCPServer",
    ),
    Failure.BRIDGE_FAILED: _Entry(
        "{name} answered with an error, so I did nothing; check that you are signed in there.",
        "The bridge answered with an error, so I did nothing; check that you are signed in there.",
        "openLocalAIBridgeFolder",
    ),
})  # fmt: skip

#: The kinds of results, as tools write them, that have a narration.
_OF_RESULTS: Final[Mapping[str, Failure]] = MappingProxyType({
    "mcp server not configured": Failure.SERVER_NOT_CONFIGURED,
    "missing permission": Failure.MISSING_PERMISSION,
    "click missed": Failure.CLICK_MISSED,
})  # fmt: skip


def narrate(failure: Failure, name: str = "") -> Narration:
    """The sentence for a failure; `name` is the control, server, permission or provider."""
    entry = _TABLE[failure]
    named = first(plain(name, 200), 60).strip()
    if not named or not entry.sentence:
        return Narration(entry.nameless, entry.suggestion, failure.value)
    sentence = entry.sentence.format(name=named.lower() if entry.lower else named)
    permission = failure is Failure.MISSING_PERMISSION
    suggestion = f"{entry.suggestion}({named})" if permission else entry.suggestion
    log_id = f"{failure.value}.{named}" if permission else failure.value
    return Narration(sentence[:1].upper() + sentence[1:], suggestion, log_id)


def of_result(result: Result, name: str = "") -> Narration | None:
    """The narration of a failed result, when its kind is in the table."""
    failure = _OF_RESULTS.get(result.kind)
    return None if result.ok or failure is None else narrate(failure, name)
