"""Filling a named field and setting a value."""

from __future__ import annotations

from pace.core.call import Call, Provenance
from pace.core.understanding import Lane
from pace.mind.asking import lacking, read
from pace.mind.describing import described
from pace.mind.dictation import content
from pace.mind.family import Family, Match, Reading
from pace.mind.fieldwords import USUAL, names_field, stands_for
from pace.mind.grounding import Lack, Missing, Target, Want, ground
from pace.mind.meaning import act, always, ask, call, sourced
from pace.mind.scene import Labelled, Scene

#: Things that are set in other ways, or by no tool; never a field in the window.
_NOT_FIELDS = frozenset(
    "volume sound brightness timer alarm reminder window screen music temperature thermostat "
    "lights light table mood stage record mind topic everything it this that wallpaper".split()
)


def _set(match: Match, scene: Scene) -> Reading | None:
    field = match.texts("field")
    value = _inside(match)
    if not value:
        return None
    grounded = ground(field, scene.screen, Want.FILL)
    if stands_for(match, "value"):
        named = names_field(field) or not isinstance(grounded, Missing)
        return ask("What should I put there?", lane=Lane.SCREEN_ACTION, worth=0.9,
                   reason="nothing says what it is") if named else None  # fmt: skip
    if match.has("on_screen") and (scene.moved_on or not isinstance(grounded, Target)):
        return None
    if scene.moved_on or not isinstance(grounded, Missing):
        if scene.moved_on:
            return _unseen(field, value)
        return read(grounded, match.verbatim("field"), lambda one: _filling(one, value))
    if grounded.lack in (Lack.DISABLED, Lack.PASSWORD):
        return lacking(grounded, match.verbatim("field"))
    if not _NOT_FIELDS.isdisjoint(field) or scene.indirect or len(field) > 5:
        return None
    if ((scene.screen.empty and not scene.blind) or scene.acted) and _usual(field):
        return _unseen(field, value)
    return lacking(grounded, match.verbatim("field")) if _field_like(field, match) else None


def _usual(field: tuple[str, ...]) -> bool:
    roles = described(field).roles
    return field[-1] in USUAL or bool(roles and "text_field" in roles)


def _field_like(field: tuple[str, ...], match: Match) -> bool:
    return bool(described(field).roles) or match.text("verb") in ("fill", "fill in", "fill out")


def _unseen(field: tuple[str, ...], value: str) -> Reading:
    name = " ".join(word for word in field if word not in ("the", "my", "a"))
    return act(call("set_value", value=value, field=name), lane=Lane.SCREEN_ACTION,
               confidence=0.75, worth=0.55, reason="a field found at run time")  # fmt: skip


def _filling(one: Labelled, value: str) -> tuple[Call, ...]:
    return (
        sourced("set_value", {
            "value": (value, Provenance.SPOKEN), "element": (one.element.id, Provenance.ELEMENT),
        }),
    )  # fmt: skip


def _inside(match: Match) -> str:
    return content(match.as_said("value"), ends=match.ends("value"))


FAMILIES = (
    Family(
        "fill a field",
        ("(set|change|update) [the] {field} to {value:rest}",
         "{verb} [the] {field} with {value:rest}",
         "{verb} [in] {value} (as|for) [the] {field}",
         "(put|enter|write|input) {value:rest} (as|for|in|into) [the] {field}",
         "(put|enter|write|fill|give|enter) [in] (my|the|our) {field} [in] as {value:rest}",
         "{on_screen} {value} (as|for) [(the|my)] {field}",
         "make the {field} say {value:rest}"),
        _set,
        examples=("set the name to Anna", "fill in the email with ann@example.org",
                  "fill the city field with Köln", "change the title to Spring Budget",
                  "fill in Berlin as the city", "put my name in as Anna Karenina"),
        never=("set the volume to 40", "set a timer to 5 minutes", "fill the kettle",
               "set the table for four", "how do I set the name", "set brightness to 50",
               "change that with this", "my name is Anna Karenina", "the email is ann@example.org",
               "use a hammer for the job", "put my feet up as well"),
        lists={"verb": dict.fromkeys(("fill", "fill in", "fill out", "fill up", "complete"), ""),
               "on_screen": {"use": ""}},
        verbatim=True,
        content="value",
    ),
    Family(
        "fill what",
        ("(fill|fill in|fill out) [(the|this) form]", "set [the] value"),
        always(ask("Which field should I fill, and with what?", lane=Lane.SCREEN_ACTION,
                   reason="no field and no value were named")),
        examples=("fill in the form", "fill out this form"),
        never=("fill in the name with Ann",),
    ),
)  # fmt: skip
