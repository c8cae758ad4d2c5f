"""Timers: start, list, cancel."""

from __future__ import annotations

from pace.core.call import Call
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, always, ask, call, out_of_scope
from pace.mind.numbers import as_number, duration
from pace.mind.scene import Scene
from pace.mind.text import fold

_SET = "(set|start|make|create|run|begin|put on|give me|set up|set me|start me)"
_LABEL_EDGE = ("the", "my", "a", "an", "of", "for", "your")


#: A length followed by one of these is no label ("five minutes to the timer").
_NOT_A_LABEL = frozenset({"to", "on", "in", "at", "from", "off", "more", "left", "later", "ago"})


def _start(match: Match, scene: Scene) -> Reading | None:
    timed = any(word.text == "timer" for word in match.words)
    if match.words[0] in match.slots.get("label", ()) and len(match.slots["label"]) > 3:
        return None
    if match.words[0].text == "remind" and not timed and scene.catalogue.find("reminder"):
        return None
    length, label = match.texts("length"), _label(match)
    seconds = duration(length)
    if seconds is None and not label:
        seconds, label = _split(match)
    if seconds is None:
        return _beyond(length)
    return act(_timer(seconds, label), worth=0.97, reason="timer")


_LONG = frozenset("day days week weeks fortnight month months year years".split())
_SHORT = frozenset("second seconds minute minutes hour hours".split())


def _beyond(length: tuple[str, ...]) -> Reading | None:
    """What is said to a length that no timer has."""
    amount = as_number(length[0]) if len(length) == 2 else None
    if length[:1] in (("zero",), ("no",)):
        amount = 0.0
    known = amount is not None or (len(length) == 2 and length[0] in ("a", "an"))
    if known and length[1] in _LONG and amount != 0:
        return out_of_scope("A timer can run for a day at most; say “remind me” with a date for "
                            "what is further away.", worth=0.95, reason="too long")  # fmt: skip
    if amount == 0 and len(length) == 2 and length[1] in _SHORT | _LONG:
        return out_of_scope("A timer has to run for a second at least; I started none.", worth=0.95,
                            reason="no time at all")  # fmt: skip
    return None


def _timer(seconds: float, label: str) -> Call:
    whole = int(seconds) if seconds == int(seconds) else seconds
    return call("start_timer", duration=whole, label=label or None)


def _split(match: Match) -> tuple[float | None, str]:
    """ "5 minute tea": the longest beginning that is a length, and what it is for."""
    words = match.slots.get("length", ())
    for size in range(len(words) - 1, 0, -1):
        seconds = duration([word.text for word in words[:size]])
        if seconds is not None:
            rest = words[size:]
            if rest[0].text in _NOT_A_LABEL:
                return None, ""
            return seconds, match.transcript[rest[0].start : rest[-1].end]
    return None, ""


def _label(match: Match) -> str:
    words = match.slots.get("label", ())
    while words and words[0].text in _LABEL_EDGE:
        words = words[1:]
    return match.transcript[words[0].start : words[-1].end] if words else ""


def _length_or_ask(match: Match, scene: Scene) -> Reading | None:
    reading = _start(match, scene)
    if reading is not None or match.has("length"):
        return reading
    return _how_long(_label(match))


def _how_long(label: str) -> Reading:
    waiting = (call("start_timer", label=label or None),)
    return ask("For how long should the timer run?", proposed=waiting, worth=0.5,
               reason="no duration was said")  # fmt: skip


