"""What is no command Pace knows: questions get a lane, the rest a plain and kind sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

from pace.core.call import Call
from pace.core.understanding import Control, Intent, Lane, Understanding
from pace.mind.family import Reading
from pace.mind.meaning import control, out_of_scope, say
from pace.mind.normalise import Mood, Word, framed
from pace.mind.scene import Scene
from pace.mind.text import shorten

#: Where to look for a language model; part of every sentence that misses one.
ADD_ONE = "“pace models list” says what can be added."

_RECALL = re.compile(
    r"\b(?:what did i (?:do|work on)|(?:what|which) apps did i use|how (?:did|am) i spend"
    r"|how much time did i spend|what (?:have|was) i (?:been )?(?:working on|doing)"
    r"|summari[sz]e my (?:day|week|morning)|what did (?:i|we) (?:say|talk about|discuss)"
    r"|do you remember|when did i (?:last )?)\b"
)
_RESEARCH = re.compile(
    r"\bresearch (?!showed|shows|says|ed)|\bdo (?:some )?research on\b|\bdeep research\b"
    r"|\b(?:look|dig) into\b|\binvestigate\b|\bfind (?:me )?sources\b|\bsummari[sz]e sources\b"
    r"|\bwhat is the latest on\b|\bgive me a write ?up\b|^compare \b|\bcompare .+ (?:and|to|with) "
    r"|\w vs \w|\bversus\b|\bside by side\b"
    r"|\bwhat is (?:happening|new|going on|trending) (?:with|in) "
    r"|\b(?:outlook|evidence|consensus|debate|controversy|landscape|evolution|trends?) "
    r"(?:for|on|of|around|in|about) |\breport on\b|\bbeing said about\b"
)
_ON_SCREEN = re.compile(
    r"\b(?:on|in) (?:the |my |this )?(?:screen|page|window|tab|toolbar|sidebar|dialog|title bar)\b"
    r"|\b(?:address|search|status|menu|task) ?bar\b|\bthis (?:app|page|tab|site|file|window|screen"
    r"|view|website|document|article|email|video|image|picture|message|button|menu|program)\b"
    r"|\bcurrent (?:url|page|tab|window|view)\b|\b(?:interface|layout|highlighted|selected)\b"
    r"|\b(?:is|are) (?:showing|displayed|visible|open)\b|\bhere$|\bat the (?:top|bottom)$"
    r"|\b(?:buttons|menus|options|choices|links|tabs)\b.*\b(?:are|available|see|have)\b"
)
_KNOWLEDGE = re.compile(
    r"^(?:what (?:is|are|was|were) |who (?:is|was|were|are) |explain "
    r"|tell me about |describe |define |what does |in plain english what is "
    r"|how (?:does|do) (?!i |you |we )|summari[sz]e )(?P<topic>.+)$"
)
_HOW_TO = re.compile(r"^how (?:do|can|would|could|should|to)(?: i| you| we)? (?P<what>.+)$")
_ASKS = re.compile(
    r"^(?:explain|tell me|describe|define|summari[sz]e|write|compose|draft|translate|brainstorm"
    r"|suggest|recommend|give me|teach me|list|name|analy[sz]e|outline"
    r"|help me (?:write|understand))\b"
)

Best = Callable[[tuple[Word, ...], Scene], Reading | None]


_FORGET = (("do", "not", "forget"), ("never", "forget"))


def nothing_done() -> Reading:
    """Taken back."""
    return control(Control.STOP, 0.85)


def left_alone(words: tuple[Word, ...]) -> Reading:
    """Asked not to be done: the rest of a request with such a part is left as well."""
    texts = tuple(word.text for word in words)
    if any(texts[: len(phrase)] == phrase for phrase in _FORGET):
        return out_of_scope("I keep nothing in mind by myself; say “remind me to …” and I will.",
                            reason="something for later")  # fmt: skip
    return say("All right, I leave it.", Lane.CONTROL, confidence=0.85, reason=NEGATED)


#: The reason of a reading that was asked not to be done.
NEGATED = "asked not to be done"


def for_another() -> Reading:
    """Said to another assistant."""
    sentence = "That sounded meant for another assistant, so I left it."
    return Reading(
        Understanding(
            Lane.UNKNOWN, Intent.OUT_OF_SCOPE, spoken=sentence, confidence=0.8,
            reasons=("another assistant was called",),
        )
    )  # fmt: skip


def too_many(count: int, most: int) -> Reading:
    """More steps than one request may have."""
    return out_of_scope(f"That is {count} steps; I take {most} at most at a time.", worth=0.9)


def half_understood(calls: tuple[Call, ...], rest: str) -> Reading:
    """One part of a request is missing: all of it waits."""
    sentence = f"I did not understand “{shorten(rest, 50)}”, so I left all of it."
    reading = out_of_scope(sentence, reason="a part was not understood")
    meaning = reading.meaning
    return Reading(
        Understanding(
            Lane.UNKNOWN, Intent.OUT_OF_SCOPE, proposed=calls, spoken=sentence, needs_model=True,
            confidence=0.5, reasons=meaning.reasons,
        )
    )  # fmt: skip


def fallback(words: tuple[Word, ...], scene: Scene, best: Best) -> Understanding:
    """The lane and the honest sentence for what no family reads."""
    frame = framed(words)
    core = frame.core or words
    text = " ".join(word.text for word in core)
    transcript = scene.request.transcript
    if frame.mood is Mood.QUESTION or text.startswith("how"):
        told = _how_to(core, text, scene, best)
        if told is not None:
            return told
    if _RECALL.search(text):
        return _missing(Lane.RECALL, "I cannot look back over your day yet", "recall")
    if _RESEARCH.search(text):
        return _missing(Lane.RESEARCH, "Research needs a language model, and none is installed",
                        "research")  # fmt: skip
    if _ON_SCREEN.search(text) and (frame.mood is Mood.QUESTION or _ASKS.match(text)):
        return _missing(
            Lane.SCREEN_DESCRIPTION,
            "I can say what is on screen, but that question needs a language model", "the screen",
        )  # fmt: skip
    known = _KNOWLEDGE.match(text)
    if known:
        topic = _topic(known, core, transcript)
        return _missing(
            Lane.PURE_KNOWLEDGE,
            f"Telling you about {topic} needs a language model, and none is installed", "knowledge",
        )  # fmt: skip
    if frame.mood is Mood.QUESTION or transcript.rstrip().endswith("?"):
        return _missing(
            Lane.PURE_KNOWLEDGE, "Answering that needs a language model, and none is installed",
            "a question",
        )  # fmt: skip
    if text.startswith("write ") and _writable(scene):
        return _missing(
            Lane.UNKNOWN, "Writing for you needs a language model; “type …” types words exactly",
            "asks for words",
        )  # fmt: skip
    if _ASKS.match(text):
        return _missing(
            Lane.UNKNOWN, "Writing and explaining need a language model, and none is installed",
            "asks for words",
        )  # fmt: skip
    return _missing(
        Lane.UNKNOWN,
        "I did not understand that; I know plain commands, such as “open the calculator”, and have "
        "no language model",
        "no sentence matches",
    )


def _writable(scene: Scene) -> bool:
    """Whether a field has the focus that words could go to."""
    focus = scene.focus
    return focus is not None and focus.element.editable


def _missing(lane: Lane, sentence: str, reason: str) -> Understanding:
    sure = {Lane.UNKNOWN: 0.2, Lane.PURE_KNOWLEDGE: 0.85, Lane.SCREEN_DESCRIPTION: 0.7}.get(
        lane, 0.9
    )
    return Understanding(
        lane, Intent.ANSWER, spoken=f"{sentence}; {ADD_ONE}", needs_model=True,
        confidence=sure, reasons=(reason,),
    )  # fmt: skip


def _topic(known: re.Match[str], core: tuple[Word, ...], transcript: str) -> str:
    """What the question is about, as it was said."""
    count = len(known["topic"].split(" "))
    first = core[-count]
    return shorten(transcript[first.start : core[-1].end], 60)


def _how_to(core: tuple[Word, ...], text: str, scene: Scene, best: Best) -> Understanding | None:
    """ "How do I close a tab?" names a command Pace knows: say so, and do nothing."""
    asked = _HOW_TO.match(text)
    if not asked:
        return None
    count = len(asked["what"].split(" "))
    words = core[-count:]
    reading = best(words, scene)
    if reading is None or not reading.complete or reading.verbatim or reading.worth < 0.8:
        return None
    said = scene.request.transcript[words[0].start : words[-1].end]
    return Understanding(
        Lane.PURE_KNOWLEDGE, Intent.ANSWER, spoken=f"Say “{shorten(said, 50)}” and I will.",
        confidence=0.85, reasons=("a question about a command",),
    )  # fmt: skip
