"""Showing where something is, without pressing it."""

from __future__ import annotations

from pace.core.understanding import Intent, Lane, Understanding
from pace.mind.asking import lacking, which
from pace.mind.describing import described
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.grounding import Missing, Target, Want, ground
from pace.mind.scene import Scene
from pace.mind.text import shorten


def _point(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("target")
    if match.words[0].text == "highlight" and scene.catalogue.find("draw_annotation"):
        return None
    grounded = ground(words, scene.screen, Want.POINT)
    if isinstance(grounded, Target):
        one = grounded.one
        where = f"{shorten(one.said)} is here."
        meaning = Understanding(
            Lane.SCREEN_ACTION, Intent.ANSWER, spoken=where, point=one.element.id,
            confidence=grounded.confidence, reasons=(f"named on screen: {shorten(one.said)}",),
        )  # fmt: skip
        return Reading(meaning, 0.5 + 0.45 * grounded.confidence)
    if match.has("asked") and not _about_screen(match):
        return None
    return (
        lacking(grounded, match.verbatim("target"))
        if isinstance(grounded, Missing)
        else which(grounded, match.verbatim("target"))
    )


def _about_screen(match: Match) -> bool:
    """Whether "where is ..." asks about the screen and not about the world."""
    words = match.texts("target")
    return described(words).role_word in _CONTROLS or words[-1:] in (
        ("screen",), ("page",), ("here",)
    )  # fmt: skip


#: Role words that name a thing on screen and nothing in the world.
_CONTROLS = frozenset({
    "button", "link", "tab", "menu", "menu item", "icon", "field", "text field", "textbox", "box",
    "bar", "checkbox", "slider", "dropdown", "address bar", "radio button", "menu button",
})  # fmt: skip


FAMILIES = (
    Family(
        "point at",
        ("point [(at|to|out)] {target}", "show me where {target} is",
         "show [me] where [is] {target}",
         "{asked} {target} [located]", "where {target} (is|are)", "highlight {target}",
         "locate {target}", "find {target} on [(the|my|this)] screen",
         "(search|look) for {target} on [(the|my|this)] screen"),
        _point,
        examples=("point at the save button", "where is the search field",
                  "show me where the settings menu is", "point out the download link",
                  "highlight the total", "where's the login button on the screen",
                  "find the total balance on my screen"),
        never=("where is France", "find my keys", "where are my keys",
               "where is the nearest petrol station",
               "point", "what's the point of it", "click the save button"),
        lists={"asked": {"where is": "", "where are": "", "where do i find": "",
                         "where can i find": ""}},
        moods=EITHER,
    ),
)  # fmt: skip
