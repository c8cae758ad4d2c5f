"""What is on screen, told from the tree: short, ordered, nothing invented."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import say
from pace.mind.scene import Labelled, Scene
from pace.mind.text import listed, shorten

#: Names that are told at most.
_TOLD = 4


def _describe(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    return say(description(scene), Lane.SCREEN_DESCRIPTION, reason="told from the screen")


def description(scene: Scene) -> str:
    """At most two sentences: the window, then the names that matter."""
    window = scene.snapshot.window
    named = [one for one in scene.screen.seen if one.said and one.role != "separator"]
    where = shorten(window.title or window.app, 40) if window is not None else ""
    if not named:
        if scene.blind:
            return f"This is {where or 'a window'}, but I cannot see into it."
        return (
            f"This is {where}; I see nothing named in it." if where else "I see nothing here yet."
        )
    headings = [one for one in named if one.role in ("heading", "static_text", "dialog", "label")]
    lead = where or (shorten(_said(headings[0]), 40) if headings else "")
    rest = [one for one in named if _said(one) != lead]
    names = _names(rest)
    more = len({one.said for one in rest}) - len(names)
    told = listed([*names, f"{more} more"] if more > 0 else names, "and")
    return f"This is {lead}. I see {told}." if lead else f"I see {told}."


def _names(found: list[Labelled]) -> list[str]:
    return [shorten(_said(one), 24) for one in list({o.said: o for o in found}.values())[:_TOLD]]


def _said(one: Labelled) -> str:
    """A short visible text is what a person sees; a label names what has none."""
    text = one.element.text.strip()
    return (text if text and len(text) <= 24 else one.said).rstrip("….:")


FAMILIES = (
    Family(
        "describe the screen",
        ("what is (on|happening on|open on) [(the|my|this)] screen [(now|right now)]",
         "what am i (looking at|seeing)", "what (can|do) you see [(here|on (my|the) screen)]",
         ("describe [(what i am looking at|this|the screen|my screen|[my] current "
          "view|[this|the] (window|page)|what you see|what is on [my|the] screen)]"),
         "what does (this|the|my) (screen|page|window) (show|say)", "what does this (show|say)",
         "(read|scan) [(the|my|this)] (screen|page|window)", "read this",
         "give me the gist [of this]",
         "(summarize|summarise) [(this|it|the page|this page|the screen)]",
         "what is [(in front of me|visible|on display)] [here]",
         "what (app|page|window|program|site) (is this|am i (on|in))",
         "what is this (window|page|app) [about]", "what is this [all] [about]",
         "(tell me|explain) what is (open|shown|on screen|visible)",
         "lay out what is on the screen",
         "(what|which) (window|app) is (open|active)", "where am i", "what is open",
         "what is going on here",
         "look at (this|the screen|my screen)",
         "walk me through (this|the screen|this page|what is on the screen)"),
        _describe,
        examples=("what's on my screen", "describe what I'm looking at",
                  "what does this screen show",
                  "what app is this", "read this", "give me the gist"),
        never=("what is html", "describe photosynthesis", "summarize machine learning",
               "what is on my clipboard", "read the clipboard", "what's on TV tonight"),
        moods=EITHER,
    ),
)  # fmt: skip
