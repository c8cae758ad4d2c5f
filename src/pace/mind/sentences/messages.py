"""Messages: opening the conversation with someone. What it shall say is the person's to type."""

from __future__ import annotations

from pace.core.call import Provenance
from pace.core.understanding import Intent, Lane
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, say, sourced
from pace.mind.people import people
from pace.mind.scene import Scene
from pace.mind.text import listed

#: With one of these it is about what the message says (spec 4.5).
_SAYS = frozenset("saying say that telling tell about with body text".split())
_BAD = frozenset("/\\{}[]<>")


def _open(match: Match, scene: Scene) -> Reading | None:
    words = match.slots["to"]
    if not _SAYS.isdisjoint(word.text for word in words):
        return None
    if not _BAD.isdisjoint(match.verbatim("to")) or len(words) > 4:
        return None
    who = people(words, match.transcript, scene)
    if who is None or who.everyone or who.pronoun or len(who.names) != 1:
        return None
    if scene.request.contacts is not None and match.text("verb") in ("message", "chat with"):
        known = who.ties or who.names[0] in scene.request.contacts
        if not known and len(words) > 2:
            return None
    if who.ties:
        names = who.ties[:3]
        plans = tuple((sourced("messages", {"recipient": (n, Provenance.SPOKEN)}),) for n in names)
        return ask(f"Which {who.said} do you mean: {listed(names)}?", names, alternatives=plans,
                   worth=0.9, reason="several contacts have that name")  # fmt: skip
    opened = sourced("messages", {"recipient": (who.names[0], Provenance.SPOKEN)})
    return act(opened, confidence=0.93, worth=0.95, reason="a conversation")


def _saying(match: Match, scene: Scene) -> Reading | None:
    """What a message says needs a planner to put it; without one it is the person's to type."""
    who = people(match.slots["to"], match.transcript, scene)
    if who is None or who.pronoun:
        return None
    name = listed(who.names, "and") or "them"
    return say(
        f"I can open your messages with {name}, and you write there; say “open messages with "
        f"{name}”.", Lane.TOOL_ACTION, Intent.OUT_OF_SCOPE, needs_model=True, worth=0.7,
        reason="a message with words",
    )  # fmt: skip


_SAID = "(saying|that|telling (him|her|them)|to say|about|with [the] text)"

FAMILIES = (
    Family(
        "open messages with someone",
        (("(open|show|show me|launch|start) [(a|the|my)] (messages|message|chat|conversation) "
         "(with|to|from) {to}"), "{verb} {to}"),
        _open,
        examples=("open messages with Alex", "open a chat with Maria Lopez", "message Maria"),
        never=("open messages", "message Alex saying hi", "message of the day",
               "read the message from Alex", "message", "show me the message about lunch",
               "send a message to Alex"),
        lists={"verb": dict.fromkeys(("message", "chat with"), "")},
    ),
    Family(
        "a message with words",
        (f"message {{to}} {_SAID} {{body:rest}}",
         f"(send|write) [(a|an)] [text] message to {{to}} [{_SAID} {{body:rest}}]",
         f"(send|write) {{to}} (a|an) [text] (message|text) [{_SAID} {{body:rest}}]"),
        _saying,
        examples=("message Alex saying hi", "send a message to Maria"),
        never=("message Alex", "send the message", "open messages with Alex"),
        verbatim=True,
    ),
)  # fmt: skip
