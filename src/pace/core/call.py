"""A call is what Pace is about to do; its provenance says where each argument came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Provenance(StrEnum):
    """Where an argument came from. Policy reads this."""

    SPOKEN = "spoken"
    DEFAULT = "default"
    ELEMENT = "element"
    SELECTION = "selection"
    CONVERSATION = "conversation"
    PREFERENCE = "preference"
    TOOL_RESULT = "tool result"
    FILE = "file"
    MAIL = "mail"
    PAGE = "page"
    MCP = "MCP server"
    MODEL = "model"

    @property
    def trusted(self) -> bool:
        """Whether the person chose it: spoke it, pointed at it, or set it before."""
        return self in _TRUSTED


_TRUSTED = frozenset({
    Provenance.SPOKEN, Provenance.DEFAULT, Provenance.ELEMENT, Provenance.SELECTION,
    Provenance.CONVERSATION, Provenance.PREFERENCE,
})  # fmt: skip


class Effect(StrEnum):
    """What a call may do."""

    READ = "read"
    CHANGE = "change"
    BOTH = "both"


class Asks(StrEnum):
    """When a tool needs the person's approval, apart from where its arguments came from."""

    IF_LASTING = "if lasting"  # when it can neither be taken back nor leaves nothing to
    PREFERENCE = "preference"  # unless approving risky actions was switched off
    ALWAYS = "always"


class Risk(StrEnum):
    """How much an act can cost. No tool of the catalogue is destructive."""

    READ_ONLY = "read-only"
    MUTATION = "app/system change"
    INPUT = "input injection"
    EXTERNAL = "external tool"
    DESTRUCTIVE = "destructive"


@dataclass(frozen=True, slots=True)
class Call:
    """One use of a tool. Arguments are plain JSON values, `provenance` has a key per argument."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Provenance] = field(default_factory=dict)

    def source_of(self, argument: str) -> Provenance:
        """Where the argument came from; what nobody declared counts as a model's."""
        return self.provenance.get(argument, Provenance.MODEL)


def spoken(name: str, /, **arguments: Any) -> Call:
    """A call whose every argument the person said."""
    return Call(name, arguments, dict.fromkeys(arguments, Provenance.SPOKEN))
