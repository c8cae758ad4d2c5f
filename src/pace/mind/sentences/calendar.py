"""The calendar: putting something into it, and taking something out."""

from __future__ import annotations

from datetime import datetime, timedelta

from pace.core.call import Call, Provenance
from pace.mind.dates.resolving import written
from pace.mind.family import Family, Match, Reading
from pace.mind.meaning import act, ask, sourced, unless_shown
from pace.mind.numbers import duration
from pace.mind.scene import Scene
from pace.mind.titles import Titled, titled

_SPOKEN, _DEFAULT = Provenance.SPOKEN, Provenance.DEFAULT


def _words(*phrases: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in phrases)


_IN = "(to|in|into|on|onto)"

#: What an event is called only when nothing else names it.
_KINDS = ("event", "calendar event", "calendar entry", "entry", "new event", "new calendar event",
          "slot", "slot in my calendar", "time", "some time")  # fmt: skip
#: Words that are an event by themselves.
NOUNS = frozenset(
    "event meeting appointment call interview review standup lunch dinner breakfast brunch party "
    "session class lesson workshop conference webinar demo sync retro retrospective presentation "
    "exam birthday anniversary checkup visit date slot entry coffee concert trip flight holiday "
    "vacation seminar lecture ceremony wedding rehearsal training match game".split()
)
_NAMED = _words("called", "named", "titled", "for", "to", "that says", "about")
_ARTICLES = _words("the", "a", "an", "another", "new", "my", "in", "on", "with the title", "down")
_IN_CALENDAR = _words(*(
    f"{preposition} {whose} {name}"
    for preposition in ("to", "in", "into", "on", "onto")
    for whose in ("my", "the", "our")
    for name in ("calendar", "schedule", "agenda", "diary")
))  # fmt: skip
#: What is an event when it is made; what is one whatever is said of it.
_MADE = frozenset(
    "event meeting appointment call interview review standup lunch dinner breakfast brunch coffee "
    "party session visit slot entry birthday anniversary checkup sync retro workshop".split()
)
_CERTAIN = frozenset({"event", "meeting", "appointment"})
_MAKES = frozenset({"make", "create", "new", "set", "set up", "enter", "put"})
#: What may be booked by writing it down.
_BOOKED = frozenset({"meeting", "appointment", "call", "slot", "interview", "session"})
#: Never an event, whatever the time.
_OTHERS = frozenset({"timer", "alarm", "reminder", "todo", "task", "note", "volume", "brightness",
                     "list", "todos", "tasks", "notes", "tab", "table", "pizza", "taxi", "ticket",
                     "tickets", "hotel",
                     "tweet", "post", "message", "backup", "update", "shutdown", "download",
                     "restart", "playlist", "song", "radio", "music", "file", "folder", "photo",
                     "column", "row", "alarms", "shortcut", "flow", "video", "window"})  # fmt: skip
#: These say the calendar only with its name; those make an event only of what has a time.
_ONLY_MARKED = frozenset({"write", "save"})
_VAGUE = frozenset({"plan", "arrange", "organize", "block", "block off", "block out"})
_NEEDS_NOUN = frozenset({"put", "book", "set up", "set", "make", "create", "new", "enter", "have",
                         "reserve"})  # fmt: skip


def _create(match: Match, scene: Scene) -> Reading | None:
    words = (*match.slots.get("what", ()), *match.slots.get("more", ()))
    found = titled(words, match, scene).without(_IN_CALENDAR)
    verb, marked = match.text("verb"), match.has("calendar")
    opening = set(found.texts[:6])
    nouns = _BOOKED if verb in ("book", "reserve") else _MADE if verb in _MAKES else NOUNS
    noun = not nouns.isdisjoint(opening)
    if not marked and not _is_event(found, verb, noun=noun, indirect=scene.indirect):
        return None
    if not marked and found.when is None and not found.open:
        sure = verb == "schedule" or not _CERTAIN.isdisjoint(opening)
        return _unfinished(found, match, scene) if sure and verb not in ("add", "put") else None
    return _event(found, scene)


_VERBS = ("add", "put", "enter", "create", "make", "schedule", "set up", "plan", "new")
#: What people do again and again, besides the words that are an event by themselves.
_DONE_OFTEN = NOUNS - {"date", "visit", "call"} | frozenset(
    "swimming yoga gym football tennis choir piano guitar chess karate ballet pilates therapy "
    "physio school club practice rounds planning grooming stand-up jour".split()
)
#: With one of these words it is a sentence about it.
_TALKS = frozenset(
    "i we he she it they you is are was were be am have has had run do did go went "
    "used this that these those type click press open say if when not no".split()
)


