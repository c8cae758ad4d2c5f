"""Going to one tab of several: by its number, the first, the last."""

from __future__ import annotations

from pace.core.understanding import Lane
from pace.mind.asking import click, on_target
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, call, out_of_scope
from pace.mind.naming import in_browser
from pace.mind.numbers import ORDINALS, as_number
from pace.mind.scene import Scene

#: Browsers jump to tabs 1 to 8 with ctrl and the digit; ctrl+9 is the last one.
_MOST = 8
_LAST = 9


def _tab(match: Match, scene: Scene) -> Reading | None:
    number = _number(match)
    if number is None:
        return None
    shown = any(one.role in ("tab", "page_tab") for one in scene.screen.seen)
    browser = in_browser(scene)
    if browser is False or (browser is None and shown):
        return _shown(match, scene) if shown and not scene.moved_on else _no_keys()
    if number > _MOST and number != _LAST + _MOST:
        return out_of_scope("I can jump to the first eight tabs and to the last one.",
                            lane=Lane.SCREEN_ACTION, reason="no key for that tab")  # fmt: skip
    key = f"ctrl+{number if number <= _MOST else _LAST}"
    return act(call("key", key=key), lane=Lane.SCREEN_ACTION, worth=0.99, reason=f"the key {key}")


def _number(match: Match) -> int | None:
    """The tab's number; what is said to be last has one beyond all numbers."""
    if match.has("last"):
        return _LAST + _MOST
    if match.has("nth"):
        return ORDINALS[match.text("nth")]
    number = as_number(match.text("n"))
    return int(number) if number is not None and number >= 1 and number == int(number) else None


def _shown(match: Match, scene: Scene) -> Reading:
    """Another application's tabs are pressed where they are seen."""
    which = match.text("nth") or ("last" if match.has("last") else "")
    if not which:
        number = _number(match) or 0
        which = next((name for name, value in ORDINALS.items() if value == number), str(number))
    return on_target((which, "tab"), scene, click, said=f"the {which} tab", unseen=None)


def _no_keys() -> Reading:
    return out_of_scope("Only browsers let me jump to one tab; I can go to the next or previous.",
                        lane=Lane.SCREEN_ACTION, reason="not a browser")  # fmt: skip


def _back(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    """ "Back to the last tab" may be the one before or the one at the end."""
    keys = tuple((call("key", key=key),) for key in ("ctrl+shift+tab", f"ctrl+{_LAST}"))
    return ask(
        "The previous tab, or the one at the end?", ("previous tab", "tab at the end"),
        alternatives=keys, lane=Lane.SCREEN_ACTION, reason="last says two things",
    )  # fmt: skip


_GO = "(go to|switch to|jump to|change to|move to|show|show me|take me to|bring up|open)"

FAMILIES = (
    Family(
        "one tab of several",
        (f"[{_GO}] [the] tab [number] {{n:number}}", f"[{_GO}] the {{nth}} tab",
         f"{_GO} {{nth}} tab", f"[{_GO}] [the] {{last}} tab [on the right]",
         f"{_GO} the tab (at|on) the {{last}}"),
        _tab,
        examples=("go to the last tab", "switch to tab three", "go to the second tab", "tab 4",
                  "jump to tab number two", "show the first tab"),
        never=("previous tab", "next tab", "close the last tab", "click the second tab",
               "press tab three times", "reopen the last tab", "go back to the last tab",
               "close tab 3", "tab"),
        lists={"nth": {name: name for name, value in ORDINALS.items() if value <= 20},
               "last": dict.fromkeys(("last", "final", "rightmost", "very last", "far right",
                                      "end"), "")},
    ),
    Family(
        "the last tab or the one before",
        ("(go|switch|jump|change|take me) back to [the|my] last tab", "back to the last tab"),
        _back,
        examples=("go back to the last tab", "switch back to the last tab"),
        never=("go to the last tab", "go back to the previous tab", "bring back my last tab"),
    ),
)  # fmt: skip
