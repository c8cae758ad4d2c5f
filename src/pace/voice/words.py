"""Transcripts in our spelling: compounds that a recogniser splits, and names it cannot know.

Nothing here adds a word: what comes out has the letters, or nearly the sound, of what came in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

#: Words that recognisers write as two. Pairs that are also good English apart ("log in", "set
#: up", "any one") are not among them.
_COMPOUNDS = """
fire fox|thunder bird|libre office|open office|note pad|you tube|git hub|git lab|blue tooth
face book|word press|drop box|whats app|spot ify|chrom ium
to morrow|to day|to night|yester day|after noon|week end|birth day|some thing|any thing
every thing|some where|any where|every where|some body|any body|can not|with out|news paper
lap top|key board|touch pad|touch screen|track pad|head phones|ear phones|loud speaker
micro phone|type writer|stop watch|web site|web page|web cam|home page|book mark|down load
up load|screen shot|play list|sound track|back space|space bar|task bar|tool bar|side bar
scroll bar|pass word|user name|file name|wall paper|spread sheet|time stamp|clip board|short cut
un do|re do|un mute|re load|re start|re name|re open|mini mize|maxi mize|full screen mode
"""
_PAIRS = tuple(
    tuple(pair.split()) for pair in re.split(r"[|\n]", _COMPOUNDS) if len(pair.split()) == 2
)
_SPLIT = re.compile(
    r"\b(?:" + "|".join(rf"{first}[ -]{second}" for first, second in _PAIRS) + r")\b",
    re.IGNORECASE,
)

#: What the recognisers make of a command in every voice that was tried, and the command. None is
#: a sentence of its own, so nobody loses one.
_MISHEARD = (
    (re.compile(r"^\W*(?:i'm|and|on|un) (?:do|due) (that|it|this)\W*$", re.IGNORECASE), r"Undo \1"),
    (re.compile(r"^\W*right(?= (?:a|an|down|the following)\b)", re.IGNORECASE), "Write"),
)

#: What follows these is taken as said.
_DICTATION = re.compile(r"^\W*(?:type|dictate|write|say|note|search)\b", re.IGNORECASE)
#: A name of an application or a person stands after one of these.
_NAMES_FOLLOW = re.compile(
    r"\b(?:open|launch|start|run|close|quit|exit|focus|minimi[sz]e|maximi[sz]e|restore"
    r"|switch to|go to|bring up|call|message|text|email|e-mail|mail|tell|ask)"
    r"\s+(?:up\s+|the\s+|my\s+)?",
    re.IGNORECASE,
)
_NAME_ENDS = frozenset("and then in on to with for at please about that window app".split())
_LONGEST_NAME = 4

#: Found by trying names against what recognisers make of them; below these ordinary words change.
_SAME_LENGTH, _SAME_LETTERS, _SOUNDS_LIKE, _NEARLY_SPELT = 0.8, 60, 85, 85
_MARGIN = 5


def in_our_spelling(text: str, hints: Sequence[str] = ()) -> str:
    """Split compounds joined, and names of `hints` spelt as they are there."""
    whole = joined(text)
    for misheard, meant in _MISHEARD:
        whole = misheard.sub(meant, whole)
    return whole if not hints or _DICTATION.match(whole) else _with_names(whole, hints)


def joined(text: str) -> str:
    """Compounds that were split ("fire fox") in one word, with the case of the first letter."""
    return _SPLIT.sub(_join, text)


def _join(match: re.Match[str]) -> str:
    first, second = re.split(r"[ -]", match[0])
    return first + (second.upper() if match[0].isupper() else second.lower())


def _with_names(text: str, hints: Sequence[str]) -> str:
    names = {_squeezed(name): name.strip() for name in reversed(hints) if len(_squeezed(name)) > 2}
    places = [match.end() for match in _NAMES_FOLLOW.finditer(text)]
    for place in reversed(places):  # from the end, so that earlier places stay where they are
        found = _name_at(text, place, names)
        if found is not None:
            end, name = found
            text = text[:place] + name + text[end:]
    return text


def _name_at(text: str, place: int, names: dict[str, str]) -> tuple[int, str] | None:
    """The end of the words that mean a name, and that name; the closest by a margin, or None."""
    scored: list[tuple[float, int, str]] = []
    for end in _word_ends(text, place):
        said = _squeezed(text[place:end])
        if said in names:
            same_words = len(text[place:end].split()) == len(names[said].split())
            return None if same_words else (end, names[said])
        scored += [
            (score, end, name)
            for squeezed, name in names.items()
            if (score := _likeness(said, squeezed)) > 0
        ]
    if not scored:
        return None
    scored.sort(reverse=True)
    best = scored[0]
    if any(other[2] != best[2] and best[0] - other[0] < _MARGIN for other in scored[1:]):
        return None
    return best[1], best[2]


def _word_ends(text: str, place: int) -> Iterator[int]:
    """Where one, two, three and four words from `place` on end, longest first."""
    ends: list[int] = []
    for match in re.finditer(r"[\w'’-]+", text[place:]):
        between = (
            text[ends[-1] : place + match.start()] if ends else text[place : place + match.start()]
        )
        if match[0].lower() in _NAME_ENDS or between.strip() or len(ends) == _LONGEST_NAME:
            break
        ends.append(place + match.end())
    return reversed(ends)


def _likeness(said: str, name: str) -> float:
    """How alike two squeezed names are, 0 when they are two words rather than one misheard."""
    from rapidfuzz import fuzz

    shorter, longer = sorted((said, name), key=len)
    if longer.startswith(shorter) or len(shorter) / len(longer) < _SAME_LENGTH:
        return 0.0
    sound, name_sound = _sound(said), _sound(name)
    if sound[:1] != name_sound[:1]:
        return 0.0
    spelt, heard = fuzz.ratio(said, name), fuzz.ratio(sound, name_sound)
    if min(len(sound), len(name_sound)) < 3:
        return spelt if sound == name_sound and spelt >= _NEARLY_SPELT else 0.0
    if spelt >= _NEARLY_SPELT or (heard >= _SOUNDS_LIKE and spelt >= _SAME_LETTERS):
        return max(spelt, heard)
    return 0.0


def _squeezed(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


_SAME_SOUND = (
    ("ph", "f"), ("ght", "t"), ("gh", ""), ("ck", "k"), ("qu", "kw"), ("x", "ks"), ("ce", "se"),
    ("ci", "si"), ("cy", "sy"), ("ch", "k"), ("c", "k"), ("z", "s"), ("b", "p"), ("d", "t"),
    ("v", "f"), ("g", "k"), ("j", "k"), ("kn", "n"), ("wr", "r"),
)  # fmt: skip


def _sound(word: str) -> str:
    """The consonants as a recogniser may confuse them, with the vowel a word begins with."""
    for spelling, sound in _SAME_SOUND:
        word = word.replace(spelling, sound)
    skeleton = word[:1] + re.sub(r"[aeiouyhw]", "", word[1:])
    return re.sub(r"(.)\1+", r"\1", skeleton)
