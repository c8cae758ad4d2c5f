"""Messages: opening the conversation with someone, and what to write there. Nothing is sent."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.mind.dictation import content
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, sourced
from pace.mind.people import People, named, people
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
    """The words go into the chat program's field, and are never sent."""
    if not _BAD.isdisjoint(match.verbatim("to")) or len(match.slots["to"]) > 4:
        return None
    who = people(match.slots["to"], match.transcript, scene)
    if who is None or who.everyone or who.pronoun:
        return None
    if len(who.names) != 1:
        return ask("To whom should it go? I can write to one person at a time.", worth=0.9,
                   reason="several recipients")  # fmt: skip
    text = content(match.as_said("body"), ends=match.ends("body")) if match.has("body") else ""
    return _written(who, text)


def _written(who: People, text: str) -> Reading:
    if not text.strip():
        return ask(f"What should I write to {listed(who.ties[:1] or who.names)}?", worth=0.8,
                   reason="nothing was said to be written")  # fmt: skip
    if who.ties:
        names = who.ties[:3]
        plans = tuple((_message(name, text),) for name in names)
        return ask(f"Which {who.said} do you mean: {listed(names)}?", names, alternatives=plans,
                   worth=0.9, reason="several contacts have that name")  # fmt: skip
    return act(_message(who.names[0], text), confidence=0.9, worth=0.94, reason="a message")


def _message(name: str, text: str) -> Call:
    return sourced("messages", {"recipient": (name, Provenance.SPOKEN),
                                "text": (text, Provenance.SPOKEN)})  # fmt: skip


def _told(match: Match, scene: Scene) -> Reading | None:
    """ "Tell Alex I am late": the name has to be a contact's, as nothing else ends it."""
    words = match.slots["rest"]
    for size in (3, 2, 1):
        if len(words) <= size:
            continue
        texts = tuple(word.text for word in words[:size])
        if not _SAYS.isdisjoint(texts) or not named(texts, scene):
            continue
        body = words[size:]
        if body[0].text in _SAYS:
            return None  # the other family's
        if body[0].text not in _SENTENCES:
            return None
        who = people(words[:size], match.transcript, scene)
        if who is None or len(who.names) != 1:
            return None
        return _written(who, content(match.transcript[body[0].start : match.until], ends=True))
    return None


_SAID = "(saying|that|telling (him|her|them) [that]|to say [that]|with [the] text)"
#: What the words of a message begin with, where nothing stands between them and a name.
_SENTENCES = frozenset(
    "i i'm i'll i've we we're we'll the my our it it's its can could will would are is do did "
    "don't please hi hello hey thanks thank happy good sorry ok okay yes no see".split()
)

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
        (f"(message|text) {{to}} {_SAID} {{body:rest}}", "tell {to} that {body:rest}",
         f"(send|write) [(a|an)] [text] message to {{to}} [{_SAID} {{body:rest}}]",
         f"(send|write) {{to}} (a|an) [text] (message|text) [{_SAID} {{body:rest}}]"),
        _saying,
        examples=("message Alex saying hi", "send a message to Maria",
                  "message Alex that I am late", "tell Maria that the parcel is here"),
        never=("message Alex", "send the message", "open messages with Alex",
               "tell me that again", "message everyone that I am late"),
        verbatim=True,
        content="body",
        until_then=True,
    ),
    Family(
        "telling someone",
        ("(message|text|tell) {rest:rest}",),
        _told,
        examples=(),
        never=("tell me a joke", "message Alex", "text Alex", "tell Alex"),
        verbatim=True,
        content="rest",
        until_then=True,
    ),
)  # fmt: skip
