"""Reading text aloud: the selection, or what the field in focus holds; a password never."""

from __future__ import annotations

from pace.core.element import PASSWORD
from pace.core.understanding import Lane
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import refuse, say
from pace.mind.scene import Scene
from pace.mind.sentences.looking import description
from pace.mind.text import shorten

#: Characters that are read aloud at most.
_READ = 300
_PLAIN_TEXT = frozenset({"text_area", "text_field", "terminal", "search_field", "entry"})


def _read(match: Match, scene: Scene) -> Reading | None:
    if match.has("selected") and not scene.snapshot.selection.strip():
        return _told("Nothing is selected that I can see.", "nothing is selected")
    focus = scene.snapshot.focus
    if focus is not None and focus.role == PASSWORD:
        if match.has("this"):
            return _told(description(scene), "told from the screen")
        return refuse("That is a password field, and I do not read those.", reason="a password")
    text = _text(scene)
    if text:
        return _told(shorten(text, _READ), "text of the selection or the field in focus")
    if match.has("this"):
        return _told(description(scene), "told from the screen")
    if scene.focus is not None and scene.focus.role in _PLAIN_TEXT:
        return _told("The field you are in is empty.", "the field in focus is empty")
    return _told("Select the text, or click into its field, and I read it to you.",
                 "no text is selected or in focus")  # fmt: skip


def _text(scene: Scene) -> str:
    """The selection, else the text of the field in focus."""
    if scene.snapshot.selection.strip():
        return scene.snapshot.selection
    focus = scene.focus
    editable = focus is not None and (focus.element.editable or focus.role in _PLAIN_TEXT)
    return focus.element.text.strip() if focus is not None and editable else ""


def _told(sentence: str, reason: str) -> Reading:
    return say(sentence, Lane.SCREEN_DESCRIPTION, reason=reason)


_ALOUD = "[(to me|out|aloud|out loud|for me|back|back to me|out to me)]"

FAMILIES = (
    Family(
        "read text aloud",
        (f"read [(me|out)] {{text}} {_ALOUD}", f"read [(me|out)] [the] {{selected}} {_ALOUD}",
         f"read [(me|out)] {{this}} {_ALOUD}",
         "read [it] to me", "read aloud", "what does {text} say",
         "what (did i|have i) [just] (write|type|written|typed) [(here|so far)]"),
        _read,
        examples=("read the text to me", "read this", "read out the selected text",
                  "read me what I wrote", "what did I write", "read that back to me"),
        never=("read the clipboard", "read my emails", "read the page", "read the screen",
               "read a book", "describe this", "did I read this", "what did I write to Anna"),
        lists={"text": dict.fromkeys(
                   (f"{article}{thing}" for article in ("", "the ", "this ", "that ", "my ")
                    for thing in ("text", "paragraph", "sentence", "field", "text field",
                                  "message", "letter", "draft")), "")
               | dict.fromkeys(("what i wrote", "what i typed", "what i have written",
                                "what is written here", "the text here"), ""),
               "selected": dict.fromkeys(("selection", "selected text", "highlighted text",
                                          "what is selected", "what i selected"), ""),
               "this": dict.fromkeys(("this", "it", "that"), "")},
        moods=EITHER,
    ),
)  # fmt: skip
