"""From a transcript to words that can be compared: once, in one place.

A word keeps its place in the transcript, so that text to be typed can be taken verbatim. What is
taken away here (wake word, politeness, fillers) is taken away for every sentence family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from pace.mind.numbers import NUMBER_WORDS, spoken_number
from pace.mind.spelling import SPELLING, TWO_AS_ONE
from pace.mind.text import clean, fold

_CHUNK = re.compile(r"\S+")
_OPENS, _CLOSES = "\"'“”‘’([{<¿¡*", "\"'“”‘’)]}>.,;:!?…—–"
#: Stands behind the word before a numbered step.
STEP = "\n\n"
_DASH = frozenset("—–-")
_LIST_MARK = re.compile(r"\d+[.)]")
_ADDRESS = re.compile(r"://|@|\w\.\w|/")
_PLUS = re.compile(r"(ctrl|control|cmd|command|alt|option|shift|super|meta)\+", re.IGNORECASE)


class Mood(Enum):
    """Whether something is asked for, asked about, asked not to be done, or not asked of Pace."""

    COMMAND = "command"
    QUESTION = "question"
    NEGATED = "negated"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Word:
    """A folded word, its span in the transcript, and the punctuation that follows it."""

    text: str
    start: int
    end: int
    after: str = ""


@dataclass(frozen=True, slots=True)
class Framed:
    """The words of one command without its frame.

    `core` has no politeness behind it, `full` still has, `said` has all; `indirect` marks wishes
    ("I want to ..."), for which only names that are known count.
    """

    core: tuple[Word, ...]
    full: tuple[Word, ...]
    said: tuple[Word, ...]
    mood: Mood = Mood.COMMAND
    indirect: bool = False


_CONTRACTIONS = {
    "let's": ("let", "us"), "won't": ("will", "not"), "can't": ("can", "not"),
    "cannot": ("can", "not"), "shan't": ("shall", "not"), "whats": ("what", "is"),
    "wheres": ("where", "is"), "dont": ("do", "not"), "gimme": ("give", "me"),
    "wanna": ("want", "to"), "gonna": ("going", "to"), "lemme": ("let", "me"),
    "hows": ("how", "is"), "o'clock": ("o'clock",),
}  # fmt: skip
_ENDINGS = {"n't": "not", "'re": "are", "'ll": "will", "'ve": "have", "'d": "would", "'m": "am"}
_WITH_IS = frozenset("long what where who how when why which that it there here he she".split())
_FILLERS = frozenset("um uh uhm umm uhh er erm err ah hmm mm mhm eh".split())
#: Say nothing wherever they stand, unless they are all that is said.
_EMPTY = frozenset({"please", "just", "kindly"})


def words_in(transcript: str, labels: Iterable[tuple[str, ...]] = ()) -> tuple[Word, ...]:
    """Every word of the transcript, folded, contractions opened, numbers as digits.

    What says nothing is left out, but not where it is a part of one of these labels.
    """
    found: list[Word] = []
    text, end = clean(transcript), 0
    for match in _CHUNK.finditer(text):
        if found and "\n" in text[end : match.start()]:
            found[-1] = replace(found[-1], after=found[-1].after + "\n")
        end = match.end()
        _add(found, match[0], match.start())
    return tuple(_numbers(_joined(_without_fillers(found, _held(found, labels)))))


def _held(words: list[Word], labels: Iterable[tuple[str, ...]]) -> frozenset[int]:
    """Where a label with a word that says nothing was said as a whole ("Please wait")."""
    texts = tuple(word.text for word in words)
    if _EMPTY.isdisjoint(texts):
        return frozenset()
    return frozenset(
        start + offset
        for label in labels
        if len(label) > 1 and not _EMPTY.isdisjoint(label)
        for start in range(1, len(texts) - len(label) + 1)
        if texts[start : start + len(label)] == label
        for offset in range(len(label))
    )


def _add(found: list[Word], chunk: str, start: int) -> None:
    begun = chunk.lstrip(_OPENS)
    inner = begun.rstrip(_CLOSES)
    before, after = chunk[: len(chunk) - len(begun)], begun[len(inner) :]
    if _LIST_MARK.fullmatch(chunk) and (not found or found[-1].after):
        if found:
            found[-1] = replace(found[-1], after=found[-1].after + STEP)
        return
    if not inner or inner in _DASH:
        if found and (after or inner):
            found[-1] = replace(found[-1], after=found[-1].after + (inner or after))
        return
    start += len(before)
    end = start + len(inner)
    texts = _expanded(inner)
    for position, text in enumerate(texts):
        found.append(Word(text, start, end, after if position == len(texts) - 1 else ""))


def _expanded(inner: str) -> tuple[str, ...]:
    text = fold(inner)
    if text in _CONTRACTIONS:
        return _CONTRACTIONS[text]
    if text.isalnum():
        return (SPELLING.get(text, text),)
    if text.endswith("'s") and text[:-2] in _WITH_IS:
        return (text[:-2], "is")
    for ending, word in _ENDINGS.items():
        if text.endswith(ending) and len(text) > len(ending):
            return (text.removesuffix(ending), word)
    if text.endswith("%") and text[:-1].replace(".", "", 1).isdigit():
        return (text[:-1], "percent")
    if _PLUS.match(text):
        return tuple(SPELLING.get(part, part) for part in text.split("+") if part)
    if "-" in text and not _ADDRESS.search(text):
        return tuple(SPELLING.get(part, part) for part in text.split("-") if part) or (text,)
    return (SPELLING.get(text, text),)


def _without_fillers(words: list[Word], held: frozenset[int]) -> list[Word]:
    kept: list[Word] = []
    some = any(word.text not in _EMPTY for word in words)
    for index, word in enumerate(words):
        filler = (
            word.text in _FILLERS
            or (word.text in _EMPTY and some and index not in held)
            or (word.text == "like" and ("," in word.after or (kept and "," in kept[-1].after)))
        )
        if not filler:
            kept.append(word)
        elif kept and word.after:
            kept[-1] = replace(kept[-1], after=kept[-1].after + word.after)
    return kept


def _joined(words: list[Word]) -> list[Word]:
    if not any((a.text, b.text) in TWO_AS_ONE for a, b in pairwise(words)):
        return words
    joined: list[Word] = []
    for word in words:
        pair = (joined[-1].text, word.text) if joined else ("", "")
        if pair in TWO_AS_ONE and not joined[-1].after:
            joined[-1] = Word(TWO_AS_ONE[pair], joined[-1].start, word.end, word.after)
        else:
            joined.append(word)
    return joined


def _numbers(words: list[Word]) -> list[Word]:
    texts = [word.text for word in words]
    if NUMBER_WORDS.isdisjoint(texts):
        return words
    merged: list[Word] = []
    index = 0
    while index < len(words):
        digits, taken = spoken_number(texts, index) if texts[index] in NUMBER_WORDS else ("", 0)
        if taken:
            last = words[index + taken - 1]
            merged.append(Word(digits, words[index].start, last.end, last.after))
        else:
            merged.append(words[index])
        index += max(taken, 1)
    return merged


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    phrases = {
        tuple(part.split()) for line in text.strip().splitlines() for part in line.split("/")
    }
    return tuple(sorted(phrases, key=len, reverse=True))


#: Said before a command and meaning nothing for it.
_BEFORE = _phrases("""
    please / can you / could you / would you / will you / can we / could we / kindly / just / simply
    go ahead and / i would like you to / i want you to / i need you to / you can / if you could
    would you be so kind as to / would you please be so kind as to / be so kind as to / try to
    i was wondering if you could / it would be great if you could / it would be nice if you could
    right so / ok right / do me a favor and / if you do not mind
    help me / can you help me / could you help me
    so / well / oh / yeah / yes / alright / ok / hey / sorry / excuse me / actually / maybe / like
    and / and then / then / also / and also / after that / and after that / after which / finally
    and finally / quick question / afterwards / quickly / let us / pace / ok so / alright then
    now / alright / all right / right then / right now then / oh no / ah no / oops / whoops / ah
    yep / yup / sure / well now / so now / by the way / tell you what / great now / good now
    perfect now / cool now / nice now / fine now / excellent now / first of all / next up
    all right then
