"""Understanding, from words to a plan. READ THIS FIRST.

    words        normalise: folded words that keep their place in the transcript
    correct      "no wait, ...": the correction replaces what it corrects
    read         the sentence families; the reading that explains most words wins
    cut          a request of several commands is cut where each part stands on its own
    fall back    a question is answered or handed over, everything else is said to be missing
    finish       intent from effects; calls that wait for the person are withheld

Nothing is looked up and nothing is kept. What is not understood is not done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pace.core.call import Call, Effect
from pace.core.tool import Catalogue
from pace.core.understanding import Control, Intent, Lane, Request, Understanding
from pace.mind import compound
from pace.mind.family import Grammar, Reading, grammar
from pace.mind.lanes import (
    NEGATED,
    fallback,
    for_another,
    half_understood,
    left_alone,
    nothing_done,
    too_many,
)
from pace.mind.normalise import Mood, Word, framed, unframed, words_in
from pace.mind.scene import Scene, Screen

#: A reading with this worth needs no second look at whether it is several commands.
_SETTLED = 0.8
#: Only names that are known inherit the verb of the part before.
_KNOWN = 0.7
#: At most this many commands in one request.
_MOST = 12
#: Text that only ends with what is said.
_OPEN_TEXT = frozenset({"type text", "type behind a field"})
#: A reading with this worth is certain enough to end text.
_CERTAIN = 0.9
_PRESSES = frozenset({"press", "hit", "click", "tap"})
#: Verbs that come in pairs ("copy and paste", "stop and go"): as a value they may go on.
_PAIRED = frozenset(
    "copy cut paste open close start stop play pause save search find come go look press click "
    "drag mute read write wait point pick stand scan print undo redo turn lock send".split()
)
#: What may follow typed text in the same breath.
_AFTER_TEXT = frozenset({"type behind a field", "press a key", "click", "say a chord", "save"})


def understand(
    request: Request, catalogue: Catalogue, screen: Screen | None = None
) -> Understanding:
    """What the request means. `screen` is what `prepare` made of the snapshot, if that was done."""
    scene = Scene.of(request, catalogue, screen)
    words = words_in(request.transcript, (one.label for one in scene.screen.seen))
    if not words:
        return Understanding()
    reader = Reader(grammar(), request.transcript, words)
    reading = reader.read(words, scene)
    meaning = reading.meaning if reading is not None else fallback(words, scene, reader.best)
    return finished(meaning, catalogue)


@dataclass(frozen=True)
class Reader:
    """Reads the words of one transcript with a grammar."""

    grammar: Grammar
    transcript: str
    words: tuple[Word, ...]

    def read(self, words: tuple[Word, ...], scene: Scene) -> Reading | None:
        """The meaning of these words, or None."""
        numbered = compound.steps(words)
        if numbered:
            return self._in_order(numbered, scene)
        correction = compound.corrected(words)
        whole = self.best(words, scene)
        if correction is not None and not (whole is not None and whole.verbatim):
            return self._corrected(*correction, scene)
        if whole is not None and whole.verbatim:
            return self._with_tail(words, whole, scene)
        if whole is not None and whole.complete and whole.worth >= _SETTLED:
            return whole
        parts = compound.segments(unframed(words))
        if 1 < len(parts) <= _MOST:
            several = self._several(parts, scene, whole)
            if several is not None:
                return several
        return whole

    def best(self, words: tuple[Word, ...], scene: Scene) -> Reading | None:
        """The reading of these words as one command."""
        frame = framed(words)
        if frame.mood is Mood.NEGATED:
            return left_alone(frame.full)
        if frame.mood is Mood.ELSEWHERE:
            return for_another()
        if frame.indirect:
            scene = replace(scene, indirect=True)
        found = self.grammar.read(frame, scene, self._until(words))
        return found[0] if found else None

    def _until(self, words: tuple[Word, ...]) -> int:
        """Where the text of this command ends: before the next word, or with the transcript."""
        following = (word.start for word in self.words if word.start >= words[-1].end)
        return next((start for start in following if start > words[-1].start), len(self.transcript))

    def _with_tail(self, words: tuple[Word, ...], whole: Reading, scene: Scene) -> Reading:
        """Text runs to the end, unless it ends in a key or a press, or a field was named."""
        if whole.family == "dictate text":
            return whole
        places = [cut for cut in compound.cuts(words) if self._may_end(whole, cut[1])]
        for head, tail in places[:_MOST] if whole.until_then else places:
            first = self.best(head, scene)
            if first is None or not first.complete:
                continue
            if not first.verbatim:
                rest = self.read(tail, scene.after(first.meaning.calls))
                if rest is not None and rest.complete and rest.meaning.control is None:
                    return _joined((first, rest))
                continue
            rest = self.read(tail, scene.after(first.meaning.calls))
            free = first.family in _OPEN_TEXT
            if rest is None and not free and not first.until_then:
                rest = self._inherited(head, tail, scene.after(first.meaning.calls), first)
                if rest is not None:
                    return _joined((first, rest))
            if rest is None or not rest.complete:
                continue
            if first.until_then:
                ended = compound.in_sequence(tail) and rest.worth >= _CERTAIN
                follows = ended and _commanded(rest, tail)
            elif free:
                follows = self._follows_text(first, rest, tail, scene)
            else:
                follows = self._follows_value(first, rest, tail, scene)
            if follows:
                return _joined((first, rest))
        return whole

    def _may_end(self, whole: Reading, tail: tuple[Word, ...]) -> bool:
        """Whether text may end here at all."""
        if compound.in_quotes(self.transcript, tail[0].start):
            return False
        return not whole.until_then or compound.in_sequence(tail)

    def _follows_text(
        self, first: Reading, rest: Reading, tail: tuple[Word, ...], scene: Scene
    ) -> bool:
        """Whether what follows typed text is surely a command and not more text."""
        opening = framed(tail).core[:1]
        if rest.family in _AFTER_TEXT or (
            rest.family == "" and bool(opening) and opening[0].text in _PRESSES
        ):
            return True
        if not compound.in_sequence(tail) or rest.worth < _CERTAIN or not _commanded(rest, tail):
            return False
        text = words_in(str(first.meaning.calls[-1].arguments.get("text", "")))
        alone = self.best(text, scene) if text else None
        return alone is None or alone.meaning.lane not in (Lane.SCREEN_ACTION, Lane.TOOL_ACTION)

    def _follows_value(
        self, first: Reading, rest: Reading, tail: tuple[Word, ...], scene: Scene
    ) -> bool:
        """Whether what follows a value is surely a command; if not, it is a part of the value."""
        if not _commanded(rest, tail):
            return False
        core = framed(tail).core
        value = words_in(str(first.meaning.calls[-1].arguments.get("value", "")))
        paired = len(value) == 1 and value[0].text in _PAIRED and len(core) <= 2
        if paired and not compound.in_sequence(tail):
            return False
        unseen = scene.screen.empty or scene.blind or scene.moved_on
        pressed = core[0].text in _PRESSES and unseen
        return rest.worth >= _SETTLED or rest.verbatim or rest.family == "" or pressed

    def _several(
        self, parts: tuple[tuple[Word, ...], ...], scene: Scene, whole: Reading | None
    ) -> Reading | None:
        """Every part must stand on its own, else none is done."""
        parts = _without_remarks(parts, self, scene)
        if len(parts) == 1:
            return self.best(parts[0], scene)
        readings: list[Reading] = []
        index, before, verb = 0, scene, parts[0]
        while index < len(parts):
            found = self._next(parts, index, before)
            if found is None and readings:
                inherited = self._inherited(verb, parts[index], before, readings[-1])
                found = (inherited, index + 1) if inherited is not None else None
            elif found is not None:
                verb = parts[index]
            if found is None:
                if whole is not None and not readings:
                    return None
                return _stopped(readings, parts[index], self.transcript)
            reading, index = found
            if reading.meaning.control is Control.STOP or NEGATED in reading.meaning.reasons:
                return reading
            if not (reading.complete or _waits(reading)):
                return _stopped(readings, parts[index - 1], self.transcript)
            readings.append(reading)
            if not reading.complete:
                return _withheld(readings)
            before = before.after(reading.meaning.calls)
        return _joined(tuple(readings))

    def _next(
        self, parts: tuple[tuple[Word, ...], ...], index: int, scene: Scene
    ) -> tuple[Reading, int] | None:
        """The reading that begins at this part, and where the next one begins."""
        fallen: tuple[Reading, int] | None = None
        for end in range(index + 1, len(parts) + 1):
            words = tuple(word for part in parts[index:end] for word in part)
            reading = self.best(words, scene)
            if reading is None:
                continue
            if reading.verbatim:
                rest = tuple(word for part in parts[index:] for word in part)
                text = self.best(rest, scene)
                if text is None or not text.verbatim:
                    return reading, end
                return self._with_tail(rest, text, scene), len(parts)
            if reading.complete and reading.meaning.point is None:
                return reading, end
            if fallen is None:
                fallen = reading, end
        return fallen

    def _inherited(
        self, previous: tuple[Word, ...], words: tuple[Word, ...], scene: Scene, before: Reading
    ) -> Reading | None:
        """ "open firefox and chromium": the second name takes the verb of the first."""
        verb, rest = framed(previous).core, framed(words).core
        for size in range(1, min(4, len(verb))):
            reading = self.best((*verb[:size], *rest), scene)
            if reading is not None and reading.complete and reading.family == before.family:
                return reading if reading.worth >= _KNOWN else None
        return None

    def _in_order(self, parts: tuple[tuple[Word, ...], ...], scene: Scene) -> Reading | None:
        if len(parts) > _MOST:
            return too_many(len(parts), _MOST)
        readings: list[Reading] = []
        before = scene
        for part in parts:
            reading = self.read(part, before)
            if reading is None:
                return _stopped(readings, part, self.transcript)
            readings.append(reading)
            if not reading.complete:
                return _withheld(readings)
            before = before.after(reading.meaning.calls)
        return _joined(tuple(readings))

    def _corrected(
        self, before: tuple[Word, ...], after: tuple[Word, ...], scene: Scene
    ) -> Reading | None:
        """The correction alone if it is a command, else in the place of what it corrects."""
        if not after:
            return nothing_done()
        alone = self.read(after, scene)
        if alone is not None and alone.complete:
            return alone
        rest = framed(after).core
        for words in compound.replacements(framed(before).core, rest):
            reading = self.best(words, scene)
            if reading is not None and reading.complete and reading.worth >= 0.5:
                return reading
        return alone


def _commanded(rest: Reading, tail: tuple[Word, ...]) -> bool:
    """Whether words behind text are a plain command with calls, said with its verb."""
    frame = framed(tail)
    calls = rest.meaning.calls
    plain = frame.mood is Mood.COMMAND and not frame.indirect and rest.meaning.control is None
    return plain and bool(calls) and all(call.name != "undo_last" for call in calls)


def _waits(reading: Reading) -> bool:
    """Whether a part asks, refuses or cannot be done: words alone are no command."""
    intent = reading.meaning.intent
    return intent is not None and intent.withholds


_REMARK = frozenset("i it this that the there my we he she they because since".split())
_NOT_A_REMARK = frozenset(
    "if when unless until after before said says told asked wrote say tell only not do don't once "
    "reads read heard wants want wanted demands according writes mentions instructs orders "
    "would could should tomorrow later never while will".split()
)


def _without_remarks(
    parts: tuple[tuple[Word, ...], ...], reader: Reader, scene: Scene
) -> tuple[tuple[Word, ...], ...]:
    """Leave out what only explains ("I can barely hear it, turn it up").

    Reported speech and text stay.
    """
    kept: list[tuple[Word, ...]] = []
    for index, part in enumerate(parts):
        reading = reader.best(part, scene)
        if reading is not None and reading.verbatim:
            kept.extend(parts[index:])
            break
        if not _says_nothing(part, reading):
            kept.append(part)
    return tuple(kept) or parts


def _says_nothing(part: tuple[Word, ...], reading: Reading | None) -> bool:
    if reading is not None:
        return reading.meaning.lane is Lane.CHITCHAT
    texts = [word.text for word in part]
    if ":" in part[-1].after:
        return False  # what follows a colon may be quoted
    return texts[0] in _REMARK and len(texts) > 2 and _NOT_A_REMARK.isdisjoint(texts)


def _joined(readings: tuple[Reading, ...]) -> Reading:
    """Several commands as one plan, in the order they were said."""
    if len(readings) == 1:
        return readings[0]
    meanings = [reading.meaning for reading in readings]
    lanes = {meaning.lane for meaning in meanings}
    on_screen = bool(lanes & {Lane.SCREEN_ACTION, Lane.DICTATION})
    lane = lanes.pop() if len(lanes) == 1 else Lane.SCREEN_ACTION if on_screen else Lane.TOOL_ACTION
    meaning = Understanding(
        lane,
        Intent.ACTION,
        tuple(call for m in meanings for call in m.calls),
        confidence=min(m.confidence for m in meanings),
        reasons=tuple(reason for m in meanings for reason in m.reasons),
    )
    return Reading(meaning, min(r.worth for r in readings))


def _withheld(readings: list[Reading]) -> Reading:
    """The last part asks or cannot be done: the whole plan waits with it."""
    last = readings[-1]
    before = tuple(call for reading in readings[:-1] for call in reading.meaning.calls)
    meaning = last.meaning
    if not before:
        return last
    alternatives = tuple((*before, *calls) for calls in meaning.alternatives)
    waiting = replace(
        meaning, proposed=(*before, *meaning.proposed), alternatives=alternatives, calls=()
    )
    if meaning.intent is Intent.ANSWER:
        waiting = replace(waiting, intent=Intent.OUT_OF_SCOPE)
    return replace(last, meaning=waiting)


def _stopped(readings: list[Reading], part: tuple[Word, ...], transcript: str) -> Reading | None:
    """One part is not understood, so nothing of it is done."""
    if not readings:
        return None
    calls = tuple(call for reading in readings for call in reading.meaning.calls)
    return half_understood(calls, transcript[part[0].start : part[-1].end])


def finished(meaning: Understanding, catalogue: Catalogue) -> Understanding:
    """Intent from what the calls may do; without the tools for them nothing is planned."""
    lacking = [
        call for call in (*meaning.calls, *meaning.proposed) if not catalogue.find(call.name)
    ]
    if lacking and meaning.calls:
        return Understanding(
            meaning.lane, Intent.OUT_OF_SCOPE, proposed=meaning.calls, confidence=0.9,
            spoken="I have no tool for that here.", reasons=(f"no tool {lacking[0].name}",),
        )  # fmt: skip
    if meaning.intent is Intent.ACTION and not _changes(meaning.calls, catalogue):
        return replace(meaning, intent=Intent.ANSWER)
    return meaning


def _changes(calls: tuple[Call, ...], catalogue: Catalogue) -> bool:
    return any(
        call.name in ("click", "double_click") or catalogue.effect_of(call) is Effect.CHANGE
        for call in calls
    )
