"""Edits of the selection that need no model (spec 4.8), and asking what "it" is (spec 4.10)."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.core.understanding import Intent, Lane, Understanding
from pace.mind.dictation import unquoted, with_punctuation
from pace.mind.family import Build, Family, Match, Reading
from pace.mind.meaning import ask, say
from pace.mind.rewriting import bullets, corrected, direct, replaced, shorter, without_last_sentence
from pace.mind.scene import Scene

_IT = "(it|this|that|the selection|[the] selected text|[the] highlighted text)"
_OPERATIONS = {
    "shorten": shorter, "direct": direct, "grammar": corrected, "last": without_last_sentence,
    "bullets": bullets,
}  # fmt: skip


def _edit(operation: str) -> Build:
    def build(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
        selection = scene.snapshot.selection
        if not selection.strip():
            return _nothing_selected()
        return _edited(selection, _OPERATIONS[operation](selection))

    return build


def _replace(match: Match, scene: Scene) -> Reading | None:
    selection = scene.snapshot.selection
    old, new = unquoted(match.verbatim("old")), with_punctuation(unquoted(match.to_the_end("new")))
    if not selection.strip():
        return _nothing_selected(0.6)
    return _edited(selection, replaced(selection, old, new), 0.8)


def _edited(before: str, after: str, worth: float = 1.0) -> Reading:
    if after == before:
        return say("I found nothing to change in the selected text.", Lane.EDIT, worth=worth)
    call = Call(
        "set_value", {"value": after, "target": "selection"},
        {"value": Provenance.SELECTION, "target": Provenance.DEFAULT},
    )  # fmt: skip
    meaning = Understanding(
        Lane.EDIT, Intent.EDIT, (call,), confidence=0.93, reasons=("an edit of the selection",)
    )
    return Reading(meaning, worth)


def _nothing_selected(worth: float = 1.0) -> Reading:
    return ask(
        "Which text do you mean? Select it and say that again.", ("Selected text", "Focused field"),
        lane=Lane.EDIT, worth=worth, reason="nothing is selected",
    )  # fmt: skip


def _rewrite(match: Match, scene: Scene) -> Reading | None:
    """Free rewriting is a language model's work; what "it" is can be asked without one."""
    vague = not any(word.text in ("selected", "selection", "highlighted") for word in match.words)
    if vague and not scene.snapshot.selection.strip():
        return ask(
            "Do you mean the selected text or the focused field?",
            ("Selected text", "Focused field"), lane=Lane.EDIT, worth=0.7,
            reason="nothing says what it is",
        )  # fmt: skip
    return say(
        "Rewriting freely needs a language model, and none is installed; I can shorten the "
        "selection, fix its grammar or turn it into bullets.",
        Lane.EDIT, Intent.ANSWER, needs_model=True, worth=0.7, reason="free rewriting",
    )  # fmt: skip


FAMILIES = (
    Family(
        "shorten the selection",
        (f"make {_IT} (shorter|more concise|briefer|brief|concise)",
         f"(shorten|trim|condense|tighten) {_IT} [up]",
         f"cut {_IT} down"),
        _edit("shorten"),
        examples=("make this shorter", "shorten it", "make the selection more concise"),
        never=("shorten the window", "make it louder", "how do I make this shorter"),
    ),
    Family(
        "make the selection direct",
        (f"make {_IT} more direct", f"make {_IT} (direct|to the point)"),
        _edit("direct"),
        examples=("make this more direct", "make it direct"),
        never=("make it bold",),
    ),
    Family(
        "fix grammar",
        (f"fix [(the|my|its)] (grammar|spelling and grammar) [(only|of {_IT}|in {_IT})]",
         "clean up [the] grammar",
         "clean (this|that) up", "correct [(the|my)] grammar"),
        _edit("grammar"),
        examples=("fix the grammar", "clean this up", "fix grammar only"),
        never=("what is grammar", "fix my bike"),
    ),
    Family(
        "delete the last sentence",
        ("(delete|remove|drop|cut) [the] last sentence",),
        _edit("last"),
        examples=("delete the last sentence", "remove last sentence"),
        never=("delete the file", "repeat the last sentence"),
    ),
    Family(
        "make bullets",
        ((f"(turn|make|convert|change) {_IT} [into] [(a|some)] [bullet] (bullets|bullet "
          f"points|list|points)"),
         f"bullet {_IT}", f"(turn|make|convert) {_IT} into bullet points"),
        _edit("bullets"),
        examples=("turn this into bullets", "make that bullets", "turn it into bullet points"),
        never=("bullet train times", "make a list"),
    ),
    Family(
        "replace in the selection",
        ("replace {old} with {new:rest}", "change {old} with {new:rest}"),
        _replace,
        examples=("replace Monday with Tuesday", "change this with that"),
        never=("how do I replace a tyre", "replace the battery"),
        verbatim=True,
    ),
    Family(
        "rewrite what",
        (f"(edit|rewrite|fix|change|improve|polish|rephrase|reword|correct) {_IT}",
         (f"make {_IT} (better|nicer|friendlier|formal|more formal|sound better|more "
          f"polite|funnier)"),
         "clean it up", "polish (it|this|that) [up]"),
        _rewrite,
        examples=("rewrite this", "make it better", "polish that", "fix it",
                  "rewrite the selected text"),
        never=("rewrite the rules of chess", "fix the grammar", "make it louder"),
    ),
)  # fmt: skip