""")
#: The same, where a comma or a pause shows that it stands alone.
_BEFORE_PAUSE = frozenset(
    "right now next first like listen look second third lastly no great good perfect cool nice "
    "fine super wonderful excellent awesome brilliant thanks ugh hmm damn argh".split()
)
#: The same, before one of these verbs.
_BEFORE_VERB = frozenset({"first", "next"})
_VERBS = frozenset(
    "click press open close type scroll switch turn select choose tap hit launch undo mute".split()
)
#: Wishes: what is wanted must be something Pace knows.
_WISHES = _phrases(
    "i would like to / i want to / i need to / i would love to / i wish to / i have to"
)
_MIND = _phrases("would you mind / do you mind / mind")
#: Said behind a command.
_BEHIND = _phrases("""
    please / thanks / thank you / for me / now / right now / right away / will you / would you
    could you / can you / pace / quickly / immediately / real quick / if you can / at once
    if you could / if you would / if you do not mind / if possible / when you can / once more
    when you get a chance / again / then / instead / or something / i think / i guess / too
    thank you very much / thanks a lot / would you mind / so much / very much / as well
    already / really / though / yeah / earlier / would you please / for us / straight away / asap
    as soon as possible / this instant / for now / at the moment / cheers / many thanks / right away
    that would be great / that would be nice / while you are at it
    love / mate / buddy / my friend
