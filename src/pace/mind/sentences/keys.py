"""Keys, chords, and the commands that every application gives the same chord (spec 4.5)."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.chords import CERTAIN, MODIFIERS, chord_said
from pace.mind.dictation import unquoted
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, always, call
from pace.mind.numbers import as_number
from pace.mind.scene import Scene

_MOST = 20


def _press(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    words = match.texts("keys")
    if "to" in words[1:]:
        words = words[: words.index("to", 1)]
    chord = chord_said(words)
    if chord is None:
        return None
    times = (
        int(as_number(match.text("n")) or 1)
        if match.has("n")
        else _TIMES.get(match.text("times"), 1)
    )
    if not 1 <= times <= _MOST:
        return None
    if match.words[0].text in ("type", "use") and "+" not in chord and chord not in CERTAIN:
        return None
    named = len(chord) > 1 and chord not in ("equals", "minus", "comma", "period", "slash")
    certain = "+" in chord or chord in CERTAIN or (named and (match.has("n") or match.has("times")))
    calls = (call("key", key=chord),) * times
    return act(*calls, lane=Lane.SCREEN_ACTION, worth=1.0 if certain else 0.6,
               confidence=0.97 if certain else 0.8, reason=f"the key {chord}")  # fmt: skip


def _find(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    text = unquoted(match.verbatim("text"))
    for lead in ("the word ", "the phrase ", "the text "):
        text = text.removeprefix(lead)
    calls = (call("key", key="ctrl+f"), call("type", text=unquoted(text)))
    return act(*calls, lane=Lane.SCREEN_ACTION, worth=0.8, reason="find in the page")


_TIMES = {"once": 1, "twice": 2}


def _chord(match: Match, scene: Scene) -> Reading | None:
    """Without "press" only a chord with a modifier, or a function key, is a key."""
    if match.words[0].text not in MODIFIERS or match.words[0].text in _WORDS_TOO:
        return None
    return _press(match, scene)


#: Modifiers that are everyday words: they need "press".
_WORDS_TOO = frozenset({"option", "windows", "super", "win"})

#: A command, the chord that means it everywhere, and how it is said.
_COMMANDS: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...] = (
    ("save", "ctrl+s",
     ("save [(this|it|that|[the|this|my] (file|document|page|changes|work))]",),
     ("save", "save the file", "please save this", "save my changes"),
     ("save as", "how do I save", "save the whales", "press save", "save draft")),
    ("save as", "ctrl+shift+s", ("save as", "save [(this|it|the file)] as [a] [new] [file]"),
     ("save as", "save this as"), ("save",)),
    ("new tab", "ctrl+t", ("[open] [(a|another)] new tab", "open another tab", "make a new tab"),
     ("new tab", "open a new tab", "could you open another new tab"),
     ("how do I open a new tab", "close tab")),
    ("close tab", "ctrl+w", ("close [(this|the|that|my|a)] [current] tab",),
     ("close tab", "close this tab", "close the tab please"),
     ("how do I close a tab?", "close all tabs", "close the second tab", "close the window")),
    ("reopen tab", "ctrl+shift+t",
     ("(reopen|restore|bring back) [(the|my|that)] [last] [closed] tab",
      "undo close tab", "reopen closed tab"),
     ("reopen the closed tab", "bring back that tab", "restore my last tab"), ("close tab",)),
    ("next tab", "ctrl+tab", ("[(go to|switch to|show)] [the] next tab",),
     ("next tab", "go to the next tab"), ("next song", "next")),
    ("previous tab", "ctrl+shift+tab",
     ("[(go to|go back to|back to|switch to|switch back to|show)] [the] previous tab",
      "[go] (back a|back one|one) tab [back]", "(last|previous) tab back"),
     ("previous tab", "go back to the previous tab"), ("previous song", "go to the last tab")),
    ("new window", "ctrl+n", ("[open] [a] new window", "open another window"),
     ("new window", "open a new window"), ("close the window",)),
    ("copy", "ctrl+c", ("copy [(that|this|it|the selection|[the] selected text)]",),
     ("copy", "copy that", "copy the selection"), ("copy the file to my desktop", "copy cat")),
    ("paste plainly", "ctrl+shift+v",
     ("paste [(it|that|this)] (without formatting|as plain text|plain)",),
     ("paste without formatting",), ("paste",)),
    ("new document", "ctrl+n", ("[(make|create|open|start)] [a] new (document|file)",),
     ("new document", "create a new file"), ("open a new tab",)),
    ("delete a word", "ctrl+backspace", ("(delete|erase|remove) [the] (last|previous) word",),
     ("delete the last word",), ("delete the last sentence",)),
    ("close a dialog", "escape",
     (("(close|dismiss|hide) [(the|this|that)] "
       "(dialog|popup|menu|dropdown|notification|prompt|message box)"),),
     ("dismiss the dialog", "close the popup"), ("close the window", "close the file menu")),
    ("cut", "ctrl+x", ("cut [(that|this|it|the selection|[the] selected text)]",),
     ("cut", "cut that"), ("cut the grass", "cut it out")),
    ("paste", "ctrl+v", ("paste [(it|that|this)] [here]",), ("paste", "paste that here"),
     ("tooth paste",)),
    ("select all", "ctrl+a", ("(select|mark|highlight) (all|everything|all [of] (it|the text))",),
     ("select all", "select everything", "highlight all the text"), ("select the first row",)),
    ("find", "ctrl+f",
     ("find", "find (on|in) [the|this] page", "search [(on|in)] (this|the) page", "open find"),
     ("find", "find on page", "search this page"), ("find my keys", "search the web")),
    ("reload", "ctrl+r",
     ("(refresh|reload) [(it|this|that|[the|this] (page|tab|site|website))]",),
     ("refresh", "reload the page", "refresh this"), ("refresh my memory",)),
    ("go back", "alt+left",
     ("go back [(a|one) page]", "(previous|last) page", "back [a page]", "go to the previous page"),
     ("go back", "previous page", "go back one page"), ("go back to firefox",)),
    ("go forward", "alt+right", ("go forward [(a|one) page]", "forward [a page]"),
     ("go forward",), ("forward the email to Ann",)),
    ("page up", "pageup", ("page up", "go [up] (a|one) page up", "one page up"),
     ("page up",), ("turn it up",)),
    ("page down", "pagedown", ("page down", "go (a|one) page down", "one page down"),
     ("page down",), ("turn it down",)),
    ("zoom in", "ctrl+equals", ("zoom in", "make (it|the text|the page|the font) (bigger|larger)",
      "zoom in a (bit|lot|little)"),
     ("zoom in", "make the text bigger"), ("make the window bigger",)),
    ("zoom out", "ctrl+minus",
     ("zoom out", "make (it|the text|everything|the page|the font) smaller",
      "zoom out a (bit|lot|little)"),
     ("zoom out", "make the page smaller"), ("zoom",)),
    ("reset zoom", "ctrl+0", ("(reset [the] zoom|zoom reset|actual size|normal size)",),
     ("reset the zoom",), ("zoom in",)),
    ("redo", "ctrl+shift+z", ("redo [(that|it|this)]",), ("redo", "redo that"), ("undo",)),
    ("print", "ctrl+p", ("print [(this|it|that|[the|this] (page|document|file))]",),
     ("print", "print this page"), ("print my boarding pass", "how do I print")),
    ("full screen", "f11",
     ("(full screen|fullscreen) [mode]",
      "(go|enter|exit|leave|toggle) (full screen|fullscreen) [mode]",
      "make the (video|page|movie|film|picture) [go] (full screen|fullscreen)"),
     ("full screen", "exit full screen", "make the video full screen"),
     ("full marks", "make it full screen")),
    ("address bar", "ctrl+l", ("(go to|focus [on]|select) the address bar",),
     ("go to the address bar",), ("click the address bar",)),
    ("bold", "ctrl+b", ("make (it|this|that|the selection) bold", "bold (it|this|that)"),
     ("make it bold",), ("a bold move",)),
    ("italic", "ctrl+i", ("make (it|this|that|the selection) (italic|italics)",),
     ("make this italic",), ("italic",)),
    ("underline", "ctrl+u", ("underline (it|this|that|the selection)",), ("underline this",),
     ("underline",)),
)  # fmt: skip

_PRESS = "(press|hit|push|tap|strike|type|use)"

FAMILIES = (
    Family(
        "press a key",
        (f"{_PRESS} [the] {{keys}} [key]", f"{_PRESS} [the] {{keys}} [key] {{n:number}} times",
         f"{_PRESS} [the] {{keys}} [key] {{times}}"),
        _press,
        examples=("press control s", "hit enter", "press the escape key", "press command shift t",
                  "press ctrl+c", "press page down", "hit the down arrow three times",
                  "press tab twice", "press alt f4", "press control s to save"),
        never=("press", "press save", "press the red button", "how do I press control s",
               "hit the road", "type hello"),
        lists={"times": dict.fromkeys(_TIMES, "")},
    ),
    Family(
        "find text",
        ("find {text} (on|in) (this|the) (page|document|text|file)",
         "search (this|the) (page|document|text|file) for {text:rest}"),
        _find,
        examples=("find budget on this page", "search the page for opening hours"),
        never=("find my keys", "find on this page", "search the web for cats"),
    ),
    Family(
        "say a chord",
        ("{keys}",),
        _chord,
        examples=("control s", "command shift t", "ctrl+f", "alt tab"),
        never=("shift", "windows", "save", "option two"),
    ),
    *(
        Family(name, said, always(act(call("key", key=chord), lane=Lane.SCREEN_ACTION,
                                      reason=f"the key {chord}")), examples, never)
        for name, chord, said, examples, never in _COMMANDS
    ),
)  # fmt: skip
