"""Typing and dictation: what is said becomes text, in the focused or the named field."""

from __future__ import annotations

import re
from dataclasses import replace

from pace.core.call import Call, Provenance
from pace.core.understanding import Intent, Lane
from pace.mind.asking import read
from pace.mind.describing import described
from pace.mind.dictation import QUOTES, cleaned, content, unquoted, with_punctuation
from pace.mind.family import Family, Match, Reading
from pace.mind.fieldwords import ends_in_a_field, names_field, naming_a_field, stands_for
from pace.mind.grounding import Lack, Missing, Want, ground
from pace.mind.meaning import act, ask, call, refuse, sourced
from pace.mind.scene import Labelled, Scene


def _type(match: Match, scene: Scene) -> Reading | None:
    """Type what follows, word for word; only spoken punctuation becomes signs."""
    if naming_a_field(match, scene) is not None or ends_in_a_field(match.slots["text"]):
        return None
    text = typed(match, "text")
    if re.match(r"nothing(?:[,.;]|$)", text, re.IGNORECASE):
        return None  # "type nothing, I was only thinking"
    return _dictated(text, scene) if text else None


def _dictate(match: Match, scene: Scene) -> Reading | None:
    text = cleaned(match.to_the_end("text"), code=match.has("code"))
    return _dictated(text, scene) if text else None


def _dictated(text: str, scene: Scene) -> Reading:
    focused = scene.snapshot.focused
    if any(one.element.id == focused for one in scene.screen.passwords) and not scene.acted:
        return refuse("That is a password field, and I leave those to you.", worth=1.0)
    return act(call("type", text=text), lane=Lane.DICTATION, intent=Intent.DICTATE, worth=0.6,
               confidence=0.96, reason="dictation")  # fmt: skip


def typed(match: Match, slot: str) -> str:
    """The text of a slot that ends the command.

    A full stop that only the recogniser put behind a capitalised utterance is not typed.
    """
    text = match.to_the_end(slot)
    spoken = match.transcript.lstrip()[:1].isupper() and text.endswith(".")
    if spoken and not any(sign in text[:-1] for sign in ".!?"):
        text = text[:-1]
    return with_punctuation(unquoted(text))


def _into(match: Match, scene: Scene) -> Reading | None:
    """ "type hello into the search box": only where a field is named."""
    field = match.texts("field")
    ends = match.ends("text")
    text = typed(match, "text") if ends else content(match.as_said("text"), ends=False)
    grounded = ground(field, scene.screen, Want.FILL)
    if not ends and stands_for(match, "text"):
        named = names_field(field) or not isinstance(grounded, Missing)
        return ask("What should I type there?", lane=Lane.SCREEN_ACTION, worth=0.9,
                   reason="nothing says what it is") if named else None  # fmt: skip
    absent = isinstance(grounded, Missing) and grounded.lack in (Lack.ABSENT, Lack.BLIND)
    if scene.moved_on or absent:
        if not (names_field(field) or match.has("surely")):
            return None
        if scene.screen.seen and not scene.acted and not scene.blind:
            return read(grounded, match.verbatim("field"))
        return act(call("type", text=text, field=" ".join(_bare(field))), lane=Lane.SCREEN_ACTION,
                   confidence=0.8, worth=0.8, reason="a field found at run time")  # fmt: skip
    return read(grounded, match.verbatim("field"), lambda one: _typing(one, text))


