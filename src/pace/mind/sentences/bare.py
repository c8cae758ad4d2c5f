"""The name of a control alone: "archive this", "next"."""

from __future__ import annotations

from pace.core.element import PRESSABLE
from pace.core.understanding import Lane
from pace.mind.asking import click
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Target, ground
from pace.mind.meaning import act
from pace.mind.scene import Scene

#: A longer name is hardly said without a verb.
_WORDS = 3


def _bare(match: Match, scene: Scene) -> Reading | None:
    """Only the whole name of something that can be pressed; never in a window yet to come."""
    words = match.texts("target")
    if len(words) > _WORDS or scene.acted or scene.indirect or scene.screen.empty:
        return None
    if not any(words in (one.label, one.text) for one in scene.screen.seen):
        return None
    found = ground(words, scene.screen)
    if not isinstance(found, Target) or words not in (found.one.label, found.one.text):
        return None
    if found.one.role not in PRESSABLE:
        return None
    return act(*click(found.one), lane=Lane.SCREEN_ACTION, confidence=0.75, worth=0.5,
               reason="a control's own name")  # fmt: skip


FAMILIES = (
    Family(
        "a control's name",
        ("{target} [to] [(it|this|that)]",),
        _bare,
        examples=(),
        never=("archive", "next", "the weather is nice"),
    ),
)
