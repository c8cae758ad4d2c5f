"""An application that is wished for: "I need chromium open", "I'd like the calculator"."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.asking import click
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, call
from pace.mind.naming import ALIASES, app_named
from pace.mind.scene import Scene

#: Names that are everyday words too: wished for only with "open", or as "the" thing to look at.
_THINGS = frozenset({
    "files", "photos", "mail", "email", "messages", "music", "notes", "calendar", "contacts",
    "reminders", "weather", "maps", "clock", "clocks", "camera", "settings", "preferences",
    "internet", "software", "disks", "console", "calc", "spreadsheet",
})  # fmt: skip
#: Brands that are everyday words too: wished for only with "open", and without "the".
_WORDS = frozenset({
    "word", "code", "zoom", "teams", "linear", "arc", "cursor", "edge", "brave", "signal", "notion",
    "steam", "preview", "impress", "writer", "paint", "finder", "excel", "editor", "raycast",
})  # fmt: skip


_SEE = ("see", "use", "have", "look at", "get to", "work with", "work in", "get into")
_SEEN = frozenset(verb.split()[0] for verb in _SEE)


def _wished(match: Match, scene: Scene) -> Reading | None:
    """Only what is surely an application; a wish for anything else is talk."""
    if match.words[0].text in _SEEN and not (scene.indirect or match.has("open")):
        return None
    words, said = match.texts("wish"), match.verbatim("wish")
    app = app_named(words, said, scene)
    if app is None or not app.known or not _surely(words, match, scene):
        return None
    if app.icon is not None:
        return act(*click(app.icon), lane=Lane.SCREEN_ACTION, reason="its icon is on screen")
    return act(call("open_app", app=app.name), confidence=0.9, worth=0.95,
               reason="a wish for an application")  # fmt: skip


def _surely(words: tuple[str, ...], match: Match, scene: Scene) -> bool:
    article, name = words[0] if words[0] in ("the", "my", "a", "an") else "", words
    if article:
        name = words[1:]
    marked = name[-1:] in (("app",), ("application",), ("program",))
    text = " ".join(name[:-1] if marked else name)
    if text not in ALIASES and text not in (scene.apps or {}):
        return False
    if text in _WORDS:
        return marked or (match.has("open") and not article)
    if text in _THINGS:
        shown = match.has("to_see") and article in ("the", "my")
        return marked or shown or (match.has("open") and article not in ("a", "an"))
    return True


_WISH = "i (need|want|would like|would love|could use|will need)"

FAMILIES = (
    Family(
        "wish for an application",
        (f"{_WISH} {{wish}} [{{open}}]", "{to_see} {wish} [{open}]", "let me {to_see} {wish}",
         "(can|could|may) (i|we) {asked} {wish} [{open}]",
         "have {wish} {open}"),
        _wished,
        examples=("I need chromium open", "I'd like the calculator", "I need a terminal",
                  "I want firefox up and running", "could I have the calculator open"),
        never=("I need music", "I'd like a word", "I need a doctor", "I want to see the world",
               "I need code", "I don't need firefox", "I'd like the weather", "see the files",
               "I need edge", "do I need firefox", "I want the calculator to be faster",
               "I wanted firefox", "I need firefox to print this", "can I have a word",
               "I would like teams of three", "I need photoshop skills"),
        lists={"open": dict.fromkeys(("open", "opened", "up", "running", "up and running",
                                      "on my screen", "on the screen", "to be open", "to open",
                                      "open now", "started", "here"), ""),
               "to_see": dict.fromkeys(_SEE, ""),
               "asked": dict.fromkeys(("see", "have"), "")},
        moods=EITHER,
    ),
)  # fmt: skip
