"""The display brighter, darker, or to a level."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, unless_shown
from pace.mind.numbers import as_number
from pace.mind.scene import Scene

_DIRECTIONS = {"up": "up", "down": "down", "brighter": "up", "darker": "down", "dimmer": "down",
               "higher": "up", "lower": "down", "less bright": "down", "more bright": "up",
               "too dark": "up", "too dim": "up", "too bright": "down"}  # fmt: skip
_VERBS = {"increase": "up", "raise": "up", "boost": "up", "brighten": "up", "bump up": "up",
          "decrease": "down", "lower": "down", "reduce": "down", "dim": "down", "drop": "down",
          "turn up": "up", "turn down": "down"}  # fmt: skip
_STEPS = {"a bit": 1, "a little": 1, "a little bit": 1, "slightly": 1, "a tad": 1, "a touch": 1,
          "a notch": 1, "a lot": 5, "much": 5, "way": 5, "some": 2, "more": 2}  # fmt: skip
_LEVELS = {"half": 50, "halfway": 50, "max": 100, "maximum": 100, "full": 100, "the maximum": 100,
           "the max": 100, "minimum": 1, "the minimum": 1, "min": 1}  # fmt: skip
_NOUN = "[(the|my)] [(screen|display|monitor)] brightness"
_SCREEN = "[(the|my|this)] (screen|display|monitor|laptop screen|backlight)"
_MOST_STEPS = 10


def _change(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    direction = match.chosen("direction") or match.chosen("verb")
    if match.has("n"):
        number = as_number(match.text("n")) or 0
        if match.has("percent"):
            number = max(1, round(number / 6))
        return _brightness(direction=direction, steps=int(max(1, min(_MOST_STEPS, number))))
    if match.has("much"):
        return _brightness(direction=direction, steps=_STEPS[match.text("much")])
    return _brightness(direction=direction)


def _level(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if match.has("level"):
        return _brightness(level=_LEVELS[match.text("level")])
    number = as_number(match.text("n"))
    if number is None or not 0 <= number <= 100:
        return ask("Which level, from 0 to 100?", worth=0.9, reason="no such level")
    return _brightness(level=int(number))


def _brightness(**said: object) -> Reading:
    call = Call("brightness", said, dict.fromkeys(said, Provenance.SPOKEN))
    return act(call, worth=0.97, reason="brightness")


_BY = "[by] {n:number} [(steps|notches|times)]"
_LISTS = {"direction": _DIRECTIONS, "verb": _VERBS, "much": dict.fromkeys(_STEPS, ""),
          "percent": {"percent": ""}}  # fmt: skip

FAMILIES = (
    Family(
        "change the brightness",
        (f"(turn|put|bring|take|crank) {_NOUN} {{direction}} [{{much}}]",
         f"(turn|put|bring|crank) {{direction}} {_NOUN} [{{much}}]",
         f"{{verb}} {_NOUN} [{{much}}]", f"{{verb}} {_NOUN} {_BY}",
         f"{{verb}} {_NOUN} [by] {{n:number}} {{percent}}",
         f"{_NOUN} {{direction}} [{{much}}]", f"{_NOUN} {{direction}} {_BY}",
         f"(turn|put) {_NOUN} {{direction}} {_BY}",
         "[{much}] {direction} (screen|display)",
         f"make ({_SCREEN}|it) [{{much}}] {{direction}}", f"make {_NOUN} [{{much}}] {{direction}}",
         f"{{verb}} {_SCREEN} [{{much}}]",
         f"{_SCREEN} is [{{much}}] {{direction}} [(make it (brighter|darker|dimmer))]",
         f"{_SCREEN} [{{much}}] {{direction}}"),
        lambda match, scene: _change(match, scene) if _of_light(match) else None,
        examples=("brighter screen", "turn the brightness down", "dim the screen",
                  "make the screen a bit dimmer", "brightness up", "my screen is too bright",
                  "make it brighter"),
        never=("turn the volume down", "what is brightness", "volume up", "turn up",
               "make it louder", "make it lower", "he is a bright student", "screen down",
               "turn down the screen sharing invitation", "how bright is the sun",
               "raise the screen", "the screen is up"),
        lists=_LISTS,
    ),
    Family(
        "set the brightness",
        ((f"(set|put|turn|change|make|bring|adjust) {_NOUN} [(to|at|up to|down to)] {{n:number}} "
         "[percent]"),
         f"(set|put|turn|change|make|bring|adjust) {_NOUN} [(to|at|up to|down to)] {{level}}",
         f"{_NOUN} [(to|at)] {{n:number}} [percent]", f"{_NOUN} [(to|at)] {{level}}",
         f"{{verb}} {_NOUN} to {{n:number}} [percent]", f"{{verb}} {_NOUN} to {{level}}",
         f"(turn|crank|push|bring|drop) {_NOUN} (up|down) to {{n:number}} [percent]",
         f"(turn|crank|push|bring|drop) {_NOUN} (up|down) to {{level}}",
         f"{{level}} {_NOUN}", f"{{n:number}} percent {_NOUN}",
         f"(dim|brighten) {_SCREEN} to {{n:number}} [percent]"),
        _level,
        examples=("set the brightness to 40 percent", "full brightness", "brightness 70",
                  "lower the brightness to ten"),
        never=("set the volume to 40", "brightness up", "what is the brightness"),
        lists={**_LISTS, "level": dict.fromkeys(_LEVELS, "")},
    ),
    Family(
        "which brightness",
        (f"(change|adjust|set|turn) {_NOUN} [to]", "brightness"),
        unless_shown(ask("Brighter, darker, or to which level?", reason="nothing says how")),
        examples=("set the brightness", "brightness"),
        never=("brightness up", "set the volume"),
    ),
)  # fmt: skip

_LIGHT = frozenset({"brighter", "darker", "dimmer", "less bright", "more bright", "too dark",
                    "too dim", "too bright"})  # fmt: skip


def _of_light(match: Match) -> bool:
    """ "Brightness" was said, or a word that only light can be."""
    texts = [word.text for word in match.words]
    if "brightness" in texts or match.text("verb") in ("dim", "brighten"):
        return True
    return match.text("direction") in _LIGHT
