"""Typing, filling and keys. Text goes into the field that was meant, or nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import field_validator

from pace.core.call import Call, Risk
from pace.core.element import Element
from pace.core.error import Invalid
from pace.core.result import Evidence, Inverse, Result, failed, unverified, verified
from pace.core.tool import Ahead
from pace.desktop.acting import Done, Hands
from pace.desktop.keys import parse_chord
from pace.mind.grounding import Want
from pace.tools import final, naming
from pace.tools.declare import Arguments, Synonyms, Text, argument, tool
from pace.tools.sight import Sight
from pace.tools.visible import first


class Typed(Arguments):
    text: str = argument("text", "value", "body", about="the words, exactly", min_length=1)
    element: str | None = argument("element", default=None, about="the id of a field")
    field: str | None = argument("field", default=None, about="words for a field")


async def _typing_ahead(call: Call, given: Typed, ports: Mapping[str, object]) -> Ahead:
    where = naming.into(call, ports)
    return Ahead(f"Type {_shown(given.text)} into {where}" if where else "")


@tool(
    "type",
    spellings=("type", "keyboard.type"),
    summary="Type text where the cursor is, or into a named field",
    risk=Risk.INPUT,
    reversible=True,
    interruptible=True,
    examples=("type hello", "dictate see you at noon"),
    describe=lambda given: f"Type {_shown(given.get('text', ''))}",
    ahead=_typing_ahead,
    timeout=60.0,
)
async def type_(given: Typed, *, hands: Hands, sight: Sight, first: bool = False) -> Result:
    element = await _field(given.element, given.field, sight)
    done = await hands.insert(given.text, element, sight.focus if first else None)
    return _written(done, "I typed it", "I typed it into", named=element is not None)


#: Other words for what is filled (spec 1.2).
TARGETS = {
    "focus": "focused", "field": "focused", "value": "focused",
    "selected": "selection", "selected_text": "selection", "replace_selection": "selection",
}  # fmt: skip


class Value(Arguments):
    value: str = argument("value", "text", "body", about="the new content", min_length=1)
    element: str | None = argument("element", default=None, about="the id of a field")
    field: str | None = argument("field", default=None, about="words for a field")
    target: Annotated[Literal["focused", "selection"], Synonyms(TARGETS)] = argument(
        "target",
        "action",
        default="focused",
        about="focused, or selection: replace what is selected",
    )


async def _filling_ahead(call: Call, given: Value, ports: Mapping[str, object]) -> Ahead:
    where = naming.into(call, ports)
    if not where:
        return Ahead()
    filled = f"what is selected in {where}" if given.target == "selection" else where
    verb = "Replace" if given.target == "selection" else "Fill"
    return Ahead(f"{verb} {filled} with {_shown(given.value)}")


@tool(
    "set_value",
    aliases=("ax_set_value",),
    spellings=("AX.setValue",),
    summary="Fill a field, replacing what it holds",
    risk=Risk.INPUT,
    reversible=True,
    examples=("set the name to Anna", "fill in Berlin as the city"),
    describe=lambda given: (
        f"Fill {first(given.get('field') or 'a field')} with {_shown(given.get('value', ''))}"
    ),
    ahead=_filling_ahead,
    timeout=60.0,
)
async def set_value(given: Value, *, hands: Hands, sight: Sight, first: bool = False) -> Result:
    element = await _field(given.element, given.field, sight)
    focus = sight.focus if first else None
    if given.target == "selection":
        done = await hands.insert(given.value, element, focus)
        return _written(done, "I replaced it", "I changed", named=element is not None)
    done = await hands.fill(element, given.value, focus)
    return _written(done, "I filled it in", "I filled in", named=element is not None)


def _shown(text: object) -> str:
    """How much is written, and how it begins."""
    words = str(text)
    return f"{len(words)} character{'s' if len(words) != 1 else ''}: “{first(words)}”"


async def _field(element_id: str | None, words: str | None, sight: Sight) -> Element | None:
    if element_id is None and not words:
        return None
    return await sight.find(element_id, words, Want.FILL)


def _written(done: Done, bare: str, verb: str, *, named: bool) -> Result:
    """What is said of text that was put somewhere; what was not typed is kept. A field is called
    by its name when the person named it."""
    where = f" in {done.field}" if done.field and named else ""
    words = f"{verb} {done.field}" if where else bare
    if done.problem:
        return failed(done.problem, kind="not typed", seen=done.seen, kept_text=done.kept_text)
    inverse = None
    if done.locator is not None and done.after is not None:
        back = Call("restore_text", {"locator": dict(done.locator), "text": done.before or ""})
        inverse = Inverse(back, f"the typing{where}", {"expected": done.after})
    if done.evidence is Evidence.VERIFIED:
        return verified(f"{words}.", done.seen, inverse=inverse)
    return unverified(f"{words}; I could not read it back.", done.seen, inverse=inverse)


class Restore(Arguments):
    locator: dict[str, Any]
    expected: str
    text: str


@tool(
    "restore_text",
    summary="Put back what a field held before",
    risk=Risk.INPUT,
    reversible=True,
    examples=(),
    internal=True,
    timeout=30.0,
)
async def restore_text(given: Restore, *, hands: Hands) -> Result:
    done = await hands.restore(given.locator, given.expected, given.text)
    if done.problem:
        return failed(done.problem, kind="no longer applies", seen=done.seen)
    if done.evidence is Evidence.VERIFIED:
        return verified("The text is as it was.", done.seen)
    return unverified("I tried to put the text back; I could not read it.", done.seen)


#: Longer than any chord, in characters: so much is read, and told of what is none.
LONGEST_CHORD = 60


class Key(Arguments):
    key: Text = argument(
        "key", "command", "name", about="a key or chord, such as ctrl+s", example="ctrl+s"
    )

    @field_validator("key")
    @classmethod
    def _known(cls, words: str) -> str:
        try:
            return str(parse_chord(first(words, LONGEST_CHORD)))
        except Invalid as problem:
            raise ValueError(str(problem)) from problem


@tool(
    "key",
    aliases=("press_key",),
    spellings=("Key.press", "keyboard.press"),
    summary="Press a key or a chord",
    risk=Risk.INPUT,
    reversible=False,
    examples=("press control s", "press escape"),
    describe=lambda given: f"Press {first(given.get('key'))}",
    caution=final.key,
    ahead=naming.key,
)
async def key(given: Key, *, hands: Hands) -> Result:
    chord = parse_chord(given.key)
    done = await hands.key(chord)
    if done.problem:
        return failed(done.problem)
    if done.evidence is Evidence.VERIFIED:
        came = f"; {done.seen}" if done.seen.startswith("a window “") else ""
        return verified(f"I pressed {chord}{came}.", done.seen)
    return unverified(f"I pressed {chord}; {done.seen or 'I could not see a change'}.", done.seen)
