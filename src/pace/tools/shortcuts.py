"""Shortcuts: what the person prepared to be run by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import anyio.to_thread

from pace.core.call import Asks, Call, Effect, Risk
from pace.core.error import Gone
from pace.core.result import Result, failed, refused, unverified, verified
from pace.core.tool import Ahead
from pace.desktop.services import GRANTS, Shortcut, ShortcutRun, Shortcuts
from pace.skills.flows import Flows
from pace.tools.asking import Choose
from pace.tools.declare import Arguments, Text, argument, tool
from pace.tools.visible import first, listed, plain

#: Below this likeness, of 100, a name is another one; how far apart two may be to count as a tie.
LIKE, TIE = 80.0, 5.0
#: How much of what a shortcut said is told: lines, and characters in all.
LINES, CHARACTERS = 3, 240
_AROUND = re.compile(r"^(the|my)\s+|\s+(shortcut|action)$", re.IGNORECASE)


class Named(Arguments):
    name: Text = argument("name", "title", "command", "shortcut", about="the shortcut's name")


def uses(given: Mapping[str, Any], ports: Mapping[str, object]) -> str:
    """What the shortcut may use, for the approval question, or nothing."""
    shortcuts: Any = ports.get("shortcuts")
    found = matching(str(given.get("name", "")), shortcuts.prepared()) if shortcuts else []
    grants = dict.fromkeys(grant for each in found for grant in each.allows)
    if not grants:
        return ""
    names = " or ".join(f"“{first(each.name, 40)}”" for each in found)
    return f"it may use {', '.join(GRANTS.get(each, each) for each in grants)} ({names})"


async def ahead(call: Call, given: Named, ports: Mapping[str, object]) -> Ahead | Result:
    """Whether there is such a shortcut, and nothing is the matter with it."""
    shortcuts: Any = ports["shortcuts"]
    found = matching(given.name, await shortcuts.known())
    if not found:
        return failed(_none(given.name), kind="gone")
    if all(each.problem for each in found):
        return _not_run(found[0])
    return Ahead()


def _none(name: str) -> str:
    return f"There is no shortcut called {plain(name, 60)}; nothing was run."


def _not_run(shortcut: Shortcut) -> Result:
    return refused(f"I did not run {plain(shortcut.name, 60)}: {plain(shortcut.problem, 300)}.")


class Nothing(Arguments):
    pass


@tool(
    "list_shortcuts",
    spellings=("Shortcuts.list",),
    summary="Say which shortcuts and flows you have",
    risk=Risk.READ_ONLY,
    effect=Effect.READ,
    reversible=True,
    examples=("what shortcuts do I have", "list my flows"),
)
async def list_shortcuts(
    given: Nothing,
    *,
    shortcuts: Shortcuts | None = None,
    flows: Flows | None = None,
) -> Result:
    own = [] if shortcuts is None else await anyio.to_thread.run_sync(shortcuts.prepared)
    kept = [] if flows is None else await anyio.to_thread.run_sync(flows.all)
    names = [
        f"{first(plain(each.name, 60))}{' (which cannot be run as it is)' if each.problem else ''}"
        for each in own
    ]
    said = f"Your shortcuts: {listed(names, 400)}." if names else "You have no shortcuts."
    recorded = [first(plain(each.name, 60)) for each in kept]
    if recorded:
        said += f" Your flows: {listed(recorded, 400)}."
    return verified(said, f"{len(names)} shortcuts and {len(recorded)} flows in their folders")


@tool(
    "shortcuts",
    aliases=("run_shortcut", "shortcut"),
    summary="Run a shortcut of yours, or an action of an application",
    risk=Risk.MUTATION,
    asks=Asks.PREFERENCE,
    muted=False,
    reversible=False,
    interruptible=True,
    spellings=("Shortcut.run", "shortcuts.run"),
    examples=("run my Morning shortcut", "run the shortcut backup photos"),
    describe=lambda given: f"Run the shortcut {first(given.get('name', ''))}",
    caution=uses,
    ahead=ahead,
    timeout=620.0,
)
async def shortcuts_(given: Named, *, shortcuts: Shortcuts, choose: Choose | None = None) -> Result:
    found = matching(given.name, await shortcuts.known())
    if not found:
        raise Gone(_none(given.name))
    shortcut = found[0]
    if len(found) > 1:
        if choose is None:
            names = " or ".join(plain(each.name, 60) for each in found)
            return failed(f"Do you mean {names}? Nothing was run; say which one.")
        index = await choose(
            f"Which shortcut do you mean by {plain(given.name, 60)}?", [each.name for each in found]
        )
        if index is None:
            return failed("You did not say which shortcut you mean; nothing was run.")
        shortcut = found[index]
    if shortcut.problem:
        return _not_run(shortcut)
    return _told(shortcut, await shortcuts.run(shortcut))


def matching(spoken: str, known: Sequence[Shortcut]) -> list[Shortcut]:
    """Those the name may mean: one that is clear, or up to four that tie."""
    while (shorter := _AROUND.sub("", spoken.strip())) != spoken:
        spoken = shorter
    wanted = folded(spoken)
    if not wanted:
        return []
    scored = [(max(_likeness(wanted, name) for name in _names(each)), each) for each in known]
    best = max((score for score, _ in scored), default=0.0)
    if best < LIKE:
        return []
    apart = 0.0 if best == 100 else TIE
    near = [each for score, each in scored if score >= best - apart]
    own = [each for each in near if each.kind != "action"]
    return (own or near)[:4]


def _names(shortcut: Shortcut) -> list[str]:
    """What it may be called: an action by its own name, and with its application's."""
    application, colon, action = shortcut.name.partition(": ")
    if not colon or shortcut.kind != "action":
        return [folded(shortcut.name)]
    return [folded(each) for each in (action, f"{application}{action}", f"{action}{application}",
                                      f"{action} in {application}")]  # fmt: skip


def _likeness(wanted: str, name: str) -> float:
    if wanted == name:
        return 100.0
    if len(wanted) < 4:
        return 0.0
    from rapidfuzz import fuzz  # keeps the start of the command line short

    return min(99.0, fuzz.ratio(wanted, name))


def folded(name: str) -> str:
    """Without case, diacritics, spaces and marks."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in apart if c.isalnum())


def _told(shortcut: Shortcut, run: ShortcutRun) -> Result:
    name = plain(shortcut.name, 60)
    if run.code is None:
        return unverified(f"I started {name}; what it does I could not see.", "it was started")
    said = first_lines(run.output)
    words = f" It said: “{first(said, CHARACTERS)}”" if said else ""
    if run.code != 0:
        return failed(f"{name} ended with code {run.code}.{words}", seen=f"exit code {run.code}")
    return verified(f"{name} ran to its end.{words}", "exit code 0")


def first_lines(output: str) -> str:
    """The first lines of what a program said, cleaned; data, not words of Pace's."""
    lines = (plain(line, CHARACTERS) for line in output[:20_000].splitlines())
    kept = [line for line in lines if line][:LINES]
    return plain("; ".join(kept), CHARACTERS)