def _again(match: Match, scene: Scene) -> Reading | None:
    """An event that is only named, with when it repeats ("every Monday at 9 standup")."""
    if scene.indirect or scene.called(tuple(word.text for word in match.words)) is not None:
        return None
    if match.words[0].text in _VERBS:
        return None  # the other family's
    found = titled(match.words, match, scene).without((*_ARTICLES, *_words(*_VERBS)))
    when, texts = found.when, found.texts
    if when is None or not when.rrule or not when.timed or not 1 <= len(texts) <= 6:
        return None
    if not _TALKS.isdisjoint(texts) or not _OTHERS.isdisjoint(texts):
        return None
    last = texts[-1] if len(texts) < 4 else ""
    return None if _DONE_OFTEN.isdisjoint((texts[0], last)) else _event(found, scene)


def _is_event(found: Titled, verb: str, *, noun: bool, indirect: bool) -> bool:
    """Whether something to be added is an event, although the calendar was not named."""
    texts = found.texts
    if (
        not _OTHERS.isdisjoint(texts[:4])
        or "list" in texts
        or (verb in ("book", "reserve") and "room" in texts)
    ):
        return False
    if (indirect or verb in _NEEDS_NOUN) and not noun:
        return False
    if verb in _ONLY_MARKED or (verb in _VAGUE and found.when is None):
        return False
    if verb.startswith("block") and texts[:1] in (("this",), ("that",), ("the",), ("all",)):
        return False
    return not any(  # "add Bob to the meeting tomorrow" is an invitation
        texts[i] == "to" and texts[i + 1] in ("the", "my", "our") and texts[i + 2] in _CERTAIN
        for i in range(1, len(texts) - 2)
    )


def _unfinished(found: Titled, match: Match, scene: Scene) -> Reading | None:
    """An event without a time, unless something on screen is called so."""
    if len(found.texts) > 8 or scene.called(tuple(word.text for word in match.words)):
        return None
    return _when_is(_title(found))


def _event(found: Titled, scene: Scene) -> Reading | None:
    title = _title(found)
    if found.when is None:
        return _when_is(title)
    if found.when.day < scene.request.now.date() and not found.when.rrule:
        day = f"{found.when.day:%A} {found.when.day.day} {found.when.day:%B}"
        return ask(
            f"{day} is past. When is “{title or 'it'}”?", worth=0.9, reason="a day that is past"
        )
    if not title:
        return ask("What should I call it?", worth=0.8, reason="no title was said")
    arguments = {"title": (title, _SPOKEN), "start": (found.when.text, _SPOKEN)}
    if found.when.rrule:
        arguments["repeat"] = (found.when.rrule, _SPOKEN)
    if found.when.end is not None:
        arguments["end"] = (written(found.when.end), _SPOKEN)
    if place := _place(found):
        arguments["title"] = (title.removesuffix(place).rstrip(" ,"), _SPOKEN)
        arguments["location"] = (place.removeprefix("in "), _SPOKEN)
    elif (length := _length(found)) is not None and isinstance(found.when.start, datetime):
        arguments["title"] = (_shorter(title, length[1]), _SPOKEN)
        arguments["end"] = (written(found.when.start + length[0]), _SPOKEN)
    event: Call = sourced("calendar_create", arguments)
    return act(event, confidence=0.9, worth=0.95, reason="an event")


def _length(found: Titled) -> tuple[timedelta, int] | None:
    """A length before what lasts that long ("a two hour meeting"), and its words."""
    words = found.without(_ARTICLES).texts
    for size in (4, 3, 2):
        seconds = duration(words[:size])
        if seconds and len(words) > size:
            return timedelta(seconds=seconds), size
    return None


def _shorter(title: str, words: int) -> str:
    parts = title.replace("-", " ", 1).split(" ")
    return " ".join(parts[words:])


def _when_is(title: str) -> Reading:
    what = f"“{title}”" if title else "it"
    return ask(f"When is {what}? Say the day and the time.", worth=0.8, reason="no time was said")


def _title(found: Titled) -> str:
    bare = _without_calendar(found).without(_ARTICLES)
    for kind in sorted(_KINDS, key=len, reverse=True):
        if bare.texts[: len(kind.split())] == tuple(kind.split()):
            bare = bare.without(_words(kind)).without(_IN_CALENDAR).without(_NAMED)
            break
    return bare.without((*_ARTICLES, *_words("called", "named", "titled", "for"))).trimmed().title


def _without_calendar(found: Titled) -> Titled:
    """Without "in my calendar" wherever it stands."""
    runs = []
    for run in found.runs:
        texts = [word.text for word in run]
        cut = next(
            ((i, len(p)) for p in _IN_CALENDAR for i in range(len(texts))
             if tuple(texts[i : i + len(p)]) == p), None,
        )  # fmt: skip
        if cut is None:
            runs.append(run)
            continue
        runs += [run[: cut[0]], run[cut[0] + cut[1] :]]
    return Titled(tuple(run for run in runs if run), found.when, found.said, found.transcript)


def _place(found: Titled) -> str:
    """A room at the end ("in room 4")."""
    if not found.runs:
        return ""
    last = found.runs[-1]
    texts = [word.text for word in last]
    for start in range(len(texts)):
        tail = texts[start + 1 :]
        if texts[start] == "in" and len(tail) <= 4 and "room" in tail:
            return found.transcript[last[start].start : last[-1].end]
    return ""