def _behind_field(match: Match, scene: Scene) -> Reading | None:
    """ "type in the comment field: hello": the field first, then the text."""
    if match.has("field"):
        return _into(match, scene)
    found = naming_a_field(match, scene)
    if found is None or (found.doubtful and match.words[0].text != "type"):
        return None
    size = len(found.field)
    slots = {"field": match.slots["text"][:size], "text": match.slots["text"][size:]}
    if not slots["text"]:
        return ask("What should I type there?", lane=Lane.SCREEN_ACTION, worth=0.95,
                   reason="a field and no text")  # fmt: skip
    filled = _into(replace(match, slots=slots), scene)
    if not found.doubtful:
        return filled
    whole = (call("type", text=typed(match, "text")),)
    into = filled.meaning.calls if filled is not None else ()
    name = " ".join(described(found.field).said)
    if not into:
        return ask(f"I see no {name} here. Should I type all of these words?", _ALL,
                   alternatives=(whole,), lane=Lane.DICTATION, confidence=0.5, worth=0.9,
                   reason="a field or words of the text")  # fmt: skip
    return ask(f"Should I type into {name}, or type all of these words?", (f"into {name}", *_ALL),
               alternatives=(into, whole), lane=Lane.DICTATION, confidence=0.5, worth=0.9,
               reason="a field or words of the text")  # fmt: skip


_ALL = ("all of these words",)


def _typing(one: Labelled, text: str) -> tuple[Call, ...]:
    return (
        sourced("type", {
            "text": (text, Provenance.SPOKEN), "element": (one.element.id, Provenance.ELEMENT),
        }),
    )  # fmt: skip


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1 and words[0] in ("the", "a", "my", "this"):
        words = words[1:]
    return words


def _what(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    """ "Type it again" as well: what was typed is not known here. In quotes it is text."""
    quoted = any(match.transcript[: word.start][-1:] in QUOTES for word in match.words)
    return None if quoted else _NO_TEXT


_NO_TEXT = ask("What should I type?", lane=Lane.DICTATION, reason="no text was given")

FAMILIES = (
    Family(
        "type text",
        ("type [in|out] {text:rest}",),
        _type,
        examples=("type hello world", "type Dear Ann comma new line thanks for the book",
                  "please type 42", "Type open firefox"),
        never=("type", "what should I type", "dictate hello", "type it here"),
        verbatim=True,
        keeps_frame=True,
    ),
    Family(
        "dictate text",
        ("dictate {text:rest}", "take dictation {text:rest}", "dictate {code} {text:rest}"),
        _dictate,
        examples=("dictate the meeting starts at ten", "dictate lets go comma now"),
        never=("dictate", "type hello"),
        verbatim=True,
        keeps_frame=True,
        lists={"code": dict.fromkeys(("code", "in code", "as code", "code mode"), "")},
    ),
    Family(
        "type into a field",
        ("(type|enter|write|input|put) [in] {text:rest} (in|into|inside|on) {field}",
         "(type|enter|write|input|put) [in] {text:rest} in to {field}"),
        _into,
        examples=("type hello into the search box", "enter 42 in the amount field",
                  "write Anna into the name field"),
        never=("type I live in the white house", "put this window on the left",
               "put the timer on", "type me in"),
        verbatim=True,
        keeps_frame=True,
    ),
    Family(
        "type behind a field",
        ("(type|write|enter|put|input|add|insert) {place} {text:rest}",
         "{place} {field} (type|enter|write|input|put) {text:rest}"),
        _behind_field,
        examples=("type in the comment field: could you please call me",
                  "write into the subject field: Lunch on Friday",
                  "in the subject field write Lunch on Friday",
                  "into the search box type bread recipes"),
        never=("type in hello world", "type in my opinion: this is bad", "write in English",
               "type into", "put in a good word", "type in the magnetic field of the earth",
               "put on the kettle", "enter in peace"),
        verbatim=True,
        keeps_frame=True,
        lists={"place": dict.fromkeys(("in", "into", "in to", "inside"), "")},
    ),
    Family(
        "type what",
        ("type [something] [in] [(here|there)]", "dictate [something]", "take [a] dictation",
         "start dictation",
         ("type [out] (it|that|this|the same|the same thing|the same text) [in] "
          "(again|once more|one more time) [(here|there|now|for me|thanks|thank you)]")),
        _what,
        examples=("type", "dictate", "type something", "type it again", "type that once more"),
        never=("type hello", "type it again Sam", "type that again and again"),
    ),
)  # fmt: skip
