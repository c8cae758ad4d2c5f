"""Louder, quieter, to a level, silent."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, always, ask, call
from pace.mind.numbers import as_number
from pace.mind.scene import Scene

_DIRECTIONS = {"up": "up", "down": "down", "louder": "up", "quieter": "down", "softer": "down",
               "higher": "up", "lower": "down"}  # fmt: skip
_VERBS = {"increase": "up", "raise": "up", "boost": "up", "bump up": "up", "crank up": "up",
          "decrease": "down", "lower": "down", "reduce": "down", "drop": "down"}  # fmt: skip
_STEPS = {"a bit": 1, "a little": 1, "a little bit": 1, "slightly": 1, "a tad": 1, "a touch": 1,
          "a notch": 1, "some": 2, "more": 2, "a bit more": 1, "a lot": 5, "way": 5,
          "much": 5, "a bunch": 5, "by a lot": 5, "by a bit": 1, "by a little": 1,
          "a little more": 1, "even more": 3, "right": 5, "loads": 5}  # fmt: skip
_LEVELS = {"half": 50, "halfway": 50, "half way": 50, "fifty fifty": 50, "max": 100, "maximum": 100,
           "full": 100, "full volume": 100, "the max": 100, "the maximum": 100, "minimum": 0,
           "the minimum": 0, "a quarter": 25, "zero": 0, "three quarters": 75,
           "the middle": 50}  # fmt: skip
_NOUN = "(volume|sound|audio|music volume|speaker|speakers|sound level|volume level)"
_TURN = "(turn|put|bring|take|knock|nudge|crank|bump|push|pull|drag)"
_MOST_STEPS = 10


def _change(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    direction = match.chosen("direction") or match.chosen("verb") or match.chosen("measure")
    if match.has("n"):
        number = as_number(match.text("n")) or 0
        if match.has("by") and match.has("percent"):
            number = max(1, round(number / 6))
        return _volume(direction=direction, steps=int(max(1, min(_MOST_STEPS, number))))
    if match.has("much"):
        return _volume(direction=direction, steps=_STEPS[match.text("much")])
    return _volume(direction=direction)


def _level(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    if match.has("level"):
        return _volume(level=_LEVELS[match.text("level")])
    if match.has("extreme"):
        return _volume(level=100 if match.chosen("extreme") == "up" else 0)
    number = as_number(match.text("n"))
    if number is None or not 0 <= number <= 100:
        return ask("Which level, from 0 to 100?", worth=0.9, reason="no such level")
    return _volume(level=int(number))


def _volume(**said: object) -> Reading:
    return act(Call("volume", said, dict.fromkeys(said, Provenance.SPOKEN)), reason="volume")


_MUCH = {"much": dict.fromkeys(_STEPS, "")}
_MEASURE = {"measure": {"more": "up", "less": "down"}}
_BY = {"by": {"by": ""}, "percent": {"percent": ""}}
_LISTS = {"direction": _DIRECTIONS, "verb": _VERBS, **_MUCH, **_BY, **_MEASURE}

FAMILIES = (
    Family(
        "change the volume",
        (f"{_TURN} [the] {_NOUN} [back] {{direction}} [{{much}}]",
         f"{_TURN} it back {{direction}} [{{much}}]",
         f"{_TURN} {{direction}} [the] {_NOUN} [{{much}}]",
         f"{_TURN} [the] {_NOUN} {{much}} {{direction}}",
         f"{_TURN} (it|this|that|the music|the video) {{direction}} [{{much}}]",
         f"{_TURN} (it|this|that|the music) {{much}} {{direction}}",
         f"{_NOUN} {{direction}} [{{much}}]", f"[{{much}}] {{direction}} {_NOUN}",
         f"{{verb}} [the] {_NOUN} [{{much}}]", "{direction} [please]",
         "{much} {direction}",
         "give me [{much}] {measure} (volume|sound)",
         f"make [the] ({_NOUN}|it|this|that|the music) [{{much}}] {{direction}}",
         (f"{_TURN} [the] ({_NOUN}|it) {{direction}} [{{by}}] {{n:number}} [{{percent}}] "
          f"[(steps|notches|times)]"),
         f"{_NOUN} {{direction}} [{{by}}] {{n:number}} [{{percent}}] [(steps|notches)]",
         f"{_TURN} {{direction}} [the] {_NOUN} [{{by}}] {{n:number}} [{{percent}}] [steps]",
         f"{{verb}} [the] {_NOUN} [{{by}}] {{n:number}} [{{percent}}] [(steps|notches)]"),
        lambda match, scene: None if _bare_direction(match) else _change(match, scene),
        examples=("turn the volume down", "volume up", "turn it up a bit", "make it louder",
                  "increase the volume", "turn down the music volume a little", "quieter",
                  "turn volume down 4", "raise the volume by 20 percent", "bump up the sound"),
        never=("up", "down", "turn down the invitation", "scroll down", "set the volume to 20",
               "how do I turn the volume down", "turn around", "brightness up", "higher",
               "the volume of a sphere", "turn it off"),
        lists=_LISTS,
    ),
    Family(
        "set the volume",
        ((f"(set|put|turn|change|make|bring|adjust) [the] {_NOUN} [back] "
          f"[(to|at|up to|down to|on)] {{n:number}} [percent]"),
         (f"(set|put|turn|change|make|bring|adjust) [the] {_NOUN} [(to|at|up to|down to|on)] "
          f"{{level}}"),
         f"{_NOUN} [(to|at)] {{n:number}} [percent]", f"{_NOUN} [(to|at)] {{level}}",
         "(turn|put) it (up to|down to) {n:number} [percent]",
         f"(crank|bump|turn|push|drop) [the] {_NOUN} (up|down) to {{n:number}} [percent]",
         f"(crank|bump|turn|push|drop) (up|down) [the] {_NOUN} to {{n:number}} [percent]",
         f"(turn|put) [the] ({_NOUN}|it) all the way {{extreme}}",
         f"(increase|raise|lower|reduce|decrease|drop) [the] {_NOUN} to {{n:number}} [percent]",
         f"(increase|raise|lower|reduce|decrease|drop) [the] {_NOUN} to {{level}}",
         f"{{level}} {_NOUN}", f"{{n:number}} percent {_NOUN}"),
        _level,
        examples=("set the volume to 30 percent", "volume 50", "turn the volume to max",
                  "put the sound at halfway", "turn it all the way up", "lower the volume to ten"),
        never=("volume up", "what is the volume", "set brightness to 30", "turn it up 3"),
        lists={"level": dict.fromkeys(_LEVELS, ""), "extreme": {"up": "up", "down": "down"}},
    ),
    Family(
        "mute",
        (f"mute [(it|this|that|everything|[the|my] ({_NOUN}|computer|music|video))]",
         f"(turn|switch) [the] {_NOUN} off", f"(turn|switch) off [the] {_NOUN}",
         "silence [(it|everything|the computer|the sound)]", "no sound",
         "(cut|kill) [the] (sound|audio)", "(sound|audio) off"),
        always(act(call("volume", mute=True), reason="mute")),
        examples=("mute", "mute the sound", "turn the sound off", "silence the computer"),
        never=("unmute", "mute the microphone", "is it muted", "turn off the lights",
               "turn it off"),
    ),
    Family(
        "unmute",
        (f"unmute [(it|this|that|everything|[the|my] ({_NOUN}|computer|music|video))]",
         f"(turn|switch) [the] {_NOUN} [back] on", f"(turn|switch) on [the] {_NOUN}",
         f"turn [the] {_NOUN} back on", "(sound|audio) [back] on"),
        always(act(call("volume", mute=False), reason="unmute")),
        examples=("unmute", "turn the sound back on", "unmute the speakers"),
        never=("mute", "unmute the microphone"),
    ),
    Family(
        "which volume",
        (f"(change|adjust|set|turn) [the] {_NOUN} [to]", _NOUN),
        always(ask("Louder, quieter, or to which level?", reason="no direction and no level")),
        examples=("set the volume", "change the volume", "volume"),
        never=("volume up", "what's the volume"),
    ),
)  # fmt: skip


def _bare_direction(match: Match) -> bool:
    """ "Up", "a bit lower" say nothing of the sound; "louder" does."""
    about = set(match.slots) - {"much", "direction"}
    named = len(match.words) > sum(len(match.slots.get(s, ())) for s in ("much", "direction"))
    return not about and not named and match.text("direction") not in _OF_SOUND


_OF_SOUND = ("louder", "quieter", "softer")
