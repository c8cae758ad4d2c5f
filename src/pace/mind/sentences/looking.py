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


_OBJECT = (
    "(this|the|my|that) [(entire|whole|current|open|active)] "
    "(screen|page|window|article|document|email|website|site|view|app|content|contents|text|file)"
)
_SEEN = (
    "what is (here|there|visible|shown|displayed|open|on display|in front of me|showing"
    "|(on|in|happening on|open on|showing on) [(the|my|this)] (screen|page|window))"
)
_WHAT = (
    f"({_OBJECT} [(on|on the|on my) screen]|{_SEEN}|what i am (looking at|seeing)"
    "|what (it|this) says"
    "|everything [on [(the|my)] screen]|what you see [(here|on screen|on the screen|on my screen)])"
)

FAMILIES = (
    Family(
        "describe the screen",
        ((f"(describe|read|read out|read me|read to me|scan|lay out|list|tell me|show "
          f"me|explain) {_WHAT}"),
         f"(summarize|summarise|walk me through|look at|outline|analyze) {_WHAT}",
         (f"(give|tell) me (the gist|a summary|an overview|the summary|a description|a "
          f"rundown) of {_WHAT}"),
         "(describe|scan) (this|it|that) [(to me|for me|aloud|out loud)]",
         "give me (the gist|a summary|an overview) [of (this|it)]",
         "(summarize|summarise) [(this|it)]",
         f"{_SEEN}", "what am i (looking at|seeing) [here]",
         "what (can|do) you see [(here|on (my|the) screen)]",
         f"what does (this|it|{_OBJECT}) (show|say|contain|mean)", "what does it say [here]",
         "what is (on|open on|happening on) (the|my|this) screen",
         ("what (app|application|page|window|program|site|website|tab) (is "
          "(this|open|active)|am i (on|in|using|looking at))"),
         "(what|which) (app|application|window) am i in", "what are my options here",
         f"what is {_OBJECT} [all] [about]", "what is this [all] [about]", "what is (this|that)",
         "where am i", "what is going on [(here|on [(the|my)] screen)]",
         "is there (anything|something) on [(the|my)] screen",
         "my current view", "describe my current view"),
        _describe,
        examples=("what's on my screen", "describe what I'm looking at",
                  "what does this screen show",
                  "what app is this", "describe this", "give me the gist", "summarize this page",
                  "tell me what's in front of me"),
        never=("what is html", "describe photosynthesis", "summarize machine learning",
               "what is on my clipboard", "read the clipboard", "what's on TV tonight",
               "open this page"),
        moods=EITHER,
    ),
)  # fmt: skip
