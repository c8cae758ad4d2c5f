"""Commands about the conversation itself, and undo."""

from __future__ import annotations

from pace.core.understanding import Control
from pace.mind.family import EITHER, Family
from pace.mind.meaning import act, always, call, control

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
               "what does undo do"),
    ),
)  # fmt: skip
