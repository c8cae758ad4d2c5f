"""What may not come back is withheld; only a control that is on screen and named is a click."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.asking import click, later, on_target
from pace.mind.describing import described
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Lack, Missing, Target, Want, ground
from pace.mind.meaning import act, always, ask, call, confirm, out_of_scope
from pace.mind.scene import Scene
from pace.mind.text import shorten

_IT = frozenset({"it", "this", "that", "them", "these", "those"})
_VERBS = ("delete", "remove", "erase", "discard", "trash", "wipe", "destroy", "purge", "get rid of",
          "throw away", "throw out", "empty", "clear", "clear out", "wipe out", "uninstall", "drop",
          "reset", "factory reset", "format", "overwrite", "permanently delete", "bin", "shred",
          "delete permanently", "clean out", "deactivate", "revoke", "cancel", "unsubscribe from",
          "unsubscribe", "terminate", "nuke", "kill")  # fmt: skip
_POWER = ("shut down", "shutdown", "turn off", "switch off", "power off", "power down", "restart",
          "reboot", "log out of", "log out", "log off", "sign out", "sign out of", "hibernate",
          "suspend")  # fmt: skip


def _destroy(match: Match, scene: Scene) -> Reading | None:
    words, verb = match.texts("thing"), match.text("verb")
    if _IT.issuperset(words):
        return _what_is_it(verb, scene)
    if verb in _EMPTYING and described(words).role_word in _FIELD_WORDS:
        return _cleared(words, scene)
    if words[-1] in ("window", "tab"):
        return None
    if verb in _WEAK and not _lasting(words):
        return None
    named = _control(match, scene)
    if named is not None:
        return named
    if _selected(words):
        return _delete_selection(scene)
    thing = shorten(match.verbatim("thing"), 60)
    button = Missing(Lack.ABSENT) if scene.moved_on else ground((verb,), scene.screen)
    proposed = click(button.one) if isinstance(button, Target) else later((verb, *words))
    return confirm(
        f"Do you really want to {verb} {thing}? I could not bring it back.", proposed, worth=0.8
    )


_EMPTYING = frozenset({"clear", "empty", "wipe", "erase", "clear out"})
_FIELD_WORDS = frozenset({"field", "box", "bar", "text field", "textbox", "input", "address bar"})
#: Verbs that destroy only some things.
_WEAK = frozenset({"drop", "cancel", "kill", "clear", "reset", "format", "remove", "empty", "bin",
                   "terminate", "deactivate", "revoke"})  # fmt: skip
_LASTING = frozenset(
    "file files folder folders document documents photo photos picture pictures video videos email "
    "emails mail message messages note notes account accounts history cookies cache data database "
    "table disk drive partition trash bin recycle everything all contact contacts event events "
    "calendar reminder reminders app application program package order subscription booking backup "
    "backups project repository repo branch playlist song songs draft drafts directory downloads "
    "desktop usb stick system settings computer laptop machine phone password passwords user users "
    "row rows record records item items list selection tab tabs bookmark bookmarks server key keys "
    "certificate access membership reservation appointment meeting process log logs screenshots "
    "conversation chat inbox download recording recordings text paragraph sentence line word "
    "column cell page pages post posts comment comments friend friends card profile".split()
)


def _lasting(words: tuple[str, ...]) -> bool:
    return not _LASTING.isdisjoint(words) or any("." in word for word in words)


def _control(match: Match, scene: Scene) -> Reading | None:
    """A control that is called just this ("Empty trash") is pressed; policy may ask."""
    if scene.moved_on:
        return None
    whole = tuple(word.text for word in match.words)
    short = tuple(w for w in whole if w not in ("the", "my", "this", "a"))
    for words in (whole, short):
        found = ground(words, scene.screen)
        if isinstance(found, Target) and found.confidence >= 0.97:
            return on_target(words, scene, click)
    return None


def _cleared(words: tuple[str, ...], scene: Scene) -> Reading | None:
    found = ground(words, scene.screen, Want.FILL)
    if not isinstance(found, Target):
        return on_target(words, scene, click, want=Want.FILL, unseen=None)
    emptied = (*click(found.one), call("key", key="ctrl+a"), call("key", key="delete"))
    return act(*emptied, lane=Lane.SCREEN_ACTION, worth=0.9, reason="emptying a field")


def _selected(words: tuple[str, ...]) -> bool:
    return " ".join(w for w in words if w != "the") in (
        "selection", "selected text", "highlighted text", "what is selected",
    )  # fmt: skip


def _delete_selection(scene: Scene) -> Reading:
    if scene.snapshot.selection.strip():
        return act(call("key", key="delete"), lane=Lane.EDIT, worth=0.95, reason="the selection")
    return ask("Nothing is selected that I can see. What should I delete?", lane=Lane.EDIT,
               worth=0.95, reason="nothing is selected")  # fmt: skip


def _what_is_it(verb: str, scene: Scene) -> Reading | None:
    """ "Delete this": the selection if there is one, else a question (spec 4.10)."""
    if verb in ("clear", "drop", "cancel", "reset", "kill", "format", "empty"):
        return None if verb in ("cancel", "drop") else _which(verb)
    if scene.snapshot.selection.strip():
        return _delete_selection(scene)
    return _which(verb)


def _which(verb: str) -> Reading:
    return ask(f"What should I {verb}: the selected text or the current item?",
               ("Selected text", "Current item"), worth=0.9, lane=Lane.EDIT,
               reason="nothing says what it is")  # fmt: skip


def _power(match: Match, scene: Scene) -> Reading | None:
    named = _control(match, scene)
    if named is not None:
        return named
    verb = match.text("verb") or "shut down"
    return confirm(
        f"Do you really want to {verb} the computer? Unsaved work could be lost.",
        later((verb,)), worth=0.9,
    )  # fmt: skip


_DETERMINERS = frozenset("the my this that all an a his her their our".split())


def _send(match: Match, scene: Scene) -> Reading | None:
    """Pace sends nothing by itself: the control that does may be pressed after a yes."""
    words, verb = match.texts("thing"), match.text("verb")
    named = _control(match, scene)
    if named is not None:
        return named
    if words[0] not in _DETERMINERS and words not in (("it",), ("this",), ("that",)):
        return None
    thing = shorten(match.verbatim("thing"), 60)
    button = None if scene.moved_on else ground((verb,), scene.screen)
    if isinstance(button, Target):
        return confirm(
            f"Do you really want to {verb} {thing}? It cannot be called back.",
            click(button.one), lane=Lane.SCREEN_ACTION, worth=0.75,
        )  # fmt: skip
    return out_of_scope(
        f"I see no way to {verb} {thing} here; name the button and I can press it.", worth=0.5
    )


_MACHINE = "[(the|my|this)] (computer|laptop|machine|pc|system|mac|device)"

FAMILIES = (
    Family(
        "destroy",
        ("{verb} {thing}",),
        _destroy,
        examples=("delete the file report.pdf", "empty the trash", "erase all my photos",
                  "wipe the usb stick", "uninstall gimp", "discard the draft",
                  "clear my browsing history", "cancel my subscription", "delete this",
                  "get rid of all the emails from Bob"),
        never=("how do I delete a file", "cancel the timer", "delete the last sentence",
               "cancel that", "clear", "drop by tomorrow", "format this as bold",
               "click delete", "reset the zoom", "did I delete the file"),
        lists={"verb": dict.fromkeys(_VERBS, "")},
    ),
    Family(
        "power",
        (f"{{verb}} [{_MACHINE}]", f"(shut|power|turn) {_MACHINE} {{down}}"),
        lambda match, scene: None if match.text("verb") in ("turn off", "switch off", "suspend")
        and len(match.words) < 3 else _power(match, scene),
        examples=("shut down the computer", "restart", "log out", "turn off my laptop"),
        never=("how do I shut down", "turn off the sound", "turn off", "restart the song",
               "shut up", "close the app"),
        lists={"verb": dict.fromkeys(_POWER, ""), "down": {"down": "", "off": ""}},
    ),
    Family(
        "send",
        ("{verb} {thing}",),
        _send,
        examples=("send the email", "submit the form", "publish the post"),
        never=("how do I send an email", "post office opening hours", "click send",
               "send", "order a pizza"),
        lists={"verb": dict.fromkeys(("submit", "publish", "send", "post"), "")},
    ),
    Family(
        "destroy what",
        ("(delete|remove|erase|discard|trash|uninstall|wipe) [something]", "clear"),
        always(ask("What should I delete?", ("Selected text", "Current item"), lane=Lane.EDIT,
                   reason="nothing was named")),
        examples=("delete", "remove something"),
        never=("delete the file", "press delete"),
    ),
)  # fmt: skip
