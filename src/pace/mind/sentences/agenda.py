"""The calendar: what is in it, and when something in it is."""

from __future__ import annotations

from pace.core.call import Provenance
from pace.mind.dates import read_when
from pace.mind.dates.spans import several_days
from pace.mind.family import EITHER, Family, Match, Reading
from pace.mind.meaning import act, call, say, sourced
from pace.mind.scene import Scene
from pace.mind.sentences.calendar import NOUNS

_SPOKEN, _DEFAULT = Provenance.SPOKEN, Provenance.DEFAULT
_CALENDAR = "(calendar|schedule|agenda|diary)"
_EVENTS = "(meetings|meeting|appointments|appointment|events|event|plans)"

_RANGES = {
    "week": "this_week", "this week": "this_week", "the week": "this_week",
    "rest of the week": "this_week", "the rest of the week": "this_week",
    "rest of this week": "this_week", "the rest of this week": "this_week",
    "next week": "next_week", "the next week": "next_week", "the week after": "next_week",
    **dict.fromkeys((
        "next 7 days", "the next 7 days", "coming week", "the coming week", "coming days",
        "the coming days", "next few days", "the next few days", "next 7 day", "this coming week",
    ), "week"),
}  # fmt: skip
_TODAY = frozenset({"", "today", "now", "tonight", "this morning", "this afternoon", "this evening",
                    "later", "later today", "the rest of the day"})  # fmt: skip


def _read(match: Match, scene: Scene) -> Reading | None:
    words = match.texts("when")
    while words and words[0] in ("for", "on", "in", "of", "over", "during"):
        words = words[1:]
    said = " ".join(words).removesuffix(" please")
    if said in _TODAY:
        source = _SPOKEN if said else _DEFAULT
        coming = match.text("coming") if not said else ""
        span = "next" if coming in _NEXT else "week" if coming else "today"
        return _reads("range", span, source)
    if said in _RANGES:
        return _reads("range", _RANGES[said], _SPOKEN)
    if (several := several_days(said, scene.request.now.date())) is not None:
        first, last = several
        return act(
            sourced("calendar", {"date": (f"{first:%Y-%m-%d}", _SPOKEN),
                                 "until": (f"{last:%Y-%m-%d}", _SPOKEN)}),
            worth=0.97, reason="calendar",
        )  # fmt: skip
    when = read_when(words, scene.request.now)
    if when is None or when.rrule:
        return None
    days = (when.day - scene.request.now.date()).days
    if days in (0, 1):
        return _reads("range", ("today", "tomorrow")[days], _SPOKEN)
    return _reads("date", f"{when.day:%Y-%m-%d}", _SPOKEN)


#: Ask for one event.
_NEXT = frozenset({"next", "up next", "coming up next"})


def _reads(argument: str, value: str, source: Provenance) -> Reading:
    return act(sourced("calendar", {argument: (value, source)}), worth=0.97, reason="calendar")


def _when(match: Match, scene: Scene) -> Reading | None:  # noqa: ARG001  # the builder's form
    """The next event of that name, where the name says that it is one."""
    words = match.texts("what")
    if words[:1] == ("next",):
        words = words[1:]
    if not words or len(words) > 6 or NOUNS.isdisjoint(words):
        return None
    title = match.verbatim("what").strip("\"“”' ?").removeprefix("next ")
    return act(call("calendar", title=title), confidence=0.9, worth=0.9, reason="an event by name")


def _move(match: Match, scene: Scene) -> Reading | None:
    """Nothing moves events; what can be done instead is said."""
    words = match.texts("what")
    if read_when(match.texts("when"), scene.request.now) is None or NOUNS.isdisjoint(words):
        return None
    if scene.called(tuple(word.text for word in match.words)) is not None:
        return None
    title = match.verbatim("what").strip("\"“”' ")
    when = match.verbatim("when").strip("\"“”' .!")
    return say(
        f"I cannot move events, so nothing was changed. I can take “{title}” off your calendar and"
        f" put it there anew: say “delete {title} from my calendar”, then “add {title} {when} to my"
        " calendar”.",
        worth=0.9, reason="events are not moved",
    )  # fmt: skip


FAMILIES = (
    Family(
        "read the calendar",
        (f"what is (on|in) [(my|the)] {_CALENDAR} [{{when:rest}}]",
         f"what is {{coming}} [(on|in) (my|the) {_CALENDAR}] [{{when:rest}}]",
         f"(what|which) {_EVENTS} (do|have) i (have|got) [{{when:rest}}]",
         "what (do i have|have i got|do i got|is) (on|planned|scheduled) {when:rest}",
         "what do i have (on|planned|scheduled|going on) {when:rest}",
         "what (do i have|have i got) {when:rest}",
         f"(do i have|have i got|are there|is there) [(any|a|an|anything)] {_EVENTS} {{when:rest}}",
         (f"(do i have|is there|have i got) anything (on|in|planned|scheduled) [(on|in)] [my "
         f"{_CALENDAR}] {{when:rest}}"),
         f"anything (on|in) my {_CALENDAR} [{{when:rest}}]", "am i (free|busy|booked) {when:rest}",
         f"(show|read|check|tell|give|list) [(me|out)] [(my|the)] {_CALENDAR} [{{when:rest}}]",
         f"(show|read|check|list) [me] my {_EVENTS} [{{when:rest}}]",
         (f"(show|read|list) [me] {_EVENTS} {{when:rest}}"),
         f"my {_CALENDAR} [{{when:rest}}]", f"my {_EVENTS} {{when:rest}}",
         f"how (does|is) my {_CALENDAR} (look|looking) [{{when:rest}}]",
         f"what does my {_CALENDAR} look like [{{when:rest}}]",
         f"what does {{when}} look like [(on|in) my {_CALENDAR}]",
         f"(tell|give) me my {_EVENTS} [{{when:rest}}]",
         f"(show|read|list) [me] all my {_EVENTS} [{{when:rest}}]",
         "(check|tell me|see|find out) (whether|if) i am (free|busy|booked) {when:rest}",
         f"what time is my {{coming}} {_EVENTS}",
         f"what is my {_CALENDAR} [{{when:rest}}]", f"(what|when) is my {{coming}} {_EVENTS}"),
        _read,
        examples=("my calendar this week", "what's on my calendar today",
                  "do I have any meetings tomorrow", "am I free on Friday",
                  "show me my agenda for tomorrow", "what do I have on Thursday",
                  "when is my next appointment", "what's on my calendar next week",
                  "what's on my calendar in March"),
        never=("open the calendar", "what is a calendar", "am I free to go", "what do I have to do",
               "add a review tomorrow at 3 pm", "my calendar app is slow", "what's on TV tonight",
               "when is easter", "what's in my shopping list"),
        lists={"coming": dict.fromkeys(("coming up", "next", "up next", "coming up next"), "")},
        moods=EITHER,
    ),
    Family(
        "when an event is",
        ("(when|what time|what day) is (my|our|the) {what:rest}",),
        _when,
        examples=("when is my team meeting", "what time is the dentist appointment"),
        never=("when is my next appointment", "when is easter", "when is the sunset",
               "what time is it", "when is my birthday cake ready to be eaten by all of us"),
        moods=EITHER,
    ),
    Family(
        "move an event",
        ("(move|reschedule|shift|postpone|push) [(my|the|our)] {what} (to|until) {when:rest}",),
        _move,
        examples=("move the review to Wednesday at 4",
                  "reschedule my dentist appointment to Friday"),
        never=("move the window to the left", "move the file to documents",
               "move the meeting notes to the trash"),
    ),
)  # fmt: skip