""")
_WAKE = frozenset("hey hi hello ok yo".split())
_OTHERS = frozenset("google siri alexa cortana bixby jarvis gemini copilot".split())
_TELL = _phrases("""
    tell me / let me know / do you know / any idea / i wonder / i was wondering / show me / say
    do you happen to know / remind me / explain / explain to me / i want to know / teach me
    i would like to know / i need to know / do you remember / can i ask
""")
_INTERROGATIVE = frozenset(
    "how what why when who whose whom where which is are am was were does did has have had "
    "should shall may might must whether if".split()
)
_ASKED_OF = frozenset("you i we they it these those people any".split())
_MODAL = frozenset("can could would will".split())
#: What follows these is asked not to be done.
_NEGATED = _phrases("""
    never / do not / does not / did not / i do not want you to / i do not need you to / no need to
    i would not like you to / you should not / you must not / you do not need to / better not
    you do not have to / there is no need to / you had better not / i would rather you did not
    not / try not to / make sure not to / be careful not to / make sure you do not
""")
_GERUNDS = {
    "opening": "open", "closing": "close", "turning": "turn", "clicking": "click",
    "pressing": "press", "typing": "type", "scrolling": "scroll", "setting": "set",
    "muting": "mute", "starting": "start", "stopping": "stop", "pausing": "pause",
    "playing": "play", "switching": "switch", "moving": "move", "making": "make",
    "saving": "save", "going": "go", "showing": "show", "putting": "put", "hitting": "hit",
    "selecting": "select", "choosing": "choose", "skipping": "skip", "lowering": "lower",
    "raising": "raise", "reading": "read", "launching": "launch", "undoing": "undo",
    "copying": "copy", "pasting": "paste", "quitting": "quit", "repeating": "repeat",
    "deleting": "delete", "maximizing": "maximize", "minimizing": "minimize",
}  # fmt: skip


def framed(words: Sequence[Word]) -> Framed:
    """Take the frame off: wake word, politeness before and behind, wishes; and read the mood."""
    said = tuple(words)
    if _for_another(said):
        return Framed(said, said, said, Mood.ELSEWHERE)
    rest = _unwoken(said)
    rest = _stripped(rest, _BEFORE)
    asked = _prefix(rest, _TELL)
    if asked and len(rest) > asked and rest[asked].text in _INTERROGATIVE:
        return Framed(rest[asked:], rest[asked:], said, Mood.QUESTION)
    wish = _prefix(rest, _WISHES)
    if wish and len(rest) > wish:
        rest = _stripped(rest[wish:], _BEFORE)
    mind = _prefix(rest, _MIND)
    if mind and len(rest) > mind and rest[mind].text in _GERUNDS:
        first = rest[mind]
        rest = (replace(first, text=_GERUNDS[first.text]), *rest[mind + 1 :])
    return Framed(unended(rest), rest, said, _mood(rest), bool(wish))


def unframed(words: Sequence[Word]) -> tuple[Word, ...]:
    """Without wake word and politeness before it; a whole request may hold several commands."""
    return _stripped(_unwoken(tuple(words)), _BEFORE)


def _for_another(words: tuple[Word, ...]) -> bool:
    """Whether another assistant is called ("ok google ...")."""
    texts = [word.text for word in words[:8]]
    return any(first in _WAKE and second in _OTHERS for first, second in pairwise(texts)) or texts[
        :1
    ] in (["alexa"], ["siri"])


def _mood(words: Sequence[Word]) -> Mood:
    if not words:
        return Mood.COMMAND
    first, second, third = [*(word.text for word in words[:3]), "", ""][:3]
    if first in ("do", "does", "did") and second == "not" and third in _ASKED_OF:
        return Mood.QUESTION
    if tuple(word.text for word in words[:5]) == ("do", "not", "let", "me", "forget"):
        return Mood.COMMAND
    if _prefix(words, _NEGATED) and (first, second) != ("never", "mind"):
        return Mood.NEGATED
    if first in _INTERROGATIVE or (first in _MODAL and second):
        return Mood.QUESTION
    if first == "do" and second in _ASKED_OF:
        return Mood.QUESTION
    return Mood.COMMAND


def _unwoken(words: tuple[Word, ...]) -> tuple[Word, ...]:
    texts = [word.text for word in words[:3]]
    if len(words) > 2 and texts[0] in _WAKE and texts[1] == "pace":
        return words[2:]
    if len(words) > 1 and texts[0] == "pace":
        return words[1:]
    return words


def _stripped(words: tuple[Word, ...], phrases: tuple[tuple[str, ...], ...]) -> tuple[Word, ...]:
    while size := _prefix(words, phrases) or _aside(words):
        if size == len(words) or _asks_ability(words, size):
            break
        words = words[size:]
    return words


def _aside(words: tuple[Word, ...]) -> int:
    """1 when the first word says nothing: set off by a pause, or before a verb."""
    if not words:
        return 0
    first, following = words[0], words[1].text if len(words) > 1 else ""
    set_off = first.text in _BEFORE_PAUSE and bool(first.after)
    return int(set_off or (first.text in _BEFORE_VERB and following in _VERBS))


def _asks_ability(words: tuple[Word, ...], size: int) -> bool:
    """Whether "can you" asks about Pace and not for something ("can you hear me")."""
    return words[size - 1].text == "you" and words[size].text in ("hear", "see", "understand")


def unended(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Without politeness behind them."""
    while size := _suffix(words):
        if size == len(words):
            break
        words = words[:-size]
    return words


def _prefix(words: Sequence[Word], phrases: tuple[tuple[str, ...], ...]) -> int:
    texts = tuple(word.text for word in words[:8])
    return next((len(p) for p in phrases if texts[: len(p)] == p), 0)


def _suffix(words: Sequence[Word]) -> int:
    if len(words) > 1 and words[-1].text == "ok" and words[-2].after:
        return 1
    texts = tuple(word.text for word in words[-6:])
    return next((len(p) for p in _BEHIND if texts[-len(p) :] == p), 0)
