"""Asking for a larger model by name; no model is installed or called here."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.family import Family
from pace.mind.lanes import ADD_ONE
from pace.mind.meaning import always, say

_LARGER = (
    "(a|the|your|another) (large|larger|big|bigger|stronger|smarter|better|powerful) (model|brain)"
)

FAMILIES = (
    Family(
        "a larger model",
        (f"(phone|use|call|ask|try|switch to|escalate to) {_LARGER} [{{rest:rest}}]",
         "phone a friend [{rest:rest}]",
         "[(use|go|activate|turn on|enable)] hard mode [{rest:rest}]",
         ("(activate|use|enable|turn on) (deep thinking|extended reasoning|deep "
          "thought|thinking mode)"),
         "think (deeply|harder|hard|longer|more carefully) [{rest:rest}]",
         "put on your thinking cap"),
        always(say(f"No larger model is installed; {ADD_ONE}", Lane.LARGE_MODEL, needs_model=True,
                   worth=0.5, reason="a larger model")),
        examples=("phone a large model for this", "use the bigger model", "think deeply about this",
                  "hard mode", "activate extended reasoning"),
        never=("phone mum", "use the large print", "I think so",
               "switch to the large window"),
    ),
)  # fmt: skip
