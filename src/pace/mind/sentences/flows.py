"""Shortcuts and flows: what the person prepared or recorded, run by its name."""

from __future__ import annotations

from pace.mind.dictation import unquoted
from pace.mind.family import EITHER, Build, Family, Match, Reading
from pace.mind.meaning import act, always, ask, call, out_of_scope, unless_shown
from pace.mind.naming import in_browser
from pace.mind.scene import Scene

_RUN = "(run|play back|play|do|start|launch|execute|use|trigger|replay|repeat|fire)"
_MY = "(the|my|our|that|a)"


def _name(match: Match) -> str:
    """The name as it was said, without the words around it."""
    name = unquoted(match.verbatim("name")).strip(" ,.;:\"“”'")
    for opening in ("my ", "the ", "called ", "named "):
        if name.lower().startswith(opening):
            name = name[len(opening) :]
    return name


#: A name with one of these is a skill's, or keys.
_NO_NAMES = frozenset({"skill", "ctrl", "control", "alt", "shift", "super", "command"})


def _named(tool: str) -> Build:
    def build(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
        name = _name(match)
        if not name or not _NO_NAMES.isdisjoint(match.texts("name")):
            return None
        return act(call(tool, name=name), confidence=0.95, worth=0.96, reason="a name that ends so")

    return build


def _record(match: Match, scene: Scene) -> Reading | None:
    name = _name(match)
    if match.texts("name") in (("it",), ("this",), ("that",)) or not name:
        return None
    if match.text("verb") == "save" and not any(word.text == "flow" for word in match.words):
        return None
    if match.text("verb") == "remember" and not match.has("flow") and in_browser(scene):
        return out_of_scope("I cannot remember pages yet; say “remember this flow as …” to record "
                            "what you do.", worth=0.9)  # fmt: skip
    recording = call("record_flow", name=name)
    return act(recording, confidence=0.94, worth=0.96, reason="recording a flow")


def _stop(match: Match, scene: Scene) -> Reading | None:
    if scene.called(tuple(word.text for word in match.words)) is not None:
        return None
    if scene.catalogue.find("stop_recording") is not None:
        return act(call("stop_recording"), reason="the end of a recording")
    return out_of_scope("I am recording nothing, so there is nothing to stop.", worth=0.9,
                        reason="nothing is recorded")  # fmt: skip


FAMILIES = (
    Family(
        "run a shortcut",
        (f"{_RUN} [{_MY}] {{name}} shortcut", f"{_RUN} [{_MY}] shortcut [(called|named)] {{name}}"),
        _named("shortcuts"),
        examples=("run my Morning shortcut", "run the shortcut called resize images",
                  "use my evening shortcut"),
        never=("run the standup flow", "run firefox", "create a shortcut", "run my shortcut",
               "what is a shortcut", "press the save shortcut"),
    ),
    Family(
        "which shortcuts there are",
        (f"(list|show|show me) [{_MY}] [all] [my] (shortcuts|flows)",
         "(what|which) (shortcuts|flows) (do i have|are there|can i run|are set up|can you run)",
         "do i have [any] (shortcuts|flows)"),
        always(act(call("list_shortcuts"), reason="what was prepared")),
        examples=("what shortcuts do I have", "list my flows"),
        never=("run my Morning shortcut", "what is a shortcut", "what keyboard shortcuts are there",
               "show the shortcut bar"),
        moods=EITHER,
    ),
    Family(
        "run a flow",
        (f"{_RUN} [{_MY}] {{name}} flow", f"{_RUN} [{_MY}] flow [(called|named)] {{name}}"),
        _named("run_flow"),
        examples=("run the standup flow", "play back the login flow",
                  "run my standup setup flow"),
        never=("run my Morning shortcut", "do research on bees", "run the cat search skill",
               "this flow of water is strong", "run for the hills", "play the next level",
               "run the flow"),
    ),
    Family(
        "record a flow",
        ("{verb} this [{flow}] as [(a|the)] [flow] [(called|named)] {name:rest}",
         "(record|start recording) (a|the|my|this) [new] flow [(called|named|as)] {name:rest}",
         "record what i do as {name:rest}"),
        _record,
        examples=("record this as standup", "remember this flow as morning setup",
                  "save this as a flow called export slides",
                  "start recording a flow called timesheet"),
        never=("record a video", "remember this moment", "record the screen", "remember this",
               "save this as a pdf", "record a flow"),
        lists={"verb": dict.fromkeys(("record", "remember", "save"), ""), "flow": {"flow": ""}},
    ),
    Family(
        "stop recording",
        ("(stop|end|finish) [(the|my|this)] recording", "stop recording [(this|it|the flow)]",
         "[i am] done recording", "i am (done|finished)"),
        _stop,
        examples=("stop recording", "I'm done"),
        never=("stop the music", "stop", "start recording", "delete the recording"),
    ),
    Family(
        "run what",
        (f"(run|play|start|execute) [{_MY}] (flow|shortcut)", "record (a|the) [new] flow",
         "record this", "start recording a flow"),
        unless_shown(ask("What is it called?", worth=0.8, reason="no name was said")),
        examples=("run the flow", "record a flow"),
        never=("run the standup flow", "start recording"),
    ),
)  # fmt: skip
