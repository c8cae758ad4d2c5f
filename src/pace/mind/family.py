"""A sentence family: templates, what they mean, examples they must match and never match.

A topic is one file in `pace.mind.sentences` with a tuple `FAMILIES`. Order never matters: of all
families that match, the one that explains most of the words wins.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from pace.core.understanding import Understanding
from pace.mind.normalise import Framed, Mood, Word
from pace.mind.scene import Scene
from pace.mind.templates import Lists, Template, compile_template

#: Between a word and the next one said of the same command; else words were put together.
_SAYS_NOTHING = re.compile(
    r"(?:\W|\b(?:please|just|kindly|like|um+|uh+m?|erm?|ah|hmm|mm)\b)*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Match:
    """One template that fits: its slots as words, with the transcript to quote from."""

    slots: Mapping[str, tuple[Word, ...]]
    words: tuple[Word, ...]
    transcript: str
    until: int
    lists: Lists = field(default_factory=dict)

    def has(self, slot: str) -> bool:
        return slot in self.slots

    def text(self, slot: str) -> str:
        """The folded words of a slot, empty when it was not said."""
        return " ".join(word.text for word in self.slots.get(slot, ()))

    def chosen(self, slot: str) -> str:
        """What the family's list gives for the words of a slot."""
        return self.lists.get(slot, {}).get(self.text(slot), "")

    def texts(self, slot: str) -> tuple[str, ...]:
        return tuple(word.text for word in self.slots.get(slot, ()))

    def verbatim(self, slot: str) -> str:
        """The slot as it was said, with its case, from its first word to the end of its last."""
        words = self.slots.get(slot, ())
        return self.transcript[words[0].start : words[-1].end] if words else ""

    def ends(self, slot: str) -> bool:
        """Whether the slot ends the command."""
        return bool(self.words) and self.words[-1] in self.slots.get(slot, ())

    def as_said(self, slot: str) -> str:
        """All that was said between the words around the slot: fillers, quotation marks and all."""
        words = self.slots.get(slot, ())
        if not words or self.ends(slot):
            return self.to_the_end(slot)
        start = max((w.end for w in self.words if w.end <= words[0].start), default=words[0].start)
        if not _SAYS_NOTHING.fullmatch(self.transcript[start : words[0].start]):
            start = words[0].start
        end = min(w.start for w in self.words if w.start >= words[-1].end)
        return self.transcript[start:end].strip(" \t\n,:")

    def to_the_end(self, slot: str) -> str:
        """All that was said from the word before the slot to the end of the command.

        Fillers, politeness and punctuation are included: text is typed as it was said, but for the
        comma that only parts it from what follows.
        """
        words = self.slots.get(slot, ())
        if not words:
            return ""
        before = [word for word in self.words if word.end <= words[0].start]
        start = before[-1].end if before else words[0].start
        text = self.transcript[start : self.until].lstrip(" \t\n,:").rstrip()
        return text if not self.transcript[self.until :].strip() else text.rstrip(",;").rstrip()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a family makes of its words.

    `worth` says how far the free slots are explained: 1 when every word is known to the scene,
    near 0 when they are merely words. `complete` marks a plan with nothing missing.
    """

    meaning: Understanding
    worth: float = 1.0
    family: str = ""
    score: float = 0.0
    verbatim: bool = False
    until_then: bool = False

    @property
    def complete(self) -> bool:
        """Whether this stands on its own as a part of a longer command."""
        intent = self.meaning.intent
        return (
            intent is not None
            and not intent.withholds
            and bool(self.meaning.calls or self.meaning.point or self.meaning.control)
        )


Build = Callable[[Match, Scene], Reading | None]

COMMANDS = frozenset({Mood.COMMAND})
QUESTIONS = frozenset({Mood.QUESTION})
EITHER = frozenset({Mood.COMMAND, Mood.QUESTION})


@dataclass(frozen=True)
class Family:
    """One frozen declaration.

    `build` turns a match into a reading, or None when the slots make no sense here. `moods` are
    the forms of speech it answers. `verbatim` families hold text, where connectors cut nothing;
    with `keeps_frame` politeness behind it is text as well, and `content` names a slot for which
    that holds; with `until_then` only a command behind "then" ends the text. Examples are read
    with nothing known about the machine.
    """

    name: str
    sentences: tuple[str, ...]
    build: Build
    examples: tuple[str, ...]
    never: tuple[str, ...] = ()
    lists: Lists = field(default_factory=dict)
    moods: frozenset[Mood] = COMMANDS
    verbatim: bool = False
    keeps_frame: bool = False
    content: str = ""
    until_then: bool = False


@dataclass(frozen=True)
class Grammar:
    """All families compiled, found by the first word."""

    families: tuple[Family, ...]
    by_first: Mapping[str, tuple[tuple[Family, Template], ...]]
    any_first: tuple[tuple[Family, Template], ...]

    @classmethod
    def of(cls, families: Iterable[Family]) -> Grammar:
        """Raises BadTemplate."""
        families = tuple(families)
        by_first: dict[str, list[tuple[Family, Template]]] = {}
        anything: list[tuple[Family, Template]] = []
        for family in families:
            for source in family.sentences:
                template = compile_template(source, family.lists)
                if template.first is None:
                    anything.append((family, template))
                for word in template.first or ():
                    by_first.setdefault(word, []).append((family, template))
        return cls(families, {k: tuple(v) for k, v in by_first.items()}, tuple(anything))

    def read(self, frame: Framed, scene: Scene, until: int) -> list[Reading]:
        """Every reading of one framed command, best first; one per family.

        Words of the frame count only where they are part of a sentence ("say that again"), and
        the words before it only where nothing else is left to read ("hey there").
        """
        found = self.readings(frame.core, frame.mood, scene, until)
        for end in range(len(frame.core) + 1, len(frame.full) + 1):
            tail = end - len(frame.core)
            words = frame.full[:end]
            if end == len(frame.full) or _ends_in_a_label(words, tail, scene):
                found += self.readings(words, frame.mood, scene, until, tail)
        if not found and frame.said not in (frame.core, frame.full):
            found = self.readings(frame.said, frame.mood, scene, until)
        best: dict[str, Reading] = {}
        for reading in found:
            if reading.family not in best or reading.score > best[reading.family].score:
                best[reading.family] = reading
        return sorted(best.values(), key=lambda r: (-r.score, r.family))

    def readings(
        self, words: tuple[Word, ...], mood: Mood, scene: Scene, until: int, tail: int = 0
    ) -> list[Reading]:
        """Every reading of exactly these words, best first; one per family.

        The last `tail` words must be words of the sentence itself and not part of a free slot.
        """
        if not words or mood in (Mood.NEGATED, Mood.ELSEWHERE):
            return []
        text = " " + " ".join(word.text for word in words)
        best: dict[str, Reading] = {}
        for family, template in (*self.by_first.get(words[0].text, ()), *self.any_first):
            if mood not in family.moods:
                continue
            found = template.match(text)
            if found is None:
                continue
            slots = {
                name: _slice(words, text, found.span(name))
                for name, value in found.groupdict().items()
                if value is not None
            }
            if tail and not family.keeps_frame and _takes(slots, family, words[-tail:], scene):
                continue
            match = Match(slots, words, scene.request.transcript, until, family.lists)
            reading = family.build(match, scene)
            if reading is None:
                continue
            reading = _scored(reading, family, slots, words)
            if family.name not in best or reading.score > best[family.name].score:
                best[family.name] = reading
        return sorted(best.values(), key=lambda r: (-r.score, r.family))


def _takes(
    slots: Mapping[str, tuple[Word, ...]], family: Family, words: tuple[Word, ...], scene: Scene
) -> bool:
    """Whether a free slot holds any of these words, and not as the end of a whole label."""
    return any(
        not _names_one(taken, scene)
        for name, taken in slots.items()
        if name not in family.lists and name != family.content
        if any(word in taken for word in words)
    )


def _names_one(words: Sequence[Word], scene: Scene) -> bool:
    return scene.called(tuple(word.text for word in words)) is not None


def _ends_in_a_label(words: tuple[Word, ...], tail: int, scene: Scene) -> bool:
    """Whether words of the frame belong to a label that ends with them ("press Book now")."""
    return any(_names_one(words[start:], scene) for start in range(1, len(words) - tail + 1))


def _slice(words: tuple[Word, ...], text: str, span: tuple[int, int]) -> tuple[Word, ...]:
    first = text.count(" ", 0, span[0]) - 1
    return words[first : first + text.count(" ", span[0], span[1]) + 1]


def _scored(
    reading: Reading,
    family: Family,
    slots: Mapping[str, tuple[Word, ...]],
    words: tuple[Word, ...],
) -> Reading:
    """A literal or listed word explains itself; a free one as far as the builder vouches for it."""
    free = sum(len(taken) for name, taken in slots.items() if name not in family.lists)
    score = len(words) - free + free * reading.worth * 0.95
    return replace(
        reading, family=family.name, score=score, verbatim=family.verbatim,
        until_then=family.until_then,
    )  # fmt: skip


def gathered(package: str = "pace.mind.sentences") -> tuple[Family, ...]:
    """Every family of every topic file of the package."""
    home = importlib.import_module(package)
    found: list[Family] = []
    for info in sorted(pkgutil.iter_modules(home.__path__), key=lambda info: info.name):
        module = importlib.import_module(f"{package}.{info.name}")
        found.extend(getattr(module, "FAMILIES", ()))
    return tuple(found)


@cache
def grammar() -> Grammar:
    """The grammar of the shipped topics. An immutable value, made once for a process."""
    return Grammar.of(gathered())
