"""When two calls are the same: how names, texts, addresses and numbers are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

#: Arguments that say how much or how it is called; a call is right without the expected ones.
FREE = frozenset({"amount", "steps", "label", "target"})

Wanted = Sequence[Any]  # [name, arguments]


def same_calls(
    calls: Sequence[Mapping[str, Any]], alternatives: Sequence[Sequence[Wanted]]
) -> bool:
    """Whether the calls are, in order and completely, one of the alternatives."""
    return any(
        len(calls) == len(wanted)
        and all(same_call(call, *one) for call, one in zip(calls, wanted, strict=True))
        for wanted in alternatives
    )


def same_call(call: Mapping[str, Any], name: str, arguments: Mapping[str, Any]) -> bool:
    """Every expected argument is there and equal, and no further one but the free ones."""
    given = {key: bare(value) for key, value in call["args"].items() if value is not None}
    wanted = {key: bare(value) for key, value in arguments.items()}
    kept = {key: value for key, value in given.items() if key in wanted or key not in FREE}
    return bool(call["name"] == name and kept == wanted)


def bare(value: Any) -> Any:
    """Without what speech cannot say: case, articles, end marks, the scheme of an address."""
    if isinstance(value, bool) or not isinstance(value, str):
        return value
    text = re.sub(r"^https?://(www\.)?", "", value.strip().lower())
    text = re.sub(r"^(the|a|an|my) ", "", text)
    return " ".join(text.split()).rstrip(".!?/")
