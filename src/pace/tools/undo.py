"""Undo: the last turn that can be taken back, its acts in reverse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pace.core.call import Risk
from pace.core.result import Evidence, Inverse, Result, Status, failed
from pace.store.inverses import Inverses
from pace.tools.declare import Arguments, tool

#: Carries out an inverse's call outside the plan it belongs to.
CarryOut = Callable[[Inverse], Awaitable[Result]]


class Nothing(Arguments):
    pass


@tool(
    "undo_last",
    aliases=("undo",),
    summary="Undo the last thing Pace did",
    risk=Risk.MUTATION,
    reversible=True,
    examples=("undo that", "change it back"),
    timeout=40.0,
)
async def undo_last(given: Nothing, *, inverses: Inverses, carry_out: CarryOut) -> Result:
    stored = await inverses.last_turn()
    if not stored:
        return failed("There is nothing of mine to undo.", kind="nothing to undo")
    await inverses.use([entry.id for entry in stored])
    results = [(entry.inverse, await carry_out(entry.inverse)) for entry in stored]
    undone = [inverse.summary for inverse, result in results if result.ok]
    kept = [result.spoken for _, result in results if not result.ok]
    seen = "; ".join(result.seen for _, result in results if result.seen)
    if not undone:
        return Result(Status.FAILED, " ".join(kept), seen=seen, kind="not undone")
    sure = all(result.evidence is Evidence.VERIFIED for _, result in results if result.ok)
    evidence = Evidence.VERIFIED if sure else Evidence.UNVERIFIED
    words = f"I undid {_joined(undone)}." if sure else f"I tried to undo {_joined(undone)}."
    return Result(Status.OK, " ".join([words, *kept]), evidence=evidence, seen=seen)


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