def _cancel(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    label = _label(match) or None
    if label is not None and fold(label) in _ALL:
        label = "all"
    return act(call("timers", action="cancel", label=label), worth=0.95, reason="timer")


_ALL = frozenset({"all", "every", "all my", "all the", "all of my", "all of the", "all of them",
                  "every single", "all these", "all those", "all of these"})  # fmt: skip
_LIST = call("timers", action="list")

FAMILIES = (
    Family(
        "start a timer",
        ((f"{_SET} [(a|an|the|my|another|me a)] {{length}} timer "
          f"[(for|called|named|labeled|to) {{label}}]"),
         f"{_SET} [(a|an|the|my|another)] timer [(for|of|to|at)] {{length}}",
         (f"{_SET} [(a|an|the|my|another)] timer (for|of|to|at) {{length}} "
          f"(for|called|named|labeled|to) {{label}}"),
         f"{_SET} [(a|an|the|my|another)] {{label}} timer (for|of|to) {{length}}",
         f"{_SET} [(a|an|the|my|another)] timer (for|called) {{label}} for {{length}}",
         "timer (for|of) {length}", "timer {length}", "{length} timer",
         "i need (a|an) {length} timer", "{label} timer [(for|of)] {length}",
         "start (counting|a countdown) [down] (from|of) {length}",
         "[a] timer (for|of) {length} (for|called|named|labeled|to) {label}",
         "(count down|countdown) [(from|for)] {length}",
         f"{_SET} [(a|an)] alarm (for|in) {{length}}", "(wake|alert|ping|buzz) me [up] in {length}",
         "time me for {length}", "remind me in {length} [(to|about|of|that) {label}]",
         "remind me (to|about) {label} in {length}",
         ("(remind|alert|ping|buzz|wake|notify|tell) me [up] (with|by|using) [(a|an|the|my)] "
          "[{label}] timer (in|after|for) {length}"),
         ("(remind|alert|ping|buzz|wake|notify|tell) me [up] in {length} (with|by|using) "
          "[(a|an|the|my)] [{label}] timer"),
         "(wake|alert|ping|buzz|notify) me [up] (in|after) {length} [(for|about) {label}]"),
        _start,
        examples=("set a five minute tea timer", "set a timer for an hour and a half",
                  "timer 90 seconds", "start a pasta timer for 9 minutes",
                  "ten minute timer please", "set a timer for 20 minutes called laundry",
                  "wake me up in half an hour", "count down from two minutes",
                  "remind me with a pasta timer in eight minutes",
                  "set a timer for the rice for ten minutes", "wake me in ten minutes"),
        never=("set a timer", "cancel the timer", "how long is left on the timer",
               "can I undo a timer?", "how do I set a timer for 5 minutes", "set the time",
               "set an alarm for 7", "timer for", "remind me to call Anna at five",
               "remind me with a note in the morning", "wake me at seven"),
    ),
    Family(
        "timer for how long",
        (f"{_SET} [(a|an|the|my|another)] timer [(for|called|named) {{label}}]",
         f"{_SET} [(a|an|the|my|another)] {{label}} timer", "timer"),
        _length_or_ask,
        examples=("set a timer", "start a tea timer", "timer", "set a timer for the pasta"),
        never=("cancel the timer", "set a timer for 5 minutes", "stop the timer"),
    ),
    Family(
        "list timers",
        ("(list|show|check|read) [me] [(the|my|all|all my|all the)] (timer|timers)",
         "(what|which) timers (are|do i have) [(running|set|active|on|going)]", "my timers",
         "(what|which) timers (run|are there) [now]",
         "do i have [any|a] (timer|timers) [(running|set|on)]",
         "how many timers [(are|do i have)] [(running|set|there)]",
         ("how (much time|long) [(is|do i have|have i got)] (left|remaining|to go) [on [(the|my)] "
          "[{label}] timer]"),
         "how (much time|much longer|long) (is|does) [(the|my)] [{label}] timer (have|got) [left]",
         "how (much longer|long until) [is] [(the|my)] [{label}] timer [(goes off|rings|left)]",
         "(are|is) (there|any) [any|a] (timer|timers) [(running|set)]",
         "(time|timer) (left|status)", "how is (the|my) [{label}] timer doing",
         "when (does|will) (the|my) [{label}] timer (ring|go off|end|finish)"),
        always(act(_LIST, reason="timers")),
        examples=("list my timers", "which timers are running", "which timers run",
                  "how long is left on my tea timer", "how much time is left",
                  "do I have any timers", "check the timer"),
        never=("set a timer", "cancel my timer", "what is a timer", "how long is a marathon"),
        moods=EITHER,
    ),
    Family(
        "change a timer",
        (
            "(add|put) {rest} (to|on) [(the|my)] [{label}] timer",
            ("(pause|resume|extend|shorten|change|snooze|restart) [(the|my|that)] [{label}] "
             "timer [{rest:rest}]"),
            "(take|remove) {rest} (from|off) [(the|my)] [{label}] timer",
        ),
        always(out_of_scope("I can start and cancel timers, not change one that runs.", worth=0.8)),
        examples=("add five minutes to the timer", "pause my timer", "extend the tea timer"),
        never=("set a timer for 5 minutes", "cancel the timer", "change the subject"),
    ),
    Family(
        "cancel a timer",
        (("(cancel|stop|delete|clear|remove|turn off|end|kill|dismiss|abort) "
          "[(the|my|that|this)] {label} (timer|timers)"),
         ("(cancel|stop|delete|clear|remove|turn off|end|kill|dismiss|abort) "
          "[(the|my|that|this)] timer [(for|called) {label}]"),
         "turn [(the|my|that|this)] [{label}] timer off"),
        _cancel,
        examples=("cancel the timer", "stop the tea timer", "turn off my pasta timer",
                  "cancel the timer for the laundry", "cancel all timers"),
        never=("cancel", "stop", "set a timer", "can I cancel a timer"),
    ),
)  # fmt: skip
