"""Scrolling."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.core.understanding import Lane
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, always, out_of_scope
from pace.mind.numbers import as_number
from pace.mind.scene import Scene

_DIRECTIONS = {"up": "up", "down": "down", "upwards": "up", "downwards": "down", "upward": "up",
               "downward": "down"}  # fmt: skip
_AMOUNTS = {"a bit": 3, "a little": 3, "a little bit": 3, "slightly": 2, "a tad": 2, "a lot": 12,
            "loads": 12, "lots": 12,
            "some more": 3, "more": 3, "further": 3, "a bit more": 3, "a page": 10, "one page": 10,
            "a screen": 10, "far": 12, "a few lines": 3, "a little more": 3, "a bit further": 3,
            "a little further": 3, "a little bit more": 3, "a little bit further": 3,
            "a tad more": 3, "somewhat": 3, "a touch": 2, "a couple of lines": 2,
            "much further": 12}  # fmt: skip
_ENDS = {"top": "up", "bottom": "down", "beginning": "up", "start": "up", "end": "down"}
#: As far as one scroll goes.
_FAR = 50


def _scroll(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if match.has("end"):
        return _scrolled(_ENDS[match.text("end")], _FAR)
    direction = match.chosen("direction")
    if match.has("n"):
        number = int(as_number(match.text("n")) or 0)
        lines = number * (10 if match.text("unit").startswith(("page", "screen")) else 1)
        return _scrolled(direction or "down", max(1, min(_FAR, lines)))
    return _scrolled(direction, _AMOUNTS.get(match.text("amount")))


def _scrolled(direction: str, amount: int | None) -> Reading:
    said = {"direction": direction or "down"} | ({} if amount is None else {"amount": amount})
    sources = dict.fromkeys(said, Provenance.SPOKEN)
    if not direction:
        sources["direction"] = Provenance.DEFAULT
    return act(Call("scroll", said, sources), lane=Lane.SCREEN_ACTION, worth=0.95, reason="scroll")


_UNITS = dict.fromkeys(("line", "lines", "step", "steps", "notch", "notches", "page", "pages",
                        "screen", "screens", "times", "clicks"), "")  # fmt: skip

FAMILIES = (
    Family(
        "scroll sideways",
        ("scroll [the] [(page|view|window)] [to] [the] {side} [{amount}]",),
        always(out_of_scope("I can scroll up and down, not sideways yet.", worth=0.9)),
        examples=("scroll left", "scroll to the right"),
        never=("scroll down", "move to the left"),
        lists={"side": {"left": "", "right": "", "sideways": ""},
               "amount": dict.fromkeys(_AMOUNTS, "")},
    ),
    Family(
        "scroll",
        (("scroll [the] [(page|screen|view|window|list)] [(back|again|further|on)] {direction} "
          "[again] [(by|for)] [{amount}]"),
         "(go|move) [back] {amount} [(further|back)] {direction} [on the page]",
         "[go] {far} {direction}", "(go|move) back {direction} [{amount}]",
         "move [the] (page|view|list) {direction} [{amount}]",
         "(scroll|keep scrolling|scroll some more|keep scrolling|scroll further|scroll more)",
         "keep scrolling {direction}", "(go|move) {direction} {amount}",
         "(scroll|move|go) {direction} the page [{amount}]",
         "[go] back to the {end}", "[to] [the] {end} of (the|this) (page|list|document)",
         "scroll [(by|for)] {n:number} [{unit}] [{direction}]",
         "scroll {direction} [by] {n:number} [{unit}]",
         "scroll [back] {amount} [(further|back|more)] {direction}",
         ("(scroll|go|jump) [all the way] [back] [(up|down)] to the [very] {end} [of "
          "[the|this] (page|list|document|screen|window)]"),
         "scroll [all] the way {direction}"),
        _scroll,
        examples=("scroll down", "scroll up a bit", "scroll down ten lines", "scroll to the bottom",
                  "keep scrolling", "scroll the page down a little", "scroll down two pages",
                  "go to the top of the page", "scroll back up a bit",
                  "scroll a little further down", "go back down a little"),
        never=("how do I scroll", "turn it down", "move the window up", "scroll lock",
               "sit down", "move to the left", "a bit lower", "scroll back through time",
               "go back", "turn it further down"),
        lists={"far": dict.fromkeys(("further", "a bit further", "a little further"), ""),
               "direction": _DIRECTIONS, "amount": dict.fromkeys(_AMOUNTS, ""), "unit": _UNITS,
               "end": dict.fromkeys(_ENDS, "")},
    ),
)  # fmt: skip
