"""Commands about the conversation itself, and undo."""

from __future__ import annotations

from dataclasses import replace

from pace.core.understanding import Control
from pace.mind.family import EITHER, Family, Match, Reading, grammar
from pace.mind.meaning import act, always, call, control, out_of_scope
from pace.mind.normalise import framed, words_in
from pace.mind.scene import Scene

#: What is put back -> the tools that change it.
_CHANGED_BY = {
    **dict.fromkeys(("volume", "sound", "audio", "sound level", "volume level"), ("volume",)),
    **dict.fromkeys(("window", "app", "application"), ("window_snap",)),
    **dict.fromkeys(("text", "words", "field", "value", "selection", "sentence"),
                    ("type", "set_value")),
    **dict.fromkeys(("music", "song", "video"), ("music",)),
}  # fmt: skip

_FAILED = frozenset({"not", "no", "nothing", "cannot"})


def _put_back(match: Match, scene: Scene) -> Reading | None:
    """Undo takes back the last turn: only when that one changed just this."""
    thing = match.text("thing")
    if scene.acted:
        return None
    names = _last_calls(scene)
    if not names or not names.issubset(_CHANGED_BY[thing]):
        return out_of_scope(f"I did not change the {thing} just now, so I left it.")
    return act(call("undo_last"), reason=f"the {thing} was changed last")


def _last_calls(scene: Scene) -> set[str]:
    """The tools of the last thing said in this conversation, unless the answer denies them."""
    if not scene.request.history:
        return set()
    said, answer = scene.request.history[-1]
    if not _FAILED.isdisjoint(word.text for word in words_in(answer)):
        return set()
    request = replace(scene.request, transcript=said, history=())
    found = grammar().read(framed(words_in(said)), replace(scene, request=request), len(said))
    return {call.name for call in found[0].meaning.calls} if found else set()


FAMILIES = (
    Family(
        "stop",
        ("stop [(it|that|this|now|everything|talking|speaking|listening)]",
         "cancel [(it|that|this)]",
         "never mind [(that|it)]", "nevermind", "forget (it|that|about it|i asked)", "abort",
         "(be|keep) quiet", "quiet", "shut up", "hush", "shush", "enough", "that is enough", "halt",
         "stop right there", "stop stop [stop]", "no no [no] [stop]", "no stop", "shh", "shush now",
         "hold on", "wait", "no stop", "scratch that", "drop it",
         "leave it", "no", "nope", "oh no", "no never mind", "do nothing", "skip it please"),
        always(control(Control.STOP)),
        examples=("stop", "cancel that", "never mind", "be quiet", "pace stop", "that's enough",
                  "forget it", "stop talking"),
        never=("stop the music", "cancel the timer", "stop the tea timer", "don't stop",
               "stop watching my screen", "how do I stop"),
    ),
    Family(
        "repeat",
        ("(repeat|say) (that|it) [again]", "repeat", "repeat [that] [once more]", "say again",
         "say (that|it) (again|once more|one more time)", "what did you [just] say", "pardon [me]",
         "come again", "i did not (catch|hear|get) (that|you)", "one more time", "sorry what",
         "what was that", "can you repeat [that]", "what"),
        always(control(Control.REPEAT)),
        examples=("repeat that", "say that again", "what did you say", "pardon?",
                  "I didn't catch that", "could you repeat that please"),
        never=("do that again", "repeat after me hello", "what did you do", "say cheese"),
        moods=EITHER,
    ),
    Family(
        "help",
        ("help", "help me", "what can (i|you) (say|do) [(here|for me)]",
         "what (i|you) can (say|do) [here]", "what can i ask [you]",
         "what (commands|things) (do you (know|understand)|can i (say|use)|are there)",
         "(show|list|tell) [me] [(the|your|all)] commands", "how do i use (you|pace|this)",
         "what are you able to do", "what do you do", "what (skills|tools) do you have",
         "show me what you can do", "how (can|do) you help [me]", "what can pace do",
         "what else can (you|i) (do|say)", "give me [(some|a few)] examples",
         "how does this work", "how do you work", "what are my options"),
        always(control(Control.HELP)),
        examples=("help", "what can I say", "what can you do", "list the commands",
                  "show me what you can do", "how do I use this"),
        never=("help me open firefox", "what can I cook tonight", "help wanted",
               "open the help menu"),
        moods=EITHER,
    ),
    Family(
        "type what was kept",
        ("(type|put|insert) (it|that) (here|in here|there|now)", "type (it|that)",
         "try typing (it|that) again", "type the text here"),
        always(control(Control.TYPE_KEPT)),
        examples=("type it here", "put that here", "type that"),
        never=("type hello", "type", "put it away"),
    ),
    Family(
        "undo",
        ("undo [(that|it|this|last|the last (thing|change|action|step)|what you (did|just did))]",
         "(revert|reverse) (that|it|last|the last (thing|change))", "change (it|that) back",
         "(take|put) (that|it) back", "undo [your] last (action|change|step)", "undo typing",
         "that was wrong undo it", "no undo that", "oops undo (that|it)", "go back on that",
         "put (it|that) back how it was", "undo (it|that) [all]"),
        always(act(call("undo_last"), reason="undo")),
        examples=("undo that", "undo", "change it back", "revert that", "put it back",
                  "please undo the last thing"),
        never=("can I undo a timer?", "how do I undo", "redo", "undo close tab", "go back",
               "what does undo do", "put the volume back", "put the book back"),
    ),
    Family(
        "put back",
        ("(put|change|set|turn|bring|take) [the|my] {thing} back [{how}]",
         "(put|change|bring) back [the|my] {thing} [{how}]",
         "[put the] {thing} back {how}", "restore [the|my] [(old|previous|last)] {thing}"),
        _put_back,
        examples=("put the volume back", "put the window back where it was",
                  "set the volume back to what it was", "restore the old text"),
        never=("put it back", "put the book back", "turn the volume back up",
               "put the volume at 30", "bring the window to the front"),
        lists={"thing": dict.fromkeys(_CHANGED_BY, ""),
               "how": dict.fromkeys(("how it was", "where it was", "to how it was", "as it was",
                                     "to what it was", "to where it was", "to normal", "to before",
                                     "to what it was before", "the way it was"), "")},
    ),
)  # fmt: skip
