"""Reading without changing: clipboard, battery, volume, time and date."""

from __future__ import annotations

from datetime import datetime, timedelta

from pace.core.understanding import Lane
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, always, call, say
from pace.mind.scene import Scene

_SOUND = "(volume|sound|audio|sound level|volume level|speaker volume)"


def _time(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    now = scene.request.now
    return say(f"It's {now.hour % 12 or 12}:{now:%M} {'am' if now.hour < 12 else 'pm'}.",
               Lane.PURE_KNOWLEDGE, reason="the clock")  # fmt: skip


def _date(match: Match, scene: Scene) -> Reading | None:
    day = scene.request.now + timedelta(days=_DAYS.get(match.text("day"), 0))
    verb = {-1: "Yesterday was", 0: "It's", 1: "Tomorrow is"}[_DAYS.get(match.text("day"), 0)]
    return say(f"{verb} {_said(day)}.", Lane.PURE_KNOWLEDGE, reason="the clock")


_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}


def _said(day: datetime) -> str:
    return f"{day:%A}, {day.day} {day:%B} {day.year}"


FAMILIES = (
    Family(
        "clipboard",
        ("what is (on|in) [(my|the)] clipboard",
         "(read|show|check) [me] [(the|my)] clipboard [(to me|out|aloud|out loud)]",
         "(read|show) [me] what i copied",
         "what (have i|did i) [just] (copied|copy)", "clipboard",
         "what does (my|the) clipboard (say|hold|contain)", "tell me what is on my clipboard"),
        always(act(call("clipboard_read"), reason="clipboard")),
        examples=("what's on my clipboard", "read the clipboard", "what did I copy",
                  "show me the clipboard"),
        never=("copy that", "what is a clipboard", "paste", "clear the clipboard"),
        moods=EITHER,
    ),
    Family(
        "battery",
        (("[(what is|what's|how is|check|show|show me|tell me)] [(the|my)] battery "
          "[(level|status|percentage|charge|life|doing|at|like|looking)]"),
         ("how much (battery|charge|power|juice) [(is|do i|have i|does it)] "
          "[(left|have|got|have left|remaining)]"),
         "how much battery [life] [is|do i have] [left]",
         "what is [(the|my)] battery (at|level|percentage|life|charge) [at]",
         "how full is [(the|my)] battery",
         "(is|am) (the|my|this|i) [(laptop|computer|battery|it)] charging",
         "is it charging", "is (the|my) battery (low|full|charged|charging)", "battery left",
         "am i (plugged in|on battery)", "is (it|the laptop|my laptop) plugged in"),
        always(act(call("status", what="battery"), reason="battery")),
        examples=("how much battery is left", "battery level", "is my laptop charging",
                  "what's my battery at", "check the battery"),
        never=("what is a battery", "how do batteries work", "charge my phone",
               "where can I buy a battery"),
        moods=EITHER,
    ),
    Family(
        "volume now",
        (f"what is [(the|my)] {_SOUND} [(at|now|set to|right now)]",
         "how loud is (it|this|the sound|the volume|the music)",
         f"(check|tell me|read) [(the|my)] {_SOUND}",
         f"what {_SOUND} [level] (are we|am i|is it) (at|on)",
         f"is [(the|my)] ({_SOUND}|it|computer|that) (muted|on|off|on mute)", "am i muted",
         "is it muted"),
        always(act(call("status", what="volume"), reason="volume")),
        examples=("what's the volume", "how loud is it", "is the sound muted"),
        never=("volume up", "what is the volume of a sphere", "set the volume to 20", "mute"),
        moods=EITHER,
    ),
    Family(
        "time",
        ("what time is it [now]", "what is the time [now]", "[the] time",
         "(got|have you got) the time",
         "(tell|give) me the time", "do you have the time", "what is the current time"),
        _time,
        examples=("what time is it", "tell me the time", "what's the time"),
        never=("what time is it in Tokyo", "time is money", "what time is the meeting",
               "set a timer", "how much time is left"),
        moods=EITHER,
    ),
    Family(
        "date",
        ("what (date|day) is [it] [(today|it)]", "what is [the] (date|day) [(today|of the week)]",
         "what is (today|today's|todays) [date]", "what is the date today",
         "what day of the week is it [today]",
         "what (date|day) is (it|{day})", "(tell|give) me the date", "what is the (date|day) {day}",
         "what day (is|was|will it be) {day}", "today's date", "which day is it"),
        _date,
        examples=("what day is it", "what's the date today", "what day is tomorrow",
                  "tell me the date"),
        never=("what is a date", "what day is Easter", "set the date to Friday"),
        lists={"day": dict.fromkeys(_DAYS, "")},
        moods=EITHER,
    ),
)  # fmt: skip
