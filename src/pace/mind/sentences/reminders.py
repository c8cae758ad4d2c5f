"""Reminders: what of, and when."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from pace.core.call import Provenance
from pace.core.repeating import rule_of
from pace.mind.dates import When, read_when
from pace.mind.dates.resolving import written
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, sourced, unless_shown
from pace.mind.scene import Scene
from pace.mind.titles import titled

#: The hour of a day for which no time was said; of today only if that is still to come.
_HOUR, _HOUR_TODAY = 9, 18
_OPENINGS = tuple((word,) for word in ("to", "about", "that", "of", "for", "called", "named",
                                       "titled", "saying"))  # fmt: skip


#: A title that begins so was meant to say how often.
_OFTEN = frozenset({"every", "each"})
_NOTHING = frozenset({"later", "soon", "then", "again", "sometime", "it", "this", "that", "them"})


def _remind(match: Match, scene: Scene) -> Reading | None:
    words = match.slots.get("what", ())
    if any(word.text in ("timer", "timers") for word in words):
        return None
    found = titled(words, match, scene)
    when, open_ = found.when, found.open
    if match.has("before"):
        first = read_when(match.texts("before"), scene.request.now)
        if first is None or when is not None:
            return None
        when, open_ = first, False
    found = found.without(_OPENINGS).trimmed()
    title = found.title
    if when is None and not _OFTEN.isdisjoint(found.texts[:1]):
        return ask("How often, and of what, should I remind you?", worth=0.9,
                   reason="how often is not understood")  # fmt: skip
    if not title or title.lower() in _NOTHING:
        return _of_what()
    if open_:
        return ask(f"When should I remind you of “{title}”?", worth=0.9,
                   reason="the time is not understood")  # fmt: skip
    if when is not None and when.day < scene.request.now.date() and not when.rrule:
        return ask(f"That day is past. When should I remind you of “{title}”?", worth=0.9,
                   reason="a day that is past")  # fmt: skip
    arguments = {"title": (title, Provenance.SPOKEN)}
    if when is not None:
        arguments["due"] = (written(_due(when, scene.request.now)), Provenance.SPOKEN)
        if when.rrule:
            arguments["repeat"] = (when.rrule, Provenance.SPOKEN)
    return act(sourced("reminder", arguments), confidence=0.93, worth=0.96, reason="a reminder")


def _due(when: When, now: datetime) -> datetime:
    if isinstance(when.start, datetime):
        return when.start
    hour = _HOUR_TODAY if when.day == now.date() else _HOUR
    if when.rrule:
        morning = datetime.combine(when.day, time(_HOUR), now.tzinfo)
        after = rule_of(when.rrule).after(morning, now)
        return after[0] if after is not None and isinstance(after[0], datetime) else morning
    due = datetime.combine(when.day, time(hour), now.tzinfo)
    return due if due > now else (now + timedelta(hours=1)).replace(second=0, microsecond=0)


def _of_what() -> Reading:
    return ask("What should I remind you of?", worth=0.8, reason="nothing to be reminded of")


_MAKE = "(set|add|create|make|put|give me|i need|i want) [(a|an|another|the|me a)] [new] reminder"

FAMILIES = (
    Family(
        "remind me",
        (
            "remind me {what:rest}",
            f"{_MAKE} {{what:rest}}",
            "{before} remind me {what:rest}",
            "do not let me forget {what:rest}",
            "[new] reminder {what:rest}",
        ),
        _remind,
        examples=(
            "remind me to call Alex",
            "remind me tomorrow at noon to pay the rent",
            "set a reminder to take the bread out at six",
            "don't let me forget to lock the shed tonight",
            "remind me to buy milk and eggs this evening",
            "remind me on Friday at 5 pm about the parcel",
            "remind me every day at 8 to take the pills",
        ),
        never=(
            "remind me how this works",
            "remind me with a pasta timer in eight minutes",
            "what is a reminder",
            "set a timer for 5 minutes",
            "remind me",
            "she will remind me to go",
            "my reminder went off at five",
        ),
        verbatim=True,
        content="what",
        until_then=True,
    ),
    Family(
        "remind me of what",
        ("remind me [(of|about|to)] [(something|it|this|that)]", f"{_MAKE} [for me]"),
        unless_shown(_of_what()),
        examples=("remind me", "set a reminder"),
        never=("remind me to call Alex", "set a timer"),
    ),
)
