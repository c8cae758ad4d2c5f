"""Undo: the last turn that can be taken back, its acts in reverse."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from pace.core.call import Risk
from pace.core.error import PaceError
from pace.core.question import CANCEL
from pace.core.result import Evidence, Inverse, Result, Status, failed
from pace.store.inverses import Stored, Unreadable
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, tool
from pace.tools.visible import LINE, first

if TYPE_CHECKING:
    from pace.store.inverses import Inverses, Lasting

#: Carries out an inverse's call outside the plan it belongs to.
CarryOut = Callable[[Inverse], Awaitable[Result]]

LEAVE = CANCEL
#: How many acts that have no way back are named.
NAMED = 3


class Nothing(Arguments):
    pass


@tool(
    "undo_last",
    aliases=("undo",),
    summary="Undo the last thing Pace did",
    spellings=("Undo.last", "undo", "undo.lastMutation"),
    risk=Risk.MUTATION,
    reversible=True,
    fleeting=True,
    examples=("undo that", "change it back"),
    timeout=40.0,
)
async def undo_last(
    given: Nothing, *, inverses: Inverses, carry_out: CarryOut, choose: Choose | None = None
) -> Result:
    found = await inverses.last_turn()
    stored = [entry for entry in found if isinstance(entry, Stored)]
    lost = [entry for entry in found if isinstance(entry, Unreadable)]
    lasting = await inverses.passed_over(found)
    if not found:
        last = f"; the last thing I did, {_act(lasting[0])}, has no way back" if lasting else ""
        return failed(f"There is nothing of mine to undo{last}.", kind="nothing to undo")
    grave = any(act.grave for act in lasting)
    if stored and grave and not await _reach_past(lasting, stored, choose):
        return failed(
            f"I cannot undo {_acts(lasting)}, and I left {_summaries(stored)}, which came before,"
            " as it is.",
            kind="not undone",
        )
    claimed = await inverses.claim([entry.id for entry in found])
    if not claimed:
        return failed("Another undo took that at the same moment.", kind="nothing to undo")
    results = [(entry, await carry_out(entry.inverse)) for entry in stored if entry.id in claimed]
    await _stays(inverses, [entry for entry, result in results if not result.ok])
    undone = [entry.inverse.summary for entry, result in results if result.ok]
    kept = [result.spoken for _, result in results if not result.ok] + _unreadable(lost)
    seen = "; ".join(result.seen for _, result in results if result.seen)
    if not undone:
        return Result(Status.FAILED, " ".join(kept), seen=seen, kind="not undone")
    sure = all(result.evidence is Evidence.VERIFIED for _, result in results if result.ok)
    evidence = Evidence.VERIFIED if sure else Evidence.UNVERIFIED
    words = f"I undid {_joined(undone)}." if sure else f"I tried to undo {_joined(undone)}."
    told = not lasting or grave  # the question said it
    stays = [] if told else [f"What came after it, {_acts(lasting)}, has no way back."]
    return Result(Status.OK, " ".join([words, *kept, *stays]), evidence=evidence, seen=seen)


async def _stays(inverses: Inverses, kept: list[Stored]) -> None:
    """From now on what could not be taken back counts as what cannot, so that the next undo does
    not take it for done and reach past it in silence."""
    with suppress(PaceError):  # then what was undone is still said
        for entry in kept:
            await inverses.add_lasting(entry.turn, 0, entry.inverse.summary, grave=True)


def _unreadable(lost: list[Unreadable]) -> list[str]:
    if not lost:
        return []
    acts = list(dict.fromkeys(first(entry.summary) or "something" for entry in lost))
    return [f"What I kept to undo {_joined(acts)} cannot be read, so that stays as it is."]


async def _reach_past(lasting: list[Lasting], stored: list[Stored], choose: Choose | None) -> bool:
    """Whether to undo what came before an act that cannot be undone; the question names both."""
    if choose is None:
        return False
    question = f"I cannot undo {_acts(lasting)}. Before that came {_summaries(stored)}. Undo that?"
    return await choose(question, [LEAVE, "Undo that"]) == 1


def _acts(lasting: list[Lasting]) -> str:
    """The last few of them, newest first, and how many more there are."""
    acts = list(dict.fromkeys(_act(act) for act in lasting))
    rest = len(acts) - NAMED
    more = [] if rest < 1 else ["one other" if rest == 1 else f"{rest} others"]
    return _joined([*acts[:NAMED], *more])


def _summaries(stored: list[Stored]) -> str:
    return _joined(list(dict.fromkeys(entry.inverse.summary for entry in stored)))


def _act(act: Lasting) -> str:
    return f"“{first(act.summary, LINE)}”"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
