"""Notes: making one, adding to one, finding one."""

from __future__ import annotations

import re

from pace.core.call import Provenance
from pace.mind.dictation import content, unquoted
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.grounding import Target, Want, ground
from pace.mind.meaning import act, ask, sourced, unless_shown
from pace.mind.scene import Scene

_SPOKEN, _DEFAULT = Provenance.SPOKEN, Provenance.DEFAULT
#: Words of a note that give it its title.
_TITLE_WORDS = 8
#: Behind "note" these make no note: "note taking is fun", "note how he smiles".
_NO_NOTE = frozenset("taking how is was are were book pad paper from by of".split())


#: A colon parts a title from what the note says; one in "5:30" does not.
_PARTED = re.compile(r"([^:]+):\s+(\S.*)", re.DOTALL)


def _note(match: Match, scene: Scene) -> Reading | None:
    """A note of what was said; its first words are its title."""
    if match.texts("body")[0] in _NO_NOTE and match.words[0].text == "note":
        return None
    if match.texts("body")[0] == "of" and match.words[0].text == "write":
        return None  # "a note of thanks" asks for words of a model's
    body = _text(match, "body").removeprefix("of ")
    if not body or match.texts("body") in (("it",), ("this",), ("that",), ("down",)):
        return _what()
    if _in_a_field(match, scene):
        return None
    title = " ".join(body.split()[:_TITLE_WORDS]).rstrip(",.;:")
    return _made(title, body)


def _in_a_field(match: Match, scene: Scene) -> bool:
    """Whether the words say to write into a field that is there ("... in the notes field")."""
    if scene.moved_on:
        return False
    words = match.texts("body")
    for start in range(1, len(words) - 1):
        if words[start] in ("in", "into"):
            found = ground(words[start + 1 :], scene.screen, Want.FILL)
            if isinstance(found, Target) and found.confidence >= 0.6:
                return True
    return False