#: What may follow the event ("the meeting with Bob").
_BEHIND = frozenset({"with", "about", "at", "called", "named", "on", "for", "of"})


def _delete(match: Match, scene: Scene) -> Reading | None:
    if scene.called(tuple(word.text for word in match.words)) is not None:
        return None
    words = match.slots.get("what", ())
    found = titled((*words, *match.slots.get("more", ())), match, scene)
    bare = found.without((*_ARTICLES, *_words("our", "this", "that"))).trimmed()
    if not bare.runs and not match.has("noun"):
        return None
    behind = match.texts("more")[:1]
    if behind and found.when is None and not match.has("calendar") and behind[0] not in _BEHIND:
        return None
    if bare.open:
        return ask("On which day is it?", worth=0.9, reason="the day is not understood")
    title = bare.title or match.text("noun")
    if not bare.runs and bare.when is None:
        return ask("Which one should I take off your calendar?", worth=0.9,
                   reason="nothing says which")  # fmt: skip
    arguments = {"title": (title, _SPOKEN)}
    if bare.when is not None:
        arguments["date"] = (f"{bare.when.day:%Y-%m-%d}", _SPOKEN)
    taken = sourced("calendar_delete", arguments)
    return act(taken, confidence=0.9, worth=0.95, reason="an event to take off")


FAMILIES = (
    Family(
        "add to the calendar",
        (f"{{verb}} {{what}} {_IN} (my|the) {{calendar}} [{{more:rest}}]",
         "{verb} (to|in|into|on) (my|the) {calendar} {what:rest}",
         f"[(i have|there is)] {{what}} {{verb}} (it|that|this) {_IN} (my|the) {{calendar}}",
         "{verb} {what:rest}"),
        _create,
        examples=("add a review tomorrow at 3 pm", "schedule a meeting with Anna on Friday at ten",
                  "create an event called quarterly review next Tuesday from 2 to 4",
                  "put lunch with Bob in my calendar for Wednesday at noon",
                  "block tomorrow from 9 to 11 for writing", "schedule a meeting",
                  "add Mum's birthday on April 12th all day", "create an event for Friday"),
        never=("add milk to my to-dos", "set a timer for five minutes", "book a table for tonight",
               "set an alarm for 7", "I may go tomorrow", "order a pizza for tonight",
               "there is a meeting room", "add a reminder for tomorrow at 3", "book a flight",
               "make it louder", "plan a trip to Rome", "put the window on the left",
               "I have a meeting tomorrow at 3", "write a letter tomorrow"),
        lists={"verb": dict.fromkeys(("add", "put", "enter", "create", "make", "schedule", "book",
                                      "set up", "set", "plan", "arrange", "organize", "block",
                                      "block off", "block out", "new", "write", "save", "reserve",
                                      "have"), ""),
               "calendar": dict.fromkeys(("calendar", "schedule", "agenda", "diary"), "")},
        verbatim=True,
        until_then=True,
    ),
    Family(
        "a repeating event",
        ("(every|each) {what:rest}", "{what} (every|each) {more:rest}"),
        _again,
        examples=("every Monday at 9 standup", "yoga class every Thursday at 6 pm"),
        never=("every Monday", "every day I wake up at 8", "the standup is every Monday at nine",
               "we have lunch every Friday at noon", "click every box", "every window",
               "run the sync every Monday at 9", "standup every Monday"),
        verbatim=True,
    ),
    Family(
        "take off the calendar",
        (
            (
                "(take|remove|delete|cancel|drop|erase|strike) {what} (off|from|in|on|out of) "
                "(my|the) {calendar} [{more:rest}]"
            ),
            "(cancel|delete|remove|drop) [(the|my|our)] [{what}] {noun} [{more:rest}]",
        ),
        _delete,
        examples=(
            "take the dentist off my calendar", "delete the review from my calendar",
            "cancel my dentist appointment", "cancel the meeting with Bob on Friday",
        ),
        never=(
            "cancel that", "cancel the timer", "delete the file", "cancel my subscription",
            "how do I cancel a meeting", "delete all my events", "delete the meeting notes",
        ),
        lists={
            "calendar": dict.fromkeys(("calendar", "schedule", "agenda", "diary"), ""),
            "noun": dict.fromkeys(("meeting", "appointment", "event"), ""),
        },
    ),
    Family(
        "add what to the calendar",
        ("(add|create|make|schedule|new|set up) [(a|an)] [new] [calendar] (event|appointment)",
         "(add|put) (something|it) (to|in) my calendar"),
        unless_shown(ask("What should I add, and when is it?", worth=0.8,
                         reason="no title and no time")),
        examples=("add an event", "create a new event"),
        never=("add an event tomorrow at 3", "schedule a meeting"),
    ),
)  # fmt: skip
