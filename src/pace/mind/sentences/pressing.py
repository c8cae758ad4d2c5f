"""Pressing, choosing and ticking what is on screen."""

from __future__ import annotations

from dataclasses import replace

from pace.core.element import Source
from pace.core.understanding import Lane
from pace.mind.asking import click, later, on_target, read
from pace.mind.describing import described
from pace.mind.family import Family, Match, Reading
from pace.mind.grounding import Grounded, Lack, Missing, Target, Want, ground
from pace.mind.meaning import always, ask, out_of_scope, say
from pace.mind.numbers import as_number
from pace.mind.scene import Labelled, Scene

_PRESS = ("click", "click on", "tap", "tap on", "press", "press on", "hit", "push", "select",
          "choose", "pick", "toggle", "left click", "left click on", "hit on")  # fmt: skip
_VAGUE = frozenset({"it", "this", "that", "here", "there", "one", "thing", "something"})


def _click(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("target")
    if _VAGUE.issuperset(words) and scene.called(words) is None:
        return _vague(scene)
    if match.text("verb") in ("select", "choose", "pick") and words[0] in ("all", "everything"):
        return None
    return on_target(words, scene, click, said=match.verbatim("target"))


def _repeated(match: Match, scene: Scene) -> Reading | None:
    """ "Press plus three times": the same control again and again."""
    said = match.text("times") or match.text("n")
    times = {"twice": 2, "thrice": 3, "one": 1}.get(said) or int(as_number(said) or 0)
    words = match.texts("target")
    reading = on_target(words, scene, click, said=match.verbatim("target"))
    calls = reading.meaning.calls
    if not 1 <= times <= _MOST_PRESSES or not calls:
        return None
    return replace(reading, meaning=replace(reading.meaning, calls=calls * times))


_MOST_PRESSES = 20


def _vague(scene: Scene) -> Reading:
    """ "Click it": only the focus can say what it is."""
    focus = scene.focus
    if focus is not None and "editable" not in focus.states and not scene.acted:
        return read(Target(focus, 0.8), focus.said, click)
    return ask("What should I press?", lane=Lane.SCREEN_ACTION, worth=0.6,
               reason="nothing says what it is")  # fmt: skip


def _double(match: Match, scene: Scene) -> Reading | None:
    return on_target(
        match.texts("target"), scene,
        lambda one: click(one, "double_click"),
        unseen=lambda words: later(words, "double_click"),
        said=match.verbatim("target"),
    )  # fmt: skip


def _tick(match: Match, scene: Scene) -> Reading | None:
    """ "check" is also said of mail and weather: then only a named box counts."""
    words, verb = match.texts("target"), match.text("verb")
    found = ground(words, scene.screen, Want.TICK)
    if verb == "check" and not _switches(found) and not described(words).roles:
        return None
    return _ticked(match, found, scene, on=verb in ("tick", "check"))


def _switch(match: Match, scene: Scene) -> Reading | None:
    """Only what is on screen and can be switched."""
    words = match.texts("target")
    found = Missing(Lack.ABSENT) if scene.moved_on else ground(words, scene.screen, Want.TICK)
    on = "on" in (match.chosen("verb"), match.chosen("direction"))
    return _ticked(match, found, scene, on=on) if _switches(found) else None


def _ticked(match: Match, found: Grounded, scene: Scene, *, on: bool) -> Reading:
    if isinstance(found, Target) and (state := _already(found.one, on=on)) and not scene.acted:
        return say(f"{found.one.said} is already {state}.", Lane.SCREEN_ACTION, worth=0.95)
    words, said = match.texts("target"), match.verbatim("target")
    return on_target(words, scene, click, want=Want.TICK, said=said)


def _switches(found: Grounded) -> bool:
    return isinstance(found, Target) and found.confidence > 0.7 and found.one.role in _TICK_ROLES


_TICK_ROLES = frozenset({"check_box", "checkbox", "switch", "toggle_button", "radio_button",
                         "check_menu_item", "radio_menu_item"})  # fmt: skip


def _already(one: Labelled, *, on: bool) -> str:
    """The state asked for, where the element says that it has it."""
    checked = "checked" in one.states
    if on and checked:
        return "on"
    told = "unchecked" in one.states or one.element.source is Source.ACCESSIBILITY
    return "off" if not on and not checked and told else ""


_TARGETS = {"verb": dict.fromkeys(_PRESS, "")}
_SWITCH = {
    "verb": {"turn on": "on", "switch on": "on", "enable": "on", "activate": "on",
             "turn off": "off", "switch off": "off", "disable": "off", "deactivate": "off"},
    "direction": {"on": "on", "off": "off"},
}  # fmt: skip

FAMILIES = (
    Family(
        "click",
        ("{verb} {target}", "give {target} a (click|press|tap)", "follow {target}",
         "(smash|bash|poke|touch) {target}"),
        _click,
        examples=("click the second link", "press the Save button", "tap on settings",
                  "choose the last row", "select row three", "hit the big red button",
                  "Please click on “Sign in”", "pick the upper one", "push the start button",
                  "could you click the thing called apply", "follow the pricing link"),
        never=("how do I click a link", "click", "I clicked the button", "press control s",
               "select all", "toggle music", "double click the icon", "press enter", "hit return",
               "should I press save", "don't press save", "if I press save what happens"),
        lists=_TARGETS,
    ),
    Family(
        "click several times",
        ("{verb} {target} {n:number} times", "{verb} {target} {times}"),
        _repeated,
        examples=(),
        never=("press tab three times", "click the second link", "press times"),
        lists={**_TARGETS, "times": dict.fromkeys(("twice", "thrice"), "")},
    ),
    Family(
        "double click",
        ("double (click|tap|press) [on] {target}", "doubleclick [on] {target}"),
        _double,
        examples=("double click the icon", "double-click on report.pdf"),
        never=("double the volume", "click the icon"),
    ),
    Family(
        "right click",
        ("right click [on] [{target}]", "rightclick [on] [{target}]"),
        always(out_of_scope("I have no right click; I can click or double-click it for you.")),
        examples=("right click the desktop", "right-click on the file"),
        never=("click the right button",),
    ),
    Family(
        "tick",
        ("{verb} {target}",),
        _tick,
        examples=("tick the box", "uncheck the send me news box", "tick remember me",
                  "check the newsletter checkbox", "untick the second checkbox"),
        never=("check the weather", "check my mail", "is the box ticked", "check"),
        lists={"verb": dict.fromkeys(("tick", "untick", "check", "uncheck", "check off"), "")},
    ),
    Family(
        "switch on or off",
        ("{verb} {target}", "(turn|switch) {target} {direction}"),
        _switch,
        examples=(),
        never=("turn on the lights", "enable hyperdrive", "turn the volume down", "turn it off",
               "how do I enable dark mode", "turn the sound off"),
        lists=_SWITCH,
    ),
    Family(
        "press what",
        ("(click|tap|press|push|select|choose|pick) [on] [(the|a) (button|link|row|tab|item)]",
         "double click"),
        always(ask("What should I press?", lane=Lane.SCREEN_ACTION, worth=0.9,
                   reason="nothing was named to press")),
        examples=("click", "press", "tap on", "double click"),
        never=("press enter",),
    ),
)  # fmt: skip
