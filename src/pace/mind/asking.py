"""From a grounded target to a reading: act on it, ask which one, or say what is lacking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pace.core.call import Call, Provenance
from pace.core.understanding import Intent, Lane, Understanding
from pace.mind.describing import ROLE_WORDS
from pace.mind.family import Reading
from pace.mind.grounding import (
    Candidate,
    Grounded,
    Lack,
    Missing,
    Target,
    Tie,
    Want,
    ground,
)
from pace.mind.meaning import ask, out_of_scope, refuse, sourced
from pace.mind.placing import in_reading_order
from pace.mind.scene import Labelled, Scene
from pace.mind.text import listed, shorten

#: What is planned for the element that is meant.
Plan = Callable[[Labelled], tuple[Call, ...]]


def click(one: Labelled, name: str = "click") -> tuple[Call, ...]:
    """The click on a known element."""
    return (sourced(name, {"element": (one.element.id, Provenance.ELEMENT)}),)


def later(words: Sequence[str], name: str = "click") -> tuple[Call, ...]:
    """The click on something that only appears once the calls before it are done."""
    return (sourced(name, {"target": (" ".join(words), Provenance.SPOKEN)}),)


def _nothing(_: Labelled) -> tuple[Call, ...]:
    return ()


def on_target(
    words: Sequence[str],
    scene: Scene,
    plan: Plan,
    *,
    want: Want = Want.PRESS,
    unseen: Callable[[Sequence[str]], tuple[Call, ...]] | None = later,
    said: str = "",
) -> Reading:
    """Ground the words and plan on what they name; `said` is how they were said.

    After a call that brings another window the target is left as words for run time; after any
    other call only when it is not on screen yet.
    """
    target = _bare(words)
    if unseen is not None and scene.moved_on:
        return _act(unseen(target), 0.8, 0.6, "named for a window that is yet to come")
    grounded = ground(words, scene.screen, want)
    not_yet = isinstance(grounded, Missing) and grounded.lack in (Lack.ABSENT, Lack.BLIND)
    if not_yet and unseen is not None and scene.acted:
        return _act(unseen(target), 0.7, 0.5, "not on screen yet")
    return read(grounded, said or " ".join(target), plan)


def read(grounded: Grounded, said: str, plan: Plan = _nothing) -> Reading:
    """The reading of a grounding that is already made."""
    if isinstance(grounded, Target):
        worth = 0.53 + 0.45 * grounded.confidence
        reason = f"named on screen: {shorten(grounded.one.said)}"
        return _act(plan(grounded.one), grounded.confidence, worth, reason)
    if isinstance(grounded, Tie):
        return which(grounded, said, plan)
    return lacking(grounded, said)


def _act(calls: tuple[Call, ...], confidence: float, worth: float, reason: str) -> Reading:
    meaning = Understanding(
        Lane.SCREEN_ACTION, Intent.ACTION, calls, confidence=round(confidence, 3), reasons=(reason,)
    )
    return Reading(meaning, worth)


def which(tie: Tie, said: str, plan: Plan = _nothing) -> Reading:
    """Ask which one: by name when names differ, else by kind, else by place."""
    said = shorten(_without_article(said))
    if not tie.sure:
        names = tuple(shorten(c.one.said, 40) for c in tie.candidates)
        return ask(
            f"I don't see {said}. Did you mean {listed(names)}?", names,
            alternatives=tuple(plan(c.one) for c in tie.candidates),
            lane=Lane.SCREEN_ACTION, confidence=0.5, worth=0.5, reason="only something like it",
        )  # fmt: skip
    if tie.total > len(tie.candidates):
        more = f"There are {tie.total} that fit {said}. Which one do you mean?"
        return ask(
            more, options_for(tie.candidates),
            alternatives=tuple(plan(c.one) for c in tie.candidates),
            lane=Lane.SCREEN_ACTION, confidence=0.6, worth=0.8, reason="several fit",
        )  # fmt: skip
    ordered, options = _told_apart(tie.candidates)
    return ask(
        f"Which {said} do you mean: {listed(options)}?", options,
        alternatives=tuple(plan(c.one) for c in ordered),
        lane=Lane.SCREEN_ACTION, confidence=0.6, worth=0.8, reason="a near tie",
    )  # fmt: skip


def options_for(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """A name for each candidate that no other has."""
    names = tuple(shorten(c.one.said, 40) for c in candidates)
    if len({name.casefold() for name in names}) == len(names):
        return names
    return tuple(
        f"{name} ({place})" for name, place in zip(names, _places(candidates), strict=True)
    )


def _told_apart(candidates: tuple[Candidate, ...]) -> tuple[Sequence[Candidate], tuple[str, ...]]:
    names = tuple(shorten(c.one.said, 40) for c in candidates)
    if len({name.casefold() for name in names}) == len(names):
        return candidates, names
    roles = tuple(f"the {c.one.role.replace('_', ' ')}" for c in candidates)
    if len(set(roles)) == len(roles):
        return candidates, roles
    ordered = in_reading_order(candidates)
    if len({name.casefold() for name in names}) > 1:
        return ordered, options_for(ordered)
    return ordered, _places(ordered)


def _places(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Words for where each one is, in reading order."""
    points = [c.one.element.press_point for c in candidates]
    known = [point for point in points if point is not None]
    if len(candidates) == 2 and len(known) == 2:
        across, down = abs(known[0][0] - known[1][0]), abs(known[0][1] - known[1][1])
        axis, words = (1, ("upper", "lower")) if down >= across else (0, ("left", "right"))
        first = known[0][axis] <= known[1][axis]
        one, other = words if first else words[::-1]
        return (f"the {one} one", f"the {other} one")
    order = ("first", "second", "third")
    return tuple(f"the {order[i]} one" for i in range(len(candidates)))


def lacking(missing: Missing, said: str) -> Reading:
    """Say what is not there, honestly and without putting anything in its place."""
    if missing.lack is Lack.DISABLED and missing.one is not None:
        name = shorten(missing.one.said)
        return out_of_scope(
            f"{name} is there but switched off right now, so I left it alone.",
            lane=Lane.SCREEN_ACTION, worth=0.8, reason="the target is disabled",
        )  # fmt: skip
    if missing.lack is Lack.PASSWORD:
        return refuse(
            "That is a password field, and I leave those to you.",
            worth=0.9, reason="the target is a password field",
        )  # fmt: skip
    if missing.lack is Lack.BLIND:
        return out_of_scope(
            "I cannot see into this window; restart its application with accessibility on.",
            lane=Lane.SCREEN_ACTION, worth=0.4, reason="the window shows nothing of itself",
        )  # fmt: skip
    return out_of_scope(
        f"I don't see {named(said)} on this screen, so I left it.",
        lane=Lane.SCREEN_ACTION, worth=0.3, reason="the target is not on screen",
    )  # fmt: skip


def named(said: str) -> str:
    """A name passes as it is; a description of several words keeps or gets its article."""
    bare = shorten(_without_article(said))
    if " " not in bare:
        return bare
    told = said.lower().startswith("the ")
    return f"the {bare}" if told or (bare.rsplit(" ", 1)[-1].lower(),) in ROLE_WORDS else bare


def _without_article(said: str) -> str:
    first, _, rest = said.strip().partition(" ")
    plain = first.lower() in ("the", "a", "an", "my", "on", "this", "that") and rest
    return rest if plain else said.strip()


def _bare(words: Sequence[str]) -> tuple[str, ...]:
    rest = tuple(words)
    while len(rest) > 1 and rest[0] in ("the", "a", "an", "on", "my", "that", "this"):
        rest = rest[1:]
    return rest
