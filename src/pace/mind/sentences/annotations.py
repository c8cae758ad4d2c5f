"""Wiping what was drawn on the screen."""

from __future__ import annotations

from pace.mind.family import Family
from pace.mind.meaning import act, always, call

_DRAWN = "(annotation|annotations|drawing|drawings)"

FAMILIES = (
    Family(
        "clear the drawings",
        (f"clear [all] [(the|my|your|these|all the|those)] {_DRAWN}", "stop drawing",
         f"(wipe|remove|erase|hide|delete) [all] [(the|my|your|these|all the)] {_DRAWN}",
         "wipe the screen", f"get rid of [all] [(the|my|your|these)] {_DRAWN}",
         f"(take|wipe) [(the|these)] {_DRAWN} (away|off|down)", "stop drawings"),
        always(act(call("clear_annotations"), reason="drawings")),
        examples=("clear the drawings", "wipe the annotations", "get rid of the drawings",
                  "stop drawing"),
        never=("clear the screen", "draw a clear circle around the button", "clear",
               "delete the drawing.png file", "clear my browsing history"),
    ),
)  # fmt: skip