def _titled(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    said = match.as_said("title")
    body = _text(match, "body") if match.has("body") else ""
    if not body and (parted := _PARTED.fullmatch(said)):
        said, body = parted[1], content(parted[2], ends=match.ends("title")).strip(" ,:")
    title = unquoted(said).strip(' ,.;:"“”')
    if not title:
        return _what()
    return _made(title, body)


def _made(title: str, body: str) -> Reading:
    arguments = {"action": ("create", _SPOKEN), "title": (title, _SPOKEN)}
    if body:
        arguments["body"] = (body, _SPOKEN)
    return act(sourced("notes", arguments), confidence=0.92, worth=0.93, reason="a note")


def _append(match: Match, scene: Scene) -> Reading | None:
    body, title = _text(match, "body"), unquoted(match.verbatim("title")).strip(' ,.;:"“”')
    if not body or not title or match.texts("body") in (("a",), ("an",), ("new",), ("another",)):
        return None
    if match.texts("title")[0] == "note" and match.text("det"):
        return None  # "to the note first note": the other template's
    if match.texts("body") in (("it",), ("this",), ("that",)):
        selection = scene.snapshot.selection.strip()
        if not selection:
            return ask("What should I add to the note?", worth=0.8, reason="nothing says what")
        return _appended(title, selection, Provenance.SELECTION)
    return _appended(title, body, _SPOKEN)


def _appended(title: str, body: str, source: Provenance) -> Reading:
    arguments = {"action": ("append", _SPOKEN), "title": (title, _SPOKEN), "body": (body, source)}
    return act(sourced("notes", arguments), confidence=0.92, worth=0.93, reason="more of a note")


def _search(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    query = unquoted(match.verbatim("query")).strip(' ,.;:"“”?')
    if not query:
        return None
    arguments = {"action": ("search", _SPOKEN), "query": (query, _SPOKEN)}
    return act(sourced("notes", arguments), confidence=0.93, worth=0.95, reason="a search of notes")


#: What is no title: it points at a note that only the screen or the conversation shows.
_POINTS = frozenset("this that these those last first next previous new old selected current other "
                    "whole sticky a all every any".split())  # fmt: skip


def _delete(match: Match, scene: Scene) -> Reading | None:
    """Of the person's own notes; what the screen shows is another family's."""
    title = unquoted(match.verbatim("title")).strip(' ,.;:"“”')
    words = match.texts("title")
    if not title or not _POINTS.isdisjoint(words) or _shown(match, scene):
        return None
    if words[-1] in ("field", "button", "app", "tab", "window", "file", "folder"):
        return None
    arguments = {"action": ("remove", _SPOKEN), "title": (title, _SPOKEN)}
    return act(sourced("notes", arguments), confidence=0.92, worth=0.93, reason="a note to delete")


def _read(match: Match, scene: Scene) -> Reading | None:
    if not _POINTS.isdisjoint(match.texts("query")) or _shown(match, scene):
        return None
    return _search(match, scene)


def _shown(match: Match, scene: Scene) -> bool:
    """Whether the screen shows something that is called so."""
    words = tuple(word.text for word in match.words[1:])
    found = None if scene.moved_on or scene.screen.empty else ground(words, scene.screen)
    return isinstance(found, Target) and found.confidence >= 0.6


def _text(match: Match, slot: str) -> str:
    return content(match.as_said(slot), ends=match.ends(slot)).strip(" ,:")


def _what() -> Reading:
    return ask("What should I note?", worth=0.8, reason="nothing to note")


_MAKE = ("(take|make|write|create|add|start|save|leave|new|put down|jot down)"
         " [(a|an|another|me a|down a)] [(new|quick|short)] note")  # fmt: skip
_CALLED = "(called|named|titled|with the title)"
_SAYING = "(saying|that says|which says|that reads|with the text|with|and write|that)"

FAMILIES = (
    Family(
        "take a note",
        ("note [(down|that|to self|to myself)] {body:rest}",
         (f"{_MAKE} (that|saying|to|for|about|which says|that says|to self|to myself) "
         "{body:rest}"),
         f"{_MAKE} {{body:rest}}",
         "(write|jot|take|put) down [(that|this)] {body:rest}",
         "(add|save|put) {body} (to|in|into|as) (my notes|a note|a new note)",
         "make a note of {body:rest}"),
        _note,
        examples=("note: launch idea", "make a note that the meter reads 512",
                  "write down that Leo owes me twenty euros", "jot down new idea for the logo",
                  "note to self buy stamps", "save the recipe to my notes"),
        never=("open notes", "what is a note", "notes of a song", "I noted that already",
               "find the note about the boiler", "note", "take a note", "write down",
               "make a note called packing list", "note taking is fun"),
        verbatim=True,
        content="body",
        until_then=True,
    ),
    Family(
        "a note with a title",
        (f"{_MAKE} {_CALLED} {{title}} {_SAYING} {{body:rest}}",
         f"{_MAKE} {_CALLED} {{title:rest}}"),
        _titled,
        examples=("make a note called packing list",
                  "create a note titled garden ideas saying plant tulips in October"),
        never=("make a note that the meter reads 512", "open the note called packing list"),
        verbatim=True,
        content="body",
        until_then=True,
    ),
    Family(
        "add to a note",
        (("(add|append|put|write) {body} (to|in|into|on|onto|at the end of) [{det}] {title} "
         "(note|notes)"),
         (f"(add|append|put|write) {{body}} (to|in|into|at the end of) (my|the) note [{_CALLED}] "
         "{title}"),
         "(add|append) to [(my|the)] {title} note [(that|saying)] {body:rest}"),
        _append,
        examples=("add sunscreen to my packing list note",
                  "append call the vet to the note garden ideas"),
        never=("add milk to my to-dos", "take a note", "add a note", "add it to my notes"),
        lists={"det": {"my": "", "the": ""}},
        verbatim=True,
        until_then=True,
    ),
    Family(
        "delete a note",
        ("{verb} [(my|the)] note [(called|named|titled|about)] {title:rest}",
         "{verb} (my|the) {title} note", "move (my|the) {title} note to [(the|my)] trash",
         "move (my|the) note [(called|named|titled)] {title} to [(the|my)] trash"),
        _delete,
        examples=("delete the launch idea note", "delete my note called packing list",
                  "move the launch idea note to the trash"),
        never=("delete the note", "delete this note", "delete all my notes",
               "delete the last note"),
        lists={"verb": dict.fromkeys(("delete", "trash", "throw away", "bin"), "")},
    ),
    Family(
        "read a note",
        ("(read|read me|read out|show|show me|open) [me] (my|the) {query} note",
         "what does (my|the) {query} note say", "what is in (my|the) {query} note"),
        _read,
        examples=("read my launch idea note", "what does my packing list note say"),
        never=("read the last note", "open the note", "read this note", "open notes"),
        moods=EITHER,
    ),
    Family(
        "search the notes",
        ("(search|look|check|go) [(in|through)] [(my|the|all my)] notes (for|about) {query:rest}",
         ("(find|show|show me|open|read|read me|look for|search for|pull up|get) [(me|up)] "
          "[(my|the|a|any)] (note|notes) (about|on|for|called|named|titled|with|that mention) "
          "{query:rest}"),
         "do i have [(a|any|some)] (note|notes) (about|on|for|with) {query:rest}",
         "what did i note [down] (about|on) {query:rest}",
         "what do my notes say about {query:rest}",
         "(find|search for|look for) {query} in my notes"),
        _search,
        examples=("search my notes for tulips", "find the note about the boiler",
                  "do I have a note about insurance"),
        never=("search for tulips", "can notes be searched", "open notes", "find my keys",
               "search my emails for invoices"),
        moods=EITHER,
    ),
    Family(
        "note what",
        ("(take|make|write|create|add) [(a|an|down a|down)] [new] note", "(write|note|jot) down",
         "take (notes|this down)", "note"),
        unless_shown(_what()),
        examples=("take a note", "write down", "note"),
        never=("note: launch idea", "open notes"),
    ),
)  # fmt: skip
