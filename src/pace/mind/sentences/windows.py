"""The active window: where it stands, and closing it."""

from __future__ import annotations

from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, always, ask, call, out_of_scope
from pace.mind.naming import app_named
from pace.mind.scene import Scene

_POSITIONS = {
    "left": "left", "left half": "left", "left side": "left", "left hand side": "left",
    "right": "right", "right half": "right", "right side": "right", "right hand side": "right",
    "top": "top", "top half": "top", "upper half": "top", "bottom": "bottom", "center": "center",
    "bottom half": "bottom", "lower half": "bottom", "middle": "center",
}  # fmt: skip
_WINDOW = "(window|app|application|program)"
_THIS = f"[(the|this|my|that|current|active)] [(current|active)] {_WINDOW}"
_WHERE = "[(to|on|onto|at|in|into)] [the] {position} [(of the screen|of my screen|side)]"


def _snap(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    return act(call("window_snap", position=match.chosen("position")), reason="window")


def _snap_app(match: Match, scene: Scene) -> Reading | None:
    """A named application's window: first to the front, then to its place."""
    app = app_named(match.texts("app"), match.verbatim("app"), scene)
    if app is None or not app.known:
        return None
    position = match.chosen("position") or match.chosen("size")
    return act(call("switch_app", app=app.name), call("window_snap", position=position),
               worth=0.95, reason="window")  # fmt: skip


def _close_window(match: Match, scene: Scene) -> Reading | None:
    """ "Close that" needs a window in front to be that."""
    if match.has("it") and match.text("it") != "this" and scene.snapshot.window is None:
        return ask("What should I close?", reason="nothing says what it is")
    return act(call("close_app"), confidence=0.9, reason="the active window")


def _minimize(match: Match, scene: Scene) -> Reading | None:
    if match.has("app"):
        app = app_named(match.texts("app"), match.verbatim("app"), scene)
        if app is None or not app.known:
            return None
    return out_of_scope("I cannot hide windows yet; I can move, close or switch them.", worth=0.4)


FAMILIES = (
    Family(
        "snap the window",
        ((f"(snap|move|put|place|push|dock|tile|resize|shift|send|stick|shove|throw|slide) "
          f"{_THIS} {_WHERE}"),
         f"(snap|move|put|dock|tile|send|stick|shove|throw|slide) (it|this|that) {_WHERE}",
         f"{_WINDOW} [to the] {{position}} [half]", "{position} window",
         f"center {_THIS}", "(snap|tile|dock) [to] [the] {position}"),
        lambda match, scene: _snap(match, scene) if match.has("position")
        else act(call("window_snap", position="center"), reason="window"),
        examples=("snap the window to the left", "put this window on the right half",
                  "move the window to the bottom half of the screen", "center the window",
                  "left half window", "snap left", "dock this to the right side"),
        never=("move left", "close the window", "click the left button", "how do I snap a window",
               "put it on the list"),
        lists={"position": _POSITIONS},
    ),
    Family(
        "maximize the window",
        (f"maximize [{_THIS}]", "maximize (it|this|that)",
         (f"make ({_THIS}|it|this|that) (full size|full screen [size]|fullscreen [size]"
          "|maximum size|as big as possible|as large as possible)"),
         f"make {_THIS} (bigger|larger|go full screen|fullscreen)",
         (f"(make|have|let) ({_THIS}|it|this|that) (fill|take up|cover|use|span) [up] [(the|my)] "
          "[(whole|entire|full)] (screen|display|monitor)"),
         f"(enlarge|expand|blow up) {_THIS} [to (full size|full screen|the full screen)]",
         f"(full size|full screen|fullscreen) {_THIS}",
         f"(fill the screen with|fully expand) {_THIS}"),
        always(act(call("window_snap", position="maximize"), reason="window")),
        examples=("maximize", "maximize the window", "make this window full size",
                  "make the window full screen size", "make it full screen",
                  "make the window fill the screen"),
        never=("minimize the window", "maximize profits", "make the text bigger",
               "make the video full screen", "full screen", "exit full screen", "make it bigger"),
    ),
    Family(
        "snap an application",
        (f"(snap|move|put|place|dock|tile|send) {{app}} {_WHERE}", "{size} {app}"),
        _snap_app,
        examples=("put firefox on the left", "maximize the terminal",
                  "snap slack to the right half"),
        never=("put this window on the left", "put the kettle on the left", "maximize the window"),
        lists={"position": _POSITIONS, "size": {"maximize": "maximize"}},
    ),
    Family(
        "snap where",
        (f"(snap|move|resize|tile) {_THIS}", "snap", "snap (it|this)"),
        always(ask("Where should the window go: left, right, top, bottom or the whole screen?",
                   ("left", "right", "maximize"),
                   alternatives=tuple((call("window_snap", position=p),)
                                      for p in ("left", "right", "maximize")),
                   reason="no side was named")),
        examples=("move the window", "resize this window", "snap the window"),
        never=("snap the window to the left",),
    ),
    Family(
        "close the window",
        (f"(close|quit|exit|shut) [down] [(the|this|that|my)] [(current|active|whole)] {_WINDOW}",
         "(close|quit|exit) [{it}]"),
        _close_window,
        examples=("close the window", "close this", "quit the app", "quit",
                  "close this application"),
        never=("close the tab", "close firefox", "how do I close this", "close all windows",
               "close the deal"),
        lists={"it": dict.fromkeys(("it", "this", "that"), "")},
    ),
    Family(
        "close several",
        (("close (all|every|both|all [of] the|all my|the other|all other|other) "
          "(tab|tabs|window|windows|apps|applications|programs|app) [{rest:rest}]"),
         "close everything", "close the {rest} tab",
         "close the tab (called|named|about) {rest:rest}",
         "close tab {rest}"),
        always(out_of_scope("I can close the tab or window in front, one at a time.", worth=0.6)),
        examples=("close all tabs", "close everything", "close the mail tab", "close all windows"),
        never=("close the tab", "close this window", "close firefox"),
    ),
    Family(
        "minimize the window",
        (f"(minimize|hide) [{_THIS}]", "(minimize|hide) (it|this|that|everything|all windows)",
         "(minimize|hide) {app}"),
        _minimize,
        examples=("minimize the window", "hide this app", "minimize firefox"),
        never=("maximize the window", "hide and seek rules"),
    ),
)  # fmt: skip
